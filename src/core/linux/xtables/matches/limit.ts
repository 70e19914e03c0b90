import type { HookContext, MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { RATE } from '../syntax/rates';
import { tableMatch } from '../syntax/table-match';

const FIELDS = {
  rate: field('--limit', RATE),
  burst: field('--limit-burst', numberCodec(0, 10000), { isDefault: (burst) => burst === 5 }),
};
export type LimitSpec = TableSpec<typeof FIELDS>;

/** A token bucket per rule, full at the start (limit_mt() in continuous time). */
function test(spec: LimitSpec, ctx: HookContext): boolean {
  const period = (spec.rate?.value ?? 36_000_000) / 10;
  const burst = spec.burst?.value ?? 5;
  const key = `limit ${ctx.ref.table} ${ctx.ref.chain} ${ctx.ref.index} ${ctx.matchIndex ?? 0}`;
  const { nth: counters, now } = ctx.state;
  const elapsed = now - (counters.get(`${key} at`) ?? now);
  const credit = Math.min(period * burst, (counters.get(key) ?? period * burst) + elapsed);
  const matched = credit >= period;
  counters.set(`${key} at`, now);
  counters.set(key, matched ? credit - period : credit);
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
    value: { ...spec, rate: spec.rate ?? { negated: false, value: 36_000_000 } },
  }),
  test,
});
