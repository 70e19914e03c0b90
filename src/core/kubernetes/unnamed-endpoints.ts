import { findOwnerService } from './defaults';
import { getNamespace, namespacedName, type ClusterObjects, type ObjectMeta } from './types';

/** On Endpoints, slices and Services: how many endpoints more there are, at the least, than a listing that was cut short names. */
export const UNNAMED_ENDPOINTS = 'rulewalk/unnamed-endpoints';

/** On a Node that is called by an address where no text tells one: it is taken to be its own. */
export const ADDRESS_OF_NAME = 'rulewalk/address-of-name';

/** How many endpoints of an object no text names, at the least: `+ 2 more...`; 0: all are named, as far as is told. */
export function countUnnamed({ metadata }: { readonly metadata: ObjectMeta }): number {
  return Number(metadata.annotations?.[UNNAMED_ENDPOINTS] ?? 0);
}

/** The objects with the Services marked of which every slice of the texts was cut short; where one was not, it names all. */
export function markUnnamed(cluster: ClusterObjects): ClusterObjects {
  const counts = new Map<string, number>();
  for (const slice of cluster.endpointSlices) {
    const owner = `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`;
    const own = countUnnamed(slice);
    const before = counts.get(owner);
    counts.set(owner, own === 0 || before === 0 ? 0 : Math.max(own, before ?? 0));
  }
  if ([...counts.values()].every((count) => count === 0)) return cluster;
  const services = cluster.services.map((service) => {
    const count = counts.get(namespacedName(service)) ?? 0;
    if (count === 0) return service;
    const annotations = { ...service.metadata.annotations, [UNNAMED_ENDPOINTS]: String(count) };
    return { ...service, metadata: { ...service.metadata, annotations } };
  });
  return { ...cluster, services };
}
