import { hasPorts, type IcmpHeader, type Packet, withEndpoints, tupleKey, type Tuple } from '../../net/packet';
import type { Hook } from '../hooks';
import type { Skb } from '../skb';
import type { NetnsState } from '../state';
import type { NatRange } from '../xtables/extension';
import { type LiveEntry, makeZone } from './table';
import { invertTuple, ICMP, ICMPV6, SCTP, TCP, UDP } from './tuple';
import { compareIp, sameIp, type IpAddress } from '../../net/ip';

const INITVAL = 0xdeadbeef;
const rol = (word: number, by: number): number => ((word << by) | (word >>> (32 - by))) >>> 0;
const sub = (a: number, b: number): number => (a - b) >>> 0;
const add = (a: number, b: number): number => (a + b) >>> 0;

type Three = [a: number, b: number, c: number];

function mix([a, b, c]: Three): Three {
  a = (sub(a, c) ^ rol(c, 4)) >>> 0;
  c = add(c, b);
  b = (sub(b, a) ^ rol(a, 6)) >>> 0;
  a = add(a, c);
  c = (sub(c, b) ^ rol(b, 8)) >>> 0;
  b = add(b, a);
  a = (sub(a, c) ^ rol(c, 16)) >>> 0;
  c = add(c, b);
  b = (sub(b, a) ^ rol(a, 19)) >>> 0;
  a = add(a, c);
  c = (sub(c, b) ^ rol(b, 4)) >>> 0;
  b = add(b, a);
  return [a, b, c];
}

function final([a, b, c]: Three): number {
  c = sub((c ^ b) >>> 0, rol(b, 14));
  a = sub((a ^ c) >>> 0, rol(c, 11));
  b = sub((b ^ a) >>> 0, rol(a, 25));
  c = sub((c ^ b) >>> 0, rol(b, 16));
  a = sub((a ^ c) >>> 0, rol(c, 4));
  b = sub((b ^ a) >>> 0, rol(a, 14));
  return sub((c ^ b) >>> 0, rol(b, 24));
}

/** Bob Jenkins' hash over 32-bit words as the kernel has it (include/linux/jhash.h `jhash2`). */
export function jhash2(words: readonly number[], initval: number): number {
  const start = add(add(INITVAL, words.length << 2), initval >>> 0);
  let state: Three = [start, start, start];
  let at = 0;
  for (; words.length - at > 3; at += 3) {
    const [a, b, c] = state;
    state = mix([add(a, words[at] ?? 0), add(b, words[at + 1] ?? 0), add(c, words[at + 2] ?? 0)]);
  }
  if (at === words.length) return state[2];
  const [a, b, c] = state;
  return final([add(a, words[at] ?? 0), add(b, words[at + 1] ?? 0), add(c, words[at + 2] ?? 0)]);
}

export type Manip = 'SRC' | 'DST';

/** How many ports are tried from one starting point (NF_NAT_MAX_ATTEMPTS). */
const ATTEMPTS = 128;

interface Search {
  readonly entry: LiveEntry;
  readonly range: NatRange;
  readonly manip: Manip;
  readonly state: NetnsState;
}

const isIcmp = (tuple: Tuple): boolean => tuple.protocol === ICMP || tuple.protocol === ICMPV6;
const hasPort = (tuple: Tuple): boolean => [TCP, UDP, SCTP].includes(tuple.protocol);

/** The part of the tuple that may vary: the port of the translated side, or the ICMP id. */
function getPort(tuple: Tuple, manip: Manip): number {
  return manip === 'SRC' || isIcmp(tuple) ? tuple.sport : tuple.dport;
}

function withPort(tuple: Tuple, manip: Manip, port: number): Tuple {
  return manip === 'SRC' || isIcmp(tuple) ? { ...tuple, sport: port } : { ...tuple, dport: port };
}

