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
const WORDS = [
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
  const seconds = WORDS.find(([word]) => word.startsWith(unit))?.[1];
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
