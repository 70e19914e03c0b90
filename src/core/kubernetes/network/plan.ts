import { groupBy } from '../../lib/groups';
import { asLast, once, type Memo } from '../../lib/memo';
import { sha1Hex } from '../../lib/sha';
import type { Socket } from '../../linux/namespace';
import {
  contains,
  parseCidr,
  type Cidr,
  formatIp,
  parseIp,
  type IpAddress,
  makeCidr,
  addToIp,
  getBits,
  type IpFamily,
} from '../../net/ip';
import { hasEnded, listPodIPs } from '../pods';
import {
  namespacedName,
  type ClusterObjects,
  type ClusterSettings,
  type NodeObject,
  type PodObject,
  type EndpointSliceObject,
} from '../types';
import { listPodCIDRs } from '../proxy/shared/local-traffic';
import { kernelVersion } from '../proxy/shared/node';
import { nodeSettings, type NodeSettings } from './node-settings';
import { CILIUM_LAYOUT } from './cilium';
import { withSwitchPorts } from './windows';
import { addSockets, nodeListeners, podSockets, slicePorts, sliceSockets } from './listeners';
import type { Listeners, Port, SlicePorts } from './listeners';
import { podLayout, type PodLayoutId } from './layouts';
import type { PodOverlayId } from './overlays';
import type { NodeWithPods, PodPlan } from './layout';
import { findInternalIP } from '../controllers/nodes';

/** The physical network of one family: what joins nodes, the client and the default gateway. */
interface Underlay {
  readonly family: IpFamily;
  readonly cidr: Cidr;
  readonly gateway: IpAddress;
  readonly client: IpAddress;
}

const FAMILIES = ['ipv4', 'ipv6'] as const;
const LONGEST = { ipv4: 24, ipv6: 64 } as const;

/** The physical network of each family the Nodes have; without Nodes, as the settings plan it. */
function listUnderlays(
  objects: readonly NodeObject[],
  settings: ClusterSettings,
  options: NetworkOptions,
): readonly Underlay[] {
  return FAMILIES.flatMap((family) => {
    const nodes = objects.flatMap((node) => findAddress(findInternalIP(node, family)) ?? []);
    const planned = objects.length === 0 ? cidrIn(settings.physicalNetwork, family) : undefined;
    const cidr = cidrIn(options.underlay, family) ?? holding(nodes, family) ?? planned;
    if (!cidr) return [];
    const taken = new Set(nodes.map(formatIp));
    const client = options.clientAddresses?.map(findAddress).find((address) => address?.family === family);
    return [
      {
        family,
        cidr,
        gateway: fromTop(cidr, 2, taken),
        client: client ?? fromTop(cidr, 6, taken),
      },
    ];
  });
}

function findAddress(text: string | undefined): IpAddress | undefined {
  const parsed = parseIp(text ?? '');
  return parsed.ok ? parsed.value : undefined;
}

function cidrIn(texts: readonly string[] | undefined, family: IpFamily): Cidr | undefined {
  for (const text of texts ?? []) {
    const parsed = parseCidr(text);
    if (parsed.ok && parsed.value.address.family === family) return parsed.value;
  }
  return undefined;
}

/** The smallest prefix with all addresses, at most a /24 or /64. */
function holding(addresses: readonly IpAddress[], family: IpFamily): Cidr | undefined {
  const [first] = addresses;
  if (!first) return undefined;
  for (let prefix: number = LONGEST[family]; prefix > 0; prefix--) {
    const cidr = makeCidr(first, prefix);
    const isSame = (address: IpAddress): boolean =>
      makeCidr(address, prefix).address.words.every((word, i) => word === cidr.address.words[i]);
    if (addresses.every(isSame)) return cidr;
  }
  return makeCidr(first, 0);
}

/** An address near the top of the network (of its first 256 addresses in IPv6) that no node has. */
function fromTop(cidr: Cidr, distance: number, taken: ReadonlySet<string>): IpAddress {
  const { family } = cidr.address;
  const bits = family === 'ipv6' ? 8 : getBits(family) - cidr.prefix;
  for (let offset = 2 ** bits - distance; offset > 0; offset--) {
    const address = addToIp(cidr.address, offset);
    if (!taken.has(formatIp(address))) return address;
  }
  return addToIp(cidr.address, 2 ** bits - distance);
}

