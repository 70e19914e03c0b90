import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { bitsOf, type IpFamily } from '../../../net/ip';
import type { MatchExtension } from '../extension';
import { BURST, HASH_RATE, printUnitSeconds, type Burst, type HashRate } from '../syntax/hash-rates';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/table-match';
import { FLAG, nameCodec, setCodec } from '../syntax/words';

const COUNT = numberCodec(0, 0xffffffff);
const FIELDS = {
  upto: field('--hashlimit-upto', HASH_RATE, { aliases: ['--hashlimit'], negatable: true }),
  above: field('--hashlimit-above', HASH_RATE, { negatable: true }),
  burst: field('--hashlimit-burst', BURST),
  mode: field('--hashlimit-mode', setCodec(['srcip', 'srcport', 'dstip', 'dstport'])),
  name: field('--hashlimit-name', nameCodec(254)),
  size: field('--hashlimit-htable-size', COUNT, { isDefault: (size) => size === 0 }),
  max: field('--hashlimit-htable-max', COUNT, { isDefault: (max) => max === 0 }),
  gcinterval: field('--hashlimit-htable-gcinterval', COUNT, { isDefault: (interval) => interval === 1000 }),
  expire: field('--hashlimit-htable-expire', COUNT),
  srcmask: field('--hashlimit-srcmask', numberCodec(0, 128)),
  dstmask: field('--hashlimit-dstmask', numberCodec(0, 128)),
  rateMatch: field('--hashlimit-rate-match', FLAG),
  rateInterval: field('--hashlimit-rate-interval', COUNT, { isDefault: (interval) => interval === 1 }),
};
export type HashlimitSpec = TableSpec<typeof FIELDS>;

function complete(spec: HashlimitSpec, family: IpFamily): HashlimitSpec {
  const { upto, above, expire, srcmask, dstmask, burst, ...rest } = spec;
  const given = (upto ?? above) as NonNullable<typeof upto>;
  const isUpto = (upto !== undefined) !== given.negated;
  const bits = bitsOf(family);
  const rate: HashRate = given.value;
  const usual: Burst | undefined = rate.kind === 'packets' ? { kind: 'packets', count: 5 } : undefined;
  const kept = burst?.value ?? usual;
  const lasts = expire?.value ?? rate.unitSeconds * 1000;
  return {
    [isUpto ? 'upto' : 'above']: { negated: false, value: rate },
    ...rest,
    ...(kept ? { burst: { negated: false, value: kept } } : {}),
    ...(lasts === printUnitSeconds(rate) * 1000 ? {} : { expire: { negated: false, value: lasts } }),
    ...(srcmask && srcmask.value !== bits ? { srcmask } : {}),
    ...(dstmask && dstmask.value !== bits ? { dstmask } : {}),
  };
}

/** A limit per address or port: the buckets of other traffic are not here. */
export const hashlimit: MatchExtension<'hashlimit', HashlimitSpec> = tableMatch({
  name: 'hashlimit',
  reference: 'net/netfilter/xt_hashlimit.c',
  fields: FIELDS,
  required: ['name'],
  oneOf: ['upto', 'above'],
  exclusive: ['upto', 'above'],
  complete: (spec, family) => {
    const rate = (spec.upto ?? spec.above)?.value;
    if (spec.burst && rate && spec.burst.value.kind === 'bytes' && rate.kind === 'packets') {
      return err(phrase('xtables.option-conflict', { name: 'hashlimit', options: '--hashlimit-burst' }));
    }
    return ok(complete(spec, family));
  },
});
