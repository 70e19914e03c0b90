import { formatIp, getBits, ipv4, ipv6, makeNetwork, maskWords, parseIp, sameIp, type IpAddress } from '../../net/ip';
import { createRng } from '../../lib/random';
import { sha256 } from '../../lib/sha';

/**
 * Pseudonyms of addresses that keep every prefix: two addresses share exactly as many leading bits
 * after as before, so subnets, CIDRs and routes stay what they were (the idea of Crypto-PAn). What
 * has a meaning of its own (loopback, link-local, multicast, private ranges) stays in its range, and what has
 * nothing but a range, noughts and ones (`10.0.0.1`, `192.168.1.0`) stays as it is: everybody has it. Of all others
 * the first octet that may change does.
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
      prefix !== undefined && prefix <= getBits(address.family) && sameIp(makeNetwork(address, prefix), address);
    const mapped = this.#address(address, isNetwork && prefix !== undefined ? prefix : getBits(address.family));
    const after = sameIp(mapped, address) ? host : formatIp(mapped);
    // A mask stays, as every address that is one; another address behind the slash is somebody's.
    return length === undefined
      ? after
      : `${after}/${length.includes('.') && !isNetmask(length) ? this.map(length) : length}`;
  }

  /** The pseudonym of an IPv4 address given as its 32 bits. */
  word(bits: number): number {
    return this.#address(ipv4(bits >>> 0), 32).words[0] ?? 0;
  }

  /** Maps the first `length` bits; the others stay zero. */
  #address(address: IpAddress, length: number): IpAddress {
    const octets = listOctets(address);
    const carried = carriedIpv4(octets);
    if (carried !== undefined && length === 128) return ipv6([...address.words.slice(0, 3), this.word(carried)]);
    const kept = keptBits(address, octets);
    // A public prefix shorter than an octet holds many kinds of addresses.
    if (kept >= length || (kept === 0 && length < 8)) return address;
    const out = this.#octets(address, octets, kept);
    const words = listWords(out);
    const mask = maskWords(address.family, length);
    const cut = words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0);
    return address.family === 'ipv4' ? ipv4(cut[0] ?? 0) : ipv6(cut);
  }

  #octets({ family }: IpAddress, octets: readonly number[], kept: number): number[] {
    let isSame = true;
    let before = '';
    return octets.map((octet, index) => {
      const key = before;
      before += index === 0 ? String(octet) : `.${octet}`;
      const fixed = Math.min(8, Math.max(0, kept - index * 8));
      if (fixed === 8) return octet;
      const isPublic = index === 0 && family === 'ipv4' && fixed === 0;
      const after = isPublic
        ? (this.#first.get(octet) ?? octet)
        : this.#octet({ family, before: key, octet, fixed, turns: isSame });
      isSame &&= after === octet;
      return after;
    });
  }

  /**
   * Flips each bit by a coin that depends on all bits before it. `turns`: nothing before it changed, so this octet
   * has to, if it is neither 0 nor 1; that is known from what stands before it, so that prefixes are kept.
   */
  #octet({ family, before, octet, fixed, turns }: OctetPlace): number {
    const key = `${family} ${before}`;
    let tree = this.#trees.get(key);
    if (!tree) this.#trees.set(key, (tree = coins(`${this.#seed} ${key}`)));
    let out = 0;
    let node = 1;
    let isDue = turns;
    // 172.16.0.0/16 and 172.17.0.0/16 stay, too: Docker's own bridge is known by it.
    const startsAtFixed = family === 'ipv4' && fixed === 4;
    for (let bit = 7; bit >= 0; bit--) {
      const given = (octet >>> bit) & 1;
      const isFixed = 7 - bit < fixed;
      // Behind the leading one of a number nothing stands for what is made up.
      const isSmallest = SMALLEST.has(node) || (startsAtFixed && freeBits(octet, bit, fixed) === 0);
      const turned = isDue && !isFixed && !isSmallest;
      isDue &&= !turned;
      const coin = isFixed || isSmallest ? 0 : turned ? 1 : (tree[node] ?? 0);
      out = (out << 1) | (given ^ coin);
      node = node * 2 + given;
    }
    return out;
  }
}

/** The bits between those that are fixed and the one at `bit`. */
function freeBits(octet: number, bit: number, fixed: number): number {
  return (octet & (255 >>> fixed)) >>> (bit + 1);
}

