import { NODE_ID } from '../sender';
import type { Device } from '../../linux/namespace';
import type { Netns } from '../../linux/netns';
import { lookupRoute, withNexthop } from '../../linux/routing/fib';
import { everywhere, ip, type IpAddress, makeCidr, contains, formatIp, sameIp } from '../../net/ip';
import { type PlannedAddress, hasListedRoutes, KERNEL_RULES, type PastedNodePlan } from './plan';
import type { FlowEnds } from '../pasted-types';
import type { Peer } from './peers';
import { POD_BRIDGE } from './pod-network';
import { findTunnelRemote } from './tunnels';
import { type Building, type PastedWorld, addAddress, alone, building, hostRoute, mainRoute, plug } from './world';

const OTHERS_ID = 'others';
export const PASTED_GATEWAY_ID = 'gateway';
const OUTSIDE = 'outside';
/** The next hop of point-to-point links: an address nobody has, answered by proxy ARP. */
const LINK_GATEWAY = { ipv4: ip('169.254.1.1'), ipv6: ip('fe80::1') } as const;

/** A machine while its neighbours are placed. */
export interface NodeSite {
  readonly plan: PastedNodePlan;
  readonly world: PastedWorld;
  readonly node: Building;
  readonly flows: readonly FlowEnds[];
  /** All machines of the bench, this one included. */
  readonly all: readonly NodeSite[];
  links: number;
}

/** The suffix of ids of namespaces beside one machine; empty beside the first. */
export function makeSuffix({ id }: Building): string {
  return id === NODE_ID ? '' : `:${id.slice(NODE_ID.length + 1)}`;
}

/** The node as routing sees it now. */
export function asNetns({ node }: NodeSite): Netns {
  return { ...node, devices: [...node.devices], routes: [...node.routes], xtables: {} };
}

/** Has the node the address? */
export function hasAddress({ node }: NodeSite, address: IpAddress): boolean {
  return node.devices.some(({ addresses }) => addresses.some((own) => sameIp(own.address, address)));
}

/** Puts a peer behind the device a flow names, else where the node would send packets for it. */
export function placePeer(site: NodeSite, peer: Peer): void {
  const { node, plan } = site;
  if (hasAddress(site, peer.address)) {
    node.sockets.push(...peer.sockets);
    return;
  }
  const { podDevice } = plan;
  const behind = peer.device ?? (peer.local ? peer.link : undefined);
  if (behind !== undefined && node.devices.some(({ name }) => name === behind)) placeBehind(site, peer, behind);
  else if (peer.local && podDevice && plan.listedRoutes.length === 0) {
    if (podDevice.layout === 'routed') placeOnLink(site, peer, podDevice.name);
    else placeOnBridge(site, peer, { bridge: podDevice.name });
  } else placeByRoute(site, peer);
}

function placeByRoute(site: NodeSite, peer: Peer): void {
  const route = lookupRoute(asNetns(site), { dst: peer.address });
  const [first] = route?.nexthops ?? [];
  const found = route && first ? withNexthop(route, first) : route;
  const device = site.node.devices.find(({ name }) => name === found?.dev);
  if (!found || !device) return;
  const { via } = found;
  const machine = via && site.all.find((other) => other !== site && hasAddress(other, via));
  if (machine) placeOnLink(machine, peer, peer.link ?? machine.plan.podDevice?.name ?? 'cali0');
  else if (found.via)
    placeBeyond(site, peer, { via: found.via, device: device.name, isDefault: found.dst.prefix === 0 });
  else placeBehind(site, peer, device.name);
}

/** A flow says so, or the network is on the device itself. */
function placeBehind(site: NodeSite, peer: Peer, name: string): void {
  const device = site.node.devices.find((candidate) => candidate.name === name);
  if (!device) return;
  const bridge = site.node.devices.find((each) => each.name === device.master && each.kind === 'bridge');
  if (bridge) placeOnBridge(site, peer, { bridge: bridge.name, wanted: name });
  else if (device.kind === 'bridge') placeOnBridge(site, peer, { bridge: name });
  else if (device.kind === 'veth') placeOnLink(site, peer, name);
  else if (device.kind === 'physical' || device.kind === 'tunnel') placeOnWire(site, peer, name);
}

