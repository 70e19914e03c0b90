import type { TargetExtension } from '../extension';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  remove: field('--ecn-tcp-remove', FLAG),
};
export type EcnTargetSpec = TableSpec<typeof FIELDS>;

/** Takes explicit congestion notification off a TCP packet. */
export const ECN: TargetExtension<'ECN', EcnTargetSpec> = tableTarget({
  name: 'ECN',
  reference: 'net/ipv4/netfilter/ipt_ECN.c',
  fields: FIELDS,
  required: ['remove'],
  more: { tables: ['mangle'], family: 'ipv4', protocolsFor: () => [6] },
});
