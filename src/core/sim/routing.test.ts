import { describe, expect, it } from 'vitest';
import type { Choice } from '../linux/chain-walk';
import type { Netns } from '../linux/netns';
import type { Skb } from '../linux/skb';
import { formatIp, ip } from '../net/ip';
import type { Packet } from '../net/packet';
import { visitOf } from '../linux/xtables/testing/walk-text';
import { explore } from './explore';
import { refusedBeforeHooks, routeInput } from './route';
import { runPacket, simulate, type SimFlow } from './simulate';
import { device, endings, takeFirstBranch, host, network, printLeg, readRoute } from './testing/bench';

/** `local`, `forward eth1`, `martian <why>`, `no-route <why> 3/1`. */
function decide(netns: Netns, visit: string, device: string, change: Partial<Skb> = {}): string {
  const { skb } = visitOf(visit);
  const decision = routeInput(netns, { ...skb, ...change }, device);
  if (decision.kind === 'local') return 'local';
  if (decision.kind === 'forward')
    return `forward ${decision.route.dev}${decision.reason ? ` ${decision.reason.id}` : ''}`;
  const error = decision.kind === 'no-route' && decision.error ? ` ${decision.error.type}/${decision.error.code}` : '';
  return `${decision.kind} ${decision.reason.id}${error}`;
}

const ROUTER = host('r', {
  devices: [device('eth0', ['192.168.0.2/24']), device('eth1', ['10.1.0.1/16']), device('bare', [])],
  routes: [
    readRoute('10.2.0.0/16 via 10.1.0.9 dev eth1'),
    readRoute('10.9.0.0/16 dev bare'),
    readRoute('unreachable 10.66.0.0/16'),
    readRoute('172.16.0.0/12 via 192.168.0.77 dev eth0'),
  ],
});
const from = (src: string, dst = '10.1.0.5'): string => `PREROUTING udp ${src}:1>${dst}:2`;
const sysctls = (more: Readonly<Record<string, number>>): Netns => ({
  ...ROUTER,
  sysctls: { 'net.ipv4.ip_forward': 1, ...more },
});

