import { err, ok, type Result } from '../lib/result';
import type { Netns } from '../linux/netns';
import { addressType, isLocalAddress, lookupRoute, takeWay } from '../linux/routing/fib';
import { sourceForRoute } from '../linux/routing/source-address';
import type { Route } from '../linux/routing/types';
import { cidr } from '../net/cidr';
import { ip, isLoopback, isMulticast, isUnspecified, type IpAddress } from '../net/ip';
import type { Packet } from '../net/packet';
import { portsOf } from './route-key';
import { confMax } from './world';

/** What a send() fails with when there is no way. */
type RouteErrno = 'ENETUNREACH' | 'EHOSTUNREACH' | 'EACCES' | 'EINVAL';

interface OutputQuery {
  readonly dst: IpAddress;
  /** Absent: the route chooses. */
  readonly src?: IpAddress;
  readonly mark: number;
  /** The source need not be an own address (packets already made, answers of REJECT). */
  readonly anySource: boolean;
  readonly tos?: number;
  /** Rules may ask for protocol and ports; absent: the lookup knows none (`ip_route_me_harder`). */
  readonly packet?: Packet;
  /** Chooses one way of a route with several; absent: the first. */
  readonly choose?: (route: Route) => Route;
}

interface OutputRoute {
  readonly route: Route;
  readonly device: string;
  readonly src: IpAddress;
  readonly nexthop: IpAddress;
}

const ERRNO: Partial<Record<Route['type'], RouteErrno>> = {
  unreachable: 'EHOSTUNREACH',
  prohibit: 'EACCES',
  blackhole: 'EINVAL',
};

/** `lo` of the namespace. */
function loopbackName(netns: Netns): string {
  return netns.devices.find((device) => device.kind === 'loopback')?.name ?? 'lo';
}

/** Where 0.0.0.0 leads as a destination: back to this host. */
const TO_SELF: Route = { table: 'local', type: 'local', dst: cidr('0.0.0.0/32'), dev: 'lo', src: ip('127.0.0.1') };

/** No address to speak with: the packet goes out from 0.0.0.0. */
function unspecified({ family, words }: IpAddress): IpAddress {
  return { family, words: words.map(() => 0) };
}

function badSource(netns: Netns, { src, dst, anySource }: OutputQuery): boolean {
  if (!src || src.family === 'ipv6') return false;
  const word = src.words[0] ?? 0;
  if (isMulticast(src) || word === 0xffffffff || (word >>> 24 === 0 && !isUnspecified(dst))) return true;
  return !anySource && !isLocalAddress(netns, src);
}

function lookUp(netns: Netns, query: OutputQuery): Route | undefined {
  const { dst, src, mark, tos = 0, packet } = query;
  const found = lookupRoute(netns, { dst, mark, tos, ...(src ? { src } : {}), ...(packet ? portsOf(packet) : {}) });
  if (!found?.nexthops) return found;
  return query.choose ? query.choose(found) : takeWay(found, found.nexthops[0] ?? {});
}

/**
 * The route of a packet made here (net/ipv4/route.c `ip_route_output_key_hash_rcu`,
 * net/ipv6/route.c `ip6_route_output_flags`).
 */
export function routeOutput(netns: Netns, query: OutputQuery): Result<OutputRoute, RouteErrno> {
  const { dst, src } = query;
  if (badSource(netns, query)) return err('EINVAL');
  const route = dst.family === 'ipv4' && isUnspecified(dst) ? TO_SELF : lookUp(netns, query);
  if (!route) return err('ENETUNREACH');
  const errno = ERRNO[route.type];
  if (errno) return err(errno);
  const isLocal = route.type === 'local' || (route.type === 'anycast' && dst.family === 'ipv6');
  const device = isLocal ? loopbackName(netns) : route.dev;
  if (!device) return err('ENETUNREACH');
  const source = src ?? sourceForRoute(netns, route, dst) ?? unspecified(dst);
  const toWire = device !== loopbackName(netns);
  if (dst.family === 'ipv4' && isLoopback(source) && toWire && confMax(netns, device, 'route_localnet') === 0) {
    return err('EINVAL');
  }
  return ok({ route, device, src: source, nexthop: route.via ?? dst });
}

/** Asks again for a packet that changed in OUTPUT (`ip_route_me_harder`): its source stays if it can be one. */
export function routeAgain(
  netns: Netns,
  packet: { readonly src: IpAddress; readonly dst: IpAddress; readonly tos?: number },
  mark: number,
  choose?: (route: Route) => Route,
): Result<OutputRoute, RouteErrno> {
  const { src, dst, tos = 0 } = packet;
  const type = src.family === 'ipv4' ? addressType(netns, src) : 'local';
  const usable = type === 'local' || type === 'unicast';
  const asked = { dst, mark, tos, anySource: true, ...(choose ? { choose } : {}) };
  return routeOutput(netns, { ...asked, ...(usable ? { src } : {}) });
}
