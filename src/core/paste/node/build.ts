import type { Steps } from '../../lib/scan';
import type { Socket, Tunnel } from '../../linux/namespace';
import type { Network } from '../../linux/netns';
import { hostCidr, formatIp, ip, isLoopback, parseIp } from '../../net/ip';
import type { PastedNodePlan, PlannedDevice } from './plan';
import { sharedWire } from './several';
import { deriveFarEnds, listedTunnel } from './tunnels';
import { asNetns, PASTED_GATEWAY_ID, hasAddress, placePeer, makeSuffix, type NodeSite } from './place';
import { type PastedKernel, building, freezeNetwork, plug, mainRoute, type Building, type PastedWorld } from './world';
import type { FlowEnds } from '../pasted-types';
import { lookupRoute } from '../../linux/routing/fib';
import { parseEndpoint } from '../../net/packet';
import type { KubeServicePort } from '../kube-services';
import { listPeers, type Peer, listedSockets } from './peers';
import { withArrivals, Wires } from './uplink';

/** A machine with what was pasted of its kernel. */
export interface PastedMachine {
  readonly id: string;
  readonly name: string;
  readonly plan: PastedNodePlan;
  readonly kernel: PastedKernel;
}

/** What packets meet, and of each machine, in their order, what it is taken to be. */
export interface BuiltNetwork {
  readonly network: Network;
  readonly plans: readonly PastedNodePlan[];
}

/** Where machines are stood. */
interface BuildContext {
  readonly world: PastedWorld;
  readonly wires: Wires;
}

/**
 * Builds the namespaces a packet can meet: the nodes with their rules, Pods on their bridges or links,
 * other nodes, hosts on their networks, and what is behind their gateways. Peers stand where a node's
 * own routing would look for them. The first machine is the one flows begin at. In slices. With the plans as the flows need them: what
 * was assumed for these is in them.
 */
export function* buildPastedNetwork(
  machines: readonly PastedMachine[],
  flows: readonly FlowEnds[],
): Steps<BuiltNetwork> {
  const world: PastedWorld = { netns: new Map(), segments: new Map() };
  const ground = { world, wires: new Wires() };
  const sites: NodeSite[] = [];
  for (const { id, name, plan } of machines) {
    const here = machines.length === 1 ? flows : flows.filter(({ from }) => from.node === name);
    sites.push({ ...standNode(ground, flows, id, withArrivals(plan, here)), all: sites });
    yield 0;
  }
  deriveFarEnds(sites);
  const named = new Map(machines.map(({ name }, index) => [name, sites[index]] as const));
  const comesIn = new Map(flows.map(({ from }) => [addressText(from.address), named.get(from.node ?? '')] as const));
  const placed = new Set<string>();
  let count = 0;
  const plans: PastedNodePlan[] = [];
  for (const site of sites) {
    const { peers, assumptions } = listPeers(site.plan, flows);
    plans.push({ ...site.plan, assumptions: [...site.plan.assumptions, ...assumptions] });
    for (const peer of peers) {
      const text = formatIp(peer.address);
      const owner = sites.find((each) => hasAddress(each, peer.address));
      const home = owner ?? comesIn.get(text) ?? sites.find((each) => isHome(each, peer));
      if (!placed.has(text)) placePeer(home ?? site, peer);
      placed.add(text);
      if (++count % FEW === 0) yield count / (count + FEW);
    }
  }
  for (const site of sites) leaveForOthers(site, sites);
  return { network: freezeNetwork(world, new Map(machines.map(({ id, kernel }) => [id, kernel]))), plans };
}

