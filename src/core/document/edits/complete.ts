import { cidrsOfServices } from '../../kubernetes/service-cidr';
import {
  type ClusterObjects,
  type ClusterSettings,
  type NodeObject,
  type EndpointSliceObject,
  type OtherObject,
  type ServiceObject,
  type ServicePort,
  getNamespace,
} from '../../kubernetes/types';
import {
  makeCidr,
  contains,
  formatCidr,
  parseCidr,
  type Cidr,
  addToIp,
  formatIp,
  getBits,
  parseIp,
  type IpAddress,
  type IpFamily,
} from '../../net/ip';
import type { Reconstruction } from '../../paste/proxy/types';
import { listPodCIDRs } from '../../kubernetes/proxy/shared/local-traffic';
import { isRouteObject } from '../../kubernetes/ingress/kinds';
import { findOwnerService } from '../../kubernetes/defaults';
import { defined } from './cluster';

/** The objects with the Services that their endpoints and Ingresses are of; the same objects if none is missing. */
export function addMissingServices(cluster: ClusterObjects): ClusterObjects {
  const known = new Set(cluster.services.map(formatServiceName));
  const missing = new Map<string, ServiceObject>();
  const ofSlices = cluster.endpointSlices.flatMap((slice) => serviceOfSlice(slice) ?? []);
  const ofIngresses = (cluster.others ?? []).filter(isRouteObject).flatMap(servicesOfIngress);
  for (const service of [...ofSlices, ...ofIngresses]) {
    const name = formatServiceName(service);
    // The API server keeps its own, wherever its slice was seen.
    if (known.has(name) || name === 'default/kubernetes') continue;
    const before = missing.get(name);
    missing.set(name, before ? { ...before, spec: { ...before.spec, ports: mergedPorts(before, service) } } : service);
  }
  return missing.size === 0 ? cluster : { ...cluster, services: [...cluster.services, ...missing.values()] };
}

export const formatServiceName = (object: ServiceObject): string => `${getNamespace(object)}/${object.metadata.name}`;

function serviceObject(namespace: string, name: string, spec: ServiceObject['spec']): ServiceObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace }, spec };
}

/** A Service without a selector, so that what the slice says stays as it is said. */
function serviceOfSlice(slice: EndpointSliceObject): ServiceObject | undefined {
  const name = findOwnerService(slice);
  if (name === undefined) return undefined;
  const ports = (slice.ports ?? []).flatMap(({ name: called, protocol, port }) =>
    port === undefined ? [] : [defined({ name: called || undefined, protocol, port, targetPort: port })],
  );
  return ports.length === 0 ? undefined : serviceObject(getNamespace(slice), name, { ports });
}

function mergedPorts(one: ServiceObject, other: ServiceObject): readonly ServicePort[] {
  const key = ({ protocol = 'TCP', port }: ServicePort): string => `${protocol} ${port}`;
  const all = [...(one.spec.ports ?? []), ...(other.spec.ports ?? [])];
  return [...new Map(all.map((each) => [key(each), each])).values()];
}

/** The backends of an Ingress, of `networking.k8s.io/v1` and of the betas before it, or of an HTTPRoute. */
function servicesOfIngress(ingress: OtherObject): ServiceObject[] {
  const namespace = ingress.metadata?.namespace ?? 'default';
  return backendsIn(ingress).map(({ name, port, called, namespace: other }) =>
    serviceObject(other ?? namespace, name, {
      selector: { app: name },
      ports: [defined({ name: called, protocol: 'TCP' as const, port, targetPort: 8080 })],
    }),
  );
}

interface Backend {
  readonly name: string;
  readonly port: number;
  readonly called?: string | undefined;
  /** Absent: that of the object. */
  readonly namespace?: string;
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
  if (Array.isArray(fields['backendRefs'])) return (fields['backendRefs'] as unknown[]).flatMap(backendOfRef);
  if (typeof serviceName === 'string') return [backend(serviceName, servicePort)];
  if (typeof service?.name === 'string') return [backend(service.name, service.port?.number ?? service.port?.name)];
  return Object.values(fields).flatMap(backendsIn);
}

