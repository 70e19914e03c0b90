import { createRng } from '../../lib/random';
import { sha256 } from '../../lib/sha';
import { maskWords, networkOf, bitsOf, formatIp, ipv4, ipv6, parseIp, sameIp, type IpAddress } from '../../net/ip';

/**
 * Pseudonyms of addresses that keep every prefix: two addresses share exactly as many leading bits
 * after as before, so subnets, CIDRs and routes stay what they were (the idea of Crypto-PAn). What
 * has a meaning of its own (loopback, link-local, multicast, private ranges) stays in its range.
 */
export class AddressMap {
  readonly #seed: number | string;
  readonly #first: ReadonlyMap<number, number>;
  readonly #trees = new Map<string, Uint8Array>();
  readonly #known = new Map<string, string>();

  constructor(seed: number | string) {
    this.#seed = seed;
    this.#first = shuffledOctets(seed);
  }

  /** The pseudonym of an address or CIDR as text; the text itself if it is neither. */
  map(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const mapped = this.#mapped(text);
    this.#known.set(text, mapped);
    return mapped;
  }

  #mapped(text: string): string {
    const [host = '', length] = text.split('/', 2);
    const parsed = parseIp(host);
    if (!parsed.ok) return text;
    const address = parsed.value;
    const prefix = length === undefined || !/^\d{1,3}$/.test(length) ? undefined : Number(length);
    const isNetwork =
      prefix !== undefined && prefix <= bitsOf(address.family) && sameIp(networkOf(address, prefix), address);
    const mapped = this.#address(address, isNetwork && prefix !== undefined ? prefix : bitsOf(address.family));
    return length === undefined ? formatIp(mapped) : `${formatIp(mapped)}/${length}`;
  }

  /** Maps the first `length` bits; the others stay zero. */
  #address(address: IpAddress, length: number): IpAddress {
    const octets = octetsOf(address);
    const kept = keptBits(address, octets);
    // A public prefix shorter than an octet holds many kinds of addresses.
    if (kept >= length || (kept === 0 && length < 8)) return address;
    const out = octets.map((octet, index) => {
      const fixed = Math.min(8, Math.max(0, kept - index * 8));
      if (fixed === 8) return octet;
      if (index === 0 && address.family === 'ipv4' && fixed === 0) return this.#first.get(octet) ?? octet;
      return this.#octet(address.family, octets.slice(0, index), octet, fixed);
    });
    const words = wordsOf(out);
    const mask = maskWords(address.family, length);
    const cut = words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0);
    return address.family === 'ipv4' ? ipv4(cut[0] ?? 0) : ipv6(cut);
  }

  /** Flips each bit by a coin that depends on all bits before it. */
  #octet(family: string, before: readonly number[], octet: number, fixed: number): number {
    const key = `${family} ${before.join('.')}`;
    let tree = this.#trees.get(key);
    if (!tree) this.#trees.set(key, (tree = coins(`${this.#seed} ${key}`)));
    let out = 0;
    let node = 1;
    for (let bit = 7; bit >= 0; bit--) {
      const given = (octet >>> bit) & 1;
      const coin = 7 - bit < fixed ? 0 : (tree[node] ?? 0);
      out = (out << 1) | (given ^ coin);
      node = node * 2 + given;
    }
    return out;
  }
}

/** The nodes of the tree that 0 and 1 pass. */
const SMALLEST = new Set([1, 2, 4, 8, 16, 32, 64, 128]);

/**
 * 0 and 1 stay: what texts leave out is made up from them (the first subnet of a range, the bridge as
 * its first address), and no Pod must come to stand where none was.
 */
function coins(key: string): Uint8Array {
  const rng = createRng(sha256(key)[0] ?? 0);
  return Uint8Array.from({ length: 256 }, (_, node) => (SMALLEST.has(node) ? 0 : rng.u32() & 1));
}

function octetsOf({ family, words }: IpAddress): number[] {
  const shifts = [24, 16, 8, 0];
  return (family === 'ipv4' ? words.slice(0, 1) : words).flatMap((word) =>
    shifts.map((shift) => (word >>> shift) & 255),
  );
}

function wordsOf(octets: readonly number[]): number[] {
  const words: number[] = [];
  for (let i = 0; i < octets.length; i += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(i, i + 4);
    words.push(((a << 24) | (b << 16) | (c << 8) | d) >>> 0);
  }
  return words;
}

const ALL = 128;

/** How many leading bits say what kind of address it is; {@link ALL}: it stays as it is. */
function keptBits({ family }: IpAddress, octets: readonly number[]): number {
  const [a = 0, b = 0] = octets;
  if (family === 'ipv6') {
    const isLow = octets.slice(0, 15).every((octet) => octet === 0);
    if (isLow || a === 0xff || isPlainLinkLocal(octets)) return ALL;
    if (a === 0xfe && b >= 0x80) return 64;
    return (a & 0xfe) === 0xfc ? 8 : 3;
  }
  if (a === 0 || a === 127 || a >= 224 || (a === 169 && b === 254)) return ALL;
  if (a === 10) return 8;
  if (a === 172 && b >= 16 && b < 32) return 12;
  if (a === 192 && b === 168) return 16;
  if (a === 100 && b >= 64 && b < 128) return 10;
  return isNearSpecial(a) ? 16 : 0;
}

/** `fe80::1` says nothing; one made of a MAC says whose it is. */
function isPlainLinkLocal(octets: readonly number[]): boolean {
  const [a = 0, b = 0] = octets;
  return a === 0xfe && b >= 0x80 && octets.slice(8, 14).every((octet) => octet === 0);
}

/** First octets of which a part has a meaning of its own; their second octet stays too. */
function isNearSpecial(first: number): boolean {
  return first === 100 || first === 169 || first === 172 || first === 192;
}

/** First octets of plain public addresses. */
const PUBLIC = Array.from({ length: 223 }, (_, i) => i + 1).filter(
  (octet) => octet !== 10 && octet !== 127 && !isNearSpecial(octet),
);

/** Another public first octet for each: nothing public may come out as something with a meaning. */
function shuffledOctets(seed: number | string): ReadonlyMap<number, number> {
  const rng = createRng(sha256(`${seed} public`)[0] ?? 0);
  const to = [...PUBLIC];
  for (let i = to.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [to[i], to[j]] = [to[j] ?? 0, to[i] ?? 0];
  }
  return new Map(PUBLIC.map((octet, index) => [octet, to[index] ?? octet]));
}
