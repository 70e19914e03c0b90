import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCluster, endpoints, node, pod, service } from '../kubernetes/build';
import type { CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import { add, formatFraction, parseFraction, ZERO } from '../lib/fraction';
import type { Network } from '../linux/netns';
import { ip } from '../net/ip';
import { explore, makeTrace } from './explore';
import { simulate, type SimFlow } from './simulate';
import type { SimState } from './world';
import { readEbpfEnd, type EbpfEnd } from './ebpf-end';
import { ebpfFlow, ebpfNetwork, type EbpfSender } from './testing/ebpf-lab';

const CLIENT = '10.244.1.9';
const OUTSIDE = '192.0.2.10';
const OTHER = '192.0.2.11';

const web = service('web', {
  type: 'LoadBalancer',
  clusterIP: '10.96.0.10',
  clusterIPs: ['10.96.0.10'],
  externalIPs: ['198.51.100.9'],
  ports: [{ port: 80, nodePort: 30080, protocol: 'TCP' }],
  ingress: ['203.0.113.7'],
});
const local = service('local', {
  type: 'NodePort',
  clusterIP: '10.96.0.11',
  clusterIPs: ['10.96.0.11'],
  externalTrafficPolicy: 'Local',
  ports: [{ port: 80, nodePort: 30081, protocol: 'TCP' }],
});
const none = service('none', {
  clusterIP: '10.96.0.12',
  clusterIPs: ['10.96.0.12'],
  ports: [{ port: 80, protocol: 'TCP' }],
});
const self = service('self', {
  clusterIP: '10.96.0.13',
  clusterIPs: ['10.96.0.13'],
  ports: [{ port: 80, protocol: 'TCP' }],
});

const CLUSTER = buildCluster(
  node('node1', { addresses: ['192.168.0.1'], podCIDRs: ['10.244.1.0/24'] }),
  node('node2', { addresses: ['192.168.0.2'], podCIDRs: ['10.244.2.0/24'] }),
  pod('client', { node: 'node1', ips: [CLIENT] }),
  pod('a', { node: 'node1', ips: ['10.244.1.5'] }),
  pod('b', { node: 'node2', ips: ['10.244.2.6'] }),
  web,
  local,
  none,
  self,
  endpoints('web', 8080, [
    ['10.244.1.5', 'node1'],
    ['10.244.2.6', 'node2'],
  ]),
  endpoints('local', 8080, [['10.244.1.5', 'node1']]),
  endpoints('self', 8080, [[CLIENT, 'node1']]),
);

function networkOf(config: CiliumConfig, release = '1.18', cluster = CLUSTER): Network {
  return ebpfNetwork(cluster, { config, release, outside: [OUTSIDE, OTHER] });
}

const SENDERS: Readonly<Record<string, EbpfSender>> = {
  pod: { kind: 'pod', name: 'default/client' },
  host: { kind: 'host', node: 'node1' },
  node1: { kind: 'outside', node: 'node1', address: ip(OUTSIDE) },
  node2: { kind: 'outside', node: 'node2', address: ip(OUTSIDE) },
  other: { kind: 'outside', node: 'node1', address: ip(OTHER) },
};

function flow(from: string, to: string, proto: SimFlow['proto'] = 'tcp', sport = 41_000): SimFlow {
  const [address = '', port = '0'] = to.split(':');
  const sender = SENDERS[from];
  if (!sender) throw new Error(from);
  return ebpfFlow(sender, { address, port: Number(port) }, { proto, sport });
}

function endsOf(network: Network, sent: SimFlow): readonly (EbpfEnd & { readonly odds: string })[] {
  const input = { network, flow: sent, seed: 1 };
  return explore(input).outcomes.map((outcome) => ({
    ...readEbpfEnd(makeTrace(input, outcome), network),
    odds: outcome.probability ?? '',
  }));
}

/** `1/2 delivered 10.244.1.5 from 10.244.1.9 by 10.96.0.10:80`, one of each way. */
function waysOf(config: CiliumConfig, sent: SimFlow, release?: string): string[] {
  return endsOf(networkOf(config, release), sent).map(({ odds, end, to, from, answeredBy, isUnsure }) =>
    [
      odds,
      end,
      ...(to && from ? [to, 'from', from] : []),
      ...(isUnsure ? ['unsure'] : []),
      ...(answeredBy ? ['by', answeredBy] : []),
    ].join(' '),
  );
}

const MODES = {
  socket: { 'routing-mode': 'native' },
  'hostns-only': { 'routing-mode': 'native', 'bpf-lb-sock-hostns-only': true },
  dsr: { 'routing-mode': 'native', 'bpf-lb-mode': 'dsr' },
  snat: { 'routing-mode': 'native', 'enable-bpf-masquerade': true },
  tunnel: { 'routing-mode': 'tunnel' },
  native: { 'routing-mode': 'native', 'bpf-lb-mode': 'hybrid', 'bpf-lb-sock-hostns-only': true },
} as const satisfies Record<string, CiliumConfig>;

type Mode = keyof typeof MODES;

const half = (to: string, from: string, by: string): string => `1/2 delivered ${to} from ${from} by ${by}`;
/** Two backends: the one of node 1, the one of node 2, each with the source it sees. */
const two = (here: string, there: string, by: string): string[] => [
  half('10.244.1.5', here, by),
  half('10.244.2.6', there, by),
];
const left = (to: string, from: string): string[] => [`1 left ${to} from ${from}`];

describe('releases and flags', () => {
  it('drop what comes from outside to other ports, from 1.19 on; and not from inside', () => {
    expect(waysOf(MODES.socket, flow('node1', '203.0.113.7:81'), '1.18')).toEqual(left('203.0.113.7', OUTSIDE));
    expect(waysOf(MODES.socket, flow('node1', '203.0.113.7:81'), '1.19')).toEqual(['1 dropped']);
    expect(waysOf(MODES.socket, flow('pod', '203.0.113.7:81'), '1.19')).toEqual(left('203.0.113.7', '192.168.0.1'));
  });

  it('let a clusterIP be reached from outside, answer nothing without backends, and translate external IPs', () => {
    const open = waysOf({ ...MODES.socket, 'bpf-lb-external-clusterip': true }, flow('node1', '10.96.0.10:80'));
    expect(open).toEqual(two(OUTSIDE, '192.168.0.1', '10.96.0.10:80'));
    const silent = { ...MODES.socket, 'service-no-backend-response': 'drop' } as const;
    expect(waysOf(silent, flow('node2', '192.168.0.2:30081'))).toEqual(['1 dropped']);
    const plain = { ...MODES.socket, 'disable-external-ip-mitigation': true } as const;
    expect(waysOf(plain, flow('pod', '198.51.100.9:80'))).toEqual(two(CLIENT, CLIENT, '198.51.100.9:80'));
  });

  it('choose by table: the same client the same backend, through any address', () => {
    const maglev = { ...MODES.socket, 'bpf-lb-algorithm': 'maglev', 'bpf-lb-maglev-table-size': '1021' } as const;
    const byVip = waysOf(maglev, flow('node1', '203.0.113.7:80', 'udp'));
    const [only, ...more] = waysOf(maglev, flow('node1', '203.0.113.7:80'));
    expect([more, byVip.length]).toEqual([[], 1]);
    expect(waysOf(maglev, flow('node1', '198.51.100.9:80')).map((way) => way.split(' ')[2])).toEqual([
      only?.split(' ')[2],
    ]);
  });

  it('leave ICMP to the stack', () => {
    expect(waysOf(MODES.socket, flow('pod', '10.96.0.10:0', 'icmp'))).toEqual(left('10.96.0.10', '192.168.0.1'));
    expect(waysOf(MODES.socket, flow('node1', '203.0.113.7:0', 'icmp'), '1.19')).toEqual(left('203.0.113.7', OUTSIDE));
  });
});

const anyTarget = fc
  .record({
    from: fc.constantFrom('pod', 'host', 'node1', 'node2'),
    address: fc.constantFrom(
      '10.96.0.10',
      '10.96.0.11',
      '10.96.0.13',
      '203.0.113.7',
      '198.51.100.9',
      '192.168.0.1',
      '192.168.0.2',
      '127.0.0.1',
    ),
    port: fc.constantFrom(80, 81, 30_080, 30_081),
    proto: fc.constantFrom('tcp' as const, 'udp' as const),
    sport: fc.integer({ min: 1024, max: 65_535 }),
  })
  .map(({ from, address, port, proto, sport }) => ({
    target: `${address}:${port}`,
    sent: flow(from, `${address}:${port}`, proto, sport),
  }));

const NETWORKS = new Map((Object.keys(MODES) as Mode[]).map((mode) => [mode, networkOf(MODES[mode])] as const));
const anyNetwork = fc.constantFrom(...NETWORKS.values());

/** Sends one connection after another through the same kernels. */
function sender(network: Network) {
  const state: SimState = new Map();
  const send = (sent: SimFlow, slot: number) => {
    const trace = simulate({ network, flow: sent, state, decide: () => slot, seed: 1 });
    return { ...readEbpfEnd(trace, network), packet: trace.legs[0]?.hops.at(-1)?.steps.at(-1)?.packet };
  };
  const pass = (seconds: number): void => {
    for (const each of state.values()) each.now += seconds * 1000;
  };
  return { state, send, pass };
}

describe('any flow in any mode', () => {
  it('has odds that sum to one', () => {
    fc.assert(
      fc.property(anyTarget, anyNetwork, ({ sent }, network) => {
        const odds = endsOf(network, sent).map((end) => parseFraction(end.odds));
        return formatFraction(odds.reduce(add, ZERO)) === '1';
      }),
      { numRuns: 60 },
    );
  });

  it('that arrives is answered, by whom it was sent to', () => {
    fc.assert(
      fc.property(anyTarget, anyNetwork, ({ sent, target }, network) =>
        endsOf(network, sent).every(
          ({ end, isUnsure, answeredBy }) => end !== 'delivered' || isUnsure === true || answeredBy === target,
        ),
      ),
      { numRuns: 100 },
    );
  });

  it('stays with its backend while its connection is known, and leaves nothing that does not end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1024, max: 65_535 }),
        anyNetwork,
        fc.integer({ min: 0, max: 1 }),
        (sport, network, slot) => {
          const { state, send, pass } = sender(network);
          const sent = flow('node1', '203.0.113.7:80', 'tcp', sport);
          const first = send(sent, slot);
          const again = send(sent, 1 - slot);
          const timers = [...state.values()].flatMap(({ ebpf }) =>
            [...(ebpf?.ct.values() ?? []), ...(ebpf?.nat.values() ?? [])].map(({ expires }) => expires),
          );
          pass(8000);
          const later = send(sent, 1 - slot);
          return (
            first.to === again.to &&
            timers.length > 0 &&
            timers.every((expires) => expires > 0 && expires <= 8000) &&
            later.to !== first.to
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('gives connections that share a port on the way different ones', () => {
    const { send } = sender(networkOf(MODES.snat));
    const ports = ['node1', 'other'].map((from) => send(flow(from, '192.168.0.1:30080'), 1).packet?.l4);
    expect(new Set(ports.map((l4) => (l4?.proto === 'tcp' ? l4.sport : 0))).size).toBe(2);
    expect(ports.every((l4) => l4?.proto === 'tcp' && l4.sport >= 32_768)).toBe(true);
  });
});

describe('affinity', () => {
  const sticky = {
    ...CLUSTER,
    services: CLUSTER.services.map((each) =>
      each === web ? { ...each, spec: { ...each.spec, sessionAffinity: 'ClientIP' as const } } : each,
    ),
  };

  it('is that of the client from outside and of the network namespace inside, each frontend for itself', () => {
    const { send, pass } = sender(networkOf(MODES.socket, '1.18', sticky));
    const to = (from: string, address: string, sport: number, slot: number): string | undefined =>
      send(flow(from, address, 'tcp', sport), slot).to;
    expect([to('node1', '203.0.113.7:80', 2001, 0), to('node1', '203.0.113.7:80', 2002, 1)]).toEqual([
      '10.244.1.5',
      '10.244.1.5',
    ]);
    expect([to('pod', '10.96.0.10:80', 2001, 1), to('pod', '10.96.0.10:80', 2002, 0)]).toEqual([
      '10.244.2.6',
      '10.244.2.6',
    ]);
    expect(to('pod', '203.0.113.7:80', 2003, 0)).toBe('10.244.1.5');
    pass(10_800);
    expect(to('pod', '10.96.0.10:80', 2004, 0)).toBe('10.244.1.5');
  });
});
