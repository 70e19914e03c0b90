import { compareIp, sameIp, type IpAddress } from '../../net/ip';
import { tupleKey, type Tuple } from '../../net/tuple';
import type { NetnsState } from '../state';
import type { NatRange } from '../xtables/extension';
import { jhash2 } from './jhash';
import { zoneOf, type LiveEntry } from './table';
import { ICMP, ICMPV6, invertTuple, SCTP, TCP, UDP } from './tuple';

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
function portOf(tuple: Tuple, manip: Manip): number {
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
  const port = portOf(tuple, manip);
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
  const zone = zoneOf(entry);
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
    if (!range.persistent) hash = (hash ^ (destination[i] ?? 0)) >>> 0;
    return word;
  });
  return { family: min.family, words };
}

/** Which ports may be tried: those asked for, or the class the present one is in. Undefined: it must stay. */
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
export function resolveNetmap(range: NatRange, tuple: Tuple, manip: Manip): NatRange {
  if (!range.netmap) return range;
  const address = mapNetwork(manip === 'SRC' ? tuple.src : tuple.dst, range);
  return { ...range, minAddress: address, maxAddress: address };
}

/**
 * The tuple after translation: like the present one where it may be, and unique if that can be had
 * (net/netfilter/nf_nat_core.c `get_unique_tuple`).
 */
export function uniqueTuple(present: Tuple, search: Search): Tuple {
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
