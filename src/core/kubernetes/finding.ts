import { phrase, type Phrase, type PhraseIdBelow } from '../lib/phrase';
import type { RouteKind } from './ingress/kinds';
import type { KubernetesObject, ClusterObjects } from './types';
import { LIMITS } from '../lib/limits';

/** Names one object: `Service default/web`. */
interface ObjectRef {
  readonly kind: KubernetesObject['kind'] | RouteKind | 'Gateway';
  readonly namespace?: string;
  readonly name: string;
}

/**
 * Something to say of an object: what is wrong or was assumed, and the next step. `code` is
 * `invalid` (the API server would refuse it), `conflict`, `exhausted`, `assumed` or `pending`.
 */
export interface ObjectFinding {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: 'invalid' | 'conflict' | 'exhausted' | 'assumed' | 'pending';
  readonly message: Phrase;
  /** The path inside the object: `spec.ports[0].nodePort`. */
  readonly path: string;
  readonly object?: ObjectRef;
}

const CLUSTER_SCOPED = new Set<string>(['Node']);

/** The reference to an object. */
export function makeRef(object: KubernetesObject): ObjectRef {
  const { kind, metadata } = object;
  if (CLUSTER_SCOPED.has(kind)) return { kind, name: metadata.name };
  return { kind, namespace: metadata.namespace ?? 'default', name: metadata.name };
}

/** A finding about an object; `id` is the phrase below `kubernetes.`. */
export function finding(
  object: KubernetesObject | undefined,
  kind: Pick<ObjectFinding, 'severity' | 'code'>,
  path: string,
  id: PhraseIdBelow<'kubernetes'>,
  values?: Phrase['values'],
): ObjectFinding {
  const message = phrase(`kubernetes.${id}`, values);
  return object ? { ...kind, message, path, object: makeRef(object) } : { ...kind, message, path };
}

export const INVALID = { severity: 'error', code: 'invalid' } as const;
export const CONFLICT = { severity: 'error', code: 'conflict' } as const;
export const EXHAUSTED = { severity: 'error', code: 'exhausted' } as const;
/** Nothing is wrong; it is good to know. */
export const REMARK = { severity: 'info', code: 'assumed' } as const;
export const PENDING = { severity: 'warning', code: 'pending' } as const;

type Lists = Omit<ClusterObjects, 'others'>;

const COUNTED = ['nodes', 'pods', 'services', 'endpointSlices'] as const satisfies readonly (keyof Lists)[];

/**
 * Finding on the first thing of a cluster that is more than the bench takes on; undefined: it fits. Costs a look at
 * each object and makes none, so it goes before everything else. `before`: lists that are the same there are not
 * looked at.
 */
export function beyondLimits(cluster: Lists, before?: Lists): ObjectFinding | undefined {
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

/** A finding for the first kind of object of which there are more than the limits allow; kinds without a count pass. */
export function tooManyOf(counts: Partial<Record<(typeof COUNTED)[number], number>>): ObjectFinding | undefined {
  const list = COUNTED.find((each) => (counts[each] ?? 0) > LIMITS[each]);
  if (list === undefined) return undefined;
  const message = phrase(`kubernetes.limit.${list}`, { found: counts[list] ?? 0, most: LIMITS[list] });
  return { ...EXHAUSTED, message, path: '' };
}

function hasLongName({ metadata: { name, namespace = '' } }: KubernetesObject): boolean {
  return name.length > LIMITS.name || namespace.length > LIMITS.name;
}

function nameTooLong(object: KubernetesObject): ObjectFinding {
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
    object: makeRef(object),
  };
}

function tooManyReplicas({ deployments }: Lists): ObjectFinding | undefined {
  let asked = 0;
  for (const deployment of deployments) {
    const { replicas = 1 } = deployment.spec;
    asked += Math.max(0, replicas);
    if (replicas > LIMITS.replicas || asked > LIMITS.pods) {
      const values = { name: deployment.metadata.name, found: replicas, most: LIMITS.replicas, pods: LIMITS.pods };
      const message = phrase('kubernetes.limit.replicas', values);
      return { ...EXHAUSTED, message, path: 'spec.replicas', object: makeRef(deployment) };
    }
  }
  return undefined;
}
