import { join } from 'node:path';
import { completeCluster } from '../../../src/core/kubernetes/complete';
import type { SuiteResult } from '../suite';
import { compareRulesets } from './compare-xtables';
import { inputOf, readClusters, recordedText, Tally, saveText } from './recordings';
import { compareFullRestore } from './restore-text';
import { USERSPACE_MODE } from '../../../src/core/kubernetes/proxy/userspace';
import { printRuleset, rulesetFromLines } from '../../../src/core/linux/xtables/ruleset-text';

const FAMILIES = [
  ['ipv4', 'iptables'],
  ['ipv6', 'ip6tables'],
] as const;

/** Recorded clusters against the compiler: restore and save, each family; then with slices rebuilt from Pods. */
export function iptablesClusters(folder: string): SuiteResult[] {
  const tallies = FAMILIES.flatMap(([family]) => [
    new Tally(`iptables restore ${family}`),
    new Tally(`iptables save ${family}`),
    new Tally(`iptables restore ${family}, slices rebuilt`),
  ]);
  for (const recorded of readClusters(folder)) {
    // Drops what the endpointslice controller made and makes it anew; kept where a selector finds no Pod.
    const rebuilt = completeCluster(recorded.cluster);
    for (const node of recorded.nodes) {
      for (const [index, [family, tool]] of FAMILIES.entries()) {
        const text = (form: string): string | undefined => recordedText(join(recorded.folder, node, `${tool}.${form}`));
        const input = inputOf(recorded, node, family);
        const where = `${recorded.name} ${node} ${family}`;
        const [restore, save, again] = tallies.slice(index * 3);
        compare(restore, where, text('restore'), (fed) => compareFullRestore(fed, input));
        compare(save, where, text('save'), (kept) => compareRulesets(kept, saveText(input)));
        const other = inputOf(recorded, node, family, rebuilt);
        compare(again, where, text('restore'), (fed) => compareFullRestore(fed, other));
      }
    }
  }
  return tallies.map((tally) => tally.result());
}

function compare(
  tally: Tally | undefined,
  where: string,
  expected: string | undefined,
  differ: (expected: string) => readonly string[],
): void {
  if (expected !== undefined) tally?.add(where, differ(expected));
}

/** Clusters whose rules a real iptables listed; only the rules were kept, so chains are not compared. */
export function userspaceClusters(folder: string): SuiteResult[] {
  const tally = new Tally('userspace save ipv4');
  for (const { name, folder: place, cluster, config, nodes } of readClusters(folder)) {
    for (const node of nodes) {
      const recorded = recordedText(join(place, node, 'iptables.save'));
      if (recorded === undefined) continue;
      const state = USERSPACE_MODE.syncProxyRules({ cluster, node, family: 'ipv4', config, release: '1.25' });
      const text = printRuleset(rulesetFromLines(state.xtables.tables, 'ipv4'), 'ipv4');
      tally.add(`${name} ${node}`, compareRulesets(rulesOnly(recorded), rulesOnly(text)));
    }
  }
  return [tally.result()];
}

function rulesOnly(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('*') || line.startsWith('-A'))
    .join('\n');
}
