import { reconcile } from '../../kubernetes/controllers';
import {
  getNamespace,
  type ClusterObjects,
  type PodObject,
  type ClusterSettings,
  type KubeProxyConfig,
  type KubernetesObject,
} from '../../kubernetes/types';
import type { Document, Flow } from '../document';
import { dropStaleHints } from '../../kubernetes/stale-hints';
import { configOfObject, isConfigObject } from '../../kubernetes/config-fields';
import { sameValue } from '../../lib/memo';
import { isNamed, type ObjectName } from './object-names';
import { assertNever } from '../../lib/result';

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
export function reconcileDocument(document: Document, change: Partial<ClusterObjects>): Document {
  const changed = Object.entries(change).some(([key, list]) => document.cluster[key as keyof ClusterObjects] !== list);
  if (!changed) return document;
  const next = { ...document.cluster, ...change };
  const wanted = { ...next, endpointSlices: dropStaleHints(document.cluster, next) };
  const { seed, settings } = document;
  const arePodsSettled = !change.nodes && !change.deployments && !change.pods;
  const cluster = { ...wanted, ...reconcile(wanted, settings, { seed, arePodsSettled }).cluster };
  return { ...document, cluster, flows: followPods(document, cluster) };
}

function followPods(document: Document, cluster: ClusterObjects): readonly Flow[] {
  const substitute = (name: ObjectName): ObjectName => {
    if (cluster.pods.some((pod) => isNamed(pod, name))) return name;
    const gone = document.cluster.pods.find((pod) => isNamed(pod, name));
    const heir = gone && findHeir(gone, document.cluster, cluster);
    return heir ? { namespace: getNamespace(heir), name: heir.metadata.name } : name;
  };
  return mapWhere(document.flows, isAboutPods, (flow) => retarget(flow, substitute));
}

function isAboutPods({ from, to }: Flow): boolean {
  return from.kind === 'pod' || to.kind === 'pod';
}

