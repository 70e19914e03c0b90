import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCluster, node, pod, service } from '../kubernetes/build';
import { POD_LAYOUT_IDS } from '../kubernetes/network/layouts';
import type { NodeSettings } from '../kubernetes/network/node-settings';
import type { ClusterObjects, OtherObject, ProxyModeId } from '../kubernetes/types';
import { formatIp } from '../net/ip';
import { explore, makeTrace } from '../sim/explore';
import type { Trace } from '../sim/trace';
import { createDerive } from './derive';
import { type Document, emptyDocument, type Flow } from './document';
import { replaceCluster } from './edits/cluster';
import { changeNodeSettings } from './edits/nodes';
import { resolveFlow } from './resolve-flow';
import { tries } from '../lib/testing/soaking';

const HTTP = { name: 'c', ports: [{ name: 'http', containerPort: 8080 }] };
const QUIET = { name: 'c' };
const CLUSTER = buildCluster(
  node('node-a', { addresses: ['192.168.10.11'], podCIDRs: ['10.244.1.0/24'] }),
  node('node-b', { addresses: ['192.168.10.12'], podCIDRs: ['10.244.2.0/24'] }),
  pod('web', { node: 'node-a', ips: ['10.244.1.5'], labels: { app: 'web' }, containers: [HTTP] }),
  pod('friend', { node: 'node-a', ips: ['10.244.1.8'], labels: { role: 'friend' }, containers: [QUIET] }),
  pod('stranger', { node: 'node-a', ips: ['10.244.1.9'], containers: [QUIET] }),
  pod('far', { node: 'node-b', ips: ['10.244.2.9'], labels: { role: 'friend' }, containers: [QUIET] }),
  pod('other/guest', { node: 'node-b', ips: ['10.244.2.10'], labels: { role: 'friend' }, containers: [QUIET] }),
  service('web', {
    type: 'NodePort',
    clusterIP: '10.96.50.10',
    selector: { app: 'web' },
    ports: [{ port: 80, targetPort: 8080, nodePort: 30_080 }],
  }),
);

const policy = (spec: object, name = 'p'): OtherObject =>
  ({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name }, spec }) as OtherObject;
const FRIENDS = policy({
  podSelector: { matchLabels: { app: 'web' } },
  ingress: [{ from: [{ podSelector: { matchLabels: { role: 'friend' } } }], ports: [{ port: 'http' }] }],
});

interface Case {
  readonly policies?: readonly OtherObject[];
  readonly settings?: NodeSettings;
  readonly mode?: ProxyModeId;
  readonly cluster?: ClusterObjects;
}

function bench({ policies = [], settings = {}, mode = 'iptables', cluster = CLUSTER }: Case): Document {
  const empty = { ...emptyDocument(), mode, release: '1.33', kubeProxy: { mode, clusterCIDR: '10.244.0.0/16' } };
  const objects = replaceCluster(empty, { ...cluster, others: policies });
  return changeNodeSettings(objects, { layout: 'routed', writers: ['calico'], ...settings });
}

