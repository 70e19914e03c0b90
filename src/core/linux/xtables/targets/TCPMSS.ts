import type { TargetExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  set: field('--set-mss', numberCodec(0, 65535)),
  clamp: field('--clamp-mss-to-pmtu', FLAG),
};
export type TcpmssTargetSpec = TableSpec<typeof FIELDS>;

/** Changes the MSS option of SYN packets. */
export const TCPMSS: TargetExtension<'TCPMSS', TcpmssTargetSpec> = tableTarget({
  name: 'TCPMSS',
  reference: 'net/netfilter/xt_TCPMSS.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['set', 'clamp'],
  more: { protocolsFor: () => [6] },
});
