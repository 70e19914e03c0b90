import type { TargetExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { FLAG, nameCodec, field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  isNew: field('--new', FLAG),
  hashmode: field('--hashmode', nameCodec(32)),
  clustermac: field('--clustermac', nameCodec(17)),
  total: field('--total-nodes', numberCodec(1, 16)),
  local: field('--local-node', numberCodec(0, 16)),
  init: field('--hash-init', numberCodec(0, 0xffffffff)),
};
export type ClusteripSpec = TableSpec<typeof FIELDS>;

/** Answers for one address on several hosts by a hash. Removed from the kernel in 6.3. */
export const CLUSTERIP: TargetExtension<'CLUSTERIP', ClusteripSpec> = tableTarget({
  name: 'CLUSTERIP',
  reference: 'net/ipv4/netfilter/ipt_CLUSTERIP.c',
  fields: FIELDS,
  simulated: 'no',
  more: { family: 'ipv4' },
});
