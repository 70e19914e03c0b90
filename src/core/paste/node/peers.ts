import type { Socket } from '../../linux/namespace';
import { formatIp, parseIp, type IpAddress } from '../../net/ip';
import type { KubeServicePort } from '../kube-services';
import { podNames } from '../machine/services';
import type { Assumption, FlowEnds } from '../pasted-types';
import type { PortProtocol } from '../layers';
import type { PastedNodePlan } from './plan';
import { isNamedNode, addressOfPlace } from './pod-network';
import { phrase } from '../../lib/phrase';
import type { ListeningSocket } from '../../formats/listening-sockets';
import type { Machine } from '../machine/types';
import { commandSettling } from '../settling';

/** Where a flow goes to. */
interface Target {
  readonly address: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  /** True of one of the node's own addresses; false: a Pod's. */
  readonly isOwn: boolean;
}

/** What a listing of the machine itself, or of the Pod that has the address, shows to listen; undefined: none was pasted. */
function listedAt({ machine }: PastedNodePlan, { address, protocol, isOwn }: Target): readonly Socket[] | undefined {
  if (protocol === 'sctp') return undefined;
  const listening = isOwn ? machine.listening : findInside(machine, address);
  return listening?.[protocol]?.map(asSocket);
}

/** The sockets of the node that a listing shows to be listening. */
export function listedSockets({ listening }: Machine): readonly Socket[] {
  return [...(listening.tcp ?? []), ...(listening.udp ?? [])].map(asSocket);
}

function asSocket({ process, ...socket }: ListeningSocket): Socket {
  return { ...socket, owner: process ?? `:${socket.port}`, reply: 'echo' };
}

