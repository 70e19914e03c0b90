import { phrase, type Phrase } from '../lib/phrase';
import type { Netns } from '../linux/netns';
import { isOwnAddress, lookupRoute } from '../linux/routing/fib';
import { isLinkLocal } from '../linux/routing/derived-routes';
import type { Route } from '../linux/routing/types';
import { isLoopback, isMulticast, isUnspecified, type IpAddress } from '../net/ip';
import type { Skb } from '../linux/skb';
import { confMax, forwards } from './world';

/** An ICMP destination unreachable, by type and code. */
export interface IcmpError {
  readonly type: number;
  readonly code: number;
}

/** Where a received packet goes. */
export type InputDecision =
  | { readonly kind: 'local'; readonly route?: Route; readonly broadcast: boolean }
  | { readonly kind: 'forward'; readonly route: Route }
  | { readonly kind: 'martian'; readonly reason: Phrase }
  | { readonly kind: 'no-route'; readonly route?: Route; readonly reason: Phrase; readonly error?: IcmpError };

const martian = (reason: Phrase): InputDecision => ({ kind: 'martian', reason });

const isLimitedBroadcast = (address: IpAddress): boolean => address.words[0] === 0xffffffff;
const isZeroNet = (address: IpAddress): boolean => (address.words[0] ?? 0) >>> 24 === 0;

/** Checks that need no table (head of `ip_route_input_slow`). */
function martianBeforeLookup(netns: Netns, skb: Skb, device: string): Phrase | undefined {
  const { src, dst } = skb.packet;
  const values = { src: 0, device };
  const source = phrase('sim.martian.source', { device });
  if (isMulticast(src) || isLimitedBroadcast(src)) return source;
  if (isLimitedBroadcast(dst) || (isUnspecified(src) && isUnspecified(dst))) return undefined;
  if (isZeroNet(src)) return source;
  if (isZeroNet(dst)) return phrase('sim.martian.destination', { device: values.device });
  const localnet = confMax(netns, device, 'route_localnet') !== 0;
  if (isLoopback(dst)) return localnet ? undefined : phrase('sim.martian.loopback-destination', { device });
  return isLoopback(src) && !localnet ? phrase('sim.martian.loopback-source', { device }) : undefined;
}

/** Would an answer leave by the device the packet came in by (`__fib_validate_source`)? */
function reversePathRefuses(netns: Netns, src: IpAddress, device: string, strictness: number): boolean {
  const back = lookupRoute(netns, { dst: src });
  const hasAddress = netns.devices.some(
    (own) => own.name === device && own.addresses.some((a) => a.address.family === 'ipv4'),
  );
  if (!back) return true;
  if (back.type !== 'unicast') return true;
  if (back.dev === device) return false;
  if (!hasAddress) return true;
  return strictness === 1;
}

/** Own addresses never come from the wire; with rp_filter the source must lie behind the device. */
function validateSource(netns: Netns, src: IpAddress, device: string): Phrase | undefined {
  if (isUnspecified(src)) return undefined;
  const acceptLocal = confMax(netns, device, 'accept_local') !== 0;
  const strictness = confMax(netns, device, 'rp_filter');
  if (strictness !== 0) {
    return reversePathRefuses(netns, src, device, strictness) ? phrase('sim.martian.rp-filter', { device }) : undefined;
  }
  return !acceptLocal && isOwnAddress(netns, src) ? phrase('sim.martian.own-source', { device }) : undefined;
}

function refusal(route: Route | undefined): InputDecision {
  if (!route) return { kind: 'no-route', reason: phrase('sim.routing.no-route'), error: { type: 3, code: 0 } };
  const reason = phrase(`sim.routing.${route.type}`);
  if (route.type === 'unreachable') return { kind: 'no-route', route, reason, error: { type: 3, code: 1 } };
  if (route.type === 'prohibit') return { kind: 'no-route', route, reason, error: { type: 3, code: 13 } };
  return { kind: 'no-route', route, reason };
}

