import { phrase, type Phrase } from '../lib/phrase';
import type { Netns } from '../linux/netns';
import { hasOwnRules, isOwnAddress, lookupRoute, usesDevice } from '../linux/routing/fib';
import { isLinkLocal } from '../linux/routing/derived-routes';
import type { Route } from '../linux/routing/types';
import { isLoopback, isMulticast, isUnspecified, type IpAddress } from '../net/ip';
import type { Skb } from '../linux/skb';
import { portsOf } from './route-key';
import { confMax, forwards } from './world';

/** An ICMP destination unreachable, by type and code. */
export interface IcmpError {
  readonly type: number;
  readonly code: number;
}

/** Where a received packet goes. */
export type InputDecision =
  | { readonly kind: 'local'; readonly route?: Route; readonly broadcast: boolean }
  | { readonly kind: 'forward'; readonly route: Route; readonly reason?: Phrase }
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

/** How a packet came, for judging where it says it is from. */
interface Arrival {
  readonly netns: Netns;
  readonly skb: Skb;
  readonly device: string;
  /** The device it would leave by. */
  readonly outdev?: string;
}

/** The way back to the sender: ports and addresses turned round, the mark only with src_valid_mark. */
function wayBack({ netns, skb, device }: Arrival): Route | undefined {
  const { src, dst, tos = 0 } = skb.packet;
  const { sport, dport, ...ports } = portsOf(skb.packet);
  const turned = {
    ...ports,
    ...(dport === undefined ? {} : { sport: dport }),
    ...(sport === undefined ? {} : { dport: sport }),
  };
  const mark = confMax(netns, device, 'src_valid_mark') === 0 ? 0 : skb.mark;
  return lookupRoute(netns, { dst: src, src: dst, tos, mark, ...turned });
}

/** Is the source refused (`__fib_validate_source`)? `strictness` 0 only refuses what cannot be a sender. */
function checkSource(arrival: Arrival, strictness: number): Phrase | undefined {
  const { netns, device } = arrival;
  const back = wayBack(arrival);
  const filtered = strictness === 0 ? undefined : phrase('sim.martian.rp-filter', { device });
  // A refusing route is as good as none.
  if (!back || ['unreachable', 'prohibit', 'blackhole'].includes(back.type)) return filtered;
  if (back.type === 'local') {
    if (confMax(netns, device, 'accept_local') === 0) return phrase('sim.martian.own-source', { device });
  } else if (back.type !== 'unicast') return phrase('sim.martian.source', { device });
  if (usesDevice(back, device)) return undefined;
  const hasAddress = netns.devices.some(
    (own) => own.name === device && own.addresses.some((a) => a.address.family === 'ipv4'),
  );
  return !hasAddress || strictness === 1 ? filtered : undefined;
}

/**
 * Own addresses never come from the wire; with rp_filter the source must lie behind the device
 * (`fib_validate_source`). Rules of routing, and going out where it came in, make the kernel look at the route too.
 */
function validateSource(arrival: Arrival): Phrase | undefined {
  const { netns, skb, device, outdev } = arrival;
  const { src } = skb.packet;
  if (isUnspecified(src)) return undefined;
  const strictness = confMax(netns, device, 'rp_filter');
  const redirects = outdev === device && confMax(netns, device, 'send_redirects', 1) !== 0;
  if (strictness !== 0 || redirects) return checkSource(arrival, strictness);
  if (confMax(netns, device, 'accept_local') !== 0) return undefined;
  if (hasOwnRules(netns)) return checkSource(arrival, 0);
  return isOwnAddress(netns, src) ? phrase('sim.martian.own-source', { device }) : undefined;
}

/** Why the route that was found, if any, takes no packet further. */
function refusedBy(route: Route | undefined): Phrase {
  if (!route || route.type === 'unicast') return phrase('sim.routing.no-route');
  return phrase(`sim.routing.${route.type}`);
}

function refusal(route: Route | undefined): InputDecision {
  if (!route) return { kind: 'no-route', reason: phrase('sim.routing.no-route'), error: { type: 3, code: 0 } };
  const reason = refusedBy(route);
  if (route.type === 'unreachable') return { kind: 'no-route', route, reason, error: { type: 3, code: 1 } };
  if (route.type === 'prohibit') return { kind: 'no-route', route, reason, error: { type: 3, code: 13 } };
  return { kind: 'no-route', route, reason };
}

