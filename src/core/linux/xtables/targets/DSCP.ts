import type { TargetExtension } from '../extension';
import { ok } from '../../../lib/result';
import { DSCP as CODE, DSCP_CLASS } from '../syntax/dscp';
import { field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/table-target';

const FIELDS = {
  dscp: field('--set-dscp', CODE),
  className: field('--set-dscp-class', DSCP_CLASS),
};
export type DscpSpec = TableSpec<typeof FIELDS>;

/** Sets the differentiated-services code point. */
export const DSCP: TargetExtension<'DSCP', DscpSpec> = tableTarget({
  name: 'DSCP',
  reference: 'net/netfilter/xt_DSCP.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['dscp', 'className'],
  more: { tables: ['mangle'] },
  complete: ({ dscp, className }) => {
    const given = dscp ?? className;
    return ok(given ? { dscp: given } : {});
  },
});
