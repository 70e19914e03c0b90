import type { HookContext, MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { RATE } from '../syntax/rates';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  rate: field('--limit', RATE),
  burst: field('--limit-burst', numberCodec(0, 10000), { isDefault: (burst) => burst === 5 }),
};
/** 3/hour (XT_LIMIT_AVG). */
const DEFAULT_PERIOD = 12_000_000;
export type LimitSpec = TableSpec<typeof FIELDS>;

/** Credits a jiffy, which is a millisecond here (HZ=1000): the largest power of two that a day of them fits 32 bits with (POW2_BELOW32(MAX_CPJ)). */
const CREDITS = 32;

/** `user2credits` of net/netfilter/xt_limit.c, in its 32 bits. */
function user2credits(user: number): number {
  const perSecond = 1000 * CREDITS;
  if (user > 0xffffffff / perSecond) return (Math.floor(user / 10_000) * perSecond) >>> 0;
  return Math.floor((user * perSecond) / 10_000);
}

/** A bucket per rule, full at the start (`limit_mt`). */
function test(spec: LimitSpec, ctx: HookContext): boolean {
  const period = spec.rate?.value ?? DEFAULT_PERIOD;
  const cap = user2credits((period * (spec.burst?.value ?? 5)) >>> 0);
  const cost = user2credits(period);
  const key = `limit ${ctx.ref.table} ${ctx.ref.chain} ${ctx.ref.index} ${ctx.matchIndex ?? 0}`;
  const { nth: counters } = ctx.state;
  const now = Math.floor(ctx.state.now);
  const elapsed = now - (counters.get(`${key} at`) ?? now);
  const credit = Math.min(cap, (counters.get(key) ?? cap) + elapsed * CREDITS);
  const matched = credit >= cost;
  counters.set(`${key} at`, now);
  counters.set(key, matched ? credit - cost : credit);
  return matched;
}

/** At most so many packets a time, after a first burst. */
export const limit: MatchExtension<'limit', LimitSpec> = tableMatch({
  name: 'limit',
  reference: 'net/netfilter/xt_limit.c',
  fields: FIELDS,
  more: { stateful: true },
  complete: (spec) => ({
    ok: true,
    value: { ...spec, rate: spec.rate ?? { negated: false, value: DEFAULT_PERIOD } },
  }),
  test,
});
