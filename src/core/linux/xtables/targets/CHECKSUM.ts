import type { TargetExtension } from '../extension';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  fill: field('--checksum-fill', FLAG),
};
export type ChecksumSpec = TableSpec<typeof FIELDS>;

/** Fills in a checksum the hardware would have. */
export const CHECKSUM: TargetExtension<'CHECKSUM', ChecksumSpec> = tableTarget({
  name: 'CHECKSUM',
  reference: 'net/netfilter/xt_CHECKSUM.c',
  fields: FIELDS,
  required: ['fill'],
  more: { tables: ['mangle'] },
});