/** As an HTTPRoute names a Service. */
function backendOfRef(ref: unknown): Backend[] {
  if (typeof ref !== 'object' || ref === null) return [];
  const { kind = 'Service', name, namespace, port } = ref as Readonly<Record<string, unknown>>;
  if (kind !== 'Service' || typeof name !== 'string') return [];
  return [{ ...backend(name, port), ...(typeof namespace === 'string' ? { namespace } : {}) }];
}

/** A port that is only named is 80. */
function backend(name: string, port: unknown): Backend {
  if (typeof port === 'number') return { name, port };
  return { name, port: 80, called: typeof port === 'string' ? port : undefined };
}

type Made = Pick<Reconstruction, 'cluster' | 'config' | 'node'>;

/** What a cluster on the bench needs besides what rules tell: ranges, and a place for every address. */
export interface CompletedCluster {
  readonly cluster: ClusterObjects;
  readonly settings: Omit<ClusterSettings, 'clusterDomain'>;
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];
/** `--service-cluster-ip-range` of kubeadm. */
const SERVICES: Readonly<Record<IpFamily, string>> = { ipv4: '10.96.0.0/12', ipv6: 'fd00:10:96::/112' };
/** At most so narrow: a Service range, the Pod network, a Node's part of it, the network the Nodes are on. */
const NARROWEST = { services: { ipv4: 24, ipv6: 112 }, pods: { ipv4: 16, ipv6: 48 }, node: { ipv4: 24, ipv6: 64 } };
/** `--service-node-port-range`. */
const NODE_PORTS: readonly [number, number] = [30_000, 32_767];

/**
 * Puts a reconstructed cluster where Pods can have wires: every Node with a part of the Pod network that
 * holds its Pods and no other's, ranges that hold what was read. kube-proxy's rules do not change by it.
 */
export function completeObjects({ cluster, config, node }: Made): CompletedCluster {
  const families = FAMILIES.filter((family) => listAddresses(cluster.nodes[0]).some((each) => each.family === family));
  const pods = podNetworks(cluster, config.clusterCIDR ?? '', families);
  const nodes = withAddresses(withPodCIDRs(cluster, node, families), cluster);
  const physical = listAddresses(nodes[0]);
  return {
    cluster: { ...cluster, nodes },
    settings: {
      serviceClusterIPRange: families.map((family) => serviceRange(cluster, family)),
      clusterCIDR: pods.map(formatCidr),
      serviceNodePortRange: nodePortRange(cluster),
      physicalNetwork: families.flatMap((family) => {
        const own = physical.find((address) => address.family === family);
        return own ? [formatCidr(makeCidr(own, NARROWEST.node[family]))] : [];
      }),
    },
  };
}

function ips(texts: readonly (string | undefined)[]): IpAddress[] {
  return texts.flatMap((text) => {
    const parsed = parseIp(text ?? '');
    return parsed.ok ? [parsed.value] : [];
  });
}

function cidrs(texts: readonly string[]): Cidr[] {
  return texts.flatMap((text) => {
    const parsed = parseCidr(text.trim());
    return parsed.ok ? [parsed.value] : [];
  });
}

function listAddresses(node: NodeObject | undefined): IpAddress[] {
  return ips((node?.status.addresses ?? []).map(({ address }) => address));
}

/** No range that is guessed is wider: what spreads wider is of several networks. */
const WIDEST = { ipv4: 8, ipv6: 32 } as const;

/** The longest prefix with all of them, at most so long; undefined without any, or where they spread too wide. */
function holding(addresses: readonly IpAddress[], longest: number): Cidr | undefined {
  const [first] = addresses;
  if (!first) return undefined;
  for (let prefix = longest; prefix >= WIDEST[first.family]; prefix--) {
    const cidr = makeCidr(first, prefix);
    if (addresses.every((address) => contains(cidr, address))) return cidr;
  }
  return undefined;
}