describe('where a packet may come from (fib_validate_source)', () => {
  it.each<[what: string, sysctls: Record<string, number>, address: string, expected: string]>([
    ['an own address', {}, '10.1.0.1', 'martian sim.martian.own-source'],
    ['an own address, accept_local', { 'net.ipv4.conf.all.accept_local': 1 }, '10.1.0.1', 'local'],
    ['of another device: rp_filter 0', {}, '10.1.0.5', 'forward eth1'],
    [
      'of another device: rp_filter 1',
      { 'net.ipv4.conf.all.rp_filter': 1 },
      '10.1.0.5',
      'martian sim.martian.rp-filter',
    ],
    ['a broadcast, which no device has (the short way of fib_validate_source)', {}, '10.1.255.255', 'local'],
    ['loopback', {}, '127.0.0.1', 'martian sim.martian.loopback-destination'],
  ])('a source that is its destination: %s', (_, more, address, expected) => {
    expect(decide(sysctls(more), from(address, address), 'eth0')).toBe(expected);
  });

  it.each<[what: string, sysctls: Record<string, number>, src: string, device: string, expected: string]>([
    ['rp_filter 0 takes what it has no route to', {}, '99.0.0.1', 'eth0', 'forward eth1'],
    ['rp_filter 0: an own address is a martian', {}, '10.1.0.1', 'eth0', 'martian sim.martian.own-source'],
    ['accept_local takes it', { 'net.ipv4.conf.eth0.accept_local': 1 }, '10.1.0.1', 'eth0', 'forward eth1'],
    ['rp_filter 1: the way back is here', { 'net.ipv4.conf.all.rp_filter': 1 }, '192.168.0.9', 'eth0', 'forward eth1'],
    [
      'rp_filter 1: the way back is elsewhere',
      { 'net.ipv4.conf.all.rp_filter': 1 },
      '10.2.0.1',
      'eth0',
      'martian sim.martian.rp-filter',
    ],
    ['rp_filter 2: elsewhere will do', { 'net.ipv4.conf.all.rp_filter': 2 }, '10.2.0.1', 'eth0', 'forward eth1'],
    [
      'rp_filter 2: nowhere will not',
      { 'net.ipv4.conf.all.rp_filter': 2 },
      '99.0.0.1',
      'eth0',
      'martian sim.martian.rp-filter',
    ],
    [
      'a refusing route is none',
      { 'net.ipv4.conf.all.rp_filter': 2 },
      '10.66.0.1',
      'eth0',
      'martian sim.martian.rp-filter',
    ],
    [
      'the device may be stricter than all',
      { 'net.ipv4.conf.all.rp_filter': 0, 'net.ipv4.conf.eth0.rp_filter': 1 },
      '10.2.0.1',
      'eth0',
      'martian sim.martian.rp-filter',
    ],
    [
      'a device without addresses is never loose',
      { 'net.ipv4.conf.all.rp_filter': 2 },
      '10.2.0.1',
      'bare',
      'martian sim.martian.rp-filter',
    ],
    [
      'rp_filter 1 and accept_local: an own address is no way back',
      { 'net.ipv4.conf.all.rp_filter': 1, 'net.ipv4.conf.eth0.accept_local': 1 },
      '10.1.0.1',
      'eth0',
      'martian sim.martian.rp-filter',
    ],
  ])('%s', (_what, given, src, device, expected) => {
    expect(decide(sysctls(given), from(src), device)).toBe(expected);
  });

  it('looks the way back up with the mark only if told to (src_valid_mark)', () => {
    const marked = (more: Record<string, number>): Netns => ({
      ...sysctls({ 'net.ipv4.conf.all.rp_filter': 1, ...more }),
      routes: [...ROUTER.routes, readRoute('99.0.0.0/8 dev eth0 table 7')],
      rules: [
        { priority: 0, lookup: 'local' },
        { priority: 9, fwmark: { value: 1, mask: 1 }, lookup: '7' },
        { priority: 32766, lookup: 'main' },
      ],
    });
    expect(decide(marked({}), from('99.0.0.1'), 'eth0', { mark: 1 })).toBe('martian sim.martian.rp-filter');
    const valid = { 'net.ipv4.conf.eth0.src_valid_mark': 1 };
    expect(decide(marked(valid), from('99.0.0.1'), 'eth0', { mark: 1 })).toBe('forward eth1');
  });

  it('refuses a broadcast as sender only where it looks the route up', () => {
    const out = '172.16.0.1';
    expect(decide(sysctls({}), from('10.1.255.255'), 'eth0')).toBe('forward eth1');
    const own = {
      ...ROUTER,
      rules: [
        { priority: 0, lookup: 'local' },
        { priority: 5, action: 'nop' as const, lookup: '' },
        { priority: 9, lookup: 'main' },
      ],
    };
    expect(decide(own, from('10.1.255.255'), 'eth0')).toBe('martian sim.martian.source');
    expect(decide(sysctls({}), from('192.168.0.255', out), 'eth0')).toBe('martian sim.martian.source');
    expect(
      decide(
        sysctls({ 'net.ipv4.conf.all.send_redirects': 0, 'net.ipv4.conf.default.send_redirects': 0 }),
        from('192.168.0.255', out),
        'eth0',
      ),
    ).toBe('forward eth0');
  });

  it('takes 0.0.0.0 alone for no address: the rest of 0.0.0.0/8 is as any other since Linux 5.3 (ipv4_is_zeronet)', () => {
    const out = '172.16.0.1';
    expect(decide(sysctls({}), from('10.1.0.9', '0.1.2.3'), 'eth0')).toBe(
      decide(sysctls({}), from('10.1.0.9', '8.8.8.8'), 'eth0'),
    );
    expect(decide(sysctls({}), from('10.1.0.9', '0.0.0.0'), 'eth0')).toBe('martian sim.martian.destination');
    expect(decide(sysctls({}), from('0.0.0.0', out), 'eth0')).toBe('martian sim.martian.source');
    expect(decide(sysctls({}), from('0.1.2.3', out), 'eth0')).toBe(decide(sysctls({}), from('8.8.8.8', out), 'eth0'));
  });

  it('says that the sender may be told of a better way (ip_rt_send_redirect)', () => {
    expect(decide(ROUTER, from('192.168.0.9', '172.16.0.1'), 'eth0')).toBe('forward eth0 kernel.forward-redirect');
  });
});

