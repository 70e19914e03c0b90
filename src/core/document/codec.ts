import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import * as v from 'valibot';
import { nestsTooDeep } from '../formats/kubernetes/read';
import { type Document, documentBeyondLimits } from './document';
import { isProxyModeId, modeProblem } from '../kubernetes/mode-ids';
import { DOCUMENT_SCHEMA } from './schema';
import { findInvalidText } from './texts';

/** The version this program writes. */
export const DOCUMENT_VERSION = 1;

type Plain = Readonly<Record<string, unknown>>;

/** From version n - 1 to version n, by n. Version 1 is the first, so there is none yet. */
export type Upgraders = Readonly<Record<number, (document: Plain) => Plain>>;
const UPGRADERS: Upgraders = {};

for (let version = 2; version <= DOCUMENT_VERSION; version++) {
  if (!UPGRADERS[version]) throw new Error(`no upgrader to document version ${version}`);
}

/** Brings a document of any older version to `version`, one step at a time. A newer one is refused with a sentence. */
export function upgrade(
  document: Plain,
  upgraders: Upgraders = UPGRADERS,
  version: number = DOCUMENT_VERSION,
): Result<Plain, Phrase> {
  const from = document['version'];
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 1) return err(phrase('document.codec.no-version'));
  if (from > version) return err(phrase('document.codec.newer', { found: from, known: version }));
  let current = document;
  for (let next = from + 1; next <= version; next++) {
    const step = upgraders[next];
    if (!step) return err(phrase('document.codec.no-upgrader', { found: from }));
    current = { ...step(current), version: next };
  }
  return ok(current);
}

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
    // What the schema does not know stays as it came.
    const document = current.value as unknown as Document;
    const refused = documentBeyondLimits(document) ?? findInvalidText(document);
    return refused ? err(refused) : ok(document);
  }
  const [issue] = checked.issues;
  const path = (issue.path ?? []).map(({ key }) => String(key)).join('.');
  return err(
    phrase('document.codec.invalid', { path, expected: issue.expected ?? issue.message, received: issue.received }),
  );
}