function local(arrival: Arrival, route: Route | undefined, broadcast: boolean): InputDecision {
  const reason = validateSource(arrival);
  if (reason) return martian(reason);
  return route ? { kind: 'local', route, broadcast } : { kind: 'local', broadcast };
}

/** Back out where it came in: the sender is told of a better way, unless send_redirects is off (`ip_rt_send_redirect`). */
function redirected({ netns, device }: Arrival, route: Route): Phrase | undefined {
  const redirects = usesDevice(route, device) && confMax(netns, device, 'send_redirects', 1) !== 0;
  return redirects ? phrase('kernel.forward-redirect', { device }) : undefined;
}

function routeInput4(netns: Netns, skb: Skb, device: string): InputDecision {
  const { src, dst, tos = 0 } = skb.packet;
  const arrival: Arrival = { netns, skb, device };
  if (isMulticast(dst)) {
    const allHosts = dst.words[0] === 0xe0000001;
    if (allHosts) return { kind: 'local', broadcast: true };
    return { kind: 'no-route', reason: phrase('sim.routing.multicast-not-joined') };
  }
  const early = martianBeforeLookup(netns, skb, device);
  if (early) return martian(early);
  if (isLimitedBroadcast(dst) || (isUnspecified(src) && isUnspecified(dst))) return local(arrival, undefined, true);
  const route = lookupRoute(netns, { dst, src, iif: device, mark: skb.mark, tos, ...portsOf(skb.packet) });
  if (route?.type === 'broadcast') return local(arrival, route, true);
  if (route?.type === 'local') return local(arrival, route, false);
  if (!forwards(netns, 'ipv4')) return { kind: 'no-route', reason: phrase('sim.routing.not-forwarding') };
  if (route?.type !== 'unicast') return refusal(route);
  const refused = validateSource({ ...arrival, ...(usesDevice(route, device) ? { outdev: device } : {}) });
  if (refused) return martian(refused);
  const reason = redirected(arrival, route);
  return { kind: 'forward', route, ...(reason ? { reason } : {}) };
}

function refusal6(route: Route | undefined): InputDecision {
  const reason = refusedBy(route);
  const known = route ? { route } : {};
  if (route?.type === 'blackhole') return { kind: 'no-route', ...known, reason };
  return { kind: 'no-route', ...known, reason, error: { type: 1, code: route?.type === 'prohibit' ? 1 : 0 } };
}

/** Narrow sources do not leave their link (`ip6_forward`). */
function forward6({ packet: { src } }: Skb, route: Route, device: string): InputDecision {
  if (isUnspecified(src) || isMulticast(src) || isLoopback(src))
    return martian(phrase('sim.martian.source', { device }));
  if (!isLinkLocal(src)) return { kind: 'forward', route };
  return { kind: 'no-route', reason: phrase('kernel.link-local-source', { device }), error: { type: 1, code: 2 } };
}

function routeInput6(netns: Netns, skb: Skb, device: string): InputDecision {
  const { src, dst, tos = 0 } = skb.packet;
  if (isMulticast(dst)) {
    return isAllNodes(dst)
      ? { kind: 'local', broadcast: true }
      : { kind: 'no-route', reason: phrase('sim.routing.multicast-not-joined') };
  }
  // Narrow destinations must lie on the device itself (`rt6_need_strict`).
  const strict = isLoopback(dst) || isLinkLocal(dst) ? { oif: device } : {};
  const route = lookupRoute(netns, { dst, src, iif: device, mark: skb.mark, tos, ...portsOf(skb.packet), ...strict });
  if (route?.type === 'local' || route?.type === 'anycast') return { kind: 'local', route, broadcast: false };
  if (route?.type !== 'unicast') return refusal6(route);
  if (!forwards(netns, 'ipv6')) return { kind: 'no-route', reason: phrase('sim.routing.not-forwarding') };
  return usesDevice(route, device) ? { kind: 'forward', route } : forward6(skb, route, device);
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
  // Scope 0 is reserved, scope 1 does not leave a host.
  if (isMulticast(dst) && (((dst.words[0] ?? 0) >>> 16) & 0xf) <= 1) return phrase('kernel.multicast-scope');
  return isMulticast(src) ? phrase('sim.martian.multicast-source') : undefined;
}
