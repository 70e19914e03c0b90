import { fenced, fencedOnce, keyOfText, UNWATCHED, type Fault, type ReaderRun, type FenceWatch } from '../lib/fence';
import { phrase, type Phrase } from '../lib/phrase';
import type { Result } from '../lib/result';
import type { Diagnostic } from './format';
import { lineStarts, type Steps } from '../lib/scan';
import type { Lines } from './lines/text-lines';

/** What is said with {@link Diagnostic.code} of lines whose reader failed. */
export const LEFT_ASIDE = 'left-aside';

/** What a reader that goes over lines throws in place of what was thrown in it: with the lines it had open, and the last it was shown. */
export class ThrewAt extends Error {
  readonly open: Lines;
  readonly at: number;

  constructor(open: Lines, at: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'ThrewAt';
    this.open = open;
    this.at = at;
  }
}

/** A text that readers are let at. */
export interface FencedText {
  /** What it is called. */
  readonly title: string;
  readonly text: string;
}

/**
 * The readers of one text, each in a fence of its own: one that throws or takes too long leaves its part aside, which is
 * said with the name of the text and of the reader, and what else reads the text goes on.
 */
export class Fence {
  /** What was left aside. */
  readonly diagnostics: Diagnostic[] = [];
  readonly #texts: readonly FencedText[];
  readonly #watch: FenceWatch;
  #key: string | undefined;

  /** `texts`: those the readers are let at; several where a reader puts them together. */
  constructor(texts: readonly FencedText[], watch: FenceWatch = UNWATCHED) {
    this.#texts = texts;
    this.#watch = watch;
  }

  /** Did any reader fail? Then what was read is not to be remembered. */
  get hasFailed(): boolean {
    return this.diagnostics.length > 0;
  }

  /** Lets a reader at the text, in slices; `instead` of what it cannot tell. `lines`: those it is shown, where not all. */
  *steps<T>(reader: string, begin: () => Steps<T>, instead: T, lines?: Lines): Steps<T> {
    const read = yield* this.attempt(reader, begin);
    if (!read.ok) this.leave(reader, read.error, lines);
    return read.ok ? read.value : instead;
  }

  /** As {@link steps}, for a reader that is done in one go. */
  once<T>(reader: string, work: () => T, instead: T, lines?: Lines): T {
    const read = fencedOnce(work, this.#readingBy(reader), this.#watch);
    if (!read.ok) this.leave(reader, read.error, lines);
    return read.ok ? read.value : instead;
  }

  /** Lets a reader at the text; what became of it is the caller's to say. */
  attempt<T>(reader: string, begin: () => Steps<T>): Steps<Result<T, Fault>> {
    return fenced(begin, this.#readingBy(reader), this.#watch);
  }

  /** Says that a reader has left lines aside. */
  leave(reader: string, fault: Fault, given?: Lines): void {
    const lines = given ?? { from: 1, to: this.#countLines() };
    const title = this.#texts.map((text) => text.title).join(', ');
    this.diagnostics.push(leftAside({ reader, fault, title, lines }));
  }

  #readingBy(reader: string): ReaderRun {
    this.#key ??= this.#texts.map(({ text }) => keyOfText(text)).join(' ');
    return { reader, text: this.#key, length: this.#texts.reduce((sum, { text }) => sum + text.length, 0) };
  }

  #countLines(): number {
    return this.#texts.reduce((sum, { text }) => sum + lineStarts(text).length, 0);
  }
}

interface LeftAside {
  readonly reader: string;
  readonly fault: Fault;
  /** What the text is called. */
  readonly title: string;
  readonly lines: Lines;
}

/** Says what was left aside: of which text, by which reader, which lines, and why. */
export function leftAside({ reader, fault, title, lines: { from, to } }: LeftAside): Diagnostic {
  const span = { start: 0, end: 0, line: from, column: 1 };
  const message = sentence(fault, { reader, title: title || 'none', from, to });
  return { severity: 'warning', code: LEFT_ASIDE, message, span, ...(title === '' ? {} : { path: title }) };
}

interface ReaderLines {
  readonly reader: string;
  /** `none`: it is not called anything. */
  readonly title: string;
  readonly from: number;
  readonly to: number;
}

/** Longer ones quote the text. */
const LONGEST_ERROR = 200;

function sentence(fault: Fault, said: ReaderLines): Phrase {
  if (fault.how === 'slow') return phrase('formats.fence.slow', { ...said });
  const { error } = fault;
  const words = error instanceof Error ? error.message : String(error);
  return phrase('formats.fence.threw', { ...said, error: words.slice(0, LONGEST_ERROR) });
}