/** The longest prefix that {@link holding} gives and that holds none of the other addresses; undefined where there is none. */
function holdingApart(addresses: readonly IpAddress[], longest: number, others: readonly Cidr[]): Cidr | undefined {
  const widest = holding(addresses, longest);
  if (!widest) return undefined;
  for (let { prefix } = widest; prefix < getBits(widest.address.family); prefix++) {
    const cidr = makeCidr(addresses[0]!, prefix);
    if (!addresses.every((address) => contains(cidr, address))) return undefined;
    if (!others.some((other) => overlap(other, cidr))) return cidr;
  }
  return undefined;
}

/** The range of Services of a family: a ServiceCIDR's, else one that holds every clusterIP that was read. */
function serviceRange({ services, others = [] }: ClusterObjects, family: IpFamily): string {
  const said = cidrs(others.flatMap(cidrsOfServices)).find(({ address }) => address.family === family);
  if (said) return formatCidr(said);
  const used = ips(services.flatMap(({ spec }) => spec.clusterIPs ?? [])).filter((each) => each.family === family);
  const [usual] = cidrs([SERVICES[family]]);
  if (usual && used.every((address) => contains(usual, address))) return SERVICES[family];
  const found = holding(used, NARROWEST.services[family]);
  return found ? formatCidr(found) : SERVICES[family];
}

function nodePortRange({ services }: ClusterObjects): readonly [number, number] {
  const used = services.flatMap(({ spec }) => (spec.ports ?? []).flatMap(({ nodePort }) => nodePort ?? []));
  return [Math.min(NODE_PORTS[0], ...used), Math.max(NODE_PORTS[1], ...used)];
}

function podIPs({ pods }: ClusterObjects, node?: string): IpAddress[] {
  return ips(
    pods
      .filter(({ spec }) => !spec.hostNetwork && (node === undefined || spec.nodeName === node))
      .map(({ status }) => status?.podIP),
  );
}

/** Ranges of Pods: kube-proxy's clusterCIDR where it is wide enough to be cut, else what holds the Pods. */
function podNetworks(cluster: ClusterObjects, told: string, families: readonly IpFamily[]): Cidr[] {
  const known = cidrs(told.split(','));
  return families.flatMap((family) => {
    const own = known.find(({ address, prefix }) => address.family === family && prefix < NARROWEST.node[family]);
    const [usual] = cidrs([family === 'ipv4' ? '10.244.0.0/16' : 'fd00:10:244::/48']);
    return own ?? guessPodNetwork(cluster, family) ?? usual ?? [];
  });
}

/**
 * The range that holds the Pods and podCIDRs of a family and neither a Node nor who else is on the Nodes' network: a client outside
 * stands there. Undefined: no Pod is told, or no such range is, as where Pods have addresses of the Nodes' network.
 */
export function guessPodNetwork(cluster: ClusterObjects, family: IpFamily): Cidr | undefined {
  const listed = cidrs(cluster.nodes.flatMap(listPodCIDRs)).map(({ address }) => address);
  const used = [...podIPs(cluster), ...listed].filter((address) => address.family === family);
  const nodes = cluster.nodes.flatMap(listAddresses).filter((address) => address.family === family);
  const networks = nodes.map((address) => makeCidr(address, NARROWEST.node[family]));
  return holdingApart(used, NARROWEST.pods[family], networks);
}

