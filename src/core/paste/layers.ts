import { phrase } from '../lib/phrase';
import type { Diagnostic } from '../formats/format';
import type { TableName } from '../linux/hooks';
import { printRule } from '../linux/xtables/rule-text';
import type { XtChain, XtRuleset, XtRule } from '../linux/xtables/types';
import { type IpFamily, makeCidr, type Cidr, type IpAddress, formatIp } from '../net/ip';
import type { Backend } from './backends';
import { type Fraction, complement } from '../lib/fraction';
import { meantProbability } from '../linux/xtables/matches/statistic';
import { protocolName } from '../linux/xtables/syntax/protocols';
import { findPrefix } from '../linux/xtables/syntax/addresses';
import { formatEndpoint } from '../net/packet';

/** A chain that knows the pasted text it was read from. */
export interface PastedChain extends XtChain {
  /** The id of the text; undefined for chains that were put in. */
  readonly source?: string;
}

/** A table as one text shows it. */
export interface TableLayer {
  readonly family: IpFamily;
  readonly table: TableName;
  readonly format: 'iptables-save' | 'iptables-list';
  /** All of it, not only some lines. */
  readonly whole: boolean;
  /** Commands that somebody typed, no listing. */
  readonly isTyped?: boolean;
  readonly source: string;
  /** The tool that printed it, if the text tells: the two keep tables of their own. */
  readonly backend?: Backend;
  readonly chains: ReadonlyMap<string, PastedChain>;
}

/** The chains of a table, each told where it came from. */
export function withSource(chains: Iterable<XtChain>, source: string): Map<string, PastedChain> {
  return new Map([...chains].map((chain) => [chain.name, { ...chain, source }]));
}

/** How many rules some chains have. */
export function rulesIn(chains: ReadonlyMap<string, XtChain>): number {
  let count = 0;
  for (const chain of chains.values()) count += chain.length;
  return count;
}

/** A pasted table, and whether all of it was pasted. */
export interface PastedTable {
  readonly name: TableName;
  readonly whole: boolean;
  readonly chains: ReadonlyMap<string, PastedChain>;
}

/** The tables of one family, put together from all texts. */
export interface PastedRuleset extends XtRuleset {
  readonly tables: ReadonlyMap<TableName, PastedTable>;
}

