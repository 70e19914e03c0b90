import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dearTries, THOROUGH } from '../lib/testing/soaking';
import type { Device } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import { device, host, listeningSocket, network, readRoute } from '../sim/testing/bench';
import { HostEnds } from './host-end';
import { openHostSpace } from './host-space';
import { NetworkModel } from './network-model';
import { holdNetworkToWalk } from './testing/hold-network-to-walk';

/** A Pod behind a port of its node's bridge. */
function pod(name: string, node: string, address: string): Netns {
  const gateway = address.replace(/\d+$/, '1');
  return host(name, {
    kind: 'pod',
    devices: [
      device('lo', ['127.0.0.1/8'], { kind: 'loopback' }),
      device('eth0', [`${address}/24`], { kind: 'veth', peer: { netns: node, device: `veth-${name}` } }),
    ],
    routes: [readRoute(`default via ${gateway} dev eth0`)],
    sockets: [listeningSocket('tcp', 8080, name), listeningSocket('udp', 53, name)],
    sysctls: {},
  });
}

const port = (name: string, hairpin: boolean): Device =>
  device(`veth-${name}`, [], { kind: 'veth', master: 'cni0', hairpin, peer: { netns: name, device: 'eth0' } });

interface NodeInput {
  readonly pods: readonly string[];
  readonly rules: string;
  readonly hairpin: boolean;
  /** Does the bridge show its frames to the rules? */
  readonly bridged: boolean;
}

function node(nth: number, { pods, rules, hairpin, bridged }: NodeInput): Netns {
  const other = 1 - nth;
  return host(`node${nth}`, {
    devices: [
      device('lo', ['127.0.0.1/8'], { kind: 'loopback' }),
      device('eth0', [`192.168.0.1${nth}/24`], { segment: 'wire' }),
      device('cni0', [`10.244.${nth}.1/24`], { kind: 'bridge' }),
      ...pods.map((name) => port(name, hairpin)),
    ],
    routes: [readRoute(`10.244.${other}.0/24 via 192.168.0.1${other} dev eth0`)],
    sockets: [listeningSocket('tcp', 22, 'sshd')],
    sysctls: { 'net.ipv4.ip_forward': 1, 'net.bridge.bridge-nf-call-iptables': Number(bridged) },
    save: rules,
  });
}

/** Two nodes on a wire, three Pods, and a client beside them that knows the way to the Pods of the first. */
function cluster(first: Omit<NodeInput, 'pods'>, second: Omit<NodeInput, 'pods'>): Network {
  const client = host('client', {
    kind: 'client',
    devices: [
      device('lo', ['127.0.0.1/8'], { kind: 'loopback' }),
      device('eth0', ['192.168.0.50/24'], { segment: 'wire' }),
    ],
    routes: [readRoute('10.0.0.0/8 via 192.168.0.10 dev eth0')],
    sockets: [],
    sysctls: {},
  });
  return network(
    node(0, { ...first, pods: ['a', 'b'] }),
    node(1, { ...second, pods: ['c'] }),
    pod('a', 'node0', '10.244.0.5'),
    pod('b', 'node0', '10.244.0.6'),
    pod('c', 'node1', '10.244.1.5'),
    client,
  );
}

