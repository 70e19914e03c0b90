import { servicePort } from './service-names';
import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import { type Codec, field, type TableSpec } from './option-table';

/** 2^64 - 1, which no double holds: such counts stay decimal texts. */
const U64_MAX = '18446744073709551615';

/** Reads a 64-bit number as decimal text. */
function parseU64(text: string): string | undefined {
  if (!/^(\d+|0x[0-9a-f]+)$/i.test(text)) return undefined;
  const value = BigInt(text);
  return value <= BigInt(U64_MAX) ? value.toString() : undefined;
}

/** A 64-bit count. */
export const U64: Codec<string> = {
  takes: 1,
  parse: ([text = '']) => {
    const value = parseU64(text);
    return value === undefined ? err(phrase('xtables.value-number', { value: text, min: 0, max: U64_MAX })) : ok(value);
  },
  print: (value) => [value],
};

export interface U64Range {
  readonly min: string;
  readonly max: string;
}

/**
 * `0:1000`; without an end, to the highest. An end that is 0 or the highest is not printed
 * (print_from_to() in extensions/libxt_connbytes.c).
 */
export const U64_RANGE: Codec<U64Range> = {
  takes: 1,
  parse: ([text = '']) => {
    const [low = '', high = U64_MAX] = text.split(':', 2);
    const min = parseU64(low === '' ? '0' : low);
    const max = parseU64(high === '' ? U64_MAX : high);
    return min !== undefined && max !== undefined && BigInt(min) <= BigInt(max)
      ? ok({ min, max })
      : err(phrase('xtables.value-range', { value: text, min: 0, max: U64_MAX }));
  },
  print: ({ min, max }) => [max === '0' || max === U64_MAX ? min : `${min}:${max}`],
};

/** Reads a number as strtoul(…, 0): decimal, `0x` or a leading-zero octal. Undefined outside the bounds. */
export function parseNumber(text: string, min: number, max: number): number | undefined {
  let value: number;
  if (/^0[xX][0-9a-fA-F]+$/.test(text)) value = Number.parseInt(text.slice(2), 16);
  else if (/^0[0-7]+$/.test(text)) value = Number.parseInt(text, 8);
  else if (/^\d+$/.test(text)) value = Number(text);
  else return undefined;
  return value >= min && value <= max ? value : undefined;
}

/** `0x4000`. */
export function hex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}

/** An unsigned number within bounds; printed in decimal, or as `0x…` with `digits` places. */
export function numberCodec(min: number, max: number, print: 'decimal' | 'hex' | 'hex2' = 'decimal'): Codec<number> {
  return {
    takes: 1,
    parse: ([text = '']) => {
      const value = parseNumber(text, min, max);
      return value === undefined ? err(phrase('xtables.value-number', { value: text, min, max })) : ok(value);
    },
    print: (value) => {
      if (print === 'decimal') return [String(value)];
      return [print === 'hex' ? hex(value) : `0x${value.toString(16).padStart(2, '0')}`];
    },
  };
}

export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** `5`, `5:`, `:9`, `5:9`; a missing side is the bound. Printed as one number when both are equal. */
export function rangeCodec(min: number, max: number): Codec<NumberRange> {
  return {
    takes: 1,
    parse: ([text = '']) => {
      const range = parseRange(text, { min, max }, ':', (part) => parseNumber(part, min, max));
      return range ? ok(range) : err(phrase('xtables.value-range', { value: text, min, max }));
    },
    print: (range) => [printRange(range)],
  };
}

/** `80` or `1024:65535`. */
export function printRange({ min, max }: NumberRange, separator = ':'): string {
  return min === max ? String(min) : `${min}${separator}${max}`;
}

/** Reads `a`, `a:b`, `:b`, `a:`; undefined if a part is not readable or they are the wrong way round. */
export function parseRange(
  text: string,
  bounds: NumberRange,
  separator: string,
  read: (part: string) => number | undefined,
): NumberRange | undefined {
  const at = text.indexOf(separator);
  if (at < 0) {
    const value = read(text);
    return value === undefined ? undefined : { min: value, max: value };
  }
  const low = text.slice(0, at);
  const high = text.slice(at + separator.length);
  const min = low === '' ? bounds.min : read(low);
  const max = high === '' ? bounds.max : read(high);
  return min === undefined || max === undefined || min > max ? undefined : { min, max };
}

