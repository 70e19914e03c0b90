import {
  type FlowKey,
  hasOwnRules,
  isOwnAddress,
  lookupRoute,
  usesDevice,
  type Route,
  addressType,
  isLocalAddress,
  withNexthop,
  type Nexthop,
} from '../linux/routing/fib';
import { hasPorts, protocolNumber, type Packet } from '../net/packet';
import { phrase, type Phrase } from '../lib/phrase';
import type { Netns } from '../linux/netns';
import { isLinkLocal } from '../linux/routing/derived-routes';
import {
  isLoopback,
  isMulticast,
  isUnspecified,
  type IpAddress,
  cidr,
  ip,
  formatCidr,
  formatIp,
  sameIp,
} from '../net/ip';
import type { Skb } from '../linux/skb';
import { confMax, forwards, sysctl, type Passage } from './world';
import { err, ok, type Result } from '../lib/result';
import { sourceForRoute } from '../linux/routing/source-address';
import { fraction, isShareOf, ZERO, type BinaryShare } from '../lib/fraction';
import type { Decide, RandomChoice } from '../linux/chain-walk';
import type { NetnsState } from '../linux/state';
import { findDevice } from './neighbour';

/** A route lookup: the namespace, the packet, and what decides where the kernel draws. */
interface RouteQuery {
  readonly netns: Netns;
  readonly state: NetnsState;
  readonly decide: Decide;
  readonly packet: Packet;
  /** Made here. */
  readonly local: boolean;
}

/** Ways over a device that is down are not taken (RTNH_F_DEAD). */
function listWays({ nexthops = [] }: Route, { netns }: RouteQuery): Nexthop[] {
  return nexthops.filter(({ dev }) => dev === undefined || findDevice(netns, dev)?.up !== false);
}

/**
 * Key that multipath hashes: addresses, with fib_multipath_hash_policy also ports; of an ICMP error those it quotes
 * (fib_multipath_hash, net/ipv4/route.c).
 */
function flowKey({ netns }: RouteQuery, packet: Packet): string {
  const { l4, family } = packet;
  const about = (l4.proto === 'icmp' || l4.proto === 'icmpv6') && l4.quoted ? l4.quoted : packet;
  const ends = `${formatIp(about.src)} ${formatIp(about.dst)}`;
  const byPorts = sysctl(netns, `net.${family}.fib_multipath_hash_policy`, 0) !== 0;
  if (!byPorts || !hasPorts(about.l4)) return ends;
  return `${ends} ${protocolNumber(about.l4)} ${about.l4.sport} ${about.l4.dport}`;
}

/** The address a host would speak with over a way (`fib_info_update_nhc_saddr`). */
function sourceOver(route: Route, way: Nexthop, { netns }: RouteQuery, dst: IpAddress): IpAddress | undefined {
  return sourceForRoute(netns, withNexthop(route, way), dst);
}

/** A way takes the 31-bit hashes up to its bound, which is rounded (net/ipv4/fib_semantics.c `fib_rebalance`). */
function makeOdds(weights: readonly number[], total: number): Pick<RandomChoice, 'probabilities' | 'kernel'> {
  const bits = 31;
  const probabilities = weights.map((weight) => fraction(weight, total));
  let sum = 0;
  const bounds = weights.map((weight) => Math.round(((sum += weight) / total) * 2 ** bits));
  const kernel = bounds.map((bound, i): BinaryShare => ({ hits: bound - (bounds[i - 1] ?? 0), bits }));
  const asMeant = kernel.every((share, i) => isShareOf(share, probabilities[i] ?? ZERO));
  return asMeant ? { probabilities } : { probabilities, kernel };
}

