import type { MatchExtension } from '../extension';
import { ok } from '../../../lib/result';
import { numberCodec } from '../syntax/numbers';
import { FLAG, nameCodec, field, type Codec, type TableSpec } from '../syntax/option-table';
import { BPS } from '../syntax/rates';
import { tableMatch } from '../syntax/extension-table';

const COUNT = numberCodec(0, 0xffffffff);
/** Without a value when two estimators are compared. */
function optional<T>(codec: Codec<T>): Codec<T | 'none'> {
  return {
    takes: 'optional',
    parse: (values, family) => (values.length === 0 ? ok('none') : codec.parse(values, family)),
    print: (value, family) => (value === 'none' ? [] : codec.print(value, family)),
  };
}
const MAYBE_BPS = optional(BPS);
const MAYBE_COUNT = optional(COUNT);

const FIELDS = {
  delta: field('--rateest-delta', FLAG),
  name: field('--rateest', nameCodec(15)),
  name1: field('--rateest1', nameCodec(15)),
  bps1: field('--rateest-bps1', BPS),
  pps1: field('--rateest-pps1', COUNT),
  lt: field('--rateest-lt', FLAG, { negatable: true }),
  gt: field('--rateest-gt', FLAG, { negatable: true }),
  eq: field('--rateest-eq', FLAG, { negatable: true }),
  bps: field('--rateest-bps', MAYBE_BPS),
  pps: field('--rateest-pps', MAYBE_COUNT),
  name2: field('--rateest2', nameCodec(15)),
  bps2: field('--rateest-bps2', BPS),
  pps2: field('--rateest-pps2', COUNT),
};
export type RateestSpec = TableSpec<typeof FIELDS>;

/** A measured rate against a bound. */
export const rateest: MatchExtension<'rateest', RateestSpec> = tableMatch({
  name: 'rateest',
  reference: 'net/netfilter/xt_rateest.c',
  fields: FIELDS,
  oneOf: ['name', 'name1'],
});