/** Every Node with the networks its Pods are in, no network with two Nodes. A Node that has podCIDRs keeps them. */
export function withPodCIDRs(
  cluster: ClusterObjects,
  first: string | undefined,
  families: readonly IpFamily[],
): readonly NodeObject[] {
  const taken: Cidr[] = cidrs(cluster.nodes.flatMap(listPodCIDRs));
  return cluster.nodes.map((node) => {
    const { name } = node.metadata;
    const own = cidrs(listPodCIDRs(node));
    const added = families
      .filter((family) => own.every(({ address }) => address.family !== family))
      .flatMap((family) => partsFor(podIPs(cluster, name), podIPs(others(cluster, name)), taken, family))
      .slice(0, name === first ? MOST_OWN : undefined);
    taken.push(...added);
    if (added.length === 0) return node;
    const podCIDRs = [...own, ...added].map(formatCidr);
    return { ...node, spec: { ...node.spec, podCIDR: podCIDRs[0], podCIDRs } };
  });
}

/** A node with Pods in more networks than this has no podCIDR that tells anything. */
const MOST_OWN = 16;

function others(cluster: ClusterObjects, name: string): ClusterObjects {
  return { ...cluster, pods: cluster.pods.filter(({ spec }) => spec.nodeName !== name) };
}

/** The networks some addresses are in, as wide as they can be without one of the others' addresses. */
function partsFor(
  own: readonly IpAddress[],
  foreign: readonly IpAddress[],
  taken: readonly Cidr[],
  family: IpFamily,
): Cidr[] {
  const parts = new Map<string, Cidr>();
  let left = own.filter((address) => address.family === family && !taken.some((cidr) => contains(cidr, address)));
  const widest = NARROWEST.node[family];
  for (let prefix = widest; prefix <= widest + 4 && left.length > 0; prefix++) {
    const blocked = new Set(foreign.map((address) => formatCidr(makeCidr(address, prefix))));
    const isFree = (cidr: Cidr): boolean =>
      !blocked.has(formatCidr(cidr)) && !taken.some((other) => overlap(other, cidr));
    left = left.filter((address) => {
      const cidr = makeCidr(address, prefix);
      if (isFree(cidr)) parts.set(formatCidr(cidr), cidr);
      return !isFree(cidr);
    });
  }
  return [...parts.values()];
}

function overlap(a: Cidr, b: Cidr): boolean {
  if (a.address.family !== b.address.family) return false;
  return contains(a, b.address) || contains(b, a.address);
}

/** Nodes without an address get one beside the first Node's that is nobody's endpoint; a Pod bridge's own address is not the Node's. */
function withAddresses(nodes: readonly NodeObject[], cluster: ClusterObjects): readonly NodeObject[] {
  const used = new Set([
    ...nodes.flatMap((node) => listAddresses(node).map(formatIp)),
    ...cluster.endpointSlices.flatMap(({ endpoints }) => (endpoints ?? []).flatMap(({ addresses = [] }) => addresses)),
  ]);
  const near = nodes[0] ? listAddresses(nodes[0]) : [];
  return nodes.map((node, index) => {
    if (index === 0) return withoutBridges(node);
    if (listAddresses(node).length > 0) return node;
    const added = FAMILIES.flatMap((family) => {
      const beside = near.find((address) => address.family === family);
      return beside ? [freeAddressNear(beside, used)] : [];
    });
    const addresses = added.map((address) => ({ type: 'InternalIP', address }));
    return { ...node, status: { ...node.status, addresses } };
  });
}

function freeAddressNear(address: IpAddress, used: Set<string>): string {
  const network = makeCidr(address, NARROWEST.node[address.family]);
  for (let offset = 2; offset < 240; offset++) {
    const text = formatIp(addToIp(network.address, offset));
    if (used.has(text)) continue;
    used.add(text);
    return text;
  }
  return formatIp(addToIp(network.address, 240));
}

/** The first address of a podCIDR is the bridge's: the network around the rules gives it to the bridge. */
function withoutBridges(node: NodeObject): NodeObject {
  const bridges = new Set(cidrs(listPodCIDRs(node)).map(({ address }) => formatIp(addToIp(address, 1))));
  const addresses = (node.status.addresses ?? []).filter(({ address }) => !bridges.has(address));
  return addresses.length === 0 ? node : { ...node, status: { ...node.status, addresses } };
}
