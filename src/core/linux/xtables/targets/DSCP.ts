import { CONTINUE } from '../../hooks';
import type { TargetExtension } from '../extension';
import { ok } from '../../../lib/result';
import { DSCP_CODEC as CODE, DSCP_CLASS } from '../syntax/protocols';
import { field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  dscp: field('--set-dscp', CODE),
  className: field('--set-dscp-class', DSCP_CLASS),
};
export type DscpTargetSpec = TableSpec<typeof FIELDS>;

/** Sets the differentiated-services code point. */
export const DSCP: TargetExtension<'DSCP', DscpTargetSpec> = tableTarget({
  name: 'DSCP',
  reference: 'net/netfilter/xt_DSCP.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['dscp', 'className'],
  more: { tables: ['mangle'] },
  apply: ({ dscp }, { skb: { packet } }) => {
    const ecn = (packet.tos ?? 0) & 3;
    return { verdict: CONTINUE, edits: [{ kind: 'tos', tos: ((dscp?.value ?? 0) << 2) | ecn }] };
  },
  effect: () => ({ verdict: CONTINUE }),
  complete: ({ dscp, className }) => {
    const given = dscp ?? className;
    return ok(given ? { dscp: given } : {});
  },
});
