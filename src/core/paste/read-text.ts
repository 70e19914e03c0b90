import { Memo } from '../lib/memo';
import { phrase, type Phrase } from '../lib/phrase';
import type { FenceWatch } from '../lib/fence';
import { lineStarts, lineStartsInSteps, finished, mapInSteps, within, type Steps } from '../lib/scan';
import { Fence } from '../formats/fence';
import type { Diagnostic } from '../formats/format';
import { intersect, type Lines } from '../formats/lines/text-lines';
import { undressed } from '../formats/lines/undressed';
import { PROJECT_FILE } from '../formats/project-file';
import { markActing } from './acting-letters';
import type { TableLayer } from './layers';
import { misnamed, remarksOn } from './remarks';
import { rulesInPod } from './machine/inside';
import { findPrompt } from './machine/prompts';
import { readMachine } from './machine/read';
import { Scanner } from './machine/scan';
import { EMPTY_MACHINE, type MachineText } from './machine/types';
import type { OtherLines, PastedText, TextLines, TextPiece } from './pasted-types';
import { sayConfiguration, sayRuleless, sayUnaddressed } from './ruleless';
import { unreadForms } from './unread-forms';
import { findShowingCommand, foreignRules, looksLike } from './strangers';

import { accountFailed, accountLines, type AccountedLines, type ReadLines } from './account';
import { readRules, type OpenedRules } from './read-rules';
/** Everything one pasted text holds. */
export interface ReadText {
  readonly pasted: PastedText;
  readonly lines: number;
  readonly layers: readonly TableLayer[];
  /** What it says of the machine besides its rules. */
  readonly machine: MachineText;
  readonly pieces: readonly TextPiece[];
  readonly others: readonly OtherLines[];
  /** What became of every line. */
  readonly account: readonly AccountedLines[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of the machine, if a prompt names it. */
  readonly hostname?: string;
  /** Lines on which a whole table begins that was there before, with other rules; absent: there is none. */
  readonly states?: readonly number[];
  /** Ports that listings call by a name, and lines that do; absent: none. */
  readonly portNames?: ReadonlyMap<string, readonly number[]>;
  /** A reader failed, so this is not all that the text holds: it is read anew when it is asked for again. */
  readonly isPartial?: true;
}

/** A text that is being read, or was: whoever asks for it takes the reading further. */
interface Reading {
  steps: Steps<ReadText> | undefined;
  read?: ReadText;
}

/** Reads a pasted text once; the same object gives the same answer again, unless a reader failed. Never throws. */
export function readText(pasted: PastedText, memo = new Memo()): ReadText {
  return finished(readTextInSteps(pasted, memo));
}

/** As {@link readText}, in slices. Two that ask meanwhile share one reading, and one that stops leaves it to the next. */
export function* readTextInSteps(pasted: PastedText, memo: Memo): Steps<ReadText> {
  const known = memo.answersTo(readTextInSteps);
  const reading = (known.get(pasted) as Reading | undefined) ?? { steps: readWhole(pasted, memo.watch) };
  known.set(pasted, reading);
  while (reading.steps) {
    const step = reading.steps.next();
    if (step.done) Object.assign(reading, { steps: undefined, read: step.value });
    else yield step.value;
  }
  const read = reading.read ?? nothingOf(pasted, new Fence([pasted], memo.watch));
  if (read.isPartial) known.delete(pasted);
  return read;
}

/** What no fence within holds is held here: then nothing of the text is read, and that is said. */
function* readWhole(pasted: PastedText, watch: FenceWatch): Steps<ReadText> {
  const fence = new Fence([pasted], watch);
  try {
    return yield* readAll(pasted, fence);
  } catch (error) {
    fence.leave('text', { how: 'threw', error });
    return nothingOf(pasted, fence);
  }
}

/** A text without what was read of it. */
export function emptied<Read extends ReadText>(read: Read, { diagnostics }: Fence): Read {
  const others = [{ from: 1, to: read.lines }];
  const said = [...read.diagnostics, ...diagnostics];
  const account = accountFailed(read.lines);
  return {
    ...read,
    layers: [],
    machine: EMPTY_MACHINE,
    pieces: [],
    others,
    account,
    diagnostics: said,
    isPartial: true,
  };
}

/** Of a text nothing of which is read: all lines are left aside. */
export function nothingOf(pasted: PastedText, { diagnostics }: Fence): ReadText {
  const lines = lineStarts(pasted.text).length;
  const others = [{ from: 1, to: lines }];
  const account = accountFailed(lines);
  return {
    pasted,
    lines,
    layers: [],
    machine: EMPTY_MACHINE,
    pieces: [],
    others,
    account,
    diagnostics,
    isPartial: true,
  };
}

/** What reads a text besides the formats; like each of those, each in a fence of its own. */
export const RECOGNISERS = {
  undressed,
  describe,
  rulesInPod,
  hostnameIn,
  foreign,
  misnamed,
  remarksOn,
  unreadForms,
  markActing,
  accountLines,
  sayConfiguration,
  sayRuleless,
};

function* readAll(pasted: PastedText, fence: Fence): Steps<ReadText> {
  const text = fence.once('dressing', () => RECOGNISERS.undressed(pasted.text), pasted.text);
  const starts = yield* within(lineStartsInSteps(text), 0, 0.04);
  const opened = { pasted, text, starts, fence } satisfies OpenedRules;
  const { regions, saved, ignored, listed, layers } = yield* within(readRules(opened), 0.04, 0.55);
  const free = outside(ignored, regions);
  const scanner = new Scanner(text, starts, joined(text, starts, free), fence);
  const { machine, pieces } = yield* within(readMachine(scanner, { text, id: pasted.id }), 0.55, 0.95);
  const left = intersect(scanner.left, free);
  const runs = left.length > MOST_OTHERS ? joined(text, starts, left) : left;
  const others = yield* within(describeAll(opened, runs), 0.95, 0.98);
  const lines: ReadLines = {
    text,
    starts,
    claims: [...scanner.claims, { by: 'iptables-list', title: 'iptables -L', taken: regions }],
    left: others,
    repeated: saved.flatMap(({ value }) => value.unused),
  };
  const account = fence.once('account', () => RECOGNISERS.accountLines(lines), accountFailed(starts.length));
  const inPod = fence.once('hostname', () => rulesOfPod(opened, layers), undefined);
  const hostname = inPod?.pod ?? fence.once('hostname', () => RECOGNISERS.hostnameIn(text, starts, layers), undefined);
  const states = saved.flatMap(({ value }) => value.states);
  const remarks = remarksOf(opened, { layers, pieces, others, left });
  return {
    pasted,
    lines: starts.length,
    layers,
    machine,
    pieces,
    others,
    account,
    diagnostics: [
      ...saved.flatMap((each) => each.diagnostics).filter(({ code, span }) => code !== 'irrelevant' || !span),
      ...listed.diagnostics,
      ...scanner.diagnostics,
      ...remarks,
      ...(inPod ? [inPod.said] : []),
      ...(layers.length + pieces.length === 0 && PROJECT_FILE.detect(text) === 0 ? nothingRead(opened, others) : []),
      ...(layers.length === 0 && pieces.length > 0 && pieces.every(isObjects) ? objectsAlone(pieces) : []),
      ...(layers.length === 0 && pieces.every(isTable) ? unaddressed(machine) : []),
      ...fence.diagnostics,
    ].map((diagnostic) => ({ ...diagnostic, path: diagnostic.path ?? pasted.title })),
    ...(hostname === undefined ? {} : { hostname }),
    ...(states.length > 0 ? { states } : {}),
    ...(listed.portNames.size > 0 ? { portNames: listed.portNames } : {}),
    ...(fence.hasFailed ? { isPartial: true } : {}),
  };
}

function describeAll({ text, starts, fence }: OpenedRules, runs: readonly TextLines[]): Steps<OtherLines[]> {
  const described = (): Steps<OtherLines[]> => mapInSteps(runs, (lines) => RECOGNISERS.describe(text, starts, lines));
  return fence.steps(
    'remarks',
    described,
    runs.map(({ from, to }) => ({ from, to })),
  );
}

function rulesOfPod({ text, starts }: OpenedRules, layers: readonly TableLayer[]): ReturnType<typeof rulesInPod> {
  const first = Math.min(...layers.map(firstLine));
  if (!Number.isFinite(first)) return undefined;
  return RECOGNISERS.rulesInPod(text, { start: starts[first - 1] ?? 0, line: first }, layers);
}

interface FoundLines extends Pick<ReadText, 'layers' | 'pieces' | 'others'> {
  readonly left: readonly Lines[];
}

/** What is said of lines, each by a recogniser of its own. */
function remarksOf(
  { pasted, text, starts, fence }: OpenedRules,
  { layers, pieces, others, left }: FoundLines,
): Diagnostic[] {
  return [
    () => RECOGNISERS.foreign(others, starts),
    () => RECOGNISERS.misnamed(text, starts, pieces),
    () => RECOGNISERS.remarksOn({ text, starts, others: left }, layers),
    () => RECOGNISERS.unreadForms(text, starts, left),
    () => RECOGNISERS.markActing(pasted.text),
  ].flatMap((say): readonly Diagnostic[] => fence.once('remarks', say, []));
}

/** When there are more runs of other lines, those with only empty lines between are told as one. */
const MOST_OTHERS = 5000;

/** Runs with only empty lines between are one: what a format reads may stand in paragraphs. */
function joined(text: string, starts: Uint32Array, runs: readonly TextLines[]): TextLines[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of runs) {
    const last = all.at(-1);
    if (last && isEmpty(text, starts[last.to] ?? 0, starts[from - 1] ?? text.length)) last.to = to;
    else all.push({ from, to });
  }
  return all;
}