/** The wire a device of the node is on. */
function getSegment({ node }: NodeSite, name: string): string {
  return node.devices.find((device) => device.name === name)?.segment ?? name;
}

function networkOn(site: NodeSite, device: string, address: IpAddress): PlannedAddress | undefined {
  const found = site.node.devices.find(({ name }) => name === device);
  return found?.addresses.find(
    (own) => own.address.family === address.family && contains(makeCidr(own.address, own.prefix), address),
  );
}

interface Port {
  readonly bridge: string;
  /** The one a flow names. */
  readonly wanted?: string;
}

/** A Pod's end of the bridge: the port a flow names, else one that is listed and nobody named, else a new one. */
function takePort(site: NodeSite, { bridge, wanted }: Port): Device {
  const { node, plan, flows } = site;
  const free = node.devices.filter(({ master, peer, kind, up }) => master === bridge && !peer && kind === 'veth' && up);
  const named = new Set(flows.map(({ from }) => from.device));
  const listed = free.find(({ name }) => name === wanted) ?? free.find(({ name }) => !named.has(name));
  if (listed) node.devices.splice(node.devices.indexOf(listed), 1);
  const name = listed?.name ?? `veth${(++site.links).toString(16).padStart(4, '0')}`;
  const hairpin = listed?.hairpin ?? plan.hairpin.get(bridge) ?? true;
  return { name, kind: 'veth', up: true, addresses: listed?.addresses ?? [], master: bridge, hairpin };
}

/** A Pod or container: a veth pair, its end on the node a port of the bridge. */
function placeOnBridge(site: NodeSite, peer: Peer, at: Port): void {
  const { bridge } = at;
  const { node, world } = site;
  const own = networkOn(site, bridge, peer.address);
  const text = formatIp(peer.address);
  const port = takePort(site, at);
  const what = bridge === site.plan.podDevice?.name || POD_BRIDGE.test(bridge) ? 'Pod' : 'container';
  const title = peer.title === text ? `${what} ${text}` : peer.title;
  const pod = building(world, { id: `pod:${text}`, title, kind: 'pod', node: site.node.id });
  const address = { address: peer.address, prefix: own?.prefix ?? alone(peer.address).prefix };
  pod.devices.push({
    name: 'eth0',
    kind: 'veth',
    up: true,
    addresses: [address],
    peer: { netns: site.node.id, device: port.name },
  });
  node.devices.push({ ...port, peer: { netns: pod.id, device: 'eth0' } });
  if (!own) leadTo(site, peer.address, bridge);
  const gateway = own?.address ?? node.devices.find(({ name }) => name === bridge)?.addresses[0]?.address;
  if (!gateway) answerOn(node, bridge);
  const near = gateway ?? LINK_GATEWAY[peer.address.family];
  if (!own) pod.routes.push(hostRoute(near, 'eth0'));
  pod.routes.push(mainRoute(everywhere(near.family), 'eth0', near));
  inhabit(pod, peer);
}

/**
 * The node's way to somebody behind a device whose networks do not hold the address. Routes that were listed are all there
 * are: whoever comes in where they do not lead is answered elsewhere, and `rp_filter` asks them (`fib_validate_source`).
 */
function leadTo({ node, plan }: NodeSite, address: IpAddress, device: string): void {
  if (!hasListedRoutes(plan, address.family)) node.routes.push(hostRoute(address, device));
}

/** Nothing tells an address of the bridge: who is behind it reaches the node as over a point-to-point link. */
function answerOn({ devices }: Building, bridge: string): void {
  const at = devices.findIndex(({ name }) => name === bridge);
  const device = devices[at];
  if (device) devices[at] = { ...device, proxyArp: true };
}

