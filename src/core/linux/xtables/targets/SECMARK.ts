import type { TargetExtension } from '../extension';
import { nameCodec, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  context: field('--selctx', nameCodec(255)),
};
export type SecmarkSpec = TableSpec<typeof FIELDS>;

/** Sets the security mark. */
export const SECMARK: TargetExtension<'SECMARK', SecmarkSpec> = tableTarget({
  name: 'SECMARK',
  reference: 'net/netfilter/xt_SECMARK.c',
  fields: FIELDS,
  required: ['context'],
});