function isEmpty(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) > 0x20) return false;
  return true;
}

/** Names the format that was not understood, and what to paste instead. */
function nothingRead({ text, starts }: OpenedRules, others: readonly OtherLines[]): Diagnostic[] {
  if (others.some(({ looksLike }) => looksLike !== undefined && foreignRules(looksLike))) return [];
  const configured = RECOGNISERS.sayConfiguration(text, starts, others);
  if (configured) return [{ severity: 'error', code: 'unrecognised', message: configured }];
  const like = others.find(({ looksLike }) => looksLike !== undefined)?.looksLike;
  if (like !== undefined) return [{ severity: 'warning', code: 'unrecognised', message: otherFormat(like) }];
  return [{ severity: 'error', code: 'unrecognised', message: RECOGNISERS.sayRuleless(text, starts, others) }];
}

const FOREIGN = {
  netfilter: 'analysis.text.foreign-netfilter',
  elsewhere: 'analysis.text.foreign-elsewhere',
  'no-chain': 'analysis.text.rows-without-chain',
  described: 'analysis.text.described',
} as const;

/** Rules in the syntax of another tool: once for each tool, at the first lines that are. */
function foreign(others: readonly OtherLines[], starts: Uint32Array): Diagnostic[] {
  const seen = new Set<string>();
  return others.flatMap(({ from, to, looksLike: like }): Diagnostic[] => {
    const where = like === undefined || seen.has(like) ? undefined : foreignRules(like);
    if (!where || like === undefined) return [];
    seen.add(like);
    const values = { command: findShowingCommand(like), from, to };
    const id = FOREIGN[where];
    const start = starts[from - 1] ?? 0;
    const span = { start, end: starts[to] ?? start, line: from, column: 1 };
    return [{ severity: 'warning', code: 'unrecognised', message: phrase(id, values), span }];
  });
}

