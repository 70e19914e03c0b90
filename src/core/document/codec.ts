import * as v from 'valibot';
import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import { nestsTooDeep } from '../formats/kubernetes/value-nesting';
import type { Document } from './document';
import { isProxyModeId, modeProblem } from '../kubernetes/mode-ids';
import { documentBeyondLimits } from './limits';
import { DOCUMENT_SCHEMA } from './schema';
import { upgrade } from './upgrade';

/** Reads what `encodeDocument` (encode.ts) wrote, now or in an older version. Whatever else it is given is an error that says why. */
export function decodeDocument(text: string): Result<Document, Phrase> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(phrase('document.codec.not-json'));
  }
  return checkDocument(value);
}

/** A mode nobody here knows is said by its name; no mode at all is a matter of the schema. */
function modeRefused({ mode, kubeProxy }: Readonly<Record<string, unknown>>): Phrase | undefined {
  const configured = typeof kubeProxy === 'object' && kubeProxy !== null && 'mode' in kubeProxy ? [kubeProxy.mode] : [];
  const unknown = [mode, ...configured].find((each) => typeof each === 'string' && !isProxyModeId(each));
  return unknown === undefined ? undefined : modeProblem(unknown);
}

/** Upgrades and checks plain data: the one way anything from outside becomes a {@link Document}. */
export function checkDocument(value: unknown): Result<Document, Phrase> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || nestsTooDeep(value)) {
    return err(phrase('document.codec.not-document'));
  }
  const current = upgrade(value as Readonly<Record<string, unknown>>);
  if (!current.ok) return current;
  const unknownMode = modeRefused(current.value);
  if (unknownMode) return err(unknownMode);
  const checked = v.safeParse(DOCUMENT_SCHEMA, current.value);
  if (checked.success) {
    const document = current.value as unknown as Document;
    const beyond = documentBeyondLimits(document);
    return beyond ? err(beyond) : ok(document);
  }
  const [issue] = checked.issues;
  const path = (issue.path ?? []).map(({ key }) => String(key)).join('.');
  return err(
    phrase('document.codec.invalid', { path, expected: issue.expected ?? issue.message, received: issue.received }),
  );
}
