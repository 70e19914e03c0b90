import { getBits } from '../../net/ip';
import { EXHAUSTED, finding, type ObjectFinding } from '../finding';
import { listPodCIDRs } from '../proxy/shared/local-traffic';
import { type NodeObject, type PodObject } from '../types';
import { listPools, type AddressPool, addressAt, poolHolds, findOffset } from './address-pool';
import { hasEnded, listPodIPs } from '../pods';

/** Offset 1 of a podCIDR is the bridge's own address. */
const FIRST_POD = 2;
/** The last address given out on a Node, per family: addresses are not reused while others are left. */
export const LAST_RESERVED = 'rulewalk/last-reserved-ip';

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

/** Pod with the status that kubelet reports of a running one. A Ready condition that is there stays as it is. */
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
