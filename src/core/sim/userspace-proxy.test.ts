import { describe, expect, it, test } from 'vitest';
import type { Socket } from '../linux/namespace';
import type { Network } from '../linux/netns';
import { formatIp, ip } from '../net/ip';
import { parseEndpoint } from '../net/packet';
import { explore } from './explore';
import { simulate, type SimFlow } from './simulate';
import { takeFirstBranch } from './testing/bench';
import { ipvsBench, VIP } from './testing/ipvs-bench';
import type { Trace } from './trace';
import type { SimState } from './world';
import type { ProxyMemory } from '../linux/state';
import { DIAL_TIMEOUTS, takeTurn } from './userspace-proxy';

/** The rules of userspace mode for one service port, as `iptables-save` listed them. */
const SAVE = `*nat
:PREROUTING ACCEPT
:INPUT ACCEPT
:OUTPUT ACCEPT
:POSTROUTING ACCEPT
:KUBE-PORTALS-CONTAINER -
:KUBE-PORTALS-HOST -
:KUBE-NODEPORT-CONTAINER -
-A PREROUTING -m comment --comment "handle ClusterIPs; NOTE: this must be before the NodePort rules" -j KUBE-PORTALS-CONTAINER
-A PREROUTING -m addrtype --dst-type LOCAL -m comment --comment "handle service NodePorts; NOTE: this must be the last rule in the chain" -j KUBE-NODEPORT-CONTAINER
-A OUTPUT -m comment --comment "handle ClusterIPs; NOTE: this must be before the NodePort rules" -j KUBE-PORTALS-HOST
-A KUBE-NODEPORT-CONTAINER -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 30080 -j REDIRECT --to-ports 40001
-A KUBE-PORTALS-CONTAINER -d 10.96.0.1/32 -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 80 -j REDIRECT --to-ports 40001
-A KUBE-PORTALS-CONTAINER -d 10.96.0.1/32 -p udp -m comment --comment "ns1/svc1:dns" -m udp --dport 53 -j REDIRECT --to-ports 40002
-A KUBE-PORTALS-HOST -d 10.96.0.1/32 -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 80 -j DNAT --to-destination 172.18.0.2:40001
COMMIT`;

interface Proxy {
  readonly endpoints: string;
  readonly affinitySeconds?: number;
}

function bench({ endpoints, affinitySeconds }: Proxy): Network {
  const network = ipvsBench({ services: [], save: SAVE, bound: [] });
  const node = network.netns.get('node1');
  if (!node) throw new Error('no node1');
  const proxy = {
    endpoints: endpoints.split(' ').flatMap((text) => parseEndpoint(text) ?? []),
    ...(affinitySeconds === undefined ? {} : { affinitySeconds }),
  };
  const socket = (proto: 'tcp' | 'udp', port: number): Socket => ({
    proto,
    port,
    owner: 'kube-proxy',
    reply: 'proxy',
    proxy,
  });
  const { ipvs: _ipvs, ...rest } = node;
  const changed = {
    ...rest,
    sockets: [socket('tcp', 40_001), socket('udp', 40_002)],
    routes: [
      ...node.routes,
      {
        table: 'main',
        type: 'unicast',
        dst: { address: ip('0.0.0.0'), prefix: 0 },
        via: ip('172.18.0.1'),
        dev: 'eth0',
      } as const,
    ],
  };
  return { ...network, netns: new Map(network.netns).set('node1', changed) };
}

function send(from: string, proxy: Proxy, more: Partial<SimFlow> & { readonly state?: SimState } = {}): Trace {
  const { state, ...rest } = more;
  const flow: SimFlow = { netns: from, dst: VIP, proto: 'tcp', sport: 40_000, dport: 80, ...rest };
  return simulate({ network: bench(proxy), flow, decide: takeFirstBranch, ...(state ? { state } : {}) });
}

/** `request kube-proxy`, `second request a from 10.244.1.1`: each leg, who got it, and from whom. */
const legs = (trace: Trace): string[] =>
  trace.legs.map(({ role, second, hops, disposition }) => {
    const packet = hops.at(-1)?.steps.at(-1)?.packet;
    const to =
      disposition.kind === 'DELIVERED'
        ? `${disposition.to} from ${packet ? formatIp(packet.src) : ''}`
        : disposition.kind;
    return `${second ? 'second ' : ''}${role} ${to}`;
  });

