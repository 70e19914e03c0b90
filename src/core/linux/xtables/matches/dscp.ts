import type { MatchExtension } from '../extension';
import { ok } from '../../../lib/result';
import { DSCP, DSCP_CLASS } from '../syntax/dscp';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/table-match';

const FIELDS = {
  dscp: field('--dscp', DSCP, { negatable: true }),
  className: field('--dscp-class', DSCP_CLASS, { negatable: true }),
};
export type DscpSpec = TableSpec<typeof FIELDS>;

/** The differentiated-services code point. */
export const dscp: MatchExtension<'dscp', DscpSpec> = tableMatch({
  name: 'dscp',
  reference: 'net/netfilter/xt_dscp.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['dscp', 'className'],
  complete: ({ dscp, className }) => {
    const given = dscp ?? className;
    return ok(given ? { dscp: given } : {});
  },
});
