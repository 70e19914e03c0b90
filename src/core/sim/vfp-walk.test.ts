import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFraction, toNumber } from '../lib/fraction';
import { formatIp } from '../net/ip';
import { createDerive } from '../document/derive';
import { emptyDocument, type Document, type Flow } from '../document/document';
import { replaceCluster } from '../document/edits/cluster';
import { resolveFlow } from '../document/resolve-flow';
import { deployment, makeCluster, node, pod, service } from '../kubernetes/build';
import type { KubeProxyConfig, NodeObject, ServiceObject } from '../kubernetes/types';
import { explore } from './explore';
import { simulate } from './simulate';
import { printLeg } from './testing/bench';

const http = { name: 'http', port: 80, targetPort: 8080 } as const;
const backend = (name: string, nodeName: string) =>
  deployment(name, {
    replicas: 1,
    labels: { app: name, tier: 'web' },
    nodeName,
    containers: [{ name, ports: [{ containerPort: 8080 }] }],
  });

function bench(more: Partial<ServiceObject['spec']> = {}, annotations: Record<string, string> = {}): Document {
  const named = (name: string): NodeObject => {
    const made = node(name);
    return { ...made, metadata: { ...made.metadata, annotations: { ...made.metadata.annotations, ...annotations } } };
  };
  const web = (name: string, clusterIP: string, nodePort: number) =>
    service(name, { type: 'NodePort', selector: { app: name }, clusterIP, ports: [{ ...http, nodePort }], ...more });
  return replaceCluster(
    { ...emptyDocument('windows'), seed: 1, mode: 'kernelspace', release: '1.33' },
    makeCluster([
      named('node1'),
      named('node2'),
      backend('there', 'node2'),
      backend('here', 'node1'),
      pod('client', { node: 'node1' }),
      web('there', '10.96.1.2', 30_081),
      web('here', '10.96.1.1', 30_080),
      service('both', {
        type: 'NodePort',
        selector: { tier: 'web' },
        clusterIP: '10.96.1.3',
        ports: [{ ...http, nodePort: 30_082 }],
        ...more,
      }),
    ]),
  );
}

const FROM = {
  pod: { kind: 'pod', namespace: 'default', name: 'client' },
  node: { kind: 'node', name: 'node1' },
  outside: { kind: 'external' },
} as const satisfies Record<string, Flow['from']>;

const web = (name: string, via: 'clusterIP' | 'nodePort'): Flow['to'] => ({
  kind: 'service',
  namespace: 'default',
  name,
  via,
  ...(via === 'nodePort' ? { node: 'node1' } : {}),
});

interface WalkInput {
  readonly document: Document;
  readonly from: keyof typeof FROM;
  readonly to: Flow['to'];
}

/** What the switches do on the way, and how each leg ends. */
function walk({ document, from, to }: WalkInput): string[] {
  const { network, findings } = createDerive()(document);
  const refused = findings.filter(({ severity }) => severity === 'error').map(({ message }) => message.id);
  const flow: Flow = { id: 'f', from: FROM[from], to, protocol: 'tcp', port: 80 };
  const resolved = resolveFlow(document, network, flow);
  if (!resolved.ok) return [resolved.error.id];
  const trace = simulate({ network, flow: resolved.value, decide: () => 0 });
  expect(explore({ network, flow: resolved.value, seed: 1 }).outcomes).toHaveLength(1);
  const legs = trace.legs.flatMap((leg) => [`${leg.role} ${leg.disposition.kind}`, ...printLeg(leg)]);
  return [...refused, ...legs];
}

const told = (document: Document, winkernel: KubeProxyConfig['winkernel']): Document => ({
  ...document,
  kubeProxy: { ...document.kubeProxy, winkernel },
});

/** Of the walk only what the switches do, and how legs end. */
const switched = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => /^(?:request|reply|error) |: (?:LB|SLB|wrap|unwrap|stop)/.test(line))
    .map((line) => line.replace(/^node/, 'n'));

const OVERLAY = { 'rulewalk/pod-overlay': 'vxlan' };
const ONLY_NEAR = { externalTrafficPolicy: 'Local' } as const;

