import { hasPorts, type IcmpHeader, type Packet, withEndpoints } from '../../net/packet';
import { tupleKey, type Tuple } from '../../net/tuple';
import type { Hook } from '../hooks';
import type { Skb } from '../skb';
import type { NetnsState } from '../state';
import type { NatRange } from '../xtables/extension';
import type { LiveEntry } from './table';
import { invertTuple } from './tuple';
import { resolveNetmap, uniqueTuple, type Manip } from './unique-tuple';

export type { Manip } from './unique-tuple';

/** Which side a hook translates: sources behind routing, destinations before it (HOOK2MANIP). */
export function manipOf(hook: Hook): Manip {
  return hook === 'POSTROUTING' || hook === 'INPUT' ? 'SRC' : 'DST';
}

/** Has nat decided about this kind of manip (`nf_nat_initialized`)? */
export function natDone(entry: LiveEntry, manip: Manip): boolean {
  return manip === 'SRC' ? entry.srcNatDone : entry.dstNatDone;
}

/** Binds a connection that is not confirmed yet to a translation (`nf_nat_setup_info`). */
export function setupNat(entry: LiveEntry, manip: Manip, range: NatRange, state: NetnsState): void {
  if (entry.status.has('CONFIRMED') || natDone(entry, manip)) return;
  const present = invertTuple(entry.reply);
  if (!present) return;
  const wanted = resolveNetmap(range, present, manip);
  const translated = uniqueTuple(present, { entry, range: wanted, manip, state });
  const reply = invertTuple(translated);
  if (reply && tupleKey(translated) !== tupleKey(present)) {
    entry.reply = reply;
    if (manip === 'SRC') entry.status.add('SRC_NAT');
    else entry.status.add('DST_NAT');
  }
  if (manip === 'SRC') entry.srcNatDone = true;
  else entry.dstNatDone = true;
}

/** No rule said anything: keep the address, but still look for a clash (`nf_nat_alloc_null_binding`). */
export function bindNull(entry: LiveEntry, manip: Manip, state: NetnsState): void {
  const address = manip === 'SRC' ? entry.reply.dst : entry.reply.src;
  setupNat(entry, manip, { minAddress: address, maxAddress: address }, state);
}

const ECHO_LIKE_V4 = new Set([0, 8, 13, 14, 15, 16, 17, 18]);

function withId(l4: IcmpHeader, id: number): IcmpHeader {
  const echo = l4.proto === 'icmp' ? ECHO_LIKE_V4.has(l4.type) : l4.type === 128 || l4.type === 129;
  return echo ? { ...l4, id } : l4;
}

/** Writes one side of a tuple into a packet (`nf_nat_ipv4_manip_pkt`). */
function manipPacket(packet: Packet, target: Tuple, manip: Manip): Packet {
  const { l4 } = packet;
  const change = manip === 'SRC' ? { src: target.src, sport: target.sport } : { dst: target.dst, dport: target.dport };
  if (hasPorts(l4)) return withEndpoints(packet, change);
  const moved = manip === 'SRC' ? { ...packet, src: target.src } : { ...packet, dst: target.dst };
  return l4.proto === 'icmp' || l4.proto === 'icmpv6' ? { ...moved, l4: withId(l4, target.sport) } : moved;
}

/** Does the connection's binding touch this side of a packet in this direction? */
function isTranslated(entry: LiveEntry, manip: Manip, direction: 'original' | 'reply'): boolean {
  const source = (manip === 'SRC') === (direction === 'original');
  return source ? entry.status.has('SRC_NAT') : entry.status.has('DST_NAT');
}

/** The packet as the connection's binding wants it at this hook (`nf_nat_packet`). */
export function natPacket(skb: Skb, manip: Manip): Packet {
  const { ct, packet, ctDirection = 'original' } = skb;
  if (!ct || !isTranslated(ct, manip, ctDirection)) return packet;
  const target = invertTuple(ctDirection === 'original' ? ct.reply : ct.original);
  return target ? manipPacket(packet, target, manip) : packet;
}

/**
 * An ICMP error about a translated connection: the packet it quotes and its own header are translated
 * (`nf_nat_icmp_reply_translation`).
 */
export function natIcmpError(skb: Skb, manip: Manip): Packet {
  const { ct, packet, ctDirection = 'original' } = skb;
  if (!ct || !isTranslated(ct, manip, ctDirection)) return packet;
  if (packet.l4.proto !== 'icmp' && packet.l4.proto !== 'icmpv6') return packet;
  const opposite = ctDirection === 'original' ? ct.reply : ct.original;
  const target = invertTuple(opposite);
  const { quoted } = packet.l4;
  const inside = quoted && manipPacket(quoted, opposite, manip === 'SRC' ? 'DST' : 'SRC');
  const l4 = inside ? { ...packet.l4, quoted: inside } : packet.l4;
  return target ? manipPacket({ ...packet, l4 }, target, manip) : { ...packet, l4 };
}