describe('rules that refuse (ip_error)', () => {
  const ruled = (action: 'unreachable' | 'prohibit' | 'blackhole'): Netns => ({
    ...ROUTER,
    rules: [
      { priority: 0, lookup: 'local' },
      { priority: 5, dport: { min: 2, max: 2 }, ipproto: 17, action, lookup: '' },
      { priority: 9, lookup: 'main' },
    ],
  });
  it.each([
    ['unreachable', 'no-route sim.routing.no-route 3/0'],
    ['prohibit', 'no-route sim.routing.prohibit 3/13'],
    ['blackhole', 'no-route sim.routing.blackhole'],
  ] as const)('%s: %s', (action, expected) => {
    expect(decide(ruled(action), from('192.168.0.9'), 'eth0')).toBe(expected);
    expect(decide(ruled(action), 'PREROUTING udp 192.168.0.9:1>10.1.0.5:3', 'eth0')).toBe('forward eth1');
  });
});

describe('IPv6', () => {
  const netns: Netns = {
    ...host('six', { devices: [device('eth0', ['2001:db8::2/64']), device('eth1', ['fd00::1/64'])] }),
    sysctls: { 'net.ipv6.conf.all.forwarding': 1 },
  };
  it.each([
    ['fe80::9', 'fd00::5', 'eth0', 'no-route kernel.link-local-source 1/2'],
    ['::', 'fd00::5', 'eth0', 'martian sim.martian.source'],
    ['2001:db8::9', 'fd00::5', 'eth0', 'forward eth1'],
    ['2001:db8::9', '2001:db8::7', 'eth0', 'forward eth0'],
  ])('%s to %s over %s: %s', (src, dst, over, expected) => {
    expect(decide(netns, `PREROUTING udp [${src}]:1>[${dst}]:2`, over)).toBe(expected);
  });

  it.each([
    ['2001:db8::9', 'ff01::1', 'kernel.multicast-scope'],
    ['2001:db8::9', 'ff00::1', 'kernel.multicast-scope'],
    ['2001:db8::9', 'ff02::1', undefined],
    ['ff02::1', 'fd00::5', 'sim.martian.multicast-source'],
    ['::1', 'fd00::5', 'sim.martian.loopback6'],
  ])('%s to %s before all hooks (ip6_rcv_core): %s', (src, dst, expected) => {
    const { skb } = visitOf(`PREROUTING udp [${src}]:1>[${dst}]:2`);
    expect(refusedBeforeHooks(skb, false)?.id).toBe(expected);
  });
});

