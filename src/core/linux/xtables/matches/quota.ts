import type { MatchExtension } from '../extension';
import { U64 } from '../syntax/u64';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/table-match';

const FIELDS = {
  quota: field('--quota', U64, { negatable: true }),
};
export type QuotaSpec = TableSpec<typeof FIELDS>;

/** Matches until so many bytes have passed. */
export const quota: MatchExtension<'quota', QuotaSpec> = tableMatch({
  name: 'quota',
  reference: 'net/netfilter/xt_quota.c',
  fields: FIELDS,
  required: ['quota'],
});