const isObjects = ({ format }: TextPiece): boolean => format === 'kubernetes-yaml' || format === 'kubectl-describe';

/** Objects are the cluster's, not a node's: what else would make a node of them. Of faulty ones alone it is said what is wrong. */
function objectsAlone(pieces: readonly TextPiece[]): Diagnostic[] {
  if (pieces.every(({ isFaulty }) => isFaulty)) return [];
  return [{ severity: 'warning', code: 'unrecognised', message: otherFormat('kubernetes') }];
}

const isTable = ({ format }: TextPiece): boolean => format === 'kubectl-table';

function unaddressed({ tables }: MachineText): Diagnostic[] {
  const message = sayUnaddressed(tables.map(({ value }) => value));
  return message ? [{ severity: 'warning', code: 'assumed', message }] : [];
}

function otherFormat(like: string): Phrase {
  if (like === 'kubernetes') return phrase('analysis.text.kubernetes');
  return like === 'nft'
    ? phrase('analysis.text.nft')
    : phrase('analysis.text.other', { command: findShowingCommand(like) });
}

/** Runs of lines without the listings in them. */
function outside(runs: readonly TextLines[], regions: readonly TextLines[]): TextLines[] {
  return runs.flatMap(({ from, to }) => {
    const inside = regions.filter((region) => region.from <= to && region.to >= from);
    const rest: TextLines[] = [];
    let next = from;
    for (const region of inside) {
      if (region.from > next) rest.push({ from: next, to: region.from - 1 });
      next = Math.max(next, region.to + 1);
    }
    if (next <= to) rest.push({ from: next, to });
    return rest;
  });
}

function describe(text: string, starts: Uint32Array, { from, to }: TextLines): OtherLines {
  const like = looksLike(text.slice(starts[from - 1] ?? 0, starts[to] ?? text.length));
  return { from, to, ...(like === undefined ? {} : { looksLike: like }) };
}

const PROMPT = /^[ \t]{0,40}\[?[\w.-]{1,64}@([\w.-]{1,128})[^#$>%\n]{0,80}[#$>%](?:\s|$)/gm;
const HOST_LINE = /^[a-z][\w.-]{0,63}:[~/][^\n]{0,300}$/gm;
/** Prompts further above the rules are not searched. */
const MOST_ABOVE = 200_000;

/** `ubuntu@ip-10-0-18-181:~$` -> `ip-10-0-18-181`: the last prompt above the first rule, else the first of the text. */
function hostnameIn(text: string, starts: Uint32Array, layers: readonly TableLayer[]): string | undefined {
  const first = Math.min(...layers.map(firstLine));
  const end = Number.isFinite(first) ? (starts[first - 1] ?? text.length) : text.length;
  const above = text.slice(Math.max(0, end - MOST_ABOVE), end);
  const named = [...above.matchAll(PROMPT)].at(-1)?.[1] ?? [...text.slice(0, 4096).matchAll(PROMPT)][0]?.[1];
  return named ?? hostAlone(above).at(-1) ?? hostAlone(text.slice(0, 4096))[0];
}

/** `node-a:/# iptables-save`: hosts that prompts name without a user. */
function hostAlone(text: string): string[] {
  return [...text.matchAll(HOST_LINE)].flatMap(([line]) => findPrompt(line)?.host ?? []);
}

function firstLine({ chains }: TableLayer): number {
  let first = Number.POSITIVE_INFINITY;
  for (const chain of chains.values()) if (chain.length > 0) first = Math.min(first, chain.line(0) ?? first);
  return first;
}
