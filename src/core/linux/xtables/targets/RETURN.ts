import { XT_RETURN as VERDICT } from '../../hooks';
import type { TargetExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

/** Back to the calling chain; in a built-in chain, to its policy. */
export const RETURN: TargetExtension<'RETURN', TableSpec<Record<never, never>>> = tableTarget({
  name: 'RETURN',
  reference: 'net/ipv4/netfilter/ip_tables.c',
  fields: {},
  apply: () => ({ verdict: VERDICT }),
  effect: () => ({ verdict: VERDICT }),
});
