import { nftString } from '../text/quoted';
import type { NftDatum } from '../datum';
import { maskWords, parseCidr, formatIp, parseIp, type IpAddress } from '../../../net/ip';

/** A type of nft (libnftables datatype.c): how its constants are written, and how many bits a register needs. */
export interface NftDatatype {
  readonly name: string;
  readonly bits: number;
  /** Kept in the byte order of the host: numbers the kernel made itself (marks, devices). */
  readonly host?: boolean;
  /** Flags: a constant alone asks whether any of its bits is set. */
  readonly bitmask?: boolean;
  readonly parse: (word: string) => NftDatum | undefined;
  readonly print: (value: NftDatum) => string;
  /** As an end of a range, where nft lists no names (range_expr_print()); absent: as elsewhere. */
  readonly printEnd?: (value: NftDatum) => string;
  /** A beginning of a name, or a prefix of an address, instead of a value. */
  readonly prefix?: (word: string) => { from: NftDatum; to: NftDatum; prefix: number } | undefined;
  /** How many elements of a set stand in one line of a listing. */
  readonly perLine?: number;
}

/** Reads `80`, `0x50` or, as C does, `0120`. */
export function parseInteger(word: string): number | undefined {
  if (/^0x[0-9a-f]+$/i.test(word)) return Number.parseInt(word, 16);
  if (/^0[0-7]+$/.test(word)) return Number.parseInt(word, 8);
  return /^\d+$/.test(word) ? Number(word) : undefined;
}

/** Numbers of more bits than this are bigints. */
const EXACT_BITS = 53;

function parseBigint(word: string, bits: number): bigint | undefined {
  if (!/^(?:0x[0-9a-f]+|\d+)$/i.test(word)) return undefined;
  const value = BigInt(word);
  return value >> BigInt(bits) === 0n ? value : undefined;
}

/** A number read from bits, as a register of so many holds it. */
export function bitsDatum(value: bigint, bits: number): NftDatum {
  return bits > EXACT_BITS ? value : Number(value);
}

/** A type of plain numbers. */
export function integerType(name: string, bits: number, more: Partial<NftDatatype> = {}): NftDatatype {
  const limit = 2 ** bits;
  return {
    name,
    bits,
    parse: (word) => {
      if (bits > EXACT_BITS) return parseBigint(word, bits);
      const value = parseInteger(word);
      return value === undefined || value >= limit ? undefined : value;
    },
    print: String,
    ...more,
  };
}

/** `0x2a`, of at least so many digits. */
export const hexOf =
  (digits: number) =>
  (value: NftDatum): string =>
    `0x${value.toString(16).padStart(digits, '0')}`;

/** A text without the quotes it may stand in. */
export const withoutQuotes = (word: string): string => (word.startsWith('"') ? word.slice(1, -1) : word);

type Names = Readonly<Record<string, number>>;

/** A type whose values have names; the first name of a value is printed. Numbers are taken too. */
export function symbolType(name: string, bits: number, names: Names, more: Partial<NftDatatype> = {}): NftDatatype {
  const byName = new Map(Object.entries(names));
  const byValue = new Map([...byName].reverse().map(([text, value]) => [value, text] as const));
  const plain = integerType(name, bits);
  const number = more.printEnd ?? String;
  return {
    ...plain,
    parse: (word) => byName.get(withoutQuotes(word)) ?? plain.parse(word),
    print: (value) => (typeof value === 'number' ? byValue.get(value) : undefined) ?? number(value),
    printEnd: number,
    ...more,
  };
}

/** Where every bit is set nft lists no names (tcp_flag of src/proto.c). */
const ALL_OF_BYTE = 0xff;

/** A type of flags, printed with commas in the order of their bits. */
export function flagType(name: string, bits: number, names: Names, separator = ','): NftDatatype {
  const type = symbolType(name, bits, names, { bitmask: true });
  const ordered = Object.entries(names).toSorted(([, a], [, b]) => a - b);
  const print = (value: NftDatum): string => {
    const set = ordered.filter(([, bit]) => bit !== 0 && (Number(value) & bit) !== 0);
    const covered = set.reduce((bits, [, bit]) => bits | bit, 0);
    if (value === 0 || covered !== value || value === ALL_OF_BYTE) return `0x${value.toString(16)}`;
    return set.map(([text]) => text).join(separator);
  };
  return { ...type, print };
}

/** An address as a register holds it. */
export function addressDatum({ family, words }: IpAddress): NftDatum {
  if (family === 'ipv4') return words[0] ?? 0;
  return words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}

/** The address a register holds. */
export function datumAddress(value: NftDatum): IpAddress {
  if (typeof value !== 'bigint') return { family: 'ipv4', words: [Number(value) >>> 0] };
  const words = [96n, 64n, 32n, 0n].map((shift) => Number((value >> shift) & 0xffffffffn));
  return { family: 'ipv6', words };
}

