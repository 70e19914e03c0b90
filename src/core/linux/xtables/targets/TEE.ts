import type { TargetExtension } from '../extension';
import { ADDRESS } from '../syntax/addresses';
import { nameCodec, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  gateway: field('--gateway', ADDRESS),
  oif: field('--oif', nameCodec(15)),
};
export type TeeSpec = TableSpec<typeof FIELDS>;

/** Sends a copy elsewhere; the walk goes on. */
export const TEE: TargetExtension<'TEE', TeeSpec> = tableTarget({
  name: 'TEE',
  reference: 'net/netfilter/xt_TEE.c',
  fields: FIELDS,
  required: ['gateway'],
});
