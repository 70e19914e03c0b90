import type { MatchExtension } from '../extension';
import { err, ok } from '../../../lib/result';
import { phrase } from '../../../lib/phrase';
import { numberCodec } from '../syntax/numbers';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const HEX8: Codec<number> = {
  ...numberCodec(0, 0xffffffff),
  print: (value) => [`0x${value.toString(16).padStart(8, '0')}`],
};

const FIELDS = {
  node: field('--cluster-local-node', numberCodec(1, 32), { negatable: true }),
  nodemask: field('--cluster-local-nodemask', HEX8, { negatable: true }),
  total: field('--cluster-total-nodes', numberCodec(1, 32)),
  seed: field('--cluster-hash-seed', HEX8),
};
export type ClusterSpec = TableSpec<typeof FIELDS>;

/** The share of connections one node of a cluster takes, by a hash. */
export const cluster: MatchExtension<'cluster', ClusterSpec> = tableMatch({
  name: 'cluster',
  reference: 'net/netfilter/xt_cluster.c',
  fields: FIELDS,
  required: ['total', 'seed'],
  oneOf: ['node', 'nodemask'],
  exclusive: ['node', 'nodemask'],
  complete: ({ node, ...spec }) => {
    const total = spec.total?.value ?? 0;
    const nodemask = node ? { negated: node.negated, value: (1 << (node.value - 1)) >>> 0 } : spec.nodemask;
    const fits = nodemask !== undefined && nodemask.value < 2 ** total;
    const refused = phrase('xtables.value-number', { value: String(node?.value ?? ''), min: 1, max: total });
    return fits ? ok({ ...spec, nodemask }) : err(refused);
  },
});
