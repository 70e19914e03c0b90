import { NF_ACCEPT as VERDICT } from '../../hooks';
import type { TargetExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

/** Ends the traversal of this table; later tables are still asked. */
export const ACCEPT: TargetExtension<'ACCEPT', TableSpec<Record<never, never>>> = tableTarget({
  name: 'ACCEPT',
  reference: 'net/ipv4/netfilter/ip_tables.c',
  fields: {},
  apply: () => ({ verdict: VERDICT }),
  effect: () => ({ verdict: VERDICT }),
});
