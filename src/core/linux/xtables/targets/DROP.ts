import { NF_DROP as VERDICT } from '../../hooks';
import type { TargetExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

/** The packet ends here, in silence. */
export const DROP: TargetExtension<'DROP', TableSpec<Record<never, never>>> = tableTarget({
  name: 'DROP',
  reference: 'net/ipv4/netfilter/ip_tables.c',
  fields: {},
  apply: () => ({ verdict: VERDICT }),
  effect: () => ({ verdict: VERDICT }),
});
