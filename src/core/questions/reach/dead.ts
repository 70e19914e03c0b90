import { listsNftParts } from '../../formats/nft-ruleset';
import type { Result } from '../../lib/result';
import { within, type Steps } from '../../lib/scan';
import type { AnyTableName, RuleRef } from '../../linux/hooks';
import type { Netns, Network } from '../../linux/netns';
import { tableName, type NftTable } from '../../linux/nftables/types';
import type { XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import type { PastedText } from '../../paste/pasted-types';
import { deadNftRulesInSteps, deadRulesInSteps, isNftTableInPart, type DeadRule } from '../../reach/dead-rules';
import { nftDeeds, xtDeeds, type DeedWords } from '../lint/rule-deeds';
import { nftSetsAsked, xtSetsAsked, type SetsAsked } from './sets-asked';
import { lineOfPastedRule } from '../why/pasted-candidates';

/** A rule by its chain and number from 1, and as it is written. */
interface NamedRule {
  readonly rule: string;
  readonly text?: string;
}

/** A rule that decides nothing, and where it was read: its file and line from 1. */
export interface DeadEntry extends NamedRule, Pick<DeadRule, 'why'> {
  readonly file?: string;
  readonly line?: number;
  /** Of those that take its packets one does something else to them than it would. */
  readonly otherwise: boolean;
  /** DROP or REJECT is what the rule ends in. */
  readonly stops: boolean;
  readonly by: readonly NamedRule[];
}

/** A rule of which it cannot be told whether it decides a packet: it asks what is in these sets. */
export interface UnsureEntry extends NamedRule, Pick<DeadEntry, 'file' | 'line'> {
  readonly sets: readonly string[];
}

/** What was found of one table of one machine: rules that say otherwise than those that take their packets stand first, before all those that would stop a packet. */
export interface DeadTable {
  readonly node: string;
  readonly family: IpFamily | NftTable['family'];
  readonly table: string;
  readonly rules: number;
  readonly dead: readonly DeadEntry[];
  /** Rules that no other is known to take everything from, and that ask sets whose members are not looked at. */
  readonly unsure: readonly UnsureEntry[];
  /** Why nothing is said of it: only a part is here, it is of devices or frames, or there is too much of something. */
  readonly unsaid?: { readonly kind: 'part' | 'elsewhere' } | { readonly kind: 'large'; readonly why: string };
}

type Texts = readonly PastedText[];

/** Rules of a table that are asked for, and how one of them is written. */
interface TableOfMachine extends Pick<DeadTable, 'family' | 'table'> {
  /** As rules are referred to. */
  readonly refersTo: AnyTableName;
  readonly machine: Netns;
  readonly chains: ReadonlyMap<
    string,
    { readonly length: number; readonly text?: ((index: number) => string | undefined) | undefined }
  >;
  /** A family that its rules are read in. */
  readonly over: IpFamily;
  readonly isPart: boolean;
  readonly does: DeedWords;
  readonly setsOf: SetsAsked;
  /** Undefined: it has chains of another kind than those of IP. */
  readonly find: () => Steps<Result<readonly DeadRule[], string>> | undefined;
}

/** How what keeps a packet from going on begins, as both tools write it. */
const STOPS = ['-j DROP', '-j REJECT', 'drop', 'reject'];

/** So many dead rules of a table are looked up in the texts. */
const MOST_PLACED = 500;

/**
 * Rules of iptables and nftables that decide no packet, of every node of a network, with those that take their packets;
 * `texts`: what it was read of. `limit`: nodes of diagrams for one table. Yields how far it is, 0..1.
 */
export function* findDeadTables(
  { network, texts }: { readonly network: Network; readonly texts: Texts },
  limit?: number,
): Steps<readonly DeadTable[]> {
  const machines = [...network.netns.values()].filter(({ kind }) => kind === 'node');
  const asked = machines.flatMap((machine) => listTables(machine, texts, limit));
  const found: DeadTable[] = [];
  for (const [at, each] of asked.entries()) {
    found.push(yield* within(reportTable(each, texts), at / asked.length, (at + 1) / asked.length));
  }
  return found;
}

function listTables(machine: Netns, texts: Texts, limit: number | undefined): readonly TableOfMachine[] {
  const listsParts = texts.some(({ text }) => listsNftParts(text));
  return [
    ...(['ipv4', 'ipv6'] as const).flatMap((family) =>
      [...(machine.xtables[family]?.tables.values() ?? [])].map((table) => xtTable(machine, table, { family, limit })),
    ),
    ...[...(machine.nftables?.tables.values() ?? [])].map((table) => nftTable(machine, table, { listsParts, limit })),
  ];
}

interface XtOptions {
  readonly family: IpFamily;
  readonly limit: number | undefined;
}

const xtTable = (machine: Netns, table: XtTable, { family, limit }: XtOptions): TableOfMachine => ({
  machine,
  family,
  table: table.name,
  refersTo: table.name,
  chains: table.chains,
  over: family,
  isPart: machine.excerpts?.[family]?.has(table.name) === true,
  does: xtDeeds(table, family),
  setsOf: xtSetsAsked(table),
  find: () => deadRulesInSteps({ table, family, ...(limit === undefined ? {} : { limit }) }),
});

interface NftOptions {
  readonly listsParts: boolean;
  readonly limit: number | undefined;
}

const nftTable = (machine: Netns, table: NftTable, { listsParts, limit }: NftOptions): TableOfMachine => ({
  machine,
  family: table.family,
  table: table.name,
  refersTo: tableName(table),
  chains: table.chains,
  over: table.family === 'ip6' ? 'ipv6' : 'ipv4',
  isPart: listsParts || isNftTableInPart(table),
  does: nftDeeds(table),
  setsOf: nftSetsAsked(table),
  find: () => deadNftRulesInSteps({ table, ...(limit === undefined ? {} : { limit }) }),
});

function* reportTable(asked: TableOfMachine, texts: Texts): Steps<DeadTable> {
  const { machine, family, table, chains, isPart } = asked;
  const rules = [...chains.values()].reduce((sum, { length }) => sum + length, 0);
  const head = { node: machine.title, family, table, rules, dead: [], unsure: [] };
  const steps = asked.find();
  if (!steps) return { ...head, unsaid: { kind: 'elsewhere' } };
  if (isPart) return { ...head, unsaid: { kind: 'part' } };
  const found = yield* steps;
  if (!found.ok) return { ...head, unsaid: { kind: 'large', why: found.error } };
  const saysOtherwise = ({ rule, by }: DeadRule): boolean => by.some((each) => asked.does(each) !== asked.does(rule));
  const entries = found.value.map((dead) => ({
    dead,
    otherwise: saysOtherwise(dead),
    stops: STOPS.some((word) => asked.does(dead.rule).startsWith(word)),
  }));
  const rank = ({ otherwise, stops }: (typeof entries)[number]): number => (otherwise ? (stops ? 0 : 1) : 2);
  const ordered = entries.toSorted((a, b) => rank(a) - rank(b));
  return {
    ...head,
    dead: ordered.map(({ dead, otherwise, stops }, at) => ({
      ...placeRule(asked, dead.rule, at < MOST_PLACED ? texts : []),
      why: dead.why,
      otherwise,
      stops,
      by: dead.by.map((each) => nameRule(asked, each)),
    })),
    unsure: listUnsure(asked, found.value, texts),
  };
}

/** Rules that ask sets, but for those that are dead whatever is in them. */
function listUnsure(asked: TableOfMachine, dead: readonly DeadRule[], texts: Texts): readonly UnsureEntry[] {
  const isDead = new Set(dead.map(({ rule: { chain, index } }) => `${chain} ${index}`));
  const found: UnsureEntry[] = [];
  for (const [chain, { length }] of asked.chains) {
    for (let index = 0; index < length; index++) {
      const sets = isDead.has(`${chain} ${index}`) ? [] : asked.setsOf({ chain, index });
      if (sets.length === 0) continue;
      const rule: RuleRef = { table: asked.refersTo, chain, index };
      found.push({ ...placeRule(asked, rule, found.length < MOST_PLACED ? texts : []), sets });
    }
  }
  return found;
}

function nameRule({ chains }: TableOfMachine, { chain, index }: RuleRef): NamedRule {
  const text = chains.get(chain)?.text?.(index);
  return { rule: `${chain} ${index + 1}`, ...(text === undefined ? {} : { text }) };
}

function placeRule(asked: TableOfMachine, rule: RuleRef, texts: Texts): NamedRule & Pick<DeadEntry, 'file' | 'line'> {
  const found = lineOfPastedRule(texts, asked.machine, asked.over, rule);
  const file = texts.find(({ id }) => id === found?.text)?.title;
  return {
    ...nameRule(asked, rule),
    ...(found ? { text: found.words.trim() } : {}),
    ...(found && file !== undefined ? { file, line: found.line + 1 } : {}),
  };
}
