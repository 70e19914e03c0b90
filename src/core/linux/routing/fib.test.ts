import { describe, expect, it } from 'vitest';
import { formatCidr, parseCidr, formatIp, ip } from '../../net/ip';
import type { Netns } from '../netns';
import {
  addressType,
  hasOwnRules,
  isLocalAddress,
  isOwnAddress,
  lookupRoute,
  type Route,
  type RoutingRule,
} from './fib';
import { listRoutes } from './derived-routes';
import { masqueradeAddress, selectAddress6 } from './source-address';

const cidrOf = (text: string) => {
  const parsed = parseCidr(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};
const main = (dst: string, more: Partial<Route>): Route => ({
  table: 'main',
  type: 'unicast',
  dst: cidrOf(dst),
  ...more,
});
const addresses = (...texts: readonly string[]) =>
  texts.map((text) => ({ address: ip(text.split('/')[0] ?? ''), prefix: Number(text.split('/')[1]) }));

const NETNS: Netns = {
  id: 'n',
  title: 'n',
  kind: 'node',
  devices: [
    { name: 'eth0', kind: 'physical', up: true, addresses: addresses('192.168.10.2/24') },
    { name: 'eth2', kind: 'physical', up: true, addresses: addresses('172.16.0.1/16', '10.50.0.1/24') },
    { name: 'bare', kind: 'physical', up: true, addresses: [] },
    { name: 'down', kind: 'physical', up: false, addresses: addresses('10.9.0.1/24') },
    { name: 'six', kind: 'physical', up: true, addresses: addresses('2001:db8::2/64', 'fd00:1::1/64') },
  ],
  routes: [
    main('0.0.0.0/0', { via: ip('192.168.10.1'), dev: 'eth0' }),
    main('10.60.0.0/16', { via: ip('10.50.0.9'), dev: 'eth2' }),
    main('10.60.7.0/24', { type: 'unreachable' }),
    main('10.70.0.0/16', { dev: 'eth2', metric: 200 }),
    main('10.70.0.0/16', { dev: 'eth0', metric: 100 }),
    { ...main('0.0.0.0/0', { via: ip('172.16.0.254'), dev: 'eth2' }), table: '100' },
  ],
  rules: [
    { priority: 0, lookup: 'local' },
    { priority: 100, fwmark: { value: 0x1, mask: 0xff }, lookup: '100' },
    { priority: 200, from: cidrOf('10.1.0.0/16'), lookup: '100' },
    { priority: 32766, lookup: 'main' },
  ],
  sockets: [],
  sysctls: {},
  xtables: {},
};

describe('looking up a route', () => {
  it.each([
    ['own address', '192.168.10.2', {}, 'local eth0'],
    ['all of 127.0.0.0/8', '127.9.9.9', {}, 'local lo'],
    ['broadcast of a connected network', '192.168.10.255', {}, 'broadcast eth0'],
    ['its zero address is nobody special', '192.168.10.0', {}, 'unicast eth0'],
    ['the longest prefix', '10.60.7.1', {}, 'unreachable -'],
    ['the smaller metric', '10.70.1.1', {}, 'unicast eth0'],
    ['a device that is down has no routes', '10.9.0.5', {}, 'unicast eth0'],
    ['the default', '8.8.8.8', {}, 'unicast eth0'],
    ['a mark chooses a table', '8.8.8.8', { mark: 0x101 }, 'unicast eth2'],
    ['the local table comes first', '192.168.10.2', { mark: 1 }, 'local eth0'],
    ['a source chooses a table', '8.8.8.8', { src: ip('10.1.2.3') }, 'unicast eth2'],
    ['only over a device', '8.8.8.8', { oif: 'eth2' }, 'none'],
  ])('%s', (_what, dst, more, expected) => {
    const found = lookupRoute(NETNS, { dst: ip(dst), ...more });
    expect(found ? `${found.type} ${found.dev ?? '-'}` : 'none').toBe(expected);
  });

  it('lists what the kernel derives beside what was configured, each once', () => {
    const listed = listRoutes({ ...NETNS, routes: [main('192.168.10.0/24', { dev: 'eth0' })] });
    const lines = listed.map((each) => `${each.table} ${each.type} ${formatCidr(each.dst)} ${each.dev ?? ''}`);
    expect(lines.filter((line) => line.includes('192.168.10'))).toEqual([
      'local local 192.168.10.2/32 eth0',
      'local broadcast 192.168.10.255/32 eth0',
      'main unicast 192.168.10.0/24 eth0',
    ]);
  });
});

describe('rules of routing (fib_rule_match)', () => {
  const ways = (...devices: readonly string[]) => devices.map((dev) => ({ dev }));
  const around = (...rules: readonly RoutingRule[]): Netns => ({
    ...NETNS,
    routes: [
      main('0.0.0.0/0', { dev: 'eth0' }),
      main('10.0.0.0/8', { dev: 'eth0' }),
      { ...main('0.0.0.0/0', { dev: 'eth2' }), table: '100' },
      { ...main('10.0.0.0/8', { type: 'throw' }), table: '100' },
      main('10.77.0.0/16', { dev: 'eth0' }),
      main('10.77.0.0/16', { dev: 'eth2', tos: 0x10 }),
      main('10.78.0.0/16', { nexthops: ways('eth0', 'eth2') }),
    ],
    rules: [{ priority: 0, lookup: 'local' }, ...rules, { priority: 32766, lookup: 'main' }],
  });
  const rule = (more: Partial<RoutingRule>): RoutingRule => ({ priority: 100, lookup: '100', ...more });
  const to = '8.8.8.8';

  it.each<[what: string, rules: RoutingRule[], key: Partial<Parameters<typeof lookupRoute>[1]>, expected: string]>([
    ['a protocol', [rule({ ipproto: 6 })], { protocol: 6 }, 'unicast eth2'],
    ['another protocol', [rule({ ipproto: 6 })], { protocol: 17 }, 'unicast eth0'],
    ['a lookup that knows no protocol (ip_route_me_harder)', [rule({ ipproto: 6 })], {}, 'unicast eth0'],
    ['a port', [rule({ dport: { min: 80, max: 90 } })], { protocol: 6, dport: 85 }, 'unicast eth2'],
    ['a port outside', [rule({ sport: { min: 80, max: 90 } })], { protocol: 6, sport: 91 }, 'unicast eth0'],
    ['iif lo: what is made here', [rule({ iif: 'lo' })], {}, 'unicast eth2'],
    ['iif lo: not what came in', [rule({ iif: 'lo' })], { iif: 'eth0' }, 'unicast eth0'],
    ['oif', [rule({ oif: 'eth2' })], {}, 'unicast eth0'],
    ['not', [rule({ not: true, fwmark: { value: 1, mask: 1 } })], {}, 'unicast eth2'],
    ['not, and it fits', [rule({ not: true, fwmark: { value: 1, mask: 1 } })], { mark: 3 }, 'unicast eth0'],
    ['type of service', [rule({ tos: 0x10 })], { tos: 0x12 }, 'unicast eth2'],
    ['another type of service', [rule({ tos: 0x10 })], { tos: 0x08 }, 'unicast eth0'],
    ['prohibit', [rule({ action: 'prohibit' })], {}, 'prohibit -'],
    ['blackhole', [rule({ action: 'blackhole' })], {}, 'blackhole -'],
    ['unreachable: no route', [rule({ action: 'unreachable' })], {}, 'none'],
    ['nop', [rule({ action: 'nop' })], {}, 'unicast eth0'],
    [
      'goto',
      [rule({ goto: 300 }), rule({ priority: 200, action: 'prohibit' }), rule({ priority: 300 })],
      {},
      'unicast eth2',
    ],
    ['goto nowhere', [rule({ goto: 999 }), rule({ priority: 200, action: 'prohibit' })], {}, 'prohibit -'],
    ['goto backwards, which the kernel refuses, ends', [rule({ goto: 0 })], {}, 'unicast eth0'],
    [
      'suppress_prefixlength 0: not the default route',
      [rule({ lookup: 'main', suppressPrefixLength: 0 }), rule({ priority: 200 })],
      {},
      'unicast eth2',
    ],
    ['the other family', [rule({ family: 'ipv6' })], {}, 'unicast eth0'],
  ])('%s', (_what, rules, key, expected) => {
    const found = lookupRoute(around(...rules), { dst: ip(to), ...key });
    expect(found ? `${found.type} ${found.dev ?? '-'}` : 'none').toBe(expected);
  });

  it.each<[what: string, dst: string, key: Partial<Parameters<typeof lookupRoute>[1]>, expected: string]>([
    ['throw goes on at the next rule', '10.1.1.1', { mark: 1 }, 'eth0'],
    ['a type of service has its own route', '10.77.0.1', { tos: 0x10 }, 'eth2'],
    ['only its bits count', '10.77.0.1', { tos: 0xf3 }, 'eth2'],
    ['another has not', '10.77.0.1', { tos: 0x08 }, 'eth0'],
    ['a device chooses one of several ways', '10.78.0.1', { oif: 'eth2' }, 'eth2'],
  ])('%s', (_what, dst, key, dev) => {
    const marked = rule({ fwmark: { value: 1, mask: 1 } });
    expect(lookupRoute(around(marked), { dst: ip(dst), ...key })?.dev).toBe(dev);
  });

  it('knows rules that were added from those every namespace has', () => {
    const usual = [
      { priority: 0, lookup: 'local' },
      { priority: 32766, lookup: 'main' },
      { priority: 32767, lookup: 'default' },
    ];
    const { rules: _rules, ...bare } = NETNS;
    expect([bare, { ...NETNS, rules: usual }, NETNS].map(hasOwnRules)).toEqual([false, false, true]);
  });
});

it.each([
  ['192.168.10.2', 'local'],
  ['127.0.0.53', 'local'],
  ['192.168.10.255', 'broadcast'],
  ['255.255.255.255', 'broadcast'],
  ['0.0.0.0', 'broadcast'],
  ['0.1.2.3', 'unicast'],
  ['224.0.0.1', 'multicast'],
  ['10.60.7.1', 'unicast'],
  ['8.8.8.8', 'unicast'],
])('addrtype of %s is %s', (address, type) => {
  expect(addressType(NETNS, ip(address))).toBe(type);
});

it('knows own addresses from all that is delivered here', () => {
  expect([isOwnAddress(NETNS, ip('127.0.0.1')), isOwnAddress(NETNS, ip('127.0.0.53'))]).toEqual([true, false]);
  expect(isLocalAddress(NETNS, ip('127.0.0.53'))).toBe(true);
});

describe('the address MASQUERADE takes', () => {
  it.each([
    ['of the subnet of the next hop', 'eth2', '10.50.0.9', '10.50.0.1'],
    ['else the first', 'eth2', '9.9.9.9', '172.16.0.1'],
    ["a device without one borrows another's", 'bare', '10.244.9.5', '192.168.10.2'],
    ['over lo too', 'lo', '127.0.0.1', '192.168.10.2'],
  ])('%s', (_what, outdev, nexthop, expected) => {
    const packet = {
      family: 'ipv4',
      src: ip('10.0.0.1'),
      dst: ip('9.9.9.9'),
      ttl: 64,
      l4: { proto: 'udp', sport: 1, dport: 2 },
    } as const;
    const found = masqueradeAddress(NETNS, { packet, mark: 0, local: false, outdev, nexthop: ip(nexthop) });
    expect(found && formatIp(found)).toBe(expected);
  });

  it.each([
    ['2001:db8:5::1', '2001:db8::2'],
    ['fd00:1::77', 'fd00:1::1'],
  ])('IPv6 towards %s: the one most like it, %s', (dst, expected) => {
    const found = selectAddress6(NETNS, 'six', ip(dst));
    expect(found && formatIp(found)).toBe(expected);
  });
});
