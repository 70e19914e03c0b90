import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { iptablesClusters, userspaceClusters, iptablesScenarios } from './compiler/iptables';
import { ipvsClusters, ipvsScenarios } from './compiler/ipvs';
import { nftablesClusters, nftablesScenarios } from './compiler/nftables';
import { firstExisting, projectRecordings, Tally } from './compiler/recordings';
import type { Suite, SuiteResult } from './suite';
import type { EndpointInfo } from '../../src/core/kubernetes/endpoint';
import { servicePorts } from '../../src/core/kubernetes/service-port';
import { service } from '../../src/core/kubernetes/build';
import { featuresSince } from '../../src/core/kubernetes/changes';
import { categorizeEndpoints, ENDPOINT_CHANGES } from '../../src/core/kubernetes/topology';

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

interface Case {
  readonly case?: string;
  readonly endpoints: readonly string[];
  readonly annotations?: Readonly<Record<string, string>> | null;
  readonly nodeLabels?: Readonly<Record<string, string>> | null;
  readonly internalTrafficPolicy: string;
  readonly externalTrafficPolicy: string;
  readonly externallyAccessible: boolean;
  readonly cluster: readonly string[];
  readonly local: readonly string[];
  readonly reachable: readonly string[];
  readonly hasAny: boolean;
}

/** The cases of categorize-endpoints.json against {@link categorizeEndpoints}. */
function categorizeCases(folder: string): SuiteResult {
  const tally = new Tally('endpoint choice');
  const cases = JSON.parse(readFileSync(join(folder, 'categorize-endpoints.json'), 'utf8')) as Case[];
  for (const [index, recorded] of cases.entries()) tally.add(recorded.case ?? `case ${index}`, compareCase(recorded));
  return tally.result();
}

/** What differs between a recorded choice and ours. */
function compareCase(recorded: Case): string[] {
  const chosen = choose(recorded);
  const names = (list: readonly EndpointInfo[]): readonly string[] => list.map((endpoint) => endpoint.endpoint);
  const rows: [what: string, want: unknown, have: unknown][] = [
    ['cluster', recorded.cluster, names(chosen.cluster)],
    ['local', recorded.local, names(chosen.local)],
    ['reachable', recorded.reachable, names(chosen.reachable).toSorted()],
    ['hasAny', recorded.hasAny, chosen.hasAny],
  ];
  return rows
    .filter(([, want, have]) => JSON.stringify(want) !== JSON.stringify(have))
    .map(([what, want, have]) => `${what} - ${JSON.stringify(want)} + ${JSON.stringify(have)}`);
}

function choose(recorded: Case) {
  const object = service('ns/svc', {
    type: recorded.externallyAccessible ? 'NodePort' : 'ClusterIP',
    clusterIP: '10.96.0.41',
    internalTrafficPolicy: recorded.internalTrafficPolicy === 'Local' ? 'Local' : 'Cluster',
    externalTrafficPolicy: recorded.externalTrafficPolicy === 'Local' ? 'Local' : 'Cluster',
    annotations: recorded.annotations ?? {},
    ports: [{ port: 80, ...(recorded.externallyAccessible ? { nodePort: 30_080 } : {}) }],
  });
  const [port] = servicePorts(object, 'ipv4');
  if (!port) throw new Error('the Service has no port');
  const zone = recorded.nodeLabels?.['topology.kubernetes.io/zone'] ?? '';
  const features = featuresSince(ENDPOINT_CHANGES, { release: '1.30' });
  return categorizeEndpoints(recorded.endpoints.map(endpointOf), port, { node: 'node1', zone, features });
}

/**
 * `LR`, `RT`...: local or remote; ready, terminating and serving, not ready, terminating and not
 * serving. In the hint cases letters before them are zones: `A`, `AB`, `LB`; `N` has no hint.
 */
function endpointOf(id: string): EndpointInfo {
  const isPlain = /^[LR][RTNX]\d?$/.test(id) && !['LB'].includes(id);
  const kind = isPlain ? (id[1] ?? 'R') : id.endsWith('T') ? 'T' : id.length > 1 && id.endsWith('N') ? 'N' : 'R';
  const zones = isPlain ? [] : ['A', 'B'].filter((letter) => id.includes(letter)).map((letter) => letter.toLowerCase());
  return {
    endpoint: id,
    ip: id,
    port: 80,
    isLocal: id.startsWith('L'),
    ready: kind === 'R',
    serving: kind === 'R' || kind === 'T',
    terminating: kind === 'T' || kind === 'X',
    zoneHints: zones,
    nodeHints: [],
    index: 0,
    slice: {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'svc-1' },
      addressType: 'IPv4',
    },
  };
}
