import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { Codec } from './option-table';

/** XT_LIMIT_SCALE: rates are kept as ten-thousandths of a second a packet. */
const SCALE = 10_000;
const UNITS = [
  ['day', 86_400 * SCALE],
  ['hour', 3_600 * SCALE],
  ['min', 60 * SCALE],
  ['sec', SCALE],
] as const;
/** The units one may write, and their seconds. */
export const RATE_WORDS = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const;

/** `3/minute` -> the time of one packet in ten-thousandths of a second. */
export function parseRate(text: string): number | undefined {
  const found = /^(\d+)(?:\/([a-z]+))?$/i.exec(text);
  if (!found) return undefined;
  const unit = (found[2] ?? 'second').toLowerCase();
  const seconds = RATE_WORDS.find(([word]) => word.startsWith(unit))?.[1];
  const count = Number(found[1]);
  if (seconds === undefined || count === 0 || count / seconds > SCALE) return undefined;
  return Math.floor((SCALE * seconds) / count);
}

/** `3/min`: the largest unit that keeps the count exact enough (print_rate() in libxt_limit.c). */
export function printRate(period: number): string {
  let unit = 0;
  for (let i = 1; i < UNITS.length; i++) {
    const length = UNITS[i]?.[1] ?? 0;
    if (period > length || Math.floor(length / period) < length % period) break;
    unit = i;
  }
  const [name, length] = UNITS[unit] ?? UNITS[0];
  return `${Math.floor(length / period)}/${name}`;
}

/** A rate as an option's value. */
export const RATE: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const period = parseRate(text);
    return period === undefined ? err(phrase('xtables.value-rate', { value: text })) : ok(period);
  },
  print: (period) => [printRate(period)],
};

/** `8bit`, `1mbit`, `100kbps`: bits a second, as tc writes rates. */
export const BPS: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const found = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(text);
    const unit = found ? RATE_UNITS[(found[2] ?? '').toLowerCase()] : undefined;
    if (!found || unit === undefined) return err(phrase('xtables.value-rate', { value: text }));
    return ok(Math.floor((Number(found[1]) * unit) / 8) * 8);
  },
  print: (bits) => {
    if (bits >= 1e9) return [`${(bits / 1e6).toFixed(0)}Mbit`];
    return [bits >= 1e6 ? `${(bits / 1e3).toFixed(0)}Kbit` : `${bits}bit`];
  },
};

/** In bits; a bare number is in bytes. */
const RATE_UNITS: Readonly<Record<string, number>> = {
  '': 8,
  bit: 1,
  kibit: 1024,
  kbit: 1e3,
  mibit: 1024 ** 2,
  mbit: 1e6,
  gibit: 1024 ** 3,
  gbit: 1e9,
  bps: 8,
  kibps: 8 * 1024,
  kbps: 8e3,
  mibps: 8 * 1024 ** 2,
  mbps: 8e6,
  gbps: 8e9,
};
