import type { ClusterObjects, OtherObject } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

const isOfMetal = ({ apiVersion }: OtherObject): boolean => apiVersion?.startsWith('metallb.io/') ?? false;
/** metallb.io: Concepts, Layer 2 mode, BGP mode: a pool that no advertisement names is assigned from and never announced. */
const ANNOUNCES = new Set(['L2Advertisement', 'BGPAdvertisement']);

/**
 * Pools of MetalLB beside which no advertisement stands: Services get addresses from them that no node answers for, unless one is in
 * the cluster that the texts do not show.
 */
export function findOfPools({ others = [] }: ClusterObjects): readonly EvidenceFinding[] {
  const own = others.filter(isOfMetal);
  const pools = own.flatMap(({ kind, metadata }) => (kind === 'IPAddressPool' ? [metadata?.name ?? '?'] : []));
  if (pools.length === 0 || own.some(({ kind }) => ANNOUNCES.has(kind))) return [];
  const says = phrase('evidence.pool-unannounced', { pools: quoteWords(pools), count: pools.length });
  return [
    {
      id: 'pool-unannounced',
      severity: 'warning',
      says,
      next: phrase('evidence.next.pool-unannounced'),
      words: ['IPAddressPool'],
    },
  ];
}
