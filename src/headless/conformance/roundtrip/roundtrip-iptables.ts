import { join } from 'node:path';
import { recompile } from '../../../core/analysis/reconstruct/compare';
import { reconstruct } from '../../../core/analysis/reconstruct/reconstruct';
import type { Reconstruction } from '../../../core/analysis/reconstruct/types';
import { IPTABLES_SAVE } from '../../../core/formats/iptables-save';
import { printRuleset, rulesetFromLines } from '../../../core/linux/xtables/ruleset-text';
import type { XtRuleset } from '../../../core/linux/xtables/types';
import type { IpFamily } from '../../../core/net/ip';
import { compareRulesets } from '../compiler/compare-xtables';
import { readClusters, recordedText } from '../compiler/recordings';
import { Tally } from '../compiler/tally';
import type { SuiteResult } from '../suite';

const FAMILIES = [
  ['ipv4', 'iptables'],
  ['ipv6', 'ip6tables'],
] as const;

/** A recorded listing as rules; undefined where there is none. */
export function recordedRules(path: string, family: IpFamily): XtRuleset | undefined {
  const text = recordedText(path);
  if (text === undefined || text.trim() === '') return undefined;
  const parsed = IPTABLES_SAVE.parse(text);
  if (!parsed.ok) return undefined;
  return parsed.value.value.rulesets[family] ?? parsed.value.value.ruleset;
}

/** What `iptables-save` would print on the reconstructed node. */
export function recompiledSave(made: Reconstruction, family: IpFamily): string {
  const state = recompile(made, family);
  return state ? printRuleset(rulesetFromLines(state.xtables.tables, family), family) : '';
}

/** Recorded rules of every node, both families at once -> a cluster -> rules again: equal as golden/README.md compares. */
export function roundtripIptables(folder: string): SuiteResult[] {
  const tallies = FAMILIES.map(([family]) => new Tally(`round trip iptables ${family}`));
  for (const { name, folder: cluster, nodes } of readClusters(folder)) {
    for (const node of nodes) {
      const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
      for (const [family, tool] of FAMILIES) {
        const rules = recordedRules(join(cluster, node, `${tool}.save`), family);
        if (rules) xtables[family] = rules;
      }
      const made = reconstruct({ xtables });
      for (const [index, [family, tool]] of FAMILIES.entries()) {
        const expected = recordedText(join(cluster, node, `${tool}.save`));
        if (expected === undefined || !xtables[family]) continue;
        const differences = made ? compareRulesets(expected, recompiledSave(made, family)) : ['nothing of kube-proxy'];
        tallies[index]?.add(`${name} ${node}`, [...differences, ...unexplained(made, family)]);
      }
    }
  }
  return tallies.map((tally) => tally.result());
}

/** The reconstruction's own comparison must agree: nothing differs. */
export function unexplained(made: Reconstruction | undefined, family: IpFamily): string[] {
  const found = (made?.differences ?? []).filter((difference) => difference.family === family);
  return found.map(({ kind, table, chain, text }) => `${kind} ${table} ${chain} ${text}`);
}