function local(
  netns: Netns,
  src: IpAddress,
  device: string,
  route: Route | undefined,
  broadcast: boolean,
): InputDecision {
  const reason = validateSource(netns, src, device);
  if (reason) return martian(reason);
  return route ? { kind: 'local', route, broadcast } : { kind: 'local', broadcast };
}

function routeInput4(netns: Netns, skb: Skb, device: string): InputDecision {
  const { src, dst } = skb.packet;
  if (isMulticast(dst)) {
    const allHosts = dst.words[0] === 0xe0000001;
    if (allHosts) return { kind: 'local', broadcast: true };
    return { kind: 'no-route', reason: phrase('sim.routing.multicast-not-joined') };
  }
  const early = martianBeforeLookup(netns, skb, device);
  if (early) return martian(early);
  if (isLimitedBroadcast(dst) || (isUnspecified(src) && isUnspecified(dst)))
    return local(netns, src, device, undefined, true);
  const route = lookupRoute(netns, { dst, src, iif: device, mark: skb.mark });
  if (route?.type === 'broadcast') return local(netns, src, device, route, true);
  if (route?.type === 'local') return local(netns, src, device, route, false);
  if (!forwards(netns, 'ipv4')) return { kind: 'no-route', reason: phrase('sim.routing.not-forwarding') };
  if (route?.type !== 'unicast') return refusal(route);
  const reason = validateSource(netns, src, device);
  return reason ? martian(reason) : { kind: 'forward', route };
}

function refusal6(route: Route | undefined): InputDecision {
  const reason = phrase(route ? `sim.routing.${route.type}` : 'sim.routing.no-route');
  const known = route ? { route } : {};
  if (route?.type === 'blackhole') return { kind: 'no-route', ...known, reason };
  return { kind: 'no-route', ...known, reason, error: { type: 1, code: route?.type === 'prohibit' ? 1 : 0 } };
}

function routeInput6(netns: Netns, skb: Skb, device: string): InputDecision {
  const { src, dst } = skb.packet;
  if (isMulticast(dst)) {
    return isAllNodes(dst)
      ? { kind: 'local', broadcast: true }
      : { kind: 'no-route', reason: phrase('sim.routing.multicast-not-joined') };
  }
  // Narrow destinations must lie on the device itself (`rt6_need_strict`).
  const strict = isLoopback(dst) || isLinkLocal(dst) ? { oif: device } : {};
  const route = lookupRoute(netns, { dst, src, iif: device, mark: skb.mark, ...strict });
  if (route?.type === 'local' || route?.type === 'anycast') return { kind: 'local', route, broadcast: false };
  if (route?.type !== 'unicast') return refusal6(route);
  if (!forwards(netns, 'ipv6')) return { kind: 'no-route', reason: phrase('sim.routing.not-forwarding') };
  if (isUnspecified(src) || isMulticast(src) || isLoopback(src))
    return martian(phrase('sim.martian.source', { device }));
  return { kind: 'forward', route };
}

const isAllNodes = (address: IpAddress): boolean =>
  address.words[3] === 1 && [0xff01, 0xff02].includes((address.words[0] ?? 0) >>> 16);

/**
 * The routing decision for a packet that came in by a device (net/ipv4/route.c `ip_route_input_slow`,
 * net/ipv6/route.c `ip6_route_input`), with the refusals that belong to it.
 */
export function routeInput(netns: Netns, skb: Skb, device: string): InputDecision {
  return skb.packet.family === 'ipv4' ? routeInput4(netns, skb, device) : routeInput6(netns, skb, device);
}

/** IPv6 refuses these before any hook sees them (`ip6_rcv_core`). */
export function refusedBeforeHooks(skb: Skb, loopback: boolean): Phrase | undefined {
  const { family, src, dst } = skb.packet;
  if (family === 'ipv4' || loopback) return undefined;
  if (isLoopback(src) || isLoopback(dst)) return phrase('sim.martian.loopback6');
  return isMulticast(src) ? phrase('sim.martian.multicast-source') : undefined;
}