const TESTS = [
  '',
  '-d 10.96.0.10/32 -p tcp -m tcp --dport 80',
  '-d 192.168.0.10/32 -p tcp',
  '-d 10.244.0.0/16',
  '! -s 10.244.0.0/16',
  '-s 10.244.0.5/32',
  '-d 10.244.0.5/32',
  '-s 192.168.0.0/24',
  '-d 192.168.0.50/32',
  '-p tcp -m tcp --sport 8080',
  '-p udp -m udp --sport 53',
  '-p icmp -m icmp --icmp-type 0',
  '-m conntrack --ctstate ESTABLISHED',
  '-m conntrack --ctstate NEW',
  '-m conntrack --ctstate INVALID',
  '-m conntrack --ctstate DNAT',
  '-m addrtype --dst-type LOCAL',
  '-m mark --mark 0x1/0x1',
  '-m statistic --mode random --probability 0.25',
  '-p tcp -m tcp --tcp-flags SYN,ACK SYN,ACK',
];
const ANYWHERE = ['ACCEPT', 'MARK --set-xmark 0x1/0x1'];
const REFUSALS = ['DROP', 'REJECT'];
const DNATS = [
  'DNAT --to-destination 10.244.0.5:8080',
  'DNAT --to-destination 10.244.0.6:8080',
  'DNAT --to-destination 10.244.1.5:8080',
  'DNAT --to-destination 10.244.1.5',
];
const CHAINS = {
  mangle: { PREROUTING: [...ANYWHERE, 'DROP'], POSTROUTING: [...ANYWHERE, 'DROP'] },
  nat: { PREROUTING: DNATS, OUTPUT: DNATS, POSTROUTING: ['MASQUERADE', 'MASQUERADE --random-fully', 'ACCEPT'] },
  filter: {
    INPUT: [...ANYWHERE, ...REFUSALS],
    FORWARD: [...ANYWHERE, ...REFUSALS],
    OUTPUT: [...ANYWHERE, 'DROP'],
  },
} as const;

/** One rule of a chain; a port is translated of TCP alone. */
const rule = (targets: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...TESTS), fc.constantFrom(...targets))
    .map(([test, target]) => {
      const needsTcp = target.includes(':8080') && !test.includes('-p ');
      return `${needsTcp ? '-p tcp ' : ''}${test} -j ${target}`.trim();
    })
    .filter((text) => !(text.includes(':8080') && /-p (?:icmp|udp)/.test(text)));

const rules: fc.Arbitrary<string> = fc
  .tuple(
    ...Object.entries(CHAINS).flatMap(([table, chains]) =>
      Object.entries(chains).map(([chain, targets]) =>
        fc.array(rule(targets), { maxLength: 2 }).map((lines) => ({ table, chain, lines })),
      ),
    ),
  )
  .map((parts) =>
    Object.keys(CHAINS)
      .map((table) => {
        const own = parts.filter((part) => part.table === table);
        const heads = own.map(({ chain }) => `:${chain} ACCEPT`);
        const lines = own.flatMap(({ chain, lines: each }) => each.map((text) => `-A ${chain} ${text}`));
        return [`*${table}`, ...heads, ...lines, 'COMMIT'].join('\n');
      })
      .join('\n'),
  );
const side = fc.record({ rules, hairpin: fc.boolean(), bridged: fc.boolean() });

describe('a network for all packets', () => {
  it('agrees with the walk through any rules of two nodes, over bridges and wires, and of every answer', () => {
    const all = { walked: 0, exactly: 0, kinds: new Map<string, number>() };
    fc.assert(
      fc.property(side, side, (first, second) => {
        const net = cluster(first, second);
        const space = openHostSpace([...net.netns.values()]);
        const model = new NetworkModel(net, { space, ends: new HostEnds() });
        for (const netns of net.netns.values()) {
          const { walked, exactly, differences, kinds } = holdNetworkToWalk(model, netns, { each: 1, seed: 5 });
          all.walked += walked;
          all.exactly += exactly;
          for (const [kind, count] of kinds) all.kinds.set(kind, (all.kinds.get(kind) ?? 0) + count);
          expect(differences).toEqual([]);
        }
      }),
      { numRuns: dearTries(200) },
    );
    expect(all.walked).toBeGreaterThan(THOROUGH ? 1000 : 300);
    expect(all.exactly / all.walked).toBeGreaterThan(0.9);
    const kinds = ['taken true', 'taken false', 'closed', 'dropped', ...(THOROUGH ? ['rejected'] : [])];
    for (const kind of kinds) expect(all.kinds.get(kind) ?? 0, kind).toBeGreaterThan(THOROUGH ? 10 : 0);
  });
});
