import { asLast, Memo, once } from '../../lib/memo';
import { LOOPBACK, type Device, type InterfaceAddress } from '../../linux/namespace';
import type { Netns, Network } from '../../linux/netns';
import type { Route } from '../../linux/routing/fib';
import { everywhere, contains, formatCidr, formatIp, hostCidr, getBits, type IpAddress, parseIp } from '../../net/ip';
import { type ClusterObjects, type ClusterSettings, namespacedName, type ServiceObject } from '../types';
import { CILIUM_LAYOUT, CILIUM_TUNNEL } from './cilium';
import type { CniNetwork } from './cni-config';
import { withPrefix, type NodeWithPods, type LayoutOptions, type PodLayout, type PodPlan } from './layout';
import { podLayout, type PodLayoutId } from './layouts';
import type { PodOverlay } from './overlay';
import { podOverlay, type PodOverlayId } from './overlays';
import { readNodeRoute } from './node-settings';
import { writerDevices } from '../writers';
import { asWindows, WINDOWS_LAYOUT } from './windows';
import { FORWARDS } from './outside';
import { planNetwork, type Around, type NetworkOptions, type NetworkPlan, type NodePlan } from './plan';
import { isNodeReady } from '../pods';
import { slicesByService } from '../endpoint';

export const CLIENT_ID = 'client';
export const GATEWAY_ID = 'gateway';
const SEGMENT = 'physical';
const NO_OPTIONS: NetworkOptions = {};

/**
 * The network a cluster runs on: a namespace for each node (id: its name), each Pod
 * (`namespace/name`), a client outside (`client`) and a default gateway that answers nothing
 * (`gateway`). Without rules: what kube-proxy leaves behind is added by whoever compiles it.
 */
export function buildNetwork(
  cluster: ClusterObjects,
  settings: ClusterSettings,
  { options = NO_OPTIONS, memo = new Memo(), led }: Partial<Around> = {},
): Network {
  const plan = planNetwork(cluster, settings, { options, memo, ...(led ? { led } : {}) });
  return networkOf(plan, memo, sameRoutes(deliveries(cluster, plan, memo), memo));
}

const sameRoutes = asLast<readonly Route[]>();

/** The same plan is the same network: what is built on it is kept. */
const networkOf = once((plan: NetworkPlan, memo, delivered: readonly Route[]): Network => {
  const neighbours = sameNeighbours(neighboursIn(plan), memo);
  const all = namedApart([
    ...plan.nodes.map((node) => nodeNetns(node, memo, getLayout(node, plan), neighbours)),
    ...plan.nodes.flatMap((node) => {
      const host = sameHost(podHost(node, plan), memo, node.name);
      return node.pods.map((pod) => podNetns(pod, memo, host));
    }),
    ...plan.hosts.map((host) => hostNetns(host, plan)),
    clientNetns(plan, delivered),
    gatewayNetns(plan),
  ]);
  const members = all
    .filter((netns) => netns.devices.some((device) => device.segment === SEGMENT))
    .map(({ id, devices }) => ({ netns: id, device: devices.find(({ segment }) => segment === SEGMENT)?.name ?? '' }));
  return {
    netns: new Map(all.map((netns) => [netns.id, remembering(netns, memo)])),
    segments: [{ name: SEGMENT, members }],
  };
});

/** With a memory of what is worked out of it. */
const remembering = once((netns: Netns, memo): Netns => ({ ...netns, memo }));

/**
 * No two machines are called alike. Nodes come first and keep their names. Pods of the default namespace are called
 * without it; one that would be called as a node is says that it is a Pod (a blank is in no name). What stands outside
 * is numbered.
 */
function namedApart(all: readonly Netns[]): readonly Netns[] {
  const taken = new Set<string>();
  return all.map((netns) => {
    const title = freeTitle(netns, taken);
    taken.add(calledOf({ ...netns, title }));
    return title === netns.title ? netns : renamed(netns, title);
  });
}