function findPrefix(word: string): { from: NftDatum; to: NftDatum; prefix: number } | undefined {
  const parsed = parseCidr(word);
  if (!parsed.ok) return undefined;
  const { address, prefix } = parsed.value;
  const mask = maskWords(address.family, prefix);
  const last = address.words.map((each, i) => (each | ~(mask[i] ?? 0)) >>> 0);
  return { from: addressDatum(address), to: addressDatum({ family: address.family, words: last }), prefix };
}

function addressType(name: string, family: 'ipv4' | 'ipv6', bits: number): NftDatatype {
  return {
    name,
    bits,
    perLine: family === 'ipv4' ? 2 : 1,
    parse: (word) => {
      if (family === 'ipv4' && /^(?:0x[0-9a-f]+|\d+)$/i.test(word)) return parseInteger(word);
      const parsed = parseIp(word);
      return parsed.ok && parsed.value.family === family ? addressDatum(parsed.value) : undefined;
    },
    print: (value) => formatIp(datumAddress(value)),
    prefix: (word) => (word.includes(':') === (family === 'ipv6') ? findPrefix(word) : undefined),
  };
}

export const IPV4_ADDR = addressType('ipv4_addr', 'ipv4', 32);
export const IPV6_ADDR = addressType('ipv6_addr', 'ipv6', 128);

const ETHER_BITS = 48;

function parseEther(word: string): number | undefined {
  if (!/^([0-9a-f]{1,2}:){5}[0-9a-f]{1,2}$/i.test(word)) return undefined;
  return word.split(':').reduce((sum, part) => sum * 256 + Number.parseInt(part, 16), 0);
}

/** `01:00:5e:00:00:00/25`: the first bits of an address. */
function findEtherPrefix(word: string): { from: NftDatum; to: NftDatum; prefix: number } | undefined {
  const [address = '', length = ''] = word.split('/');
  const value = parseEther(address);
  const prefix = /^\d{1,2}$/.test(length) ? Number(length) : Infinity;
  if (value === undefined || prefix > ETHER_BITS) return undefined;
  const size = 2 ** (ETHER_BITS - prefix);
  const from = value - (value % size);
  return { from, to: from + size - 1, prefix };
}

/** `00:11:22:33:44:55`. */
export const ETHER_ADDR: NftDatatype = {
  name: 'ether_addr',
  bits: ETHER_BITS,
  perLine: 2,
  parse: parseEther,
  prefix: findEtherPrefix,
  print: (value) =>
    Number(value)
      .toString(16)
      .padStart(12, '0')
      .replaceAll(/..(?=.)/g, '$&:'),
};

/** The last string that begins with `text`. */
const lastWith = (text: string): string => `${text}\u{10ffff}`;

/** A name of a device; `veth*` is every name that begins so. */
export const IFNAME: NftDatatype = {
  name: 'ifname',
  bits: 128,
  parse: (word) => {
    const name = withoutQuotes(word);
    return name.endsWith('*') && !name.endsWith('\\*') ? undefined : name.replace(/\\\*$/, '*');
  },
  print: (value) => nftString(String(value).replace(/\*$/, '\\*')),
  prefix: (word) => {
    const name = withoutQuotes(word);
    if (!name.endsWith('*') || name.endsWith('\\*')) return undefined;
    const start = name.slice(0, -1);
    return { from: start, to: lastWith(start), prefix: start.length * 8 };
  },
};

/** Name of the index 0: no device. */
const NO_DEVICE = '';

/**
 * A device by its index, for which its name stands; 0 is no device. Which device has another number
 * nobody here knows, so that such a constant is none.
 */
export const IFACE_INDEX: NftDatatype = {
  ...IFNAME,
  name: 'iface_index',
  bits: 32,
  host: true,
  parse: (word) => {
    if (!/^\d+$/.test(word)) return IFNAME.parse(word);
    return Number(word) === 0 ? NO_DEVICE : undefined;
  },
  print: (value) => (value === NO_DEVICE ? '0' : IFNAME.print(value)),
};

/** Any other text. */
export const STRING: NftDatatype = {
  name: 'string',
  bits: 128,
  parse: withoutQuotes,
  print: (value) => nftString(String(value)),
};

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `1h30m` or a number of seconds, in milliseconds. */
export function parseTime(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word) * 1000;
  if (!/^(\d+(ms|[wdhms]))+$/.test(word)) return undefined;
  return [...word.matchAll(/(\d+)(ms|[wdhms])/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
}

/** `1h30m`, as nft lists a time; milliseconds are shown where there are some. */
export function printTime(milliseconds: number): string {
  let left = milliseconds;
  let text = '';
  for (const unit of ['d', 'h', 'm', 's', 'ms']) {
    const size = UNITS[unit] ?? 1;
    const count = Math.floor(left / size);
    if (count > 0) text += `${count}${unit}`;
    left -= count * size;
  }
  return text === '' ? '0s' : text;
}

/** A duration in milliseconds. */
export const TIME: NftDatatype = {
  ...integerType('time', 64, { host: true }),
  perLine: 2,
  parse: parseTime,
  print: (value) => printTime(Number(value)),
  printEnd: (value) => `${Math.floor(Number(value) / 1000)}s`,
};
