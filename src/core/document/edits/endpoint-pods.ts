import { findOwnerService } from '../../kubernetes/defaults';
import { isActive, listPodIPs, matchesLabels, tellsLabels } from '../../kubernetes/pods';
import { PodOwners } from '../../kubernetes/pod-owners';
import { listPodCIDRs } from '../../kubernetes/proxy/shared/local-traffic';
import {
  getNamespace,
  namespacedName,
  type ClusterObjects,
  type ContainerPort,
  type Endpoint,
  type EndpointSliceObject,
  type Labels,
  type NodeObject,
  type PodObject,
  type ServiceObject,
} from '../../kubernetes/types';
import { contains, formatCidr, makeCidr, parseCidr, parseIp } from '../../net/ip';
import { defined } from './cluster';
import { formatServiceName } from './complete';
import { freeNumberedName, type ObjectName } from './object-names';

/** Endpoints spread wider than this are not read as Nodes. */
const MOST_NODES = 16;
/** The network of one Node: `--node-cidr-mask-size` of each family. */
export const NODE_MASK = { ipv4: 24, ipv6: 64 } as const;

/** A Node that nothing but its name, and its podCIDR where there is one, is known of: it is Ready. */
export function makeBareNode(name: string, podCIDR?: string): NodeObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    spec: podCIDR === undefined ? {} : { podCIDR, podCIDRs: [podCIDR] },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

interface EndpointPods {
  /** Told ones, each with the address and the node that its endpoint tells, and made ones. */
  readonly pods: readonly PodObject[];
  /** Nodes besides the told ones, with the network their Pods are in. */
  readonly podCIDRs: readonly (readonly [node: string, podCIDR: string])[];
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
    const node = makeBareNode(freeNumberedName(this.#made, 'node'), network);
    this.#made.push(node);
    this.#byNetwork.set(network, node.metadata.name);
    return node.metadata.name;
  }
}

/**
 * A test of Pods: whether one is called after a Service of its namespace, or after what its selector asks for, and tells no labels.
 *
 * @param labelled Pods that tell labels, too: no text tells what the Service selects
 */
export function namesakeTest(
  { metadata, spec: { selector = {} } }: ServiceObject,
  labelled = false,
): (pod: PodObject) => boolean {
  const begins = [metadata.name, ...Object.values(selector)].map((word) => `${word}-`);
  return (pod) =>
    getNamespace(pod) === getNamespace({ metadata }) &&
    (labelled || !tellsLabels(pod)) &&
    begins.some((words) => `${pod.metadata.name}-`.startsWith(words));
}

/** Nodes of a cluster, and Services whose selector its texts leave open. */
interface ToldBeside {
  /** All Nodes that are told or named. */
  readonly nodes: readonly NodeObject[];
  /** `default/web`: Services that may have a selector, which no text tells. */
  readonly unselected: ReadonlySet<string>;
}

/** The Pods of a cluster while its endpoints are gone through. */
class SeatedPods {
  readonly #cluster: ClusterObjects;
  readonly #pods: Map<string, PodObject>;
  readonly #taken: Set<string | undefined>;
  readonly #services: ReadonlyMap<string, ServiceObject>;
  readonly #owners: PodOwners;
  readonly #unselected: ReadonlySet<string>;
  readonly houses: EndpointHouses;
  /** Running Pods that no text tells an address of. */
  #spare: readonly PodObject[];
  #made = 0;

