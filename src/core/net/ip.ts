import { err, ok, type Result } from '../lib/result';

export type IpFamily = 'ipv4' | 'ipv6';

/** An address parsed once: one unsigned 32-bit word for IPv4, four for IPv6, most significant first. */
export interface IpAddress {
  readonly family: IpFamily;
  readonly words: readonly number[];
}

/** Builds an IPv4 address from its unsigned 32-bit value. */
export function ipv4(word: number): IpAddress {
  return { family: 'ipv4', words: [word >>> 0] };
}

/** Builds an IPv6 address from four unsigned 32-bit words. */
export function ipv6(words: readonly number[]): IpAddress {
  return { family: 'ipv6', words };
}

/** Number of bits of an address of the family. */
export function getBits(family: IpFamily): 32 | 128 {
  return family === 'ipv4' ? 32 : 128;
}

/** Reads `10.0.0.1` or `fd00::1` (also `::ffff:1.2.3.4`); strict: no leading zeros, no short forms of IPv4. */
export function parseIp(text: string): Result<IpAddress, string> {
  const word = ipv4Word(text);
  if (word >= 0) return ok(ipv4(word));
  const parsed = text.includes(':') ? parseIpv6(text) : undefined;
  return parsed ? ok(parsed) : err(`"${text}" is not an IP address`);
}

/**
 * An address as it is printed; undefined: the text is none, or not of the family that is asked for. There is one way to
 * write IPv4, so that nothing is made.
 */
export function printedIp(text: string, family?: IpFamily): string | undefined {
  if (ipv4Word(text) >= 0) return family === 'ipv6' ? undefined : text;
  const parsed = family !== 'ipv4' && text.includes(':') ? parseIpv6(text) : undefined;
  return parsed && formatIp(parsed);
}

/** The address of a text known to be right (tests, constants). Throws otherwise. */
export function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

const DOT = 46;
const ZERO = 48;

/** The value of an IPv4 address, -1 of any other text. By character: a pasted node may have more of them than are worth keeping. */
function ipv4Word(text: string): number {
  let word = 0;
  let dots = 0;
  let part = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      if (part < 0) return -1;
      word = word * 256 + part;
      part = -1;
      dots++;
    } else {
      const digit = code - ZERO;
      if (digit < 0 || digit > 9 || part === 0) return -1;
      part = part < 0 ? digit : part * 10 + digit;
      if (part > 255) return -1;
    }
  }
  return dots === 3 && part >= 0 ? word * 256 + part : -1;
}

/** The 16-bit groups of an address, and behind how many of them `::` stands; -1: nowhere. */
interface Groups {
  readonly groups: readonly number[];
  readonly gap: number;
}

function parseIpv6(text: string): IpAddress | undefined {
  const read = findGroups(text);
  if (!read) return undefined;
  const { groups, gap } = read;
  const missing = 8 - groups.length;
  if (gap < 0 ? missing !== 0 : missing < 1) return undefined;
  const at = (place: number): number => {
    if (gap < 0 || place < gap) return groups[place] ?? 0;
    return place < gap + missing ? 0 : (groups[place - missing] ?? 0);
  };
  return ipv6([0, 2, 4, 6].map((place) => ((at(place) << 16) | at(place + 1)) >>> 0));
}

const COLON = 58;

/** By character: a cluster's addresses are read again at every edit. A dotted quad may only end the whole address. */
function findGroups(text: string): Groups | undefined {
  const groups: number[] = [];
  let [gap, start, value] = [-1, 0, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : COLON;
    if (code === DOT) return withQuad(groups, gap, ipv4Word(text.slice(start)));
    const digit = code === COLON ? -1 : hexDigit(code);
    if (code !== COLON) {
      if (digit < 0 || at - start === 4) return undefined;
      value = value * 16 + digit;
      continue;
    }
    if (at > start) groups.push(value);
    else if (at === text.length) {
      // `1::` ends so, `1:` does not.
      if (gap !== groups.length) return undefined;
    } else if (at > 0 || text.charCodeAt(1) !== COLON) {
      if (gap >= 0 || text.charCodeAt(at - 1) !== COLON) return undefined;
      gap = groups.length;
    }
    [start, value] = [at + 1, 0];
  }
  return { groups, gap };
}