const AC = { endpoints: '10.244.1.5:8080 10.244.2.5:8080' };

describe('a connection through the userspace proxy', () => {
  it('is accepted, and a second one opened from the node; the client never sees the endpoint', () => {
    expect(legs(send('b', AC))).toEqual([
      'request kube-proxy from 10.244.1.6',
      'reply b from 10.96.0.1',
      'second request a from 10.244.1.1',
      'second reply kube-proxy from 10.244.1.5',
    ]);
  });

  it.each([
    ['of the node itself', 'node1', {}, 'request kube-proxy from 172.18.0.2', 'reply node1 from 10.96.0.1'],
    [
      'from outside to a nodePort',
      'client',
      { dst: ip('172.18.0.2'), dport: 30_080 },
      'request kube-proxy from 172.18.0.9',
      'reply client from 172.18.0.2',
    ],
  ] as const)('%s', (_what, from, more, request, reply) => {
    expect(legs(send(from, AC, more)).slice(0, 2)).toEqual([request, reply]);
  });

  it('of datagrams: the answer of the endpoint is passed on', () => {
    const trace = send('b', { endpoints: '10.244.1.5:53' }, { proto: 'udp', dport: 53 });
    expect(legs(trace)).toEqual([
      'request kube-proxy from 10.244.1.6',
      'second request a from 10.244.1.1',
      'second reply kube-proxy from 10.244.1.5',
      'reply b from 10.96.0.1',
    ]);
  });

  it('without endpoints is accepted and then closed', () => {
    const trace = send('b', { endpoints: '' });
    expect(legs(trace)).toEqual([
      'request kube-proxy from 10.244.1.6',
      'reply b from 10.96.0.1',
      'error b from 10.96.0.1',
    ]);
    const [start] = trace.legs[2]?.hops[0]?.steps ?? [];
    expect(start?.kind === 'originate' && start.reason?.id).toBe('userspace.no-endpoints');
  });

  it('tries the next endpoint when one refuses, four times at most', () => {
    expect(legs(send('b', { endpoints: '10.244.1.5:99 10.244.2.5:8080' }))).toEqual([
      'request kube-proxy from 10.244.1.6',
      'reply b from 10.96.0.1',
      'second request NO_SOCKET',
      'second error kube-proxy from 10.244.1.5',
      'second request c from 172.18.0.2',
      'second reply kube-proxy from 10.244.2.5',
    ]);
    const dead = legs(send('b', { endpoints: '10.244.1.5:99' }));
    expect(dead.filter((line) => line === 'second request NO_SOCKET')).toHaveLength(4);
    expect(dead.at(-1)).toBe('error b from 10.96.0.1');
  });
});

describe('the round of endpoints', () => {
  const taken = (trace: Trace): string =>
    legs(trace)
      .filter((line) => line.startsWith('second request'))
      .map((line) => line.split(' ')[2])
      .join('');

  it('begins anywhere', () => {
    const flow: SimFlow = { netns: 'b', dst: VIP, proto: 'tcp', sport: 1, dport: 80 };
    const { outcomes } = explore({ network: bench(AC), flow });
    expect(
      outcomes.map(({ probability, disposition, answered, arrived }) => [
        probability,
        'to' in disposition && disposition.to,
        answered,
        arrived && formatIp(arrived.src),
      ]),
    ).toEqual([
      ['1/2', 'a', true, '10.244.1.1'],
      ['1/2', 'c', true, '172.18.0.2'],
    ]);
  });

  it('goes on in turn for all clients of the node', () => {
    const state: SimState = new Map();
    expect(['b', 'b', 'a', 'node1'].map((from, i) => taken(send(from, AC, { state, sport: 1000 + i }))).join('')).toBe(
      'acac',
    );
  });

  it('keeps a client with its endpoint, renewed by each use', () => {
    const state: SimState = new Map();
    const proxy = { ...AC, affinitySeconds: 10 };
    const at = (from: string, sport: number, now: number): string => {
      const node = state.get('node1');
      if (node) node.now = now;
      return taken(send(from, proxy, { state, sport }));
    };
    expect(
      [at('b', 1, 0), at('b', 2, 9000), at('node1', 3, 9000), at('b', 4, 18_000), at('b', 5, 28_000)].join(''),
    ).toBe('aacaa');
  });

  it('is not answered where nobody is, though the connection was accepted', () => {
    const flow: SimFlow = { netns: 'b', dst: VIP, proto: 'tcp', sport: 1, dport: 80 };
    const ends = (endpoints: string) =>
      explore({ network: bench({ endpoints }), flow }).outcomes.map(({ answered }) => answered);
    expect([ends(''), ends('10.244.1.5:99'), ends('10.244.1.5:8080')]).toEqual([[false], [false], [true]]);
  });
});

