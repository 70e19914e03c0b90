import { Memo } from '../lib/memo';
import { Fence } from '../formats/fence';
import { findCommand } from '../formats/iptables-save/section';
import type { Diagnostic } from '../formats/format';
import { countLines } from '../formats/lines/line-format';
import { intersect, type Lines } from '../formats/lines/text-lines';
import { phrase } from '../lib/phrase';
import { lineStarts, lineStartsInSteps, finished, SLICE_OF_LINES, within, type Steps } from '../lib/scan';
import { mayHeadModes, modeSections, mayName, cutSections, type MachineSection } from './machine/sections';
import type { PastedText, TextMachine } from './pasted-types';
import { undressed } from '../formats/lines/undressed';
import { accountDressed, accountWithin } from './account';
import { nothingOf, readTextInSteps, type ReadText } from './read-text';

/** A text, or the lines of it that one of its machines printed. */
export interface ReadPart extends ReadText {
  /** What names the machine; absent: the text is of one, or nothing in it names the one of these lines. */
  readonly toldBy?: Omit<TextMachine, 'name'>;
}

/** More machines than this are not told apart in one text: each is read with all lines above it. */
const MOST_MACHINES = 100;

/**
 * Reads a pasted text once, a part a machine where its prompts name several or its commands lead to
 * others; a person who says whose it is says so of all of it. The same object gives the same answer
 * again, unless a reader failed. Never throws.
 */
export function readParts(pasted: PastedText, memo = new Memo()): readonly ReadPart[] {
  return finished(readPartsInSteps(pasted, memo));
}

/** As {@link readParts}, in slices. */
export function* readPartsInSteps(pasted: PastedText, memo: Memo): Steps<readonly ReadPart[]> {
  const known = memo.answersTo(readPartsInSteps);
  const parts =
    (known.get(pasted) as readonly ReadPart[] | undefined) ?? dressed(pasted, yield* readFenced(pasted, memo));
  if (!parts.some(({ isPartial }) => isPartial)) known.set(pasted, parts);
  return parts;
}

/** Lines that were undressed are none that were empty. */
function dressed({ text }: PastedText, parts: readonly ReadPart[]): readonly ReadPart[] {
  if (parts.every(({ pasted }) => pasted.text === text)) return parts;
  const lines = { text, starts: lineStarts(text) };
  return parts.map((part) => ({ ...part, account: accountDressed(part.account, lines) }));
}

/** A text, and where what is read of it is kept. */
interface Kept {
  readonly pasted: PastedText;
  readonly memo: Memo;
  readonly fence: Fence;
}

/** What tells the machines of a text apart, each in a fence of its own. */
export const PART_RECOGNISERS = { undressed, mayHeadModes, modeSections, mayName, cutSections, findAbove };

function* readFenced(pasted: PastedText, memo: Memo): Steps<readonly ReadPart[]> {
  const fence = new Fence([pasted], memo.watch);
  try {
    const parts = yield* readAll({ pasted, memo, fence });
    return fence.hasFailed ? parts.map((part, at) => (at === 0 ? withFaults(part, fence) : part)) : parts;
  } catch (error) {
    fence.leave('text', { how: 'threw', error });
    return [nothingOf(pasted, fence)];
  }
}

function withFaults(part: ReadPart, { diagnostics }: Fence): ReadPart {
  return { ...part, diagnostics: [...part.diagnostics, ...diagnostics], isPartial: true };
}

