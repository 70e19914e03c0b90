import type { MatchExtension } from '../extension';
import { TOS_CODEC } from '../syntax/protocols';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  tos: field('--tos', TOS_CODEC, { negatable: true }),
};
export type TosSpec = TableSpec<typeof FIELDS>;

/** The type-of-service byte. */
export const tos: MatchExtension<'tos', TosSpec> = tableMatch({
  name: 'tos',
  reference: 'net/netfilter/xt_dscp.c',
  fields: FIELDS,
  required: ['tos'],
  test: ({ tos: wanted }, { skb: { packet } }) =>
    !wanted || (((packet.tos ?? 0) & wanted.value.mask) === wanted.value.value) !== wanted.negated,
  actual: (_spec, { skb }) => `--tos 0x${(skb.packet.tos ?? 0).toString(16).padStart(2, '0')}`,
});
