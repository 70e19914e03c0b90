import type { TargetExtension } from '../extension';
import { NPT_FIELDS } from '../syntax/addresses';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

export type DnptSpec = TableSpec<typeof NPT_FIELDS>;

/** Translates a destination prefix without remembering connections (RFC 6296). */
export const DNPT: TargetExtension<'DNPT', DnptSpec> = tableTarget({
  name: 'DNPT',
  reference: 'net/ipv6/netfilter/ip6t_NPT.c',
  fields: NPT_FIELDS,
  required: ['src', 'dst'],
  simulated: 'no',
  more: { tables: ['mangle'], family: 'ipv6' },
});
