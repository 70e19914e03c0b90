import type { TargetExtension } from '../extension';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  save: field('--save', FLAG),
  restore: field('--restore', FLAG),
};
export type ConnsecmarkSpec = TableSpec<typeof FIELDS>;

/** Copies a security mark between packet and connection. */
export const CONNSECMARK: TargetExtension<'CONNSECMARK', ConnsecmarkSpec> = tableTarget({
  name: 'CONNSECMARK',
  reference: 'net/netfilter/xt_CONNSECMARK.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['save', 'restore'],
});
