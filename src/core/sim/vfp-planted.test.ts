import { describe, expect, it } from 'vitest';
import { createDerive } from '../document/derive';
import { emptyDocument, type Document, type Flow } from '../document/document';
import { replaceCluster } from '../document/edits/cluster';
import { resolveFlow } from '../document/resolve-flow';
import type { Network } from '../linux/netns';
import { ip } from '../net/ip';
import { explore } from './explore';
import { simulate } from './simulate';
import type { VfpBalancer, VSwitchNode } from '../windows/vswitch';
import { deployment, makeCluster, node, pod, service } from '../kubernetes/build';

const backend = (name: string, nodeName: string) =>
  deployment(name, {
    replicas: 1,
    labels: { app: name, tier: 'web' },
    nodeName,
    containers: [{ name, ports: [{ containerPort: 8080 }] }],
  });

const DOCUMENT: Document = replaceCluster(
  { ...emptyDocument('windows'), seed: 1, mode: 'kernelspace', release: '1.33' },
  makeCluster([
    node('node1'),
    node('node2'),
    backend('there', 'node2'),
    backend('here', 'node1'),
    pod('client', { node: 'node1' }),
    service('both', {
      type: 'NodePort',
      selector: { tier: 'web' },
      clusterIP: '10.96.1.3',
      ports: [{ name: 'http', port: 80, targetPort: 8080, nodePort: 30_082 }],
    }),
  ]),
);

const TO = { kind: 'service', namespace: 'default', name: 'both' } as const;
const FLOWS: readonly Flow[] = [
  {
    id: 'inside',
    from: { kind: 'pod', namespace: 'default', name: 'client' },
    to: { ...TO, via: 'clusterIP' },
    protocol: 'tcp',
    port: 80,
  },
  {
    id: 'outside',
    from: { kind: 'external' },
    to: { ...TO, via: 'nodePort', node: 'node1' },
    protocol: 'tcp',
    port: 80,
  },
];

/** What stands in place of a compiled policy; undefined: nothing. */
type Plant = (balancer: VfpBalancer) => VfpBalancer | undefined;

const NETWORK = createDerive()(DOCUMENT).network;
const compiled = NETWORK.netns.get('node1')?.vswitch;

/** The cluster with one policy of node1 changed. */
function withPlanted({ balancers, ...vswitch }: VSwitchNode, at: number, plant: Plant): Network {
  const kept = [...balancers].flatMap(([key, balancer], index) => {
    const next = index === at ? plant(balancer) : balancer;
    return next ? [[key, next] as const] : [];
  });
  const netns = [...NETWORK.netns].map(([id, each]) => {
    const own = id === 'node1' ? { ...each, vswitch: { ...vswitch, balancers: new Map(kept) } } : each;
    return [id, own] as const;
  });
  return { ...NETWORK, netns: new Map(netns) };
}

/** What becomes of the flows: the odds of every outcome, and what each of its steps says. What was looked up shows the policy itself: it is left out. */
function seen(network: Network): string {
  const ends = FLOWS.map((flow) => {
    const resolved = resolveFlow(DOCUMENT, NETWORK, flow);
    if (!resolved.ok) throw new Error(resolved.error.id);
    const { outcomes } = explore({ network, flow: resolved.value, seed: 1 });
    return outcomes.map(({ path, probability, disposition }) => {
      let at = 0;
      const { legs } = simulate({ network, flow: resolved.value, decide: () => path[at++] ?? 0 });
      const steps = legs.flatMap(({ hops }) => hops.flatMap((hop) => hop.steps));
      const said = steps.map((step) => [step.packet, 'reason' in step ? step.reason : '']);
      return [probability, disposition.kind, said];
    });
  });
  return JSON.stringify(ends);
}

const PLANTS: Readonly<Record<string, Plant>> = {
  'is gone': () => undefined,
  'leads to another port': (balancer) => ({ ...balancer, port: balancer.port + 1 }),
  'has an endpoint less': (balancer) => ({ ...balancer, endpoints: balancer.endpoints.slice(1) }),
  'has an endpoint twice': (balancer) => ({
    ...balancer,
    endpoints: [...balancer.endpoints, ...balancer.endpoints.slice(0, 1)],
  }),
  'has an endpoint that nobody is': (balancer) => ({
    ...balancer,
    endpoints: [ip('10.244.1.99'), ...balancer.endpoints.slice(1)],
  }),
  'returns directly or no longer does': (balancer) => ({ ...balancer, dsr: !balancer.dsr }),
  'keeps the destination': (balancer) => ({ ...balancer, preservesDestination: !balancer.preservesDestination }),
  'hashes the client': (balancer) => ({ ...balancer, byClient: !balancer.byClient }),
  'has another source': (balancer) => ({ ...balancer, sourceVip: ip('10.244.0.200') }),
};

describe('a fault planted in a policy of HNS is seen by a walk', () => {
  const policies = [...(compiled?.balancers.values() ?? [])]
    .map(({ frontend }, at) => ({ frontend, at }))
    .filter(({ frontend }) => frontend !== '10.96.0.1:443/TCP');

  it('among the two policies of a Service with a nodePort', () => {
    expect(policies.map(({ frontend }) => frontend)).toEqual(['10.96.1.3:80/TCP', '*:30082/TCP']);
  });

  it('and nothing is seen where nothing was planted', () => {
    expect(compiled && seen(withPlanted(compiled, 0, (balancer) => ({ ...balancer })))).toBe(seen(NETWORK));
  });

  it.each(policies.flatMap(({ frontend, at }) => Object.keys(PLANTS).map((name) => ({ frontend, name, at }))))(
    '$frontend $name',
    ({ name, at }) => {
      const plant = PLANTS[name];
      expect(plant && compiled && seen(withPlanted(compiled, at, plant))).not.toBe(seen(NETWORK));
    },
  );
});
