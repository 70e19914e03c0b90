import type { Packet } from '../../../net/packet';
import type { MatchExtension } from '../extension';
import { ok } from '../../../lib/result';
import { DSCP_CODEC, DSCP_CLASS } from '../syntax/protocols';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  dscp: field('--dscp', DSCP_CODEC, { negatable: true }),
  className: field('--dscp-class', DSCP_CLASS, { negatable: true }),
};
export type DscpSpec = TableSpec<typeof FIELDS>;

const codePoint = ({ tos = 0 }: Packet): number => tos >>> 2;

/** The differentiated-services code point. */
export const dscp: MatchExtension<'dscp', DscpSpec> = tableMatch({
  name: 'dscp',
  reference: 'net/netfilter/xt_dscp.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['dscp', 'className'],
  test: ({ dscp: wanted }, { skb }) => !wanted || (codePoint(skb.packet) === wanted.value) !== wanted.negated,
  actual: (_spec, { skb }) => `--dscp 0x${codePoint(skb.packet).toString(16).padStart(2, '0')}`,
  complete: ({ dscp, className }) => {
    const given = dscp ?? className;
    return ok(given ? { dscp: given } : {});
  },
});
