import { Memo } from '../../lib/memo';
import { recompile, isOfKubelet, modeOfChain } from '../reconstruct/compare';
import { withProxyPortsOf } from '../reconstruct/proxy-ports';
import { detectMode, type Observed } from '../../paste/proxy/types';
import { observedLast } from '../reconstruct/rebuild';
import { reconstruct } from '../reconstruct/reconstruct';
import { diffRulesets, type RulesetDiff } from '../diff/diff-rulesets';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import { type XtRuleset, type XtTable, type XtChain, type XtRule, isBuiltIn } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { createClusterDerive } from '../../document/derive-cluster';
import type { Derive } from '../../document/kernel-parts';
import type { Document } from '../../document/document';
import type { ProxyModeId } from '../../kubernetes/types';
import type { TableName } from '../../linux/hooks';
import type { IpSet } from '../../linux/ipset/ip-set';
import type { IpvsTable } from '../../linux/ipvs/service';
import type { NftRuleset } from '../../linux/nftables/types';
import { ownerOfChain } from '../../paste/owners';
import { listChainRules } from '../diff/chain-diff';

/** The kernel's part of a node: all that kube-proxy writes. */
interface NodeRules {
  readonly xtables: Readonly<Partial<Record<IpFamily, XtRuleset>>>;
  readonly nftables?: NftRuleset | undefined;
  readonly ipsets?: ReadonlyMap<string, IpSet> | undefined;
  readonly ipvs?: IpvsTable | undefined;
}

/** What kube-proxy is to write, and whose leftovers it takes away. */
interface Syncing {
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
function syncedOnto(observed: NodeRules, syncing: Syncing): NodeRules {
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
  const there = new Set(listChainRules(seen, family));
  const missing = listChainRules(written, family).flatMap((text, index) => (there.has(text) ? [] : [index]));
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

/**
 * Changes on a pasted node if kube-proxy were to sync the cluster as it is now: the pasted rules against those rules, by
 * chain, set and server. Of tables that only a part was pasted of, what that part was read as stands for the rest. Undefined:
 * the cluster was not made of the pasted texts, its Node is gone, or none of the texts is kube-proxy's. `derive` may remember
 * earlier calls.
 */
export function differenceFromPasted(
  document: Document,
  derive: Derive = createClusterDerive(),
  memo = new Memo(),
): DifferenceFromPasted | undefined {
  const { pasted, mode } = document;
  const { rebuilt } = pasted;
  if (!rebuilt) return undefined;
  // Every edit of the cluster asks again, and the texts stay the same.
  const observed = observedLast(pasted.texts, memo, pasted.facts, pasted.nodes, rebuilt.machine);
  const pastedMode = detectMode(observed);
  const { network, compiled } = derive({ ...document, subject: 'cluster' });
  const node = network.netns.get(rebuilt.node);
  if (!node || pastedMode === undefined) return undefined;
  const families = (['ipv4', 'ipv6'] as const).filter((family) => compiled.has(`${rebuilt.node} ${family}`));
  const { nftables, ipsets, ipvs } = node;
  const xtables = mode === 'userspace' ? withPorts(node.xtables, observed.xtables) : node.xtables;
  const syncing: Syncing = { written: { xtables, nftables, ipsets, ipvs }, mode, pastedMode, families };
  const before = withParts(document, observed, syncing);
  const diff = diffRulesets(dumped(before), dumped(syncedOnto(observed, syncing)));
  const era = findEra(document);
  return { ...diff, ...(era ? { era } : {}) };
}

/** What a sync would change, and whether the release that wrote the pasted rules is compiled at all. */
export interface DifferenceFromPasted extends RulesetDiff {
  /** Absent: the release of the pasted rules is compiled here. */
  readonly era?: Era;
}

/** Rules of a release that is not compiled: another stands for it. */
export interface Era {
  /** `1.11` */
  readonly detected: string;
  readonly compiled: string;
}

function findEra({ pasted: { rebuilt }, release }: Document): Era | undefined {
  const detected = rebuilt?.detected;
  return detected === undefined ? undefined : { detected, compiled: release };
}

type Rulesets = NodeRules['xtables'];

/** Proxy ports are drawn anew at every start: those of the paste stand for them. */
function withPorts(written: Rulesets, seen: Rulesets): Rulesets {
  const made: Partial<Record<IpFamily, XtRuleset>> = { ...written };
  for (const family of ['ipv4', 'ipv6'] as const) {
    const [own, theirs] = [written[family], seen[family]];
    if (own && theirs) made[family] = withProxyPortsOf(own, theirs, family);
  }
  return made;
}

function dumped({ xtables, nftables, ipsets, ipvs }: NodeRules): Parameters<typeof diffRulesets>[0] {
  return { xtables, nftables, ipvs, ...(ipsets ? { ipsets: ipsets.values() } : {}) };
}

/** Were only some lines of the table pasted? */
function isPart(table: XtTable & { readonly whole?: boolean }): boolean {
  return table.whole === false;
}

/** The pasted rules; tables only partly pasted as kube-proxy would have written what could be read of them. */
function withParts({ pasted, mode, release }: Document, observed: Observed, syncing: Syncing): NodeRules {
  const partly = Object.values(observed.xtables).some(({ tables }) =>
    [...tables.values()].some((table) => isPart(table)),
  );
  if (!partly || !pasted.rebuilt) return observed;
  const made = reconstruct(observed, { mode, release, node: { name: pasted.rebuilt.node } });
  if (!made) return observed;
  const written: Partial<Record<IpFamily, XtRuleset>> = {};
  for (const family of syncing.families) {
    const state = recompile(made, family);
    if (state) written[family] = rulesetFromLines(state.xtables.tables, family);
  }
  const filled = syncedOnto(observed, { ...syncing, written: { xtables: written } });
  const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
  for (const family of ['ipv4', 'ipv6'] as const) {
    const [seen, full] = [observed.xtables[family], filled.xtables[family]];
    if (!seen) continue;
    const tables = [...seen.tables].map(
      ([name, table]) => [name, isPart(table) ? (full?.tables.get(name) ?? table) : table] as const,
    );
    xtables[family] = { tables: new Map(tables) };
  }
  return { ...observed, xtables };
}
