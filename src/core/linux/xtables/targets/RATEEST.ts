import type { TargetExtension } from '../extension';
import { phrase, type Phrase } from '../../../lib/phrase';
import { err, ok, type Result } from '../../../lib/result';
import { nameCodec, field, type Codec, type OptionValue, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const UNITS: Readonly<Record<string, number>> = { s: 1e6, sec: 1e6, secs: 1e6, ms: 1e3, msec: 1e3, us: 1, usec: 1 };

/** A time in microseconds, as tc writes it. */
const TIME: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const found = /^(\d+(?:\.\d+)?)([a-z]*)$/.exec(text);
    const unit = UNITS[found?.[2] || 'us'];
    return found && unit ? ok(Number(found[1]) * unit) : err(phrase('xtables.value-time', { value: text }));
  },
  print: (time) => {
    if (time >= 1e6) return [`${(time / 1e6).toFixed(1)}s`];
    return [time >= 1e3 ? `${(time / 1e3).toFixed(1)}ms` : `${time}us`];
  },
};

const QUARTER = 250_000;
/** The kernel measures each quarter of a second times a power of two, to the 5th. */
const LONGEST_INTERVAL = QUARTER * 2 ** 5;
const MOST_EWMA = 30;

/** The shortest interval that is not shorter (rateest_final_check() in extensions/libxt_RATEEST.c). */
function intervalKept(wanted: number): number {
  let interval = QUARTER;
  while (interval < wanted) interval *= 2;
  return interval;
}

/** The power of two by which the average lasts longer than its interval. */
function getEwma(interval: number, wanted: number): number {
  let log = 1;
  while (log <= MOST_EWMA && interval / -Math.log(1 - 2 ** -log) <= wanted) log++;
  return log - 1;
}

function complete(spec: RateestTargetSpec): Result<RateestTargetSpec, Phrase> {
  const interval = intervalKept(spec.interval?.value ?? 0);
  const ewma = getEwma(interval, spec.ewmalog?.value ?? 0);
  if (interval > LONGEST_INTERVAL || ewma === 0 || ewma === MOST_EWMA) {
    return err(
      phrase('xtables.option-conflict', { name: 'RATEEST', options: '--rateest-interval, --rateest-ewmalog' }),
    );
  }
  const given = (value: number): OptionValue<number> => ({ negated: false, value });
  return ok({ ...spec, interval: given(interval), ewmalog: given(interval * 2 ** ewma) });
}

const FIELDS = {
  name: field('--rateest-name', nameCodec(15)),
  interval: field('--rateest-interval', TIME),
  ewmalog: field('--rateest-ewmalog', TIME),
};
export type RateestTargetSpec = TableSpec<typeof FIELDS>;

/** Measures a rate. */
export const RATEEST: TargetExtension<'RATEEST', RateestTargetSpec> = tableTarget({
  name: 'RATEEST',
  reference: 'net/netfilter/xt_RATEEST.c',
  fields: FIELDS,
  required: ['name', 'interval', 'ewmalog'],
  complete,
  more: { tables: ['mangle'] },
});