  constructor(cluster: ClusterObjects, { nodes, unselected }: ToldBeside) {
    this.#cluster = cluster;
    this.#unselected = unselected;
    this.#pods = new Map(cluster.pods.map((pod) => [namespacedName(pod), pod]));
    this.#taken = new Set([
      ...cluster.pods.flatMap(listPodIPs),
      ...nodes.flatMap((node) => (node.status.addresses ?? []).map(({ address }) => address)),
    ]);
    this.#services = new Map(cluster.services.map((service) => [formatServiceName(service), service]));
    this.#owners = new PodOwners(cluster);
    this.houses = new EndpointHouses(nodes);
    this.#spare = cluster.pods.filter(
      (pod) => listPodIPs(pod).length === 0 && isActive(pod) && pod.status?.phase === 'Running',
    );
  }

  get pods(): readonly PodObject[] {
    return [...this.#pods.values()];
  }

  /** Gives Pods with an address that no object places a Node: an address is kept as it is told. */
  house(): void {
    if (this.#cluster.nodes.length > 0) return;
    for (const [name, pod] of this.#pods) {
      const isPlaced = pod.spec.nodeName !== undefined || pod.spec.hostNetwork;
      const home = isPlaced ? undefined : this.houses.find(pod.status?.podIP ?? '');
      if (home !== undefined) this.#pods.set(name, { ...pod, spec: { ...pod.spec, nodeName: home } });
    }
  }

  /** Sees to it that a Pod has the address of an endpoint: the one that it names, else one of its Service that no text tells an address of, else a new one. */
  seat(slice: EndpointSliceObject, endpoint: Endpoint): void {
    const [ip] = endpoint.addresses ?? [];
    if (ip === undefined || this.#taken.has(ip)) return;
    const owner = findOwnerService(slice);
    // A slice of no Service tells of nobody behind one.
    if (owner === undefined) return;
    const service = this.#services.get(`${getNamespace(slice)}/${owner}`) ?? makeUntold(slice, owner);
    const told = this.#findTold(slice, endpoint, service);
    if (told) this.#address(told, ip, endpoint);
    else if (this.#isMade(slice, endpoint, service)) this.#make({ slice, endpoint, owner, ip, service });
  }

  #findTold(slice: EndpointSliceObject, endpoint: Endpoint, service: ServiceObject): PodObject | undefined {
    const name = nameTarget(slice, endpoint);
    if (name !== undefined) return this.#pods.get(`${name.namespace}/${name.name}`);
    if (this.#spare.length === 0) return undefined;
    const isNamesake = namesakeTest(service, service.spec.selector === undefined);
    return this.#spare.find((pod) => isNamesake(pod) || isBehind(pod, service));
  }

  #address(pod: PodObject, ip: string, { nodeName }: Endpoint): void {
    if (listPodIPs(pod).length > 0) return;
    const node = pod.spec.nodeName ?? nodeName ?? this.houses.find(ip);
    if (node === undefined) return;
    this.#taken.add(ip);
    this.#spare = this.#spare.filter((each) => each !== pod);
    this.#pods.set(namespacedName(pod), {
      ...pod,
      spec: { ...pod.spec, nodeName: node },
      status: { ...pod.status, podIP: ip, podIPs: [{ ip }] },
    });
  }

  /** An endpoint that names no Pod is one where no Pod at all is told, or a workload that its Service selects lacks one. */
  #isMade(slice: EndpointSliceObject, endpoint: Endpoint, service: ServiceObject): boolean {
    const { nodes, pods } = this.#cluster;
    if (nameTarget(slice, endpoint) !== undefined || nodes.length === 0) return true;
    const isUntold = this.#unselected.has(formatServiceName(service));
    const isSelecting = isUntold || Object.keys(service.spec.selector ?? {}).length > 0;
    return (pods.length === 0 && isSelecting) || this.#owners.hasRoom(service);
  }

  #make({ slice, endpoint, owner, ip, service }: MadeEndpoint): void {
    const node = endpoint.nodeName ?? this.houses.find(ip);
    if (node === undefined) return;
    const named = nameTarget(slice, endpoint);
    const metadata = named ?? { name: `${owner}-${++this.#made}`, namespace: getNamespace(slice) };
    const bare: PodObject = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: { nodeName: node },
      status: makeStatus(ip, endpoint),
    };
    const own = named ? this.#owners.adopt(bare) : this.#owners.take(bare, service);
    const pod = own === bare ? withGuessedSpec(bare, slice, service.spec.selector ?? { app: owner }) : own;
    this.#taken.add(ip);
    this.#pods.set(namespacedName(pod), pod);
  }
}

/** A Pod of which nothing is told but that it is an endpoint: with the labels its Service selects, and the ports it is listed with. */
const withGuessedSpec = (pod: PodObject, slice: EndpointSliceObject, labels: Labels): PodObject => ({
  ...pod,
  metadata: { ...pod.metadata, labels },
  spec: { ...pod.spec, containers: [{ name: 'main', ports: listPorts(slice) }] },
});

/** A Service that no text tells more of than its name. */
const makeUntold = (slice: EndpointSliceObject, name: string): ServiceObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: getNamespace(slice) },
  spec: {},
});

interface MadeEndpoint {
  readonly slice: EndpointSliceObject;
  readonly endpoint: Endpoint;
  readonly owner: string;
  readonly ip: string;
  readonly service: ServiceObject;
}

const isBehind = (pod: PodObject, service: ServiceObject): boolean =>
  getNamespace(pod) === getNamespace(service) && matchesLabels(pod.metadata.labels, service.spec.selector);

/**
 * A Pod for each endpoint whose Pod is not there: named by its targetRef, on its node, and of the workload that names its Pods so. An
 * endpoint that names no Pod is one of the Service's that are told without an address, or of its workload; else one only where no Pod at all
 * is told, and it is no Node's address: what stands outside the cluster is listed so, too.
 */
export function podsOfEndpoints(cluster: ClusterObjects, beside: ToldBeside): EndpointPods {
  const seated = new SeatedPods(cluster, beside);
  seated.house();
  // Endpoints that name their Pod come first: the Pods left over are for those that name none.
  const isNamed = (slice: EndpointSliceObject, endpoint: Endpoint): boolean =>
    nameTarget(slice, endpoint) !== undefined;
  for (const named of [true, false]) {
    for (const slice of cluster.endpointSlices) {
      // The API servers: each is on the network of its node.
      if (findOwnerService(slice) === 'kubernetes' && getNamespace(slice) === 'default') continue;
      for (const endpoint of slice.endpoints ?? [])
        if (isNamed(slice, endpoint) === named) seated.seat(slice, endpoint);
    }
  }
  return { pods: seated.pods, podCIDRs: seated.houses.podCIDRs };
}

/** The Pod that an endpoint is of, by its targetRef; undefined: it names none. */
function nameTarget(slice: EndpointSliceObject, { targetRef }: Endpoint): ObjectName | undefined {
  if (targetRef?.kind !== 'Pod' || !targetRef.name) return undefined;
  return { name: targetRef.name, namespace: targetRef.namespace ?? getNamespace(slice) };
}

const listPorts = (slice: EndpointSliceObject): readonly ContainerPort[] =>
  (slice.ports ?? []).flatMap(({ name, protocol = 'TCP', port }) =>
    port === undefined || port === null ? [] : [defined({ name: name || undefined, containerPort: port, protocol })],
  );

const makeStatus = (ip: string, { conditions }: Endpoint): PodObject['status'] => ({
  phase: 'Running',
  podIP: ip,
  podIPs: [{ ip }],
  conditions: [{ type: 'Ready', status: conditions?.ready === false ? 'False' : 'True' }],
});
