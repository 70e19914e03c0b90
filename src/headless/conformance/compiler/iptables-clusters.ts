import { join } from 'node:path';
import { completeCluster } from '../../../core/kubernetes/complete';
import { hasEndpointSlices } from '../../../core/kubernetes/controllers/endpointslice';
import { namespacedName } from '../../../core/kubernetes/meta';
import { ownerServiceOf } from '../../../core/kubernetes/defaults';
import { printRestore } from '../../../core/kubernetes/proxy/iptables/restore';
import type { SyncInput } from '../../../core/kubernetes/proxy/mode';
import type { ClusterObjects } from '../../../core/kubernetes/types';
import type { SuiteResult } from '../suite';
import { compareRulesets } from './compare-xtables';
import { readClusters, recordedText, type RecordedCluster } from './recordings';
import { saveText } from './save-text';
import { Tally } from './tally';

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
    const rebuilt = rebuildSlices(recorded.cluster);
    for (const node of recorded.nodes) {
      for (const [index, [family, tool]] of FAMILIES.entries()) {
        const text = (form: string): string | undefined => recordedText(join(recorded.folder, node, `${tool}.${form}`));
        const input = inputOf(recorded, node, family, recorded.cluster);
        const where = `${recorded.name} ${node} ${family}`;
        const [restore, save, again] = tallies.slice(index * 3);
        compare(restore, where, text('restore'), () => printRestore(input));
        compare(save, where, text('save'), () => saveText(input));
        compare(again, where, text('restore'), () => printRestore(inputOf(recorded, node, family, rebuilt)));
      }
    }
  }
  return tallies.map((tally) => tally.result());
}

function inputOf(
  recorded: RecordedCluster,
  node: string,
  family: SyncInput['family'],
  cluster: ClusterObjects,
): SyncInput {
  return { cluster, node, family, config: recorded.config, release: '1.30' };
}

function compare(tally: Tally | undefined, where: string, expected: string | undefined, actual: () => string): void {
  if (expected !== undefined) tally?.add(where, compareRulesets(expected, actual()));
}

/** Throws away the slices of Services with a selector and makes them anew from Pods. */
function rebuildSlices(cluster: ClusterObjects): ClusterObjects {
  const selecting = new Set(cluster.services.filter(hasEndpointSlices).map(namespacedName));
  const endpointSlices = cluster.endpointSlices.filter(
    (slice) => !selecting.has(`${slice.metadata.namespace ?? 'default'}/${ownerServiceOf(slice) ?? ''}`),
  );
  return completeCluster({ ...cluster, endpointSlices });
}
