import { holdsMark } from '../../namespace';
import { not } from '../../skb';
import type { MatchExtension } from '../extension';
import { hex, MARK_CODEC } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import { unless } from '../../packet-space';

const FIELDS = { mark: field('--mark', MARK_CODEC, { negatable: true }) };
export type MarkSpec = TableSpec<typeof FIELDS>;

/** The packet's mark under a mask. */
export const mark: MatchExtension<'mark', MarkSpec> = tableMatch({
  name: 'mark',
  reference: 'net/netfilter/xt_mark.c',
  fields: FIELDS,
  required: ['mark'],
  test: (spec, { skb, netns, family }) => {
    if (!spec.mark) return true;
    const holds = holdsMark(skb.mark, spec.mark.value, netns.untoldMarks?.[family]?.mark);
    return spec.mark.negated ? not(holds) : holds;
  },
  set: ({ mark: given }, space) =>
    given ? unless(space, given.negated, space.mark(given.value.value, given.value.mask)) : space.all,
  actual: (_spec, { skb }) => `--mark ${hex(skb.mark)}`,
});