describe('what is made here', () => {
  const netns = host('six', {
    devices: [
      device('eth0', ['192.168.0.2/24', '2001:db8::2/64', 'fe80::2/64']),
      device('eth1', ['10.1.0.1/16', 'fe80::1/64']),
    ],
    routes: [readRoute('default via 192.168.0.1 dev eth0'), readRoute('default via 2001:db8::1 dev eth0')],
    sysctls: { 'net.ipv6.conf.all.forwarding': 1 },
    save: '*filter\n:OUTPUT ACCEPT\n-A OUTPUT -s 10.1.0.1/32 -j ACCEPT\n-A OUTPUT -j DROP\nCOMMIT\n',
  });
  const run = (packet: Packet, more: { readonly device?: string } = {}) =>
    runPacket({ network: network(netns), netns, state: new Map(), decide: takeFirstBranch, packet, ...more });

  it('an ICMPv6 error to a link-local sender goes out where its packet came in (icmp6_send)', () => {
    const { skb } = visitOf('PREROUTING udp [fe80::9]:1>[2001:db8::9]:2');
    const legs = run({ ...skb.packet, ttl: 1 }, { device: 'eth1' });
    const error = legs.find(({ role }) => role === 'error');
    expect(legs[0]?.disposition.kind).toMatch(/TTL_EXCEEDED|NO_ROUTE/);
    expect(error?.disposition).toMatchObject({ kind: 'LEFT', device: 'eth1' });
    expect(formatIp(error!.hops[0]!.steps[0]!.packet.src)).toBe('fe80::1');
  });

  it('a raw packet from 0.0.0.0 has the source of its route before OUTPUT (raw_send_hdrinc)', () => {
    const { skb } = visitOf('OUTPUT udp 0.0.0.0:1>10.1.0.5:2');
    expect(run(skb.packet)[0]?.disposition).toMatchObject({ kind: 'LEFT', device: 'eth1' });
  });
});

describe('a route with several ways (fib_select_multipath)', () => {
  const many = (save?: string, more: Record<string, number> = {}): Netns =>
    host('r', {
      devices: [device('eth0', ['192.168.0.2/24']), device('eth1', ['10.1.0.1/16']), device('eth2', ['10.2.0.1/16'])],
      routes: [
        {
          ...readRoute('10.9.0.0/16'),
          nexthops: [
            { dev: 'eth1', via: ip('10.1.0.9'), weight: 3 },
            { dev: 'eth2', via: ip('10.2.0.9') },
          ],
        },
      ],
      sysctls: { 'net.ipv4.ip_forward': 1, ...more },
      ...(save === undefined ? {} : { save }),
    });
  const flow: SimFlow = { netns: 'r', dst: ip('10.9.0.5'), src: ip('192.168.0.2'), proto: 'udp', sport: 5, dport: 53 };

  it('takes each with the odds of its weight', () => {
    const { outcomes } = explore({ network: network(many()), flow });
    const ends = outcomes.map(({ disposition, probability }) =>
      disposition.kind === 'LEFT' ? `${disposition.device} ${probability}` : disposition.kind,
    );
    expect(ends).toEqual(['eth1 3/4', 'eth2 1/4']);
  });

  it('sends what is made here the way its address belongs to', () => {
    const { src: _src, ...unbound } = flow;
    const { outcomes } = explore({ network: network(many()), flow: unbound });
    const ends = outcomes.map(({ disposition, probability, path }) => [
      disposition.kind === 'LEFT' ? disposition.device : disposition.kind,
      probability,
      path.length,
    ]);
    expect(ends).toEqual([
      ['eth1', '3/4', 1],
      ['eth2', '1/4', 1],
    ]);
    const bound = explore({ network: network(many()), flow: { ...flow, src: ip('10.2.0.1') } });
    expect(bound.outcomes.map(({ disposition }) => disposition.kind === 'LEFT' && disposition.device)).toEqual([
      'eth2',
    ]);
  });

  it('does not take one over a device that is down', () => {
    const [eth0, eth1, eth2] = many().devices;
    if (!eth0 || !eth1 || !eth2) throw new Error('devices');
    const down = { ...many(), devices: [eth0, { ...eth1, up: false }, eth2] };
    const { outcomes } = explore({ network: network(down), flow });
    expect(outcomes.map(({ disposition, probability }) => [disposition.kind, probability])).toEqual([['LEFT', '1']]);
  });

  const through = (policy: number): string[] => {
    const netns = many(undefined, { 'net.ipv4.fib_multipath_hash_policy': policy });
    const asked: number[] = [];
    const decideSecond = (choice: Choice): number => (choice.kind === 'random' ? (asked.push(1), asked.length - 1) : 0);
    const state = new Map();
    const send = (sport: number): string => {
      const { packet } = visitOf(`PREROUTING udp 192.168.0.9:${sport}>10.9.0.5:53`).skb;
      const [leg] = runPacket({ network: network(netns), netns, state, decide: decideSecond, packet, device: 'eth0' });
      return leg?.disposition.kind === 'LEFT' ? leg.disposition.device : '';
    };
    return [send(1), send(1), send(2)];
  };
  it('a flow keeps its way: addresses alone, or with ports if told to', () => {
    expect(through(0)).toEqual(['eth1', 'eth1', 'eth1']);
    expect(through(1)).toEqual(['eth1', 'eth1', 'eth2']);
  });
});

