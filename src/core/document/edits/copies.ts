import {
  getNamespace,
  type ClusterObjects,
  type DeploymentObject,
  type KubernetesObject,
  type NodeObject,
  type PodObject,
  type ServiceObject,
} from '../../kubernetes/types';
import { allObjects, defined, reconcileDocument } from './cluster';
import { freeName, freeNumberedName } from './object-names';
import { nodeSettings, withNodeSettings } from '../../kubernetes/network/node-settings';
import type { Document } from '../document';

const TEMPLATE_HASH = 'pod-template-hash';

/**
 * Adds objects beside those that are there, as `kubectl create` with a new name where the name is taken. What only
 * one object can have (addresses, node ports, a Deployment's hold on a Pod) is left out of a copy and given anew.
 */
export function addCopies(document: Document, objects: readonly KubernetesObject[]): Document {
  if (objects.length === 0) return document;
  let cluster = document.cluster;
  for (const object of objects) cluster = withCopy(cluster, object);
  return reconcileDocument(document, cluster);
}

/** The objects of a cluster that came in, without what the control plane makes of them itself. */
export function ownObjects(cluster: ClusterObjects): readonly KubernetesObject[] {
  return allObjects(cluster).filter(({ kind }) => kind !== 'EndpointSlice');
}

function withCopy(cluster: ClusterObjects, object: KubernetesObject): ClusterObjects {
  switch (object.kind) {
    case 'Node':
      return { ...cluster, nodes: [...cluster.nodes, nodeCopy(object, cluster)] };
    case 'Service':
      return { ...cluster, services: [...cluster.services, serviceCopy(object, cluster)] };
    case 'Deployment':
      return { ...cluster, deployments: [...cluster.deployments, deploymentCopy(object, cluster)] };
    case 'Pod':
      return { ...cluster, pods: [...cluster.pods, podCopy(object, cluster)] };
    case 'EndpointSlice':
      return { ...cluster, endpointSlices: [...cluster.endpointSlices, named(object, cluster.endpointSlices)] };
  }
}

function named<T extends KubernetesObject>(object: T, taken: readonly T[]): T {
  const name = freeName(taken, { namespace: getNamespace(object), name: object.metadata.name });
  return name === object.metadata.name ? object : { ...object, metadata: { ...object.metadata, name } };
}

function nodeCopy(node: NodeObject, { nodes }: ClusterObjects): NodeObject {
  if (!nodes.some(({ metadata }) => metadata.name === node.metadata.name)) return node;
  const stem = node.metadata.name.replace(/\d+$/, '');
  const { podCIDR: _cidr, podCIDRs: _cidrs, ...spec } = node.spec;
  const { annotations: _notes, ...metadata } = node.metadata;
  const { addresses: _addresses, ...status } = node.status;
  const { routes: _routes, ...settings } = nodeSettings(node);
  const copy = { ...node, metadata: { ...metadata, name: freeNumberedName(nodes, stem) }, spec, status };
  return withNodeSettings(copy, settings);
}

function serviceCopy(service: ServiceObject, { services }: ClusterObjects): ServiceObject {
  const copy = named(service, services);
  const addresses = new Set(services.flatMap(({ spec }) => [...(spec.clusterIPs ?? []), spec.clusterIP]));
  const ports = new Set(services.flatMap(({ spec }) => spec.ports?.map(({ nodePort }) => nodePort)));
  const { clusterIP, clusterIPs, healthCheckNodePort: _health, ...spec } = copy.spec;
  const own = (clusterIPs ?? [clusterIP]).some((ip) => ip !== 'None' && addresses.has(ip));
  const { status: _status, ...rest } = copy;
  return {
    ...rest,
    spec: defined({
      ...spec,
      ...(own ? {} : { clusterIP, clusterIPs }),
      ports: spec.ports?.map((port) =>
        port.nodePort !== undefined && ports.has(port.nodePort) ? defined({ ...port, nodePort: undefined }) : port,
      ),
    }),
  };
}

function deploymentCopy(deployment: DeploymentObject, { deployments }: ClusterObjects): DeploymentObject {
  const { annotations: _notes, ...metadata } = deployment.metadata;
  return named({ ...deployment, metadata }, deployments);
}

/** A Pod of its own: nobody makes it anew, what selects it by its other labels still does. */
function podCopy(pod: PodObject, { pods, nodes }: ClusterObjects): PodObject {
  const { ownerReferences: _owner, labels = {}, ...metadata } = pod.metadata;
  const { [TEMPLATE_HASH]: _hash, ...own } = labels;
  const { nodeName, ...spec } = pod.spec;
  const known = nodes.some((node) => node.metadata.name === nodeName);
  const ready = pod.status?.conditions?.filter(({ type }) => type === 'Ready') ?? [];
  const { status: _status, ...rest } = pod;
  return named(
    {
      ...rest,
      metadata: { ...metadata, labels: own },
      spec: known ? { ...spec, nodeName } : spec,
      ...(ready.length > 0 ? { status: { conditions: ready } } : {}),
    },
    pods,
  );
}