/** A further address of a Pod whose link is laid already; false: it is not. */
function joinLaid(world: PastedWorld, node: Building, peer: Peer): boolean {
  const laid = node.devices.find(({ name }) => name === peer.link);
  const pod = laid?.peer && world.netns.get(laid.peer.netns);
  if (!pod) return false;
  const gateway = LINK_GATEWAY[peer.address.family];
  addAddress(pod, 'eth0', alone(peer.address));
  pod.routes.push(hostRoute(gateway, 'eth0'), mainRoute(everywhere(gateway.family), 'eth0', gateway));
  node.routes.push(hostRoute(peer.address, laid.name));
  inhabit(pod, peer);
  return true;
}

/** A Pod on a link of its own, as Calico lays it. */
function placeOnLink(site: NodeSite, peer: Peer, wanted: string): void {
  const { node, world } = site;
  if (joinLaid(world, node, peer)) return;
  const text = formatIp(peer.address);
  const title = peer.title === text ? `Pod ${text}` : peer.title;
  const pod = building(world, { id: `pod:${text}`, title, kind: 'pod', node: site.node.id });
  const free = node.devices.findIndex(({ name, peer: end }) => name === wanted && !end);
  const name = free >= 0 ? wanted : `${wanted.slice(0, 11)}${(++site.links).toString(16).padStart(2, '0')}`;
  const end = { netns: pod.id, device: 'eth0' };
  const link = { name, kind: 'veth', up: true, addresses: [], proxyArp: true, peer: end } as const;
  if (free >= 0) node.devices[free] = link;
  else node.devices.push(link);
  node.routes.push(hostRoute(peer.address, name));
  joinByLink(pod, peer, site.node.id, name);
}

/** What is told to run there; of nobody but the machines pasted is it told what else does. */
function inhabit(at: Building, { sockets, told }: Peer): void {
  at.sockets.push(...sockets);
  if (!told) at.untold ??= 'host';
  else at.untold = 'processes';
}

/** The Pod's side of a point-to-point link. */
function joinByLink(pod: Building, peer: Peer, netns: string, device: string): void {
  const gateway = LINK_GATEWAY[peer.address.family];
  pod.devices.push({ name: 'eth0', kind: 'veth', up: true, addresses: [alone(peer.address)], peer: { netns, device } });
  pod.routes.push(hostRoute(gateway, 'eth0'), mainRoute(everywhere(gateway.family), 'eth0', gateway));
  inhabit(pod, peer);
}

/** A host on one of the node's wires; it sends everything through the node. */
function placeOnWire(site: NodeSite, peer: Peer, device: string): void {
  const { plan, world } = site;
  const own = networkOn(site, device, peer.address);
  const gateway = plan.gateways[peer.address.family];
  if (!own && device === plan.uplink && gateway && !sameIp(gateway, peer.address)) {
    const found = lookupRoute(asNetns(site), { dst: peer.address });
    const via = found?.dev === device ? found.via : undefined;
    placeBeyond(site, peer, { via: via ?? gateway, device, isDefault: !via || found?.dst.prefix === 0 });
    return;
  }
  const host = building(world, { id: `host:${formatIp(peer.address)}`, title: peer.title, kind: 'client' });
  const address = { address: peer.address, prefix: own?.prefix ?? alone(peer.address).prefix };
  plug(world, host, { name: 'eth0', kind: 'physical', addresses: [address] }, getSegment(site, device));
  if (!own) leadTo(site, peer.address, device);
  toNode(site, host, peer.address, device);
  inhabit(host, peer);
}

/** Everything else goes by the node's address on the wire. */
function toNode(site: NodeSite, host: Building, like: IpAddress, device: string): void {
  const end = nodeAddress(site, like, device);
  if (!end) return;
  host.routes.push(hostRoute(end, 'eth0'), mainRoute(everywhere(end.family), 'eth0', end));
}

