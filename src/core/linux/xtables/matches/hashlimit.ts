import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { networkOf, bitsOf, formatIp, type IpFamily } from '../../../net/ip';
import { hasPorts } from '../../../net/packet';
import type { Ternary } from '../../chain-walk';
import { lengthBounds, not } from '../../skb';
import type { HashBucket } from '../../state';
import { take } from '../hash-bucket';
import type { HookContext, MatchExtension } from '../extension';
import {
  BURST,
  burstFor,
  HASH_RATE,
  overInterval,
  printUnitSeconds,
  usualSeconds,
  type Burst,
  type HashRate,
} from '../syntax/hash-rates';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec, FLAG, nameCodec, setCodec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

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
  const { upto, above, expire, srcmask, dstmask, burst, rateInterval, ...rest } = spec;
  const given = (upto ?? above) as NonNullable<typeof upto>;
  const isUpto = (upto !== undefined) !== given.negated;
  const bits = bitsOf(family);
  const { rate: counted, seconds } = overInterval(given.value);
  const rate: HashRate = rest.rateMatch ? counted : given.value;
  const usual: Burst | undefined = rate.kind === 'packets' ? { kind: 'packets', count: 5 } : undefined;
  const kept = (burst && burstFor(rate, burst.value)) ?? usual;
  const lasts = expire?.value ?? usualSeconds(given.value, kept) * 1000;
  return {
    [isUpto ? 'upto' : 'above']: { negated: false, value: rate },
    ...rest,
    ...(kept ? { burst: { negated: false, value: kept } } : {}),
    ...(rest.rateMatch ? { rateInterval: rateInterval ?? { negated: false, value: seconds } } : {}),
    ...(lasts === printUnitSeconds(rate, kept) * 1000 ? {} : { expire: { negated: false, value: lasts } }),
    ...(srcmask && srcmask.value !== bits ? { srcmask } : {}),
    ...(dstmask && dstmask.value !== bits ? { dstmask } : {}),
  };
}

/** What a bucket is kept for (`hashlimit_init_dst`): ports count for protocols that have them. */
function keyOf({ mode, srcmask, dstmask }: HashlimitSpec, { skb: { packet }, family }: HookContext): string {
  const { src, dst, l4 } = packet;
  const bits = bitsOf(family);
  const parts = (mode?.value ?? []).map((part) => {
    if (part === 'srcip') return formatIp(networkOf(src, srcmask?.value ?? bits));
    if (part === 'dstip') return formatIp(networkOf(dst, dstmask?.value ?? bits));
    if (!hasPorts(l4)) return '0';
    return String(part === 'srcport' ? l4.sport : l4.dport);
  });
  return parts.join(' ');
}

/** The buckets of a table, shared by all rules that name it; those past their time go at each turn of its collector. */
function bucketOf(spec: HashlimitSpec, key: string, ctx: HookContext): HashBucket | undefined {
  const found = ctx.state.hashlimits.get(spec.name?.value ?? '')?.get(key);
  const turn = spec.gcinterval?.value ?? 1000;
  return found && Math.ceil(found.expires / turn) * turn > ctx.state.now ? found : undefined;
}

/** As `hashlimit_mt_common`. A rate match measures windows of time instead of filling buckets: not simulated. */
function test(spec: HashlimitSpec, ctx: HookContext): Ternary {
  const rate = (spec.upto ?? spec.above)?.value;
  if (!rate || spec.rateMatch) return 'unknown';
  const key = keyOf(spec, ctx);
  const { now, hashlimits } = ctx.state;
  const lasts = spec.expire?.value ?? printUnitSeconds(rate, spec.burst?.value) * 1000;
  const { within, least, most } = take(rate, spec.burst?.value, {
    before: bucketOf(spec, key, ctx),
    now,
    length: lengthBounds(ctx.skb.packet),
  });
  const name = spec.name?.value ?? '';
  const table = hashlimits.get(name) ?? new Map<string, HashBucket>();
  hashlimits.set(name, table.set(key, { least, most, filled: now, expires: now + lasts }));
  return spec.above ? not(within) : within;
}

/** A limit per address or port. */
export const hashlimit: MatchExtension<'hashlimit', HashlimitSpec> = tableMatch({
  name: 'hashlimit',
  reference: 'net/netfilter/xt_hashlimit.c',
  fields: FIELDS,
  required: ['name'],
  oneOf: ['upto', 'above'],
  exclusive: ['upto', 'above'],
  simulated: 'partly',
  more: { stateful: true },
  test,
  complete: (spec, family) => {
    const rate = (spec.upto ?? spec.above)?.value;
    if (spec.burst && rate && !burstFor(rate, spec.burst.value)) {
      return err(phrase('xtables.option-conflict', { name: 'hashlimit', options: '--hashlimit-burst' }));
    }
    return ok(complete(spec, family));
  },
});
