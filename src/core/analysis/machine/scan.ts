import type { Diagnostic } from '../../formats/format';
import { readLines, type LineFormat } from '../../formats/lines/line-format';
import { lineBetween, type Lines, type TextLine } from '../../formats/lines/text-lines';

/** What one format found in a text. */
export interface Scanned<T> {
  readonly value: T;
  readonly taken: readonly Lines[];
}

/** How far above a run of lines its command may stand. */
const LOOK_BACK = 3;
const HASH = 0x23;

/** Goes over the lines of a text that nobody has claimed, one format after the other. */
export class Scanner {
  readonly diagnostics: Diagnostic[] = [];
  private runs: readonly Lines[];
  private readonly text: string;
  private readonly starts: Uint32Array;

  constructor(text: string, starts: Uint32Array, runs: readonly Lines[]) {
    this.text = text;
    this.starts = starts;
    this.runs = runs;
  }

  /** Lines that are still nobody's. */
  get left(): readonly Lines[] {
    return this.runs;
  }

  /** What a format finds in the lines that are left, which are its own from then on. Undefined: nothing. */
  scan<T>(format: LineFormat<string, T>): Scanned<T> | undefined {
    if (!this.runs.some((run) => format.hint.test(this.slice(run)))) return undefined;
    const read = readLines(this.lines(), format.reader());
    const taken = intersect(read.taken, this.runs);
    if (taken.length === 0) return undefined;
    this.diagnostics.push(...read.diagnostics);
    this.runs = subtract(this.runs, taken);
    return { value: read.value, taken };
  }

  /** Lines as they stand, to find what is no matter of single lines. */
  get shown(): readonly TextLine[] {
    return Array.from(this.starts, (_, index) => this.line(index + 1));
  }

  /** Does a run of lines that is nobody's hold what a pattern looks for? */
  has(hint: RegExp): boolean {
    return this.runs.some((run) => hint.test(this.slice(run)));
  }

  /** Gives lines to something else than a format. How many of them were still nobody's. */
  give(taken: readonly Lines[]): readonly Lines[] {
    const own = intersect(taken, this.runs);
    this.runs = subtract(this.runs, taken);
    return own;
  }

  private slice({ from, to }: Lines): string {
    return this.text.slice(this.starts[from - 1] ?? 0, this.starts[to] ?? this.text.length);
  }

  private line(line: number): TextLine {
    const start = this.starts[line - 1] ?? this.text.length;
    const next = this.starts[line] ?? this.text.length;
    const end = this.text[next - 1] === '\n' ? next - 1 : next;
    return lineBetween(this.text, start, end, line);
  }

  /** The lines that are left; where others stand between, an empty one and the prompts above. */
  private *lines(): Generator<TextLine> {
    let last = 0;
    for (const { from, to } of this.runs) {
      if (from > last + 1) yield* this.above(Math.max(last + 1, from - LOOK_BACK), from);
      for (let line = from; line <= to; line++) yield this.line(line);
      last = to;
    }
  }

  /** Prompts of root look like comments, and comments were taken with the rules. */
  private *above(from: number, to: number): Generator<TextLine> {
    yield { text: '', start: 0, end: 0, line: from, indent: 0 };
    for (let line = from; line < to; line++) {
      const shown = this.line(line);
      if (shown.text.charCodeAt(0) === HASH) yield shown;
    }
  }
}

/** The parts of some runs that others hold too; both ascend. */
function intersect(runs: readonly Lines[], others: readonly Lines[]): Lines[] {
  const found: Lines[] = [];
  let at = 0;
  for (const { from, to } of runs) {
    while (at < others.length && (others[at]?.to ?? 0) < from) at++;
    for (let i = at; i < others.length; i++) {
      const other = others[i];
      if (!other || other.from > to) break;
      found.push({ from: Math.max(from, other.from), to: Math.min(to, other.to) });
    }
  }
  return found;
}

/** Runs without what was taken of them; both ascend. */
function subtract(runs: readonly Lines[], taken: readonly Lines[]): Lines[] {
  const left: Lines[] = [];
  let at = 0;
  for (const { from, to } of runs) {
    let next = from;
    while (at < taken.length && (taken[at]?.to ?? 0) < from) at++;
    for (let i = at; i < taken.length; i++) {
      const own = taken[i];
      if (!own || own.from > to) break;
      if (own.from > next) left.push({ from: next, to: own.from - 1 });
      next = own.to + 1;
    }
    if (next <= to) left.push({ from: next, to });
  }
  return left;
}
