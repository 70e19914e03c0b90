import { findOwnerService } from '../../kubernetes/defaults';
import { listPodCIDRs } from '../../kubernetes/proxy/shared/local-traffic';
import { completeNodes } from '../../kubernetes/controllers/nodes';
import {
  getNamespace,
  type ClusterObjects,
  type ClusterSettings,
  type Endpoint,
  type EndpointSliceObject,
  type NodeObject,
  type PodObject,
} from '../../kubernetes/types';
import { nodeSettings, withNodeSettings } from '../../kubernetes/network/node-settings';
import { addToIp, contains, formatCidr, formatIp, makeCidr, parseCidr, parseIp, type IpFamily } from '../../net/ip';
import { formatServiceName, withPodCIDRs } from './complete';
import { defined } from './cluster';
import { freeNumberedName } from './object-names';

/** A bench of one machine shows no packet between two. */
export const FEWEST_NODES = 2;
/** Endpoints spread wider than this are not read as Nodes. */
const MOST_NODES = 16;
/** The network of one Node: `--node-cidr-mask-size` of each family. */
const NODE_MASK = { ipv4: 24, ipv6: 64 } as const;
const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/** Node names that Pods and endpoints tell. */
export function listNamedNodes({ pods, endpointSlices }: ClusterObjects): readonly string[] {
  const names = [
    ...pods.map(({ spec }) => spec.nodeName),
    ...endpointSlices.flatMap(({ endpoints }) => (endpoints ?? []).map(({ nodeName }) => nodeName)),
  ];
  return [...new Set(names.flatMap((name) => (name ? [name] : [])))];
}

/** `shop/front-0` of the Pods that endpoints are of. */
export function listNamedPods({ endpointSlices }: ClusterObjects): readonly string[] {
  return endpointSlices.flatMap((slice) =>
    (slice.endpoints ?? []).flatMap(({ targetRef }) =>
      targetRef?.kind === 'Pod' && targetRef.name
        ? [`${targetRef.namespace ?? getNamespace(slice)}/${targetRef.name}`]
        : [],
    ),
  );
}

/** Nodes as words, prompts and logs tell them, where no object does. */
export interface WantedNodes {
  /** So many are made where none is named. */
  readonly atLeast?: number;
  /** Addresses of Nodes, as whoever asked their node ports tells them. */
  readonly addresses?: readonly string[];
}

/**
 * The objects with the Nodes that Pods and endpoints name, with the addresses that Pods tell of them (hostIP; podIP of a Pod on the
 * host's network), and with a Pod for each endpoint that is of one. Without any Node named there is one for each network that
 * endpoints are in, and `atLeast` at the least. A Node without podCIDRs gets networks that its Pods are in; all else stays as it is.
 */
export function addMissingNodes(
  cluster: ClusterObjects,
  settings: ClusterSettings,
  { atLeast = FEWEST_NODES, addresses = [] }: WantedNodes = {},
): ClusterObjects {
  const known = new Set(cluster.nodes.map(({ metadata }) => metadata.name));
  const isBare = known.size === 0;
  const named = listNamedNodes(cluster).filter((name) => !known.has(name));
  const nodes = [...cluster.nodes, ...named.map((name) => nodeObject(name))];
  const { pods, podCIDRs, homes } = podsOfEndpoints(cluster, nodes);
  nodes.push(...podCIDRs.map(([name, podCIDR]) => nodeObject(name, podCIDR)));
  const own = homes.size === 0 ? cluster.pods : cluster.pods.map((pod) => placePod(pod, homes.get(pod)));
  const fewest = isBare ? Math.max(atLeast, addresses.length) : 0;
  while (nodes.length < fewest) nodes.push(nodeObject(freeNumberedName(nodes, 'node')));
  const hosted = withHostIPs(nodes, [...own, ...pods]);
  const whole = { ...cluster, nodes: isBare ? withAsked(hosted, addresses) : hosted, pods: [...own, ...pods] };
  const guessed = withoutOwnNetwork(whole.nodes, withPodCIDRs(whole, undefined, FAMILIES));
  const housed = guessed.map((node) => withoutBridge(node, whole.pods));
  if (nodes.length > known.size)
    return { ...whole, nodes: completeNodes(housed, besideTold(housed, settings, whole), []) };
  const isSame = pods.length === 0 && housed.every((node, at) => node === cluster.nodes[at]);
  return isSame ? cluster : { ...whole, nodes: housed };
}

