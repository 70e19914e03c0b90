import { Memo, once } from '../lib/memo';
import { phrase, type Phrase } from '../lib/phrase';
import { lineStartsInSteps, finished, mapInSteps, within, type Steps } from '../lib/scan';
import type { Diagnostic, Parsed } from '../formats/format';
import { readIptablesSave, type IptablesSave } from '../formats/iptables-save';
import { findTableOfChain } from '../formats/iptables-save/infer';
import { chainOfListing, familyOfListing, listLosses, splitListings, tableOfListing } from '../formats/iptables-list';
import { intersect } from '../formats/lines/text-lines';
import { undressed } from '../formats/lines/undressed';
import { readListing, type ListedChain } from '../formats/listing/read-listing';
import { PROJECT_FILE } from '../formats/project-file';
import { printRule } from '../linux/xtables/rule-text';
import { BUILT_IN_CHAINS, type XtChain, type XtRule } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';
import { backendLines, onlyThese, type Backend, type BackendLines } from './backends';
import { withSource, type PastedChain, type TableLayer } from './layers';
import { misnamed, remarksOn } from './remarks';
import { getListings, type ListingRegion } from './listings';
import { rulesInPod } from './machine/inside';
import { readMachine } from './machine/read';
import { Scanner } from './machine/scan';
import type { MachineText } from './machine/types';
import type { OtherLines, PastedText, TextLines, TextPiece } from './pasted-types';
import { unreadForms } from './unread-forms';
import { findShowingCommand, foreignRules, hidesInterfaces, looksLike, withoutHidden } from './unlisted-interfaces';
import type { TableName } from '../linux/hooks';

/** Chains that kube-proxy and kubelet have in nat only. */
const NAT =
  /^KUBE-(?:SVC|SVL|SEP|XLB|EXT|FW|HP)-|^KUBE-(?:MARK-(?:MASQ|DROP)|POSTROUTING|NODE-PORT|LOAD-BALANCER|PORTALS-\w+|NODEPORT-\w+|HOSTPORTS)$/;
const FILTER =
  /^KUBE-(?:FORWARD|FIREWALL|EXTERNAL-SERVICES|PROXY-FIREWALL|NODE-PORT-FILTER)$|^ufw6?-|^DOCKER-(?:USER|ISOLATION)/;

/** The table some listed chains belong to: by built-in chains and targets, by what they are called, by where they jump. */
function whichTable(chains: readonly ListedChain[]): TableName {
  const told = tableOfListing(chains);
  if (told) return told;
  const names = chains.flatMap(({ name, rules }) => [
    name,
    ...rules.flatMap(({ target }) =>
      target?.target === 'JUMP' || target?.target === 'GOTO' ? [target.spec.chain] : [],
    ),
  ]);
  if (names.some((name) => NAT.test(name))) return 'nat';
  if (names.some((name) => FILTER.test(name))) return 'filter';
  const found = names.map(findTableOfChain).find((table) => table !== undefined);
  return found ?? (names.includes('KUBE-SERVICES') ? 'nat' : 'filter');
}

