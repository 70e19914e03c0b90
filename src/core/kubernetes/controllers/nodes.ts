import { getBits, type IpFamily } from '../../net/ip';
import { EXHAUSTED, finding, type ObjectFinding, PENDING } from '../finding';
import { listPodCIDRs, cidrFamily } from '../proxy/shared/local-traffic';
import { familyOfText } from '../service-port';
import { type ClusterSettings, type NodeObject, getNamespace, type PodObject } from '../types';
import { firstFree, listPools, subnetAt, type AddressPool, addressAt, poolHolds, findOffset } from './address-pool';
import { hasEnded, isNodeReady, listPodIPs } from '../pods';

/** Offset 1 of a podCIDR is the bridge's own address. */
const FIRST_POD = 2;
/** The last address given out on a Node, per family: addresses are not reused while others are left. */
const LAST_RESERVED = 'rulewalk/last-reserved-ip';

/** Pods with addresses, and Nodes that remember the last one they gave. */
interface AddressedPods {
  readonly pods: readonly PodObject[];
  readonly nodes: readonly NodeObject[];
}

/**
 * Gives every placed Pod its addresses and a phase: hostNetwork Pods those of the Node, others the
 * next free one of each podCIDR after the last given (the host-local IPAM plugin). A Pod keeps its
 * addresses unless they are of another Node's podCIDR: then it was moved. Where its hostIP is its Node's it was not: kubelet
 * reported both, and the network gives addresses without regard to podCIDRs, as Calico's IPAM does.
 */
export function addressPods(
  pods: readonly PodObject[],
  nodes: readonly NodeObject[],
  findings: ObjectFinding[],
): AddressedPods {
  const byName = new Map(nodes.map((node) => [node.metadata.name, node]));
  const pools = new Map(nodes.map((node) => [node.metadata.name, listPools(listPodCIDRs(node))]));
  const last = new Map<AddressPool, string>();
  const stays = (pod: PodObject): boolean => keepsAddresses(pod, byName, pools);
  const used = new Set(pods.filter(stays).flatMap(listPodIPs));
  const next = pods.map((pod) => {
    const node = byName.get(pod.spec.nodeName ?? '');
    if (!node || hasEnded(pod)) return pod;
    if (stays(pod)) return withStatus(pod, listPodIPs(pod), node);
    if (pod.spec.hostNetwork) return withStatus(pod, nodeIPs(node), node);
    const ips = (pools.get(node.metadata.name) ?? []).flatMap((pool) => {
      const address = nextAddress(pool, used, last.get(pool) ?? rememberedIn(node, pool));
      if (address === undefined) {
        findings.push(finding(pod, EXHAUSTED, 'status.podIP', 'pod-cidr-full', { node: node.metadata.name }));
        return [];
      }
      used.add(address);
      last.set(pool, address);
      return [address];
    });
    return ips.length === 0 ? pod : withStatus(pod, ips, node);
  });
  return {
    pods: next.some((pod, index) => pod !== pods[index]) ? next : pods,
    nodes: nodes.map((node) => rememberIn(node, pools.get(node.metadata.name) ?? [], last)),
  };
}

/**
 * Gives one placed Pod without an address its addresses, as {@link addressPods} does, and the Node a note of it.
 *
 * @param used is an address some other Pod has
 * @returns undefined where its Node is not there, or has no address left
 */
export function addressPod(
  pod: PodObject,
  nodes: readonly NodeObject[],
  used: { has(address: string): boolean },
): { readonly pod: PodObject; readonly node: NodeObject } | undefined {
  const node = nodes.find(({ metadata }) => metadata.name === pod.spec.nodeName);
  if (!node || hasEnded(pod)) return undefined;
  if (pod.spec.hostNetwork) return { pod: withStatus(pod, nodeIPs(node), node), node };
  const pools = listPools(listPodCIDRs(node));
  const last = new Map<AddressPool, string>();
  for (const pool of pools) {
    const address = nextAddress(pool, used, rememberedIn(node, pool));
    if (address !== undefined) last.set(pool, address);
  }
  if (last.size === 0) return undefined;
  return { pod: withStatus(pod, [...last.values()], node), node: rememberIn(node, pools, last) };
}

