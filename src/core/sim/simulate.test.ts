import { describe, expect, it } from 'vitest';
import type { Choice } from '../linux/chain-walk';
import { ip } from '../net/ip';
import { simulate, type SimFlow } from './simulate';
import { device, endings, takeFirstBranch, host, network, printLeg, readRoute, listeningSocket } from './testing/bench';
import type { Trace } from './trace';
import type { SimState } from './world';

const NAT = `*nat
:PREROUTING ACCEPT
:INPUT ACCEPT
:OUTPUT ACCEPT
:POSTROUTING ACCEPT
-A PREROUTING -d 10.96.0.1/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.1.5:8080
-A OUTPUT -d 10.96.0.1/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.1.5:8080
-A POSTROUTING -s 10.244.1.5/32 -d 10.244.1.5/32 -j MASQUERADE
COMMIT`;

/** node (cni0 with ports to pod a and b) and client on one wire. */
function bench(options: { readonly hairpin?: boolean; readonly netfilter?: boolean; readonly save?: string } = {}) {
  const { hairpin = true, netfilter = true, save = NAT } = options;
  const port = (pod: string) =>
    device(`veth-${pod}`, [], { kind: 'veth', master: 'cni0', hairpin, peer: { netns: pod, device: 'eth0' } });
  const pod = (id: string, address: string) =>
    host(id, {
      kind: 'pod',
      devices: [device('eth0', [`${address}/24`], { kind: 'veth', peer: { netns: 'node', device: `veth-${id}` } })],
      routes: [readRoute('default via 10.244.1.1 dev eth0')],
      sockets: [listeningSocket('tcp', 8080, id), listeningSocket('udp', 53, id)],
      sysctls: {},
    });
  const node = host('node', {
    devices: [
      device('eth0', ['192.168.0.2/24'], { segment: 'wire' }),
      device('cni0', ['10.244.1.1/24'], { kind: 'bridge' }),
      port('a'),
      port('b'),
    ],
    sysctls: { 'net.ipv4.ip_forward': 1, 'net.bridge.bridge-nf-call-iptables': netfilter ? 1 : 0 },
    save,
  });
  const client = host('client', {
    kind: 'client',
    devices: [device('eth0', ['192.168.0.9/24'], { segment: 'wire' })],
    routes: [readRoute('10.0.0.0/8 via 192.168.0.2 dev eth0')],
    sysctls: {},
  });
  return network(node, pod('a', '10.244.1.5'), pod('b', '10.244.1.6'), client);
}

function send(from: string, to: string, more: Partial<SimFlow> = {}, around = bench()): Trace {
  const flow: SimFlow = { netns: from, dst: ip(to), proto: 'tcp', sport: 40_000, dport: 80, ...more };
  return simulate({ network: around, flow, decide: takeFirstBranch });
}