describe('OUTPUT asks the route again (ip_route_me_harder)', () => {
  const netns = (rule: string): Netns =>
    host('n', {
      devices: [device('eth0', ['192.168.0.2/24']), device('eth1', ['10.1.0.1/16'])],
      routes: [readRoute('default via 192.168.0.1 dev eth0'), readRoute('default via 10.1.0.9 dev eth1 table 7')],
      rules: [
        { priority: 0, lookup: 'local' },
        { priority: 5, fwmark: { value: 1, mask: 1 }, lookup: '7' },
        { priority: 6, tos: 0x10, lookup: '7' },
        { priority: 9, lookup: 'main' },
      ],
      save: `*mangle\n:OUTPUT ACCEPT\n-A OUTPUT ${rule}\nCOMMIT`,
    });
  const flow: SimFlow = { netns: 'n', dst: ip('8.8.8.8'), proto: 'udp', sport: 5, dport: 53 };
  const went = (rule: string): string[] => {
    const trace = simulate({ network: network(netns(rule)), flow, decide: takeFirstBranch });
    const [leg] = trace.legs;
    const last = leg?.hops.at(-1)?.steps.at(-1);
    const source = last ? formatIp(last.packet.src) : '';
    return [...(leg ? printLeg(leg).filter((line) => line.includes('route')) : []), source, ...endings(trace)];
  };

  it.each([
    ['-j MARK --set-mark 1', ['n: route output eth0', 'n: route output eth1', '192.168.0.2', 'request LEFT']],
    ['-j MARK --set-mark 2', ['n: route output eth0', 'n: route output eth0', '192.168.0.2', 'request LEFT']],
    ['-j TOS --set-tos 0x10', ['n: route output eth0', 'n: route output eth1', '192.168.0.2', 'request LEFT']],
    ['-j TOS --set-tos 0x00', ['n: route output eth0', '192.168.0.2', 'request LEFT']],
  ])('%s', (rule, expected) => expect(went(rule)).toEqual(expected));
});

it('carries the sender’s link-layer address to the next namespace, and no further', () => {
  const save = '*filter\n:FORWARD ACCEPT\n-A FORWARD -m mac --mac-source 02:00:00:00:00:01 -j DROP\nCOMMIT';
  const node = host('r', {
    devices: [device('eth0', ['192.168.0.2/24'], { segment: 'wire' }), device('eth1', ['10.1.0.1/16'])],
    save,
  });
  const client = (mac: string): Netns =>
    host('c', {
      devices: [device('eth0', ['192.168.0.9/24'], { segment: 'wire', mac })],
      routes: [readRoute('default via 192.168.0.2 dev eth0')],
    });
  const send = (mac: string): string[] =>
    endings(
      simulate({
        network: network(node, client(mac)),
        flow: { netns: 'c', dst: ip('10.1.0.5'), proto: 'udp', sport: 1, dport: 2 },
        decide: takeFirstBranch,
      }),
    );
  expect([send('02:00:00:00:00:01'), send('02:00:00:00:00:02')]).toEqual([['request DROPPED'], ['request LEFT']]);
});