function withQuad(groups: readonly number[], gap: number, word: number): Groups | undefined {
  return word < 0 ? undefined : { groups: [...groups, word >>> 16, word & 0xffff], gap };
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** The canonical text: dotted quad, or RFC 5952 for IPv6. */
export function formatIp(address: IpAddress): string {
  if (address.family === 'ipv4') return formatIpv4(address.words[0] ?? 0);
  const groups = address.words.flatMap((word) => [word >>> 16, word & 0xffff]);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return `::ffff:${formatIpv4(address.words[3] ?? 0)}`;
  }
  // As glibc's inet_ntop(), which all the tools print with: IPv4-compatible addresses keep their dots.
  if (groups.slice(0, 6).every((group) => group === 0) && groups[6] !== 0) {
    return `::${formatIpv4(address.words[3] ?? 0)}`;
  }
  const [start, length] = longestZeroRun(groups);
  const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  if (length < 2) return hex(groups);
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
}

function formatIpv4(word: number): string {
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;
}

function longestZeroRun(groups: readonly number[]): [start: number, length: number] {
  let best: [number, number] = [0, 0];
  for (let i = 0; i < groups.length; i++) {
    let end = i;
    while (end < groups.length && groups[end] === 0) end++;
    if (end - i > best[1]) best = [i, end - i];
    if (end > i) i = end;
  }
  return best;
}

/** Orders by family, then numerically. */
export function compareIp(a: IpAddress, b: IpAddress): number {
  if (a.family !== b.family) return a.family === 'ipv4' ? -1 : 1;
  for (let i = 0; i < a.words.length; i++) {
    const difference = (a.words[i] ?? 0) - (b.words[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Same family and same bits. */
export function sameIp(a: IpAddress, b: IpAddress): boolean {
  return compareIp(a, b) === 0;
}

/** The address `offset` places further (carries across words; wraps at the end of the space). */
export function addToIp(address: IpAddress, offset: number): IpAddress {
  const words = [...address.words];
  let carry = offset;
  for (let i = words.length - 1; i >= 0 && carry !== 0; i--) {
    const sum = (words[i] ?? 0) + carry;
    words[i] = ((sum % 0x1_0000_0000) + 0x1_0000_0000) % 0x1_0000_0000;
    carry = Math.floor(sum / 0x1_0000_0000);
  }
  return { family: address.family, words };
}

/** 127.0.0.0/8 or ::1. */
export function isLoopback(address: IpAddress): boolean {
  if (address.family === 'ipv4') return (address.words[0] ?? 0) >>> 24 === 127;
  return address.words.every((word, i) => word === (i === 3 ? 1 : 0));
}

/** 0.0.0.0 or ::. */
export function isUnspecified(address: IpAddress): boolean {
  return address.words.every((word) => word === 0);
}

/** 224.0.0.0/4 or ff00::/8. */
export function isMulticast(address: IpAddress): boolean {
  const first = address.words[0] ?? 0;
  return address.family === 'ipv4' ? first >>> 28 === 14 : first >>> 24 === 0xff;
}

/** A prefix with its host bits cleared. */
export interface Cidr {
  readonly address: IpAddress;
  readonly prefix: number;
}

/** The word-wise netmask of a prefix length. */
export function maskWords(family: IpFamily, prefix: number): number[] {
  const words: number[] = [];
  for (let left = prefix, i = getBits(family); i > 0; i -= 32, left -= 32) {
    words.push(left >= 32 ? 0xffffffff : left <= 0 ? 0 : (0xffffffff << (32 - left)) >>> 0);
  }
  return words;
}

/** Clears the host bits. */
export function makeNetwork(address: IpAddress, prefix: number): IpAddress {
  const mask = maskWords(address.family, prefix);
  return { family: address.family, words: address.words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0) };
}

/** A Cidr from any address inside it. */
export function makeCidr(address: IpAddress, prefix: number): Cidr {
  return { address: makeNetwork(address, prefix), prefix };
}

/** 0.0.0.0/0 or ::/0, what a default route leads to. */
export function everywhere(family: IpFamily): Cidr {
  return makeCidr({ family, words: family === 'ipv4' ? [0] : [0, 0, 0, 0] }, 0);
}

/** The /32 or /128 of one address. */
export function hostCidr(address: IpAddress): Cidr {
  return { address, prefix: getBits(address.family) };
}

/** Reads `10.0.0.0/8`; a bare address is its own /32 or /128; host bits are cleared. */
export function parseCidr(text: string): Result<Cidr, string> {
  const slash = text.indexOf('/');
  const address = parseIp(slash < 0 ? text : text.slice(0, slash));
  if (!address.ok) return address;
  if (slash < 0) return ok(hostCidr(address.value));
  const length = text.slice(slash + 1);
  const prefix = Number(length);
  if (!/^\d{1,3}$/.test(length) || prefix > getBits(address.value.family)) {
    return err(`"/${length}" is not a prefix length of ${address.value.family}`);
  }
  return ok(makeCidr(address.value, prefix));
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