/** Each row with what it follows of the description of the mode. */
const ROWS: readonly (readonly [what: string, asked: WalkInput, said: readonly string[]])[] = [
  [
    'direct return, a Pod asks: translated at its own port, the answer there again (3, SourceVIP; DSR at the container’s port)',
    { document: told(bench(), { enableDSR: true }), from: 'pod', to: web('there', 'clusterIP') },
    ['request DELIVERED', 'n1: LB_DSR translated 10.244.1.2:8080', 'reply DELIVERED', 'n1: LB_DSR restored'],
  ],
  [
    'without it: the source becomes the node’s address, the answer comes back through it (3, SourceVIP: l2bridge)',
    { document: bench(), from: 'pod', to: web('there', 'clusterIP') },
    [
      'request DELIVERED',
      'n1: LB translated 10.244.1.2:8080',
      'n1: LB masqueraded',
      'reply DELIVERED',
      'n1: LB restored',
    ],
  ],
  [
    'a process of the node asks: its source is the node’s already',
    { document: bench(), from: 'node', to: web('there', 'clusterIP') },
    ['request DELIVERED', 'n1: LB translated 10.244.1.2:8080', 'reply DELIVERED', 'n1: LB restored'],
  ],
  [
    'a nodePort from outside, policy Cluster: no direct return whatever the flag says (3, table)',
    { document: told(bench(), { enableDSR: true }), from: 'outside', to: web('there', 'nodePort') },
    [
      'request DELIVERED',
      'n1: LB translated 10.244.1.2:8080',
      'n1: LB masqueraded',
      'reply DELIVERED',
      'n1: LB restored',
    ],
  ],
  [
    'policy Local: direct return, local endpoints only, the client is seen (3, table)',
    { document: bench(ONLY_NEAR), from: 'outside', to: web('here', 'nodePort') },
    [
      'request DELIVERED',
      'n1: SLB_NAT_LAYER translated 10.244.0.3:8080',
      'reply DELIVERED',
      'n1: SLB_NAT_LAYER restored',
    ],
  ],
  [
    'policy Local without a local endpoint: no policy, nothing is refused (3: endpoints empty)',
    { document: bench(ONLY_NEAR), from: 'outside', to: web('there', 'nodePort') },
    ['request UNKNOWN', 'n1: stop sim.vfp.unknown.host'],
  ],
  [
    'an overlay: SourceVIP, wrapped for the provider address (3, SourceVIP and overlay extras)',
    { document: told(bench({}, OVERLAY), { sourceVip: '10.244.0.200' }), from: 'pod', to: web('there', 'clusterIP') },
    [
      'request DELIVERED',
      'n1: LB translated 10.244.1.2:8080',
      'n1: LB masqueraded',
      'n1: wrap vxlan vxlan4096',
      'n2: unwrap vxlan vxlan4096',
      'reply DELIVERED',
      'n2: wrap vxlan vxlan4096',
      'n1: unwrap vxlan vxlan4096',
      'n1: LB restored',
    ],
  ],
  [
    'a nodePort at the node’s own address, from the node: not documented',
    { document: bench(), from: 'node', to: web('here', 'nodePort') },
    ['request UNKNOWN', 'n1: stop sim.vfp.unknown.host-own'],
  ],
];

