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
  // Nothing here expects connections, so the kernel's answer is that of no helper (helper_mt()).
  test: (spec) => spec.helper?.negated ?? false,
});