function addressInRange(address: IpAddress, range: NatRange): boolean {
  if (!range.minAddress) return true;
  return compareIp(address, range.minAddress) >= 0 && compareIp(address, range.maxAddress ?? range.minAddress) <= 0;
}

function portInRange(tuple: Tuple, manip: Manip, range: NatRange): boolean {
  if (!hasPort(tuple) && !isIcmp(tuple)) return true;
  const port = getPort(tuple, manip);
  return port >= (range.minPort ?? 0) && port <= (range.maxPort ?? range.minPort ?? 0xffff);
}

/** `nf_in_range`: the source fits what was asked for. */
function sourceInRange(tuple: Tuple, range: NatRange): boolean {
  return addressInRange(tuple.src, range) && (range.minPort === undefined || portInRange(tuple, 'SRC', range));
}

/** Would the answers to this tuple be taken for another connection's (`nf_nat_used_tuple`)? */
function isUsed(tuple: Tuple, { entry, state }: Search): boolean {
  const reply = invertTuple(tuple);
  return reply !== undefined && state.conntrack.isTaken(reply, entry);
}

/** `nf_nat_used_tuple_new`: the mirror image of an untranslated connection does not count as taken. */
function isUsedByAnother(tuple: Tuple, search: Search): boolean {
  if (!isUsed(tuple, search)) return false;
  const { entry, state } = search;
  const reply = invertTuple(tuple);
  const zone = makeZone(entry);
  const found = state.conntrack.lookup(zone, tuple) ?? (reply && state.conntrack.lookup(zone, reply));
  if (!found) return false;
  const other = found.entry;
  if (other.status.has('SRC_NAT') || other.status.has('DST_NAT')) return true;
  return !(tupleKey(other.original) === tupleKey(entry.reply) && tupleKey(other.reply) === tupleKey(entry.original));
}

/** The mapping this source address and port already has, if it lies in the range (`find_appropriate_src`). */
function existingMapping(tuple: Tuple, { entry, range, state }: Search): Tuple | undefined {
  for (const other of state.conntrack.fromSource(entry.zone, tuple)) {
    const mapped = invertTuple(other.reply);
    if (!mapped) continue;
    const candidate = { ...tuple, src: mapped.src, sport: mapped.sport };
    if (sourceInRange(candidate, range)) return candidate;
  }
  return undefined;
}

