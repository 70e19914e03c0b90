import { join } from 'node:path';
import { completeCluster } from '../../../src/core/kubernetes/complete';
import { printIptablesRestore } from '../../../src/core/kubernetes/proxy/iptables/restore';
import type { SuiteResult } from '../suite';
import { compareRulesets } from './compare-xtables';
import { inputOf, readClusters, recordedText, Tally, saveText } from './recordings';

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
        compare(restore, where, text('restore'), () => printIptablesRestore(input));
        compare(save, where, text('save'), () => saveText(input));
        compare(again, where, text('restore'), () => printIptablesRestore(inputOf(recorded, node, family, rebuilt)));
      }
    }
  }
  return tallies.map((tally) => tally.result());
}

function compare(tally: Tally | undefined, where: string, expected: string | undefined, actual: () => string): void {
  if (expected !== undefined) tally?.add(where, compareRulesets(expected, actual()));
}
