import { findOwnerService } from './defaults';
import { findNearbyWish } from './nearby';
import { getNamespace, namespacedName, type ClusterObjects, type EndpointSliceObject } from './types';

type Listed = Pick<ClusterObjects, 'services' | 'endpointSlices'>;

/**
 * Slices of a cluster after an edit, without those from before it of Services whose wish for endpoints nearby it changes: the
 * controller writes their hints anew, so what was told of them is over.
 */
export function dropStaleHints(before: Listed, after: Listed): readonly EndpointSliceObject[] {
  const { endpointSlices } = after;
  if (before.services === after.services || endpointSlices.length === 0) return endpointSlices;
  const wishes = new Map(before.services.map((service) => [namespacedName(service), findNearbyWish(service)?.what]));
  const changed = new Set(
    after.services.flatMap((service) => {
      const name = namespacedName(service);
      return wishes.has(name) && wishes.get(name) !== findNearbyWish(service)?.what ? [name] : [];
    }),
  );
  if (changed.size === 0) return endpointSlices;
  const old = new Set(before.endpointSlices);
  const isStale = (slice: EndpointSliceObject): boolean =>
    old.has(slice) && changed.has(`${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`);
  return endpointSlices.filter((slice) => !isStale(slice));
}