/** `80` or `http`. */
export function parsePort(text: string): number | undefined {
  return parseNumber(text, 0, 65535) ?? servicePort(text);
}

function badPort(value: string): { ok: false; error: Phrase } {
  return err(phrase('xtables.value-port', { value }));
}

/** `--dport 80`, `--dport 1024:`, `--dport http`. */
export const PORT_RANGE: Codec<NumberRange> = {
  takes: 1,
  parse: ([text = '']) => {
    const range = parseRange(text, { min: 0, max: 65535 }, ':', parsePort);
    return range ? ok(range) : badPort(text);
  },
  print: (range) => [printRange(range)],
};

/** `80,443,8000:8080`: at most 15 places, a range takes two. */
export const PORT_LIST: Codec<readonly NumberRange[]> = {
  takes: 1,
  parse: ([text = '']) => {
    const ranges: NumberRange[] = [];
    for (const part of text.split(',')) {
      const range =
        part.startsWith(':') || part.endsWith(':') ? undefined : parseRange(part, FULL_PORTS, ':', parsePort);
      if (!range) return badPort(part);
      ranges.push(range);
    }
    const places = ranges.reduce((sum, range) => sum + (range.min === range.max ? 1 : 2), 0);
    return places > 15 ? err(phrase('xtables.value-too-many-ports', { value: text })) : ok(ranges);
  },
  print: (ranges) => [ranges.map((range) => printRange(range)).join(',')],
};
export const FULL_PORTS: NumberRange = { min: 0, max: 65535 };

/** A port within a range. */
export function inRange(value: number, { min, max }: NumberRange): boolean {
  return value >= min && value <= max;
}

/** A value and the bits of it that count. */
export interface Masked {
  readonly value: number;
  readonly mask: number;
}

/** Reads `0x4000/0xc000`; without a mask all bits count. */
export function parseMasked(text: string, max = 0xffffffff): Result<Masked, Phrase> {
  const slash = text.indexOf('/');
  const value = parseNumber(slash < 0 ? text : text.slice(0, slash), 0, max);
  const mask = slash < 0 ? max : parseNumber(text.slice(slash + 1), 0, max);
  if (value === undefined || mask === undefined) return err(phrase('xtables.value-mark', { value: text }));
  return ok({ value, mask });
}

/** `--mark 0x4000/0x4000`; the mask is left out when all 32 bits count. */
export const MARK_CODEC: Codec<Masked> = {
  takes: 1,
  parse: ([text = '']) => parseMasked(text),
  print: ({ value, mask }) => [mask === 0xffffffff ? hex(value) : `${hex(value)}/${hex(mask)}`],
};

/** A mark without a mask. */
export const HEX32: Codec<number> = numberCodec(0, 0xffffffff, 'hex');

/** Bits under the mask are cleared, then the value is exclusive-ored in; always printed with its mask. */
export const XMARK: Codec<Masked> = { ...MARK_CODEC, print: ({ value, mask }) => [`${hex(value)}/${hex(mask)}`] };

/** The five spellings of one operation, of a packet's mark and of a connection's. */
export const XMARK_FIELDS = {
  xmark: field('--set-xmark', XMARK),
  set: field('--set-mark', MARK_CODEC),
  and: field('--and-mark', HEX32),
  or: field('--or-mark', HEX32),
  xor: field('--xor-mark', HEX32),
};

/** The operation the kernel is given (extensions/libxt_MARK.c, libxt_CONNMARK.c); undefined: none of them was written. */
export function findXmark(spec: TableSpec<typeof XMARK_FIELDS>): Masked | undefined {
  if (spec.set) return { value: spec.set.value.value, mask: (spec.set.value.mask | spec.set.value.value) >>> 0 };
  if (spec.and) return { value: 0, mask: ~spec.and.value >>> 0 };
  if (spec.or) return { value: spec.or.value, mask: spec.or.value };
  if (spec.xor) return { value: spec.xor.value, mask: 0 };
  return spec.xmark?.value;
}
