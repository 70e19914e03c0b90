import { LIMITS } from '../lib/limits';
import { phrase } from '../lib/phrase';
import { EXHAUSTED, refOf, type Finding } from './finding';
import type { ClusterObjects, KubernetesObject } from './types';

type Lists = Omit<ClusterObjects, 'others'>;

const COUNTED = ['nodes', 'pods', 'services', 'endpointSlices'] as const satisfies readonly (keyof Lists)[];

/**
 * What of a cluster is more than the bench takes on, the first thing only; undefined: it fits. Costs a look at each
 * object and makes none, so it goes before everything else. `before`: lists that are the same there are not looked at.
 */
export function beyondLimits(cluster: Lists, before?: Lists): Finding | undefined {
  const { nodes, pods, services, endpointSlices } = cluster;
  const counted = tooManyOf({
    nodes: nodes.length,
    pods: pods.length,
    services: services.length,
    endpointSlices: endpointSlices.length,
  });
  if (counted) return counted;
  for (const list of [...COUNTED, 'deployments'] as const) {
    if (cluster[list] === before?.[list]) continue;
    const long = (cluster[list] as readonly KubernetesObject[]).find(hasLongName);
    if (long) return nameTooLong(long);
  }
  return cluster.deployments === before?.deployments ? undefined : tooManyReplicas(cluster);
}

/** Which of these numbers of objects is more than the bench takes on; what is not counted is not too much. */
export function tooManyOf(counts: Partial<Record<(typeof COUNTED)[number], number>>): Finding | undefined {
  const list = COUNTED.find((each) => (counts[each] ?? 0) > LIMITS[each]);
  if (list === undefined) return undefined;
  const message = phrase(`kubernetes.limit.${list}`, { found: counts[list] ?? 0, most: LIMITS[list] });
  return { ...EXHAUSTED, message, path: '' };
}

function hasLongName({ metadata: { name, namespace = '' } }: KubernetesObject): boolean {
  return name.length > LIMITS.name || namespace.length > LIMITS.name;
}

function nameTooLong(object: KubernetesObject): Finding {
  const { kind, metadata } = object;
  const name = metadata.name.slice(0, 20);
  const values = {
    kind,
    name,
    found: Math.max(metadata.name.length, metadata.namespace?.length ?? 0),
    most: LIMITS.name,
  };
  return {
    ...EXHAUSTED,
    message: phrase('kubernetes.limit.name', values),
    path: 'metadata.name',
    object: refOf(object),
  };
}

function tooManyReplicas({ deployments }: Lists): Finding | undefined {
  let asked = 0;
  for (const deployment of deployments) {
    const { replicas = 1 } = deployment.spec;
    asked += Math.max(0, replicas);
    if (replicas > LIMITS.replicas || asked > LIMITS.pods) {
      const values = { name: deployment.metadata.name, found: replicas, most: LIMITS.replicas, pods: LIMITS.pods };
      const message = phrase('kubernetes.limit.replicas', values);
      return { ...EXHAUSTED, message, path: 'spec.replicas', object: refOf(deployment) };
    }
  }
  return undefined;
}
