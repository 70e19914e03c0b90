import { stringify } from 'yaml';
import type { ClusterObjects, KubernetesObject, OtherObject } from '../../kubernetes/types';

/** Written by the API server for itself; nobody reads them in a manifest. */
const NOISE = new Set(['managedFields', 'resourceVersion', 'generation', 'selfLink']);
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** One object as clean YAML: keys in kubectl's order (sorted), lists not indented, the server's noise left out. */
function printObject(object: KubernetesObject | OtherObject): string {
  return stringify(clean(object), {
    version: '1.1',
    indentSeq: false,
    lineWidth: 0,
    aliasDuplicateObjects: false,
    sortMapEntries: true,
  });
}

/** All objects as one text of several documents: Nodes, Services, Deployments, Pods, EndpointSlices, the rest. */
export function printCluster(cluster: ClusterObjects): string {
  const objects = [
    ...cluster.nodes,
    ...cluster.services,
    ...cluster.deployments,
    ...cluster.pods,
    ...cluster.endpointSlices,
    ...(cluster.others ?? []),
  ];
  return objects.map(printObject).join('---\n');
}

function clean(object: KubernetesObject | OtherObject): Readonly<Record<string, unknown>> {
  if (!object.metadata) return { ...object };
  const metadata = Object.entries(object.metadata).filter(([key]) => !NOISE.has(key));
  const cleaned = metadata.map(([key, value]) => [key, key === 'annotations' ? withoutLastApplied(value) : value]);
  return { ...object, metadata: Object.fromEntries(cleaned.filter(([, value]) => value !== undefined)) as unknown };
}

function withoutLastApplied(annotations: unknown): unknown {
  const { [LAST_APPLIED]: noise, ...kept } = annotations as Readonly<Record<string, unknown>>;
  return noise !== undefined && Object.keys(kept).length === 0 ? undefined : kept;
}
