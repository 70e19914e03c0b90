import type { TargetExtension } from '../extension';
import { NPT_FIELDS } from '../syntax/addresses';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

export type SnptSpec = TableSpec<typeof NPT_FIELDS>;

/** Translates a source prefix without remembering connections (RFC 6296). */
export const SNPT: TargetExtension<'SNPT', SnptSpec> = tableTarget({
  name: 'SNPT',
  reference: 'net/ipv6/netfilter/ip6t_NPT.c',
  fields: NPT_FIELDS,
  required: ['src', 'dst'],
  simulated: 'no',
  more: { tables: ['mangle'], family: 'ipv6' },
});
