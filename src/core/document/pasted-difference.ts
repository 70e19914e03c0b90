import type { PastedNode } from '../analysis/pasted-types';
import { recompile } from '../analysis/reconstruct/compare';
import { detectMode } from '../analysis/reconstruct/detect-mode';
import { observedOfPasted } from '../analysis/reconstruct/observe-pasted';
import { withProxyPortsOf } from '../analysis/reconstruct/proxy-ports';
import { reconstruct } from '../analysis/reconstruct/reconstruct';
import { syncedOnto, type NodeRules, type Syncing } from '../analysis/reconstruct/synced';
import type { Observed } from '../analysis/reconstruct/types';
import { diffRulesets } from '../analysis/ruleset-diff/diff-rulesets';
import type { RulesetDiff } from '../analysis/ruleset-diff/types';
import { rulesetFromLines } from '../linux/xtables/ruleset-text';
import type { XtRuleset, XtTable } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';
import { createClusterDerive } from './derive-cluster';
import type { Derive } from './derived';
import type { Document } from './document';

/**
 * What would change on the node the pasted texts are of, were kube-proxy to sync the cluster as it is
 * now: the pasted rules against those rules, by chain, set and server. Of tables that only a part was
 * pasted of, what that part was read as stands for the rest. Undefined: the cluster was not made of the
 * pasted texts, its Node is gone, or none of the texts is kube-proxy's. `derive` may remember earlier calls.
 */
export function differenceFromPasted(
  document: Document,
  derive: Derive = createClusterDerive(),
): RulesetDiff | undefined {
  const { pasted, mode } = document;
  const { rebuilt } = pasted;
  if (!rebuilt) return undefined;
  const observed = observedOf(pasted);
  const pastedMode = detectMode(observed);
  const { network, compiled } = derive({ ...document, subject: 'cluster' });
  const node = network.netns.get(rebuilt.node);
  if (!node || pastedMode === undefined) return undefined;
  const families = (['ipv4', 'ipv6'] as const).filter((family) => compiled.has(`${rebuilt.node} ${family}`));
  const { nftables, ipsets, ipvs } = node;
  const xtables = mode === 'userspace' ? withPorts(node.xtables, observed.xtables) : node.xtables;
  const syncing: Syncing = { written: { xtables, nftables, ipsets, ipvs }, mode, pastedMode, families };
  const before = withParts(document, observed, syncing);
  return diffRulesets(dumped(before), dumped(syncedOnto(observed, syncing)));
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

let last: {
  readonly texts: PastedNode['texts'];
  readonly facts: PastedNode['facts'];
  readonly machine: string | undefined;
  readonly observed: Observed;
};

/** Every edit of the cluster asks again, and the texts stay the same. */
function observedOf(pasted: PastedNode): Observed {
  const { texts, facts, rebuilt } = pasted;
  const machine = rebuilt?.machine;
  if (last?.texts !== texts || last.facts !== facts || last.machine !== machine) {
    last = { texts, facts, machine, observed: observedOfPasted(pasted, machine) };
  }
  return last.observed;
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
