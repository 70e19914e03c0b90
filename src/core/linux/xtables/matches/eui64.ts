import type { MatchExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

export type Eui64Spec = TableSpec<Record<never, never>>;

/** The interface identifier against the sender's MAC: packets here have none. */
export const eui64: MatchExtension<'eui64', Eui64Spec> = tableMatch({
  name: 'eui64',
  reference: 'net/ipv6/netfilter/ip6t_eui64.c',
  fields: {},
  more: { family: 'ipv6' },
});