/** How the network around a cluster is laid out; all of it has a usual value. */
export interface NetworkOptions {
  /** `bridge`: one bridge a node (cni0). `routed`: a /32 route to each Pod, as Calico. */
  readonly layout?: PodLayoutId;
  /** `direct`: routes over the nodes' own addresses. `ipip`, `vxlan`: packets between nodes are wrapped. */
  readonly overlay?: PodOverlayId;
  /** Cilium lays the network, whatever a node says: how it reaches other nodes' Pods. */
  readonly cilium?: 'tunnel' | 'native';
  /** Nodes that are Windows machines, by name: Pods are ports of their virtual switches. */
  readonly windows?: readonly string[];
  /**
   * Prefix of the names of Pod links' host ends, before eight letters. Absent: as the layout has it (`veth`, `cali`).
   */
  readonly interfacePrefix?: string;
  /** Bridge ports may send a frame back where it came from; absent: yes. */
  readonly hairpin?: boolean;
  /** `net.bridge.bridge-nf-call-iptables` on nodes; absent: on. */
  readonly bridgeNfCallIptables?: boolean;
  /** Further sysctls of every node. */
  readonly nodeSysctls?: Readonly<Record<string, number>>;
  /** The physical network as the nodes' interfaces have it; absent: the smallest that holds the nodes, at most a /24 or /64. */
  readonly underlay?: readonly string[];
  /** The client's addresses; absent: the sixth from the top of the physical network. */
  readonly clientAddresses?: readonly string[];
  /** Nodes own their ExternalIPs; absent: yes. */
  readonly externalIPsOnNodes?: boolean;
  /** Where Pods listen; absent: `declared`. */
  readonly listeners?: Listeners;
  /**
   * Addresses whose packets the client hands to a node: what an external load balancer or a router
   * does. Address -> node. Absent: load balancer addresses and externalIPs go to a node that may
   * serve them, those that a node has to that node.
   */
  readonly via?: Readonly<Record<string, string>>;
}

/** A node as its objects tell of it. */
export interface NodePlan extends NodeWithPods {
  readonly externalIPs: readonly IpAddress[];
  readonly sockets: readonly Socket[];
  readonly settings: NodeSettings;
  readonly kernel: string;
}

/** Everything a layout needs to make namespaces of. */
export interface NetworkPlan {
  readonly underlays: readonly Underlay[];
  readonly nodes: readonly NodePlan[];
  /** Hosts on the physical network that slices name. */
  readonly hosts: readonly PodPlan[];
  readonly options: NetworkOptions;
}

/** Reads addresses, nodes, Pods and listeners out of the objects. */
export function planNetwork(
  cluster: ClusterObjects,
  settings: ClusterSettings,
  { options, memo, led }: Around,
): NetworkPlan {
  const { nodes, pods, endpointSlices, services } = cluster;
  const checked = healthCheckPorts(services, options).join();
  return planOf(led ?? endpointSlices, memo, nodes, pods, checked, settings, options);
}

/** How a network is laid, and what earlier ones left known. */
export interface Around {
  readonly options: NetworkOptions;
  readonly memo: Memo;
  /** Slices that say on which ports processes listen; absent: those of the cluster. */
  readonly led?: readonly EndpointSliceObject[];
}

/** Of Services only the ports of health checks matter: an edit of another thing of them lays nothing anew. */
const planOf = once(
  (
    endpointSlices: ClusterObjects['endpointSlices'],
    memo,
    nodes: ClusterObjects['nodes'],
    pods: ClusterObjects['pods'],
    checked: string,
    settings: ClusterSettings,
    options: NetworkOptions,
  ): NetworkPlan => {
    const slices = slicePorts(endpointSlices);
    const strangers = listPodlessAddresses(pods, slices);
    const facts = {
      slices,
      strangers,
      options,
      podsOn: groupBy(pods, ({ spec }) => spec.nodeName ?? ''),
      healthChecks: healthChecks(checked),
      memo,
    };
    const plans = nodes.map((node) => samePlan(planNode(node, facts), memo, node.metadata.name));
    const onNodes = new Set(plans.flatMap((node) => [...node.internalIPs, ...node.externalIPs].map(formatIp)));
    const elsewhere = strangers.filter((address) => !onNodes.has(address));
    const owned = elsewhere.length === 0 ? new Set<string>() : ownedByPods(plans);
    const hosts = elsewhere
      .filter((address) => !owned.has(address))
      .map((address) => planPodless(`external/${address}`, address, slices, options));
    const underlays = listUnderlays(nodes, settings, options);
    return samePlanOfAll({ underlays, nodes: plans, hosts, options }, memo);
  },
);

/** Plans as last time, where they say the same: namespaces are remembered by their plan. */
const samePlan = asLast<NodePlan>();
const samePlanOfAll = asLast<NetworkPlan>();
const samePodCIDRs = asLast<readonly Cidr[]>();

function ownedByPods(nodes: readonly NodePlan[]): Set<string> {
  return new Set(nodes.flatMap((node) => node.pods.flatMap((pod) => pod.ips.map(formatIp))));
}

interface Facts {
  readonly slices: SlicePorts;
  readonly strangers: readonly string[];
  readonly options: NetworkOptions;
  readonly podsOn: ReadonlyMap<string, readonly PodObject[]>;
  readonly healthChecks: readonly Socket[];
  readonly memo: Memo;
}

/** Addresses in slices that no Pod has. */
function listPodlessAddresses(pods: readonly PodObject[], slices: SlicePorts): string[] {
  const known = new Set(pods.flatMap(listPodIPs));
  return [...slices.keys()].filter((address) => !known.has(address) && parseIp(address).ok);
}

