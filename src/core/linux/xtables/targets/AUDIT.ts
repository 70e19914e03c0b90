import type { TargetExtension } from '../extension';
import { choiceCodec, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  type: field('--type', choiceCodec(['accept', 'drop', 'reject'])),
};
export type AuditSpec = TableSpec<typeof FIELDS>;

/** Writes an audit record. */
export const AUDIT: TargetExtension<'AUDIT', AuditSpec> = tableTarget({
  name: 'AUDIT',
  reference: 'net/netfilter/xt_AUDIT.c',
  fields: FIELDS,
  required: ['type'],
});
