import { describe, expect, it } from 'vitest';
import { buildCluster, node, pod, service } from '../kubernetes/build';
import type { KubeProxyConfig, ProxyModeId } from '../kubernetes/types';
import { explore } from '../sim/explore';
import type { Outcome } from '../sim/trace';
import { createDerive } from './derive';
import { emptyDocument, type Document, type Flow } from './document';
import { replaceCluster } from './edits/cluster';
import { resolveFlow } from './resolve-flow';

const NODE_B = '192.168.10.12';
/** The externalIP is the address of node-b; in IPVS mode node-a binds it, too. */
const OBJECTS = buildCluster(
  node('node-a', { addresses: ['192.168.10.11'], podCIDRs: ['10.244.1.0/24'] }),
  node('node-b', { addresses: [NODE_B], podCIDRs: ['10.244.2.0/24'] }),
  pod('web-1', {
    node: 'node-a',
    ips: ['10.244.1.5'],
    labels: { app: 'web' },
    containers: [{ name: 'c', ports: [{ containerPort: 8080 }] }],
  }),
  service('web', {
    clusterIP: '10.96.50.10',
    selector: { app: 'web' },
    externalIPs: [NODE_B],
    ports: [{ port: 80, targetPort: 8080 }],
  }),
);
const OUTSIDE: Flow = {
  id: 'f',
  from: { kind: 'external' },
  to: { kind: 'address', address: NODE_B },
  protocol: 'tcp',
  port: 80,
};

function outcomesOf(mode: ProxyModeId, config: KubeProxyConfig = {}): readonly Outcome[] {
  const kubeProxy = { mode, clusterCIDR: '10.244.0.0/16', ...config };
  const document: Document = replaceCluster({ ...emptyDocument(), mode, release: '1.30', kubeProxy }, OBJECTS);
  const { network } = createDerive()(document);
  const resolved = resolveFlow(document, network, OUTSIDE);
  return resolved.ok ? explore({ network, flow: resolved.value, seed: 1 }).outcomes : [];
}

describe('an address that several machines of a wire have', () => {
  it('in IPVS mode: who answers for it first is not known', () => {
    const outcomes = outcomesOf('ipvs');
    expect(outcomes).toHaveLength(2);
    expect(outcomes.map(({ probability }) => probability)).toEqual([undefined, undefined]);
  });

  it('with strictARP, and in the other modes, only its own machine answers', () => {
    for (const outcomes of [
      outcomesOf('ipvs', { ipvs: { strictARP: true } }),
      outcomesOf('iptables'),
      outcomesOf('nftables'),
    ])
      expect(outcomes.map(({ probability }) => probability)).toEqual(['1']);
  });
});
