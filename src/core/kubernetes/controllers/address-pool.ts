import {
  contains,
  formatCidr,
  parseCidr,
  type Cidr,
  addToIp,
  getBits,
  formatIp,
  parseIp,
  type IpAddress,
  type IpFamily,
} from '../../net/ip';
import { sha256 } from '../../lib/sha';

/** No vowels, no 0, 1, 3: so that no words come out (k8s.io/apimachinery/pkg/util/rand). */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * A name suffix that looks as the API server's random ones do, but is a function of what it is
 * for: the same document gets the same names everywhere.
 */
export function suffix(seed: number, purpose: string, length = 5): string {
  const words = sha256(`${seed} ${purpose}`);
  let text = '';
  for (let i = 0; i < length; i++) {
    const byte = ((words[i >> 2] ?? 0) >>> (24 - 8 * (i & 3))) & 255;
    text += ALPHABET[byte % ALPHABET.length];
  }
  return text;
}

/** A whole number in [0, bound) drawn from seed and purpose. */
export function draw(seed: number, purpose: string, bound: number): number {
  const [word = 0] = sha256(`${seed} ${purpose}`);
  return Math.floor(((word >>> 0) / 0x1_0000_0000) * bound);
}

/** Beyond this many addresses a pool is not searched further; offsets stay exact numbers. */
const MAX_SIZE = 2 ** 24;

/** The usable addresses of a prefix, by offset from its network address. */
export interface AddressPool {
  readonly cidr: Cidr;
  readonly family: IpFamily;
  /** Addresses in the prefix, at most 2^24. */
  readonly size: number;
}

/** The pools of the CIDR texts, in order; broken ones are skipped (validation reports them). */
export function listPools(cidrs: readonly string[]): AddressPool[] {
  const pools: AddressPool[] = [];
  for (const text of cidrs) {
    const parsed = parseCidr(text.trim());
    if (!parsed.ok) continue;
    const { family } = parsed.value.address;
    const bits = getBits(family) - parsed.value.prefix;
    pools.push({ cidr: parsed.value, family, size: bits >= 24 ? MAX_SIZE : 2 ** bits });
  }
  return pools;
}

/** The address at an offset, as text. */
export function addressAt(pool: AddressPool, offset: number): string {
  return formatIp(addToIp(pool.cidr.address, offset));
}

/** Is the address of the pool's prefix? */
export function poolHolds(pool: AddressPool, text: string): boolean {
  const parsed = parseIp(text);
  return parsed.ok && contains(pool.cidr, parsed.value);
}

/** How far into the pool an address lies; undefined if it is not in it. */
export function findOffset(pool: AddressPool, text: string): number | undefined {
  const parsed = parseIp(text);
  if (!parsed.ok || !contains(pool.cidr, parsed.value)) return undefined;
  return difference(parsed.value, pool.cidr.address);
}

function difference(a: IpAddress, b: IpAddress): number {
  return a.words.reduce((sum, word, i) => sum * 0x1_0000_0000 + (word - (b.words[i] ?? 0)), 0);
}

/** The first offset in [from, to) whose address is free. */
export function firstFree(pool: AddressPool, used: ReadonlySet<string>, from: number, to: number): string | undefined {
  for (let offset = from; offset < to; offset++) {
    const address = addressAt(pool, offset);
    if (!used.has(address)) return address;
  }
  return undefined;
}

/** The n-th sub-prefix of a length inside a prefix, as text; undefined beyond its end. */
export function subnetAt(cidr: Cidr, prefix: number, index: number): string | undefined {
  const { family } = cidr.address;
  const count = 2 ** Math.min(prefix - cidr.prefix, 24);
  if (prefix < cidr.prefix || index >= count) return undefined;
  const shift = getBits(family) - prefix;
  const words = [...cidr.address.words];
  // A subnet begins at a multiple of its size: add the index at the word its bits fall into.
  const word = words.length - 1 - Math.floor(shift / 32);
  const step = index * 2 ** (shift % 32);
  words[word] = ((words[word] ?? 0) + (step % 0x1_0000_0000)) >>> 0;
  const carry = Math.floor(step / 0x1_0000_0000);
  if (carry > 0 && word > 0) words[word - 1] = ((words[word - 1] ?? 0) + carry) >>> 0;
  return formatCidr({ address: { family, words }, prefix });
}

/** A range split into a static band for people and a dynamic one for the allocator. */
export interface Bands {
  /** First usable offset. */
  readonly first: number;
  /** First offset of the dynamic band. */
  readonly dynamic: number;
  /** One past the last usable offset. */
  readonly end: number;
}

/**
 * An offset for `purpose`: from the dynamic band while it has one, else from the static band. The
 * real allocators draw at random; here the draw is a function of seed and purpose, and a taken
 * place moves it on to the next free one. Undefined when the range is full.
 */
export function pickOffset(
  bands: Bands,
  isFree: (offset: number) => boolean,
  seed: number,
  purpose: string,
): number | undefined {
  return (
    pickIn(bands.dynamic, bands.end, isFree, seed, purpose) ?? pickIn(bands.first, bands.dynamic, isFree, seed, purpose)
  );
}

function pickIn(
  from: number,
  to: number,
  isFree: (offset: number) => boolean,
  seed: number,
  purpose: string,
): number | undefined {
  const size = to - from;
  if (size <= 0) return undefined;
  const start = draw(seed, purpose, size);
  for (let i = 0; i < size; i++) {
    const offset = from + ((start + i) % size);
    if (isFree(offset)) return offset;
  }
  return undefined;
}

/** By convention kube-dns has the tenth address of the range (kubeadm). */
const DNS_OFFSET = 10;

/**
 * The bands of a `--service-cluster-ip-range` (pkg/registry/core/service/ipallocator,
 * calculateRangeOffset): the first min(max(16, size/16), 256) addresses are left for addresses
 * people choose; none in ranges of 16 or fewer. The network address and IPv4's broadcast address
 * are never used.
 */
export function clusterIPBands(pool: AddressPool): Bands {
  const size = pool.size;
  const offset = size <= 16 ? 0 : Math.min(Math.max(16, Math.floor(size / 16)), 256);
  const end = getBits(pool.family) === 32 ? size - 1 : size;
  return { first: 1, dynamic: Math.min(1 + offset, end), end };
}

/** A free clusterIP for a Service (`namespace/name`); undefined when the range is full. */
export function allocateClusterIP(
  pool: AddressPool,
  used: ReadonlySet<string>,
  service: string,
  seed: number,
): string | undefined {
  const isFree = (offset: number): boolean => !used.has(addressAt(pool, offset));
  const fixed = service === 'kube-system/kube-dns' ? DNS_OFFSET : undefined;
  if (fixed !== undefined && fixed < pool.size && isFree(fixed)) return addressAt(pool, fixed);
  const offset = pickOffset(clusterIPBands(pool), isFree, seed, `clusterIP ${pool.family} ${service}`);
  return offset === undefined ? undefined : addressAt(pool, offset);
}

/** The address of `default/kubernetes`: the first of the range. */
export function kubernetesIP(pool: AddressPool): string {
  return addressAt(pool, 1);
}
