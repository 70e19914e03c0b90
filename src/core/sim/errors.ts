import type { Hook } from '../linux/hooks';
import { conntrackAttach, conntrackClose } from '../linux/conntrack/track';
import { isIcmpError } from '../linux/conntrack/tuple';
import { isLinkLocal } from '../linux/routing/derived-routes';
import { isOwnAddress } from '../linux/routing/fib';
import { selectAddress6 } from '../linux/routing/source-address';
import type { Skb } from '../linux/skb';
import { isLoopback, isMulticast, isUnspecified, type IpAddress } from '../net/ip';
import type { Packet, TcpFlags, TcpHeader } from '../net/packet';
import { type IcmpError, routeAgain, routeOutput } from './route';
import type { Passage } from './world';

/** ICMP error of each word of `--reject-with` (net/ipv4/netfilter/ipt_REJECT.c, net/ipv6/netfilter/ip6t_REJECT.c). */
const REJECT_WITH: Readonly<Record<string, IcmpError>> = {
  'icmp-net-unreachable': { type: 3, code: 0 },
  'icmp-host-unreachable': { type: 3, code: 1 },
  'icmp-proto-unreachable': { type: 3, code: 2 },
  'icmp-port-unreachable': { type: 3, code: 3 },
  'icmp-net-prohibited': { type: 3, code: 9 },
  'icmp-host-prohibited': { type: 3, code: 10 },
  'icmp-admin-prohibited': { type: 3, code: 13 },
  'icmp6-no-route': { type: 1, code: 0 },
  'icmp6-adm-prohibited': { type: 1, code: 1 },
  'icmp6-addr-unreachable': { type: 1, code: 3 },
  'icmp6-port-unreachable': { type: 1, code: 4 },
  'icmp6-policy-fail': { type: 1, code: 5 },
  'icmp6-reject-route': { type: 1, code: 6 },
};

/** TTL or hop limit of packets a host makes. */
export const INITIAL_TTL = 64;

/** A packet that begins its life here. */
export function makeSkb(packet: Packet): Skb {
  return { packet, mark: 0, local: true };
}

/** `port`: straight out of it. `oif`: routed, but by no other device. */
function sendAnswer(
  passage: Passage,
  packet: Packet,
  way: { readonly port?: string; readonly oif?: string } = {},
): void {
  const skb = makeSkb(packet);
  conntrackAttach(skb, passage.skb);
  const start = { kind: 'originate', by: 'kernel', bound: false, ...way } as const;
  const second = passage.leg.second ? ({ second: true } as const) : {};
  passage.world.pending.push({ role: 'error', ...second, netns: passage.netns, skb, start });
}

/** No errors about errors, broadcasts, or packets without a sender (`__icmp_send`, `icmp6_send`). */
function mayAnswer({ skb, broadcast }: Passage): boolean {
  const { src, dst, l4 } = skb.packet;
  if (broadcast || isMulticast(dst) || isMulticast(src) || isUnspecified(src)) return false;
  return !isIcmpError(l4);
}

/**
 * An own destination answers as itself. Otherwise IPv4 leaves it to the way back (undefined), IPv6 takes
 * an address of the device the packet came in by.
 */
function errorSource({ netns, route, skb }: Passage): IpAddress | undefined {
  const { src, dst, family } = skb.packet;
  if (family === 'ipv4') return route?.type === 'local' ? dst : undefined;
  if (isOwnAddress(netns, dst) && (!isLoopback(dst) || skb.local || skb.indev === 'lo')) return dst;
  return skb.indev === undefined || skb.local ? undefined : selectAddress6(netns, skb.indev, src);
}

/** Tells the sender of a packet what became of it (net/ipv4/icmp.c `__icmp_send`, net/ipv6/icmp.c `icmp6_send`). */
export function sendIcmpError(passage: Passage, { type, code }: IcmpError): void {
  const { skb, netns } = passage;
  if (!mayAnswer(passage)) return;
  const { src, family } = skb.packet;
  const source = errorSource(passage);
  // A link-local sender is there where the packet came in, and nowhere else (icmp6_send()).
  const oif = isLinkLocal(src) && skb.indev !== undefined && !skb.local ? { oif: skb.indev } : {};
  const back = routeOutput(netns, { dst: src, mark: 0, anySource: true, ...oif, ...(source ? { src: source } : {}) });
  if (!back.ok) return;
  const l4 = { proto: family === 'ipv4' ? 'icmp' : 'icmpv6', type, code, quoted: skb.packet } as const;
  // An error keeps the type of service it is about, with the precedence of internetwork control.
  const tos = family === 'ipv4' ? { tos: ((skb.packet.tos ?? 0) & 0x1e) | 0xc0 } : {};
  sendAnswer(passage, { family, src: source ?? back.value.src, dst: src, ttl: INITIAL_TTL, ...tos, l4 }, oif);
}

/** The RST that answers a segment: RST alone for one with ACK, RST/ACK otherwise. */
export function resetFor(header: TcpHeader): TcpHeader {
  const { sport, dport, flags } = header;
  if (flags.ack) return { proto: 'tcp', sport: dport, dport: sport, flags: { rst: true }, seq: header.ack, ack: 0 };
  const length = (flags.syn ? 1 : 0) + (flags.fin ? 1 : 0);
  const back: TcpFlags = { rst: true, ack: true };
  return { proto: 'tcp', sport: dport, dport: sport, flags: back, seq: 0, ack: (header.seq + length) >>> 0 };
}

/** `--reject-with tcp-reset` (net/ipv4/netfilter/nf_reject_ipv4.c `nf_send_reset`). */
function sendReset(passage: Passage): void {
  const { skb, netns } = passage;
  const { packet } = skb;
  if (packet.l4.proto !== 'tcp' || packet.l4.flags.rst || passage.broadcast) return;
  const answer: Packet = {
    family: packet.family,
    src: packet.dst,
    dst: packet.src,
    ttl: INITIAL_TTL,
    l4: resetFor(packet.l4),
  };
  if (!routeAgain(netns, answer, 0).ok) return;
  sendAnswer(passage, answer, skb.physin === undefined ? {} : { port: skb.physin });
  conntrackClose(skb, netns, passage.state);
}

/** Before routing a rejected packet is given the route back to its sender, and is judged by that. */
function routeToSender(passage: Passage): boolean {
  const back = routeOutput(passage.netns, { dst: passage.skb.packet.src, mark: 0, anySource: true });
  if (back.ok) passage.route = back.value.route;
  return back.ok;
}

/** The answer a REJECT rule sends; some packets get none. Only nftables may reject before routing (`nf_reject_fill_skb_dst`). */
export function answerReject(passage: Passage, rejectWith: string, hook: Hook): void {
  if (hook === 'PREROUTING' && !routeToSender(passage)) return;
  if (hook !== 'POSTROUTING') {
    const error = REJECT_WITH[rejectWith];
    if (error) sendIcmpError(passage, error);
    else sendReset(passage);
  }
}