describe('a packet on its way', () => {
  it('goes from outside through DNAT to a Pod, and its answer back', () => {
    const trace = send('client', '10.96.0.1');
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply DELIVERED']);
    expect(trace.legs.map(printLeg)).toEqual([
      [
        'client: route output eth0',
        'node: PREROUTING in=eth0',
        'node: nat PREROUTING 1 ACCEPT',
        'node: nat DST by rule',
        'node: route forward cni0',
        'node: FORWARD in=eth0 out=cni0',
        'node: POSTROUTING in=eth0 out=cni0',
        'node: bridge forward veth-a',
        'a: route local',
        'a: deliver to a',
      ],
      [
        'a: route output eth0',
        'node: PREROUTING in=cni0',
        'node: bridge up',
        'node: route forward eth0',
        'node: FORWARD in=cni0 out=eth0',
        'node: POSTROUTING in=cni0 out=eth0',
        'node: nat SRC by binding',
        'client: route local',
        'client: deliver to client',
      ],
    ]);
  });

  it('stays a frame between Pods of one bridge, and keeps its TTL', () => {
    const trace = send('b', '10.96.0.1');
    const [request] = trace.legs;
    expect(request && printLeg(request).slice(1, 8)).toEqual([
      'node: PREROUTING in=cni0',
      'node: nat PREROUTING 1 ACCEPT',
      'node: nat DST by rule',
      'node: bridge forward veth-a',
      'node: FORWARD in=cni0 out=cni0',
      'node: POSTROUTING out=cni0',
      'a: route local',
    ]);
    expect(request?.hops.at(-1)?.steps.at(-1)?.packet.ttl).toBe(64);
  });

  it.each([
    ['hairpin on: back to itself, masqueraded', { hairpin: true }, ['request DELIVERED', 'reply DELIVERED']],
    ['hairpin off: the bridge drops it', { hairpin: false }, ['request DROPPED']],
    [
      'hairpin off, no br_netfilter: routed back out of the bridge',
      { hairpin: false, netfilter: false },
      ['request DELIVERED', 'reply DELIVERED'],
    ],
  ])('%s', (_what, options, expected) => {
    expect(endings(send('a', '10.96.0.1', {}, bench(options)))).toEqual(expected);
  });

  it('loses the answer when the bridge does not ask iptables', () => {
    const trace = send('b', '10.96.0.1', {}, bench({ netfilter: false }));
    // The answer goes straight from Pod to Pod with an address the caller never called.
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply NO_SOCKET', 'error DELIVERED']);
  });

  it.each([
    ['nobody listens', 'client', '10.244.1.5', { dport: 9 }, ['request NO_SOCKET', 'error DELIVERED']],
    ['nobody has the address', 'node', '10.244.1.77', {}, ['request DROPPED', 'error DELIVERED']],
    ['no route at all', 'node', '203.0.113.1', {}, ['request NO_ROUTE']],
    ['echo', 'client', '10.244.1.5', { proto: 'icmp' as const }, ['request DELIVERED', 'reply DELIVERED']],
    ['datagram', 'b', '10.244.1.5', { proto: 'udp' as const, dport: 53 }, ['request DELIVERED', 'reply DELIVERED']],
    [
      'datagram to a closed port',
      'b',
      '10.244.1.5',
      { proto: 'udp' as const },
      ['request NO_SOCKET', 'error DELIVERED'],
    ],
    ['loopback', 'a', '127.0.0.1', { dport: 8080 }, ['request DELIVERED', 'reply DELIVERED']],
  ])('%s', (_what, from, to, more, expected) => {
    expect(endings(send(from, to, more))).toEqual(expected);
  });

  it('enters by a device of a pasted node and leaves where nothing is known', () => {
    const lonely = network(
      host('node', {
        devices: [device('eth0', ['192.168.0.2/24']), device('cni0', ['10.244.1.1/24'], { kind: 'bridge' })],
        save: NAT,
      }),
    );
    const trace = send('node', '10.96.0.1', { src: ip('192.168.0.9'), inject: { device: 'eth0' } }, lonely);
    expect(trace.legs.map(({ disposition }) => disposition)).toEqual([
      {
        kind: 'LEFT',
        netns: 'node',
        device: 'cni0',
        reason: { id: 'sim.link.left', values: { bridge: 'cni0', device: 'cni0' } },
      },
    ]);
  });

  it('goes from a port of a pasted bridge out of another, whoever is there', () => {
    const devices = [
      device('eth0', ['192.168.0.2/24']),
      device('cni0', ['10.244.1.1/24'], { kind: 'bridge' }),
      device('veth1', [], { kind: 'veth', master: 'cni0' }),
      device('veth2', [], { kind: 'veth', master: 'cni0' }),
    ];
    const sysctls = { 'net.ipv4.ip_forward': 1, 'net.bridge.bridge-nf-call-iptables': 1 };
    const lonely = network(
      host('node', { devices, sysctls, routes: [readRoute('default via 192.168.0.1 dev eth0')], save: NAT }),
    );
    const from = { src: ip('10.244.1.6'), inject: { device: 'veth1' } };
    const hooks = (to: string) =>
      send('node', to, from, lonely)
        .legs.flatMap(printLeg)
        .filter((line) => /ROUTING|FORWARD/.test(line));
    expect(hooks('10.96.0.1')).toEqual([
      'node: PREROUTING in=cni0',
      'node: nat PREROUTING 1 ACCEPT',
      'node: FORWARD in=cni0 out=cni0',
      'node: POSTROUTING out=cni0',
    ]);
    expect(hooks('8.8.8.8')).toEqual([
      'node: PREROUTING in=cni0',
      'node: FORWARD in=cni0 out=eth0',
      'node: POSTROUTING in=cni0 out=eth0',
    ]);
  });

  it('has no legs when the sender does not exist', () => {
    expect(send('nobody', '10.96.0.1').legs).toEqual([]);
  });

  /** y and z send everything to each other. */
  function circle(save?: string) {
    const router = (id: string, address: string, routes: readonly string[]) =>
      host(id, {
        devices: [device('eth0', [`${address}/24`], { segment: 'wire' })],
        routes: routes.map(readRoute),
        ...(save === undefined ? {} : { save }),
      });
    return network(
      router('x', '10.0.0.1', ['default via 10.0.0.2 dev eth0']),
      router('y', '10.0.0.2', ['default via 10.0.0.3 dev eth0']),
      router('z', '10.0.0.3', ['default via 10.0.0.2 dev eth0']),
    );
  }

  it('dies in a circle of routers when its TTL runs out, and the sender is told', () => {
    const trace = send('x', '203.0.113.1', {}, circle());
    expect(endings(trace)).toEqual(['request TTL_EXCEEDED', 'error DELIVERED']);
    expect(trace.legs[0]?.hops).toHaveLength(65);
  });

  it('is stopped in a circle that puts the TTL up again', () => {
    const save = '*mangle\n:PREROUTING ACCEPT\n-A PREROUTING -j TTL --ttl-set 64\nCOMMIT';
    expect(endings(send('x', '203.0.113.1', {}, circle(save)))).toEqual(['request LOOP']);
  });
});