function draw(asked: RouteQuery, route: Route, ways: readonly Nexthop[], packet: Packet): Route {
  const { nexthops } = asked.state;
  const where = `route ${formatCidr(route.dst)}`;
  const key = `${where} ${route.table} ${flowKey(asked, packet)}`;
  const weights = ways.map(({ weight = 1 }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = nexthops.get(key) ?? asked.decide({ kind: 'random', where, ...makeOdds(weights, total) });
  nexthops.set(key, chosen);
  return withNexthop(route, ways[chosen] ?? {});
}

/**
 * One way of a route that has several (net/ipv4/fib_semantics.c `fib_select_multipath`). The hash is seeded at
 * boot, so that each way has the odds of its weight; packets of one flow keep theirs. What is made here goes the
 * way its source address belongs to.
 */
export function chooseNexthop({ netns, state, world, skb }: Passage, route: Route): Route {
  const { packet, local } = skb;
  const asked: RouteQuery = { netns, state, decide: world.decide, packet, local };
  const ways = listWays(route, asked);
  const [first] = ways;
  if (!first) return route;
  const own = ways.filter((way) => {
    const source = local && sourceOver(route, way, asked, packet.dst);
    return source && sameIp(source, packet.src);
  });
  const [mine] = own;
  if (mine && own.length < ways.length) return withNexthop(route, mine);
  return ways.length === 1 ? withNexthop(route, first) : draw(asked, route, ways, packet);
}

/** A socket without an address takes that of a way; where all ways have the same, none is drawn for it. */
export function chooseWayForSource(asked: RouteQuery, route: Route): Route {
  const { packet } = asked;
  const ways = listWays(route, asked);
  const sources = ways.flatMap((way) => sourceOver(route, way, asked, packet.dst) ?? []);
  const [first] = sources;
  const same = first !== undefined && sources.every((source) => sameIp(source, first));
  if (same || ways.length < 2) return withNexthop(route, ways[0] ?? {});
  return draw(asked, route, ways, packet);
}

/** Protocol and ports that routing rules may ask for (`fib4_rules_early_flow_dissect`). */
function getPorts({ l4 }: Packet): Pick<FlowKey, 'protocol' | 'sport' | 'dport'> {
  const protocol = protocolNumber(l4);
  return hasPorts(l4) ? { protocol, sport: l4.sport, dport: l4.dport } : { protocol };
}

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

/** Checks that need no table (head of `ip_route_input_slow`). Since Linux 5.3 0.0.0.0/8 but for 0.0.0.0 is as other addresses are. */
function martianBeforeLookup(netns: Netns, skb: Skb, device: string): Phrase | undefined {
  const { src, dst } = skb.packet;
  const source = phrase('sim.martian.source', { device });
  if (isMulticast(src) || isLimitedBroadcast(src)) return source;
  if (isLimitedBroadcast(dst) || (isUnspecified(src) && isUnspecified(dst))) return undefined;
  if (isUnspecified(src)) return source;
  if (isUnspecified(dst)) return phrase('sim.martian.destination', { device });
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
  const { sport, dport, ...ports } = getPorts(skb.packet);
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
  const route = lookupRoute(netns, { dst, src, iif: device, mark: skb.mark, tos, ...getPorts(skb.packet) });
  if (route?.type === 'broadcast') return local(arrival, route, true);
  if (route?.type === 'local') return local(arrival, route, false);
  if (!forwards(netns, 'ipv4'))
    return { kind: 'no-route', reason: phrase('sim.routing.not-forwarding', { host: netns.title }) };
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
  const route = lookupRoute(netns, { dst, src, iif: device, mark: skb.mark, tos, ...getPorts(skb.packet), ...strict });
  if (route?.type === 'local' || route?.type === 'anycast') return { kind: 'local', route, broadcast: false };
  if (route?.type !== 'unicast') return refusal6(route);
  if (!forwards(netns, 'ipv6'))
    return { kind: 'no-route', reason: phrase('sim.routing.not-forwarding', { host: netns.title }) };
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

/** Error of a send() that has no way. */
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
  /** The device that the packet has to leave by (flowi_oif). */
  readonly oif?: string;
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
  if (isMulticast(src) || word === 0xffffffff || (word === 0 && !isUnspecified(dst))) return true;
  return !anySource && !isLocalAddress(netns, src);
}

function lookUp(netns: Netns, query: OutputQuery): Route | undefined {
  const { dst, src, mark, tos = 0, packet, oif } = query;
  const key = { dst, mark, tos, ...(src ? { src } : {}), ...(oif === undefined ? {} : { oif }) };
  const found = lookupRoute(netns, { ...key, ...(packet ? getPorts(packet) : {}) });
  if (!found?.nexthops) return found;
  return query.choose ? query.choose(found) : withNexthop(found, found.nexthops[0] ?? {});
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
