import type { Verdict } from '../hooks';

/**
 * Value of a register: a number up to 53 bits (IPv4 addresses, ports, marks, flags), a bigint for IPv6 addresses, a
 * string for names of devices. One datatype always uses one of them, so that `===`, `<` and `>` compare rightly.
 */
export type NftDatum = number | bigint | string;

/** One field of a constant: all values from `from` to `to`. A single value has both equal. */
export interface NftField {
  readonly from: NftDatum;
  readonly to: NftDatum;
  /** Written as a prefix: `10.0.0.0/8`. */
  readonly prefix?: number;
  /** Written as a range although both ends are one: `255-255`. */
  readonly ranged?: true;
}

/** A constant: one field, or several for a concatenation. */
export type NftPattern = readonly NftField[];

/** A field that holds one value. */
export function single(value: NftDatum): NftField {
  return { from: value, to: value };
}

/** Is it one value rather than a range? */
export function isSingle(field: NftField): boolean {
  return field.from === field.to;
}

/** Does every field hold the value beside it? */
export function patternHolds(pattern: NftPattern, values: readonly NftDatum[]): boolean {
  return pattern.every((field, i) => {
    const value = values[i];
    return value !== undefined && value >= field.from && value <= field.to;
  });
}

/** The key under which one value, or one concatenation, is found in a hash. */
export function datumKey(values: readonly NftDatum[]): string {
  return values.length === 1 ? String(values[0]) : values.join(' . ');
}

/** Data of a map's element: a verdict, or a constant. */
export type NftData =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | { readonly kind: 'pattern'; readonly pattern: NftPattern };

/**
 * The text under which equal data of elements are one outcome of a draw. Not JSON: IPv6 addresses are bigints, which it refuses.
 */
export function dataKey(data: NftData): string {
  if (data.kind === 'verdict') return JSON.stringify(data.verdict);
  return data.pattern.map(({ from, to }) => `${from}-${to}`).join(' . ');
}

/** Change of an element by a packet: when it is forgotten, or that it is gone. */
export interface LiveElement {
  /** Milliseconds of the run's clock; absent: it stays. */
  readonly expires?: number;
  readonly data?: NftData;
  readonly values?: readonly NftDatum[];
  readonly deleted?: true;
}
