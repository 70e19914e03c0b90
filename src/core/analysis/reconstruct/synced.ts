import type { ProxyModeId } from '../../kubernetes/types';
import type { TableName } from '../../linux/hooks';
import type { IpSet } from '../../linux/ipset/types';
import type { IpvsTable } from '../../linux/ipvs/types';
import type { NftRuleset } from '../../linux/nftables/types';
import { isBuiltIn } from '../../linux/xtables/chains';
import type { XtChain, XtRule, XtRuleset, XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { ownerOfChain } from '../owners';
import { rulesOf } from '../ruleset-diff/chain-diff';
import { isOfKubelet, modeOfChain } from './differences';

/** The kernel's part of a node: all that kube-proxy writes. */
export interface NodeRules {
  readonly xtables: Readonly<Partial<Record<IpFamily, XtRuleset>>>;
  readonly nftables?: NftRuleset | undefined;
  readonly ipsets?: ReadonlyMap<string, IpSet> | undefined;
  readonly ipvs?: IpvsTable | undefined;
}

/** What kube-proxy is to write, and whose leftovers it takes away. */
export interface Syncing {
  readonly written: NodeRules;
  /** The mode that writes. */
  readonly mode: ProxyModeId;
  /** The mode whose rules were pasted: kube-proxy takes them away when it starts in another one. */
  readonly pastedMode: ProxyModeId;
  readonly families: readonly IpFamily[];
}

/**
 * The node that was pasted, after kube-proxy of a cluster has synced on it: its own chains, sets, tables
 * and servers as it writes them now, its jumps ensured (added in front, as `iptables -I` does, unless they
 * are there), and all that is not its own as it was. What was not pasted is left out of both sides.
 */
export function syncedOnto(observed: NodeRules, syncing: Syncing): NodeRules {
  const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
  for (const family of ['ipv4', 'ipv6'] as const) {
    const seen = observed.xtables[family];
    if (seen) xtables[family] = syncedRuleset(seen, family, syncing);
  }
  return {
    xtables,
    nftables: observed.nftables && syncedNftables(observed.nftables, syncing),
    ipsets: observed.ipsets && syncedSets(observed.ipsets, syncing.written.ipsets),
    ipvs: observed.ipvs && syncedServers(observed.ipvs, syncing),
  };
}

function syncedRuleset(seen: XtRuleset, family: IpFamily, syncing: Syncing): XtRuleset {
  const { written, families } = syncing;
  if (!families.includes(family)) return seen;
  const tables = [...seen.tables].map(([name, table]): [TableName, XtTable] => {
    const own = written.xtables[family]?.tables.get(name);
    return [name, { name, chains: syncedChains(table, own, family, syncing) }];
  });
  return { tables: new Map(tables) };
}

function syncedChains(
  seen: XtTable,
  written: XtTable | undefined,
  family: IpFamily,
  syncing: Syncing,
): Map<string, XtChain> {
  const chains = new Map<string, XtChain>();
  for (const [name, chain] of seen.chains) {
    const own = written?.chains.get(name);
    if (isBuiltIn(seen.name, name)) chains.set(name, own ? withJumps(chain, own, family) : chain);
    else if (own) chains.set(name, isOfKubelet(name) ? chain : own);
    else if (!isTakenAway(name, syncing)) chains.set(name, chain);
  }
  for (const [name, own] of written?.chains ?? []) {
    if (!chains.has(name) && (own.length > 0 || !isBuiltIn(seen.name, name))) chains.set(name, own);
  }
  return chains;
}

/** A chain of kube-proxy that it no longer writes: of Services that are gone, or of the mode it does not run in any more. */
function isTakenAway(chain: string, { mode, pastedMode }: Syncing): boolean {
  if (ownerOfChain(chain) !== 'kube-proxy' || isOfKubelet(chain)) return false;
  const of = modeOfChain(chain);
  return of !== undefined && (of === mode || of === pastedMode);
}

/** What is there, and before it each of kube-proxy's jumps that is not. */
function withJumps(seen: XtChain, written: XtChain, family: IpFamily): XtChain {
  const there = new Set(rulesOf(seen, family));
  const missing = rulesOf(written, family).flatMap((text, index) => (there.has(text) ? [] : [index]));
  if (missing.length === 0) return seen;
  const { name, policy } = seen;
  const at = <T>(index: number, own: (place: number) => T, old: (place: number) => T): T =>
    index < missing.length ? own(missing[index] ?? 0) : old(index - missing.length);
  return {
    name,
    ...(policy === undefined ? {} : { policy }),
    length: missing.length + seen.length,
    rule: (index): XtRule => at(index, written.rule, seen.rule),
    line: () => undefined,
    text: (index) =>
      at(
        index,
        (place) => written.text?.(place),
        (place) => seen.text?.(place),
      ),
  };
}

function syncedNftables(seen: NftRuleset, { written, mode, families }: Syncing): NftRuleset {
  const tables = new Map(seen.tables);
  for (const family of families) {
    const name = family === 'ipv4' ? 'ip kube-proxy' : 'ip6 kube-proxy';
    const own = written.nftables?.tables.get(name);
    if (own) tables.set(name, own);
    else if (mode !== 'nftables') tables.delete(name);
  }
  return { tables };
}

/** Sets stay as they were made (`ipset create -exist`); their members are put right. */
function syncedSets(
  seen: ReadonlyMap<string, IpSet>,
  written: ReadonlyMap<string, IpSet> | undefined,
): ReadonlyMap<string, IpSet> {
  const sets = new Map(seen);
  for (const [name, own] of written ?? []) {
    const known = seen.get(name);
    sets.set(name, known && known.type === own.type ? { ...known, members: own.members } : own);
  }
  return sets;
}

function syncedServers(seen: IpvsTable, { written, families }: Syncing): IpvsTable {
  const others = seen.services.filter(({ address }) => !address || !families.includes(address.family));
  return { ...seen, services: [...others, ...(written.ipvs?.services ?? [])] };
}
