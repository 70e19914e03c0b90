import { contains, formatCidr, parseCidr, type Cidr } from '../../net/cidr';
import { addToIp, bitsOf, formatIp, parseIp, type IpAddress, type IpFamily } from '../../net/ip';

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
export function poolsOf(cidrs: readonly string[]): AddressPool[] {
  const pools: AddressPool[] = [];
  for (const text of cidrs) {
    const parsed = parseCidr(text.trim());
    if (!parsed.ok) continue;
    const { family } = parsed.value.address;
    const bits = bitsOf(family) - parsed.value.prefix;
    pools.push({ cidr: parsed.value, family, size: bits >= 24 ? MAX_SIZE : 2 ** bits });
  }
  return pools;
}

/** The address at an offset, as text. */
export function addressAt(pool: AddressPool, offset: number): string {
  return formatIp(addToIp(pool.cidr.address, offset));
}

/** Is the address of the pool's prefix? */
export function holds(pool: AddressPool, text: string): boolean {
  const parsed = parseIp(text);
  return parsed.ok && contains(pool.cidr, parsed.value);
}

/** How far into the pool an address lies; undefined if it is not in it. */
export function offsetOf(pool: AddressPool, text: string): number | undefined {
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
  const shift = bitsOf(family) - prefix;
  const words = [...cidr.address.words];
  // A subnet begins at a multiple of its size: add the index at the word its bits fall into.
  const word = words.length - 1 - Math.floor(shift / 32);
  const step = index * 2 ** (shift % 32);
  words[word] = ((words[word] ?? 0) + (step % 0x1_0000_0000)) >>> 0;
  const carry = Math.floor(step / 0x1_0000_0000);
  if (carry > 0 && word > 0) words[word - 1] = ((words[word - 1] ?? 0) + carry) >>> 0;
  return formatCidr({ address: { family, words }, prefix });
}