function nodeIPs(node: NodeObject): string[] {
  return (node.status.addresses ?? []).filter((entry) => entry.type === 'InternalIP').map((entry) => entry.address);
}

function keepsAddresses(
  pod: PodObject,
  nodes: ReadonlyMap<string, NodeObject>,
  pools: ReadonlyMap<string, readonly AddressPool[]>,
): boolean {
  const ips = listPodIPs(pod);
  const node = nodes.get(pod.spec.nodeName ?? '');
  if (ips.length === 0 || !node) return false;
  if (pod.spec.hostNetwork) return ips.every((ip) => nodeIPs(node).includes(ip));
  const own = pools.get(node.metadata.name) ?? [];
  const isOwn = (ip: string): boolean => own.some((pool) => poolHolds(pool, ip));
  const { hostIP } = pod.status ?? {};
  const isReported = hostIP !== undefined && nodeIPs(node).includes(hostIP);
  const isOthers = (ip: string): boolean =>
    [...nodes.values()].some((other) => nodeIPs(other).includes(ip)) ||
    (!isReported && [...pools.values()].some((list) => list.some((pool) => poolHolds(pool, ip))));
  return ips.every((ip) => isOwn(ip) || !isOthers(ip));
}

function nextAddress(
  pool: AddressPool,
  used: { has(address: string): boolean },
  last: string | undefined,
): string | undefined {
  const end = getBits(pool.family) === 32 ? pool.size - 1 : pool.size;
  const start = Math.max(FIRST_POD, (last === undefined ? 0 : (findOffset(pool, last) ?? 0)) + 1);
  const span = end - FIRST_POD;
  for (let i = 0; i < span; i++) {
    const address = addressAt(pool, FIRST_POD + ((start - FIRST_POD + i) % span));
    if (!used.has(address)) return address;
  }
  return undefined;
}

function rememberedIn(node: NodeObject, pool: AddressPool): string | undefined {
  return node.metadata.annotations?.[LAST_RESERVED]?.split(',').find((ip) => poolHolds(pool, ip));
}

function rememberIn(
  node: NodeObject,
  pools: readonly AddressPool[],
  last: ReadonlyMap<AddressPool, string>,
): NodeObject {
  const all = pools.flatMap((pool) => last.get(pool) ?? rememberedIn(node, pool) ?? []);
  const text = all.join(',');
  if (text === '' || node.metadata.annotations?.[LAST_RESERVED] === text) return node;
  const annotations = { ...node.metadata.annotations, [LAST_RESERVED]: text };
  return { ...node, metadata: { ...node.metadata, annotations } };
}

/** What kubelet reports of a running Pod. A Ready condition that is there stays as it is. */
function withStatus(pod: PodObject, ips: readonly string[], node: NodeObject): PodObject {
  const hostIP = nodeIPs(node)[0];
  const { status } = pod;
  const isReported =
    status?.phase !== undefined &&
    status.conditions?.some((condition) => condition.type === 'Ready') &&
    status.hostIP !== undefined &&
    status.podIP === ips[0] &&
    status.podIPs?.length === ips.length &&
    status.podIPs.every((entry, index) => entry.ip === ips[index]);
  if (isReported && (status.hostIP === hostIP || hostIP === undefined)) return pod;
  const conditions = status?.conditions ?? [];
  const isKnown = conditions.some((condition) => condition.type === 'Ready');
  return {
    ...pod,
    status: {
      ...status,
      phase: status?.phase === undefined || status.phase === 'Pending' ? 'Running' : status.phase,
      ...(hostIP === undefined ? {} : { hostIP }),
      podIP: ips[0],
      podIPs: ips.map((ip) => ({ ip })),
      conditions: isKnown ? conditions : [...conditions, { type: 'Ready', status: 'True' }],
    },
  };
}

/**
 * Places Pods that have no Node yet on the Ready, schedulable Node with the fewest Pods of the
 * same owner, then the fewest Pods, then the first in the list (kube-scheduler's spreading and
 * least-allocated scores, without resources). A Pod whose Node is gone is placed again.
 */