function* readAll({ pasted: dressed, memo, fence }: Kept): Steps<readonly ReadPart[]> {
  const text = fence.once('dressing', () => PART_RECOGNISERS.undressed(dressed.text), dressed.text);
  const pasted = text === dressed.text ? dressed : { ...dressed, text };
  const kept = { pasted, memo, fence };
  const whole = readTextInSteps(pasted, memo);
  if (pasted.node?.trim()) return [yield* whole];
  const ofModes = yield* within(readModes(kept), 0, 0.3);
  if (ofModes) return ofModes;
  const mayBeSeveral = fence.once('machines', () => PART_RECOGNISERS.mayName(text), false);
  if (!mayBeSeveral) return yield* byState(kept, yield* within(whole, 0, 0.6));
  const starts = yield* within(lineStartsInSteps(text), 0, 0.01);
  const cut = (): ReturnType<typeof cutSections> => PART_RECOGNISERS.cutSections(text, starts, nodesIn(text));
  const sections = yield* within(fence.steps('machines', cut, []), 0.01, 0.05);
  const named = sections.filter(({ name }) => name !== undefined);
  const isSplit = named.length > 1 || named.some(({ sign }) => sign?.how === 'command');
  if (!isSplit) return yield* byState(kept, yield* within(whole, 0.05, 0.6));
  if (named.length > MOST_MACHINES) return [tooMany(yield* within(whole, 0.05, 1), named.length)];
  const parts: ReadPart[] = [];
  for (const section of sections) {
    const [from, to] = [parts.length / sections.length, (parts.length + 1) / sections.length];
    parts.push(yield* within(readPart(kept, starts, section), 0.05 + from * 0.95, 0.05 + to * 0.95));
  }
  return withoutNothing(parts);
}

/**
 * A text that shows a whole table twice, with other rules, is of two machines or of two times: a part
 * each, called by the line it begins on.
 */
function* byState(kept: Kept, read: ReadText): Steps<readonly ReadPart[]> {
  const { pasted, fence } = kept;
  const { states = [] } = read;
  if (states.length === 0 || states.length >= MOST_MACHINES) return [read];
  const starts = yield* within(lineStartsInSteps(pasted.text), 0.6, 0.61);
  const above = (line: number): number => PART_RECOGNISERS.findAbove(pasted.text, starts, line);
  const found = fence.once('machines', () => states.map(above), []);
  const firsts = [...new Set([1, ...found])].toSorted((a, b) => a - b);
  const parts: ReadPart[] = [];
  for (const [at, from] of firsts.entries()) {
    const to = (firsts[at + 1] ?? starts.length + 1) - 1;
    const section: MachineSection = { name: `L${from}`, runs: [{ from, to }] };
    const [begun, done] = [0.61 + (at / firsts.length) * 0.39, 0.61 + ((at + 1) / firsts.length) * 0.39];
    const part = yield* within(readPart(kept, starts, section), begun, done);
    parts.push({ ...part, diagnostics: [...part.diagnostics, ...sayState(read, section)] });
  }
  return withoutNothing(parts);
}

/** Says of a part that a table begins in it that stood above with other rules, as is said of the text as one. */
function sayState({ diagnostics }: ReadText, { name = '', runs }: MachineSection): Diagnostic[] {
  return diagnostics.flatMap((each) => {
    const { id, values = {} } = each.message;
    const { first = 0, line = 0, table = '' } = values;
    const isHere = runs.some(({ from, to }) => Number(line) >= from && Number(line) <= to);
    if (id !== 'formats.iptables-save.table-twice' || !isHere) return [];
    return [{ ...each, message: phrase('formats.iptables-save.state', { first, table, name }) }];
  });
}