describe('a packet in the virtual switch (as documented, not recorded)', () => {
  it.each(ROWS)('%s', (_what, asked, said) => {
    expect(switched(walk(asked))).toEqual(said);
  });

  it('says why kube-proxy does not start: an overlay without a source VIP, direct return without its gate', () => {
    const from = { from: 'pod', to: web('there', 'clusterIP') } as const;
    expect(walk({ document: bench({}, OVERLAY), ...from })[0]).toBe('kubernetes.kernelspace.no-source-vip');
    const old = { ...told(bench(), { enableDSR: true }), release: '1.30' };
    expect(walk({ document: old, ...from })[0]).toBe('kubernetes.kernelspace.no-dsr-gate');
    const gated = { ...old, kubeProxy: { ...old.kubeProxy, featureGates: { WinDSR: true } } };
    expect(walk({ document: gated, ...from })[0]).toBe('request DELIVERED');
  });

  it('a Pod that asks its own Service: with direct return nothing gives it another source', () => {
    const own: Flow['to'] = { kind: 'service', namespace: 'default', name: 'here', via: 'clusterIP' };
    const selfAsked = (document: Document): string[] => {
      const { network, settled } = createDerive()(document);
      const name = settled?.pods.find(({ metadata }) => metadata.name.startsWith('here'))?.metadata.name ?? '';
      const flow: Flow = {
        id: 'f',
        from: { kind: 'pod', namespace: 'default', name },
        to: own,
        protocol: 'tcp',
        port: 80,
      };
      const resolved = resolveFlow(document, network, flow);
      const trace = resolved.ok && simulate({ network, flow: resolved.value, decide: () => 0 });
      return trace ? trace.legs.map(({ disposition }) => disposition.kind) : [];
    };
    expect(selfAsked(bench())).toEqual(['DELIVERED', 'DELIVERED']);
    expect(selfAsked(told(bench(), { enableDSR: true }))).toEqual(['UNKNOWN']);
  });

  it('a Linux node and a Windows node reach each other’s Pods', () => {
    const document = bench();
    const nodes = document.cluster.nodes.map((each) =>
      each.metadata.name === 'node2'
        ? { ...each, metadata: { ...each.metadata, annotations: { 'rulewalk/kube-proxy': 'mode=iptables' } } }
        : each,
    );
    const mixed = { ...document, cluster: { ...document.cluster, nodes } };
    const lines = walk({ document: mixed, from: 'pod', to: web('there', 'clusterIP') });
    expect(lines.filter((line) => /^(?:request|reply) /.test(line))).toEqual(['request DELIVERED', 'reply DELIVERED']);
    expect(lines.filter((line) => /^node1: .*(?:PREROUTING|FORWARD|POSTROUTING)/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('node2: PREROUTING'))).not.toEqual([]);
  });
});

describe('in any cluster of Windows nodes', () => {
  const winkernel = fc.record({ enableDSR: fc.boolean(), sourceVip: fc.constant('10.244.0.250') });
  const asking = fc.constantFrom('pod' as const, 'node' as const, 'outside' as const);
  const goal = fc.record({
    port: fc.constantFrom('clusterIP' as const, 'nodePort' as const),
    name: fc.constantFrom('here', 'there', 'both'),
  });
  const policy = fc.record(
    {
      externalTrafficPolicy: fc.constantFrom('Local' as const, 'Cluster' as const),
      internalTrafficPolicy: fc.constantFrom('Local' as const, 'Cluster' as const),
      sessionAffinity: fc.constantFrom('None' as const, 'ClientIP' as const),
    },
    { requiredKeys: [] },
  );

  it('odds sum to 1, an answer finds its way back from the address that was asked, and of a client’s flows both ways are known', () => {
    fc.assert(
      fc.property(
        winkernel,
        asking,
        goal,
        policy,
        fc.constantFrom({}, OVERLAY),
        (config, from, { port, name }, spec, annotations) => {
          const document = told(bench(spec, annotations), config);
          const { network } = createDerive()(document);
          const flow: Flow = { id: 'f', from: FROM[from], to: web(name, port), protocol: 'tcp', port: 80 };
          const resolved = resolveFlow(document, network, flow);
          if (!resolved.ok) return;
          const { outcomes } = explore({ network, flow: resolved.value, seed: 1 });
          const odds = outcomes.map(({ probability }) => toNumber(parseFraction(probability ?? '0')));
          expect(odds.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
          for (const { disposition, answered, path } of outcomes) {
            if (disposition.kind === 'DELIVERED') expect(answered).toBe(true);
            let at = 0;
            const trace = simulate({ network, flow: resolved.value, decide: () => path[at++] ?? 0 });
            const answer = trace.legs
              .find(({ role }) => role === 'reply')
              ?.hops.at(-1)
              ?.steps.at(-1)?.packet;
            if (answer)
              expect([formatIp(answer.src), answer.l4]).toEqual([
                formatIp(resolved.value.dst),
                expect.objectContaining({ sport: resolved.value.dport }),
              ]);
            const flows = Object.values(trace.vfp ?? {}).flat();
            expect(flows.filter(({ value }) => value.startsWith('→'))).toHaveLength(flows.length / 2);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
