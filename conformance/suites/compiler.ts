import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { categorizeCases } from './compiler/categorize';
import { iptablesClusters, userspaceClusters } from './compiler/iptables-clusters';
import { iptablesScenarios } from './compiler/iptables-scenarios';
import { ipvsClusters } from './compiler/ipvs-clusters';
import { ipvsScenarios } from './compiler/ipvs-scenarios';
import { nftablesClusters } from './compiler/nftables-clusters';
import { nftablesScenarios } from './compiler/nftables-scenarios';
import { firstExisting, projectRecordings } from './compiler/recordings';
import type { Suite, SuiteResult } from './suite';

/** What kube-proxy wrote against what the compiler writes. */
export const COMPILER_SUITE: Suite = {
  name: 'compiler',
  run: (folder) => {
    const iptables = placesOf(folder ?? projectRecordings());
    const nftables = placesOf(folder ?? projectRecordings('nftables'));
    const ipvs = placesOf(folder ?? projectRecordings('ipvs'));
    const results: SuiteResult[] = [
      ...iptablesClusters(iptables.clusters),
      ...ipvsClusters(ipvs.clusters),
      ...nftablesClusters(nftables.clusters),
      ...(folder === undefined ? userspaceClusters(projectRecordings('userspace')) : []),
    ];
    if (existsSync(join(iptables.scenarios, 'scenarios.json'))) results.push(...iptablesScenarios(iptables.scenarios));
    if (existsSync(join(ipvs.scenarios, 'scenarios.json'))) results.push(...ipvsScenarios(ipvs.scenarios));
    if (existsSync(join(nftables.scenarios, 'scenarios.json'))) results.push(...nftablesScenarios(nftables.scenarios));
    if (existsSync(join(iptables.scenarios, 'categorize-endpoints.json')))
      results.push(categorizeCases(iptables.scenarios));
    return results.filter(({ total }) => total > 0);
  },
};

/** Where in a folder the recorded clusters and the scenarios are. */
function placesOf(folder: string): { clusters: string; scenarios: string } {
  const clusters = firstExisting(join(folder, 'kube-proxy-1.30.5'), join(folder, 'golden', 'kube-proxy-1.30.5'));
  const scenarios = firstExisting(join(folder, 'spec-scenarios'), join(folder, 'golden', 'spec-scenarios'));
  return { clusters: clusters ?? folder, scenarios: scenarios ?? folder };
}
