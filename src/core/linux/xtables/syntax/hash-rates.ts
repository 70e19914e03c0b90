import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { Codec } from './option-table';
import { RATE_WORDS } from './rates';

/** XT_HASHLIMIT_SCALE_v2: rates of packets are kept as millionths of a second a packet. */
const SCALE = 1_000_000;
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['min', 60],
  ['sec', 1],
] as const;
/** Rates of bytes are kept as a cost per 16 bytes (XT_HASHLIMIT_BYTE_SHIFT). */
const BYTE_SHIFT = 4;
const MAX32 = 0xffffffff;
const BYTE_EXPIRE = 15;
const BYTE_EXPIRE_BURST = 60;

export type HashRate =
  | { readonly kind: 'packets'; readonly period: number; readonly unitSeconds: number }
  | { readonly kind: 'bytes'; readonly cost: number };

const MULTIPLES = [
  ['g', 1024 ** 3],
  ['m', 1024 ** 2],
  ['k', 1024],
  ['', 1],
] as const;

function parseBytes(text: string): number | undefined {
  const found = /^(\d+)([kmg]?)b$/i.exec(text);
  const unit = MULTIPLES.find(([letter]) => letter === (found?.[2] ?? '').toLowerCase())?.[1];
  return found && unit ? Number(found[1]) * unit : undefined;
}

function toCost(bytes: number): number {
  return Math.floor(MAX32 / (Math.floor(bytes / 2 ** BYTE_SHIFT) + 1));
}

/** The bytes a second a cost stands for (cost_to_bytes()). */
export function fromCost(cost: number): number {
  return ((cost ? Math.floor(MAX32 / cost) : MAX32) - 1) * 2 ** BYTE_SHIFT;
}

function parseRate(text: string): HashRate | undefined {
  const bytes = /^(\d+[kmg]?b)\/s(?:ec(?:ond)?)?$/i.exec(text);
  if (bytes) {
    const count = parseBytes(bytes[1] ?? '');
    return count ? { kind: 'bytes', cost: toCost(count) } : undefined;
  }
  const found = /^(\d+)(?:\/([a-z]+))?$/i.exec(text);
  const word = (found?.[2] ?? 'second').toLowerCase();
  const seconds = RATE_WORDS.find(([name]) => name.startsWith(word))?.[1];
  const count = Number(found?.[1] ?? 0);
  if (seconds === undefined || count === 0 || count / seconds > SCALE) return undefined;
  return { kind: 'packets', period: Math.floor((SCALE * seconds) / count), unitSeconds: seconds };
}

/** A rate that is matched is kept as a count, and its unit as the interval it is counted over (revision 3 of the match). */
export function overInterval(rate: HashRate): { readonly rate: HashRate; readonly seconds: number } {
  if (rate.kind === 'bytes') return { rate, seconds: 1 };
  const count = Math.floor((SCALE * rate.unitSeconds) / rate.period);
  return {
    rate: { kind: 'packets', period: Math.floor(SCALE / count), unitSeconds: 1 },
    seconds: rate.unitSeconds,
  };
}

/** The unit a period is best printed in, as in limit. */
function unitOf(period: number): (typeof UNITS)[number] {
  let unit: (typeof UNITS)[number] = UNITS[0];
  for (const each of UNITS.slice(1)) {
    const length = each[1] * SCALE;
    if (period > length || Math.floor(length / period) < length % period) break;
    unit = each;
  }
  return unit;
}

/** Buckets live as long as this when it is not said, in seconds. */
export function usualSeconds(rate: HashRate, burst: Burst | undefined): number {
  if (rate.kind === 'packets') return rate.unitSeconds;
  return burst ? BYTE_EXPIRE_BURST : BYTE_EXPIRE;
}

/** As {@link usualSeconds}, for the rate as it is printed: then the life need not be. */
export function printUnitSeconds(rate: HashRate, burst: Burst | undefined): number {
  return rate.kind === 'packets' ? unitOf(rate.period)[1] : usualSeconds(rate, burst);
}

const MOST_BURST = 1_000_000;

/**
 * A burst as it is kept: packets, or whole seconds of the rate's bytes (hashlimit_mt_check() in
 * extensions/libxt_hashlimit.c); undefined: not as many as the rate allows or needs.
 */
export function burstFor(rate: HashRate, burst: Burst): Burst | undefined {
  const count = burst.kind === 'packets' ? burst.count : burst.bytes;
  if (rate.kind === 'packets') return count <= MOST_BURST ? { kind: 'packets', count } : undefined;
  const second = fromCost(rate.cost);
  return count < second ? undefined : { kind: 'bytes', bytes: Math.ceil(count / second) * second };
}

function printRate(rate: HashRate): string {
  if (rate.kind === 'packets') {
    const [name, seconds] = unitOf(rate.period);
    return `${Math.floor((seconds * SCALE) / rate.period)}/${name}`;
  }
  const bytes = fromCost(rate.cost);
  const whole = MULTIPLES.slice(1).find(
    ([, unit]) => unit === 1 || (bytes >= unit && toCost(bytes - (bytes % unit)) === rate.cost),
  );
  const [letter, unit] = whole ?? ['', 1];
  return `${Math.floor(bytes / unit)}${letter}b/s`;
}

/** `10/sec`, `10mb/s`. */
export const HASH_RATE: Codec<HashRate> = {
  takes: 1,
  parse: ([text = '']) => {
    const rate = parseRate(text);
    return rate ? ok(rate) : err(phrase('xtables.value-rate', { value: text }));
  },
  print: (rate) => [printRate(rate)],
};

export type Burst =
  | { readonly kind: 'packets'; readonly count: number }
  | { readonly kind: 'bytes'; readonly bytes: number };

/** `20`, `1mb`. */
export const BURST: Codec<Burst> = {
  takes: 1,
  parse: ([text = '']) => {
    const bytes = parseBytes(text);
    if (bytes !== undefined) return ok({ kind: 'bytes', bytes });
    return /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= MAX32
      ? ok({ kind: 'packets', count: Number(text) })
      : err(phrase('xtables.value-rate', { value: text }));
  },
  print: (burst) => {
    if (burst.kind === 'packets') return [String(burst.count)];
    const [letter, unit] = MULTIPLES.slice(1).find(([, each]) => burst.bytes >= each) ?? ['', 1];
    return [`${Math.floor(burst.bytes / unit)}${letter}b`];
  },
};