export interface Combined {
  readonly rulesets: Readonly<Partial<Record<IpFamily, PastedRuleset>>>;
  /** Layers of a table that another one was taken for. */
  readonly unused: ReadonlySet<TableLayer>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Puts the tables of several texts together into one node. A whole table replaces what came before
 * it, and is better than any excerpt; a dump is better than a listing; excerpts are joined.
 */
export function combineLayers(layers: readonly TableLayer[]): Combined {
  const groups = new Map<string, TableLayer[]>();
  for (const layer of layers) {
    const key = `${layer.family} ${layer.table}`;
    groups.set(key, [...(groups.get(key) ?? []), layer]);
  }
  const tables: Record<IpFamily, Map<TableName, PastedTable>> = { ipv4: new Map(), ipv6: new Map() };
  const unused = new Set<TableLayer>();
  const diagnostics: Diagnostic[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    tables[first.family].set(first.table, combineTable(group, unused, diagnostics));
  }
  const rulesets: Partial<Record<IpFamily, PastedRuleset>> = {};
  for (const family of ['ipv4', 'ipv6'] as const) {
    if (tables[family].size > 0) rulesets[family] = { tables: tables[family] };
  }
  return { rulesets, unused, diagnostics };
}

function combineTable(group: readonly TableLayer[], unused: Set<TableLayer>, diagnostics: Diagnostic[]): PastedTable {
  const name = group[0]?.table ?? 'filter';
  const wholes = group.filter(({ whole }) => whole);
  const best = wholes.findLast(({ format }) => format === 'iptables-save') ?? wholes.at(-1);
  if (best) {
    for (const layer of group) if (layer !== best) unused.add(layer);
    if (group.length > 1) diagnostics.push(takenFor(best, group));
    return { name, whole: true, chains: best.chains };
  }
  const chains = new Map<string, PastedChain>();
  const beside = group.filter((layer) => isListedBeside(layer, group));
  for (const layer of beside) {
    unused.add(layer);
    diagnostics.push(besideListing(layer));
  }
  for (const { chains: more, family } of group.filter((layer) => !beside.includes(layer))) {
    for (const [chain, shown] of more) {
      const known = chains.get(chain);
      chains.set(chain, known ? joinChains(known, shown, family) : shown);
    }
  }
  return { name, whole: false, chains };
}

/** Commands on chains that the same text lists: what is there the listing shows, whether it was made before them or behind. */
function isListedBeside({ isTyped, chains, source }: TableLayer, group: readonly TableLayer[]): boolean {
  const listed = group.filter((each) => each.format === 'iptables-list' && each.source === source);
  const isShown = (name: string): boolean => listed.some((each) => (each.chains.get(name)?.length ?? 0) > 0);
  return isTyped === true && [...chains].every(([name, { length }]) => length === 0 || isShown(name));
}

function besideListing({ chains, source }: TableLayer): Diagnostic {
  const names = [...chains].flatMap(([name, { length }]) => (length > 0 ? [name] : []));
  const message = phrase('analysis.text.commands-beside', { chains: names.join(', ') });
  return { severity: 'info', code: 'assumed', message, texts: [source] };
}

function takenFor(best: TableLayer, group: readonly TableLayer[]): Diagnostic {
  const values = { table: best.table, count: group.length };
  const others = group.filter((layer) => layer !== best && layer.whole);
  // A listing hides what a dump shows: only copies that are written alike can be held to each other.
  const differing = others.filter((layer) => layer.format === best.format && !isSameTable(layer, best));
  const texts = [...new Set([...differing, best].map(({ source }) => source))];
  return differing.length > 0
    ? { severity: 'warning', code: 'assumed', message: phrase('analysis.table.two-times', values), texts }
    : { severity: 'info', code: 'assumed', message: phrase('analysis.table.shown-again', values) };
}

/** Longer tables are held to each other by the lengths of their chains alone. */
const MOST_COMPARED = 5000;

function isSameTable({ chains: left, family }: TableLayer, { chains: right }: TableLayer): boolean {
  if (left.size !== right.size) return false;
  let rules = 0;
  for (const [name, chain] of left) {
    const other = right.get(name);
    rules += chain.length;
    if (other?.length !== chain.length) return false;
    if (rules > MOST_COMPARED) continue;
    const texts = listTexts(other, family);
    if (listTexts(chain, family).some((text, at) => text !== texts[at])) return false;
  }
  return true;
}

/** Two excerpts of a chain: the longer if it has all of the other, else the first with what only the second has behind it. */
function joinChains(a: PastedChain, b: PastedChain, family: IpFamily): PastedChain {
  const [left, right] = [listTexts(a, family), listTexts(b, family)];
  const inLeft = new Set(left);
  const inRight = new Set(right);
  if (right.every((text) => inLeft.has(text))) return a;
  if (left.every((text) => inRight.has(text))) return b;
  const extra = right.flatMap((text, index) => (inLeft.has(text) ? [] : [index]));
  const at =
    <T>(read: (chain: PastedChain, index: number) => T): ((index: number) => T) =>
    (index) =>
      index < a.length ? read(a, index) : read(b, extra[index - a.length] ?? 0);
  return {
    ...a,
    length: a.length + extra.length,
    rule: at((chain, index) => chain.rule(index)),
    line: at((chain, index) => chain.line(index)),
    text: at((chain, index) => chain.text?.(index)),
  };
}

function listTexts(chain: XtChain, family: IpFamily): string[] {
  return Array.from({ length: chain.length }, (_, index) => printRule(chain.rule(index), family));
}

export type PortProtocol = 'tcp' | 'udp' | 'sctp';

/** All comments of a rule, in order. */
export function listComments(rule: XtRule): readonly string[] {
  return rule.matches.flatMap((match) =>
    match.match === 'comment' && match.spec.comment ? [match.spec.comment.value] : [],
  );
}

/** The chain a rule jumps or goes to. */
export function findJump({ target }: XtRule): string | undefined {
  return target?.target === 'JUMP' || target?.target === 'GOTO' ? target.spec.chain : undefined;
}

/** The protocol a rule asks for, if it is one with ports. */
export function protocolOfRule({ proto }: XtRule): PortProtocol | undefined {
  const name = proto && !proto.negated ? protocolName(proto.protocol) : undefined;
  return name === 'tcp' || name === 'udp' || name === 'sctp' ? name : undefined;
}

/** The one destination port a rule asks for. */
export function findDport(rule: XtRule): number | undefined {
  for (const match of rule.matches) {
    if (match.match !== 'tcp' && match.match !== 'udp' && match.match !== 'sctp') continue;
    const { dport } = match.spec;
    if (dport && !dport.negated && dport.value.min === dport.value.max) return dport.value.min;
  }
  return undefined;
}

/** A place a packet is sent to. */
export interface TargetPlace {
  readonly address: IpAddress;
  readonly port?: number;
}

/** Where a DNAT rule sends packets; the first address of a range. */
export function findDnat({ target }: XtRule): TargetPlace | undefined {
  const to = target?.target === 'DNAT' ? target.spec.to?.value : undefined;
  if (!to?.minAddress) return undefined;
  return { address: to.minAddress, ...(to.minPort === undefined ? {} : { port: to.minPort }) };
}

/** The address a SNAT rule puts in: one of the machine's own. */
export function findSnat({ target }: XtRule): IpAddress | undefined {
  return target?.target === 'SNAT' ? target.spec.to?.value.minAddress : undefined;
}

/** The prefix an `-s` or `-d` names; undefined for masks with holes. */
export function cidrOfTest(test: XtRule['src']): Cidr | undefined {
  const prefix = test && findPrefix(test.mask);
  return test && prefix !== undefined ? makeCidr(test.address, prefix) : undefined;
}

/** The one address an `-s` or `-d` names. */
export function hostOfTest(test: XtRule['src']): IpAddress | undefined {
  if (!test || test.negated) return undefined;
  return test.mask.every((word) => word === 0xffffffff) ? test.address : undefined;
}

/** The odds of a rule's random match once it is reached; undefined without one. */
function findOdds(rule: XtRule): Fraction | undefined {
  for (const match of rule.matches) {
    if (match.match !== 'statistic' || !match.spec.probability) continue;
    const meant = meantProbability(match.spec.probability.value);
    return match.spec.probability.negated ? complement(meant) : meant;
  }
  return undefined;
}

/** Does the rule only fit who came before (`-m recent --rcheck` of session affinity)? */
function isAffinity(rule: XtRule): boolean {
  return rule.matches.some(
    (match) => match.match === 'recent' && (match.spec.rcheck ?? match.spec.update) !== undefined,
  );
}

/** The parts of a rule that tell of Services. Every field is always there: there are hundreds of thousands of these. */
export interface RuleFacts {
  readonly comment: string | undefined;
  /** The target's name, or the chain that is jumped to. */
  readonly target: string | undefined;
  readonly protocol: PortProtocol | undefined;
  /** The one address of `-d`. */
  readonly dst: string | undefined;
  readonly dport: number | undefined;
  readonly dnat: string | undefined;
  readonly odds: Fraction | undefined;
  readonly affinity: boolean;
}

const COMMENT = /-m comment --comment (?:"((?:[^"\\]|\\.)*)"|([^\s"]+)) ?/;
const TARGET = /-[jg] (\S+)/;
const PROTOCOL = /(?:^| )-p (tcp|udp|sctp)(?= |$)/;
const DST = /(?:^| )-d ([\d.]+|[\da-f:]+)(?:\/32|\/128)?(?= |$)/;
const DPORT = /--dport (\d+)(?= |$)/;
const DNAT = /--to-destination (\S+:\d+|[\d.]+)(?= |$)/;
const ODDS = /--probability (\d\.\d+)(?= |$)/;
/** Options of which a short look might miss the sense: such rules are read in full. */
const UNUSUAL =
  /! (?!-s )|-m comment .*-m comment|["'\\]|--(?!(?:dport|to-destination|probability|mode random|mark|set-xmark|dst-type LOCAL|src-type LOCAL|rcheck|seconds|reap|name|mask|rsource|set|reject-with|random-fully|persistent|random)(?: |$))/;

/**
 * Looks at a rule of a chain. Rules as kube-proxy writes them are read from their text by a few
 * patterns, which for a dump of 300,000 rules saves seconds and a gigabyte; any other rule is parsed.
 */
export function readRuleFacts(chain: PastedChain, index: number): RuleFacts {
  const text = chain.text?.(index);
  return (text === undefined ? undefined : factsOfRuleText(text)) ?? factsOfRule(chain.rule(index));
}

/** The facts on a rule that its text shows; undefined if it has to be read in full. */
export function factsOfRuleText(text: string): RuleFacts | undefined {
  const comment = COMMENT.exec(text);
  const rest = comment ? text.slice(0, comment.index) + text.slice(comment.index + comment[0].length) : text;
  if (UNUSUAL.test(rest) || (comment?.[1] ?? '').includes('\\')) return undefined;
  const said = comment ? (comment[1] ?? comment[2] ?? '') : undefined;
  const odds = ODDS.exec(rest)?.[1];
  return {
    comment: said,
    target: TARGET.exec(rest)?.[1],
    protocol: PROTOCOL.exec(rest)?.[1] as PortProtocol | undefined,
    dst: hostText(DST.exec(rest)?.[1]),
    dport: numberIn(DPORT.exec(rest)?.[1]),
    dnat: DNAT.exec(rest)?.[1],
    odds: odds === undefined ? undefined : meantProbability(Math.round(Number(odds) * 0x8000_0000)),
    affinity: rest.includes(' --rcheck'),
  };
}

/** 0.0.0.0 as a host is nobody's; and an address that is not written as the kernel does is read in full. */
function hostText(text: string | undefined): string | undefined {
  return text === undefined || text === '0.0.0.0' ? undefined : text;
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** The facts on a rule that was read. */
export function factsOfRule(rule: XtRule): RuleFacts {
  const { target } = rule;
  const name = target?.target === 'unrecognised' ? target.spec.name : target?.target;
  const address = hostOfTest(rule.dst);
  const place = findDnat(rule);
  return {
    comment: listComments(rule)[0],
    target: findJump(rule) ?? name,
    protocol: protocolOfRule(rule),
    dst: address && formatIp(address),
    dport: findDport(rule),
    dnat: place && (place.port === undefined ? formatIp(place.address) : formatEndpoint(place.address, place.port)),
    odds: findOdds(rule),
    affinity: isAffinity(rule),
  };
}