export function schedulePods(
  pods: readonly PodObject[],
  nodes: readonly NodeObject[],
  findings: ObjectFinding[],
): readonly PodObject[] {
  const known = new Set(nodes.map((node) => node.metadata.name));
  const needs = (pod: PodObject): boolean =>
    !hasEnded(pod) && (pod.spec.nodeName === undefined || !known.has(pod.spec.nodeName));
  if (!pods.some(needs)) return pods;
  const loads = new NodeLoads();
  for (const pod of pods) if (!needs(pod)) loads.add(pod);
  return pods.map((pod) => {
    if (!needs(pod)) return pod;
    const next = loads.place(pod, nodes);
    if (!next) {
      const id = nodes.length === 0 ? 'no-nodes' : 'no-schedulable-node';
      findings.push(finding(pod, PENDING, 'spec.nodeName', id));
      return pod.spec.nodeName === undefined ? pod : unplaced(pod);
    }
    loads.add(next);
    return next;
  });
}

/** What the Pods on a Node take of it. */
interface Load {
  total: number;
  readonly byOwner: Map<string, number>;
  readonly hostPorts: Map<string, number>;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** What Pods take of each Node. Counted, not searched: thousands of Pods are placed one after the other. */
export class NodeLoads {
  /** By the Node's name. */
  readonly #loads = new Map<string, Load>();
  #candidates: { readonly of: readonly NodeObject[]; readonly list: readonly NodeObject[] } = { of: [], list: [] };

  /** A Pod that has its Node. */
  add(pod: PodObject): void {
    this.#change(pod, 1);
  }

  /** One that was added goes, as it was then. */
  remove(pod: PodObject): void {
    this.#change(pod, -1);
  }

  #change(pod: PodObject, by: number): void {
    const name = pod.spec.nodeName ?? '';
    const load = this.#loads.get(name) ?? { total: 0, byOwner: new Map(), hostPorts: new Map() };
    this.#loads.set(name, load);
    load.total += by;
    const owner = findOwner(pod);
    if (owner !== undefined) count(load.byOwner, owner, by);
    for (const port of hostPorts(pod)) count(load.hostPorts, port, by);
  }