function nodeAddress({ node }: NodeSite, { family }: IpAddress, device: string): IpAddress | undefined {
  return node.devices.find(({ name }) => name === device)?.addresses.find((own) => own.address.family === family)
    ?.address;
}

interface Beyond {
  readonly via: IpAddress;
  readonly device: string;
  readonly isDefault: boolean;
}

/** LinkedPod a next hop: a Pod of another node, or a host beyond the gateway. */
function placeBeyond(site: NodeSite, peer: Peer, beyond: Beyond): void {
  if (beyond.isDefault) placeOutside(site, peer, beyond);
  else placeElsewhere(site, peer, beyond);
}

function hopAt(site: NodeSite, base: Pick<Building, 'id' | 'title' | 'kind'>, { via, device }: Beyond): Building {
  const { world, plan } = site;
  const isNew = !world.netns.has(base.id);
  const hop = building(world, base);
  const own = networkOn(site, device, via);
  const address = { address: via, prefix: own?.prefix ?? alone(via).prefix };
  const remote = isNew ? farRemote(site, { via, device }) : undefined;
  if (isNew) {
    hop.openWires = true;
    hop.sysctls['net.ipv4.ip_forward'] = 1;
    hop.sysctls['net.ipv6.conf.all.forwarding'] = 1;
  }
  if (remote) endTunnel(site, hop, { via, device, remote });
  else if (isNew) {
    plug(world, hop, { name: 'eth0', kind: 'physical', addresses: [address] }, getSegment(site, device));
  } else if (!hop.devices.some(({ addresses }) => addresses.some((known) => sameIp(known.address, via)))) {
    addAddress(hop, 'eth0', address);
  }
  if (!own && !remote) site.node.routes.push(hostRoute(via, plan.uplink));
  return hop;
}

/** The machine that the entries of a listed tunnel name for a next hop; one that was pasted stands there already. */
function farRemote(site: NodeSite, { via, device }: Pick<Beyond, 'via' | 'device'>): IpAddress | undefined {
  const own = site.node.devices.find(({ name }) => name === device);
  const remote = own && findTunnelRemote(own, via);
  return remote && !site.all.some((other) => hasAddress(other, remote)) ? remote : undefined;
}

/** The other end of a tunnel: a machine on the node's own wire, with a device as the node's. */
function endTunnel(
  site: NodeSite,
  hop: Building,
  { via, device, remote }: Pick<Beyond, 'via' | 'device'> & { readonly remote: IpAddress },
): void {
  const { world, plan, node } = site;
  const near = node.devices.find(({ name }) => name === device);
  const address = { address: remote, prefix: networkOn(site, plan.uplink, remote)?.prefix ?? alone(remote).prefix };
  plug(world, hop, { name: 'eth0', kind: 'physical', addresses: [address] }, getSegment(site, plan.uplink));
  const [nexthop, local] = [
    nodeAddress(site, via, device),
    near?.tunnel?.local ?? nodeAddress(site, remote, plan.uplink),
  ];
  const peers = nexthop && local ? [{ nexthop, remote: local }] : [];
  const { kind = 'vxlan', vni, port } = near?.tunnel ?? {};
  const ends = { ...(vni === undefined ? {} : { vni }), ...(port === undefined ? {} : { port }) };
  hop.devices.push({
    name: device,
    kind: 'tunnel',
    up: true,
    addresses: [alone(via)],
    tunnel: { kind, local: remote, peers, ...ends },
  });
}