function standNode(
  ground: BuildContext,
  flows: readonly FlowEnds[],
  id: string,
  plan: PastedNodePlan,
): Omit<NodeSite, 'all'> {
  const { world } = ground;
  const node = building(world, { id, title: plan.hostname ?? id, kind: 'node' });
  node.openWires = true;
  node.devices.length = 0;
  for (const device of plan.devices.values()) standDevice(ground, node, device, listedTunnel(plan, device.name));
  for (const { dst, via, dev } of plan.routes) node.routes.push(mainRoute(dst, dev, via));
  for (const listed of plan.listedRoutes) node.routes.push(listed);
  if (plan.rules) node.rules = plan.rules;
  Object.assign(node.sysctls, plan.sysctls);
  for (const { clues, services } of plan.views) {
    for (const service of services) node.sockets.push(...proxySocket(service));
    for (const { port, protocol } of clues.redirects) {
      if (node.sockets.some((known) => known.proto === protocol && known.port === port)) continue;
      node.sockets.push({ proto: protocol, port, owner: `REDIRECT :${port}`, reply: 'echo' });
    }
  }
  for (const listed of listedSockets(plan.machine)) {
    if (!node.sockets.some(({ proto, port }) => proto === listed.proto && port === listed.port))
      node.sockets.push(listed);
  }
  return { plan, world, node, flows, links: 0 };
}

/** A socket of the process kube-proxy in the userspace mode, where it is told whom it asks. */
function proxySocket({ protocol, proxyPort: port, endpoints }: KubeServicePort): Socket[] {
  const places = endpoints.map(({ place = '' }) => parseEndpoint(place)).filter((each) => each !== undefined);
  if (port === undefined || places.length === 0) return [];
  return [{ proto: protocol, port, owner: 'kube-proxy', reply: 'proxy', proxy: { endpoints: places } }];
}

/** So many peers are placed in a slice: each may ask every route. */
const FEW = 16;

function addressText(text = ''): string {
  const address = parseIp(text);
  return address.ok ? formatIp(address.value) : text;
}

/** Are packets for the peer handed straight to a Pod's wire here? */
function isHome(site: NodeSite, { address }: Peer): boolean {
  const found = lookupRoute(asNetns(site), { dst: address });
  const device = site.node.devices.find(({ name }) => name === found?.dev);
  return found !== undefined && !found.via && (device?.kind === 'bridge' || device?.kind === 'veth');
}

/** No wire to another machine of the bench: what the gateway gets for it leaves the picture there. */
function leaveForOthers({ plan, node, world }: NodeSite, sites: readonly NodeSite[]): void {
  const gateway = world.netns.get(`${PASTED_GATEWAY_ID}${makeSuffix(node)}`);
  if (!gateway?.devices.some(({ name }) => name === 'eth1')) return;
  for (const other of sites) {
    if (other.plan === plan || sharedWire(plan, other.plan)) continue;
    for (const { addresses } of other.node.devices) {
      for (const { address } of addresses) {
        if (!isLoopback(address)) gateway.routes.push(mainRoute(hostCidr(address), 'eth1', BEYOND[address.family]));
      }
    }
  }
}

/** A next hop nobody answers for. */
const BEYOND = { ipv4: ip('169.254.1.254'), ipv6: ip('fe80::ffff') } as const;

/** A device of the node; what could be on a wire gets one. */
function standDevice(
  { world, wires }: BuildContext,
  node: Building,
  { name, kind, addresses, down, master, hairpin, announces }: PlannedDevice,
  tunnel: Tunnel | undefined,
): void {
  const more = { ...(master === undefined ? {} : { master }), ...(hairpin === undefined ? {} : { hairpin }) };
  if (down) node.devices.push({ name, kind, addresses, up: false, ...more });
  else if ((kind === 'physical' || kind === 'tunnel') && master === undefined) {
    // Machines whose addresses are in one network are on one wire.
    const segment = wires.find(addresses) ?? `${name}${makeSuffix(node)}`;
    wires.add(segment, addresses);
    plug(
      world,
      node,
      { name, kind, addresses, ...(tunnel ? { tunnel } : {}), ...(announces ? { announces } : {}) },
      segment,
    );
  } else
    node.devices.push({
      name,
      kind,
      addresses,
      up: true,
      ...more,
      ...(kind === 'veth' && master === undefined ? { proxyArp: true } : {}),
    });
}
