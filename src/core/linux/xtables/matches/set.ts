import type { Ternary } from '../../choice';
import { testSet } from '../../ipset/test-set';
import type { HookContext, MatchExtension } from '../extension';
import { field, type TableSpec } from '../syntax/option-table';
import { numberCodec } from '../syntax/numbers';
import { REFERENCE } from '../syntax/set-reference';
import { tableMatch } from '../syntax/table-match';
import { FLAG } from '../syntax/words';

const COUNT = numberCodec(0, Number.MAX_SAFE_INTEGER);
const FIELDS = {
  set: field('--match-set', REFERENCE, { negatable: true }),
  returnNomatch: field('--return-nomatch', FLAG),
  updateCounters: field('--update-counters', FLAG, { negatable: true }),
  updateSubcounters: field('--update-subcounters', FLAG, { negatable: true }),
  packetsEq: field('--packets-eq', COUNT, { negatable: true }),
  packetsLt: field('--packets-lt', COUNT),
  packetsGt: field('--packets-gt', COUNT),
  bytesEq: field('--bytes-eq', COUNT, { negatable: true }),
  bytesLt: field('--bytes-lt', COUNT),
  bytesGt: field('--bytes-gt', COUNT),
};
export type SetSpec = TableSpec<typeof FIELDS>;

/** Packet and byte counters of members are not kept. */
const COUNTING = ['packetsEq', 'packetsLt', 'packetsGt', 'bytesEq', 'bytesLt', 'bytesGt'] as const;

function test(spec: SetSpec, { skb, netns }: HookContext): Ternary {
  const asked = spec.set;
  const found = asked && netns.ipsets?.get(asked.value.name);
  if (!found || !netns.ipsets) return 'unknown';
  const { directions } = asked.value;
  const member = testSet(found, netns.ipsets, { skb, directions, returnNomatch: spec.returnNomatch !== undefined });
  if (member === 'unknown') return 'unknown';
  const counts = COUNTING.some((name) => spec[name]);
  if (member && counts) return 'unknown';
  return member !== asked.negated;
}

/** Membership in an ipset. */
export const set: MatchExtension<'set', SetSpec> = tableMatch({
  name: 'set',
  reference: 'net/netfilter/xt_set.c',
  fields: FIELDS,
  required: ['set'],
  test,
  actual: (spec, { netns }) => netns.ipsets?.get(spec.set?.value.name ?? '')?.type ?? '',
});