function planNode(node: NodeObject, facts: Facts): NodePlan {
  const { name } = node.metadata;
  const settings = nodeSettings(node);
  const links = { ...facts, options: linkOptions(facts, settings, name) };
  const here = (facts.podsOn.get(name) ?? []).filter((pod) => !hasEnded(pod) && listPodIPs(pod).length > 0);
  const podCIDRs = samePodCIDRs(listPodCIDRs(node).flatMap(cidrs), facts.memo, name);
  const internalIPs = listAddresses(node, 'InternalIP');
  const sockets: Socket[] = [];
  for (const pod of here) {
    if (pod.spec.hostNetwork) addSockets(sockets, podSockets(pod, facts.slices, facts.options.listeners));
  }
  for (const ip of internalIPs.map(formatIp)) addSockets(sockets, nodeListeners(name, ip, facts));
  const strangers = facts.strangers.filter((text) => podCIDRs.some((cidr) => holdsText(cidr, text)));
  return {
    name,
    kernel: kernelVersion(node),
    internalIPs,
    externalIPs: facts.options.externalIPsOnNodes === false ? [] : listAddresses(node, 'ExternalIP'),
    podCIDRs,
    sockets: [...sockets, ...facts.healthChecks],
    settings,
    pods: [
      ...here.filter((pod) => !pod.spec.hostNetwork).map((pod) => planPod(pod, links)),
      ...strangers.map((text) => planPodless(`ep/${text}`, text, facts.slices, links.options)),
    ],
  };
}

/** Only the layout is anything to a Pod's plan, and mostly a node says nothing of it. */
function linkOptions({ options, memo }: Around, { layout }: NodeSettings, node: string): NetworkOptions {
  if (options.windows?.includes(node)) return withSwitchPorts(options, memo);
  return options.cilium || layout === undefined || layout === options.layout
    ? options
    : withLayout(options, memo.of(layout), layout);
}

const withLayout = once((options: NetworkOptions, _memo, layout: PodLayoutId): NetworkOptions => ({
  ...options,
  layout,
}));

/** The healthCheckNodePorts that are in use. */
function healthCheckPorts(services: ClusterObjects['services'], { listeners }: NetworkOptions): number[] {
  if (listeners === 'every-protocol') return [];
  return services.flatMap(({ spec }) => {
    const isUsed = spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local' && spec.healthCheckNodePort;
    return isUsed ? [spec.healthCheckNodePort ?? 0] : [];
  });
}

/** kube-proxy itself answers on every healthCheckNodePort; `ports` with commas between. */
function healthChecks(ports: string): Socket[] {
  const numbers = ports === '' ? [] : ports.split(',').map(Number);
  return numbers.map((port) => ({ proto: 'tcp', port, owner: 'kube-proxy', reply: 'echo' }));
}

/** A Pod's plan, with where slices lead to it. */
function planPod(pod: PodObject, { slices, options, memo }: Facts): PodPlan {
  const led = listPodIPs(pod).map((ip) => slices.get(ip) ?? []);
  return podPlan(pod, memo, sameLed(led, memo, namespacedName(pod)), options);
}

const sameLed = asLast<readonly (readonly Port[])[]>();

const podPlan = once((pod: PodObject, _memo, led: readonly (readonly Port[])[], options: NetworkOptions) => {
  const slices = new Map(listPodIPs(pod).map((ip, at) => [ip, led[at] ?? []] as const));
  return newPodPlan(pod, slices, options);
});

function newPodPlan(pod: PodObject, slices: SlicePorts, options: NetworkOptions): PodPlan {
  const id = namespacedName(pod);
  return {
    id,
    ips: listPodIPs(pod).flatMap(addresses),
    veth: vethName(id, options),
    sockets: podSockets(pod, slices, options.listeners),
  };
}

function planPodless(id: string, text: string, slices: SlicePorts, options: NetworkOptions): PodPlan {
  return {
    id,
    ips: addresses(text),
    veth: vethName(id, options),
    sockets: sliceSockets(text, slices, options.listeners, id),
  };
}

/** A prefix and eight letters of a hash, as CNI plugins name host ends. */
function vethName(id: string, { interfacePrefix, layout, cilium }: NetworkOptions): string {
  const prefix = interfacePrefix ?? (cilium ? CILIUM_LAYOUT.interfacePrefix : undefined);
  return prefix === undefined ? hostDevice(id, layout) : linkName(prefix, id);
}

/** The host end of a Pod's link, as the CNI plugin of a layout names it. */
export function hostDevice(id: string, layout: PodLayoutId | undefined): string {
  return linkName(podLayout(layout).interfacePrefix, id);
}

const linkName = (prefix: string, id: string): string => `${prefix}${sha1Hex(id).slice(0, 8)}`;

function listAddresses(node: NodeObject, type: string): IpAddress[] {
  return (node.status.addresses ?? [])
    .filter((entry) => entry.type === type)
    .flatMap((entry) => addresses(entry.address));
}

function addresses(text: string): IpAddress[] {
  const parsed = parseIp(text);
  return parsed.ok ? [parsed.value] : [];
}

function cidrs(text: string): Cidr[] {
  const parsed = parseCidr(text);
  return parsed.ok ? [parsed.value] : [];
}

function holdsText(cidr: Cidr, text: string): boolean {
  const parsed = parseIp(text);
  return parsed.ok && contains(cidr, parsed.value);
}
