import { bareWord } from '../../../lib/scan';
import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import {
  maskWords,
  getBits,
  compareIp,
  formatIp,
  parseIp,
  type IpAddress,
  type IpFamily,
  sameIp,
} from '../../../net/ip';
import { type Codec, field } from './option-table';

type SetDirection = 'src' | 'dst';
export interface SetReference {
  readonly name: string;
  readonly directions: readonly SetDirection[];
}

/** A set and which parts of the packet are looked up in it. */
export const REFERENCE: Codec<SetReference> = {
  takes: 2,
  parse: ([name = '', list = '']) => {
    const directions = list.split(',').map((word) => (word === 'src' || word === 'dst' ? word : undefined));
    if (name === '' || name.length > 31) return err(phrase('xtables.value-too-long', { value: name, max: 31 }));
    const known = directions.filter((direction) => direction !== undefined);
    return known.length === directions.length && known.length <= 6
      ? ok({ name, directions: known })
      : err(phrase('xtables.value-set-direction', { value: list }));
  },
  print: ({ name, directions }) => [bareWord(name), directions.join(',')],
};

/** `eth0`, or a prefix when it ended in `+`. */
export interface InterfaceName {
  readonly name: string;
  readonly prefix: boolean;
}

/** Names have at most 15 characters (IFNAMSIZ) and no blank or slash. */
export function parseInterface(text: string): InterfaceName | undefined {
  if (text.length > 15 || /[\s/]/.test(text)) return undefined;
  return text.endsWith('+') ? { name: text.slice(0, -1), prefix: true } : { name: text, prefix: false };
}

/** `eth+`. */
export function printInterface({ name, prefix }: InterfaceName): string {
  return bareWord(prefix ? `${name}+` : name);
}

/**
 * Compares as ifname_compare_aligned(): a whole name including its end, or a prefix. No device is
 * the empty name, so `+` matches it and `eth+` does not.
 */
export function interfaceMatches({ name, prefix }: InterfaceName, device: string | undefined): boolean {
  const is = device ?? '';
  return prefix ? is.startsWith(name) : is === name;
}

/** An interface name as an option's value. */
export const INTERFACE: Codec<InterfaceName> = {
  takes: 1,
  parse: ([text = '']) => {
    const name = parseInterface(text);
    return name ? ok(name) : err(phrase('xtables.value-interface', { value: text }));
  },
  print: (name) => [printInterface(name)],
};

/** An address and the bits of it that count; masks may have holes. */
export interface MaskedAddress {
  readonly address: IpAddress;
  readonly mask: readonly number[];
}

/** Reads an address of the family; IPv4 may be short as in `10/8` (missing bytes are zero). */
function parseAddress(text: string, family: IpFamily, short: boolean): IpAddress | undefined {
  const padded = family === 'ipv4' && short && /^\d+(\.\d+){0,2}$/.test(text) ? padIpv4(text) : text;
  const parsed = parseIp(padded);
  return parsed.ok && parsed.value.family === family ? parsed.value : undefined;
}

function padIpv4(text: string): string {
  return [...text.split('.'), '0', '0', '0'].slice(0, 4).join('.');
}

function parseMask(text: string, family: IpFamily): readonly number[] | undefined {
  if (/^\d{1,3}$/.test(text)) {
    const prefix = Number(text);
    return prefix <= getBits(family) ? maskWords(family, prefix) : undefined;
  }
  const mask = parseIp(text);
  return mask.ok && mask.value.family === family ? mask.value.words : undefined;
}

function badAddress(value: string, family: IpFamily): { ok: false; error: Phrase } {
  return err(
    family === 'ipv4'
      ? phrase('xtables.value-address-ipv4', { value })
      : phrase('xtables.value-address-ipv6', { value }),
  );
}

/** Reads `10.0.0.0/8`, `10.0.0.0/255.0.0.0`, a bare address; host bits are cleared. */
export function parseMaskedAddress(text: string, family: IpFamily): Result<MaskedAddress, Phrase> {
  const slash = text.indexOf('/');
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash), family, slash >= 0);
  const mask = slash < 0 ? maskWords(family, getBits(family)) : parseMask(text.slice(slash + 1), family);
  if (!address || !mask) return badAddress(text, family);
  return ok({ address: { family, words: address.words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0) }, mask });
}

/** The prefix length of a mask; undefined if it has holes. */
export function findPrefix(mask: readonly number[]): number | undefined {
  let prefix = 0;
  let ended = false;
  for (const word of mask) {
    const ones = Math.clz32(~word);
    if (ended ? word !== 0 : ones < 32 && word << ones !== 0) return undefined;
    if (!ended) prefix += ones;
    ended ||= ones < 32;
  }
  return prefix;
}

