import { reconcile } from '../../kubernetes/controllers';
import { namespaceOf } from '../../kubernetes/meta';
import type { ClusterObjects, ObjectMeta, PodObject } from '../../kubernetes/types';

import type { Document, Flow } from '../document';

/** Names an object of a namespace. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** Is it the object of that name? */
export function isNamed(object: { readonly metadata: ObjectMeta }, wanted: ObjectName): boolean {
  return object.metadata.name === wanted.name && namespaceOf(object) === wanted.namespace;
}

/** The list with `change` applied where `test` holds; the same list if that changes nothing. */
export function mapWhere<T>(list: readonly T[], test: (item: T) => boolean, change: (item: T) => T): readonly T[] {
  const next = list.map((item) => (test(item) ? change(item) : item));
  return next.every((item, index) => item === list[index]) ? list : next;
}

/** The list without the items `test` holds for; the same list if there are none. */
export function without<T>(list: readonly T[], test: (item: T) => boolean): readonly T[] {
  return list.some(test) ? list.filter((item) => !test(item)) : list;
}

/** An object without the fields that are undefined, so that equal documents print equal JSON. */
export function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/** JSON has no NaN and ports no fractions: numbers are whole, and one that was not typed is not set. */
export function wholeNumbers<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(([, field]) => typeof field !== 'number' || Number.isFinite(field));
  return Object.fromEntries(
    entries.map(([key, field]) => [key, typeof field === 'number' ? Math.trunc(field) : field]),
  ) as T;
}

/**
 * Ends every edit of the cluster: the control plane does its part (addresses, placement, Pods of
 * Deployments), and a flow of a Pod that was replaced follows the replacement. An edit that changed
 * nothing returns the very same document.
 */
export function settle(document: Document, change: Partial<ClusterObjects>): Document {
  const changed = Object.entries(change).some(([key, list]) => document.cluster[key as keyof ClusterObjects] !== list);
  if (!changed) return document;
  const wanted = { ...document.cluster, ...change };
  const { seed, settings } = document;
  const arePodsSettled = !change.nodes && !change.deployments && !change.pods;
  const cluster = { ...wanted, ...reconcile(wanted, settings, { seed, arePodsSettled }).cluster };
  return { ...document, cluster, flows: followPods(document, cluster) };
}

function followPods(document: Document, cluster: ClusterObjects): readonly Flow[] {
  const substitute = (name: ObjectName): ObjectName => {
    if (cluster.pods.some((pod) => isNamed(pod, name))) return name;
    const gone = document.cluster.pods.find((pod) => isNamed(pod, name));
    const heir = gone && heirOf(gone, document.cluster, cluster);
    return heir ? { namespace: namespaceOf(heir), name: heir.metadata.name } : name;
  };
  return mapWhere(document.flows, isAboutPods, (flow) => retarget(flow, substitute));
}

function isAboutPods({ from, to }: Flow): boolean {
  return from.kind === 'pod' || to.kind === 'pod';
}

/** Another Pod of the same owner: a new one if there is one. */
function heirOf(gone: PodObject, before: ClusterObjects, after: ClusterObjects): PodObject | undefined {
  const owner = gone.metadata.ownerReferences?.[0];
  if (!owner) return undefined;
  const siblings = after.pods.filter(
    (pod) =>
      namespaceOf(pod) === namespaceOf(gone) &&
      pod.metadata.ownerReferences?.some(({ kind, name }) => kind === owner.kind && name === owner.name),
  );
  return siblings.find((pod) => !before.pods.includes(pod)) ?? siblings[0];
}

function retarget(flow: Flow, substitute: (name: ObjectName) => ObjectName): Flow {
  const follow = <T extends Flow['from'] | Flow['to']>(end: T): T => {
    if (end.kind !== 'pod') return end;
    const { namespace, name } = substitute(end);
    return namespace === end.namespace && name === end.name ? end : { ...end, namespace, name };
  };
  const [from, to] = [follow(flow.from), follow(flow.to)];
  return from === flow.from && to === flow.to ? flow : { ...flow, from, to };
}
