import { formatIp, maskWords, parseCidr, parseIp, type IpAddress } from '../../net/ip';
import type { NatRange } from '../xtables/extension';
import { datumAddress, IPV4_ADDR, IPV6_ADDR } from './datatypes/datatype';
import { INET_SERVICE } from './datatypes/internet';
import type { NftDatum, NftField, NftPattern } from './datum';
import { knownExpression, printExpression, listTypes } from './expressions';
import type { NftContext } from './extension';
import { lookUp } from './sets';
import type { Parser } from './text/parser';
import type { NftExpression } from './types';

export interface NatFlags {
  readonly random?: true;
  readonly fullyRandom?: true;
  readonly persistent?: true;
}

/** Addresses and ports as they are written. */
export type WrittenRange = Pick<NatRange, 'minAddress' | 'maxAddress' | 'minPort' | 'maxPort'>;

/** Where a NAT statement sends to: a range as written, what an expression gives, and what one gives as the port. */
export interface NatTarget {
  readonly range: WrittenRange;
  /** The range was written as a network: `10.0.0.0/24`. */
  readonly prefix?: number;
  readonly expression?: NftExpression;
  readonly port?: NftExpression;
}

function addresses(from: string, to: string | undefined): WrittenRange | undefined {
  const low = parseIp(from);
  const high = parseIp(to ?? from);
  return low.ok && high.ok ? { minAddress: low.value, maxAddress: high.value } : undefined;
}

function ports(text: string | undefined): WrittenRange | undefined {
  if (text === undefined) return {};
  const whole = INET_SERVICE.parse(text);
  const [from = '', to = from] = whole === undefined ? text.split('-') : [text];
  const [low, high] = [INET_SERVICE.parse(from), INET_SERVICE.parse(to)];
  return typeof low === 'number' && typeof high === 'number' ? { minPort: low, maxPort: high } : undefined;
}

function network(text: string): Pick<NatTarget, 'range' | 'prefix'> | undefined {
  const parsed = text.includes('/') ? parseCidr(text) : undefined;
  if (!parsed?.ok) return undefined;
  const { address, prefix } = parsed.value;
  const mask = maskWords(address.family, prefix);
  const first = address.words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0);
  const last = address.words.map((word, i) => (word | ~(mask[i] ?? 0)) >>> 0);
  const { family } = address;
  return { range: { minAddress: { family, words: first }, maxAddress: { family, words: last } }, prefix };
}

/** `10.0.0.1-10.0.0.9:80-90`, `[fd00::1]:80`, `:80`, `10.0.0.0/24`. */
function findRange(text: string): Pick<NatTarget, 'range' | 'prefix'> | undefined {
  if (text.startsWith(':') && !text.startsWith('::')) {
    const which = ports(text.slice(1));
    return which && { range: which };
  }
  const bracketed =
    /^\[([^\]-]+)\](?:-\[([^\]]+)\])?(?::(.+))?$/.exec(text) ?? /^\[([^\]-]+)-([^\]]+)\](?::(.+))?$/.exec(text);
  const dotted = /^(\d+\.[\d.]+)(?:-([\d.]+))?(?::(.+))?$/.exec(text);
  const plain = /^([\da-f:.]+:[\da-f:.]*)(?:-([\da-f:.]+))?$/i.exec(text);
  const [, from = '', to, port] = bracketed ?? dotted ?? plain ?? [];
  const [where, which] = [addresses(from, to), ports(port)];
  return where && which ? { range: { ...where, ...which } } : network(text);
}

/** `10.0.0.5 . 8080`: an address and a port as the two fields of a concatenation, which the kernel gets like `10.0.0.5:8080`. */
function withPort(found: Pick<NatTarget, 'range' | 'prefix'>, which: WrittenRange | undefined): NatTarget | undefined {
  const isAddress = found.range.minAddress !== undefined && found.range.minPort === undefined;
  return isAddress && which ? { ...found, range: { ...found.range, ...which } } : undefined;
}

