import { Memo } from '../../lib/memo';
import { DOCUMENT_FIELDS } from './document-fields';
import { redactFields } from './redact-fields';
import { createRedactor } from './redact-text';
import type { Replacement } from './notes';
import { readText } from '../../paste/read-text';
import type { Document } from '../../document/document';

/** A line of a pasted text that no format reads, as it is afterwards. */
interface UnreadLine {
  readonly title: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** A document that tells no more whose machines it is about. */
export interface RedactedDocument {
  readonly document: Document;
  /** Everything replaced, each once. */
  readonly replaced: readonly Replacement[];
  /** Names every cluster has, which stayed. */
  readonly kept: readonly string[];
  /** What was not recognised as part of a listing: every word in it was replaced, and a person should look at it. */
  readonly unread: readonly UnreadLine[];
  /** How many such lines there are; {@link unread} has the first. */
  readonly unreadCount: number;
}

const MOST_UNREAD = 2000;

/**
 * Maps addresses, names and comments of a document to pseudonyms, the same everywhere in it; topology,
 * rules and verdicts stay. In steps: each how far it is, 0..1. `seed`: random text that is not given away
 * with the result.
 */
export function* redactDocument(
  document: Document,
  seed: string,
  memo = new Memo(),
): Generator<number, RedactedDocument> {
  yield 0;
  const { told = [], pasted: own } = document;
  const texts = [...own.texts, ...told];
  const redactor = createRedactor(
    seed,
    texts.map(({ text }) => text),
  );
  yield 0.2;
  const redacted: Document['pasted']['texts'][number][] = [];
  for (const each of texts) {
    redacted.push(redactFields(each, DOCUMENT_FIELDS.pasted.texts, redactor));
    yield 0.2 + (redacted.length / texts.length) * 0.5;
  }
  const { pasted, told: _texts, ...rest } = document;
  const hidden = redactFields({ ...rest, pasted: { ...pasted, texts: [] } }, DOCUMENT_FIELDS, redactor);
  yield 0.8;
  const { lines, count } = unreadLines(texts, redacted, memo);
  return {
    document: {
      ...hidden,
      pasted: { ...hidden.pasted, texts: redacted.slice(0, own.texts.length) },
      ...(document.told ? { told: redacted.slice(own.texts.length) } : {}),
    },
    replaced: redactor.replaced(),
    kept: redactor.kept(),
    unread: lines,
    unreadCount: count,
  };
}

function unreadLines(
  texts: Document['pasted']['texts'],
  redacted: Document['pasted']['texts'],
  memo: Memo,
): { readonly lines: UnreadLine[]; readonly count: number } {
  const found: UnreadLine[] = [];
  let count = 0;
  for (const [at, text] of texts.entries()) {
    const { others } = readText(text, memo);
    const lines = others.length > 0 ? (redacted[at]?.text.split('\n') ?? []) : [];
    for (const { from, to } of others) {
      for (let line = from; line <= to; line++) {
        const words = lines[line - 1]?.trim() ?? '';
        if (words === '') continue;
        count++;
        if (found.length < MOST_UNREAD) found.push({ title: redacted[at]?.title ?? '', line, text: words });
      }
    }
  }
  return { lines: found, count };
}
