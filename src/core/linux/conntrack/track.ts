import { assertNever } from '../../lib/assert';
import type { Packet } from '../../net/packet';
import { sameIp } from '../../net/ip';
import type { Netns } from '../netns';
import type { Skb } from '../skb';
import type { NetnsState } from '../state';
import { trackSctp } from './sctp';
import type { LiveEntry, TupleHash } from './table';
import { trackTcp, type TrackVerdict } from './tcp';
import { icmpMayStart, invertTuple, isIcmpError, tupleOf } from './tuple';
import type { CtDirection, CtState } from './types';

const UDP_TIMEOUT = 30;
const UDP_STREAM_TIMEOUT = 120;
const ICMP_TIMEOUT = 30;
const GENERIC_TIMEOUT = 600;

/** ICMPv6 that is never tracked: multicast listener and neighbour discovery (`noct_valid_new`). */
const UNTRACKED_ICMPV6 = new Set([130, 131, 132, 133, 134, 135, 136, 143]);

function sysctl(netns: Netns, name: string, fallback: number): number {
  return netns.sysctls[`net.netfilter.${name}`] ?? fallback;
}

function trackIcmp(entry: LiveEntry, packet: Packet): TrackVerdict {
  if (!icmpMayStart(entry.original.protocol, entry.original.dport >>> 8)) return 'invalid';
  if ((packet.family === 'ipv4') !== (packet.l4.proto === 'icmp')) return 'invalid';
  entry.timeout = ICMP_TIMEOUT;
  return 'accept';
}

/** One packet of a connection, by its protocol's own rules (`nf_conntrack_handle_packet`). */
function trackProtocol(entry: LiveEntry, direction: CtDirection, packet: Packet, netns: Netns): TrackVerdict {
  const { l4 } = packet;
  const dir = direction === 'original' ? 0 : 1;
  switch (l4.proto) {
    case 'tcp':
      return trackTcp(entry, dir, l4, {
        loose: sysctl(netns, 'nf_conntrack_tcp_loose', 1) !== 0,
        liberal: sysctl(netns, 'nf_conntrack_tcp_be_liberal', 0) !== 0,
      });
    case 'sctp':
      return trackSctp(entry, dir, l4.chunk);
    case 'icmp':
    case 'icmpv6':
      return trackIcmp(entry, packet);
    case 'udp':
      entry.timeout = entry.status.has('SEEN_REPLY') ? UDP_STREAM_TIMEOUT : UDP_TIMEOUT;
      return 'accept';
    case 'other':
      entry.timeout = GENERIC_TIMEOUT;
      return 'accept';
    default:
      return assertNever(l4);
  }
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
  const found = inner && state.conntrack.lookup(skb.zone ?? 0, inner);
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
  const zone = skb.zone ?? 0;
  const found = state.conntrack.lookup(zone, tuple);
  if (!found) {
    const reply = invertTuple(tuple);
    if (!reply) return undefined;
    const entry = state.conntrack.create(zone, tuple, reply);
    setCt(skb, entry, 'NEW', 'original');
    return { entry, direction: 'original' };
  }
  const { entry, direction } = found;
  setCt(skb, entry, direction === 'reply' || entry.status.has('SEEN_REPLY') ? 'ESTABLISHED' : 'NEW', direction);
  return found;
}

/**
 * conntrack looks at a packet in PREROUTING or OUTPUT (net/netfilter/nf_conntrack_core.c
 * `nf_conntrack_in`). Sets the packet's connection, state and direction; a packet that has them already
 * (it came over loopback, or is an answer of REJECT) keeps them.
 */
export function conntrackIn(skb: Skb, netns: Netns, state: NetnsState): void {
  if (skb.ct || skb.ctState === 'UNTRACKED') return;
  if (handleIcmp(skb, state)) return;
  for (let round = 0; round < 2; round++) {
    const found = resolve(skb, state);
    if (!found) return invalid(skb);
    const { entry, direction } = found;
    const verdict = trackProtocol(entry, direction, skb.packet, netns);
    if (verdict === 'invalid') return invalid(skb);
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
