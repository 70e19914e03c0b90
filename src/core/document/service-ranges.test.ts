import { describe, expect, it } from 'vitest';
import { buildCluster, node, pod, service } from '../kubernetes/build';
import { explore } from '../sim/explore';
import { createDerive } from './derive';
import { emptyDocument, type Document, type Flow } from './document';
import { replaceCluster } from './edits/cluster';
import { resolveFlow } from './resolve-flow';

const OUTSIDE = '198.51.100.12';

/** Two nodes, of which the second has an ExternalIP, and a Service of node port 30080, with it as an externalIP, too. */
function bench(release: string, mode: 'nftables' | 'iptables'): Document {
  const owner = node('node-b', { addresses: ['172.18.0.3'], podCIDRs: ['10.244.2.0/24'] });
  const addresses = [...(owner.status.addresses ?? []), { type: 'ExternalIP', address: OUTSIDE } as const];
  const containers = [{ name: 'web', ports: [{ containerPort: 8080 }] }];
  const objects = buildCluster(
    node('node-a', { addresses: ['172.18.0.2'], podCIDRs: ['10.244.1.0/24'] }),
    { ...owner, status: { ...owner.status, addresses } },
    pod('web-1', { node: 'node-b', ips: ['10.244.2.5'], labels: { app: 'web' }, containers }),
    service('web', {
      type: 'NodePort',
      clusterIP: '10.96.50.10',
      externalIPs: [OUTSIDE],
      selector: { app: 'web' },
      ports: [{ port: 80, targetPort: 8080, nodePort: 30_080 }],
    }),
  );
  // Both modes take nodePorts at every address of the node.
  const kubeProxy = { mode, clusterCIDR: '10.244.0.0/16', nodePortAddresses: ['0.0.0.0/0'] };
  return replaceCluster({ ...emptyDocument(), mode, release, kubeProxy }, objects);
}

function endOf(document: Document, address: string, port: number): string {
  const { network } = createDerive()(document);
  const flow: Flow = { id: 'f', from: { kind: 'external' }, to: { kind: 'address', address }, protocol: 'tcp', port };
  const resolved = resolveFlow(document, network, flow);
  if (!resolved.ok) throw new Error(resolved.error.id);
  const { disposition } = explore({ network, flow: resolved.value, seed: 1 }).outcomes[0]!;
  return disposition.kind === 'DELIVERED' ? disposition.to : disposition.kind;
}

describe('an address outside that a node has', () => {
  it.each(['iptables', 'nftables'] as const)('%s: is reached from outside: node port and externalIP', (mode) => {
    const document = bench('1.33', mode);
    expect([endOf(document, OUTSIDE, 30_080), endOf(document, OUTSIDE, 80)]).toEqual([
      'default/web-1',
      'default/web-1',
    ]);
    expect(endOf(document, OUTSIDE, 81)).toBe('NO_SOCKET');
  });
});

describe('the ServiceCIDR that the API server makes of its range', () => {
  const written = (document: Document): string =>
    [...createDerive()(document).compiled.values()]
      .flatMap(({ state }) => state.nftables?.chains.get('cluster-ips-check')?.rules ?? [])
      .map(({ text }) => text)
      .filter((text) => text.includes('unallocated'))
      .join('\n');

  it.each([
    ['1.32', ''],
    ['1.33', 'ip daddr { 10.96.0.0/12 } drop comment "Drop traffic to unallocated ClusterIPs"'],
    ['1.37', 'ip daddr { 10.96.0.0/12 } drop comment "Drop traffic to unallocated ClusterIPs"'],
  ])('is known to kube-proxy %s: %s', (release, rule) => {
    expect(new Set(written(bench(release, 'nftables')).split('\n'))).toEqual(new Set([rule]));
  });

  it('gives way to one that stands in the cluster', () => {
    const document = bench('1.33', 'nftables');
    const own = { kind: 'ServiceCIDR', metadata: { name: 'kubernetes' }, spec: { cidrs: ['10.96.50.0/24'] } };
    const told = { ...document, cluster: { ...document.cluster, others: [own] } };
    expect(written(told)).toContain('{ 10.96.50.0/24 }');
  });
});
