import { assertNever } from '../../lib/assert';
import type { Packet } from '../../net/packet';
import { sameIp } from '../../net/ip';
import type { Netns } from '../netns';
import { lengthBounds } from '../packet-length';
import type { Skb } from '../skb';
import type { NetnsState } from '../state';
import { trackSctp } from './sctp';
import type { LiveEntry, TupleHash, Zone } from './table';
import { closeTcp, trackTcp, type TrackVerdict } from './tcp';
import { refresh, type Timer } from './timer';
import { icmpMayStart, invertTuple, isIcmpError, tupleOf } from './tuple';
import type { CtDirection, CtState } from './types';

/** UDP that is answered counts as a stream once it is so old, in milliseconds. */
const STREAM_AGE = 2000;

/** ICMPv6 that is never tracked: multicast listener and neighbour discovery (`noct_valid_new`). */
const UNTRACKED_ICMPV6 = new Set([130, 131, 132, 133, 134, 135, 136, 143]);

function sysctl(netns: Netns, name: string, fallback: number): number {
  return netns.sysctls[`net.netfilter.${name}`] ?? fallback;
}

function timerOf(netns: Netns, { now }: NetnsState): Timer {
  return { now, seconds: (name, fallback) => sysctl(netns, name, fallback) };
}

function trackIcmp(entry: LiveEntry, packet: Packet, timer: Timer): TrackVerdict {
  if (!icmpMayStart(entry.original.protocol, entry.original.dport >>> 8)) return 'invalid';
  if ((packet.family === 'ipv4') !== (packet.l4.proto === 'icmp')) return 'invalid';
  const name = packet.family === 'ipv4' ? 'nf_conntrack_icmp_timeout' : 'nf_conntrack_icmpv6_timeout';
  refresh(entry, timer.seconds(name, 30), timer);
  return 'accept';
}

/** UDP both ways for more than two seconds is a stream: it lives longer (`nf_conntrack_udp_packet`). */
function trackUdp(entry: LiveEntry, timer: Timer): TrackVerdict {
  entry.streamAt ??= timer.now + STREAM_AGE;
  const stream = entry.status.has('SEEN_REPLY') && timer.now > entry.streamAt;
  if (stream) entry.status.add('ASSURED');
  const seconds = stream
    ? timer.seconds('nf_conntrack_udp_timeout_stream', 120)
    : timer.seconds('nf_conntrack_udp_timeout', 30);
  refresh(entry, seconds, timer);
  return 'accept';
}

interface Tracked {
  readonly entry: LiveEntry;
  readonly direction: CtDirection;
  readonly packet: Packet;
  readonly netns: Netns;
  readonly timer: Timer;
}

/** One packet of a connection, by its protocol's own rules (`nf_conntrack_handle_packet`). */
function trackProtocol({ entry, direction, packet, netns, timer }: Tracked): TrackVerdict {
  const { l4 } = packet;
  const dir = direction === 'original' ? 0 : 1;
  switch (l4.proto) {
    case 'tcp':
      return trackTcp(entry, dir, l4, {
        loose: sysctl(netns, 'nf_conntrack_tcp_loose', 1) !== 0,
        liberal: sysctl(netns, 'nf_conntrack_tcp_be_liberal', 0) !== 0,
        timer,
      });
    case 'sctp':
      return trackSctp(entry, dir, l4.chunk, timer);
    case 'icmp':
    case 'icmpv6':
      return trackIcmp(entry, packet, timer);
    case 'udp':
      return trackUdp(entry, timer);
    case 'other':
      refresh(entry, timer.seconds('nf_conntrack_generic_timeout', 600), timer);
      return 'accept';
    default:
      return assertNever(l4);
  }
}

function zoneOfPacket({ zone = 0, zoneDirection }: Skb): Zone {
  return { id: zone, ...(zoneDirection ? { direction: zoneDirection } : {}) };
}

/** The packet counts for its direction (`nf_ct_acct_add`). */
function account({ carried }: LiveEntry, direction: CtDirection, packet: Packet): void {
  const side = carried[direction];
  const { min, max } = lengthBounds(packet);
  side.packets += 1;
  side.bytes = { min: side.bytes.min + min, max: side.bytes.max + max };
}

function setCt(skb: Skb, entry: LiveEntry, state: CtState, direction: CtDirection): void {
  skb.ct = entry;
  skb.ctState = state;
  skb.ctDirection = direction;
}

function invalid(skb: Skb): void {
  delete skb.ct;
  delete skb.ctDirection;
  skb.ctState = 'INVALID';
}