const flow = (from: Flow['from'], to: Flow['to'], port: number): Flow => ({ id: 'f', from, to, protocol: 'tcp', port });
const fromPod = (name: string, namespace = 'default'): Flow['from'] => ({ kind: 'pod', namespace, name });
const WEB: Flow['to'] = { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' };
const POD: Flow['to'] = { kind: 'pod', namespace: 'default', name: 'web' };

function walk(document: Document, sent: Flow): Trace {
  const { network } = createDerive()(document);
  const resolved = resolveFlow(document, network, sent);
  if (!resolved.ok) throw new Error(resolved.error.id);
  const input = { network, flow: resolved.value, seed: 1 };
  const [outcome] = explore(input).outcomes;
  const trace = outcome && makeTrace(input, outcome);
  if (!trace) throw new Error('no outcome');
  return trace;
}

const end = (document: Document, sent: Flow): string => walk(document, sent).legs.at(-1)?.disposition.kind ?? 'nothing';
const seen = (document: Document, sent: Flow): string => {
  const packet = walk(document, sent).legs[0]?.hops.at(-1)?.steps.at(-1)?.packet;
  return packet ? formatIp(packet.src) : 'nobody';
};

const WHO = [
  ['friend', 'DELIVERED'],
  ['stranger', 'DROPPED'],
  ['far', 'DELIVERED'],
] as const;

describe.each(['iptables', 'ipvs', 'nftables'] as const)('a NetworkPolicy, %s', (mode) => {
  it.each(POD_LAYOUT_IDS)('lets through whom it names, to the Pod and to its Service, layout %s', (layout) => {
    const document = bench({ policies: [FRIENDS], settings: { layout }, mode });
    for (const [name, wanted] of WHO) {
      expect([name, end(document, flow(fromPod(name), POD, 8080))]).toEqual([name, wanted]);
      expect([name, end(document, flow(fromPod(name), WEB, 80))]).toEqual([name, wanted]);
    }
    expect(end(document, flow(fromPod('guest', 'other'), POD, 8080))).toBe('DROPPED');
  });
});

describe('the policy engine', () => {
  it('lets everything through where no policy selects, and where none runs', () => {
    for (const [name] of WHO) {
      expect(end(bench({}), flow(fromPod(name), WEB, 80))).toBe('DELIVERED');
      expect(end(bench({ policies: [FRIENDS], settings: { writers: [] } }), flow(fromPod(name), WEB, 80))).toBe(
        'DELIVERED',
      );
    }
  });

  it('sees the node as the source where another node masquerades', () => {
    const outside = flow({ kind: 'external' }, { ...WEB, via: 'nodePort', node: 'node-b' }, 80);
    const cidr = (text: string): OtherObject =>
      policy({ podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: text } }] }] });
    expect(end(bench({ policies: [cidr('192.168.10.12/32')] }), outside)).toBe('DELIVERED');
    expect(end(bench({ policies: [cidr('192.168.10.250/32')] }), outside)).toBe('DROPPED');
  });

  it('passes a policy by where a bridge asks nobody', () => {
    const settings = { layout: 'bridge', sysctls: { 'net.bridge.bridge-nf-call-iptables': 0 } } as const;
    const document = bench({ policies: [FRIENDS], settings });
    expect(end(document, flow(fromPod('stranger'), POD, 8080))).toBe('DELIVERED');
  });

  it('takes egress, namespaces, expressions, ranges and exceptions as the API says', () => {
    const drops = (spec: object, from = fromPod('far')): string =>
      end(bench({ policies: [policy(spec)] }), flow(from, POD, 8080));
    const to = (peer: object): object => ({ podSelector: {}, policyTypes: ['Egress'], egress: [{ to: [peer] }] });
    expect(drops({ podSelector: {}, policyTypes: ['Egress'] })).toBe('DROPPED');
    expect(drops(to({ podSelector: { matchLabels: { app: 'web' } } }))).toBe('DELIVERED');
    expect(drops(to({ ipBlock: { cidr: '10.244.0.0/16', except: ['10.244.1.0/28'] } }))).toBe('DROPPED');
    expect(drops(to({ ipBlock: { cidr: '10.244.0.0/16', except: ['10.244.1.6/32'] } }))).toBe('DELIVERED');
    const from = (peer: object, port: object = {}): object => ({
      podSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] },
      ingress: [{ from: [peer], ports: [port] }],
    });
    const other = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } };
    expect(drops(from(other), fromPod('guest', 'other'))).toBe('DELIVERED');
    expect(drops(from(other))).toBe('DROPPED');
    expect(drops(from({ podSelector: {} }, { port: 8000, endPort: 8100 }))).toBe('DELIVERED');
    expect(drops(from({ podSelector: {} }, { port: 8000, endPort: 8010 }))).toBe('DROPPED');
    expect(drops(from({ podSelector: {} }, { protocol: 'UDP', port: 8080 }))).toBe('DROPPED');
    expect(drops({ podSelector: {}, ingress: [{}] })).toBe('DELIVERED');
  });

  it('never throws, whatever stands in a policy', () => {
    const anything = fc.object({
      key: fc.constantFrom('podSelector', 'ingress', 'from', 'ports', 'port', 'to', 'spec'),
    });
    fc.assert(
      fc.property(anything, (spec) => {
        expect(['DELIVERED', 'DROPPED']).toContain(
          end(bench({ policies: [policy(spec)] }), flow(fromPod('far'), POD, 8080)),
        );
      }),
      { numRuns: tries(120) },
    );
  });
});

