import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { categorizeCases } from './compiler/categorize';
import { iptablesClusters } from './compiler/iptables-clusters';
import { iptablesScenarios } from './compiler/iptables-scenarios';
import { nftablesClusters } from './compiler/nftables-clusters';
import { nftablesScenarios } from './compiler/nftables-scenarios';
import { firstExisting, projectRecordings } from './compiler/recordings';
import type { Suite, SuiteResult } from './suite';

/** What kube-proxy wrote against what the compiler writes. */
export const COMPILER_SUITE: Suite = {
  name: 'compiler',
  run: (folder = projectRecordings()) => {
    const clusters =
      firstExisting(join(folder, 'kube-proxy-1.30.5'), join(folder, 'golden', 'kube-proxy-1.30.5')) ?? folder;
    const scenarios = firstExisting(join(folder, 'spec-scenarios'), join(folder, 'golden', 'spec-scenarios')) ?? folder;
    const results: SuiteResult[] = [...iptablesClusters(clusters), ...nftablesClusters(clusters)];
    if (existsSync(join(scenarios, 'scenarios.json'))) results.push(...iptablesScenarios(scenarios), ...nftablesScenarios(scenarios));
    if (existsSync(join(scenarios, 'categorize-endpoints.json'))) results.push(categorizeCases(scenarios));
    return results.filter(({ total }) => total > 0);
  },
};
