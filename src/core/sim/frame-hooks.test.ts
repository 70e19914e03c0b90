import { describe, expect, it } from 'vitest';
import { readRuleset } from '../linux/nftables/text/read-ruleset';
import { ip } from '../net/ip';
import { explore } from './explore';
import type { SimFlow } from './simulate';
import { device, host, listeningSocket, network, readRoute } from './testing/bench';

/** Tables of `bridge` see frames where they come to a bridge, cross it and leave it; tables of `arp` see what is not simulated. */

/** A node with two Pods at a bridge, and a client on its wire. */
function bench(nft: string, netfilter = true) {
  const port = (pod: string) =>
    device(`veth-${pod}`, [], { kind: 'veth', master: 'cni0', peer: { netns: pod, device: 'eth0' } });
  const pod = (id: string, address: string) =>
    host(id, {
      kind: 'pod',
      devices: [device('eth0', [`${address}/24`], { kind: 'veth', peer: { netns: 'node', device: `veth-${id}` } })],
      routes: [readRoute('default via 10.244.1.1 dev eth0')],
      sockets: [listeningSocket('tcp', 80, id)],
      sysctls: {},
    });
  const node = host('node', {
    devices: [
      device('eth0', ['192.168.0.2/24'], { segment: 'wire' }),
      device('cni0', ['10.244.1.1/24'], { kind: 'bridge' }),
      port('a'),
      port('b'),
    ],
    sockets: [listeningSocket('tcp', 80, 'node')],
    sysctls: { 'net.ipv4.ip_forward': 1, 'net.bridge.bridge-nf-call-iptables': netfilter ? 1 : 0 },
    nftables: readRuleset(nft).ruleset,
  });
  const client = host('client', {
    kind: 'client',
    devices: [device('eth0', ['192.168.0.9/24'], { segment: 'wire' })],
    routes: [readRoute('10.0.0.0/8 via 192.168.0.2 dev eth0')],
    sockets: [listeningSocket('tcp', 80, 'client')],
    sysctls: {},
  });
  return network(node, pod('a', '10.244.1.5'), pod('b', '10.244.1.6'), client);
}

const WAYS = {
  'a to b': ['a', '10.244.1.6'],
  'a to the client': ['a', '192.168.0.9'],
  'the client to a': ['client', '10.244.1.5'],
  'the node to a': ['node', '10.244.1.5'],
  'a to the bridge': ['a', '10.244.1.1'],
} as const;
type Way = keyof typeof WAYS;

/** All ways the request may end: `DROPPED by bridge t c 1`; several where it is not known. */
function ends(nft: string, way: Way, netfilter = true): readonly string[] {
  const [netns, to] = WAYS[way];
  const flow: SimFlow = { netns, dst: ip(to), proto: 'tcp', sport: 40_000, dport: 80 };
  const { outcomes } = explore({ network: bench(nft, netfilter), flow, seed: 1 });
  const all = outcomes.map(({ disposition }) =>
    'by' in disposition ? `${disposition.kind} by ${disposition.by}` : disposition.kind,
  );
  return [...new Set(all)].toSorted();
}

const chain = (hook: string, rules: string, priority = '0', family = 'bridge'): string =>
  `table ${family} t { chain c { type filter hook ${hook} priority ${priority}; ${rules} } }`;
const GONE = ['DROPPED by bridge t c 1'];
const CAME = ['DELIVERED'];

