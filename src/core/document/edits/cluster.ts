import { assertNever } from '../../lib/assert';
import { namespaceOf } from '../../kubernetes/meta';
import type { ClusterObjects, ClusterSettings, KubeProxyConfig, KubernetesObject } from '../../kubernetes/types';
import type { Document } from '../document';
import { isNamed, settle, without, type ObjectName } from './settle';

/** What tells objects apart: kind, namespace, name. Nodes have no namespace. */
export interface ObjectKey extends ObjectName {
  readonly kind: KubernetesObject['kind'];
}

/** The key of an object. */
export function keyOf(object: KubernetesObject): ObjectKey {
  return { kind: object.kind, namespace: namespaceOf(object), name: object.metadata.name };
}

/** Every object of the cluster, in the order kubectl lists kinds. */
export function allObjects(cluster: ClusterObjects): KubernetesObject[] {
  return [...cluster.nodes, ...cluster.services, ...cluster.deployments, ...cluster.pods, ...cluster.endpointSlices];
}

/** The object of that key. */
export function findObject(cluster: ClusterObjects, key: ObjectKey): KubernetesObject | undefined {
  return allObjects(cluster).find((object) => object.kind === key.kind && isNamed(object, key));
}

/** Replaces the whole cluster (the YAML of all objects was edited or pasted); objects that are equal keep their identity. */
export function replaceCluster(document: Document, cluster: ClusterObjects): Document {
  const old = new Map(allObjects(document.cluster).map((object) => [JSON.stringify(object), object]));
  const same = <T extends KubernetesObject>(list: readonly T[], before: readonly T[]): readonly T[] => {
    const next = list.map((object) => (old.get(JSON.stringify(object)) as T | undefined) ?? object);
    return next.length === before.length && next.every((object, i) => object === before[i]) ? before : next;
  };
  const { nodes, pods, deployments, services, endpointSlices } = document.cluster;
  return settle(document, {
    ...cluster,
    nodes: same(cluster.nodes, nodes),
    pods: same(cluster.pods, pods),
    deployments: same(cluster.deployments, deployments),
    services: same(cluster.services, services),
    endpointSlices: same(cluster.endpointSlices, endpointSlices),
  });
}

/** Puts one object in the place of another (it may have another name), or adds it. */
export function replaceObject(document: Document, key: ObjectKey, object: KubernetesObject): Document {
  if (object.kind !== key.kind) return putObject(removeObject(document, key), object);
  const swap = <T extends KubernetesObject>(list: readonly T[], next: T): readonly T[] => {
    const place = list.findIndex((item) => isNamed(item, key));
    const others = list.filter((item, index) => index === place || !isNamed(item, keyOf(next)));
    const at = others.findIndex((item) => isNamed(item, key));
    return at < 0 ? [...others, next] : others.with(at, next);
  };
  return settle(document, changeOf(document.cluster, object, swap));
}

/** Adds an object, or replaces the one of its kind and name (`kubectl apply`). */
export function putObject(document: Document, object: KubernetesObject): Document {
  return replaceObject(document, keyOf(object), object);
}

function changeOf(
  cluster: ClusterObjects,
  object: KubernetesObject,
  swap: <T extends KubernetesObject>(list: readonly T[], next: T) => readonly T[],
): Partial<ClusterObjects> {
  switch (object.kind) {
    case 'Node':
      return { nodes: swap(cluster.nodes, object) };
    case 'Pod':
      return { pods: swap(cluster.pods, object) };
    case 'Deployment':
      return { deployments: swap(cluster.deployments, object) };
    case 'Service':
      return { services: swap(cluster.services, object) };
    case 'EndpointSlice':
      return { endpointSlices: swap(cluster.endpointSlices, object) };
    default:
      return assertNever(object);
  }
}

/** Removes an object, whatever its kind. */
export function removeObject(document: Document, key: ObjectKey): Document {
  const drop = <T extends KubernetesObject>(list: readonly T[]): readonly T[] =>
    without(list, (item) => item.kind === key.kind && isNamed(item, key));
  const { nodes, pods, deployments, services, endpointSlices } = document.cluster;
  return settle(document, {
    nodes: drop(nodes),
    pods: drop(pods),
    deployments: drop(deployments),
    services: drop(services),
    endpointSlices: drop(endpointSlices),
  });
}

/** Renames the document. */
export function setTitle(document: Document, title: string): Document {
  return document.title === title ? document : { ...document, title };
}

/** Changes flags of the control plane. What was given out before stays, as in a real cluster; what is new follows. */
export function changeSettings(document: Document, change: Partial<ClusterSettings>): Document {
  const next = { ...document, settings: { ...document.settings, ...change } };
  return settle(next, { nodes: [...document.cluster.nodes] });
}

/** Changes kube-proxy's configuration; a field set to undefined has kube-proxy's default again. */
export function changeKubeProxy(document: Document, change: Partial<KubeProxyConfig>): Document {
  const entries = Object.entries({ ...document.kubeProxy, ...change }).filter(([, value]) => value !== undefined);
  return { ...document, kubeProxy: Object.fromEntries(entries) };
}
