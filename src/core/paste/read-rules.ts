import { phrase } from '../lib/phrase';
import { within, type Steps } from '../lib/scan';
import { Fence } from '../formats/fence';
import type { Diagnostic, Parsed } from '../formats/format';
import { readIptablesSave, type IptablesSave } from '../formats/iptables-save';
import { findTableOfChain } from '../formats/iptables-save/infer';
import { chainOfListing, familyOfListing, listLosses, splitListings, tableOfListing } from '../formats/iptables-list';
import { readListing, type ListedChain } from '../formats/listing/read-listing';
import { intersect } from '../formats/lines/text-lines';
import { printRule } from '../linux/xtables/rule-text';
import { BUILT_IN_CHAINS, type XtChain, type XtRule } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';
import { backendLines, onlyThese, type Backend, type BackendLines } from './backends';
import { withSource, type PastedChain, type TableLayer } from './layers';
import { groupRows } from './grepped-rows';
import { getListings, type ListingRegion } from './listings';
import type { PastedText, TextLines } from './pasted-types';
import { hidesInterfaces, withoutHidden } from './unlisted-interfaces';
import type { TableName } from '../linux/hooks';

/** A text and what its readers are let at it with. */
export interface OpenedRules {
  readonly pasted: PastedText;
  readonly text: string;
  readonly starts: Uint32Array;
  readonly fence: Fence;
}

/** What reads rules, each in a fence of its own. */
export const RULE_RECOGNISERS = { getListings, backendLines, readSaved, readRegion };

export interface Rules {
  readonly regions: readonly ListingRegion[];
  readonly saved: readonly SavedRules[];
  /** Lines that are in no table of {@link saved}, ascending. */
  readonly ignored: readonly TextLines[];
  readonly listed: ListedText;
  readonly layers: readonly TableLayer[];
}

/** The rules of a text, as `iptables-save` and as `iptables -L` show them. */
export function* readRules({ pasted: { id, ports }, text, starts, fence }: OpenedRules): Steps<Rules> {
  const listings = fence.steps('iptables -L', () => RULE_RECOGNISERS.getListings(text, starts), []);
  const regions = yield* within(listings, 0, 0.1);
  const all: readonly BackendLines[] = [{ backend: undefined, runs: [{ from: 1, to: starts.length }] }];
  const backends = fence.once('backends', () => RULE_RECOGNISERS.backendLines(text, starts), all);
  const readings = yield* within(readAllSaved({ text, starts, fence }, backends), 0.1, 0.8);
  const saved = readings.flatMap(({ read }) => read ?? []);
  const around = { id, backends, ports, fence };
  const listed = yield* within(readRegions(text, regions, around), 0.8, 1);
  const layers = [...saved.flatMap((each) => layersOfSave(each, id)), ...listed.layers];
  return { regions, saved, ignored: listIgnored(readings), listed, layers };
}

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

/** What `iptables-save` and its like showed, by the tool that printed it. */
export interface SavedRules extends Parsed<IptablesSave> {
  readonly backend: Backend | undefined;
}

/** One reading of a text: which of its lines were shown, and what was read of them; undefined: no rule is among them. */
interface Reading {
  readonly runs: readonly TextLines[];
  readonly read: SavedRules | undefined;
}

/** A text of both tools is read twice, each time with the other's lines blank. */
function* readAllSaved(
  { text, starts, fence }: Pick<OpenedRules, 'text' | 'starts' | 'fence'>,
  backends: readonly BackendLines[],
): Steps<readonly Reading[]> {
  const all: Reading[] = [];
  for (const [index, { backend, runs }] of backends.entries()) {
    const own = backends.length === 1 ? text : onlyThese(text, starts, runs);
    const [from, to] = [index / backends.length, (index + 1) / backends.length];
    const read = yield* within(
      fence.attempt(SAVE, () => RULE_RECOGNISERS.readSaved(own, backend)),
      from,
      to,
    );
    if (read.ok) all.push({ runs, read: read.value });
    else if (read.error.how === 'slow') {
      fence.leave(SAVE, read.error);
      all.push({ runs, read: undefined });
    } else all.push(...(yield* within(readByTable({ text: own, starts, fence }, { backend, runs }), from, to)));
  }
  return all;
}

const SAVE = 'iptables-save';

function* readSaved(text: string, backend: Backend | undefined): Steps<SavedRules | undefined> {
  const read = yield* readIptablesSave(text);
  return read.ok ? { ...read.value, backend } : undefined;
}

const BEGINS_TABLE = /^[ \t]*\*(?:raw|mangle|nat|filter|security)[ \t\r]*$/;

/** The tables of a text with one at which the reader throws: each by itself, with all other lines blank. */
function* readByTable(
  { text, starts, fence }: Pick<OpenedRules, 'text' | 'starts' | 'fence'>,
  { backend, runs }: BackendLines,
): Steps<readonly Reading[]> {
  const begins: number[] = [];
  for (let line = 1; line <= starts.length; line++) {
    if (BEGINS_TABLE.test(text.slice(starts[line - 1], (starts[line] ?? text.length + 1) - 1))) begins.push(line);
  }
  const all: Reading[] = [];
  for (const [index, from] of [...new Set([1, ...begins])].entries()) {
    const to = index >= MOST_TABLES ? starts.length : (begins.find((line) => line > from) ?? starts.length + 1) - 1;
    const own = onlyThese(text, starts, [{ from, to }]);
    const tried = (): ReturnType<typeof readSaved> => RULE_RECOGNISERS.readSaved(own, backend);
    const read = index >= MOST_TABLES ? undefined : yield* fence.steps(SAVE, tried, undefined, { from, to });
    all.push({ runs: intersect([{ from, to }], runs), read });
    if (index >= MOST_TABLES) break;
  }
  return all;
}

