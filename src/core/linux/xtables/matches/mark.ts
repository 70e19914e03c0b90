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
  test: (spec, { skb }) => {
    if (!spec.mark) return true;
    const { value, mask } = spec.mark.value;
    return ((skb.mark & mask) >>> 0 === value) !== spec.mark.negated;
  },
  set: ({ mark: given }, space) =>
    given ? unless(space, given.negated, space.mark(given.value.value, given.value.mask)) : space.all,
  actual: (_spec, { skb }) => `--mark ${hex(skb.mark)}`,
});
