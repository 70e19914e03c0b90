import { redactData } from '../analysis/redact/redact-objects';
import { createRedactor, type Redactor } from '../analysis/redact/redact-text';
import type { Replacement } from '../analysis/redact/notes';
import { readText } from '../analysis/read-text';
import type { Document } from './document';

/** A line of a pasted text that no format reads, as it is afterwards. */
export interface UnreadLine {
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
export function* redactDocument(document: Document, seed: string): Generator<number, RedactedDocument> {
  yield 0;
  const { texts } = document.pasted;
  const redactor = createRedactor(
    seed,
    texts.map(({ text }) => text),
  );
  yield 0.2;
  const redacted: Document['pasted']['texts'][number][] = [];
  for (const each of texts) {
    redacted.push(redactText(each, redactor));
    yield 0.2 + (redacted.length / texts.length) * 0.5;
  }
  const { pasted, title, ...rest } = document;
  const { texts: _texts, nodes, ...others } = pasted;
  const hidden = {
    ...redactData({ ...rest, pasted: others }, redactor),
    title: redactor.text(title),
    // The dice are thrown by the seed: it says nothing of the machines, and the shown outcome stays.
    seed: document.seed,
  };
  yield 0.8;
  const { lines, count } = unreadLines(texts, redacted);
  return {
    document: {
      ...hidden,
      pasted: {
        ...hidden.pasted,
        texts: redacted,
        ...(nodes ? { nodes: withKeys(redactData(nodes, redactor), redactor) } : {}),
      },
    },
    replaced: redactor.replaced(),
    kept: redactor.kept(),
    unread: lines,
    unreadCount: count,
  };
}

type Text = Document['pasted']['texts'][number];

/** A text and what a person said of whose it is, as its prompts are afterwards. */
function redactText({ node, machines, ...text }: Text, redactor: Redactor): Text {
  return {
    ...text,
    title: redactor.text(text.title),
    text: redactor.text(text.text),
    ...(node === undefined ? {} : { node: redactor.text(node) }),
    ...(machines ? { machines: withKeys(mapValues(machines, redactor.text), redactor) } : {}),
  };
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Names of machines as keys. */
function withKeys<T>(record: Readonly<Record<string, T>>, redactor: Redactor): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [redactor.text(key), value]));
}

function unreadLines(
  texts: Document['pasted']['texts'],
  redacted: Document['pasted']['texts'],
): { readonly lines: UnreadLine[]; readonly count: number } {
  const found: UnreadLine[] = [];
  let count = 0;
  for (const [at, text] of texts.entries()) {
    const { others } = readText(text);
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
