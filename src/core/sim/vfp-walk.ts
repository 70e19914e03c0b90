import { fraction, formatFraction } from '../lib/fraction';
import { phrase, type Phrase, type PhraseIdBelow } from '../lib/phrase';
import { isIcmpError } from '../linux/conntrack/tuple';
import type { Device } from '../linux/namespace';
import { isOwnAddress } from '../linux/routing/fib';
import { formatIp, isLoopback, sameIp, type IpAddress } from '../net/ip';
import { formatEndpoint, hasPorts, tupleKey, withEndpoints, type Packet } from '../net/packet';
import { makeTuple } from '../linux/conntrack/tuple';
import { createVfpState, endsOf, findFlow, translate, turned, withEnds, type VfpState } from '../windows/vfp';
import { lookUpBalancer, type BalancerLookup, type VfpBalancer, type VSwitchNode } from '../windows/vswitch';
import { deliver } from './deliver';
import { answersFor, findPeer, type BridgeNext, type FrameLanding } from './neighbour';
import type { NewVfpStep, Walker } from './walker';
import { routeOutput } from './route';
import type { EbpfEntry, Trace } from './trace';
import { unwrap } from './tunnel';
import { ENDED, stop, type Passage, type SimState } from './world';

/** The node's own port of the switch: its processes, and what is translated for it. */
const HOST = 'host';

/**
 * Layers, as Microsoft's own check of a node's rules looks for them (github.com/microsoft/SDN,
 * Kubernetes/windows/debug: DSRLoadBalancerPolicyVfpRules): with direct return at the port of the Pod that asks, or of
 * the one that is asked; else at the host's.
 */
const LAYERS = { asking: 'LB_DSR', asked: 'SLB_NAT_LAYER', host: 'LB', none: 'vSwitch' } as const;

/** A packet in the virtual switch of a node. */
interface InSwitch {
  readonly passage: Passage;
  readonly node: VSwitchNode;
  readonly state: VfpState;
  /** The port it came in by. */
  readonly port: string;
  readonly from: 'pod' | 'wire' | 'host';
}

type Lookups = NewVfpStep['lookups'];
type VfpFields = Omit<NewVfpStep, 'kind' | 'lookups' | 'before'> & { readonly lookups?: Lookups };

function enterSwitch(passage: Passage, port: string, from: InSwitch['from']): InSwitch | undefined {
  const { netns, state } = passage;
  const node = netns.vswitch;
  return node && { passage, node, state: (state.vfp ??= createVfpState()), port, from };
}

/** Writes down what a layer did; `now`: the packet it made of the one it got. */
function record({ passage }: InSwitch, { lookups = [], ...step }: VfpFields, now?: Packet): void {
  const { skb, leg, world } = passage;
  const before = skb.packet;
  const isChanged = now !== undefined && now !== before;
  if (isChanged) skb.packet = now;
  world.recorder.assume(phrase('sim.vfp.documented'));
  leg.step({ kind: 'vfp', ...step, lookups, ...(isChanged ? { before } : {}) }, skb);
}

type Undocumented = PhraseIdBelow<'sim.vfp.unknown'>;

/** Ends a packet as unknown: this case of VFP is not documented. */
function undocumented(here: InSwitch, why: Undocumented, said: Partial<VfpFields> = {}): BridgeNext {
  const { passage } = here;
  const reason = phrase(`sim.vfp.unknown.${why}`);
  record(here, { program: LAYERS.none, device: here.port, did: 'passed', ...said, reason });
  return stop(passage, reason, { kind: 'UNKNOWN', netns: passage.netns.id, reason });
}

/** The endpoint of this node that has an address: the port of the switch, and the Pod behind it. */
function findPod(
  { world, netns }: Passage,
  address: IpAddress,
): { readonly port: string; readonly landing: FrameLanding } | undefined {
  for (const device of netns.devices) {
    const landing = findPeer(world.network, device);
    if (landing?.netns.kind === 'pod' && answersFor(landing, address)) return { port: device.name, landing };
  }
  return undefined;
}