interface OctetPlace {
  readonly family: string;
  /** The octets that lead to it, as they are written with dots. */
  readonly before: string;
  readonly octet: number;
  /** So many of its leading bits stay. */
  readonly fixed: number;
  readonly turns: boolean;
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

function listOctets({ family, words }: IpAddress): number[] {
  const count = family === 'ipv4' ? 4 : 16;
  return Array.from({ length: count }, (_, at) => ((words[at >> 2] ?? 0) >>> (24 - 8 * (at & 3))) & 255);
}

function listWords(octets: readonly number[]): number[] {
  const words: number[] = [];
  for (let i = 0; i < octets.length; i += 4) words.push(wordAt(octets, i));
  return words;
}

function wordAt(octets: readonly number[], at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = octets.slice(at, at + 4);
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

/** The IPv4 address inside `::ffff:192.0.2.1` and `64:ff9b::192.0.2.1` (RFC 4291, RFC 6052). */
function carriedIpv4(octets: readonly number[]): number | undefined {
  if (octets.length !== 16) return undefined;
  const head = octets.slice(0, 12).join('.');
  const isMapped = head === '0.0.0.0.0.0.0.0.0.0.255.255';
  const isCompatible = head === '0.0.0.0.0.0.0.0.0.0.0.0' && (octets[12] ?? 0) > 0;
  return isMapped || isCompatible || head === '0.100.255.155.0.0.0.0.0.0.0.0' ? wordAt(octets, 12) : undefined;
}

const ALL = 128;

/** How many leading bits say what kind of address it is; {@link ALL}: it stays as it is. */
function keptBits({ family }: IpAddress, octets: readonly number[]): number {
  return family === 'ipv6' ? keptOfIpv6(octets) : keptOfIpv4(octets);
}

function keptOfIpv6(octets: readonly number[]): number {
  const [a = 0, b = 0] = octets;
  const isLow = octets.slice(0, 15).every((octet) => octet === 0);
  if (isLow || isPlainLinkLocal(octets) || isMask(octets)) return ALL;
  if (a === 0xff) return keptOfGroup(octets);
  if (carriedIpv4(octets) !== undefined) return 96;
  if (a === 0xfe && b >= 0x80) return 64;
  return (a & 0xfe) === 0xfc ? 8 : 3;
}

/** `ff02::1:ff00:0/104`: the end of the address a neighbour is looked for by (RFC 4291). */
const SOLICITED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff].join('.');

/** Groups that a standard numbers stay (`ff02::fb`); one made of an address says whose it is. */
function keptOfGroup(octets: readonly number[]): number {
  if (octets.slice(2, 13).join('.') === SOLICITED) return 104;
  const isNumbered = octets.slice(2, 13).every((octet) => octet === 0) && (octets[13] ?? 0) <= 1;
  return isNumbered && (octets[14] ?? 0) <= 1 ? ALL : 16;
}

/** Link-local addresses that programs are known by: metadata, Calico's gateway, node-local DNS, Amazon's. */
const KNOWN_LINK_LOCAL = new Set(['169.254', '1.1', '20.10', '25.10', '169.253', '169.123', '170.2', '170.23']);

function keptOfIpv4(octets: readonly number[]): number {
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  if (isMask(octets) || isWildcard(octets)) return ALL;
  if (a === 0 || a === 127) return b === 0 && c === 0 ? ALL : 8;
  if (a >= 224) return a < 240 ? keptOfMulticast(octets) : ALL;
  if (a === 169 && b === 254) return KNOWN_LINK_LOCAL.has(`${c}.${d}`) ? ALL : 16;
  if (a === 10) return 8;
  if (a === 172 && b >= 16 && b < 32) return 12;
  if (a === 192 && b === 168) return 16;
  if (a === 100 && b >= 64 && b < 128) return 10;
  return isNearSpecial(a) ? 16 : 0;
}

/** 224.0.0.0/23 and SSDP are of every network; the rest is chosen by who runs one. */
function keptOfMulticast([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number {
  const isNumbered = a === 224 && b === 0 && c <= 1;
  return isNumbered || `${a}.${b}.${c}.${d}` === '239.255.255.250' ? ALL : 8;
}

const bitsOf = (octets: readonly number[]): string =>
  octets.map((octet) => octet.toString(2).padStart(8, '0')).join('');

/** `255.255.240.0`, `255.255.0.255`: says how much of an address counts. */
function isMask(octets: readonly number[]): boolean {
  if ((octets[0] ?? 0) < 0xf0) return false;
  const isWhole = octets.every((octet) => octet === 0 || octet === 255) && octets[0] === 255;
  return isWhole || /^1{4,}0*$/.test(bitsOf(octets));
}

/** Of any length, behind the slash of an address. */
function isNetmask(text: string): boolean {
  const parsed = parseIp(text);
  return parsed.ok && /^1*0*$/.test(bitsOf(listOctets(parsed.value)));
}

/** `0.0.0.255`. */
function isWildcard(octets: readonly number[]): boolean {
  return octets[0] === 0 && /^0*1*$/.test(bitsOf(octets));
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

/** Another public first octet for each, and never its own: nothing public may come out as something with a meaning. */
function shuffledOctets(seed: number | string): ReadonlyMap<number, number> {
  const rng = createRng(sha256(`${seed} public`)[0] ?? 0);
  const round = [...PUBLIC];
  for (let i = round.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [round[i], round[j]] = [round[j] ?? 0, round[i] ?? 0];
  }
  return new Map(round.map((octet, index) => [octet, round[(index + 1) % round.length] ?? octet]));
}