  /** A Pod on the Node it is placed on, as {@link schedulePods} places it; undefined: none takes it. */
  place(pod: PodObject, nodes: readonly NodeObject[]): PodObject | undefined {
    if (this.#candidates.of !== nodes) this.#candidates = { of: nodes, list: nodes.filter(isSchedulable) };
    const node = chooseNode(pod, this.#candidates.list, this.#loads);
    return node && { ...unplaced(pod), spec: { ...pod.spec, nodeName: node.metadata.name } };
  }
}

/** May new Pods be placed on the Node? */
function isSchedulable(node: NodeObject): boolean {
  const repels = node.spec.taints?.some((taint) => taint.effect === 'NoSchedule' || taint.effect === 'NoExecute');
  return isNodeReady(node) && node.spec.unschedulable !== true && !repels;
}

function chooseNode(
  pod: PodObject,
  candidates: readonly NodeObject[],
  loads: ReadonlyMap<string, Load>,
): NodeObject | undefined {
  const [owner, ports] = [findOwner(pod), hostPorts(pod)];
  let best: { node: NodeObject; siblings: number; total: number } | undefined;
  for (const node of candidates) {
    const load = loads.get(node.metadata.name);
    // Two Pods in the node's own network cannot have one port (the scheduler's NodePorts filter).
    if (load && ports.some((port) => (load.hostPorts.get(port) ?? 0) > 0)) continue;
    const siblings = (owner === undefined ? undefined : load?.byOwner.get(owner)) ?? 0;
    const total = load?.total ?? 0;
    if (!best || siblings < best.siblings || (siblings === best.siblings && total < best.total)) {
      best = { node, siblings, total };
    }
  }
  return best?.node;
}

/** The namespace, kind and name of what made the Pod. */
function findOwner(pod: PodObject): string | undefined {
  const owner = pod.metadata.ownerReferences?.[0];
  return owner && `${getNamespace(pod)} ${owner.kind} ${owner.name}`;
}

function hostPorts(pod: PodObject): string[] {
  return (pod.spec.containers ?? []).flatMap((container) =>
    (container.ports ?? []).flatMap((port) => {
      const number = port.hostPort ?? (pod.spec.hostNetwork ? port.containerPort : undefined);
      return number === undefined ? [] : [`${port.protocol ?? 'TCP'} ${number}`];
    }),
  );
}

/** The Pod as the scheduler gets it: no Node, no addresses. */
function unplaced(pod: PodObject): PodObject {
  const { nodeName: _node, ...spec } = pod.spec;
  if (!pod.status) return { ...pod, spec };
  const { podIP: _ip, podIPs: _ips, hostIP: _host, ...status } = pod.status;
  return { ...pod, spec, status };
}

/** `--node-cidr-mask-size` of each family. */
const NODE_MASK = { ipv4: 24, ipv6: 64 } as const;
/** Offset 1 is left to a gateway of the physical network. */
const FIRST_NODE = 2;

/**
 * Gives every Node an InternalIP and a podCIDR of each family the cluster has (the cloud's or
 * kubelet's part, and pkg/controller/nodeipam). What a Node has, it keeps.
 */
export function completeNodes(
  nodes: readonly NodeObject[],
  settings: ClusterSettings,
  findings: ObjectFinding[],
): readonly NodeObject[] {
  const addressed = withInternalIPs(nodes, listPools(settings.physicalNetwork), findings);
  return withPodCIDRs(addressed, listPools(settings.clusterCIDR), findings);
}

/** A Node's InternalIP of a family. */
export function findInternalIP(node: NodeObject, family: IpFamily): string | undefined {
  return node.status.addresses?.find((entry) => entry.type === 'InternalIP' && familyOfText(entry.address) === family)
    ?.address;
}

function withInternalIPs(
  nodes: readonly NodeObject[],
  pools: readonly AddressPool[],
  findings: ObjectFinding[],
): readonly NodeObject[] {
  const used = new Set(nodes.flatMap((node) => (node.status.addresses ?? []).map((entry) => entry.address)));
  return nodes.map((node) => {
    const missing = pools.filter((pool) => findInternalIP(node, pool.family) === undefined);
    const added: { type: string; address: string }[] = [];
    for (const pool of missing) {
      // The top of the network is left to the client and the gateway.
      const address = firstFree(pool, used, FIRST_NODE, Math.max(FIRST_NODE, lastNode(pool)));
      if (address === undefined) {
        findings.push(finding(node, EXHAUSTED, 'status.addresses', 'physical-network-full'));
        continue;
      }
      used.add(address);
      added.push({ type: 'InternalIP', address });
    }
    if (added.length === 0) return node;
    return { ...node, status: { ...node.status, addresses: [...added, ...(node.status.addresses ?? [])] } };
  });
}

function lastNode(pool: AddressPool): number {
  const prefix = getBits(pool.family) - pool.cidr.prefix;
  return prefix <= 8 ? pool.size - 6 : pool.size - 1;
}

function withPodCIDRs(
  nodes: readonly NodeObject[],
  pools: readonly AddressPool[],
  findings: ObjectFinding[],
): readonly NodeObject[] {
  const used = new Set(nodes.flatMap((node) => listPodCIDRs(node)));
  return nodes.map((node) => {
    const own = listPodCIDRs(node);
    const added: string[] = [];
    for (const pool of pools) {
      if (own.some((cidr) => cidrFamily(cidr) === pool.family)) continue;
      const cidr = nextSubnet(pool, used);
      if (cidr === undefined) findings.push(finding(node, EXHAUSTED, 'spec.podCIDR', 'cluster-cidr-full'));
      else {
        used.add(cidr);
        added.push(cidr);
      }
    }
    if (added.length === 0) return node;
    const podCIDRs = [...own, ...added];
    return { ...node, spec: { ...node.spec, podCIDR: podCIDRs[0], podCIDRs } };
  });
}

function nextSubnet(pool: AddressPool, used: ReadonlySet<string>): string | undefined {
  const prefix = Math.max(NODE_MASK[pool.family], pool.cidr.prefix);
  for (let index = 0; ; index++) {
    const cidr = subnetAt(pool.cidr, prefix, index);
    if (cidr === undefined || !used.has(cidr)) return cidr;
  }
}
