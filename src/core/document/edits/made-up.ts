import { completeCluster } from '../../kubernetes/complete';
import { findOwnerService } from '../../kubernetes/defaults';
import { listPodIPs } from '../../kubernetes/pods';
import {
  getNamespace,
  namespacedName,
  type ClusterObjects,
  type EndpointSliceObject,
  type PodObject,
} from '../../kubernetes/types';
import { withKindNodes } from './kind-cluster';
import type { ObjectName } from './object-names';
import { listNamedNodes, listNamedPods } from './missing-places';

/** How many objects of a cluster stand in no text. */
export interface MadeObjects {
  readonly nodes: number;
  readonly services: number;
  /** Pods that no text names. */
  readonly pods: number;
  /** Pods among these that an endpoint or a workload of the texts stands for. */
  readonly placed: number;
  readonly slices: number;
  /** Objects among all these that are the API server's own: every cluster has them. */
  readonly own: number;
}

/** A test of Pods: whether an EndpointSlice of the texts holds one, by an address of it or by its name. */
export function endpointTest(told: ClusterObjects): (pod: PodObject) => boolean {
  const endpoints = told.endpointSlices.flatMap((slice) => slice.endpoints ?? []);
  const addresses = new Set(endpoints.flatMap((endpoint) => endpoint.addresses ?? []));
  const names = new Set(listNamedPods(told));
  return (pod) => names.has(namespacedName(pod)) || listPodIPs(pod).some((address) => addresses.has(address));
}

/** A test of Pods: whether the controller that makes one is in the texts. */
export function workloadTest({ deployments, others = [] }: ClusterObjects): (pod: PodObject) => boolean {
  const told = new Set([...deployments, ...others].map(({ metadata }) => nameHoused(metadata ?? {})));
  // web-7d9f of the ReplicaSet that web of the texts made, or web itself.
  const isOwner = (name: string, namespace: string): boolean => {
    const words = name.split('-');
    return words.some((_, nth) => told.has(nameHoused({ namespace, name: words.slice(0, nth + 1).join('-') })));
  };
  return (pod) => (pod.metadata.ownerReferences ?? []).some(({ name }) => isOwner(name, getNamespace(pod)));
}

const nameHoused = ({ namespace = 'default', name = '' }: Partial<ObjectName>): string => `${namespace}/${name}`;

/** A test of Pods: whether one stands in no text: not by name, not as an endpoint, not by its controller. */
export function madeUpTest(told: ClusterObjects): (pod: PodObject) => boolean {
  const names = new Set(told.pods.map(namespacedName));
  const [isEndpoint, isOfWorkload] = [endpointTest(told), workloadTest(told)];
  return (pod) => !names.has(namespacedName(pod)) && !isOfWorkload(pod) && !isEndpoint(pod);
}

/**
 * Counts what was made up beside the objects of the texts: the one source of every sentence that says how much. Slices that a
 * controller makes of Pods that are told are not made up, though no text has them.
 */
export function countMade(told: ClusterObjects, made: ClusterObjects): MadeObjects {
  const walked = completeCluster(made);
  const nodes = new Set([...withKindNodes(told).nodes.map(({ metadata }) => metadata.name), ...listNamedNodes(told)]);
  const services = new Set(told.services.map(namespacedName));
  const named = new Set([...told.pods.map(namespacedName), ...listNamedPods(told)]);
  const unnamed = walked.pods.filter((pod) => !named.has(namespacedName(pod)));
  const madeServices = walked.services.filter((each) => !services.has(namespacedName(each)));
  const isMadeUp = madeUpTest(told);
  const slices = listMadeSlices(told, walked, isMadeUp);
  return {
    nodes: walked.nodes.filter(({ metadata }) => !nodes.has(metadata.name)).length,
    services: madeServices.length,
    pods: unnamed.length,
    placed: unnamed.filter((pod) => !isMadeUp(pod)).length,
    slices: slices.length,
    own: [...madeServices.map(namespacedName), ...slices.map(findOwnerKey)].filter((key) => key === API).length,
  };
}

const API = 'default/kubernetes';

const findOwnerKey = (slice: EndpointSliceObject): string => `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`;

function listMadeSlices(
  told: ClusterObjects,
  { endpointSlices, pods }: ClusterObjects,
  isMadeUp: (pod: PodObject) => boolean,
): readonly EndpointSliceObject[] {
  const owners = new Set(told.endpointSlices.map(findOwnerKey));
  const known = new Set(pods.filter((pod) => !isMadeUp(pod)).flatMap(listPodIPs));
  const isKnown = ({ endpoints }: EndpointSliceObject): boolean =>
    (endpoints ?? []).every(({ addresses = [] }) => addresses.every((address) => known.has(address)));
  return endpointSlices.filter((slice) => !owners.has(findOwnerKey(slice)) && !isKnown(slice));
}