/** More tables of one text are not read singly. */
const MOST_TABLES = 30;

/** Lines that are in no table: of several readings each has only its own, and one in which no rule was found has none. */
function listIgnored(readings: readonly Reading[]): readonly TextLines[] {
  const runs = readings.flatMap(({ runs: shown, read }) =>
    read === undefined ? shown : readings.length === 1 ? read.value.ignored : intersect(shown, read.value.ignored),
  );
  return readings.length === 1 ? runs : runs.toSorted((a, b) => a.from - b.from);
}

function layersOfSave({ value: { rulesets }, backend }: SavedRules, id: string): TableLayer[] {
  return (['ipv4', 'ipv6'] as const).flatMap((family) =>
    [...(rulesets[family]?.tables.values() ?? [])].map(({ name, whole, isTyped, chains }): TableLayer => ({
      family,
      table: name,
      format: 'iptables-save',
      whole,
      ...(isTyped ? { isTyped } : {}),
      source: id,
      ...(backend === undefined ? {} : { backend }),
      chains: withSource(chains.values(), id),
    })),
  );
}

export interface ListedText {
  readonly layers: readonly TableLayer[];
  readonly diagnostics: readonly Diagnostic[];
  readonly portNames: ReadonlyMap<string, readonly number[]>;
}

interface Around {
  readonly id: string;
  readonly ports: PastedText['ports'];
  readonly backends: readonly BackendLines[];
  readonly fence: Fence;
}

function backendAt(backends: readonly BackendLines[], line: number): Backend | undefined {
  return backends.find(({ runs }) => runs.some(({ from, to }) => from <= line && line <= to))?.backend;
}

function* readRegions(
  text: string,
  regions: readonly ListingRegion[],
  { id, backends, ports, fence }: Around,
): Steps<ListedText> {
  const layers: GrowingLayer[] = [];
  const diagnostics: Diagnostic[] = [];
  const portNames = new Map<string, readonly number[]>();
  for (const [index, region] of regions.entries()) {
    const progress = index / regions.length;
    const backend = backendAt(backends, region.from);
    const read = yield* within(
      fence.steps('iptables -L', () => RULE_RECOGNISERS.readRegion(text, region, ports), undefined, region),
      progress,
      progress,
    );
    if (!read) continue;
    for (const each of read.diagnostics) diagnostics.push(each);
    for (const [name, lines] of read.portNames) if (!portNames.has(name)) portNames.set(name, lines);
    for (const { chains, table = region.table } of read.groups) {
      addLayer(layers, diagnostics, { group: chains, table, family: read.family, id, backend });
    }
  }
  return { layers, diagnostics, portNames };
}

interface ReadRegion {
  readonly family: IpFamily;
  readonly groups: readonly { readonly chains: readonly ListedChain[]; readonly table?: TableName }[];
  readonly diagnostics: readonly Diagnostic[];
  readonly portNames: ReadonlyMap<string, readonly number[]>;
}

/** One listing. */
function* readRegion(text: string, region: ListingRegion, ports: PastedText['ports']): Steps<ReadRegion> {
  const family = region.family ?? familyOfListing(text.slice(region.start, region.end));
  const options = { ...region, line: region.from, ...(ports ? { ports } : {}) };
  const { chains, ...read } = yield* readListing(text, family, options);
  const diagnostics = [...read.diagnostics, ...listLosses(chains)];
  const [first] = chains;
  if (region.unheaded?.name === '' && first) {
    const { groups, untold } = groupRows(first, region.table);
    const said = [...diagnostics, ...sayUntold(untold), ...(groups.length > 0 ? [sayGrouped(groups)] : [])];
    return { family, groups, diagnostics: said, portNames: read.portNames };
  }
  const groups = splitListings(chains).map((each) => ({ chains: each }));
  return { family, groups, diagnostics, portNames: read.portNames };
}

function sayGrouped(groups: ReadRegion['groups']): Diagnostic {
  const names = groups.flatMap(({ table, chains }) => chains.map(({ name }) => `${table ?? ''} ${name}`));
  const values = { count: names.length, chains: names.slice(0, MOST_NAMES).join(', ') };
  const line = Math.min(...groups.flatMap(({ chains }) => chains.map((chain) => chain.line)));
  const span = { start: 0, end: 0, line, column: 1 };
  return { severity: 'info', code: 'assumed', message: phrase('analysis.text.rows-told', values), span };
}

const MOST_NAMES = 5;

function sayUntold([line, ...more]: readonly number[]): readonly Diagnostic[] {
  if (line === undefined) return [];
  const message = phrase('analysis.text.rows-untold', { line, count: more.length + 1 });
  return [{ severity: 'warning', code: 'unrecognised', message, span: { start: 0, end: 0, line, column: 1 } }];
}

/** A layer that further listings of the text add chains to. */
interface GrowingLayer extends TableLayer {
  readonly chains: Map<string, PastedChain>;
}

interface Listed {
  readonly group: readonly ListedChain[];
  /** Undefined: their names tell it. */
  readonly table: TableName | undefined;
  readonly family: IpFamily;
  readonly id: string;
  readonly backend: Backend | undefined;
}

/** Listings of some chains each are put together; of two of the same chain that differ the first counts. */
function addLayer(
  layers: GrowingLayer[],
  diagnostics: Diagnostic[],
  { group, table: known, family, id, backend }: Listed,
): void {
  const table = known ?? whichTable(group);
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
