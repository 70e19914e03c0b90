import { holdsMark } from '../../namespace';
import { not } from '../../skb';
import type { MatchExtension } from '../extension';
import { hex, MARK_CODEC } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = { mark: field('--mark', MARK_CODEC, { negatable: true }) };
export type ConnmarkSpec = TableSpec<typeof FIELDS>;

/** The connection's mark under a mask; without a connection it never matches, negated or not. */
export const connmark: MatchExtension<'connmark', ConnmarkSpec> = tableMatch({
  name: 'connmark',
  reference: 'net/netfilter/xt_connmark.c',
  fields: FIELDS,
  required: ['mark'],
  test: (spec, { skb, netns, family }) => {
    if (!skb.ct) return false;
    if (!spec.mark) return true;
    const holds = holdsMark(skb.ct.mark, spec.mark.value, netns.untoldMarks?.[family]?.connmark);
    return spec.mark.negated ? not(holds) : holds;
  },
  actual: (_spec, { skb }) => (skb.ct ? `--mark ${hex(skb.ct.mark)}` : ''),
});