/** `10.0.0.0/8`; masks with holes are spelled out. */
export function printMaskedAddress({ address, mask }: MaskedAddress): string {
  const prefix = findPrefix(mask);
  return `${formatIp(address)}/${prefix ?? formatIp({ family: address.family, words: mask })}`;
}

/** Do the bits that count agree? */
export function addressMatches(address: IpAddress, wanted: MaskedAddress): boolean {
  const { words } = wanted.address;
  for (let i = 0; i < words.length; i++) {
    if ((((address.words[i] ?? 0) ^ (words[i] ?? 0)) & (wanted.mask[i] ?? 0)) !== 0) return false;
  }
  return true;
}

/** One address. */
export const ADDRESS: Codec<IpAddress> = {
  takes: 1,
  parse: ([text = ''], family) => {
    const address = parseAddress(text, family, false);
    return address ? ok(address) : badAddress(text, family);
  },
  print: (address) => [formatIp(address)],
};

export interface AddressRange {
  readonly min: IpAddress;
  readonly max: IpAddress;
}

/** `10.0.0.1-10.0.0.9` or one address. */
export const ADDRESS_RANGE: Codec<AddressRange> = {
  takes: 1,
  parse: ([text = ''], family) => {
    const dash = text.indexOf('-');
    const min = parseAddress(dash < 0 ? text : text.slice(0, dash), family, false);
    const max = dash < 0 ? min : parseAddress(text.slice(dash + 1), family, false);
    if (!min || !max || compareIp(min, max) > 0) return err(phrase('xtables.value-address-range', { value: text }));
    return ok({ min, max });
  },
  print: ({ min, max }) => [`${formatIp(min)}-${formatIp(max)}`],
};

/** Is the address within the range, both ends included? */
export function withinRange(address: IpAddress, { min, max }: AddressRange): boolean {
  return compareIp(address, min) >= 0 && compareIp(address, max) <= 0;
}

/** Options take a mask as a length: one with holes is none (xtopt_parse_plenmask() in libxtables/xtoptions.c). */
function withoutHoles(mask: readonly number[], family: IpFamily): readonly number[] {
  return findPrefix(mask) === undefined ? maskWords(family, getBits(family)) : mask;
}

/** An address with a prefix whose host bits stay as written. */
export const ADDRESS_PREFIX: Codec<MaskedAddress> = {
  takes: 1,
  parse: ([text = ''], family) => {
    const [bare = '', prefix] = text.split('/', 2);
    const address = parseAddress(bare, family, false);
    const mask = prefix === undefined ? maskWords(family, getBits(family)) : parseMask(prefix, family);
    return address && mask ? ok({ address, mask: withoutHoles(mask, family) }) : badAddress(text, family);
  },
  print: (value) => [printMaskedAddress(value)],
};

/** As {@link ADDRESS_PREFIX}; printed with `/32` left out when all bits count. */
export const ADDRESS_MASK: Codec<MaskedAddress> = {
  ...ADDRESS_PREFIX,
  print: (value) => {
    const whole = findPrefix(value.mask) === getBits(value.address.family);
    return [whole ? formatIp(value.address) : printMaskedAddress(value)];
  },
};

/** A network without host bits, always printed with its prefix. */
export const NETWORK: Codec<MaskedAddress> = {
  ...ADDRESS_PREFIX,
  parse: ([text = ''], family) => {
    const parsed = parseMaskedAddress(text, family);
    if (!parsed.ok || findPrefix(parsed.value.mask) !== undefined) return parsed;
    return ADDRESS_PREFIX.parse([text], family);
  },
};

/** A prefix of at most 64 bits without host bits. */
const PREFIX: Codec<MaskedAddress> = {
  ...NETWORK,
  parse: (values, family) => {
    const [text = ''] = values;
    const parsed = NETWORK.parse(values, family);
    const written = parseIp(text.split('/')[0] ?? '');
    if (!parsed.ok) return parsed;
    const good =
      written.ok && sameIp(written.value, parsed.value.address) && (findPrefix(parsed.value.mask) ?? 128) <= 64;
    return good ? ok(parsed.value) : err(phrase('xtables.value-prefix', { value: text }));
  },
};

/** Options of SNPT and DNPT (net/ipv6/netfilter/ip6t_NPT.c). */
export const NPT_FIELDS = {
  src: field('--src-pfx', PREFIX),
  dst: field('--dst-pfx', PREFIX),
};