/** The remarks and the command right above a table belong to it. */
function findAbove(text: string, starts: Uint32Array, line: number): number {
  let first = line;
  const lineAt = (at: number): string => text.slice(starts[at - 1], starts[at] ?? text.length).trim();
  while (first > 2 && /^#|tables/.test(lineAt(first - 1))) first--;
  return first;
}

/** A note with listings of several modes under headings: a part a mode. Undefined: not so. */
function* readModes(kept: Kept): Steps<readonly ReadPart[] | undefined> {
  const { fence, pasted } = kept;
  if (!fence.once('machines', () => PART_RECOGNISERS.mayHeadModes(pasted.text), false)) return undefined;
  const starts = yield* within(lineStartsInSteps(pasted.text), 0, 0.1);
  const sections = fence.once('machines', () => PART_RECOGNISERS.modeSections(pasted.text, starts), []);
  if (sections.filter(({ name }) => name !== undefined).length < 2) return undefined;
  const parts: ReadPart[] = [];
  for (const section of sections) parts.push(yield* within(readPart(kept, starts, section), 0.1, 1));
  const told = parts.filter((part) => part.toldBy !== undefined && !isEmpty(part));
  return told.length < 2 ? undefined : withoutNothing(parts);
}

/** Is it a Node, by a table of kubectl in the text? Then it is one though a container. */
function nodesIn(text: string): (name: string) => boolean {
  return (name) => new RegExp(`^[ \\t]*${name.replaceAll(/[^\w-]/g, '\\$&')}\\s+(?:Not)?Ready\\b`, 'm').test(text);
}

/** Lines of a machine where they stood, all others empty: what is said of a line is said of the text's. */
function* readPart({ pasted, memo }: Kept, starts: Uint32Array, section: MachineSection): Steps<ReadPart> {
  const { name, sign, runs, commands = [] } = section;
  const { machines: said, ...base } = pasted;
  const node = name === undefined ? undefined : said?.[name]?.trim();
  // A command is of the machine it was typed on, and says which tables of which family are below it.
  const telling = commands.filter((line) => listsTables(pasted.text, starts, line));
  const { text, shifts } = yield* within(onlyLines(pasted.text, starts, withLines(runs, telling)), 0, 0.02);
  const read = yield* within(readTextInSteps({ ...base, text, ...(node ? { node } : {}) }, memo), 0.02, 1);
  const { hostname: _prompt, ...rest } = read;
  return {
    ...rest,
    lines: starts.length,
    others: intersect(runs, read.others).map((lines) => ({ ...likeOf(read.others, lines), ...lines })),
    account: accountWithin(read.account, runs),
    diagnostics: read.diagnostics.map((each) => shifted(each, shifts)),
    ...(name === undefined ? {} : { hostname: name }),
    ...(name !== undefined && sign ? { toldBy: { told: name, sign, lines: countLines(runs) } } : {}),
  };
}

function listsTables(text: string, starts: Uint32Array, line: number): boolean {
  const command = findCommand(text, starts[line - 1] ?? text.length, (starts[line] ?? text.length + 1) - 1);
  return command?.does === 'list' || command?.does === 'save';
}

/** Runs with single lines among them, ascending. */
function withLines(runs: readonly Lines[], lines: readonly number[]): readonly Lines[] {
  if (lines.length === 0) return runs;
  return [...runs, ...lines.map((line) => ({ from: line, to: line }))].toSorted((a, b) => a.from - b.from);
}

function likeOf(others: ReadText['others'], { from }: Lines): { readonly looksLike?: string } {
  const looksLike = others.find((each) => each.from <= from && each.to >= from)?.looksLike;
  return looksLike === undefined ? {} : { looksLike };
}

/** By how much a line begins later in the text than among the lines that are left. */
type Shifts = readonly (Lines & { readonly by: number })[];

function* onlyLines(
  text: string,
  starts: Uint32Array,
  runs: readonly Lines[],
): Steps<{ readonly text: string; readonly shifts: Shifts }> {
  const parts: string[] = [];
  const shifts: (Lines & { by: number })[] = [];
  let line = 1;
  let length = 0;
  for (const [at, { from, to }] of runs.entries()) {
    const start = starts[from - 1] ?? text.length;
    const own = text.slice(start, starts[to] ?? text.length);
    length += from - line;
    shifts.push({ from, to, by: start - length });
    parts.push('\n'.repeat(from - line), own);
    length += own.length;
    line = to + 1;
    if (at % SLICE_OF_LINES === 0) yield at / runs.length;
  }
  return { text: parts.join(''), shifts };
}

function shifted(diagnostic: Diagnostic, shifts: Shifts): Diagnostic {
  const { span } = diagnostic;
  if (!span || span.end === 0) return diagnostic;
  const by = shifts.find(({ from, to }) => from <= span.line && to >= span.line)?.by ?? 0;
  return { ...diagnostic, span: { ...span, start: span.start + by, end: span.end + by } };
}

/** Of lines with nothing to read in them nothing is said while others have something. */
function withoutNothing(parts: readonly ReadPart[]): readonly ReadPart[] {
  if (parts.every(isEmpty)) return parts;
  return parts.map((part) => (isEmpty(part) ? { ...part, diagnostics: part.diagnostics.filter(isNot) } : part));
}

const isEmpty = ({ layers, pieces }: ReadText): boolean => layers.length + pieces.length === 0;
const isNot = ({ code }: Diagnostic): boolean => code !== 'unrecognised';

function tooMany(read: ReadText, count: number): ReadPart {
  const message = phrase('analysis.text.too-many-machines', { count, most: MOST_MACHINES });
  return { ...read, diagnostics: [...read.diagnostics, { severity: 'warning', code: 'not-simulated', message }] };
}
