import type { MatchExtension } from '../extension';
import { textCodec } from '../syntax/words';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/table-match';

const FIELDS = {
  helper: field('--helper', textCodec(29), { negatable: true }),
};
export type HelperSpec = TableSpec<typeof FIELDS>;

/** The helper that expected the connection. Nothing here has one. */
export const helper: MatchExtension<'helper', HelperSpec> = tableMatch({
  name: 'helper',
  reference: 'net/netfilter/xt_helper.c',
  fields: FIELDS,
  required: ['helper'],
  test: (spec, { skb }) => {
    // Without an expectation the kernel answers as if nothing had matched (helper_mt()).
    if (!skb.ct) return spec.helper?.negated ?? false;
    return skb.ctState === 'RELATED' ? 'unknown' : (spec.helper?.negated ?? false);
  },
  simulated: 'partly',
});
