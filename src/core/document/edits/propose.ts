import { completeNodes } from '../../kubernetes/controllers/nodes';
import { ownerServiceOf } from '../../kubernetes/defaults';
import { namespaceOf } from '../../kubernetes/meta';
import type {
  ClusterObjects,
  ClusterSettings,
  EndpointSliceObject,
  NodeObject,
  OtherObject,
  PodObject,
  ServiceObject,
  ServicePort,
} from '../../kubernetes/types';
import { cidrOf, formatCidr, parseIp } from '../../net/ip';
import { freeNumberedName } from './copies';
import { defined } from './cluster';

/** A bench of one machine shows no packet between two. */
const FEWEST_NODES = 2;
/** Endpoints spread wider than this are not read as Nodes. */
const MOST_NODES = 16;
/** The network of one Node: `--node-cidr-mask-size` of each family. */
const NODE_MASK = { ipv4: 24, ipv6: 64 } as const;

/** The objects with the Services that their endpoints and Ingresses are of; the same objects if none is missing. */
export function withNamedServices(cluster: ClusterObjects): ClusterObjects {
  const known = new Set(cluster.services.map(nameOf));
  const missing = new Map<string, ServiceObject>();
  const ofSlices = cluster.endpointSlices.flatMap((slice) => serviceOfSlice(slice) ?? []);
  const ofIngresses = (cluster.others ?? []).filter(({ kind }) => kind === 'Ingress').flatMap(servicesOfIngress);
  for (const service of [...ofSlices, ...ofIngresses]) {
    const name = nameOf(service);
    if (known.has(name)) continue;
    const before = missing.get(name);
    missing.set(name, before ? { ...before, spec: { ...before.spec, ports: mergedPorts(before, service) } } : service);
  }
  return missing.size === 0 ? cluster : { ...cluster, services: [...cluster.services, ...missing.values()] };
}

const nameOf = (object: ServiceObject): string => `${namespaceOf(object)}/${object.metadata.name}`;

function serviceObject(namespace: string, name: string, spec: ServiceObject['spec']): ServiceObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace }, spec };
}

/** A Service without a selector, so that what the slice says stays as it is said. */
function serviceOfSlice(slice: EndpointSliceObject): ServiceObject | undefined {
  const name = ownerServiceOf(slice);
  if (name === undefined) return undefined;
  const ports = (slice.ports ?? []).flatMap(({ name: called, protocol, port }) =>
    port === undefined ? [] : [defined({ name: called || undefined, protocol, port, targetPort: port })],
  );
  return ports.length === 0 ? undefined : serviceObject(namespaceOf(slice), name, { ports });
}

function mergedPorts(one: ServiceObject, other: ServiceObject): readonly ServicePort[] {
  const key = ({ protocol = 'TCP', port }: ServicePort): string => `${protocol} ${port}`;
  const all = [...(one.spec.ports ?? []), ...(other.spec.ports ?? [])];
  return [...new Map(all.map((each) => [key(each), each])).values()];
}

/** The backends of an Ingress, of `networking.k8s.io/v1` and of the betas before it. */
function servicesOfIngress(ingress: OtherObject): ServiceObject[] {
  const namespace = ingress.metadata?.namespace ?? 'default';
  return backendsIn(ingress).map(({ name, port, called }) =>
    serviceObject(namespace, name, {
      selector: { app: name },
      ports: [defined({ name: called, protocol: 'TCP' as const, port, targetPort: 8080 })],
    }),
  );
}

interface Backend {
  readonly name: string;
  readonly port: number;
  readonly called?: string | undefined;
}

/** Wherever it stands in the object: nothing else in an Ingress has these fields. */
function backendsIn(value: unknown): Backend[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(backendsIn);
  const fields = value as Readonly<Record<string, unknown>>;
  const { service, serviceName, servicePort } = fields as {
    readonly service?: {
      readonly name?: unknown;
      readonly port?: { readonly number?: unknown; readonly name?: unknown };
    };
    readonly serviceName?: unknown;
    readonly servicePort?: unknown;
  };
  if (typeof serviceName === 'string') return [backend(serviceName, servicePort)];
  if (typeof service?.name === 'string') return [backend(service.name, service.port?.number ?? service.port?.name)];
  return Object.values(fields).flatMap(backendsIn);
}