/** An ICMP error belongs to the connection it is about (`nf_conntrack_inet_error`). */
function trackError(skb: Skb, state: NetnsState, quoted: Packet | undefined): void {
  const inner = quoted && invertTuple(tupleOf(quoted));
  const found = inner && state.conntrack.lookup(zoneOfPacket(skb), inner);
  if (!found) return invalid(skb);
  const expected = found.direction === 'original' ? found.entry.original.dst : found.entry.reply.dst;
  if (!sameIp(expected, skb.packet.dst)) return invalid(skb);
  setCt(skb, found.entry, 'RELATED', found.direction);
}

/** ICMP that is not tracked as a connection. True: dealt with. */
function handleIcmp(skb: Skb, state: NetnsState): boolean {
  const { l4 } = skb.packet;
  if (l4.proto !== 'icmp' && l4.proto !== 'icmpv6') return false;
  if (l4.proto === 'icmpv6' && UNTRACKED_ICMPV6.has(l4.type)) {
    skb.ctState = 'UNTRACKED';
    return true;
  }
  if (l4.proto === 'icmp' && l4.type > 18) {
    invalid(skb);
    return true;
  }
  if (!isIcmpError(l4)) return false;
  trackError(skb, state, l4.quoted);
  return true;
}

/** Finds or makes the entry of a packet (`resolve_normal_ct`). Undefined: there can be none. */
function resolve(skb: Skb, state: NetnsState): TupleHash | undefined {
  const tuple = tupleOf(skb.packet);
  const zone = zoneOfPacket(skb);
  const found = state.conntrack.lookup(zone, tuple);
  if (!found) {
    const reply = invertTuple(tuple);
    if (!reply) return undefined;
    const entry = state.conntrack.create(zone, tuple, reply);
    if (skb.helper !== undefined) entry.helper = skb.helper;
    setCt(skb, entry, 'NEW', 'original');
    return { entry, direction: 'original' };
  }
  const { entry, direction } = found;
  setCt(skb, entry, direction === 'reply' || entry.status.has('SEEN_REPLY') ? 'ESTABLISHED' : 'NEW', direction);
  return found;
}

/** A tcp-reset was sent for the packet's connection (`nf_conntrack_tcp_set_closing`). */
export function conntrackClose({ ct }: Skb, netns: Netns, state: NetnsState): void {
  if (ct) closeTcp(ct, timerOf(netns, state));
}

/**
 * conntrack looks at a packet in PREROUTING or OUTPUT (net/netfilter/nf_conntrack_core.c
 * `nf_conntrack_in`). Sets the packet's connection, state and direction; a packet that has them already
 * (it came over loopback, or is an answer of REJECT) keeps them.
 */
export function conntrackIn(skb: Skb, netns: Netns, state: NetnsState): void {
  if (skb.ct || skb.ctState === 'UNTRACKED') return;
  state.conntrack.expire(state.now);
  if (handleIcmp(skb, state)) return;
  const timer = timerOf(netns, state);
  for (let round = 0; round < 2; round++) {
    const found = resolve(skb, state);
    if (!found) return invalid(skb);
    const { entry, direction } = found;
    const verdict = trackProtocol({ entry, direction, packet: skb.packet, netns, timer });
    if (verdict === 'invalid') return invalid(skb);
    if (verdict === 'accept' || verdict === 'kill') account(entry, direction, skb.packet);
    if (verdict === 'kill') state.conntrack.kill(entry);
    if (verdict !== 'repeat') {
      if (direction === 'reply') entry.status.add('SEEN_REPLY');
      return;
    }
    state.conntrack.kill(entry);
  }
  invalid(skb);
}

/**
 * The packet leaves the stack or is delivered: its new connection enters the table
 * (`nf_confirm`, last at POSTROUTING and INPUT). False: another took the tuple meanwhile, the packet is dropped.
 */
export function conntrackConfirm(skb: Skb, state: NetnsState): boolean {
  const { ct } = skb;
  if (!ct || ct.status.has('CONFIRMED') || skb.ctDirection !== 'original') return true;
  return state.conntrack.confirm(ct);
}

/** An answer made by the kernel (ICMP error, RST of REJECT) rides on its cause's connection (`nf_ct_attach`). */
export function conntrackAttach(answer: Skb, cause: Skb): void {
  if (!cause.ct) return;
  setCt(answer, cause.ct, 'RELATED', cause.ctDirection === 'reply' ? 'original' : 'reply');
}
