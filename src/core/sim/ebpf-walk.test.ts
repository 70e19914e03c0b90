import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCluster, endpoints, node, pod, service } from '../kubernetes/build';
import type { CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import { programHosts } from '../kubernetes/proxy/ebpf/program-hosts';
import { add, formatFraction, ZERO } from '../lib/fraction';
import { makeEbpfState, type EbpfState } from '../linux/ebpf/host';
import { formatIp, ip } from '../net/ip';
import { formatEndpoint } from '../net/packet';
import { createDerive } from '../document/derive';
import { emptyDocument, type Document, type Flow } from '../document/document';
import { replaceCluster } from '../document/edits/cluster';
import { resolveFlow } from '../document/resolve-flow';
import { formatEnd } from '../net/packet';
import type { Leg, Trace, TraceStep } from './trace';
import { explore, makeTrace } from './explore';
import { exploreEbpf, walkEbpf, type EbpfFlow, type EbpfSender, type EbpfWorld } from './ebpf-walk';

const CLIENT = '10.244.1.9';
const OUTSIDE = '192.0.2.10';

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

function worldOf(config: CiliumConfig, release = '1.18', cluster = CLUSTER): Omit<EbpfWorld, 'decide'> {
  const hosts = programHosts({ cluster, config, release });
  return { hosts, states: new Map(hosts.map(({ name }) => [name, makeEbpfState()] as const)) };
}

const SENDERS: Readonly<Record<string, EbpfSender>> = {
  pod: { kind: 'pod', node: 'node1', address: ip(CLIENT) },
  host: { kind: 'host', node: 'node1' },
  node1: { kind: 'outside', node: 'node1', address: ip(OUTSIDE) },
  node2: { kind: 'outside', node: 'node2', address: ip(OUTSIDE) },
};

function flow(from: string, to: string, proto: EbpfFlow['proto'] = 'tcp', sport = 41_000): EbpfFlow {
  const [address = '', port = '0'] = to.split(':');
  const sender = SENDERS[from];
  if (!sender) throw new Error(from);
  return { from: sender, dst: ip(address), proto, sport, dport: Number(port) };
}

/** `1/2 delivered 10.244.1.5 from 10.244.1.9 answered by 10.96.0.10:80`, one of each way. */
function waysOf(config: CiliumConfig, sent: EbpfFlow, release?: string): string[] {
  return exploreEbpf(worldOf(config, release), sent).map(
    ({ probability, walk: { end, arrived, answeredBy, unsure } }) =>
      [
        formatFraction(probability),
        end,
        ...(arrived ? [formatIp(arrived.dst), 'from', formatIp(arrived.src)] : []),
        ...(unsure ? ['unsure'] : []),
        ...(answeredBy ? ['by', formatEndpoint(answeredBy.address, answeredBy.port)] : []),
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

/** A flow, the line of the description it follows, what comes of it, and in which modes something else. */
interface Row {
  readonly flow: readonly [from: string, to: string];
  readonly follows: string;
  readonly ways: readonly string[];
  readonly but?: Readonly<Partial<Record<Mode, readonly string[]>>>;
}

const TABLE: readonly Row[] = [
  {
    flow: ['pod', '10.96.0.10:80'],
    follows: '2: Pod to clusterIP, translated in connect; the Pod keeps its address, getpeername has the clusterIP',
    ways: two(CLIENT, CLIENT, '10.96.0.10:80'),
  },
  {
    flow: ['pod', '203.0.113.7:80'],
    follows: '2: Pod to load balancer address, the same',
    ways: two(CLIENT, CLIENT, '203.0.113.7:80'),
  },
  {
    flow: ['pod', '192.168.0.2:30080'],
    follows: '5.2: any node address, no hop over that node; sockets left alone go there, and it spreads',
    ways: two(CLIENT, CLIENT, '192.168.0.2:30080'),
    but: {
      'hostns-only': two('192.168.0.2', CLIENT, '192.168.0.2:30080'),
      native: ['1/2 delivered 10.244.1.5 from 10.244.1.9 unsure', half('10.244.2.6', CLIENT, '192.168.0.2:30080')],
    },
  },
  {
    flow: ['pod', '192.168.0.2:30081'],
    follows: '3.1, 5.1: externalTrafficPolicy Local, inside all backends through scope 1; from outside only local ones',
    ways: ['1 delivered 10.244.1.5 from 10.244.1.9 by 192.168.0.2:30081'],
    but: { 'hostns-only': ['1 rejected'], native: ['1 rejected'] },
  },
  {
    flow: ['pod', '198.51.100.9:80'],
    follows: '5.3: external IPs are left alone by sockets, not by the program at the Pod',
    ways: left('198.51.100.9', '192.168.0.1'),
    but: {
      'hostns-only': two(CLIENT, CLIENT, '198.51.100.9:80'),
      native: two(CLIENT, CLIENT, '198.51.100.9:80'),
    },
  },
  {
    flow: ['pod', '10.96.0.13:80'],
    follows: '5.5: a Pod reaches itself with its own address, per packet with 169.254.42.1',
    ways: ['1 delivered 10.244.1.9 from 10.244.1.9 by 10.96.0.13:80'],
    but: {
      'hostns-only': ['1 delivered 10.244.1.9 from 169.254.42.1 by 10.96.0.13:80'],
      native: ['1 delivered 10.244.1.9 from 169.254.42.1 by 10.96.0.13:80'],
    },
  },
  {
    flow: ['pod', '10.96.0.12:80'],
    follows: '5.1, 5.4: no backend: connect fails, a packet is rejected',
    ways: ['1 failed'],
    but: { 'hostns-only': ['1 rejected'], native: ['1 rejected'] },
  },
  {
    flow: ['pod', '10.96.0.10:81'],
    follows: '9.11: another port of a clusterIP leaves by the default route',
    ways: left('10.96.0.10', '192.168.0.1'),
  },
  {
    flow: ['pod', '127.0.0.1:30080'],
    follows: '2: loopback in a Pod stays there',
    ways: ['1 own-stack 127.0.0.1 from 10.244.1.9'],
  },
  {
    flow: ['host', '127.0.0.1:30080'],
    follows: '2, 5.2: loopback and NodePort for processes of the node; source by the route to the backend',
    ways: two('10.244.1.1', '192.168.0.1', '127.0.0.1:30080'),
    but: { tunnel: two('10.244.1.1', '10.244.1.1', '127.0.0.1:30080') },
  },
  {
    flow: ['node1', '192.168.0.1:30080'],
    follows:
      '4.6, 4.7, 6: a local backend sees the client; a remote one the node, in a tunnel cilium_host, with DSR the client',
    ways: two(OUTSIDE, '192.168.0.1', '192.168.0.1:30080'),
    but: {
      tunnel: two(OUTSIDE, '10.244.1.1', '192.168.0.1:30080'),
      dsr: two(OUTSIDE, OUTSIDE, '192.168.0.1:30080'),
      native: two(OUTSIDE, OUTSIDE, '192.168.0.1:30080'),
    },
  },
  {
    flow: ['node1', '203.0.113.7:80'],
    follows: '2: a load balancer address from outside, the same',
    ways: two(OUTSIDE, '192.168.0.1', '203.0.113.7:80'),
    but: {
      tunnel: two(OUTSIDE, '10.244.1.1', '203.0.113.7:80'),
      dsr: two(OUTSIDE, OUTSIDE, '203.0.113.7:80'),
      native: two(OUTSIDE, OUTSIDE, '203.0.113.7:80'),
    },
  },
  { flow: ['node1', '10.96.0.10:80'], follows: '4.4: DROP_IS_CLUSTER_IP', ways: ['1 dropped'] },
  {
    flow: ['node2', '192.168.0.2:30081'],
    follows: '5.4: externalTrafficPolicy Local without a local backend is rejected',
    ways: ['1 rejected'],
  },
];

describe('a table of flows: each mode, with the line it follows', () => {
  const rows = TABLE.flatMap(({ flow: [from, to], follows, ways, but }) =>
    (Object.keys(MODES) as Mode[]).map((mode) => ({
      name: `${mode}: ${from} to ${to} (${follows})`,
      mode,
      from,
      to,
      ways: but?.[mode] ?? ways,
    })),
  );

  it('has sixty and more', () => expect(rows.length).toBeGreaterThanOrEqual(60));

  it.each(rows)('$name', ({ mode, from, to, ways }) => {
    expect(waysOf(MODES[mode], flow(from, to))).toEqual(ways);
  });
});

/** The table again, by the page's engine: with routes, devices and the stack between the programs. */
describe('the same flows through the engine', () => {
  const derive = createDerive();

  function enginesWays(config: CiliumConfig, from: string, to: string): string[] {
    // Programs give Pods the node's address, so that no rule of netfilter is between.
    const cilium = { ...config, 'enable-bpf-masquerade': true };
    const base = replaceCluster(emptyDocument(), CLUSTER);
    const document: Document = { ...base, mode: 'ebpf', release: '1.18', cilium };
    const [address = '', port = '0'] = to.split(':');
    const source: Flow['from'] =
      from === 'pod'
        ? { kind: 'pod', namespace: 'default', name: 'client' }
        : from === 'host'
          ? { kind: 'node', name: 'node1' }
          : { kind: 'external', address: OUTSIDE };
    const target = { kind: 'address', address } as const;
    const sent: Flow = { id: 'f', from: source, to: target, protocol: 'tcp', port: Number(port), sourcePort: 41_000 };
    const flows = [sent];
    const { network } = derive({ ...document, flows });
    const resolved = resolveFlow(document, network, sent);
    if (!resolved.ok) return [resolved.error.id];
    const input = { network, flow: resolved.value, seed: 1 };
    return explore(input).outcomes.map((outcome) => wayOf(makeTrace(input, outcome), outcome.probability));
  }

  // Outside, nobody has a route for a clusterIP to a node: the program that drops it is asked by itself above.
  const asked = TABLE.filter(({ flow: [from, to] }) => from === 'pod' || from === 'host' || !to.startsWith('10.96.'));

  it.each(
    asked.flatMap(({ flow: [from, to], ways, but }) =>
      (Object.keys(MODES) as Mode[]).map((mode) => ({ mode, from, to, ways: but?.[mode] ?? ways })),
    ),
  )('$mode: $from to $to', ({ mode, from, to, ways }) => {
    // Over loopback the kernel takes 127.0.0.1 as the source.
    const wanted = ways.map((way) => way.replace(/(own-stack 127\.0\.0\.1 from) .*/, '$1 127.0.0.1'));
    expect(enginesWays(MODES[mode], from, to)).toEqual(wanted);
  });
});

/** As the table writes it: how it ended, who saw whom, and whom the client thinks it talks to. */
function wayOf({ legs }: Trace, odds = '?'): string {
  const [request] = legs;
  const reply = legs.find(({ role }) => role === 'reply');
  const steps = request?.hops.flatMap((hop) => hop.steps) ?? [];
  const packet = steps.at(-1)?.packet;
  const end = endOf(request, steps);
  if (!packet || end === 'failed' || end === 'rejected' || end === 'dropped') return `${odds} ${end}`;
  const told = reply?.hops
    .flatMap((hop) => hop.steps)
    .findLast((step) => step.kind === 'ebpf' && step.did === 'answered');
  const last = reply?.hops.at(-1)?.steps.at(-1)?.packet;
  const isAnswered = reply?.disposition.kind === 'DELIVERED';
  const by = told?.kind === 'ebpf' ? told.service : last && formatEnd(last, 'src');
  const answer = reply?.disposition.kind === 'UNKNOWN' ? 'unsure' : isAnswered && end === 'delivered' ? `by ${by}` : '';
  return `${odds} ${end} ${formatIp(packet.dst)} from ${formatIp(packet.src)} ${answer}`.trimEnd();
}

function endOf(request: Leg | undefined, steps: readonly TraceStep[]): string {
  const end = request?.disposition;
  if (end?.kind === 'DELIVERED') return 'delivered';
  if (end?.kind === 'REJECTED') return end.with === 'EHOSTUNREACH' ? 'failed' : 'rejected';
  if (end?.kind === 'DROPPED' && steps.at(-1)?.kind === 'stop' && end.by.startsWith('cil_')) return 'dropped';
  return end?.kind === 'NO_SOCKET' ? 'own-stack' : 'left';
}

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

const anyFlow: fc.Arbitrary<EbpfFlow> = fc
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
  .map(({ from, address, port, proto, sport }) => flow(from, `${address}:${port}`, proto, sport));

const anyMode = fc.constantFrom(...(Object.keys(MODES) as Mode[]));

describe('any flow in any mode', () => {
  it('has odds that sum to one', () => {
    fc.assert(
      fc.property(anyFlow, anyMode, (sent, mode) => {
        const odds = exploreEbpf(worldOf(MODES[mode]), sent).map(({ probability }) => probability);
        return formatFraction(odds.reduce(add, ZERO)) === '1';
      }),
      { numRuns: 60 },
    );
  });

  it('that arrives is answered, by whom it was sent to', () => {
    fc.assert(
      fc.property(anyFlow, anyMode, (sent, mode) => {
        const walks = exploreEbpf(worldOf(MODES[mode]), sent).map(({ walk }) => walk);
        return walks.every(({ end, answeredBy, unsure }) => {
          if (end !== 'delivered' || unsure) return true;
          return (
            answeredBy !== undefined &&
            formatIp(answeredBy.address) === formatIp(sent.dst) &&
            answeredBy.port === sent.dport
          );
        });
      }),
      { numRuns: 100 },
    );
  });

  it('stays with its backend while its connection is known, and leaves nothing that does not end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1024, max: 65_535 }),
        anyMode,
        fc.integer({ min: 0, max: 1 }),
        (sport, mode, slot) => {
          const world = worldOf(MODES[mode]);
          const sent = flow('node1', '203.0.113.7:80', 'tcp', sport);
          const first = walkEbpf({ ...world, decide: () => slot }, sent);
          const again = walkEbpf({ ...world, decide: () => 1 - slot }, sent);
          const states: readonly EbpfState[] = [...world.states.values()];
          const timers = states.flatMap(({ ct, nat }) =>
            [...ct.values(), ...nat.values()].map(({ expires }) => expires),
          );
          for (const state of states) state.now += 8000;
          const later = walkEbpf({ ...world, decide: () => 1 - slot }, sent);
          return (
            first.arrived?.dst === again.arrived?.dst &&
            timers.length > 0 &&
            timers.every((expires) => expires > 0 && expires <= 8000) &&
            later.arrived?.dst !== first.arrived?.dst
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('gives connections that share a port on the way different ones', () => {
    const world = worldOf(MODES.snat);
    const second = {
      ...flow('node1', '192.168.0.1:30080'),
      from: { kind: 'outside', node: 'node1', address: ip('192.0.2.11') },
    } as const;
    const ports = [flow('node1', '192.168.0.1:30080'), second].map(
      (sent) => walkEbpf({ ...world, decide: () => 1 }, sent).arrived?.l4,
    );
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
    const world = worldOf(MODES.socket, '1.18', sticky);
    const to = (from: string, address: string, sport: number, slot: number): string => {
      const { arrived } = walkEbpf({ ...world, decide: () => slot }, flow(from, address, 'tcp', sport));
      return arrived ? formatIp(arrived.dst) : '';
    };
    expect([to('node1', '203.0.113.7:80', 2001, 0), to('node1', '203.0.113.7:80', 2002, 1)]).toEqual([
      '10.244.1.5',
      '10.244.1.5',
    ]);
    expect([to('pod', '10.96.0.10:80', 2001, 1), to('pod', '10.96.0.10:80', 2002, 0)]).toEqual([
      '10.244.2.6',
      '10.244.2.6',
    ]);
    expect(to('pod', '203.0.113.7:80', 2003, 0)).toBe('10.244.1.5');
    for (const state of world.states.values()) state.now += 10_800;
    expect(to('pod', '10.96.0.10:80', 2004, 0)).toBe('10.244.1.5');
  });
});
