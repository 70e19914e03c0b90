import { phrase, type Phrase } from '../lib/phrase';
import { vs } from '../linux/ipvs/finding';
import type { IpvsConnection } from '../linux/ipvs/state';
import { isLoopback, type IpAddress } from '../net/ip';
import { hasPorts, withEndpoints, type Packet } from '../net/packet';
import { sendIcmpError } from './errors';
import { GO_ON, type HookOutcome } from './hook-outcome';
import { deviceOf } from './neighbour';
import { routeAgain, routeOutput } from './route-output';
import { stop, type Passage } from './world';

/** Ends a packet the director refuses; `errno`: what a sender on this host is told. */
export function dropByIpvs(passage: Passage, reason: Phrase, errno?: string): HookOutcome {
  const disposition = { kind: 'DROPPED', netns: passage.netns.id, by: 'ipvs' } as const;
  return { kind: 'ended', next: stop(passage, reason, disposition, errno) };
}

/** The connection as netfilter's conntrack must know it, or off its books (`ip_vs_update_conntrack`, `ip_vs_notrack`). */
function tellConntrack({ skb }: Passage, conn: IpvsConnection, direction: 'in' | 'out'): void {
  skb.ipvsProperty = true;
  if (!conn.conntrack) {
    if (skb.ct) skb.ctState = 'UNTRACKED';
    delete skb.ct;
    delete skb.ctDirection;
    return;
  }
  const { ct } = skb;
  if (!ct || ct.status.has('CONFIRMED') || ct.status.has('DYING')) return;
  if (conn.forward !== 'masq' || skb.ctDirection === 'reply') return;
  const ported = hasPorts(skb.packet.l4);
  ct.reply =
    direction === 'in'
      ? { ...ct.reply, src: conn.server, ...(ported ? { sport: conn.serverPort } : {}) }
      : { ...ct.reply, dst: conn.virtual, ...(ported ? { dport: conn.virtualPort } : {}) };
}

function timeExceeded(passage: Passage): HookOutcome {
  const { skb, netns } = passage;
  sendIcmpError(passage, skb.packet.family === 'ipv4' ? { type: 11, code: 0 } : { type: 3, code: 0 });
  return { kind: 'ended', next: stop(passage, phrase('ipvs.ttl'), { kind: 'TTL_EXCEEDED', netns: netns.id }) };
}

function noRoute(passage: Passage, server: IpAddress, text: string): HookOutcome {
  sendIcmpError(passage, server.family === 'ipv4' ? { type: 3, code: 1 } : { type: 1, code: 3 });
  return dropByIpvs(passage, phrase('ipvs.drop-no-route', { server: text }));
}

/** Did it come in from another host? What came over lo has an output route. */
function cameIn({ skb, netns }: Passage): boolean {
  return !skb.local && skb.indev !== undefined && deviceOf(netns, skb.indev)?.kind !== 'loopback' && skb.indev !== 'lo';
}

export interface Transmission {
  readonly conn: IpvsConnection;
  /** The connection's server, as text. */
  readonly server: string;
  readonly translate: (packet: Packet) => Packet;
  /** Writes the step once the packet is translated. */
  readonly told: (before: Packet) => void;
}

/**
 * Sends a packet to its server with another destination (`ip_vs_nat_xmit`, net/netfilter/ipvs/ip_vs_xmit.c).
 * A server elsewhere: the packet leaves this hook and begins LOCAL_OUT. A server of this host: it goes on here.
 */
export function natXmit(passage: Passage, { conn, server, translate, told }: Transmission): HookOutcome {
  const { skb, netns, leg } = passage;
  const before = skb.packet;
  const found = routeOutput(netns, { dst: conn.server, mark: 0, anySource: true });
  if (!found.ok) return noRoute(passage, conn.server, server);
  const { route, device, nexthop } = found.value;
  if (route.type === 'local') {
    if (isLoopback(conn.server) && cameIn(passage)) return dropByIpvs(passage, phrase('ipvs.drop-loopback-server'));
    skb.packet = translate(before);
    tellConntrack(passage, conn, 'in');
    told(before);
    return GO_ON;
  }
  if (isLoopback(before.src)) return dropByIpvs(passage, phrase('ipvs.drop-loopback-source'));
  if (before.ttl <= 1) return timeExceeded(passage);
  skb.packet = translate({ ...before, ttl: before.ttl - 1 });
  tellConntrack(passage, conn, 'in');
  told(before);
  passage.route = route;
  const reason = phrase('ipvs.route-server');
  leg.step({ kind: 'routing', decision: 'output', route, device, again: false, reason }, skb);
  return { kind: 'sent-on', device, nexthop, viaGateway: route.via !== undefined };
}

/** An answer's way is looked up again from the virtual address (`ip_vs_route_me_harder`); true: it has none. */
function hasNoWay(passage: Passage, hook: 'FORWARD' | 'OUTPUT'): boolean {
  const { skb, netns, leg } = passage;
  if (vs(netns, 'snat_reroute', 1) === 0 || passage.route?.type === 'local') return false;
  const found = routeAgain(netns, skb.packet, skb.mark);
  if (!found.ok) return true;
  const { route, device, nexthop } = found.value;
  const present = passage.reroutedTo?.device ?? skb.outdev;
  const bridged = hook === 'FORWARD' && passage.route === undefined;
  if (bridged || device === present) return false;
  passage.route = route;
  passage.reroutedTo = { device, nexthop };
  leg.step(
    { kind: 'routing', decision: 'output', route, device, again: true, reason: phrase('ipvs.route-reply') },
    skb,
  );
  return false;
}

/** Gives an answer the virtual service's address as its source (`handle_response`, `handle_response_icmp`). */
export function snatAnswer(
  passage: Passage,
  hook: 'INPUT' | 'FORWARD' | 'OUTPUT',
  { conn, translate, told }: Omit<Transmission, 'server'>,
): HookOutcome {
  const { skb } = passage;
  const before = skb.packet;
  if (conn.forward === 'masq') skb.packet = translate(before);
  tellConntrack(passage, conn, 'out');
  told(before);
  if (conn.forward === 'masq' && hook !== 'INPUT' && hasNoWay(passage, hook))
    return dropByIpvs(passage, phrase('ipvs.drop-reply-route'));
  return GO_ON;
}

/** The packet from the server's end to the service's, or the other way. */
export const toServer =
  (conn: IpvsConnection) =>
  (packet: Packet): Packet =>
    withEndpoints(packet, { dst: conn.server, dport: conn.serverPort });

export const fromService =
  (conn: IpvsConnection) =>
  (packet: Packet): Packet =>
    withEndpoints(packet, { src: conn.virtual, sport: conn.virtualPort });