const swapBytes = (word: number): number =>
  (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;

/** The words of union nf_inet_addr as a little-endian kernel hashes them. */
function hashWords(address: IpAddress): number[] {
  return [0, 1, 2, 3].map((i) => swapBytes(address.words[i] ?? 0));
}

/** One address of a range, the same for the same pair of ends (`find_best_ips_proto`). */
function pickAddress(tuple: Tuple, { range, entry, manip }: Search): IpAddress {
  const { minAddress: min, maxAddress: max = min } = range;
  const current = manip === 'SRC' ? tuple.src : tuple.dst;
  if (!min || !max) return current;
  if (sameIp(min, max)) return min;
  const last = min.words.length - 1;
  const destination = hashWords(tuple.dst);
  let hash = jhash2(hashWords(tuple.src), range.persistent ? 0 : ((destination[last] ?? 0) ^ entry.zone) >>> 0);
  let full = false;
  const words = min.words.map((low, i) => {
    const from = full ? 0 : low;
    const distance = full ? 0xffffffff : ((max.words[i] ?? 0) - low + 1) >>> 0;
    const word = (from + Number((BigInt(hash) * BigInt(distance)) >> 32n)) >>> 0;
    if (word !== max.words[i]) full = true;
    // The kernel hashes on with `tuple->dst`, which DNAT has overwritten so far.
    const hashed = manip === 'DST' ? swapBytes(word) : (destination[i] ?? 0);
    if (!range.persistent) hash = (hash ^ hashed) >>> 0;
    return word;
  });
  return { family: min.family, words };
}

/** The range of ports NAT may try: the one of the rule, or the class of the present port. Undefined: the port stays. */
function portBounds(tuple: Tuple, { range, manip }: Search): { min: number; size: number } | undefined {
  if (range.minPort !== undefined) {
    const [low, high] = [range.minPort, range.maxPort ?? range.minPort].sort((a, b) => a - b) as [number, number];
    return { min: low, size: high - low + 1 };
  }
  if (isIcmp(tuple)) return { min: 0, size: 65536 };
  if (manip === 'DST') return undefined;
  if (tuple.sport < 512) return { min: 1, size: 511 };
  return tuple.sport < 1024 ? { min: 600, size: 424 } : { min: 1024, size: 64512 };
}

function drawOffset(search: Search, min: number, size: number): number {
  const { range, manip, state, entry } = search;
  if (size === 1 || (!range.random && manip === 'DST')) return 0;
  state.portsDrawn++;
  return state.drawPort({ protocol: entry.original.protocol, original: entry.original, manip, min, size }) - min;
}

/** Searches a free port (`nf_nat_l4proto_unique_tuple`); gives up with one that may be taken. */
function searchPort(tuple: Tuple, search: Search): Tuple {
  if (!hasPort(tuple) && !isIcmp(tuple)) return tuple;
  const bounds = portBounds(tuple, search);
  if (!bounds) return tuple;
  const { min, size } = bounds;
  let candidate = tuple;
  for (let attempts = Math.min(size, ATTEMPTS); ; attempts = Math.floor(attempts / 2)) {
    const offset = drawOffset(search, min, size);
    for (let i = 0; i < attempts; i++) {
      candidate = withPort(tuple, search.manip, min + ((offset + i) % size));
      if (!isUsed(candidate, search)) return candidate;
    }
    if (attempts >= size || attempts < 16) return candidate;
  }
}

/** Keeps the host bits of the address under another network (NETMAP). */
function mapNetwork(address: IpAddress, { netmap }: NatRange): IpAddress {
  if (!netmap) return address;
  const words = address.words.map((word, i) => {
    const bits = Math.min(32, Math.max(0, netmap.prefix - i * 32));
    const mask = bits === 0 ? 0 : (0xffffffff << (32 - bits)) >>> 0;
    return (((netmap.address.words[i] ?? 0) & mask) | (word & ~mask)) >>> 0;
  });
  return { family: address.family, words };
}

/** NETMAP asks for exactly one address, computed from the present one. */
function resolveNetmap(range: NatRange, tuple: Tuple, manip: Manip): NatRange {
  if (!range.netmap) return range;
  const address = mapNetwork(manip === 'SRC' ? tuple.src : tuple.dst, range);
  return { ...range, minAddress: address, maxAddress: address };
}

/**
 * The tuple after translation: like the present one where it may be, and unique if that can be had
 * (net/netfilter/nf_nat_core.c `get_unique_tuple`).
 */
function uniqueTuple(present: Tuple, search: Search): Tuple {
  const { range, manip } = search;
  if (manip === 'SRC' && !range.random) {
    if (sourceInRange(present, range)) {
      if (!isUsedByAnother(present, search)) return present;
    } else {
      const mapped = existingMapping(present, search);
      if (mapped && !isUsed(mapped, search)) return mapped;
    }
  }
  const address = pickAddress(present, search);
  const tuple = manip === 'SRC' ? { ...present, src: address } : { ...present, dst: address };
  if (!range.random) {
    const single = range.minPort !== undefined && range.minPort === (range.maxPort ?? range.minPort);
    if (
      range.minPort === undefined
        ? !isUsed(tuple, search)
        : portInRange(tuple, manip, range) && (single || !isUsed(tuple, search))
    )
      return tuple;
  }
  return searchPort(tuple, search);
}

/** The side of the tuple that NAT changes at a hook: the source after routing, the destination before it (HOOK2MANIP). */
export function getManip(hook: Hook): Manip {
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
