import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { Codec } from './option-table';

/** 2^64 - 1, which no double holds: such counts stay decimal texts. */
export const U64_MAX = '18446744073709551615';

/** Reads a 64-bit number as decimal text. */
export function parseU64(text: string): string | undefined {
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
