import { listPodCIDRs } from '../../kubernetes/proxy/shared/local-traffic';
import { completeNodes } from '../../kubernetes/controllers/nodes';
import {
  getNamespace,
  type ClusterObjects,
  type ClusterSettings,
  type NodeObject,
  type PodObject,
} from '../../kubernetes/types';
import { nodeSettings, withNodeSettings } from '../../kubernetes/network/node-settings';
import { addToIp, contains, formatCidr, formatIp, makeCidr, parseCidr, parseIp, type IpFamily } from '../../net/ip';
import { withPodCIDRs } from './complete';
import { NODE_MASK, makeBareNode, podsOfEndpoints } from './endpoint-pods';
import { freeNumberedName } from './object-names';

/** A bench of one machine shows no packet between two. */
export const FEWEST_NODES = 2;
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
  /** `default/web`: Services that may have a selector, which no text tells. */
  readonly unselected?: ReadonlySet<string>;
}

/**
 * The objects with the Nodes that Pods and endpoints name, with the addresses that Pods tell of them (hostIP; podIP of a Pod on the
 * host's network), and with a Pod for each endpoint that is of one. Without any Node named there is one for each network that
 * endpoints are in, and `atLeast` at the least. A Node without podCIDRs gets networks that its Pods are in; all else stays as it is.
 */
export function addMissingNodes(
  cluster: ClusterObjects,
  settings: ClusterSettings,
  { atLeast = FEWEST_NODES, addresses = [], unselected = new Set() }: WantedNodes = {},
): ClusterObjects {
  const known = new Set(cluster.nodes.map(({ metadata }) => metadata.name));
  const isBare = known.size === 0;
  const named = listNamedNodes(cluster).filter((name) => !known.has(name));
  const nodes = [...cluster.nodes, ...named.map((name) => makeBareNode(name))];
  const { pods, podCIDRs } = podsOfEndpoints(cluster, { nodes, unselected });
  nodes.push(...podCIDRs.map(([name, podCIDR]) => makeBareNode(name, podCIDR)));
  const fewest = isBare ? Math.max(atLeast, addresses.length) : 0;
  while (nodes.length < fewest) nodes.push(makeBareNode(freeNumberedName(nodes, 'node')));
  const hosted = withHostIPs(nodes, pods);
  const whole = { ...cluster, nodes: isBare ? withAsked(hosted, addresses) : hosted, pods };
  const guessed = withoutOwnNetwork(whole.nodes, withPodCIDRs(whole, undefined, FAMILIES));
  const housed = guessed.map((node) => withoutBridge(node, whole.pods));
  if (nodes.length > known.size)
    return { ...whole, nodes: completeNodes(housed, besideTold(housed, settings, whole), []) };
  const isSame =
    pods.every((pod, at) => pod === cluster.pods[at]) &&
    pods.length === cluster.pods.length &&
    housed.every((node, at) => node === cluster.nodes[at]);
  return isSame ? cluster : { ...whole, nodes: housed };
}

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
