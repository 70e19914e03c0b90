import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import { ThrewAt } from '../fence';
import { finished, SLICE_OF_LINES, SLICE_OF_TEXT, type Steps } from '../../lib/scan';
import type { Diagnostic, Format, Parsed, Severity, SourceSpan } from '../format';
import {
  intersect,
  LONGEST_LINE,
  merge,
  subtract,
  textLines,
  withoutPrefix,
  type Lines,
  type TextLine,
} from './text-lines';

/** Reads one line after the other; a new one for each text. */
export interface LineReader<T> {
  /** Is the line of this format? Empty lines and lines of others are shown too: they end what is open. */
  readonly take: (line: TextLine) => boolean;
  /** What was read; called once, at the end. */
  readonly finish: () => T;
  /** Is it shown lines longer than {@link LONGEST_LINE}, too? Only readers whose work is linear in a line. Else they are empty. */
  readonly readsLong?: true;
  readonly diagnostics: readonly Diagnostic[];
  /** Lines it took and could not use after all; known when it has finished. */
  readonly givenBack?: readonly number[];
}

/** What was read of a text, and which of its lines. */
export interface LinesParsed<T> extends Parsed<T> {
  readonly taken: readonly Lines[];
  /** Lines that are something else: prompts, prose, other output. Empty lines are in neither. */
  readonly ignored: readonly Lines[];
}

/** A format whose text is read line by line, so that other things may stand between. */
export interface LineFormat<Id extends string, T> extends Format<Id, T> {
  /** What the text itself shows to have printed it, where several commands print the like; absent: `title`. */
  readonly titleOf?: (content: T) => string;
  /** How many entries it lists, where an element of the content has several; absent: one each. */
  readonly countOf?: (content: T) => number;
  /** No text without a line like this is of this format. */
  readonly hint: RegExp;
  readonly reader: () => LineReader<T>;
  readonly parse: (text: string) => Result<LinesParsed<T>, readonly Diagnostic[]>;
}

interface LineFormatSpec<Id extends string, T> {
  readonly id: Id;
  readonly title: string;
  readonly titleOf?: (content: T) => string;
  readonly countOf?: (content: T) => number;
  readonly command: string;
  readonly hint: RegExp;
  readonly reader: () => LineReader<T>;
  readonly print: (content: T) => string;
  readonly summary: (content: T) => Readonly<Record<string, unknown>>;
}

/** How much of a text detection looks at, UTF-16 units. */
const LOOK_AT = 65_536;
/** Runs of lines that are said singly. */
const MOST_RUNS = 100;

/** Makes a format of a reader of lines. */
export function lineFormat<Id extends string, T>(given: LineFormatSpec<Id, T>): LineFormat<Id, T> {
  const { id, title, titleOf, countOf, command, hint, reader } = given;
  return {
    id,
    title,
    ...(titleOf ? { titleOf } : {}),
    ...(countOf ? { countOf } : {}),
    command,
    hint,
    reader,
    detect: (text) => sureness(text.slice(0, LOOK_AT), hint, reader),
    parse: (text) => {
      const read = readLines(textLines(text), reader());
      if (read.taken.length === 0) {
        const message = phrase('formats.lines.nothing-read', { command });
        return err([{ severity: 'error', code: 'unrecognised', message }]);
      }
      return ok({ ...read, diagnostics: [...read.diagnostics, ...leftAside(read.ignored)] });
    },
    print: given.print,
    summary: given.summary,
  };
}

/** Below a certainty, above a doubt: how many of the lines are of the format. */
function sureness<T>(head: string, hint: RegExp, reader: () => LineReader<T>): number {
  if (!hint.test(head)) return 0;
  const { taken, ignored } = readLines(textLines(head), reader());
  const lines = countLines(taken);
  return lines === 0 ? 0 : 0.4 + (0.6 * lines) / (lines + countLines(ignored));
}

