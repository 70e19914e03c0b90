import type { AnyTableName, NftTableName } from '../../linux/hooks';
import type { IpFamily } from '../../net/ip';
import type { IpvsServer, IpvsService, IpvsTable } from '../../linux/ipvs/service';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import { formatEndpoint } from '../../net/packet';
import { diffLists, type MemberList, listChainRules, diffIpsets } from './chain-diff';
import type { IpSet } from '../../linux/ipset/ip-set';
import type { NftRuleset } from '../../linux/nftables/types';
import { isBuiltIn, type XtChain, type XtRuleset, type XtTable } from '../../linux/xtables/types';
import { diffChains, type DiffedChain, diffNftables } from './chains-diff';

/** A rule that is in one of two dumps only. */
export interface RuleEdit {
  readonly kind: 'added' | 'removed';
  /** 0-based, in the chain of the dump that has it. */
  readonly index: number;
  /** What follows `-A CHAIN `, or the rule of nftables, as the kernel prints it. */
  readonly text: string;
  /** The same rule stands elsewhere in the other dump's chain: only its place changed. */
  readonly moved?: boolean;
}

/** Something that was made one way and now is made another: a policy, `type nat hook …`, `hash:ip family inet …`. */
export interface Remade {
  readonly before: string;
  readonly after: string;
}

/** What of one chain differs. */
export interface ChainDiff {
  /** Absent: the name of a table of nftables says it. */
  readonly family?: IpFamily;
  readonly table: AnyTableName;
  /** The name in the later dump; of a removed chain, in the earlier one. */
  readonly chain: string;
  /** `renamed`: the same rules under another hash; `previous` is the earlier name. */
  readonly kind: 'added' | 'removed' | 'renamed' | 'changed';
  readonly previous?: string;
  readonly policy?: Remade;
  /** Where a base chain of nftables is hooked in. */
  readonly base?: Remade;
  readonly edits: readonly RuleEdit[];
  /** The program that owns the chain, if its name tells. */
  readonly owner?: string;
}

/** What of one chain of iptables differs. */
export interface ChainDifference extends ChainDiff {
  readonly family: IpFamily;
}

export interface SetDifference {
  readonly set: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The set was made otherwise: `hash:ip family inet …`. */
  readonly made?: Remade;
}

/** A set or map of nftables; absent: an ipset. */
export interface SetDiff extends SetDifference {
  readonly table?: NftTableName;
}

/** A virtual server of IPVS: its real servers as `10.244.1.5:8080 masq weight 1`. */
export interface ServerDiff {
  /** `TCP 10.96.0.10:53`. */
  readonly server: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Scheduler, flags, persistence. */
  readonly made?: Remade;
}

/** What is the same in both: chains of one table, the sets, or the virtual servers. */
export interface Unchanged {
  readonly family?: IpFamily;
  readonly table: AnyTableName | 'ipset' | 'ipvs';
  readonly names: readonly string[];
}

/**
 * What of two dumps differs. Counters, the order of chains and of elements, what packets wrote into sets, and
 * orders kube-proxy leaves to chance are no difference.
 */
export interface RulesetDiff {
  readonly chains: readonly ChainDiff[];
  readonly sets: readonly SetDiff[];
  readonly servers: readonly ServerDiff[];
  readonly unchanged: readonly Unchanged[];
}

/** Virtual servers that came, went, are scheduled otherwise or have other real servers; the order of those is no difference. */
function diffServers(
  before: IpvsTable | undefined,
  after: IpvsTable | undefined,
): { readonly servers: ServerDiff[]; readonly same: readonly string[] } {
  const { changed, same } = diffLists((before?.services ?? []).map(makeList), (after?.services ?? []).map(makeList));
  return { servers: changed.map(({ name, ...difference }) => ({ server: name, ...difference })), same };
}

function makeList(service: IpvsService): MemberList {
  const { scheduler, flags = [], persistentSeconds, netmask } = service;
  const persistent = persistentSeconds === undefined ? [] : [`persistent ${persistentSeconds}`];
  const mask = netmask === undefined ? [] : [`mask ${netmask}`];
  return {
    name: virtualName(service),
    made: [scheduler, ...flags, ...persistent, ...mask].join(' '),
    members: service.servers.map(realText),
  };
}