const placePod = (pod: PodObject, nodeName: string | undefined): PodObject =>
  nodeName === undefined ? pod : { ...pod, spec: { ...pod.spec, nodeName } };

/** Nodes without an address with the ones that were asked. */
function withAsked(nodes: readonly NodeObject[], addresses: readonly string[]): readonly NodeObject[] {
  const left = [...addresses];
  return nodes.map((node) => {
    if ((node.status.addresses ?? []).length > 0) return node;
    const address = left.shift();
    return address === undefined
      ? node
      : { ...node, status: { ...node.status, addresses: [{ type: 'InternalIP', address }] } };
  });
}

/** Nodes with networks guessed by their Pods, but for those whose Pods are among the Nodes themselves (AWS VPC CNI, Azure CNI): routed to one by one. */
function withoutOwnNetwork(before: readonly NodeObject[], guessed: readonly NodeObject[]): readonly NodeObject[] {
  const addresses = before.flatMap(({ status }) => (status.addresses ?? []).map(({ address }) => parseIp(address)));
  return guessed.map((node, at) => {
    const told = before[at];
    if (!told || told === node) return node;
    const networks = listPodCIDRs(node).filter((text) => !listPodCIDRs(told).includes(text));
    const isAmongNodes = networks.some((text) => {
      const cidr = parseCidr(text);
      return cidr.ok && addresses.some((each) => each.ok && contains(cidr.value, each.value));
    });
    if (!isAmongNodes) return node;
    return nodeSettings(told).layout ? told : withNodeSettings(told, { layout: 'routed' });
  });
}

/** A Node of which a Pod has the first address of its network: no bridge has that, so Pods are routed to one by one. */
function withoutBridge(node: NodeObject, pods: readonly PodObject[]): NodeObject {
  const firsts = new Set(
    listPodCIDRs(node).flatMap((text) => {
      const cidr = parseCidr(text);
      return cidr.ok ? [formatIp(addToIp(cidr.value.address, 1))] : [];
    }),
  );
  const isTaken = pods.some(
    ({ spec, status }) => spec.nodeName === node.metadata.name && firsts.has(status?.podIP ?? ''),
  );
  return isTaken && !nodeSettings(node).layout ? withNodeSettings(node, { layout: 'routed' }) : node;
}

/** Networks for Nodes of which nothing is told, in turn. */
const SPARE_NETWORKS = ['192.168.56.0/24', '10.210.0.0/16'] as const;

/** The network of made-up Nodes, where no address that is told lies in it: an endpoint is no Node’s own. */
function besideEndpoints({ pods, endpointSlices }: ClusterObjects, settings: ClusterSettings): ClusterSettings {
  const told = [
    ...pods.flatMap(({ status }) => status?.podIP ?? []),
    ...endpointSlices.flatMap(({ endpoints }) => (endpoints ?? []).flatMap(({ addresses = [] }) => addresses)),
  ].map((text) => parseIp(text));
  const isTaken = (network: string): boolean => {
    const cidr = parseCidr(network);
    return cidr.ok && told.some((each) => each.ok && contains(cidr.value, each.value));
  };
  if (!settings.physicalNetwork.some(isTaken)) return settings;
  const spare = SPARE_NETWORKS.find((network) => !isTaken(network));
  const kept = settings.physicalNetwork.filter((network) => !isTaken(network));
  return { ...settings, physicalNetwork: [...(spare === undefined ? [] : [spare]), ...kept] };
}

