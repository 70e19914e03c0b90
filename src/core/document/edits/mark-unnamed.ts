import { findOwnerService } from '../../kubernetes/defaults';
import { getNamespace, namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { countUnnamed, UNNAMED_ENDPOINTS } from '../../kubernetes/unnamed-endpoints';

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
