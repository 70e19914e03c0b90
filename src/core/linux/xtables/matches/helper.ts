import type { MatchExtension } from '../extension';
import { textCodec, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  helper: field('--helper', textCodec(29), { negatable: true }),
};
export type HelperSpec = TableSpec<typeof FIELDS>;

/** The helper that expected the connection, of which there is one only where that had to be assumed. */
export const helper: MatchExtension<'helper', HelperSpec> = tableMatch({
  name: 'helper',
  reference: 'net/netfilter/xt_helper.c',
  fields: FIELDS,
  required: ['helper'],
  test: ({ helper: wanted }, { skb }) => {
    const expectedBy = skb.ct?.expectedBy;
    if (!wanted || expectedBy === undefined) return wanted?.negated ?? false;
    // Without a name, any helper will do (helper_mt()).
    return (wanted.value === '' || expectedBy.startsWith(wanted.value)) !== wanted.negated;
  },
});