/** Another Pod of the same owner: a new one if there is one. */
function findHeir(gone: PodObject, before: ClusterObjects, after: ClusterObjects): PodObject | undefined {
  const owner = gone.metadata.ownerReferences?.[0];
  if (!owner) return undefined;
  const siblings = after.pods.filter(
    (pod) =>
      getNamespace(pod) === getNamespace(gone) &&
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

/** What tells objects apart: kind, namespace, name. Nodes have no namespace. */
export interface ObjectKey extends ObjectName {
  readonly kind: KubernetesObject['kind'];
}

/** The key of an object. */
export function objectKey(object: KubernetesObject): ObjectKey {
  return { kind: object.kind, namespace: getNamespace(object), name: object.metadata.name };
}

/** Every object of the cluster, in the order kubectl lists kinds. */
export function allObjects(cluster: ClusterObjects): KubernetesObject[] {
  return [...cluster.nodes, ...cluster.services, ...cluster.deployments, ...cluster.pods, ...cluster.endpointSlices];
}

/** A cluster's objects, and what a KubeProxyConfiguration among them says: that is no object of the API. */
export function extractKubeProxyConfig(cluster: ClusterObjects): {
  readonly cluster: ClusterObjects;
  readonly config?: KubeProxyConfig;
} {
  const found = cluster.others?.findLast(isConfigObject);
  if (!found) return { cluster };
  const others = cluster.others?.filter((object) => !isConfigObject(object));
  return { cluster: { ...cluster, others: others ?? [] }, config: configOfObject(found).config };
}

/** Gives kube-proxy the configuration of a file; without a mode it is iptables, as on Linux. The same again is no edit. */
export function withConfig(document: Document, config: KubeProxyConfig | undefined): Document {
  if (!config) return document;
  const { mode = 'iptables' } = config;
  const kubeProxy = { ...config, mode };
  const isSame = document.mode === mode && sameValue({ ...document.kubeProxy, mode }, kubeProxy);
  return isSame ? document : { ...document, mode, kubeProxy };
}

/**
 * Replaces the whole cluster (the YAML of all objects was edited or pasted); objects that are equal keep their identity.
 * A KubeProxyConfiguration among them is kube-proxy's from then on.
 */
export function replaceCluster(given: Document, wanted: ClusterObjects): Document {
  const { cluster, config } = extractKubeProxyConfig(wanted);
  const document = withConfig(given, config);
  const old = new Map(allObjects(document.cluster).map((object) => [JSON.stringify(object), object]));
  const same = <T extends KubernetesObject>(list: readonly T[], before: readonly T[]): readonly T[] => {
    const next = list.map((object) => (old.get(JSON.stringify(object)) as T | undefined) ?? object);
    return next.length === before.length && next.every((object, i) => object === before[i]) ? before : next;
  };
  const { nodes, pods, deployments, services, endpointSlices, others } = document.cluster;
  return reconcileDocument(document, {
    ...cluster,
    nodes: same(cluster.nodes, nodes),
    pods: same(cluster.pods, pods),
    deployments: same(cluster.deployments, deployments),
    services: same(cluster.services, services),
    endpointSlices: same(cluster.endpointSlices, endpointSlices),
    ...(cluster.others && sameValue(cluster.others, others ?? []) ? { others } : {}),
  });
}

/** Puts one object in the place of another (it may have another name), or adds it. */
export function replaceObject(document: Document, key: ObjectKey, object: KubernetesObject): Document {
  if (object.kind !== key.kind) return putObject(removeObject(document, key), object);
  const swap = <T extends KubernetesObject>(list: readonly T[], next: T): readonly T[] => {
    const place = list.findIndex((item) => isNamed(item, key));
    const others = list.filter((item, index) => index === place || !isNamed(item, objectKey(next)));
    const at = others.findIndex((item) => isNamed(item, key));
    return at < 0 ? [...others, next] : others.with(at, next);
  };
  return reconcileDocument(document, makeChange(document.cluster, object, swap));
}

/** Adds an object, or replaces the one of its kind and name (`kubectl apply`). */
export function putObject(document: Document, object: KubernetesObject): Document {
  return replaceObject(document, objectKey(object), object);
}

function makeChange(
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
  return reconcileDocument(document, {
    nodes: drop(nodes),
    pods: drop(pods),
    deployments: drop(deployments),
    services: drop(services),
    endpointSlices: drop(endpointSlices),
  });
}

/** Changes flags of the control plane. What was given out before stays, as in a real cluster; what is new follows. */
export function changeSettings(document: Document, change: Partial<ClusterSettings>): Document {
  const next = { ...document, settings: { ...document.settings, ...change } };
  return reconcileDocument(next, { nodes: [...document.cluster.nodes] });
}

/** Changes kube-proxy's configuration; a field set to undefined has kube-proxy's default again. */
export function changeKubeProxy(document: Document, change: Partial<KubeProxyConfig>): Document {
  const entries = Object.entries({ ...document.kubeProxy, ...change }).filter(([, value]) => value !== undefined);
  return { ...document, kubeProxy: Object.fromEntries(entries) };
}

/** Adds a flow; it gets the first free id `flow-N`. */
export function addFlow(document: Document, flow: Omit<Flow, 'id'>): Document {
  return { ...document, flows: [...document.flows, { ...withNumbers(flow), id: nextFlowId(document) }] };
}

/** The id {@link addFlow} will give. */
export function nextFlowId(document: Document): string {
  const used = new Set(document.flows.map(({ id }) => id));
  for (let number = 1; ; number++) if (!used.has(`flow-${number}`)) return `flow-${number}`;
}

/** Changes fields of a flow; its id stays. */
export function changeFlow(document: Document, id: string, change: Partial<Omit<Flow, 'id'>>): Document {
  const flows = mapWhere(
    document.flows,
    (flow) => flow.id === id,
    (flow) => ({ ...withNumbers({ ...flow, ...change }), id }),
  );
  return flows === document.flows ? document : { ...document, flows };
}

/** Removes a flow. */
export function removeFlow(document: Document, id: string): Document {
  const flows = without(document.flows, (flow) => flow.id === id);
  return flows === document.flows ? document : { ...document, flows };
}

/** A port that was not typed is 0; resolving the flow says what is missing. */
function withNumbers<T extends Omit<Flow, 'id'>>(flow: T): T {
  return { ...wholeNumbers({ ...flow, port: Number.isFinite(flow.port) ? flow.port : 0 }) };
}
