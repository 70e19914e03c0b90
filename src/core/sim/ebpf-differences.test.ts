import { describe, expect, it } from 'vitest';
import { createDerive } from '../document/derive';
import { emptyDocument, type Flow } from '../document/document';
import { replaceCluster } from '../document/edits/cluster';
import { resolveFlow } from '../document/resolve-flow';
import { makeCluster, deployment, node, pod, service } from '../kubernetes/build';
import type { CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import { formatIp, ip } from '../net/ip';
import { explore, makeTrace } from './explore';
import { readEbpfEnd } from './ebpf-end';
import { ebpfFlow, ebpfNetwork, type EbpfSender } from './testing/ebpf-lab';

const http = { name: 'http', port: 80, targetPort: 8080 } as const;
const app = (name: string, nodeName: string) =>
  deployment(name, {
    replicas: 1,
    labels: { app: name },
    nodeName,
    containers: [{ name, ports: [{ containerPort: 8080 }] }],
  });

const DOCUMENT = replaceCluster(
  { ...emptyDocument('differences'), seed: 1 },
  makeCluster([
    node('node1'),
    node('node2'),
    app('here', 'node1'),
    app('there', 'node2'),
    pod('client', {
      node: 'node1',
      labels: { app: 'client' },
      containers: [{ name: 'client', ports: [{ containerPort: 8080 }] }],
    }),
    service('here', {
      type: 'NodePort',
      selector: { app: 'here' },
      clusterIP: '10.96.1.1',
      externalIPs: ['198.51.100.9'],
      ports: [{ ...http, nodePort: 30_080 }],
    }),
    service('there', {
      type: 'NodePort',
      selector: { app: 'there' },
      clusterIP: '10.96.1.2',
      ports: [{ ...http, nodePort: 30_081 }],
    }),
    service('local', {
      type: 'NodePort',
      selector: { app: 'here' },
      externalTrafficPolicy: 'Local',
      clusterIP: '10.96.1.3',
      ports: [{ ...http, nodePort: 30_082 }],
    }),
    service('none', { selector: { app: 'nobody' }, clusterIP: '10.96.1.4', ports: [http] }),
    service('self', { selector: { app: 'client' }, clusterIP: '10.96.1.5', ports: [http] }),
  ]),
);
const derived = createDerive()(DOCUMENT);
const settled = derived.settled ?? DOCUMENT.cluster;
const addressOf = (name: string): string =>
  settled.nodes.find(({ metadata }) => metadata.name === name)?.status.addresses?.[0]?.address ?? '';
const CLIENT = settled.pods.find(({ metadata }) => metadata.name === 'client')?.status?.podIP ?? '';
const OUTSIDE = '203.0.113.50';

type From = 'pod' | 'outside' | 'host';

/** `DELIVERED pod:… from …` as the iptables mode has it. */
function inIptables(from: From, to: string, port: number, protocol: Flow['protocol']): string[] {
  const source: Flow['from'] =
    from === 'pod'
      ? { kind: 'pod', namespace: 'default', name: 'client' }
      : from === 'host'
        ? { kind: 'node', name: 'node1' }
        : { kind: 'external' };
  const flow: Flow = { id: 'f', from: source, to: { kind: 'address', address: to }, protocol, port };
  const resolved = resolveFlow(DOCUMENT, derived.network, flow);
  if (!resolved.ok) return [resolved.error.id];
  const { outcomes } = explore({ network: derived.network, flow: resolved.value, seed: 1 });
  return outcomes.map(({ disposition, arrived }) =>
    [disposition.kind, ...(arrived ? [formatIp(arrived.dst), 'from', formatIp(arrived.src)] : [])].join(' '),
  );
}

function inEbpf(
  from: From,
  to: string,
  port: number,
  protocol: Flow['protocol'],
  enters = 'node1',
  config: CiliumConfig = { 'routing-mode': 'native' },
  release = '1.18',
): string[] {
  const sender: EbpfSender =
    from === 'pod'
      ? { kind: 'pod', name: 'default/client' }
      : from === 'host'
        ? { kind: 'host', node: 'node1' }
        : { kind: 'outside', node: enters, address: ip(OUTSIDE) };
  const network = ebpfNetwork(settled, { config, release, outside: [OUTSIDE] });
  const input = { network, flow: ebpfFlow(sender, { address: to, port }, { proto: protocol }), seed: 1 };
  return explore(input).outcomes.map((outcome) => {
    const end = readEbpfEnd(makeTrace(input, outcome), network);
    return end.end === 'delivered' ? `delivered ${end.to} from ${end.from}` : end.end;
  });
}
/** What is sent, and what comes of it in iptables mode and with eBPF; `outside` comes in by node 1 unless another is named. */
interface Probe {
  readonly what: string;
  readonly sent: readonly [from: From, to: string, port: number, protocol?: Flow['protocol'], enters?: string];
  readonly iptables: string;
  readonly ebpf: string;
}

const [NODE1, NODE2] = [addressOf('node1'), addressOf('node2')];
const podOf = (name: string): string =>
  settled.pods.find(({ metadata }) => metadata.labels?.['app'] === name)?.status?.podIP ?? '';
const [HERE, THERE, BRIDGE] = [podOf('here'), podOf('there'), '10.244.0.1'];

/** By the numbers of the list of differences; both sides are walked, the left by the page's engine. */
const DIFFERENCES: readonly Probe[] = [
  {
    what: '5: a Pod reaches itself',
    sent: ['pod', '10.96.1.5', 80],
    iptables: `DELIVERED ${CLIENT} from ${BRIDGE}`,
    ebpf: `delivered ${CLIENT} from ${CLIENT}`,
  },
  {
    what: '6: a local backend sees the client',
    sent: ['outside', NODE1, 30_080],
    iptables: `DELIVERED ${HERE} from ${BRIDGE}`,
    ebpf: `delivered ${HERE} from ${OUTSIDE}`,
  },
  {
    what: "8: another node's nodePort, without a hop over it",
    sent: ['pod', NODE2, 30_080],
    iptables: `DELIVERED ${HERE} from ${NODE2}`,
    ebpf: `delivered ${HERE} from ${CLIENT}`,
  },
  {
    what: '9: external IPs are left alone inside',
    sent: ['pod', '198.51.100.9', 80],
    iptables: `DELIVERED ${HERE} from ${BRIDGE}`,
    ebpf: 'left',
  },
  { what: '12: no endpoints', sent: ['pod', '10.96.1.4', 80], iptables: 'REJECTED', ebpf: 'failed' },
  {
    what: '13: policy Local without a local endpoint',
    sent: ['outside', NODE2, 30_082, 'tcp', 'node2'],
    iptables: 'DROPPED',
    ebpf: 'rejected',
  },
];

/** Where both do the same. */
const SAME: readonly Probe[] = [
  {
    what: 'a Pod to a clusterIP, on its node',
    sent: ['pod', '10.96.1.1', 80],
    iptables: `DELIVERED ${HERE} from ${CLIENT}`,
    ebpf: `delivered ${HERE} from ${CLIENT}`,
  },
  {
    what: 'a Pod to a clusterIP, on another',
    sent: ['pod', '10.96.1.2', 80],
    iptables: `DELIVERED ${THERE} from ${CLIENT}`,
    ebpf: `delivered ${THERE} from ${CLIENT}`,
  },
  {
    what: 'from outside to a backend of another node',
    sent: ['outside', NODE1, 30_081],
    iptables: `DELIVERED ${THERE} from ${NODE1}`,
    ebpf: `delivered ${THERE} from ${NODE1}`,
  },
  {
    what: 'policy Local, asked from inside',
    sent: ['pod', NODE2, 30_082],
    iptables: `DELIVERED ${HERE} from ${CLIENT}`,
    ebpf: `delivered ${HERE} from ${CLIENT}`,
  },
  {
    what: 'the node to its nodePort on loopback',
    sent: ['host', '127.0.0.1', 30_080],
    iptables: `DELIVERED ${HERE} from ${BRIDGE}`,
    ebpf: `delivered ${HERE} from ${BRIDGE}`,
  },
];

describe('kube-proxy in iptables mode and eBPF, the same flows', () => {
  it.each([...DIFFERENCES, ...SAME])(
    '$what',
    ({ sent: [from, to, port, protocol = 'tcp', enters], iptables, ebpf }) => {
      expect([inIptables(from, to, port, protocol), inEbpf(from, to, port, protocol, enters)]).toEqual([
        [iptables],
        [ebpf],
      ]);
    },
  );

  it('1, 11: what is no frontend goes nowhere in either, but in eBPF by the default route', () => {
    for (const [port, protocol] of [
      [0, 'icmp'],
      [81, 'tcp'],
    ] as const) {
      expect([inIptables('pod', '10.96.1.1', port, protocol), inEbpf('pod', '10.96.1.1', port, protocol)]).toEqual([
        ['NO_ROUTE'],
        ['left'],
      ]);
    }
  });

  it('10, 11: a clusterIP from outside is dropped, and its other ports from 1.19 on', () => {
    const native = { 'routing-mode': 'native' } as const;
    expect(inEbpf('outside', '10.96.1.1', 80, 'tcp')).toEqual(['dropped']);
    expect(inEbpf('outside', '10.96.1.1', 81, 'tcp')).toEqual(['left']);
    expect(inEbpf('outside', '10.96.1.1', 81, 'tcp', 'node1', native, '1.19')).toEqual(['dropped']);
  });

  it('7: a remote backend sees cilium_host in a tunnel', () => {
    expect(inEbpf('outside', NODE1, 30_081, 'tcp', 'node1', { 'routing-mode': 'tunnel' })).toEqual([
      `delivered ${THERE} from ${BRIDGE}`,
    ]);
  });
});