/** A packet comes into the switch: its flow is known, a policy is for it, or it goes on as it is. */
function pass(here: InSwitch): BridgeNext {
  const { passage, node, state, from, port } = here;
  const { packet } = passage.skb;
  if (isOfTranslated(here)) return undocumented(here, 'icmp-error');
  const known = findFlow(state, packet, from === 'pod' ? [port, HOST] : [HOST]);
  if (known) return byFlow(here, known);
  const looks = lookUpBalancer(node, packet, isOwnAddress(passage.netns, packet.dst));
  const found = looks.find((look) => look.found)?.found;
  if (found) return balance(here, found, looks);
  if (looks.length > 0) {
    const reason = phrase('sim.vfp.no-policy');
    record(here, { program: LAYERS.none, device: port, did: 'passed', reason, lookups: listLookups(looks) });
  }
  return forward(here);
}

/** Does an ICMP error quote a packet that was translated here? */
function isOfTranslated({ passage, state }: InSwitch): boolean {
  const { l4 } = passage.skb.packet;
  if (!isIcmpError(l4) || (l4.proto !== 'icmp' && l4.proto !== 'icmpv6') || !l4.quoted) return false;
  const ends = endsOf(l4.quoted);
  const back = ends && withEnds(l4.quoted, turned(ends));
  return back !== undefined && findFlow(state, back, [HOST]) !== undefined;
}

type Known = NonNullable<ReturnType<typeof findFlow>>;

function flowLookup({ key, flow }: Known): Lookups {
  const { src, sport, dst, dport } = flow.to;
  return [{ map: 'VFP flow', key, value: `${formatEndpoint(src, sport)} ${formatEndpoint(dst, dport)}` }];
}

/** Both directions of a flow that was translated are known. */
function byFlow(here: InSwitch, known: Known): BridgeNext {
  const { flow } = known;
  const { packet } = here.passage.skb;
  const isHost = flow.port === HOST;
  const layer = flow.did === 'restored' && !isHost ? LAYERS.asked : isHost ? LAYERS.host : LAYERS.asking;
  const reason = phrase(flow.did === 'restored' ? 'sim.vfp.restored' : 'sim.vfp.by-flow');
  const chosen = flow.did === 'translated' ? { chosen: formatEndpoint(flow.to.dst, flow.to.dport) } : {};
  const said = { service: flow.frontend, reason, lookups: flowLookup(known), ...chosen };
  record(here, { program: layer, device: flow.port, did: flow.did, ...said }, withEnds(packet, flow.to));
  return forward(here);
}

function listLookups(looks: readonly BalancerLookup[]): Lookups {
  return looks.map(({ key, found }) => ({ map: 'HNS policy', key, ...(found ? { value: found.policy } : {}) }));
}

/** More endpoints than this are not written down with a step. */
const MOST_ENDPOINTS = 32;

/** Index of the endpoint that the hash picks, the same for a client or a connection each time; the hash is not documented, so it is a choice. */
function pick({ passage, state }: InSwitch, { frontend, byClient, endpoints }: VfpBalancer): number {
  const { packet } = passage.skb;
  const key = `${frontend} ${byClient ? formatIp(packet.src) : tupleKey(makeTuple(packet))}`;
  const count = endpoints.length;
  const probabilities = Array.from({ length: count }, () => fraction(1, count));
  const where = `${passage.netns.id} ${frontend}`;
  const known = state.picked.get(key);
  const picked = known ?? (count === 1 ? 0 : passage.world.decide({ kind: 'random', where, probabilities }));
  state.picked.set(key, picked);
  return Math.min(picked, count - 1);
}

