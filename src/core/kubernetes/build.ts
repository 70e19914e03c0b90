import type {
  ClusterObjects,
  DeploymentObject,
  EndpointSliceObject,
  KubernetesObject,
  Labels,
  NodeObject,
  PodObject,
  ServiceObject,
  ServicePort,
} from './types';

/** Short builders for tests, examples and lessons: `cluster(node('node1'), service('web', {...}))`. */
export const EMPTY_CLUSTER: ClusterObjects = { nodes: [], pods: [], deployments: [], services: [], endpointSlices: [] };

/** Sorts objects into their lists, keeping their order. */
export function buildCluster(...objects: readonly KubernetesObject[]): ClusterObjects {
  return makeCluster(objects);
}

/** Sorts a list of objects by kind, keeping their order; kinds that have no list are left out. */
export function makeCluster(objects: readonly KubernetesObject[]): ClusterObjects {
  const of = <K extends KubernetesObject['kind']>(kind: K): Extract<KubernetesObject, { kind: K }>[] =>
    objects.filter((object): object is Extract<KubernetesObject, { kind: K }> => object.kind === kind);
  return {
    nodes: of('Node'),
    pods: of('Pod'),
    deployments: of('Deployment'),
    services: of('Service'),
    endpointSlices: of('EndpointSlice'),
  };
}

/** Reads `name` (namespace default) or `namespace/name`. */
function metadata(name: string, labels?: Labels): ServiceObject['metadata'] {
  const [first = '', second] = name.split('/');
  const named = second === undefined ? { namespace: 'default', name: first } : { namespace: first, name: second };
  return labels ? { ...named, labels } : named;
}

/** A Ready Node. */
export function node(
  name: string,
  options: { addresses?: readonly string[]; podCIDRs?: readonly string[]; zone?: string } = {},
): NodeObject {
  const labels: Labels = options.zone === undefined ? {} : { 'topology.kubernetes.io/zone': options.zone };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: options.podCIDRs ? { podCIDR: options.podCIDRs[0], podCIDRs: options.podCIDRs } : {},
    status: {
      addresses: (options.addresses ?? []).map((address) => ({ type: 'InternalIP', address })),
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

/** A running Pod: Ready unless said otherwise. */
export function pod(
  name: string,
  options: { node?: string; ips?: readonly string[]; labels?: Labels; ready?: boolean } & Partial<
    PodObject['spec']
  > = {},
): PodObject {
  const { node: nodeName, ips = [], labels, ready = true, ...spec } = options;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(name, labels),
    spec: nodeName === undefined ? spec : { nodeName, ...spec },
    status: {
      phase: 'Running',
      ...(ips.length > 0 ? { podIP: ips[0], podIPs: ips.map((ip) => ({ ip })) } : {}),
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
    },
  };
}

/** A Deployment whose Pods carry `labels`. */
export function deployment(
  name: string,
  options: { replicas?: number; labels: Labels } & Partial<PodObject['spec']>,
): DeploymentObject {
  const { replicas, labels, ...spec } = options;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(name),
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
    },
  };
}

/** A Service; `ports` may be bare numbers. */
export function service(
  name: string,
  options: Omit<ServiceObject['spec'], 'ports'> & {
    ports?: readonly (number | ServicePort)[];
    ingress?: readonly string[];
    annotations?: Labels;
  } = {},
): ServiceObject {
  const { ports, ingress, annotations, ...spec } = options;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: annotations ? { ...metadata(name), annotations } : metadata(name),
    spec: { ...spec, ...(ports ? { ports: ports.map((port) => (typeof port === 'number' ? { port } : port)) } : {}) },
    ...(ingress ? { status: { loadBalancer: { ingress: ingress.map((ip) => ({ ip })) } } } : {}),
  };
}

/** The EndpointSlice of a Service: `endpoints('web', 8080, [['10.244.1.5', 'node1']])`. */
export function endpoints(
  name: string,
  port: number | NonNullable<EndpointSliceObject['ports']>,
  addresses: readonly (string | readonly [address: string, node: string])[],
): EndpointSliceObject {
  const owner = metadata(name);
  const list = addresses.map((entry) => (typeof entry === 'string' ? ([entry, undefined] as const) : entry));
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { ...owner, name: `${owner.name}-1`, labels: { 'kubernetes.io/service-name': owner.name } },
    addressType: list[0]?.[0].includes(':') ? 'IPv6' : 'IPv4',
    ports: typeof port === 'number' ? [{ name: '', protocol: 'TCP', port }] : port,
    endpoints: list.map(([address, nodeName]) => ({
      addresses: [address],
      conditions: { ready: true, serving: true, terminating: false },
      ...(nodeName === undefined ? {} : { nodeName }),
    })),
  };
}
