import { makeCidr, contains, isLoopback, isMulticast, type IpAddress } from '../../net/ip';
import type { Device, InterfaceAddress } from '../namespace';
import type { Namespace } from '../namespace';
import { listRoutingDevices, isLinkLocal } from './derived-routes';
import type { Route } from './fib';
import type { Skb } from '../skb';

/** Addresses a device may speak with to the outside; 127.0.0.0/8 has host scope. */
function globals(device: Device): readonly InterfaceAddress[] {
  return device.up ? device.addresses.filter(({ address }) => address.family === 'ipv4' && !isLoopback(address)) : [];
}

/**
 * The IPv4 address a device speaks with towards `nexthop`: its address in that subnet, else its first;
 * a device without one borrows the first global address of another (net/ipv4/devinet.c `inet_select_addr`).
 */
function selectAddress4(netns: Namespace, device: string | undefined, nexthop?: IpAddress): IpAddress | undefined {
  const own = netns.devices.find((candidate) => candidate.name === device);
  const candidates = own ? globals(own) : [];
  const fitting = candidates.find(
    ({ address, prefix }) => nexthop !== undefined && contains(makeCidr(address, prefix), nexthop),
  );
  const chosen = fitting ?? candidates[0];
  if (chosen) return chosen.address;
  const master = netns.devices.find((candidate) => candidate.name === own?.master);
  const others = [...(master ? [master] : []), ...netns.devices];
  return others.flatMap(globals)[0]?.address;
}

function commonBits(a: IpAddress, b: IpAddress): number {
  for (let i = 0; i < a.words.length; i++) {
    const difference = ((a.words[i] ?? 0) ^ (b.words[i] ?? 0)) >>> 0;
    if (difference !== 0) return i * 32 + Math.clz32(difference);
  }
  return a.words.length * 32;
}

/** RFC 6724 scope as net/ipv6/addrconf.c counts it: loopback and link-local are narrow, the rest global. */
function getScope(address: IpAddress): number {
  if (isLoopback(address)) return 1;
  if (isMulticast(address)) return ((address.words[0] ?? 0) >>> 16) & 0xf;
  return isLinkLocal(address) ? 2 : 14;
}

/** RFC 6724 policy labels that matter here: ::1, unique local, everything else. */
function getLabel(address: IpAddress): number {
  const first = address.words[0] ?? 0;
  if (isLoopback(address)) return 0;
  if (first >>> 25 === 0x7e) return 5;
  if (first >>> 16 === 0x2002) return 2;
  if (first === 0x20010000) return 6;
  return 1;
}

interface Candidate {
  readonly address: IpAddress;
  readonly prefix: number;
  readonly device: string;
}

/** Rules 1, 2, 5, 6 and 8 of RFC 6724 section 5: positive if `a` is the better source. */
function compareSources(a: Candidate, b: Candidate, dst: IpAddress, device: string | undefined): number {
  const same = (candidate: Candidate): number => (commonBits(candidate.address, dst) === 128 ? 1 : 0);
  if (same(a) !== same(b)) return same(a) - same(b);
  const [scopeA, scopeB, wanted] = [getScope(a.address), getScope(b.address), getScope(dst)];
  if (scopeA !== scopeB) return scopeA < scopeB ? (scopeA < wanted ? -1 : 1) : scopeB < wanted ? 1 : -1;
  const score = (candidate: Candidate): number[] => [
    candidate.device === device ? 1 : 0,
    getLabel(candidate.address) === getLabel(dst) ? 1 : 0,
    Math.min(commonBits(candidate.address, dst), candidate.prefix),
  ];
  const [left, right] = [score(a), score(b)];
  for (let i = 0; i < left.length; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The IPv6 source for a destination over a device (net/ipv6/addrconf.c `ipv6_dev_get_saddr`). */
export function selectAddress6(netns: Namespace, device: string | undefined, dst: IpAddress): IpAddress | undefined {
  const candidates = listRoutingDevices(netns)
    .filter((candidate) => candidate.up && (candidate.kind !== 'loopback' || candidate.name === device))
    .flatMap((candidate) =>
      candidate.addresses
        .filter(({ address }) => address.family === 'ipv6' && (!isLinkLocal(address) || candidate.name === device))
        .map(({ address, prefix }): Candidate => ({ address, prefix, device: candidate.name })),
    );
  const best = candidates.reduce<Candidate | undefined>(
    (winner, candidate) => (!winner || compareSources(candidate, winner, dst, device) > 0 ? candidate : winner),
    undefined,
  );
  return best?.address;
}

/** The source address a socket that is not bound gets for a route (`fib_result_prefsrc`, `ip6_route_get_saddr`). */
export function sourceForRoute(netns: Namespace, route: Route, dst: IpAddress): IpAddress | undefined {
  if (route.type === 'local') return route.src ?? dst;
  if (route.src) return route.src;
  return dst.family === 'ipv4'
    ? selectAddress4(netns, route.dev, route.via ?? dst)
    : selectAddress6(netns, route.dev, dst);
}

/**
 * The address MASQUERADE puts in: that of the out device which fits the next hop's subnet, never the
 * route's preferred source (net/netfilter/nf_nat_masquerade.c). Undefined: the device offers none and
 * the packet is dropped.
 */
export function masqueradeAddress(netns: Namespace, skb: Skb): IpAddress | undefined {
  const { family, dst } = skb.packet;
  return family === 'ipv4'
    ? selectAddress4(netns, skb.outdev, skb.nexthop ?? dst)
    : selectAddress6(netns, skb.outdev, dst);
}

/**
 * The address REDIRECT sends to: in PREROUTING the first address of the in device, in OUTPUT loopback
 * (net/netfilter/nf_nat_redirect.c). Undefined: the device has none and the packet is dropped.
 */
export function findFirstAddress(
  netns: Namespace,
  device: string | undefined,
  family: 'ipv4' | 'ipv6',
): IpAddress | undefined {
  const found = netns.devices.find((candidate) => candidate.name === device);
  return found?.addresses.find(({ address }) => address.family === family)?.address;
}