it('a policy that nobody enforces is named, once a node', () => {
  const ids = (settings: NodeSettings): string[] =>
    createDerive()(bench({ policies: [FRIENDS], settings })).findings.map(({ message }) => message.id);
  expect(ids({})).not.toContain('kubernetes.writers.no-engine');
  expect(ids({ writers: ['flannel'] }).filter((id) => id === 'kubernetes.writers.no-engine')).toHaveLength(1);
  expect(ids({ writers: ['flannel', 'ip-masq-agent'] })).toContain('kubernetes.writers.two-masquerade');
});

describe('masquerading to the outside', () => {
  const toClient: Flow['to'] = { kind: 'address', address: '192.168.10.250' };
  const toPublic: Flow['to'] = { kind: 'address', address: '203.0.113.9' };
  const packetOut = (document: Document, to: Flow['to']): string => seen(document, flow(fromPod('far'), to, 80));

  it.each([
    [[], '10.244.2.9', '10.244.2.9'],
    [['flannel'], '192.168.10.12', '192.168.10.12'],
    [['calico'], '192.168.10.12', '192.168.10.12'],
    [['ip-masq-agent'], '10.244.2.9', '192.168.10.12'],
  ] as const)('%j: a private neighbour sees %s, the internet %s', (writers, near, internet) => {
    const document = bench({ settings: { layout: 'ptp', writers } });
    expect([packetOut(document, toClient), packetOut(document, toPublic)]).toEqual([near, internet]);
  });

  it('leaves packets between Pods, and those to Services, alone', () => {
    for (const writers of [['flannel'], ['calico'], ['ip-masq-agent']] as const)
      for (const to of [POD, WEB])
        expect(seen(bench({ settings: { writers } }), flow(fromPod('far'), to, to === POD ? 8080 : 80))).toBe(
          '10.244.2.9',
        );
  });
});

describe('hostPorts', () => {
  const PORTS = { name: 'c', ports: [{ containerPort: 8080, hostPort: 8000 }] };
  const CLASH = { name: 'c', ports: [{ containerPort: 9090, hostPort: 30_080 }] };
  const cluster = (container: typeof PORTS): ClusterObjects => ({
    ...CLUSTER,
    pods: [
      ...CLUSTER.pods,
      ...buildCluster(pod('hosted', { node: 'node-a', ips: ['10.244.1.20'], containers: [container] })).pods,
    ],
  });
  const toNode: Flow['to'] = { kind: 'address', address: '192.168.10.11' };
  const who = (document: Document, port: number): string => {
    const disposition = walk(document, flow({ kind: 'external' }, toNode, port)).legs[0]?.disposition;
    return disposition && 'netns' in disposition ? `${disposition.kind} ${disposition.netns}` : 'nobody';
  };

  it.each([
    ['iptables', 'node-port-first'],
    ['nftables', 'last-chain-first'],
    ['ipvs', 'host-port-first'],
  ] as const)('%s: one port that two want is named', (mode, id) => {
    const ids = (container: typeof PORTS): string[] =>
      createDerive()(bench({ cluster: cluster(container), mode })).findings.map(({ message }) => message.id);
    expect(ids(CLASH)).toContain(`kubernetes.writers.${id}`);
    expect(ids(PORTS).filter((each) => each.endsWith('-first'))).toEqual([]);
  });

  it.each([[['hostports']], [[]]] as const)('lead to the Pod, by %j (none: the portmap plugin)', (writers) => {
    for (const layout of POD_LAYOUT_IDS)
      expect(who(bench({ cluster: cluster(PORTS), settings: { layout, writers } }), 8000)).toBe(
        'DELIVERED default/hosted',
      );
  });

  it.each([
    ['iptables', 'Cluster', 'default/web'],
    ['iptables', 'Local', 'default/web'],
    // Of nat chains of one priority the last made is asked first (tried on a kernel 6.18, both orders): here iptables'.
    ['nftables', 'Cluster', 'default/hosted'],
    ['nftables', 'Local', 'default/hosted'],
    ['ipvs', 'Cluster', 'default/hosted'],
    ['ipvs', 'Local', 'default/hosted'],
  ] as const)('%s, %s: a nodePort of the same number goes to %s', (mode, externalTrafficPolicy, to) => {
    const both = cluster(CLASH);
    const services = both.services.map((each) => ({ ...each, spec: { ...each.spec, externalTrafficPolicy } }));
    for (const writers of [['hostports'], []] as const)
      expect([writers, who(bench({ cluster: { ...both, services }, mode, settings: { writers } }), 30_080)]).toEqual([
        writers,
        `DELIVERED ${to}`,
      ]);
  });
});