/** A Pod on another node: that node knows the way to this node's Pods, and no rules. */
function placeElsewhere(site: NodeSite, peer: Peer, beyond: Beyond): void {
  const { world, plan } = site;
  const name = plan.otherNodes.get(formatIp(beyond.via));
  const id = [
    `${OTHERS_ID}${makeSuffix(site.node)}`,
    ...(plan.others[beyond.via.family] && !sameIp(beyond.via, plan.others[beyond.via.family] ?? beyond.via)
      ? [formatIp(beyond.via)]
      : []),
  ].join(':');
  const isNew = !world.netns.has(id);
  // Nobody has a name for it: it is called by its address, as a Pod is.
  const title = name ?? `node ${formatIp(farRemote(site, beyond) ?? beyond.via)}`;
  const other = hopAt(site, { id, title, kind: 'node' }, beyond);
  const back = nodeAddress(site, peer.address, beyond.device) ?? nodeAddress(site, peer.address, plan.uplink);
  if (back && (isNew || !other.routes.some(({ dst }) => dst.address.family === back.family))) {
    const dev = other.devices.some(({ name: own }) => own === beyond.device) ? beyond.device : 'eth0';
    other.routes.push(hostRoute(back, dev), mainRoute(everywhere(back.family), dev, back));
  }
  if (joinLaid(world, other, peer)) return;
  const link = peer.link ?? `veth${(++site.links).toString(16).padStart(4, '0')}`;
  const pod = building(world, { id: `pod:${formatIp(peer.address)}`, title: peer.title, kind: 'pod', node: other.id });
  const end = { netns: pod.id, device: 'eth0' };
  other.devices.push({ name: link, kind: 'veth', up: true, addresses: [], proxyArp: true, peer: end });
  other.routes.push(hostRoute(peer.address, link));
  joinByLink(pod, peer, other.id, link);
}

/** A host behind the gateway, on a wire the node does not see. */
function placeOutside(site: NodeSite, peer: Peer, beyond: Beyond): void {
  const { world, flows } = site;
  const { address } = peer;
  const outside = `${OUTSIDE}${makeSuffix(site.node)}`;
  const id = `${PASTED_GATEWAY_ID}${makeSuffix(site.node)}`;
  const gateway = hopAt(site, { id, title: id, kind: 'router' }, beyond);
  if (!gateway.devices.some(({ name }) => name === 'eth1')) {
    plug(world, gateway, { name: 'eth1', kind: 'physical', addresses: [] }, outside);
    // Nobody told its routes: what it has none for leaves what is known, and is not lost.
    for (const family of ['ipv4', 'ipv6'] as const) gateway.routes.push(mainRoute(everywhere(family), 'eth1'));
  }
  const near = LINK_GATEWAY[address.family];
  if (!gateway.devices.some(({ addresses }) => addresses.some((own) => sameIp(own.address, near)))) {
    addAddress(gateway, 'eth1', alone(near));
  }
  gateway.routes.push(hostRoute(address, 'eth1'));
  const host = building(world, { id: `host:${formatIp(address)}`, title: peer.title, kind: 'client' });
  plug(world, host, { name: 'eth0', kind: 'physical', addresses: [alone(address)] }, outside);
  host.routes.push(hostRoute(near, 'eth0'), mainRoute(everywhere(near.family), 'eth0', near));
  inhabit(host, peer);
  const back = nodeAddress(site, address, beyond.device);
  for (const { from, to } of flows) {
    if (back && from.address === formatIp(address)) toward(gateway, to.address, back);
  }
}

/** The gateway hands what a host outside sends to the node: its router says so. */
function toward(gateway: Building, target: string | undefined, node: IpAddress): void {
  const parsed = target === undefined ? undefined : safeIp(target);
  if (!parsed || parsed.family !== node.family || sameIp(parsed, node)) return;
  if (gateway.routes.some(({ dst, table }) => table === TOWARD && sameIp(dst.address, parsed))) return;
  const dst = { address: parsed, prefix: alone(parsed).prefix };
  gateway.routes.push({ ...mainRoute(dst, 'eth0', node), table: TOWARD });
  gateway.rules = [{ priority: 100, iif: 'eth1', lookup: TOWARD }, ...KERNEL_RULES];
}

/** What comes from outside goes to the node first; what the node hands back does not come again. */
const TOWARD = '100';

function safeIp(text: string): IpAddress | undefined {
  try {
    return ip(text);
  } catch {
    return undefined;
  }
}