/** A range as one word, or as several where blanks stand around its colon or dash. */
function writtenRange(parser: Parser): NatTarget | undefined {
  return parser.attempt(() => {
    let text = parser.next();
    const goesOn = (): boolean => /[:-]$/.test(text) || /^[:-]/.test(parser.peek());
    while (goesOn() && !parser.done() && parser.peek() !== '{') text += parser.next();
    const found = findRange(text);
    return found && parser.take('.') ? withPort(found, ports(parser.next())) : found;
  });
}

/** `ADDRESS map { … }:PORT map { … }`. */
function looked(parser: Parser, family: 'ip' | 'ip6'): NatTarget | undefined {
  const type = family === 'ip' ? IPV4_ADDR : IPV6_ADDR;
  return parser.apart(() => {
    if (parser.takeColon()) {
      const port = parser.expression([INET_SERVICE]);
      return port && { range: {}, port };
    }
    const expression = parser.expression([type, INET_SERVICE]);
    const written = expression ? undefined : findRange(parser.next());
    if (!expression && !written) return undefined;
    const head: NatTarget = expression ? { range: {}, expression } : { range: {}, ...written };
    if (!parser.takeColon()) return expression && head;
    const which = parser.attempt(() => ports(parser.next()));
    if (which) return { ...head, range: { ...head.range, ...which } };
    const port = parser.expression([INET_SERVICE]);
    return port && { ...head, port };
  });
}

/** Reads what stands behind `to`. */
export function parseNatTarget(parser: Parser, family: 'ip' | 'ip6'): NatTarget | undefined {
  return writtenRange(parser) ?? looked(parser, family);
}

/** The family of the addresses it sends to; undefined: it names none. */
export function familyOfTarget({ range, expression }: NatTarget): 'ip' | 'ip6' | undefined {
  const type = expression && listTypes(expression)[0];
  if (range.minAddress?.family === 'ipv4' || type === IPV4_ADDR) return 'ip';
  return range.minAddress || type === IPV6_ADDR ? 'ip6' : undefined;
}

/** `random`, `fully-random,persistent`. */
export function parseNatFlags(parser: Parser): NatFlags {
  const flags: { -readonly [K in keyof NatFlags]: NatFlags[K] } = {};
  for (;;) {
    const flag = parser.takeOne(['random', 'fully-random', 'persistent'] as const);
    if (!flag) return flags;
    flags[flag === 'fully-random' ? 'fullyRandom' : flag] = true;
    parser.take(',');
  }
}

/** As nft lists them, with a blank before. */
export function printNatFlags({ random, fullyRandom, persistent }: NatFlags): string {
  const flags = [random && 'random', fullyRandom && 'fully-random', persistent && 'persistent'].filter(Boolean);
  return flags.length === 0 ? '' : ` ${flags.join(',')}`;
}

/** `[fd00::1]-[fd00::9]` where ports follow. */
function printAddresses(
  { range: { minAddress: min, maxAddress: max = min }, prefix }: NatTarget,
  isBoxed: boolean,
): string {
  if (!min || !max) return '';
  if (prefix !== undefined) return `${formatIp(min)}/${prefix}`;
  const box = (address: IpAddress): string =>
    isBoxed && address.family === 'ipv6' ? `[${formatIp(address)}]` : formatIp(address);
  return box(min) === box(max) ? box(min) : `${box(min)}-${box(max)}`;
}

/** As nft lists it. */
export function printNatTarget(target: NatTarget): string {
  const { range, expression, port } = target;
  const { minPort, maxPort } = range;
  const which = port
    ? printExpression(port)
    : minPort === undefined
      ? undefined
      : `${minPort}${maxPort === minPort ? '' : `-${String(maxPort)}`}`;
  const where = expression ? printExpression(expression) : printAddresses(target, which !== undefined);
  return which === undefined ? where : `${where}:${which}`;
}

/** The flags of a range. */
export function makeFlags({ random, fullyRandom, persistent }: NatFlags): Pick<NatRange, 'random' | 'persistent'> {
  const drawn = fullyRandom ? 'random-fully' : random && 'random';
  return { ...(drawn ? { random: drawn } : {}), ...(persistent ? { persistent } : {}) };
}