/** Everything one pasted text holds. */
export interface ReadText {
  readonly pasted: PastedText;
  readonly lines: number;
  readonly layers: readonly TableLayer[];
  /** What it says of the machine besides its rules. */
  readonly machine: MachineText;
  readonly pieces: readonly TextPiece[];
  readonly others: readonly OtherLines[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of the machine, if a prompt names it. */
  readonly hostname?: string;
  /** Lines on which a whole table begins that was there before, with other rules; absent: there is none. */
  readonly states?: readonly number[];
  /** Ports that listings call by a name, and lines that do; absent: none. */
  readonly portNames?: ReadonlyMap<string, readonly number[]>;
}

/** A text that is being read, or was: whoever asks for it takes the reading further. */
interface Reading {
  steps: Steps<ReadText> | undefined;
  read?: ReadText;
}

const readingOf = once((pasted: PastedText): Reading => ({ steps: readAll(pasted) }));

/** Reads a pasted text once; the same object gives the same answer again. Never throws. */
export function readText(pasted: PastedText, memo = new Memo()): ReadText {
  return finished(readTextInSteps(pasted, memo));
}

/** As {@link readText}, in slices. Two that ask meanwhile share one reading, and one that stops leaves it to the next. */
export function* readTextInSteps(pasted: PastedText, memo: Memo): Steps<ReadText> {
  const reading = readingOf(pasted, memo);
  while (reading.steps) {
    const step = reading.steps.next();
    if (step.done) Object.assign(reading, { steps: undefined, read: step.value });
    else yield step.value;
  }
  return reading.read!;
}

function* readAll(pasted: PastedText): Steps<ReadText> {
  const { id, title, ports } = pasted;
  const text = undressed(pasted.text);
  const starts = yield* within(lineStartsInSteps(text), 0, 0.04);
  const regions = yield* within(getListings(text, starts), 0.04, 0.1);
  const backends = backendLines(text, starts);
  const saved = yield* within(readSaved(text, starts, backends), 0.1, 0.45);
  const listed = yield* within(readRegions(text, regions, { id, backends, ports }), 0.45, 0.55);
  const ignored = saved.length > 0 ? listIgnored(saved) : [{ from: 1, to: starts.length }];
  const free = outside(ignored, regions);
  const scanner = new Scanner(text, starts, joined(text, starts, free));
  const { machine, pieces } = yield* within(readMachine(scanner, { text, id }), 0.55, 0.95);
  const left = intersect(scanner.left, free);
  const runs = left.length > MOST_OTHERS ? joined(text, starts, left) : left;
  const others = yield* within(
    mapInSteps(runs, (lines) => describe(text, starts, lines)),
    0.95,
    0.98,
  );
  const layers = [...saved.flatMap((each) => layersOfSave(each, id)), ...listed.layers];
  const first = Math.min(...layers.map(firstLine));
  const inPod = Number.isFinite(first)
    ? rulesInPod(text, { start: starts[first - 1] ?? 0, line: first }, layers)
    : undefined;
  const hostname = inPod?.pod ?? hostnameIn(text, starts, layers);
  const states = saved.flatMap(({ value }) => value.states);
  return {
    pasted,
    lines: starts.length,
    layers,
    machine,
    pieces,
    others,
    diagnostics: [
      ...saved.flatMap((each) => each.diagnostics).filter(({ code, span }) => code !== 'irrelevant' || !span),
      ...listed.diagnostics,
      ...scanner.diagnostics,
      ...foreign(others, starts),
      ...misnamed(text, starts, pieces),
      ...remarksOn({ text, starts, others: left }, layers),
      ...unreadForms(text, starts, left),
      ...(inPod ? [inPod.said] : []),
      ...(layers.length + pieces.length === 0 && PROJECT_FILE.detect(text) === 0 ? nothingRead(others) : []),
      ...(layers.length === 0 && pieces.length > 0 && pieces.every(isObjects) ? [objectsAlone()] : []),
    ].map((diagnostic) => ({ ...diagnostic, path: diagnostic.path ?? title })),
    ...(hostname === undefined ? {} : { hostname }),
    ...(states.length > 0 ? { states } : {}),
    ...(listed.portNames.size > 0 ? { portNames: listed.portNames } : {}),
  };
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
function nothingRead(others: readonly OtherLines[]): Diagnostic[] {
  if (others.some(({ looksLike }) => looksLike !== undefined && foreignRules(looksLike))) return [];
  const like = others.find(({ looksLike }) => looksLike !== undefined)?.looksLike;
  const severity = like === undefined ? 'error' : 'warning';
  return [{ severity, code: 'unrecognised', message: otherFormat(like) }];
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

/** Objects are the cluster's, not a node's: what else would make a node of them. */
function objectsAlone(): Diagnostic {
  return { severity: 'warning', code: 'unrecognised', message: otherFormat('kubernetes') };
}

function otherFormat(like: string | undefined): Phrase {
  if (like === undefined) return phrase('analysis.text.nothing');
  if (like === 'kubernetes') return phrase('analysis.text.kubernetes');
  return like === 'nft'
    ? phrase('analysis.text.nft')
    : phrase('analysis.text.other', { command: findShowingCommand(like) });
}

/** What `iptables-save` and its like showed, by the tool that printed it. */
interface Saved extends Parsed<IptablesSave> {
  readonly backend: Backend | undefined;
}

/** A text of both tools is read twice, each time with the other's lines blank; nothing: no rule is in it. */
function* readSaved(text: string, starts: Uint32Array, backends: readonly BackendLines[]): Steps<readonly Saved[]> {
  const all: Saved[] = [];
  for (const [index, { backend, runs }] of backends.entries()) {
    const own = backends.length === 1 ? text : onlyThese(text, starts, runs);
    const steps = readIptablesSave(own);
    const read = yield* within(steps, index / backends.length, (index + 1) / backends.length);
    if (read.ok) all.push({ ...read.value, backend });
  }
  return all;
}

/** Lines that are in no table: of several readings each has only its own. */
function listIgnored(saved: readonly Saved[]): readonly TextLines[] {
  const runs = saved.flatMap(({ value }) => value.ignored);
  return saved.length === 1 ? runs : runs.toSorted((a, b) => a.from - b.from);
}

function layersOfSave({ value: { rulesets }, backend }: Saved, id: string): TableLayer[] {
  return (['ipv4', 'ipv6'] as const).flatMap((family) =>
    [...(rulesets[family]?.tables.values() ?? [])].map(({ name, whole, chains }): TableLayer => ({
      family,
      table: name,
      format: 'iptables-save',
      whole,
      source: id,
      ...(backend === undefined ? {} : { backend }),
      chains: withSource(chains.values(), id),
    })),
  );
}

interface ListedText {
  readonly layers: readonly TableLayer[];
  readonly diagnostics: readonly Diagnostic[];
  readonly portNames: NonNullable<ReadText['portNames']>;
}

interface Around {
  readonly id: string;
  readonly ports: PastedText['ports'];
  readonly backends: readonly BackendLines[];
}

function backendAt(backends: readonly BackendLines[], line: number): Backend | undefined {
  return backends.find(({ runs }) => runs.some(({ from, to }) => from <= line && line <= to))?.backend;
}

function* readRegions(
  text: string,
  regions: readonly ListingRegion[],
  { id, backends, ports }: Around,
): Steps<ListedText> {
  const layers: GrowingLayer[] = [];
  const diagnostics: Diagnostic[] = [];
  const portNames = new Map<string, readonly number[]>();
  for (const [index, region] of regions.entries()) {
    const progress = index / regions.length;
    const family = region.family ?? familyOfListing(text.slice(region.start, region.end));
    const backend = backendAt(backends, region.from);
    const steps = readListing(text, family, { ...region, line: region.from, ...(ports ? { ports } : {}) });
    const { chains, ...read } = yield* within(steps, progress, progress);
    for (const each of [...read.diagnostics, ...listLosses(chains)]) diagnostics.push(each);
    for (const [name, lines] of read.portNames) if (!portNames.has(name)) portNames.set(name, lines);
    for (const group of splitListings(chains)) addLayer(layers, diagnostics, { group, region, family, id, backend });
  }
  return { layers, diagnostics, portNames };
}

/** A layer that further listings of the text add chains to. */
interface GrowingLayer extends TableLayer {
  readonly chains: Map<string, PastedChain>;
}

interface Listed {
  readonly group: readonly ListedChain[];
  readonly region: ListingRegion;
  readonly family: IpFamily;
  readonly id: string;
  readonly backend: Backend | undefined;
}

/** Listings of some chains each are put together; of two of the same chain that differ the first counts. */
function addLayer(
  layers: GrowingLayer[],
  diagnostics: Diagnostic[],
  { group, region, family, id, backend }: Listed,
): void {
  const table = region.table ?? whichTable(group);
  const names = new Set(group.map(({ name }) => name));
  // Old kernels have no INPUT in nat.
  const whole = BUILT_IN_CHAINS[table].every((hook) => names.has(hook) || (table === 'nat' && hook === 'INPUT'));
  const chains = withSource(group.map(chainOfListing), id);
  const partial = whole
    ? undefined
    : layers.find(
        (layer) => !layer.whole && layer.table === table && layer.family === family && layer.backend === backend,
      );
  if (!partial) {
    const of = backend === undefined ? {} : { backend };
    layers.push({ family, table, format: 'iptables-list', whole, source: id, ...of, chains });
    return;
  }
  for (const [name, chain] of chains) {
    const known = partial.chains.get(name);
    if (!known || showsMore(known, chain, family)) partial.chains.set(name, chain);
    else if (!sameRules(known, chain, family)) diagnostics.push(listedTwice(known, chain));
  }
}

/** Is it the same chain, listed with `-v` where it was listed without? */
function showsMore(known: XtChain, chain: XtChain, family: IpFamily): boolean {
  const rules = Array.from({ length: known.length }, (_, index) => known.rule(index));
  const isBlind = rules.length > 0 && rules.length === chain.length && rules.every(hidesInterfaces);
  const shown = (rule: XtRule): string => printRule({ ...rule, indev: undefined, outdev: undefined }, family);
  return isBlind && rules.every((rule, index) => shown(withoutHidden(rule)) === shown(chain.rule(index)));
}

function sameRules(a: XtChain, b: XtChain, family: IpFamily): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (printRule(a.rule(i), family) !== printRule(b.rule(i), family)) return false;
  return true;
}

function listedTwice(first: PastedChain, second: PastedChain): Diagnostic {
  const line = second.line(0) ?? 1;
  const message = phrase('analysis.text.listed-twice', { chain: first.name, first: first.line(0) ?? 1, second: line });
  return { severity: 'warning', code: 'assumed', message, span: { start: 0, end: 0, line, column: 1 } };
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
/** Prompts further above the rules are not searched. */
const MOST_ABOVE = 200_000;

/** `ubuntu@ip-10-0-18-181:~$` -> `ip-10-0-18-181`: the last prompt above the first rule, else the first of the text. */
function hostnameIn(text: string, starts: Uint32Array, layers: readonly TableLayer[]): string | undefined {
  const first = Math.min(...layers.map(firstLine));
  const end = Number.isFinite(first) ? (starts[first - 1] ?? text.length) : text.length;
  const above = [...text.slice(Math.max(0, end - MOST_ABOVE), end).matchAll(PROMPT)].at(-1);
  return above?.[1] ?? [...text.slice(0, 4096).matchAll(PROMPT)][0]?.[1];
}

function firstLine({ chains }: TableLayer): number {
  let first = Number.POSITIVE_INFINITY;
  for (const chain of chains.values()) if (chain.length > 0) first = Math.min(first, chain.line(0) ?? first);
  return first;
}
