import type { ClusterObjects, OtherObject } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

const isOfMetal = ({ apiVersion }: OtherObject): boolean => apiVersion?.startsWith('metallb.io/') ?? false;
/** metallb.io: Concepts, Layer 2 mode, BGP mode: a pool that no advertisement names is assigned from and never announced. */
const ANNOUNCES = new Set(['L2Advertisement', 'BGPAdvertisement']);

/** Nodes with it are no target of load balancers (KEP-1143); a speaker of MetalLB announces nothing from them (metallb PR 2073; 2280 for ignoreExcludeLB). */
const EXCLUDED = 'node.kubernetes.io/exclude-from-external-load-balancers';

/** Nodes that load balancers leave out, where a Service has or wants one: traffic from outside comes by the others alone. */
export function findExcluded({ nodes, services, others = [] }: ClusterObjects): readonly EvidenceFinding[] {
  const excluded = nodes.filter(({ metadata: { labels = {} } }) => EXCLUDED in labels);
  const isWanted = services.some(({ spec: { type } }) => type === 'LoadBalancer') || others.some(isOfMetal);
  if (excluded.length === 0 || !isWanted) return [];
  const values = {
    nodes: quoteWords(excluded.map(({ metadata }) => metadata.name)),
    count: excluded.length,
    left: nodes.length - excluded.length,
  };
  const says = phrase('evidence.node-excluded', values);
  const severity = values.left === 0 ? 'error' : 'warning';
  return [{ id: 'node-excluded', severity, says, next: phrase('evidence.next.node-excluded'), words: [EXCLUDED] }];
}

/** The pools of MetalLB that objects tell, where none of them is an advertisement. */
export function listUnannounced({ others = [] }: ClusterObjects): readonly OtherObject[] {
  const own = others.filter(isOfMetal);
  return own.some(({ kind }) => ANNOUNCES.has(kind)) ? [] : own.filter(({ kind }) => kind === 'IPAddressPool');
}

const writeAdvertisement = (pools: readonly string[], namespace: string): string =>
  [
    'apiVersion: metallb.io/v1beta1',
    'kind: L2Advertisement',
    `metadata: {name: ${pools[0] ?? 'all'}, namespace: ${namespace}}`,
    `spec: {ipAddressPools: [${pools.join(', ')}]}`,
  ].join('\n');

/**
 * Pools of MetalLB beside which no advertisement stands: Services get addresses from them that no node answers for, unless one is in
 * the cluster that the texts do not show.
 */
export function findOfPools(objects: ClusterObjects): readonly EvidenceFinding[] {
  const unannounced = listUnannounced(objects);
  if (unannounced.length === 0) return [];
  const pools = unannounced.map(({ metadata }) => metadata?.name ?? '?');
  const says = phrase('evidence.pool-unannounced', { pools: quoteWords(pools), count: pools.length });
  const namespace = unannounced[0]?.metadata?.namespace ?? 'metallb-system';
  const yaml = writeAdvertisement(pools, namespace);
  return [
    {
      id: 'pool-unannounced',
      severity: 'warning',
      says,
      next: phrase('evidence.next.pool-unannounced', { namespace, yaml }),
      words: ['IPAddressPool'],
    },
  ];
}