describe.each([true, false])('bridge-nf-call-iptables %s', (netfilter) => {
  it.each<[hook: string, rules: string, way: Way, ends: readonly string[]]>([
    ['prerouting', 'iifname "veth-a" drop', 'a to b', GONE],
    ['prerouting', 'iifname "cni0" drop', 'a to b', CAME],
    ['prerouting', 'meta ibrname "cni0" drop', 'a to b', GONE],
    ['prerouting', 'meta ibrname "br1" drop', 'a to b', CAME],
    ['prerouting', 'drop', 'the node to a', ['DELIVERED']],
    ['input', 'ip daddr 192.168.0.9 drop', 'a to the client', GONE],
    ['input', 'drop', 'a to b', CAME],
    ['input', 'iifname "veth-a" tcp dport 80 drop', 'a to the bridge', GONE],
    ['forward', 'iifname "veth-a" oifname "veth-b" drop', 'a to b', GONE],
    ['forward', 'iifname "veth-b" oifname "veth-a" drop', 'the client to a', CAME],
    ['forward', 'ether type ip drop', 'a to b', GONE],
    ['forward', 'ether type ip6 drop', 'a to b', CAME],
    ['forward', 'meta protocol ip ip saddr 10.244.1.5 drop', 'a to b', GONE],
    ['forward', 'meta nfproto ipv4 drop', 'a to b', CAME],
    ['output', 'oifname "veth-a" drop', 'the node to a', GONE],
    ['output', 'oifname "veth-a" drop', 'the client to a', GONE],
    ['output', 'drop', 'a to b', CAME],
    ['postrouting', 'meta obrname "cni0" tcp dport { 80, 443 } drop', 'a to b', GONE],
    ['postrouting', 'oifname "veth-b" drop', 'the client to a', CAME],
    ['postrouting', 'oifname "veth-a" drop', 'the client to a', GONE],
    ['forward', 'policy drop;', 'a to b', ['DROPPED by bridge t c policy']],
    ['forward', 'policy drop; ip protocol tcp accept', 'a to b', CAME],
    ['forward', 'ether saddr 02:00:00:00:00:01 drop', 'a to b', ['DELIVERED', 'DROPPED by bridge t c 1']],
    ['forward', 'vlan id 5 drop', 'a to b', ['DELIVERED', 'DROPPED by bridge t c 1']],
    ['prerouting', 'meta pkttype otherhost drop', 'a to b', ['DELIVERED', 'DROPPED by bridge t c 1']],
  ])('%s %s | %s', (hook, rules, way, expected) => {
    const found = ends(chain(hook, rules), way, netfilter);
    expect(found).toEqual(expected);
  });
});

describe('in the order of priorities', () => {
  const both = (priority: string, ipHook: string, at: string): string =>
    `${chain(at, 'ip daddr 10.244.1.6 drop', priority)}
     table ip u { chain d { type filter hook ${ipHook} priority 0; ip daddr 10.244.1.6 drop; } }`;

  it.each([
    ['-200', 'prerouting', GONE],
    ['0', 'prerouting', GONE],
    ['1', 'prerouting', ['DROPPED by ip u d 1']],
    ['-200', 'forward', GONE],
    ['0', 'forward', ['DROPPED by ip u d 1']],
    ['100', 'forward', ['DROPPED by ip u d 1']],
    ['300', 'postrouting', GONE],
  ])('%s at %s', (priority, hook, expected) => {
    expect(ends(both(priority, hook, hook), 'a to b')).toEqual(expected);
  });

  it('a connection is known behind PREROUTING of IP, and not before', () => {
    const tracked = 'table ip u { chain d { type filter hook input priority 0; counter; } }';
    const rule = 'ct state new drop';
    expect(ends(`${chain('prerouting', rule, '1')}\n${tracked}`, 'a to b')).toEqual(GONE);
    expect(ends(`${chain('prerouting', rule, '-1')} ${tracked}`, 'a to b')).toHaveLength(2);
    expect(ends(`${chain('forward', rule)} ${tracked}`, 'a to b', false)).toHaveLength(2);
  });
});

describe('what is not known', () => {
  it('by which port a packet of a pasted node comes or goes', () => {
    const lonely = (nft: string) =>
      network(
        host('node', {
          devices: [device('eth0', ['192.168.0.2/24']), device('cni0', ['10.244.1.1/24'], { kind: 'bridge' })],
          routes: [readRoute('default via 192.168.0.1 dev eth0')],
          nftables: readRuleset(nft).ruleset,
        }),
      );
    const count = (nft: string, src: string, inject: string, dst: string): number => {
      const flow: SimFlow = {
        netns: 'node',
        src: ip(src),
        dst: ip(dst),
        proto: 'tcp',
        sport: 40_000,
        dport: 80,
        inject: { device: inject },
      };
      return explore({ network: lonely(nft), flow, seed: 1 }).outcomes.length;
    };
    const into = [chain('prerouting', 'iifname "veth1" drop'), '10.244.1.7', 'cni0', '8.8.8.8'] as const;
    const out = [chain('output', 'oifname "veth1" drop'), '192.168.0.9', 'eth0', '10.244.1.7'] as const;
    const nothing = [chain('prerouting', ''), '10.244.1.7', 'cni0', '8.8.8.8'] as const;
    const elsewhere = [chain('forward', 'drop'), '10.244.1.7', 'cni0', '8.8.8.8'] as const;
    expect([count(...into), count(...out), count(...nothing), count(...elsewhere)]).toEqual([2, 2, 1, 1]);
  });

  it.each([
    ['policy drop; arp operation request accept', 2],
    ['policy accept;', 1],
  ])('ARP: %s', (rules, outcomes) => {
    expect(ends(chain('input', rules, '0', 'arp'), 'the client to a')).toHaveLength(outcomes);
  });
});