/** A policy is for the packet: an endpoint, and where it is translated. */
function balance(here: InSwitch, balancer: VfpBalancer, looks: readonly BalancerLookup[]): BridgeNext {
  const { endpoints, port, frontend } = balancer;
  const count = endpoints.length;
  const picked = pick(here, balancer);
  const endpoint = endpoints[picked];
  if (!endpoint) return forward(here);
  const shown = endpoints.slice(0, MOST_ENDPOINTS).map((each) => formatEndpoint(each, port));
  const chosen = formatEndpoint(endpoint, port);
  const said = {
    service: frontend,
    chosen,
    count,
    candidates: shown.includes(chosen) ? shown : [...shown.slice(0, -1), chosen],
    ...(count > 1 ? { odds: formatFraction(fraction(1, count)) } : {}),
    lookups: listLookups(looks),
  };
  if (balancer.preservesDestination) return undocumented(here, 'preserved', said);
  return balancer.dsr ? direct(here, { balancer, endpoint, said }) : twice(here, { balancer, endpoint, said });
}

interface Picked {
  readonly balancer: VfpBalancer;
  readonly endpoint: IpAddress;
  readonly said: Omit<VfpFields, 'program' | 'did' | 'reason'>;
}

const hashed = ({ byClient, endpoints }: VfpBalancer): Phrase =>
  phrase(endpoints.length === 1 ? 'sim.vfp.only' : byClient ? 'sim.vfp.by-client' : 'sim.vfp.by-hash');

/** Direct server return: only the destination changes, at the Pod that asks or at the one that is asked. */
function direct(here: InSwitch, { balancer, endpoint, said }: Picked): BridgeNext {
  const { passage, from, port, state } = here;
  const { packet } = passage.skb;
  if (from === 'pod' && sameIp(endpoint, packet.src)) return undocumented(here, 'hairpin', said);
  const near = from === 'wire' ? findPod(passage, endpoint) : undefined;
  if (from === 'wire' && !near) return undocumented(here, 'direct-remote', said);
  const at = from === 'pod' ? port : (near?.port ?? HOST);
  const layer = from === 'pod' ? LAYERS.asking : near ? LAYERS.asked : LAYERS.host;
  const now = translate(state, { balancer, packet, endpoint, at });
  record(here, { program: layer, device: at, did: 'translated', ...said, reason: hashed(balancer) }, now);
  return forward(here);
}

/** Without it, the answer has to come back to the node: the source becomes SourceVIP, or the node's address. */
function twice(here: InSwitch, { balancer, endpoint, said }: Picked): BridgeNext {
  const { passage, node, state } = here;
  const { packet } = passage.skb;
  const own = balancer.sourceVip ?? node.addresses.find(({ family }) => family === packet.family);
  const source = own && !sameIp(own, packet.src) ? { source: own } : {};
  const now = translate(state, { balancer, packet, endpoint, at: HOST, ...source });
  const aimed = withEndpoints(packet, { dst: endpoint, dport: balancer.port });
  const layer = { program: LAYERS.host, device: HOST } as const;
  record(here, { ...layer, did: 'translated', ...said, reason: hashed(balancer) }, aimed);
  if (!('source' in source)) return forward(here);
  const reason = phrase(balancer.sourceVip ? 'sim.vfp.source-vip' : 'sim.vfp.source-node');
  record(here, { ...layer, did: 'masqueraded', service: balancer.frontend, reason }, now);
  return forward(here);
}

/** To an endpoint of this node, to the node itself, or out. */
function forward(here: InSwitch): BridgeNext {
  const { passage } = here;
  const { netns, skb } = passage;
  const pod = findPod(passage, skb.packet.dst);
  if (pod) return intoPod(here, pod);
  return isOwnAddress(netns, skb.packet.dst) ? toHost(here) : out(here);
}

