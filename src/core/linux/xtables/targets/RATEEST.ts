import type { TargetExtension } from '../extension';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { nameCodec } from '../syntax/words';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/table-target';

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

const FIELDS = {
  name: field('--rateest-name', nameCodec(15)),
  interval: field('--rateest-interval', TIME),
  ewmalog: field('--rateest-ewmalog', TIME),
};
export type RateestSpec = TableSpec<typeof FIELDS>;

/** Measures a rate. */
export const RATEEST: TargetExtension<'RATEEST', RateestSpec> = tableTarget({
  name: 'RATEEST',
  reference: 'net/netfilter/xt_RATEEST.c',
  fields: FIELDS,
  required: ['name', 'interval', 'ewmalog'],
  more: { tables: ['mangle'] },
});