const LIST = ['a', 'b', 'c'];

interface ProxySetup {
  readonly endpoints?: readonly string[];
  readonly affinitySeconds?: number;
  readonly isHashed?: boolean;
  /** Place of the endpoint that is taken where chance decides. */
  readonly drawn?: number;
}

const noMemory = (): ProxyMemory => ({ affinity: new Map() });

/** Asks for clients one after another: `x@0` is client x at second 0, `x!@0` after a failed connection; a draw is `?`. */
function run(asking: string, asked: ProxySetup = {}, memory = noMemory()): string {
  const { endpoints = LIST, drawn = 0, ...rest } = asked;
  const chosen = asking.split(' ').map((each) => {
    const [, client = '', failed, second] = /^(\w)(!?)@(\d+)$/.exec(each) ?? [];
    let mark = '';
    const draw = (): number => {
      mark = '?';
      return drawn;
    };
    const now = Number(second) * 1000;
    const turn = takeTurn(memory, { ...rest, endpoints, client, now, reset: failed === '!', draw });
    return (turn?.endpoint ?? '-') + mark;
  });
  return chosen.join('');
}

describe('without affinity', () => {
  test.each([
    ['x@0 x@0 x@0 x@0', 'a?bca'],
    ['x@0 y@0 z@0 y@9', 'a?bca'],
    ['x@0 x!@0', 'a?b'],
  ])('%s: %s, all clients in one row', (asking, turns) => {
    expect(run(asking)).toBe(turns);
  });

  test('the first is drawn, the others follow from it', () => {
    expect(run('x@0 x@0 x@0', { drawn: 2 })).toBe('c?ab');
  });

  test('of one nothing is drawn, and of those that do not take turns each', () => {
    expect([run('x@0 x@0', { endpoints: ['a'] }), run('x@0 x@0', { isHashed: true })]).toEqual(['aa', 'a?a?']);
  });

  test('nobody is there', () => {
    expect(run('x@0', { endpoints: [] })).toBe('-');
  });
});

describe('with affinity of 10 seconds', () => {
  test.each([
    ['a client stays', 'x@0 y@0 x@1', 'a?ba'],
    ['each use begins the time anew', 'x@0 x@9 x@18', 'a?aa'],
    ['after the time it is whoever is next', 'x@0 x@10', 'a?b'],
    ['a failed connection breaks it, and the next one counts', 'x@0 x!@1 x@2', 'a?bb'],
  ])('%s: %s', (_what, asking, turns) => {
    expect(run(asking, { affinitySeconds: 10 })).toBe(turns);
  });
});

describe('another list of endpoints', () => {
  const asked = { affinitySeconds: 10 };

  test('the same in another order changes nothing', () => {
    const memory = noMemory();
    run('x@0', asked, memory);
    expect(run('x@0 y@0 z@0', { ...asked, endpoints: LIST.toReversed() }, memory)).toBe('abc');
  });

  test('nobody knows whose turn it is, and the clients of what went are forgotten', () => {
    const memory = noMemory();
    run('x@0 y@0', asked, memory);
    expect(run('x@1 y@1', { ...asked, endpoints: ['b', 'c', 'd'], drawn: 1 }, memory)).toBe('c?b');
  });
});

test('a connection is tried four times, 3750 ms in all', () => {
  expect(DIAL_TIMEOUTS.reduce((sum, time) => sum + time, 0)).toBe(3750);
  expect(DIAL_TIMEOUTS).toHaveLength(4);
});
