import type { Ternary } from '../../chain-walk';
import { lengthBounds, not } from '../../skb';
import type { HookContext, MatchExtension } from '../extension';
import { U64 } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  quota: field('--quota', U64, { negatable: true }),
};
export type QuotaSpec = TableSpec<typeof FIELDS>;

/** How long a packet is lies between two numbers, and so does what is left behind it (quota_mt()). */
function test({ quota: given }: QuotaSpec, { ref, matchIndex = 0, state, skb }: HookContext): Ternary {
  if (!given) return true;
  const key = `${ref.table} ${ref.chain} ${ref.index} ${matchIndex}`;
  const whole = Number(given.value);
  const left = state.quotas.get(key) ?? { min: whole, max: whole };
  const { min, max } = lengthBounds(skb.packet);
  const within: Ternary = left.min >= max ? true : left.max < min ? false : 'unknown';
  // A packet that does not fit takes what was left with it.
  const least = within === true ? left.min - max : 0;
  state.quotas.set(key, { min: least, max: within === false ? 0 : left.max - min });
  return given.negated ? not(within) : within;
}

/** Matches until so many bytes have passed. */
export const quota: MatchExtension<'quota', QuotaSpec> = tableMatch({
  name: 'quota',
  reference: 'net/netfilter/xt_quota.c',
  fields: FIELDS,
  required: ['quota'],
  simulated: 'partly',
  more: { stateful: true },
  test,
});
