import { parseIp, type IpAddress } from '../../net/ip';
import type { NatRange } from '../xtables/extension';
import { datumAddress, IPV4_ADDR, IPV6_ADDR } from './datatypes/datatype';
import { INET_SERVICE } from './datatypes/symbols';
import { printExpression, listTypes } from './expressions';
import type { NftContext } from './extension';
import type { Parser } from './text/parser';
import type { NftExpression } from './types';

export interface NatFlags {
  readonly random?: 'random' | 'fully-random';
  readonly persistent?: true;
}

/** Where a NAT statement sends to: as written, or what an expression gives. */
export interface NatTarget {
  readonly text?: string;
  readonly range: Pick<NatRange, 'minAddress' | 'maxAddress' | 'minPort' | 'maxPort'>;
  readonly expression?: NftExpression;
}

function addresses(from: string, to: string | undefined): Pick<NatRange, 'minAddress' | 'maxAddress'> | undefined {
  const low = parseIp(from);
  const high = parseIp(to ?? from);
  return low.ok && high.ok ? { minAddress: low.value, maxAddress: high.value } : undefined;
}

function ports(text: string | undefined): Pick<NatRange, 'minPort' | 'maxPort'> | undefined {
  if (text === undefined) return {};
  const [from = '', to = from] = text.split('-');
  const [low, high] = [INET_SERVICE.parse(from), INET_SERVICE.parse(to)];
  return typeof low === 'number' && typeof high === 'number' ? { minPort: low, maxPort: high } : undefined;
}

/** `10.0.0.1-10.0.0.9:80-90`, `[fd00::1]:80`, `:80`. */
function findRange(text: string): NatTarget['range'] | undefined {
  const bracketed = /^\[([^\]]+)\](?:-\[([^\]]+)\])?(?::(.+))?$/.exec(text);
  const dotted = /^([\d.]+)(?:-([\d.]+))?(?::(.+))?$/.exec(text);
  const plain = /^([\da-f:.]+:[\da-f:.]*)(?:-([\da-f:.]+))?$/i.exec(text);
  if (text.startsWith(':') && !text.startsWith('::')) return ports(text.slice(1));
  const [, from = '', to, port] = bracketed ?? dotted ?? plain ?? [];
  const [where, which] = [addresses(from, to), ports(port)];
  return where && which ? { ...where, ...which } : undefined;
}

/** Reads what stands behind `to`. */
export function parseNatTarget(parser: Parser, family: 'ip' | 'ip6'): NatTarget | undefined {
  const written = parser.attempt(() => {
    let text = parser.next();
    // `: 80` and `10.0.0.1 :80` are one word to nft.
    while ((text === ':' || parser.peek().startsWith(':')) && !parser.done()) text += parser.next();
    const range = findRange(text);
    return range && { text, range };
  });
  if (written) return written;
  const expression = parser.expression([family === 'ip' ? IPV4_ADDR : IPV6_ADDR, INET_SERVICE]);
  return expression && { expression, range: {} };
}

/** The family of the addresses it sends to; undefined: it names none. */
export function familyOfTarget({ range, expression }: NatTarget): 'ip' | 'ip6' | undefined {
  const type = expression && listTypes(expression)[0];
  if (range.minAddress?.family === 'ipv4' || type === IPV4_ADDR) return 'ip';
  return range.minAddress || type === IPV6_ADDR ? 'ip6' : undefined;
}

/** `random`, `fully-random,persistent`. */
export function parseNatFlags(parser: Parser): NatFlags {
  let flags: NatFlags = {};
  for (;;) {
    const flag = parser.takeOne(['random', 'fully-random', 'persistent'] as const);
    if (!flag) return flags;
    flags = flag === 'persistent' ? { ...flags, persistent: true } : { ...flags, random: flag };
    parser.take(',');
  }
}

/** As nft lists them, with a blank before. */
export function printNatFlags({ random, persistent }: NatFlags): string {
  const flags = [...(random ? [random] : []), ...(persistent ? ['persistent'] : [])];
  return flags.length === 0 ? '' : ` ${flags.join(',')}`;
}

/** As nft lists it. */
export function printNatTarget({ text, expression }: NatTarget): string {
  return text ?? (expression ? printExpression(expression) : '');
}

/** The flags of a range. */
export function makeFlags({ random, persistent }: NatFlags): Pick<NatRange, 'random' | 'persistent'> {
  return {
    ...(random ? { random: random === 'random' ? random : 'random-fully' } : {}),
    ...(persistent ? { persistent } : {}),
  };
}

/** The range a packet is sent to; an address of the other family is none of the rule's business. */
export function resolveTarget(target: NatTarget, ctx: NftContext): NatTarget['range'] | 'break' | 'unknown' {
  const { expression, range } = target;
  if (!expression) return range;
  const values = ctx.evaluate(expression);
  if (typeof values === 'string') return values;
  const [value, port] = values;
  if (value === undefined || typeof value === 'string') return 'unknown';
  const address: IpAddress = datumAddress(value);
  const which = typeof port === 'number' ? { minPort: port, maxPort: port } : {};
  return { minAddress: address, maxAddress: address, ...which };
}

/** `masquerade` and `redirect`: the kernel knows the address, only ports are written. */
export interface OwnAddressSpec {
  /** Ports only. */
  readonly target?: NatTarget;
  readonly flags: NatFlags;
}

/** Reads `keyword [to :PORTS] [FLAGS]`. */
export function parseOwnAddress(parser: Parser, keyword: string): OwnAddressSpec | undefined {
  if (!parser.take(keyword)) return undefined;
  const target = parser.take('to') ? parseNatTarget(parser, 'ip') : undefined;
  return { flags: parseNatFlags(parser), ...(target ? { target } : {}) };
}

/** As nft lists it. */
export function printOwnAddress(keyword: string, { target, flags }: OwnAddressSpec): string {
  return `${keyword}${target ? ` to ${printNatTarget(target)}` : ''}${printNatFlags(flags)}`;
}

/** The written ports and flags with the address the kernel chose. */
export function ownAddressRange({ target, flags }: OwnAddressSpec, address: IpAddress): NatRange {
  return { ...target?.range, ...makeFlags(flags), minAddress: address, maxAddress: address };
}
