import type { FormatId } from '../../core/formats';
import { createRng } from '../../core/lib/random';
import { checkFormat, checkPaste, type Complaint } from './check';
import { mutate } from './mutate';
import { MIXED, TEXTS } from './texts';

/** What is mutated: the text of a format, or a paste of many. */
type Source = FormatId | 'mixed';

/** A mutated text that broke a promise. */
export interface Found {
  readonly format: Source;
  /** Makes the text again: `textOf(format, seed)`. */
  readonly seed: number;
  readonly complaint: string;
  readonly text: string;
}

export interface FuzzResult {
  readonly texts: number;
  readonly found: readonly Found[];
  /** The longest a text took, milliseconds. */
  readonly slowest: number;
}

interface Options {
  readonly from: number;
  readonly count: number;
  /** Every so many a text is also made a node of; between two of these a mixed paste is. */
  readonly pasteEvery: number;
  readonly now: () => number;
  readonly progress?: (done: number) => void;
}

/** No text may take longer, milliseconds. */
const SLOW = 1000;
const MOST_FOUND = 20;
const IDS = Object.keys(TEXTS) as FormatId[];

/** The text of a seed: the same on every machine. */
export function textOf(format: Source, seed: number): string {
  const rng = createRng(seed);
  const other = TEXTS[IDS[rng.below(IDS.length)] ?? 'ip-route'];
  return mutate(format === 'mixed' ? MIXED : TEXTS[format], rng, other);
}

/** Mutates the texts of all formats in turn and holds what is read of them to what is promised. */
export function fuzz({ from, count, pasteEvery, now, progress }: Options): FuzzResult {
  const found: Found[] = [];
  let slowest = 0;
  for (let seed = from; seed < from + count && found.length < MOST_FOUND; seed++) {
    const id = IDS[seed % IDS.length] ?? 'ip-route';
    const isMixed = seed % pasteEvery === pasteEvery >> 1 && pasteEvery > 1;
    const format = isMixed ? 'mixed' : id;
    const text = textOf(format, seed);
    const started = now();
    const isPasted = isMixed || seed % pasteEvery === 0;
    const complaint: Complaint = checkFormat(id, text) ?? (isPasted ? checkPaste(text) : undefined);
    const took = now() - started;
    slowest = Math.max(slowest, took);
    const slow = took > SLOW ? `took ${Math.round(took)} ms` : undefined;
    if (complaint ?? slow) found.push({ format, seed, complaint: complaint ?? slow ?? '', text });
    if (seed % 10_000 === 0) progress?.(seed - from);
  }
  return { texts: count, found, slowest };
}