function calledOf({ kind, title }: Netns): string {
  return kind === 'pod' ? title.replace(/^default\//, '') : title;
}

function freeTitle(netns: Netns, taken: ReadonlySet<string>): string {
  const { kind, title } = netns;
  if (kind === 'node' || !taken.has(calledOf(netns))) return title;
  if (kind === 'pod') return `Pod ${title}`;
  let nth = 2;
  while (taken.has(`${title}-${nth}`)) nth++;
  return `${title}-${nth}`;
}

/** The namespace under another title; its sockets say the same name. */
function renamed(netns: Netns, title: string): Netns {
  const sockets = netns.sockets.map((socket) => (socket.owner === netns.title ? { ...socket, owner: title } : socket));
  return { ...netns, title, sockets };
}

type Laying = Omit<PodLayout<PodLayoutId>, 'id'>;

function getLayout({ name, settings }: NodePlan, { options }: Pick<NetworkPlan, 'options'>): Laying {
  if (options.cilium) return CILIUM_LAYOUT;
  if (options.windows?.includes(name)) return WINDOWS_LAYOUT;
  return podLayout(settings.layout ?? options.layout);
}

type Between = Omit<PodOverlay<PodOverlayId>, 'id'>;

function getOverlay({ settings }: NodePlan, { options }: Pick<NetworkPlan, 'options'>): Between {
  if (options.cilium) return options.cilium === 'tunnel' ? CILIUM_TUNNEL : podOverlay('direct');
  return podOverlay(settings.overlay ?? options.overlay);
}

const sameHost = asLast<PodHost>();

function podHost(node: NodePlan, plan: NetworkPlan): PodHost {
  const { name, podCIDRs } = node;
  const { cni } = node.settings;
  return { name, podCIDRs, layout: getLayout(node, plan), overlay: getOverlay(node, plan), ...(cni ? { cni } : {}) };
}

/** Where packets are wrapped, the links of Pods take as much less; or what CNI is told, if that is less. */
function fitting({ mtu: wrapped }: Between, cni: CniNetwork | undefined): (device: Device) => Device {
  const known = [wrapped, cni?.mtu].filter((each) => each !== undefined);
  return (device) => (known.length === 0 ? device : { ...device, mtu: Math.min(...known) });
}

function joiningOf(cni: CniNetwork | undefined): Partial<LayoutOptions> {
  const { bridge, isGateway } = cni ?? {};
  return { ...(bridge === undefined ? {} : { bridge }), ...(isGateway === undefined ? {} : { isGateway }) };
}

const NO_FILTER = { 'net.ipv4.conf.all.rp_filter': 0 };

function physical(addresses: readonly InterfaceAddress[]): Device {
  return { name: 'eth0', kind: 'physical', up: true, addresses, segment: SEGMENT };
}

function onUnderlay(address: IpAddress, plan: Pick<NetworkPlan, 'underlays'>): InterfaceAddress {
  return withPrefix(
    address,
    plan.underlays.map((underlay) => underlay.cidr),
  );
}

function defaultRoutes(plan: Pick<NetworkPlan, 'underlays'>): Route[] {
  return plan.underlays.map(({ family, gateway }) => ({
    table: 'main',
    type: 'unicast',
    dst: everywhere(family),
    via: gateway,
    dev: 'eth0',
  }));
}

/** Surroundings of a node: of other nodes those behind them, of their Pods those in none of their networks. */
interface Neighbours extends Omit<NetworkPlan, 'nodes'> {
  readonly nodes: readonly NodeWithPods[];
}

function neighboursIn({ nodes, ...plan }: NetworkPlan): Neighbours {
  const isStray = (pod: PodPlan, { podCIDRs }: NodePlan): boolean =>
    pod.ips.some((ip) => !podCIDRs.some((cidr) => contains(cidr, ip)));
  return {
    ...plan,
    nodes: nodes.map((node) => {
      const { name, internalIPs, podCIDRs, pods } = node;
      return { name, internalIPs, podCIDRs, pods: pods.filter((pod) => isStray(pod, node)) };
    }),
  };
}

const sameNeighbours = asLast<Neighbours>();

/** The same parts give the same namespace: what is built on it is kept over edits of something else. */
const nodeNetns = once((node: NodePlan, _memo, layout: Laying, plan: Neighbours) => {
  const netns = newNodeNetns(node, plan, layout);
  return plan.options.windows?.includes(node.name) ? asWindows(netns) : netns;
});

function newNodeNetns(node: NodePlan, plan: Neighbours, layout: Laying): Netns {
  const { options } = plan;
  const { cni, hairpin } = node.settings;
  const pods = layout.onNode(node, { hairpin: hairpin ?? options.hairpin ?? true, ...joiningOf(cni) });
  const overlay = getOverlay(node, plan);
  const others = plan.nodes.filter(({ name }) => name !== node.name);
  const between = overlay.onNode({ node, others, names: layout.tunnels });
  const fit = fitting(overlay, cni);
  const addresses = [
    ...node.internalIPs.map((address) => onUnderlay(address, plan)),
    ...node.externalIPs.map((address) => ({ address, prefix: getBits(address.family) })),
  ];
  const bridged = (options.bridgeNfCallIptables ?? true) ? 1 : 0;
  return {
    id: node.name,
    title: node.name,
    kind: 'node',
    ...(options.cilium ? { programs: 'ebpf' as const } : {}),
    devices: [
      LOOPBACK,
      physical(addresses),
      ...between.devices,
      ...pods.devices.map(fit),
      ...writerDevices(node.settings.writers),
    ],
    routes: withOwnRoutes([...defaultRoutes(plan), ...between.routes, ...hostRoutes(plan), ...pods.routes], node),
    sockets: node.sockets,
    kernel: node.kernel,
    sysctls: {
      ...NO_FILTER,
      'net.ipv4.ip_forward': 1,
      'net.ipv6.conf.all.forwarding': 1,
      'net.bridge.bridge-nf-call-iptables': bridged,
      'net.bridge.bridge-nf-call-ip6tables': bridged,
      ...options.nodeSysctls,
      ...node.settings.sysctls,
    },
    xtables: {},
  };
}

/** `ip route replace`: a route to a destination that is there already takes its place. */
function withOwnRoutes(routes: readonly Route[], { settings }: NodePlan): readonly Route[] {
  const own = (settings.routes ?? []).flatMap((line) => readNodeRoute(line) ?? []);
  if (own.length === 0) return routes;
  const replaced = new Set(own.map(({ dst }) => formatCidr(dst)));
  return [...routes.filter(({ dst }) => !replaced.has(formatCidr(dst))), ...own];
}

/** Hosts that are on the wire, but not of its network. */
function hostRoutes(plan: Omit<NetworkPlan, 'nodes'>): Route[] {
  return plan.hosts
    .flatMap((host) => host.ips)
    .filter((address) => !plan.underlays.some(({ cidr }) => contains(cidr, address)))
    .map((address) => ({ table: 'main', type: 'unicast', dst: hostCidr(address), dev: 'eth0', scope: 'link' }));
}

/** The node of a Pod, as far as the Pod sees it. */
interface PodHost extends Pick<NodePlan, 'name' | 'podCIDRs'> {
  readonly layout: Laying;
  readonly overlay: Between;
  readonly cni?: CniNetwork;
}

const podNetns = once((pod: PodPlan, _memo, host: PodHost): Netns => newPodNetns(pod, host));

function newPodNetns(pod: PodPlan, node: PodHost): Netns {
  const { devices, routes } = node.layout.inPod(pod, node);
  return {
    id: pod.id,
    title: pod.id,
    kind: 'pod',
    node: node.name,
    devices: [LOOPBACK, ...devices.map(fitting(node.overlay, node.cni))],
    routes: node.cni?.isClosed ? routes.filter(({ dst }) => dst.prefix > 0) : routes,
    sockets: pod.sockets,
    sysctls: NO_FILTER,
    xtables: {},
  };
}

function outsider(id: string, kind: Netns['kind'], addresses: readonly InterfaceAddress[]): Netns {
  return {
    id,
    title: id,
    kind,
    devices: [LOOPBACK, physical(addresses)],
    routes: [],
    sockets: [],
    sysctls: NO_FILTER,
    xtables: {},
  };
}

function hostNetns(host: PodPlan, plan: NetworkPlan): Netns {
  const addresses = host.ips.map((address) => onUnderlay(address, plan));
  return { ...outsider(host.id, 'client', addresses), routes: defaultRoutes(plan), sockets: host.sockets };
}

function clientNetns(plan: NetworkPlan, delivered: readonly Route[]): Netns {
  const addresses = plan.underlays.map(({ client }) => onUnderlay(client, plan));
  const routes = [...defaultRoutes(plan), ...delivered];
  return { ...outsider(CLIENT_ID, 'client', addresses), title: 'outside', routes };
}

function gatewayNetns(plan: NetworkPlan): Netns {
  const addresses = plan.underlays.map(({ gateway }) => onUnderlay(gateway, plan));
  const gateway = outsider(GATEWAY_ID, 'router', addresses);
  const routes = plan.nodes.flatMap(routesFromOutside);
  return routes.length === 0 ? gateway : { ...gateway, routes, sysctls: { ...NO_FILTER, ...FORWARDS } };
}

/** To the Pods of a node that routers outside know. */
function routesFromOutside({ settings, podCIDRs, internalIPs }: NodePlan): Route[] {
  if (settings.outsideRoutes !== true) return [];
  return podCIDRs.flatMap((dst): Route[] => {
    const via = internalIPs.find(({ family }) => family === dst.address.family);
    return via ? [{ table: 'main', type: 'unicast', dst, via, dev: 'eth0' }] : [];
  });
}

/**
 * The client's routes to addresses that are not of the physical network: what an external load balancer, or whoever
 * routes an externalIP, does. Those of nodes go to the node that has them. Without being told, each goes to the first Ready node; with
 * externalTrafficPolicy Local to the first that has a ready endpoint, as the health check finds it.
 */
function deliveries(cluster: ClusterObjects, plan: NetworkPlan, memo: Memo): Route[] {
  const wanted = plan.options.via ?? { ...ownedAddresses(plan), ...defaultDeliveries(cluster, memo) };
  return Object.entries(wanted).flatMap(([address, name]) => {
    const node = plan.nodes.find((candidate) => candidate.name === name);
    const route = node && routeVia(address, node);
    return route ? [route] : [];
  });
}

/** ExternalIPs of nodes, each by the node that has it: off the physical network nobody finds them by asking around. */
function ownedAddresses({ nodes, underlays }: NetworkPlan): Record<string, string> {
  const isNear = (address: IpAddress): boolean => underlays.some(({ cidr }) => contains(cidr, address));
  return Object.fromEntries(
    nodes.flatMap(({ name, externalIPs }) =>
      externalIPs.filter((address) => !isNear(address)).map((address) => [formatIp(address), name] as const),
    ),
  );
}

function routeVia(text: string, node: NodePlan): Route | undefined {
  const parsed = parseIp(text);
  if (!parsed.ok) return undefined;
  const via = node.internalIPs.find((address) => address.family === parsed.value.family);
  return via && { table: 'main', type: 'unicast', dst: hostCidr(parsed.value), via, dev: 'eth0' };
}

function defaultDeliveries(cluster: ClusterObjects, memo: Memo): Record<string, string> {
  const owned = new Set(cluster.nodes.flatMap((node) => (node.status.addresses ?? []).map((entry) => entry.address)));
  const entries = cluster.services.flatMap((service) => {
    const ingress = (service.status?.loadBalancer?.ingress ?? []).flatMap((entry) => entry.ip ?? []);
    const addresses = [...ingress, ...(service.spec.externalIPs ?? [])].filter((address) => !owned.has(address));
    const node = addresses.length === 0 ? undefined : servingNode(service, cluster, memo);
    return node === undefined ? [] : addresses.map((address) => [address, node] as const);
  });
  return Object.fromEntries(entries);
}

function servingNode(service: ServiceObject, cluster: ClusterObjects, memo: Memo): string | undefined {
  const ready = cluster.nodes.filter(isNodeReady).map((node) => node.metadata.name);
  if (service.spec.externalTrafficPolicy !== 'Local') return ready[0];
  const slices = slicesByService(cluster.endpointSlices, memo).get(namespacedName(service)) ?? [];
  const serving = new Set(
    slices.flatMap((slice) =>
      (slice.endpoints ?? []).flatMap(({ conditions, nodeName }) => (conditions?.ready !== false && nodeName) || []),
    ),
  );
  return ready.find((name) => serving.has(name)) ?? ready[0];
}