const isNumeric = (field: NftField): boolean => typeof field.from !== 'string' && typeof field.to !== 'string';

/** Ranges that an expression evaluates to: elements of maps may be some. */
function rangesOf(expression: NftExpression, ctx: NftContext): NftPattern | 'break' | 'unknown' {
  const known = knownExpression(expression);
  if (known.expression !== 'map') {
    const values = ctx.evaluate(expression);
    return typeof values === 'string' ? values : values.map((value) => ({ from: value, to: value }));
  }
  const found = lookUp(known.spec.key, known.spec.map, ctx);
  if (typeof found === 'string') return found;
  // Without an element the rule ends.
  if (found.data?.kind !== 'pattern') return 'break';
  return found.data.pattern.every(isNumeric) ? found.data.pattern : 'unknown';
}

const addressOf = (value: NftDatum): IpAddress => datumAddress(value);

function portsOf(field: NftField | undefined): WrittenRange {
  if (typeof field?.from !== 'number' || typeof field.to !== 'number') return {};
  return { minPort: field.from, maxPort: field.to };
}

/** The range a packet is sent to; an address of the other family is none of the rule's business. */
export function resolveTarget(target: NatTarget, ctx: NftContext): WrittenRange | 'break' | 'unknown' {
  const { expression, port, range } = target;
  const where = expression ? rangesOf(expression, ctx) : [];
  if (typeof where === 'string') return where;
  const which = port ? rangesOf(port, ctx) : [];
  if (typeof which === 'string') return which;
  return { ...range, ...rangeOfPattern(where), ...(which[0] ? portsOf(which[0]) : {}) };
}

/** The addresses and ports of a constant: an address, or an address and a port; undefined: it is none. */
export function rangeOfPattern(pattern: NftPattern): WrittenRange | undefined {
  const [address, port] = pattern;
  if (!address || !pattern.every(isNumeric)) return undefined;
  return { minAddress: addressOf(address.from), maxAddress: addressOf(address.to), ...portsOf(port) };
}

/** `masquerade` and `redirect`: the kernel knows the address, only ports are written. */
export interface OwnAddressSpec {
  /** Ports only. */
  readonly target?: NatTarget;
  readonly flags: NatFlags;
}

/** `to :80`, `to 80`, `to domain`, `to :tcp dport map { … }`, also without the colon: ports only. */
function parsePorts(parser: Parser): NatTarget | undefined {
  const bare = parser.attempt(() => ports(parser.next()));
  if (bare) return { range: bare };
  const target = parser.attempt(() => {
    const found = parseNatTarget(parser, 'ip');
    return found?.range.minAddress || found?.expression ? undefined : found;
  });
  if (target) return target;
  const port = parser.expression([INET_SERVICE]);
  return port && { range: {}, port };
}

/** Reads `keyword [to :PORTS] [FLAGS]`. */
export function parseOwnAddress(parser: Parser, keyword: string): OwnAddressSpec | undefined {
  if (!parser.take(keyword)) return undefined;
  const isPorted = parser.take('to') || /^:./.test(parser.peek());
  const target = isPorted ? parsePorts(parser) : undefined;
  if (isPorted && !target) return undefined;
  return { flags: parseNatFlags(parser), ...(target ? { target } : {}) };
}

/** As nft lists it. */
export function printOwnAddress(keyword: string, { target, flags }: OwnAddressSpec): string {
  return `${keyword}${target ? ` to ${printNatTarget(target)}` : ''}${printNatFlags(flags)}`;
}

/** The written or looked up ports and flags with the address the kernel chose. */
export function ownAddressRange(
  { target, flags }: OwnAddressSpec,
  address: IpAddress,
  ctx: NftContext,
): NatRange | 'break' | 'unknown' {
  const range = target ? resolveTarget(target, ctx) : {};
  return typeof range === 'string'
    ? range
    : { ...range, ...makeFlags(flags), minAddress: address, maxAddress: address };
}