/** Nodes get addresses beside those that are told, of the families that are: the network of the first of each. */
function besideTold(nodes: readonly NodeObject[], settings: ClusterSettings, cluster: ClusterObjects): ClusterSettings {
  const addresses = nodes.flatMap(({ status }) => status.addresses ?? []).filter(({ type }) => type === 'InternalIP');
  const told = FAMILIES.flatMap((family) => {
    const first = addresses
      .map(({ address }) => parseIp(address))
      .find((each) => each.ok && each.value.family === family);
    return first?.ok ? [makeCidr(first.value, NODE_MASK[family])] : [];
  });
  if (told.length === 0) return besideEndpoints(cluster, settings);
  const clusterCIDR = settings.clusterCIDR.filter((text) => {
    const cidr = parseCidr(text.trim());
    return cidr.ok && told.some(({ address }) => address.family === cidr.value.address.family);
  });
  return { ...settings, physicalNetwork: told.map(formatCidr), clusterCIDR };
}

/** Nodes without an address, with those that their Pods tell. */
function withHostIPs(nodes: readonly NodeObject[], pods: readonly PodObject[]): NodeObject[] {
  const told = new Map<string, Set<string>>();
  for (const { spec, status } of pods) {
    if (spec.nodeName === undefined) continue;
    const own = told.get(spec.nodeName) ?? new Set();
    for (const address of listHostIPs(status, spec.hostNetwork === true)) own.add(address);
    told.set(spec.nodeName, own);
  }
  return nodes.map((node) => {
    const reported = [...(told.get(node.metadata.name) ?? [])].filter((address) => parseIp(address).ok);
    const found = reported.length > 0 ? reported : spelledAddresses(node.metadata.name);
    if (found.length === 0 || (node.status.addresses ?? []).some(({ type }) => type === 'InternalIP')) return node;
    const addresses = found.map((address) => ({ type: 'InternalIP', address }));
    return { ...node, status: { ...node.status, addresses: [...addresses, ...(node.status.addresses ?? [])] } };
  });
}

/** `ip-10-0-8-254.eu-west-1.compute.internal`: EC2 names a machine by its address. */
function spelledAddresses(name: string): readonly string[] {
  const [, ...parts] = /^ip-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})(?:\.|$)/.exec(name) ?? [];
  const address = parts.join('.');
  return parts.length === 4 && parseIp(address).ok ? [address] : [];
}

function listHostIPs(status: PodObject['status'], isOnHost: boolean): readonly string[] {
  const { hostIP, hostIPs, podIP } = (status ?? {}) as {
    readonly hostIP?: string;
    readonly hostIPs?: readonly { readonly ip?: string }[];
    readonly podIP?: string;
  };
  const all = [hostIP, ...(Array.isArray(hostIPs) ? hostIPs.map(({ ip }) => ip) : []), ...(isOnHost ? [podIP] : [])];
  return all.filter((address) => typeof address === 'string');
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
  /** Nodes of Pods with an address that no object places: an address is kept as it is told. */
  readonly homes: ReadonlyMap<PodObject, string>;
}

/** Places of endpoints' Pods: node, address and name of each Pod that is to be made. */
class EndpointHouses {
  readonly #told: readonly NodeObject[];
  readonly #made: NodeObject[];
  readonly #byNetwork = new Map<string, string>();
  /** Nodes that nothing tells the network of: each is given one, before any is made. */
  readonly #free: string[];

  constructor(told: readonly NodeObject[]) {
    this.#told = told;
    this.#made = [...told];
    this.#free = told.filter((node) => listPodCIDRs(node).length === 0).map(({ metadata }) => metadata.name);
  }

