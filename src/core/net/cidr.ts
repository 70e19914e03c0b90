import { err, ok, type Result } from '../lib/result';
import { bitsOf, formatIp, parseIp, type IpAddress, type IpFamily } from './ip';

/** A prefix with its host bits cleared. */
export interface Cidr {
  readonly address: IpAddress;
  readonly prefix: number;
}

/** The word-wise netmask of a prefix length. */
export function maskWords(family: IpFamily, prefix: number): number[] {
  const words: number[] = [];
  for (let left = prefix, i = bitsOf(family); i > 0; i -= 32, left -= 32) {
    words.push(left >= 32 ? 0xffffffff : left <= 0 ? 0 : (0xffffffff << (32 - left)) >>> 0);
  }
  return words;
}

/** Clears the host bits. */
export function networkOf(address: IpAddress, prefix: number): IpAddress {
  const mask = maskWords(address.family, prefix);
  return { family: address.family, words: address.words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0) };
}

/** A Cidr from any address inside it. */
export function cidrOf(address: IpAddress, prefix: number): Cidr {
  return { address: networkOf(address, prefix), prefix };
}

/** The /32 or /128 of one address. */
export function hostCidr(address: IpAddress): Cidr {
  return { address, prefix: bitsOf(address.family) };
}

/** Reads `10.0.0.0/8`; a bare address is its own /32 or /128; host bits are cleared. */
export function parseCidr(text: string): Result<Cidr, string> {
  const slash = text.indexOf('/');
  const address = parseIp(slash < 0 ? text : text.slice(0, slash));
  if (!address.ok) return address;
  if (slash < 0) return ok(hostCidr(address.value));
  const length = text.slice(slash + 1);
  const prefix = Number(length);
  if (!/^\d{1,3}$/.test(length) || prefix > bitsOf(address.value.family)) {
    return err(`"/${length}" is not a prefix length of ${address.value.family}`);
  }
  return ok(cidrOf(address.value, prefix));
}

/** The Cidr of a text known to be right (tests, constants). Throws otherwise. */
export function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** `10.0.0.0/8`. */
export function formatCidr(value: Cidr): string {
  return `${formatIp(value.address)}/${value.prefix}`;
}

/** Does the prefix hold the address (same family)? */
export function contains(range: Cidr, address: IpAddress): boolean {
  if (range.address.family !== address.family) return false;
  const mask = maskWords(address.family, range.prefix);
  return address.words.every((word, i) => (word & (mask[i] ?? 0)) >>> 0 === range.address.words[i]);
}