/** `TCP 10.96.0.10:53`, `FWM 7`. */
export function virtualName({ protocol, address, port, fwmark }: IpvsService): string {
  if (!address) return `FWM ${fwmark ?? 0}`;
  const name = protocol === undefined ? '' : (protocolName(protocol) ?? String(protocol)).toUpperCase();
  return `${name} ${formatEndpoint(address, port ?? 0)}`.trim();
}

function realText({ address, port, forward, weight }: IpvsServer): string {
  return `${formatEndpoint(address, port)} ${forward} weight ${weight}`;
}

/** What of one node a comparison looks at. */
export interface DumpedRules {
  readonly xtables: Readonly<Partial<Record<IpFamily, XtRuleset>>>;
  readonly nftables?: NftRuleset | undefined;
  readonly ipsets?: Iterable<IpSet>;
  readonly ipvs?: IpvsTable | undefined;
}

/**
 * Two dumps of one kind of node (before and after, node A and node B): chains that came and went, those
 * renamed, and inside the others which rules; sets and virtual servers by their members. What only one
 * dump has is compared with nothing. Never throws.
 */
export function diffRulesets(before: DumpedRules, after: DumpedRules): RulesetDiff {
  const xt = (['ipv4', 'ipv6'] as const).map((family) =>
    diffFamily(family, before.xtables[family], after.xtables[family]),
  );
  const nft = diffNftables(before.nftables, after.nftables);
  const { sets, same } = diffIpsets(before.ipsets ?? [], after.ipsets ?? []);
  const ipvs = diffServers(before.ipvs, after.ipvs);
  return {
    chains: [...xt.flatMap(({ chains }) => chains), ...nft.chains],
    sets: [...sets, ...nft.sets],
    servers: ipvs.servers,
    unchanged: [
      ...xt.flatMap(({ unchanged }) => unchanged),
      ...nft.unchanged,
      ...(same.length > 0 ? [{ table: 'ipset' as const, names: same }] : []),
      ...(ipvs.same.length > 0 ? [{ table: 'ipvs' as const, names: ipvs.same }] : []),
    ],
  };
}

interface FamilyDifference {
  readonly chains: readonly ChainDifference[];
  readonly unchanged: readonly Unchanged[];
}

function diffFamily(family: IpFamily, before: XtRuleset | undefined, after: XtRuleset | undefined): FamilyDifference {
  const names = new Set([...(before?.tables.keys() ?? []), ...(after?.tables.keys() ?? [])]);
  const tables = [...names].map((table) => ({
    table,
    ...compareTable({ family, table, before: before?.tables.get(table), after: after?.tables.get(table) }),
  }));
  return {
    chains: tables.flatMap(({ changed }) => changed),
    unchanged: tables.flatMap(({ table, same }) => (same.length > 0 ? [{ family, table, names: same }] : [])),
  };
}

interface Compared {
  readonly family: IpFamily;
  readonly table: XtTable['name'];
  readonly before: XtTable | undefined;
  readonly after: XtTable | undefined;
}

/** The differences of one table of one family; a missing table has no chains. */
export function diffTable(compared: Compared): ChainDifference[] {
  return compareTable(compared).changed;
}

function compareTable({ family, table, before, after }: Compared): {
  readonly changed: ChainDifference[];
  readonly same: readonly string[];
} {
  const [a, b] = [indexChains(before, family), indexChains(after, family)];
  const { changed, same } = diffChains({ table, before: a, after: b });
  return { changed: changed.map((difference) => ({ family, ...difference })), same };
}

function indexChains(table: XtTable | undefined, family: IpFamily): Map<string, DiffedChain> {
  return new Map([...(table?.chains ?? [])].map(([name, chain]) => [name, listedChain(table, chain, family)]));
}

/** A hook's chain without rules is there or is not by how a dump was made. */
function listedChain(table: XtTable | undefined, chain: XtChain, family: IpFamily): DiffedChain {
  const { name, length, policy } = chain;
  const isEmpty = length === 0 && (policy ?? 'ACCEPT') === 'ACCEPT';
  return {
    rules: listChainRules(chain, family),
    ...(policy === undefined ? {} : { policy }),
    ...(table && isEmpty && isBuiltIn(table.name, name) ? { incidental: true } : {}),
  };
}
