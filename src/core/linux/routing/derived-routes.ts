import { getMemo, once } from '../../lib/memo';
import { cidr, makeCidr, formatCidr, hostCidr, ip, ipv4, isLoopback, type IpAddress } from '../../net/ip';
import type { Device, InterfaceAddress } from '../namespace';
import type { Namespace } from '../namespace';
import type { Route } from './fib';

/** fe80::/10. */
export function isLinkLocal(address: IpAddress): boolean {
  return address.family === 'ipv6' && ((address.words[0] ?? 0) & 0xffc00000) >>> 0 === 0xfe800000;
}

/** The highest address of the subnet, which `brd +` gives; none for /31, /32 and IPv6. */
function findBroadcast({ address, prefix }: InterfaceAddress): IpAddress | undefined {
  if (address.family !== 'ipv4' || prefix > 30) return undefined;
  const host = prefix === 0 ? 0xffffffff : 0xffffffff >>> prefix;
  return ipv4(((address.words[0] ?? 0) | host) >>> 0);
}

function local4(device: Device, { address, prefix }: InterfaceAddress): Route[] {
  const own: Route = {
    table: 'local',
    type: 'local',
    dst: hostCidr(address),
    dev: device.name,
    src: address,
    scope: 'host',
  };
  const loopback = isLoopback(address) && prefix < 32;
  const net: Route = loopback
    ? { table: 'local', type: 'local', dst: makeCidr(address, prefix), dev: device.name, src: address, scope: 'host' }
    : { table: 'main', type: 'unicast', dst: makeCidr(address, prefix), dev: device.name, src: address, scope: 'link' };
  const high = findBroadcast({ address, prefix });
  const broadcast: Route[] = high
    ? [{ table: 'local', type: 'broadcast', dst: hostCidr(high), dev: device.name, src: address, scope: 'link' }]
    : [];
  return prefix < 32 ? [own, net, ...broadcast] : [own];
}

function local6(device: Device, { address, prefix }: InterfaceAddress, forwarding: boolean): Route[] {
  const routes: Route[] = [{ table: 'local', type: 'local', dst: hostCidr(address), dev: device.name, metric: 0 }];
  if (isLoopback(address)) return routes;
  routes.push({ table: 'main', type: 'unicast', dst: makeCidr(address, prefix), dev: device.name, metric: 256 });
  if (forwarding && prefix < 127) {
    const anycast = makeCidr(address, prefix).address;
    routes.push({
      table: 'local',
      type: 'anycast',
      dst: { address: anycast, prefix: 128 },
      dev: device.name,
      metric: 0,
    });
  }
  return routes;
}

const LOOPBACK4: InterfaceAddress = { address: ip('127.0.0.1'), prefix: 8 };
const LOOPBACK6: InterfaceAddress = { address: ip('::1'), prefix: 128 };

/**
 * An address brings its local route before the kernel asks whether the device is up (`fib_add_ifaddr`);
 * only going down takes the routes away. A dummy such as kube-ipvs0 never was up.
 */
function whileDown(device: Device): Route[] {
  if (device.kind !== 'dummy') return [];
  return device.addresses.flatMap((entry) =>
    (entry.address.family === 'ipv4' ? local4(device, entry) : local6(device, entry, false)).filter(
      ({ type }) => type === 'local',
    ),
  );
}

/** Routes that the kernel itself adds for one device: `proto kernel` of its addresses, multicast for IPv6. */
function listNewRoutes(device: Device, forwarding6: boolean): readonly Route[] {
  if (!device.up) return whileDown(device);
  const own = device.addresses.flatMap((entry) =>
    entry.address.family === 'ipv4' ? local4(device, entry) : local6(device, entry, forwarding6),
  );
  const has6 = device.kind !== 'loopback' && device.addresses.some((entry) => entry.address.family === 'ipv6');
  return has6
    ? [...own, { table: 'local', type: 'multicast', dst: cidr('ff00::/8'), dev: device.name, metric: 256 }]
    : own;
}

const routesFor = once((device: Device, _memo, forwarding6: boolean) => listNewRoutes(device, forwarding6));

/** `lo` as every namespace has it, unless the devices say otherwise. */
function collectLoopback(netns: Pick<Namespace, 'devices' | 'memo'>): Device[] {
  const lo = netns.devices.find((device) => device.kind === 'loopback');
  if (lo && lo.addresses.length > 0) return [];
  return [lo ? withAddresses(lo, getMemo(netns)) : LOOPBACK];
}

const LOOPBACK: Device = { name: 'lo', kind: 'loopback', addresses: [LOOPBACK4, LOOPBACK6], up: true };
const withAddresses = once(({ name, up }: Device): Device => ({ ...LOOPBACK, name, up }));

/** All devices, lo with its addresses included. */
export function listRoutingDevices(netns: Pick<Namespace, 'devices' | 'memo'>): readonly Device[] {
  const own = netns.devices.filter((device) => device.kind !== 'loopback' || device.addresses.length > 0);
  return [...collectLoopback(netns), ...own];
}

const keyOf = once((route: Route): string =>
  [route.table, route.type, formatCidr(route.dst), route.dev ?? '', route.metric ?? 0].join(' '),
);

const keysOf = once(
  (routes: readonly Route[], memo): ReadonlySet<string> => new Set(routes.map((route) => keyOf(route, memo))),
);

/**
 * All of `ip route show table all`: the routes the kernel derives from addresses (net/ipv4/fib_frontend.c
 * `fib_add_ifaddr`, net/ipv6/addrconf.c), then the configured ones. A configured line that repeats a
 * derived one (a pasted listing holds both) appears once.
 */
export function listRoutes(netns: Pick<Namespace, 'devices' | 'routes' | 'sysctls' | 'memo'>): readonly Route[] {
  const forwarding6 = (netns.sysctls['net.ipv6.conf.all.forwarding'] ?? 0) !== 0;
  const memo = getMemo(netns);
  const derived = listRoutingDevices(netns).flatMap((device) => routesFor(device, memo, forwarding6));
  const configured = keysOf(netns.routes, memo);
  return [...derived.filter((route) => !configured.has(keyOf(route, memo))), ...netns.routes];
}
