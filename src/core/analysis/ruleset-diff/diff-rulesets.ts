import type { IpSet } from '../../linux/ipset/types';
import type { IpvsTable } from '../../linux/ipvs/types';
import type { NftRuleset } from '../../linux/nftables/types';
import { isBuiltIn } from '../../linux/xtables/chains';
import type { XtChain, XtRuleset, XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { rulesOf } from './chain-diff';
import { diffChains, type ListedChain } from './chains-diff';
import { diffNftables } from './nft-diff';
import { diffServers } from './server-diff';
import { diffIpsets } from './set-diff';
import type { ChainDifference, RulesetDiff, Unchanged } from './types';

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
  const [a, b] = [chainsOf(before, family), chainsOf(after, family)];
  const { changed, same } = diffChains({ table, before: a, after: b });
  return { changed: changed.map((difference) => ({ family, ...difference })), same };
}

function chainsOf(table: XtTable | undefined, family: IpFamily): Map<string, ListedChain> {
  return new Map([...(table?.chains ?? [])].map(([name, chain]) => [name, listedChain(table, chain, family)]));
}

/** A hook's chain without rules is there or is not by how a dump was made. */
function listedChain(table: XtTable | undefined, chain: XtChain, family: IpFamily): ListedChain {
  const { name, length, policy } = chain;
  const isEmpty = length === 0 && (policy ?? 'ACCEPT') === 'ACCEPT';
  return {
    rules: rulesOf(chain, family),
    ...(policy === undefined ? {} : { policy }),
    ...(table && isEmpty && isBuiltIn(table.name, name) ? { incidental: true } : {}),
  };
}
