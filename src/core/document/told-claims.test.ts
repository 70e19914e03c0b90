import { describe, expect, it } from 'vitest';
import { buildCluster, node, pod, service } from '../kubernetes/build';
import { formatIp } from '../net/ip';
import { explore, makeTrace } from '../sim/explore';
import { createDerive } from './derive';
import { emptyDocument, type Document, type Flow } from './document';
import { replaceCluster } from './edits/cluster';
import { changeNodeSettings } from './edits/nodes';
import { resolveFlow } from './resolve-flow';

/** What the help page tells in words only, on numbers. */
const CONTAINERS = [
  { name: 'web', ports: [{ name: 'http', containerPort: 8080 }] },
  { name: 'metrics', ports: [{ name: 'metrics', containerPort: 9090 }] },
];
const OBJECTS = buildCluster(
  node('node-a', { addresses: ['192.168.10.11'], podCIDRs: ['10.244.1.0/24'] }),
  node('node-b', { addresses: ['192.168.10.12'], podCIDRs: ['10.244.2.0/24'] }),
  pod('web-1', { node: 'node-b', ips: ['10.244.2.5'], labels: { app: 'web' }, containers: CONTAINERS }),
  pod('client', { node: 'node-a', ips: ['10.244.1.9'], containers: [{ name: 'c' }] }),
  service('web', {
    clusterIP: '10.96.50.10',
    selector: { app: 'web' },
    ports: [
      { name: 'http', port: 80, targetPort: 'http' },
      { name: 'metrics', port: 9000, targetPort: 'metrics' },
    ],
  }),
);
const BENCH: Document = replaceCluster(
  { ...emptyDocument(), mode: 'iptables', release: '1.33', kubeProxy: { clusterCIDR: '10.244.0.0/16' } },
  OBJECTS,
);
const WEB = 'default/web-1';
const from = (name: string, address: string, port: number): Flow => ({
  id: 'f',
  from: { kind: 'pod', namespace: 'default', name },
  to: { kind: 'address', address },
  protocol: 'tcp',
  port,
});

/** Where a flow ends, and through which namespaces it came. */
function walk(document: Document, sent: Flow, change = (network: Derived): Derived => network) {
  const network = change(createDerive()(document).network);
  const resolved = resolveFlow(document, network, sent);
  if (!resolved.ok) throw new Error(resolved.error.id);
  const input = { network, flow: resolved.value, seed: 1 };
  const [outcome] = explore(input).outcomes;
  if (!outcome) throw new Error('nothing');
  const { disposition } = outcome;
  const through = makeTrace(input, outcome).legs.flatMap(({ hops }) => hops.map(({ netns }) => netns));
  const end = disposition.kind === 'DELIVERED' ? disposition.netns : disposition.kind;
  return { end, through: [...new Set(through)] };
}
type Derived = ReturnType<ReturnType<typeof createDerive>>['network'];

/** kube-proxy’s rules where a Pod of its own would have written them, that is neither privileged nor on the host’s network. */
function inItsOwnNamespace(network: Derived): Derived {
  const machine = network.netns.get('node-a');
  const client = network.netns.get('default/client');
  if (!machine || !client) throw new Error('no such namespace');
  const moved = [
    ['node-a', { ...machine, xtables: {} }],
    ['default/client', { ...client, xtables: machine.xtables }],
  ] as const;
  return { ...network, netns: new Map([...network.netns, ...moved]) };
}

describe('what is told of', () => {
  it('privileged: rules in the namespace of another Pod translate nothing for the node', () => {
    const sent: Flow = { ...from('client', '10.96.50.10', 80), from: { kind: 'node', name: 'node-a' } };
    expect(walk(BENCH, sent).end).toBe(WEB);
    expect(walk(BENCH, sent, inItsOwnNamespace).end).not.toBe(WEB);
  });

  it('a Service: an address and a port, or more of them, on no device', () => {
    for (const port of [80, 9000]) expect(walk(BENCH, from('client', '10.96.50.10', port)).end).toBe(WEB);
    expect(walk(BENCH, from('client', '10.96.50.10', 81)).end).not.toBe(WEB);
    const { netns } = createDerive()(BENCH).network;
    const all = [...netns.values()].flatMap(({ devices }) =>
      devices.flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address))),
    );
    expect(all).toContain('10.244.2.5');
    expect(all).not.toContain('10.96.50.10');
  });

  it('a network namespace: the containers of one Pod share its address, and their localhost', () => {
    for (const port of [8080, 9090]) {
      expect(walk(BENCH, from('client', '10.244.2.5', port)).end).toBe(WEB);
      expect(walk(BENCH, from('web-1', '127.0.0.1', port)).end).toBe(WEB);
    }
    expect(walk(BENCH, from('client', '127.0.0.1', 8080)).end).not.toBe(WEB);
  });

  it('port-forward: what it hands to the localhost of a Pod passes no rule of a node, so it works where those are broken', () => {
    const broken = changeNodeSettings(BENCH, { writers: ['kube-proxy', 'firewalld'] }, 'node-b');
    expect(walk(broken, from('client', '10.244.2.5', 8080)).end).not.toBe(WEB);
    expect(walk(broken, from('web-1', '127.0.0.1', 8080))).toEqual({ end: WEB, through: [WEB] });
  });
});