/** At the port of an endpoint: an answer to what was translated there is made one of the Service again. */
function intoPod(here: InSwitch, { port, landing }: NonNullable<ReturnType<typeof findPod>>): BridgeNext {
  const { passage, state } = here;
  const { packet } = passage.skb;
  const known = findFlow(state, packet, [port]);
  if (known?.flow.did === 'restored') {
    const said = { service: known.flow.frontend, reason: phrase('sim.vfp.restored'), lookups: flowLookup(known) };
    record(here, { program: LAYERS.asking, device: port, did: 'restored', ...said }, withEnds(packet, known.flow.to));
  } else {
    const reason = phrase('sim.vfp.to-port');
    record(here, { program: LAYERS.none, device: port, did: 'delivered', reason });
  }
  const to = { netns: landing.netns.id, device: landing.device };
  passage.leg.step({ kind: 'transmit', device: port, to }, passage.skb);
  return { kind: 'landed', landing };
}

/** To a process of the node. What Windows answers where nobody listens is up to its firewall. */
function toHost(here: InSwitch): BridgeNext {
  const { passage } = here;
  const { leg, skb, netns } = passage;
  const { l4 } = skb.packet;
  const isTaken = hasPorts(l4) && netns.sockets.some(({ proto, port }) => proto === l4.proto && port === l4.dport);
  if (leg.role === 'request' && !isTaken) return undocumented(here, 'host');
  record(here, { program: LAYERS.none, device: HOST, did: 'delivered', reason: phrase('sim.vfp.to-host') });
  deliver(passage);
  return ENDED;
}

/** By the routes of the host, which lead to other nodes' Pods by their node's address, or into the overlay. */
function out({ passage, from }: InSwitch): BridgeNext {
  const { leg, skb, netns } = passage;
  const found = routeOutput(netns, { dst: skb.packet.dst, mark: 0, anySource: true });
  if (!found.ok) {
    const reason = phrase('sim.routing.output-failed', { errno: found.error });
    return stop(passage, reason, { kind: 'NO_ROUTE', netns: netns.id, reason });
  }
  const { route, device, nexthop } = found.value;
  const decision = from === 'host' ? 'output' : 'forward';
  leg.step({ kind: 'routing', decision, route, device, again: false, reason: phrase('sim.vfp.route') }, skb);
  return { kind: 'transmit', device, nexthop, viaGateway: route.via !== undefined };
}

function receive(passage: Passage, { name, peer }: Device): BridgeNext | undefined {
  const isPod = peer !== undefined && passage.world.network.netns.get(peer.netns)?.kind === 'pod';
  const port = isPod ? name : (unwrap(passage) ?? name);
  const here = enterSwitch(passage, port, isPod ? 'pod' : 'wire');
  return here && pass(here);
}

/** The node sends: what a tunnel made goes out, what is for itself never comes to the switch. */
function originate(passage: Passage): BridgeNext {
  const here = enterSwitch(passage, HOST, 'host');
  if (!here) return ENDED;
  const { packet } = passage.skb;
  if (packet.inner) return out(here);
  if (isLoopback(packet.dst)) return toHost(here);
  if (!isOwnAddress(passage.netns, packet.dst)) return pass(here);
  const isNodePort = lookUpBalancer(here.node, packet, true).some(({ found }) => found);
  return isNodePort ? undocumented(here, 'host-own') : toHost(here);
}

function listEntries({ flows }: VfpState): readonly EbpfEntry[] {
  return [...flows].map(([key, { to, did }]) => ({
    key,
    value: `${did === 'translated' ? '→' : '←'} ${formatEndpoint(to.src, to.sport)} ${formatEndpoint(to.dst, to.dport)}`,
  }));
}

/** The flows of all Windows nodes that something passed. */
function memories(states: SimState): Pick<Trace, 'vfp'> {
  const all = [...states].flatMap(([id, { vfp }]) =>
    vfp && vfp.flows.size > 0 ? [[id, listEntries(vfp)] as const] : [],
  );
  return all.length > 0 ? { vfp: Object.fromEntries(all) } : {};
}

/** Walks packets through the virtual switch of a Windows node. As documented: nothing was recorded. */
export const VFP_WALKER: Walker = {
  askSocket: () => undefined,
  tellPeer: () => undefined,
  receive,
  transmit: () => undefined,
  redirect: originate,
  originate,
  memories,
};