/** How many lines some runs have together; both ends of a run count. */
export function countLines(runs: readonly Lines[]): number {
  return runs.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

/** Shows lines to a reader and notes which it took. */
function readLines<T>(lines: Iterable<TextLine>, reader: LineReader<T>): LinesParsed<T> {
  return finished(readLinesInSteps(lines, reader, 0));
}

/** As {@link readLines}, in slices; `length`: where the last line ends, for the progress. What a reader throws is a {@link ThrewAt}. */
export function* readLinesInSteps<T>(
  lines: Iterable<TextLine>,
  reader: LineReader<T>,
  length: number,
): Steps<LinesParsed<T>> {
  const seen: SeenLines = { took: [], left: [], at: 0 };
  try {
    yield* showLines(lines, reader, { seen, length });
    return finishLines(reader, seen);
  } catch (error) {
    const { took, at } = seen;
    const last = took.at(-1) ?? { from: at, to: at };
    throw new ThrewAt(last, at, error);
  }
}

/** Which lines a reader was shown. */
interface SeenLines {
  readonly took: GrowingLines[];
  readonly left: GrowingLines[];
  /** The last one. */
  at: number;
}

function* showLines<T>(
  lines: Iterable<TextLine>,
  reader: LineReader<T>,
  { seen, length }: { readonly seen: SeenLines; readonly length: number },
): Steps<void> {
  const { took, left } = seen;
  let count = 0;
  let read = 0;
  for (const line of lines) {
    seen.at = line.line;
    if (takesLine(reader, line)) addTo(took, line.line);
    else if (line.end > line.start) addTo(left, line.line);
    read += line.end - line.start;
    if (++count < SLICE_OF_LINES && read < SLICE_OF_TEXT) continue;
    count = read = 0;
    yield Math.min(1, line.end / Math.max(length, line.end, 1));
  }
}

function finishLines<T>(reader: LineReader<T>, { took, left }: SeenLines): LinesParsed<T> {
  const value = reader.finish();
  const { givenBack = [], diagnostics } = reader;
  if (givenBack.length === 0) return { value, taken: took, ignored: left, diagnostics };
  const back = listRuns(givenBack.toSorted((a, b) => a - b));
  const given = intersect(back, took);
  return { value, taken: subtract(took, given), ignored: merge(left, given), diagnostics };
}

interface GrowingLines {
  readonly from: number;
  to: number;
}

/** Ascending lines as runs. */
function listRuns(lines: Iterable<number>): Lines[] {
  const runs: GrowingLines[] = [];
  for (const line of lines) addTo(runs, line);
  return runs;
}

function takesLine<T>(reader: LineReader<T>, line: TextLine): boolean {
  if (line.text.length > LONGEST_LINE) return reader.take(reader.readsLong ? line : { ...line, text: '' });
  const bare = line.text === '' ? undefined : withoutPrefix(line);
  return bare ? reader.take(bare) || reader.take(line) : reader.take(line);
}

function addTo(runs: GrowingLines[], line: number): void {
  const last = runs.at(-1);
  if (last && (last.to === line - 1 || last.to === line)) last.to = line;
  else runs.push({ from: line, to: line });
}

function leftAside(ignored: readonly Lines[]): Diagnostic[] {
  const said = ignored.slice(0, MOST_RUNS).map(({ from, to }): Diagnostic => {
    const span = { start: 0, end: 0, line: from, column: 1 };
    return { severity: 'info', code: 'unrecognised', message: phrase('formats.lines.ignored', { from, to }), span };
  });
  if (ignored.length <= MOST_RUNS) return said;
  const message = phrase('formats.iptables-save.more-alike', { count: ignored.length - MOST_RUNS });
  return [...said, { severity: 'info', code: 'unrecognised', message }];
}

/** Where a line, or a word in it, stands. */
export function spanOfLine(line: TextLine, word?: string): SourceSpan {
  const offset = word === undefined ? 0 : Math.max(0, line.text.indexOf(word));
  const end = word === undefined ? line.end : line.start + offset + word.length;
  return { start: line.start + offset, end, line: line.line, column: line.indent + offset + 1 };
}

/** Something to say of a line. */
export function lineNote(severity: Severity, code: string, message: Phrase, line: TextLine, word?: string): Diagnostic {
  return { severity, code, message, span: spanOfLine(line, word) };
}