function findInside(machine: Machine, address: string): Machine['listening'] | undefined {
  const name = podNames(machine).get(address)?.replace(/^.*\//, '');
  return name === undefined ? undefined : machine.inside.listening.get(name);
}

/** A process is assumed to take what comes there: rules do not tell. */
function assumeListens(machine: Machine, target: Target): Assumption {
  const { address, port, protocol, isOwn } = target;
  const value = `${protocol} ${address} ${port}`;
  const reason = phrase('analysis.host.listens', { address, port });
  const own = isOwn ? commandSettling('host', value) : execIn(machine, address);
  const settledBy = protocol === 'sctp' || own === undefined ? {} : { settledBy: own };
  return { id: `host:${value}`, about: 'host', value, evidence: [], reason, ...settledBy };
}

/** The same command within a Pod; what it prints is known as that Pod's by the line that entered it. */
function execIn(machine: Machine, address: string): string | undefined {
  const [namespace, name] = podNames(machine).get(address)?.split('/') ?? [];
  return name === undefined ? undefined : `kubectl -n ${namespace} exec ${name} -- ${commandSettling('host', '')}`;
}

/** Somebody a packet can come from or go to. */
export interface Peer {
  readonly address: IpAddress;
  /** `default/kuard 192.168.3.140` */
  title: string;
  readonly sockets: Socket[];
  /** The device a flow says it is behind. */
  readonly device?: string;
  /** The end of its link on its own node, as a listing names it. */
  link?: string;
  /** Something else than a flow says that it is there. */
  told: boolean;
  /** Known to be a Pod of this node: it is in a KUBE-SVL chain, or kubectl says so. */
  local: boolean;
  /** Rules lead packets to it, and nothing else is told: by which way it is reached is not known but where routes are listed. */
  isRuled?: true;
}

const PROTOCOLS: Readonly<Record<number, PortProtocol>> = { 6: 'tcp', 17: 'udp', 132: 'sctp' };
/** Endpoints that no flow asks for are drawn up to this number. */
const MOST_ENDPOINTS = 48;
const MOST_DESTINATIONS = 64;
/** `--service-node-port-range` by default: there only rules answer, no process. */
const NODE_PORTS = [30_000, 32_767] as const;

/**
 * Machines and Pods around the node: sources of flows, endpoints of Services, where DNAT leads, targets of flows. With what the plan
 * does not assume yet: that processes listen where flows go to.
 */
export function listPeers(plan: PastedNodePlan, flows: readonly FlowEnds[]): Peers {
  const peers = new Map<string, Peer>();
  for (const flow of flows) addSource(peers, flow);
  const services = plan.views.flatMap((view) => view.services);
  const asked = services.filter((service) => flows.some((flow) => isFor(flow, service)));
  for (const service of asked) addEndpoints(peers, service, Number.POSITIVE_INFINITY);
  for (const service of services) addEndpoints(peers, service, MOST_ENDPOINTS);
  for (const { clues } of plan.views) {
    for (const { place, protocol } of clues.destinations.slice(0, MOST_DESTINATIONS)) {
      if (place.port === undefined) continue;
      const ruled = peers.has(formatIp(place.address)) ? {} : { isRuled: true as const };
      listen(peerAt(peers, place.address, ruled), protocol, place.port, formatIp(place.address));
    }
  }
  addNamedPods(plan, peers);
  addBehind(plan, peers, flows);
  const listens = flows.flatMap((flow) => addTarget(plan, peers, flow) ?? []);
  addConnections(plan, peers, flows);
  const names = podNames(plan.machine);
  for (const [address, peer] of peers) peer.title = withPodName(peer.title, address, names.get(address));
  const known = new Set(plan.assumptions.map(({ id }) => id));
  const fresh = new Map(listens.filter(({ id }) => !known.has(id)).map((each) => [each.id, each]));
  return { peers: [...peers.values()], assumptions: [...fresh.values()] };
}

interface Peers {
  readonly peers: readonly Peer[];
  readonly assumptions: readonly Assumption[];
}

/** A Pod's own name, where `kubectl get pods -o wide` told it. */
function withPodName(title: string, address: string, name: string | undefined): string {
  return name === undefined ? title : `${name} ${address}`;
}

function peerAt(
  peers: Map<string, Peer>,
  address: IpAddress,
  more: Partial<Pick<Peer, 'device' | 'local' | 'isRuled'>> = {},
): Peer {
  const key = formatIp(address);
  const known = peers.get(key);
  if (known) return known;
  const made: Peer = { address, title: key, sockets: [], told: false, local: false, ...more };
  peers.set(key, made);
  return made;
}

function listen(peer: Peer, proto: PortProtocol, port: number, owner: string): void {
  peer.told = true;
  if (peer.sockets.some((socket) => socket.proto === proto && socket.port === port)) return;
  peer.sockets.push({ proto, port, owner, reply: 'echo' });
}

function addSource(peers: Map<string, Peer>, { from }: FlowEnds): void {
  const address = from.kind === 'interface' && from.device ? parseIp(from.address ?? '') : undefined;
  if (address?.ok) peerAt(peers, address.value, { device: from.device ?? '' });
}

/** May a flow be for a Service: by its addresses, or by its nodePort on any address? */
function isFor(flow: FlowEnds, { clusterIP, external, port, nodePort }: KubeServicePort): boolean {
  if (flow.to.kind !== 'address') return false;
  const { address = '' } = flow.to;
  const byAddress = address === clusterIP || external.includes(address);
  return (byAddress && (port === undefined || port === flow.port)) || nodePort === flow.port;
}

function addEndpoints(
  peers: Map<string, Peer>,
  { name, protocol, chain, endpoints }: KubeServicePort,
  most: number,
): void {
  const local = chain?.startsWith('KUBE-SVL-') ?? false;
  for (const { place } of endpoints) {
    const address = place === undefined ? undefined : addressOfPlace(place);
    const port = Number(place?.slice(place.lastIndexOf(':') + 1));
    if (!address || (peers.size >= most && !peers.has(formatIp(address)))) continue;
    const peer = peerAt(peers, address, { local });
    // `10.96.0.1:443/tcp`: nothing names the Service, and its address is not the endpoint's name.
    const isUnnamed = /\/(?:tcp|udp|sctp)$/.test(name);
    const service = (isUnnamed ? `:${port}` : name.split(':')[0]) ?? name;
    if (!isUnnamed && peer.title === formatIp(address)) peer.title = `${service} ${formatIp(address)}`;
    if (Number.isInteger(port)) listen(peer, protocol, port, service);
  }
}

/** Both ends of a connection a flow belongs to stand there; they take its packets where both have sent some. */
function addConnections({ machine }: PastedNodePlan, peers: Map<string, Peer>, flows: readonly FlowEnds[]): void {
  const asked = new Set(flows.map(({ from, to }) => `${from.address ?? ''} ${to.address ?? ''}`));
  if (asked.size === 0) return;
  for (const { original, reply, status } of machine.connections) {
    const isAsked = [original, reply].some(({ src, dst }) => asked.has(`${formatIp(src)} ${formatIp(dst)}`));
    const proto = PROTOCOLS[original.protocol];
    if (!isAsked || !proto) continue;
    const receiver = peerAt(peers, reply.src);
    // Of one that nobody answered no text tells who is there, or whether anybody is.
    if (status.includes('SEEN_REPLY')) listen(receiver, proto, reply.sport, formatIp(reply.src));
    listen(peerAt(peers, original.src), proto, original.sport, formatIp(original.src));
  }
}

/** Pods kubectl shows stand on the stage, too; where they are on this node they are behind its Pod device. */
function addNamedPods(plan: PastedNodePlan, peers: Map<string, Peer>): void {
  const families = new Set(plan.views.map(({ family }) => family));
  for (const { address: text, node, link } of plan.machine.named.pods) {
    const address = parseIp(text);
    if (!address.ok || !families.has(address.value.family) || peers.size >= MOST_ENDPOINTS) continue;
    const local = node !== undefined && isNamedNode(node, plan.hostname);
    const pod = peerAt(peers, address.value, { local });
    pod.told = true;
    if (local) pod.local = true;
    if (link !== undefined) pod.link = link;
  }
}

/** Pods that listings put behind a device of this machine: the senders and targets of flows always, of the others some. */
function addBehind({ behind, views }: PastedNodePlan, peers: Map<string, Peer>, flows: readonly FlowEnds[]): void {
  const families = new Set(views.map(({ family }) => family));
  const asked = new Set(flows.flatMap(({ from, to }) => [from.address, to.address]));
  for (const { address, device, name } of behind) {
    const text = formatIp(address);
    const isWanted = peers.has(text) || asked.has(text) || peers.size < MOST_ENDPOINTS;
    if (!families.has(address.family) || !isWanted) continue;
    const peer = peerAt(peers, address);
    peer.told = true;
    peer.local = true;
    peer.link = device;
    if (name !== undefined && peer.title === text) peer.title = `${name} ${text}`;
  }
}

/**
 * Adds a peer at the target of a flow. On the node itself and on what the texts name a process is assumed: that is returned. An
 * address that only a person typed, or that was a Service's a moment ago, is nobody's.
 */
function addTarget(plan: PastedNodePlan, peers: Map<string, Peer>, flow: FlowEnds): Assumption | undefined {
  const address = flow.to.kind === 'address' ? parseIp(flow.to.address ?? '') : undefined;
  if (!address?.ok) return undefined;
  const text = formatIp(address.value);
  const services = plan.views.flatMap((view) => view.services);
  const isOwn = ownsAddress(plan, text);
  const isVirtual = services.some(({ clusterIP, external }) => clusterIP === text || external.includes(text));
  const isNodePort = isOwn && flow.port >= NODE_PORTS[0] && flow.port <= NODE_PORTS[1];
  if (isVirtual || isNodePort || services.some((service) => isFor(flow, service))) return undefined;
  const peer = peerAt(peers, address.value);
  if (!isOwn && !peer.told) return undefined;
  const { protocol, port } = flow;
  if (protocol === 'icmp' || peer.sockets.some((socket) => socket.proto === protocol && socket.port === port))
    return undefined;
  const target = { address: text, port, protocol, isOwn };
  const listed = listedAt(plan, target);
  if (listed) {
    // The node has its own already.
    if (!isOwn) peer.sockets.push(...listed.filter((socket) => socket.port === port));
    return undefined;
  }
  listen(peer, protocol, port, text);
  return assumeListens(plan.machine, target);
}

/** Is it an address of the node's own devices? */
function ownsAddress(plan: PastedNodePlan, text: string): boolean {
  return [...plan.devices.values()].some(({ addresses }) =>
    addresses.some(({ address }) => formatIp(address) === text),
  );
}
