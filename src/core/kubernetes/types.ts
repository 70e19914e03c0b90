/**
 * The API objects the bench holds, with the API's own field names and nesting
 * (k8s.io/api core/v1, apps/v1, discovery/v1). Fields we never read are kept in `extra` by the
 * YAML format so that nothing a person pasted is lost.
 */
export type Protocol = 'TCP' | 'UDP' | 'SCTP';
export type Labels = Readonly<Record<string, string>>;

export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Labels;
  readonly annotations?: Labels;
  readonly uid?: string;
  readonly generateName?: string;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly ownerReferences?: readonly { readonly apiVersion?: string; readonly kind: string; readonly name: string }[];
}

export interface NodeObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Node';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly podCIDR?: string;
    readonly podCIDRs?: readonly string[];
    readonly unschedulable?: boolean;
    readonly taints?: readonly { readonly key: string; readonly effect: string; readonly value?: string }[];
  };
  readonly status: {
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly allocatable?: Readonly<Record<string, string>>;
    /** Versions that kubelet reports of the machine: `6.1.0-50-amd64`, `v1.30.5`. */
    readonly nodeInfo?: {
      readonly kernelVersion?: string;
      readonly kubeletVersion?: string;
      readonly kubeProxyVersion?: string;
    };
  };
}

export interface ContainerPort {
  readonly name?: string;
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: Protocol;
}

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly ports?: readonly ContainerPort[];
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly hostNetwork?: boolean;
  readonly dnsPolicy?: 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None';
  readonly dnsConfig?: {
    readonly nameservers?: readonly string[];
    readonly searches?: readonly string[];
    readonly options?: readonly { readonly name: string; readonly value?: string }[];
  };
  readonly hostname?: string;
  readonly subdomain?: string;
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly (Container & { readonly restartPolicy?: string })[];
}

export interface PodObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Pod';
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  readonly status?: {
    readonly phase?: string;
    readonly podIP?: string;
    readonly podIPs?: readonly { readonly ip: string }[];
    readonly hostIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** apps/v1 Deployment: only what makes Pods. */
export interface DeploymentObject {
  readonly apiVersion: 'apps/v1';
  readonly kind: 'Deployment';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly replicas?: number;
    readonly selector: { readonly matchLabels?: Labels };
    readonly template: { readonly metadata?: { readonly labels?: Labels }; readonly spec?: PodSpec };
  };
}

export type ServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';
export type TrafficPolicy = 'Cluster' | 'Local';

export interface ServicePort {
  readonly name?: string;
  readonly protocol?: Protocol;
  readonly port: number;
  readonly targetPort?: number | string;
  readonly nodePort?: number;
  readonly appProtocol?: string;
}

export interface ServiceObject {
  readonly apiVersion: 'v1';
  readonly kind: 'Service';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly type?: ServiceType;
    readonly selector?: Labels;
    readonly clusterIP?: string;
    readonly clusterIPs?: readonly string[];
    readonly ipFamilies?: readonly ('IPv4' | 'IPv6')[];
    readonly ipFamilyPolicy?: 'SingleStack' | 'PreferDualStack' | 'RequireDualStack';
    readonly ports?: readonly ServicePort[];
    readonly externalIPs?: readonly string[];
    readonly externalName?: string;
    readonly loadBalancerIP?: string;
    readonly loadBalancerSourceRanges?: readonly string[];
    readonly loadBalancerClass?: string;
    readonly allocateLoadBalancerNodePorts?: boolean;
    readonly externalTrafficPolicy?: TrafficPolicy;
    readonly internalTrafficPolicy?: TrafficPolicy;
    readonly trafficDistribution?: string;
    readonly healthCheckNodePort?: number;
    readonly publishNotReadyAddresses?: boolean;
    readonly sessionAffinity?: 'None' | 'ClientIP';
    readonly sessionAffinityConfig?: { readonly clientIP?: { readonly timeoutSeconds?: number } };
  };
  readonly status?: {
    readonly loadBalancer?: {
      readonly ingress?: readonly {
        readonly ip?: string;
        readonly hostname?: string;
        readonly ipMode?: 'VIP' | 'Proxy';
      }[];
    };
  };
}

export interface Endpoint {
  readonly addresses?: readonly string[];
  readonly conditions?: { readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean };
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly zone?: string;
  readonly hints?: {
    readonly forZones?: readonly { readonly name: string }[];
    readonly forNodes?: readonly { readonly name: string }[];
  };
  readonly targetRef?: {
    readonly kind?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly uid?: string;
  };
}

export interface EndpointSliceObject {
  readonly apiVersion: 'discovery.k8s.io/v1';
  readonly kind: 'EndpointSlice';
  readonly metadata: ObjectMeta;
  readonly addressType: 'IPv4' | 'IPv6' | 'FQDN';
  readonly ports?: readonly {
    readonly name?: string;
    readonly protocol?: Protocol;
    readonly port?: number;
    readonly appProtocol?: string;
  }[];
  readonly endpoints?: readonly Endpoint[];
}

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