  get podCIDRs(): EndpointPods['podCIDRs'] {
    const told = new Set(this.#told.map(({ metadata }) => metadata.name));
    return [...this.#byNetwork].flatMap(([network, name]) => (told.has(name) ? [] : [[name, network] as const]));
  }

  /** The Node whose podCIDR holds the address, else one for its network: told where any is, else made. */
  find(address: string): string | undefined {
    const read = parseIp(address);
    if (!read.ok) return undefined;
    const holds = (text: string): boolean => {
      const cidr = parseCidr(text);
      return cidr.ok && contains(cidr.value, read.value);
    };
    const home = this.#told.find((node) => listPodCIDRs(node).some(holds));
    if (home) return home.metadata.name;
    const network = formatCidr(makeCidr(read.value, NODE_MASK[read.value.family]));
    const there = this.#byNetwork.get(network);
    if (there !== undefined || this.#byNetwork.size >= MOST_NODES) return there;
    const known =
      this.#free.shift() ?? this.#told[this.#byNetwork.size % Math.max(1, this.#told.length)]?.metadata.name;
    if (known !== undefined) {
      this.#byNetwork.set(network, known);
      return known;
    }
    const node = nodeObject(freeNumberedName(this.#made, 'node'), network);
    this.#made.push(node);
    this.#byNetwork.set(network, node.metadata.name);
    return node.metadata.name;
  }
}

/**
 * A Pod for each endpoint whose Pod is not there: named by its targetRef, on its node. An endpoint that names no Pod is one only
 * where no Pod at all is told, and it is no Node's address: what stands outside the cluster is listed so, too.
 */
function podsOfEndpoints(cluster: ClusterObjects, nodes: readonly NodeObject[]): EndpointPods {
  const taken = new Set([
    ...cluster.pods.flatMap(({ status }) => [status?.podIP, ...(status?.podIPs ?? []).map(({ ip }) => ip)]),
    ...nodes.flatMap(({ status }) => (status.addresses ?? []).map(({ address }) => address)),
  ]);
  const names = new Set(cluster.pods.map((pod) => `${getNamespace(pod)}/${pod.metadata.name}`));
  const houses = new EndpointHouses(nodes);
  const services = new Map(cluster.services.map((service) => [formatServiceName(service), service.spec.selector]));
  const isBare = cluster.nodes.length === 0;
  const homes = new Map<PodObject, string>();
  for (const pod of cluster.pods) {
    const { nodeName, hostNetwork } = pod.spec;
    const isPlaced = nodeName !== undefined || hostNetwork || !isBare;
    const home = isPlaced ? undefined : houses.find(pod.status?.podIP ?? '');
    if (home !== undefined) homes.set(pod, home);
  }
  const pods: PodObject[] = [];
  for (const slice of cluster.endpointSlices) {
    const owner = findOwnerService(slice) ?? slice.metadata.name;
    // The API servers: each is on the network of its node.
    if (owner === 'kubernetes' && getNamespace(slice) === 'default') continue;
    const selector = services.get(`${getNamespace(slice)}/${owner}`);
    for (const endpoint of slice.endpoints ?? []) {
      const [ip] = endpoint.addresses ?? [];
      const isOfPod = endpoint.targetRef?.kind === 'Pod' && Boolean(endpoint.targetRef.name);
      const isMade = isOfPod || isBare || (cluster.pods.length === 0 && Object.keys(selector ?? {}).length > 0);
      if (ip === undefined || taken.has(ip) || !isMade) continue;
      const metadata = nameEndpoint(slice, endpoint, `${owner}-${pods.length + 1}`);
      const name = `${metadata.namespace}/${metadata.name}`;
      const node = names.has(name) ? undefined : (endpoint.nodeName ?? houses.find(ip));
      if (node === undefined) continue;
      taken.add(ip);
      names.add(name);
      pods.push(podObject({ ...metadata, labels: selector ?? { app: owner } }, { ip, node, endpoint, slice }));
    }
  }
  return { pods, podCIDRs: houses.podCIDRs, homes };
}

function nameEndpoint(
  slice: EndpointSliceObject,
  { targetRef }: Endpoint,
  otherwise: string,
): { readonly name: string; readonly namespace: string } {
  const namespace = getNamespace(slice);
  if (targetRef?.kind !== 'Pod' || !targetRef.name) return { name: otherwise, namespace };
  return { name: targetRef.name, namespace: targetRef.namespace ?? namespace };
}

interface Housed {
  readonly ip: string;
  readonly node: string;
  readonly endpoint: Endpoint;
  readonly slice: EndpointSliceObject;
}

function podObject(metadata: PodObject['metadata'], { ip, node, endpoint, slice }: Housed): PodObject {
  const ports = (slice.ports ?? []).flatMap(({ name, protocol = 'TCP', port }) =>
    port === undefined || port === null ? [] : [defined({ name: name || undefined, containerPort: port, protocol })],
  );
  const isReady = endpoint.conditions?.ready !== false;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { nodeName: node, containers: [{ name: 'main', ports }] },
    status: {
      phase: 'Running',
      podIP: ip,
      podIPs: [{ ip }],
      conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
    },
  };
}