/** A port that is only named is 80. */
function backend(name: string, port: unknown): Backend {
  if (typeof port === 'number') return { name, port };
  return { name, port: 80, called: typeof port === 'string' ? port : undefined };
}

/**
 * The objects with Nodes to stand on, and a Pod for each endpoint that is told by its address alone. Nodes are those
 * that Pods and endpoints name, and one for each network the addresses are in. A cluster with Nodes stays as it is.
 */
export function withNodes(cluster: ClusterObjects, settings: ClusterSettings): ClusterObjects {
  if (cluster.nodes.length > 0) return cluster;
  const told = [
    ...cluster.pods.map(({ spec }) => spec.nodeName),
    ...cluster.endpointSlices.flatMap(({ endpoints }) => (endpoints ?? []).map(({ nodeName }) => nodeName)),
  ];
  const nodes = [...new Set(told.filter((name) => name !== undefined))].map((name) => nodeObject(name));
  const { pods, podCIDRs } = podsOfEndpoints(cluster, nodes);
  nodes.push(...podCIDRs.map(([name, podCIDR]) => nodeObject(name, podCIDR)));
  while (nodes.length < FEWEST_NODES) nodes.push(nodeObject(freeNumberedName(nodes, 'node')));
  return { ...cluster, nodes: completeNodes(nodes, settings, []), pods: [...cluster.pods, ...pods] };
}

function nodeObject(name: string, podCIDR?: string): NodeObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    spec: podCIDR === undefined ? {} : { podCIDR, podCIDRs: [podCIDR] },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

interface EndpointPods {
  readonly pods: readonly PodObject[];
  /** Nodes besides the told ones, with the network their Pods are in. */
  readonly podCIDRs: readonly (readonly [node: string, podCIDR: string])[];
}

function podsOfEndpoints(cluster: ClusterObjects, told: readonly NodeObject[]): EndpointPods {
  const known = new Set(cluster.pods.map(({ status }) => status?.podIP));
  const made = [...told];
  const byNetwork = new Map<string, string>();
  const placeOf = (address: string): string | undefined => {
    const read = parseIp(address);
    if (!read.ok) return undefined;
    const network = formatCidr(cidrOf(read.value, NODE_MASK[read.value.family]));
    const there = byNetwork.get(network);
    if (there !== undefined || byNetwork.size >= MOST_NODES) return there;
    const node = nodeObject(freeNumberedName(made, 'node'), network);
    made.push(node);
    byNetwork.set(network, node.metadata.name);
    return node.metadata.name;
  };
  const selectors = new Map(cluster.services.map((service) => [nameOf(service), service.spec.selector]));
  const pods: PodObject[] = [];
  for (const slice of cluster.endpointSlices) {
    const namespace = namespaceOf(slice);
    const owner = ownerServiceOf(slice) ?? slice.metadata.name;
    const labels = selectors.get(`${namespace}/${owner}`) ?? { app: owner };
    for (const { addresses = [], nodeName, targetRef, conditions } of slice.endpoints ?? []) {
      const [ip] = addresses;
      if (ip === undefined || known.has(ip)) continue;
      const node = nodeName ?? placeOf(ip);
      if (node === undefined) continue;
      known.add(ip);
      const name = targetRef?.kind === 'Pod' && targetRef.name ? targetRef.name : `${owner}-${pods.length + 1}`;
      pods.push(podObject({ name, namespace, labels }, { ip, node, ready: conditions?.ready !== false, slice }));
    }
  }
  return { pods, podCIDRs: [...byNetwork].map(([network, name]) => [name, network]) };
}

interface Place {
  readonly ip: string;
  readonly node: string;
  readonly ready: boolean;
  readonly slice: EndpointSliceObject;
}

function podObject(metadata: PodObject['metadata'], { ip, node, ready, slice }: Place): PodObject {
  const ports = (slice.ports ?? []).flatMap(({ name, protocol = 'TCP', port }) =>
    port === undefined ? [] : [defined({ name: name || undefined, containerPort: port, protocol })],
  );
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { nodeName: node, containers: [{ name: 'main', ports }] },
    status: {
      phase: 'Running',
      podIP: ip,
      podIPs: [{ ip }],
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
    },
  };
}
