import type { NftDatatype } from './datatype';
import { integerType } from './datatype';

/** The last string that begins with `text`. */
const lastWith = (text: string): string => `${text}\u{10ffff}`;

const unquoted = (word: string): string => (word.startsWith('"') ? word.slice(1, -1) : word);

/** A name of a device; `veth*` is every name that begins so. */
export const IFNAME: NftDatatype = {
  name: 'ifname',
  bits: 128,
  parse: (word) => {
    const name = unquoted(word);
    return name.endsWith('*') && !name.endsWith('\\*') ? undefined : name.replace(/\\\*$/, '*');
  },
  print: (value) => `"${String(value)}"`,
  prefix: (word) => {
    const name = unquoted(word);
    if (!name.endsWith('*')) return undefined;
    const start = name.slice(0, -1);
    return { from: start, to: lastWith(start), prefix: start.length * 8 };
  },
};

/** What stands for the index 0: no device. */
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
  parse: unquoted,
  print: (value) => `"${String(value)}"`,
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
};
