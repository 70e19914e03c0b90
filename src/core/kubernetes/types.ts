import type { SchemaValue } from '../lib/schema-value';
import type { KIND_SCHEMAS, KnownKind } from './object-schemas';

export type Protocol = 'TCP' | 'UDP' | 'SCTP';
export type Labels = Readonly<Record<string, string>>;

/** An object of a kind, with the fields that its schema in object-schemas.ts has. */
export type ObjectOfKind<Kind extends KnownKind> = SchemaValue<(typeof KIND_SCHEMAS)[Kind]['schema']> & {
  readonly apiVersion: (typeof KIND_SCHEMAS)[Kind]['apiVersion'];
  readonly kind: Kind;
};

/** A type whose fields of these names are there: whatever reads an object fills them in. */
type Filled<Type, Names extends keyof Type> = Type & Required<Pick<Type, Names>>;

export type NodeObject = Filled<ObjectOfKind<'Node'>, 'spec' | 'status'>;
export type PodObject = Filled<ObjectOfKind<'Pod'>, 'spec'>;
export type DeploymentObject = ObjectOfKind<'Deployment'>;
export type ServiceObject = ObjectOfKind<'Service'>;
export type EndpointSliceObject = ObjectOfKind<'EndpointSlice'>;

export type ObjectMeta = NodeObject['metadata'];
export type PodSpec = PodObject['spec'];
export type Container = NonNullable<PodSpec['containers']>[number];
export type ContainerPort = NonNullable<Container['ports']>[number];
export type ServiceType = NonNullable<ServiceObject['spec']['type']>;
export type TrafficPolicy = NonNullable<ServiceObject['spec']['internalTrafficPolicy']>;
export type ServicePort = NonNullable<ServiceObject['spec']['ports']>[number];
export type Endpoint = NonNullable<EndpointSliceObject['endpoints']>[number];

export type KubernetesObject = NodeObject | PodObject | DeploymentObject | ServiceObject | EndpointSliceObject;

/**
 * Objects as etcd would hold them. Endpoint slices appear here only when they are given (Services without selector,
 * pasted clusters); those of Services with a selector are rebuilt from Pods (controllers/endpointslice.ts) unless the
 * cluster came with them and without Pods.
 */
export interface ClusterObjects {
  readonly nodes: readonly NodeObject[];
  readonly pods: readonly PodObject[];
  readonly deployments: readonly DeploymentObject[];
  readonly services: readonly ServiceObject[];
  readonly endpointSlices: readonly EndpointSliceObject[];
  /** Objects of kinds the bench does not use, kept as they came so that nothing pasted is lost. */
  readonly others?: readonly OtherObject[];
}

/** An object of a kind the bench does not read: an Ingress, a ConfigMap. */
export interface OtherObject {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly metadata?: Partial<ObjectMeta>;
}

/** Flags of the API server and controller manager that decide addresses. */
export interface ClusterSettings {
  /** `--service-cluster-ip-range`, one per family. */
  readonly serviceClusterIPRange: readonly string[];
  /** `--cluster-cidr` of the controller manager: nodes' podCIDRs are cut from it (/24 or /64 each). */
  readonly clusterCIDR: readonly string[];
  /** `--service-node-port-range`. */
  readonly serviceNodePortRange: readonly [from: number, to: number];
  /** Node InternalIPs are given from here, one CIDR per family. */
  readonly physicalNetwork: readonly string[];
  readonly clusterDomain: string;
  /** Where Services of type LoadBalancer get their addresses; absent: 198.51.100.0/24 and 2001:db8:100::/64. */
  readonly loadBalancerPool?: readonly string[];
}

export type { KubeProxyConfig } from './config-table';
export type { ProxyModeId } from './mode-ids';

/** Well-known labels and annotations (k8s.io/api discovery/v1, core/v1). */
export const LABEL_SERVICE_NAME = 'kubernetes.io/service-name';
export const LABEL_MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
export const LABEL_HEADLESS = 'service.kubernetes.io/headless';
export const LABEL_PROXY_NAME = 'service.kubernetes.io/service-proxy-name';
export const LABEL_ZONE = 'topology.kubernetes.io/zone';
export const ANNOTATION_TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';
export const ANNOTATION_TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
export const ENDPOINTSLICE_CONTROLLER = 'endpointslice-controller.k8s.io';

/** The namespace of a namespaced object; `default` when it is left out, as kubectl does. */
export function getNamespace(object: { readonly metadata: ObjectMeta }): string {
  return object.metadata.namespace ?? 'default';
}

/** `namespace/name`. */
export function namespacedName(object: { readonly metadata: ObjectMeta }): string {
  return `${getNamespace(object)}/${object.metadata.name}`;
}

/** Orders texts by their UTF-16 units, as Go's sort of ASCII strings does (no locale). */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The Node a proxy runs on; undefined if the cluster has no such Node. */
export function ownNode(cluster: ClusterObjects, name: string): NodeObject | undefined {
  return cluster.nodes.find(({ metadata }) => metadata.name === name);
}

/** The clusterIPs of a Service; none of one that is headless, or that is not there. */
export function listClusterIPs(service: ServiceObject | undefined): readonly string[] {
  const { clusterIPs = [], clusterIP = '' } = service?.spec ?? {};
  return (clusterIPs.length > 0 ? clusterIPs : [clusterIP]).filter((text) => text !== '' && text !== 'None');
}

/** Where the load balancer of a Service is asked from outside. */
interface FrontAddress {
  readonly ip: string;
  /** The name it was given in place of an address: what its DNS says nobody here knows, so the address stands in. */
  readonly hostname?: string;
}

/** The addresses of a Service's load balancer; one that has a name only stands at an address of its own. */
export function listFrontAddresses({ status }: Pick<ServiceObject, 'status'>): readonly FrontAddress[] {
  return (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }): FrontAddress[] => {
    if (ip) return [{ ip }];
    return hostname ? [{ ip: standInFor(hostname), hostname }] : [];
  });
}

/** An address that follows from a name, of 198.18.0.0/15, which no network routes (RFC 2544); by the FNV-1a hash. */
function standInFor(hostname: string): string {
  let hash = 0x811c9dc5;
  for (const letter of hostname) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return `198.${18 + ((hash >>> 16) & 1)}.${(hash >>> 8) & 255}.${hash & 255}`;
}