describe('determinism', () => {
  it('gives the same trace for the same seed', () => {
    expect(send('b', '10.96.0.1')).toEqual(send('b', '10.96.0.1'));
  });

  it('carries connections on when a state is given', () => {
    const state = new Map();
    const around = bench();
    const flow: SimFlow = { netns: 'client', dst: ip('10.96.0.1'), proto: 'tcp', sport: 40_000, dport: 80 };
    const once = simulate({ network: around, flow, state, decide: takeFirstBranch });
    const again = simulate({ network: around, flow, state, decide: takeFirstBranch });
    const natRules = (trace: Trace) =>
      trace.legs[0]?.hops.flatMap((hop) => hop.steps).filter((s) => s.kind === 'rule').length;
    expect([natRules(once), natRules(again)]).toEqual([1, 0]);
    expect(endings(again)[0]).toBe('request DELIVERED');
  });
});

describe('a helper that may expect connections (CT --helper)', () => {
  const save = `*raw
:PREROUTING ACCEPT
-A PREROUTING -p tcp -m tcp --dport 8080 -j CT --helper ftp
COMMIT
*filter
:FORWARD DROP
-A FORWARD -m conntrack --ctstate RELATED -m helper --helper ftp -j ACCEPT
-A FORWARD -p tcp -m tcp --dport 8080 -j ACCEPT
COMMIT`;

  it('leaves open whether a second connection between its hosts is RELATED', () => {
    const state: SimState = new Map();
    const around = bench({ save });
    const asked: string[] = [];
    const decide =
      (branch: number) =>
      (choice: Choice): number => {
        asked.push(choice.where);
        return branch;
      };
    const flow: SimFlow = { netns: 'client', dst: ip('10.244.1.5'), proto: 'tcp', sport: 4000, dport: 8080 };
    const go = (more: Partial<SimFlow>, branch: number): string[] =>
      endings(simulate({ network: around, flow: { ...flow, ...more }, state, decide: decide(branch) })).slice(0, 1);
    expect(go({}, 0)).toEqual(['request DELIVERED']);
    expect(asked).toEqual([]);
    expect(go({ sport: 4001, dport: 50_000 }, 1)).toEqual(['request DROPPED']);
    expect(go({ sport: 4002, dport: 50_000 }, 0)).toEqual(['request NO_SOCKET']);
    expect(asked).toEqual(['conntrack', 'conntrack']);
  });
});
