import { assertNever } from '../lib/result';
import { phrase } from '../lib/phrase';
import type { Decide } from '../linux/chain-walk';
import { makeTuple } from '../linux/conntrack/tuple';
import type { Netns, Network } from '../linux/netns';
import type { Route } from '../linux/routing/fib';
import { createState, type NetnsState } from '../linux/state';
import type { IpAddress } from '../net/ip';
import {
  type L4Header,
  type Packet,
  type TcpHeader,
  flagsOfSegment,
  type TcpSegment,
  withEndpoints,
} from '../net/packet';
import { receiveFrame } from './bridge';
import { transmit } from './transmit';
import { SERVER_SEQ } from './deliver';
import { INITIAL_TTL, makeSkb } from './errors';
import { socketWalker, walkerOf, type ProgramWorld } from './walker';
import { WALKERS } from './walkers';
import { undeliveredEnd } from './hook-outcome';
import { ipOutput, passDevice } from './host';
import { addressee, findDevice, findPeer, type BridgeNext, type FrameLanding } from './neighbour';
import { getState, Recorder, stop } from './world';
import type { LegWriter, Passage, Pending, SimState, Watch, World } from './world';
import type { Leg, Trace } from './trace';
import { flowBefore, sendBefore, withAgain, withWay, type Before, type SendBefore } from './again';
import { beginNamed, resolveFlowName, toPlace, type NamedPlaces } from './lookup';
import { answeringAlike, makeCopy } from './paths';
import { chooseWayForSource, routeOutput } from './route';
import { connections, memoriesIn } from './left-behind';
import { findTunnel, wrap } from './tunnel';
import { nextDial } from './userspace-proxy';

/** A packet to send. Without `src` the sender's route chooses its source. */
export interface SimFlow {
  readonly netns: string;
  readonly src?: IpAddress;
  readonly dst: IpAddress;
  readonly proto: 'tcp' | 'udp' | 'sctp' | 'icmp' | 'icmpv6';
  readonly sport: number;
  readonly dport: number;
  /** A segment in the middle of a connection both ends already have: TCP sends ACK, not SYN. */
  readonly ongoing?: true;
  /** The same client sends a connection of the same kind before, from another port, which no trace shows. */
  readonly again?: true | Before;
  /** The TCP segment that is sent; absent: SYN, of an ongoing connection ACK. */
  readonly segment?: TcpSegment;
  /** Of an ongoing connection: what is sent is a FIN, who gets it closes as well, and the last ACK ends it. */
  readonly closes?: true;
  /** The DNS name of the query that this flow is. */
  readonly asks?: string;
  /** Of a flow to a DNS name: the addresses answered, one of which is the destination in the place of {@link dst}. */
  readonly named?: NamedPlaces;
  /** Request that is sent over the connection. */
  readonly http?: World['http'];
  /** The packet does not begin here: it arrives by this device from the wire. */
  readonly inject?: { readonly device: string };
}

export interface SimInput {
  readonly network: Network;
  readonly flow: SimFlow;
  /** State that earlier packets left behind; changed in place. */
  readonly state?: SimState;
  readonly decide: Decide;
  /** Decides the ports the kernel draws. */
  readonly seed?: number;
  /** Sees every step while it is written; must change nothing. */
  readonly watch?: Watch;
  /** Leaves the connections out of the trace, and among whom IPVS chose: for one of very many. */
  readonly quiet?: boolean;
}

/** More than a TTL of 64 lets a packet go: something on its way puts the TTL up again. */
const MAX_HOPS = 200;
/** Answers to answers to answers end here. */
const MAX_LEGS = 16;

const CLIENT_SEQ = 1000;

/** Further than any window reaches (MAXACKWINDOW and the largest scaled window are far below). */
const OUT_OF_WINDOW = 2 ** 30 + 2 ** 29;

function makeSegment({ sport, dport, ongoing, closes, segment = ongoing ? 'ACK' : 'SYN' }: SimFlow): TcpHeader {
  const flags = flagsOfSegment(closes ? 'FIN' : segment);
  const seq = segment === 'out-of-window' ? CLIENT_SEQ + OUT_OF_WINDOW : CLIENT_SEQ;
  return { proto: 'tcp', sport, dport, flags, seq, ack: flags.ack ? SERVER_SEQ : 0 };
}

function makeHeader(flow: SimFlow): L4Header {
  const { proto, sport, dport } = flow;
  switch (proto) {
    case 'tcp':
      return makeSegment(flow);
    case 'udp':
      return { proto, sport, dport };
    case 'sctp':
      return { proto, sport, dport, chunk: 'INIT' };
    case 'icmp':
    case 'icmpv6':
      return { proto, type: proto === 'icmp' ? 8 : 128, code: 0, id: sport };
    default:
      return assertNever(proto);
  }
}

/** Where a flow begins. */
interface Sender extends ProgramWorld {
  readonly netns: Netns;
  readonly state: NetnsState;
}

function firstPacket(sender: Sender, flow: SimFlow): Packet {
  const { dst } = flow;
  const bare: Packet = { family: dst.family, src: nowhere(dst), dst, ttl: INITIAL_TTL, l4: makeHeader(flow) };
  return { ...bare, src: flow.src ?? chooseSource(sender, bare) };
}

/** The unspecified address. */
function nowhere({ family, words }: IpAddress): IpAddress {
  return { family, words: words.map(() => 0) };
}

/** Without a route no source is chosen either; the walk then ends at the routing step. */
function chooseSource({ netns, state, decide }: Pick<Sender, 'netns' | 'state' | 'decide'>, packet: Packet): IpAddress {
  const choose = (route: Route): Route => chooseWayForSource({ netns, state, decide, packet, local: true }, route);
  const found = routeOutput(netns, { dst: packet.dst, mark: 0, anySource: false, packet, choose });
  return found.ok ? found.value.src : packet.src;
}

function loop(passage: Passage): void {
  const reason = phrase('sim.link.loop', { hops: MAX_HOPS });
  passage.leg.step({ kind: 'stop', reason }, passage.skb);
  passage.leg.end({ kind: 'LOOP', netns: passage.netns.id, reason });
}

/** A packet leaves by a device; by a tunnel it is another one that leaves, in the end. */
function follow(passage: Passage, next: BridgeNext): { landing: FrameLanding; nexthop: IpAddress } | undefined {
  const { dst } = passage.skb.packet;
  if (next.kind === 'landed') return { landing: next.landing, nexthop: dst };
  if (next.kind !== 'transmit') return undefined;
  const tunnel = findTunnel(passage, next.device);
  if (tunnel) return follow(passage, wrap(passage, tunnel, next.nexthop) ?? sendOuter(passage));
  const landing = transmit(passage, next);
  return landing && { landing, nexthop: next.nexthop };
}

/** The node sends the packet that a tunnel made. */
function sendOuter(passage: Passage): BridgeNext {
  return walkerOf(passage.world, passage.netns)?.originate?.(passage) ?? ipOutput(passage, { bound: true });
}

/** The frame as the next namespace gets it: its own marks and bridge ports, and over lo all of its past. */
function arrive(world: World, leg: LegWriter, from: Passage, landing: FrameLanding): Passage {
  const { netns, device } = landing;
  const { skb } = from;
  const carries = skb.carries === undefined ? {} : { carries: skb.carries };
  const loopback = netns.id === from.netns.id && (findDevice(netns, device)?.kind ?? 'loopback') === 'loopback';
  const frame = skb.frameSource === undefined ? {} : { frameSource: skb.frameSource };
  const carried = loopback
    ? { ...skb, local: false }
    : { packet: skb.packet, mark: 0, local: false, ...frame, ...carries };
  const route = loopback && from.route ? { route: from.route } : {};
  leg.enter(netns.id);
  const passage: Passage = { world, netns, state: getState(world, netns), leg, skb: carried, ...route };
  leg.step({ kind: 'receive', device }, carried);
  return passage;
}

function receive(passage: Passage, device: string, frameTo: IpAddress): BridgeNext {
  const port = findDevice(passage.netns, device);
  const ended =
    (port && walkerOf(passage.world, passage.netns)?.receive(passage, port)) ?? passDevice(passage, 'INGRESS', device);
  if (ended) return ended;
  return receiveFrame(passage, device, frameTo);
}

/** Walks one packet from where it begins to its end. */
function runLeg(world: World, pending: Pending): void {
  const leg = world.recorder.leg(pending.role, pending.second);
  const { netns, skb, start } = pending;
  leg.enter(netns.id);
  let passage: Passage = { world, netns, state: getState(world, netns), leg, skb };
  let next: BridgeNext;
  if (start.kind === 'receive') {
    leg.step({ kind: 'receive', device: start.device }, skb);
    next = receive(passage, start.device, start.frameTo ?? skb.packet.dst);
  } else {
    next = originate(passage, start);
  }
  for (;;) {
    const gone = follow(passage, next);
    if (!gone) return;
    if (leg.hops() >= MAX_HOPS) return loop(passage);
    passage = arrive(world, leg, passage, gone.landing);
    next = receive(passage, gone.landing.device, gone.nexthop);
  }
}

/** A process sends, or the kernel: programs at its socket are asked first. */
function originate(passage: Passage, start: Extract<Pending['start'], { kind: 'originate' }>): BridgeNext {
  const { skb, leg, netns } = passage;
  const { bound, port, oif, redirects, socket, ...said } = start;
  const asks = socket?.to !== undefined || socket?.failed === true;
  if (asks) leg.step({ ...said, asks: true }, { ...skb, packet: socket.asked });
  else leg.step(said, skb);
  if (said.http === 'unknown' && said.reason)
    return stop(passage, said.reason, { kind: 'UNKNOWN', netns: netns.id, reason: said.reason });
  if (socket) leg.step(socket.step, skb);
  if (socket?.failed) {
    const rejected = { kind: 'REJECTED', netns: netns.id, with: 'EHOSTUNREACH', by: socket.step.program } as const;
    return stop(passage, socket.step.reason, rejected, 'EHOSTUNREACH');
  }
  const walker = walkerOf(passage.world, netns);
  if (walker?.originate) return walker.originate(passage);
  if (walker && redirects) return walker.redirect(passage);
  return port ? straightOut(passage, port) : ipOutput(passage, { bound, ...(oif === undefined ? {} : { oif }) });
}

/** REJECT resets what came over a bridge through the port it came by, past all hooks. */
function straightOut(passage: Passage, port: string): BridgeNext {
  const device = findDevice(passage.netns, port);
  const landing = device && findPeer(passage.world.network, device);
  if (!landing) {
    const reason = phrase('sim.link.left', { device: port });
    passage.leg.end({ kind: 'LEFT', netns: passage.netns.id, device: port, reason });
    return { kind: 'ended' };
  }
  const to = { netns: landing.netns.id, device: landing.device };
  passage.leg.step({ kind: 'transmit', device: port, to }, passage.skb);
  return { kind: 'landed', landing };
}

/** Runs what is pending, and what comes of it, to the end. */
function runAll(world: World): void {
  for (let legs = 0; legs < MAX_LEGS; legs++) {
    const pending = world.pending.shift() ?? nextDial(world);
    if (!pending) return;
    runLeg(world, pending);
  }
}

interface PacketInput {
  readonly network: Network;
  readonly netns: Netns;
  readonly state: SimState;
  readonly decide: Decide;
  readonly packet: Packet;
  /** SO_MARK of the sending socket. */
  readonly mark?: number;
  /** The device it is received by; absent: a raw socket of this host sends it. */
  readonly device?: string;
}

/**
 * Walks one ready-made packet and the errors it causes. Nothing above IP answers: a packet that is
 * delivered is gone. This is how recordings of single packets are replayed.
 */
export function runPacket({ network, netns, state, decide, packet, mark = 0, device }: PacketInput): Leg[] {
  const recorder = new Recorder();
  const skb = { ...makeSkb(packet), mark, local: device === undefined };
  const start =
    device === undefined
      ? ({ kind: 'originate', by: 'raw socket', bound: false } as const)
      : ({ kind: 'receive', device } as const);
  const pending: Pending[] = [{ role: 'request', netns, skb, start }];
  runAll({
    network,
    walkers: WALKERS,
    states: state,
    decide,
    recorder,
    pending,
    dials: [],
    caller: { netns: netns.id, packet },
    answers: false,
    seed: 0,
  });
  return recorder.legs();
}

function begin(sender: Sender, flow: SimFlow): Pending {
  const { netns } = sender;
  const packet = firstPacket(sender, flow);
  const skb = makeSkb(packet);
  if (flow.inject) {
    const { device } = flow.inject;
    const frameTo = addressee(netns, device, packet.dst);
    return { role: 'request', netns, skb: { ...skb, local: false }, start: { kind: 'receive', device, frameTo } };
  }
  const socket = socketWalker(sender, netns)?.askSocket(sender, netns, packet, flow);
  const start = { kind: 'originate', by: netns.title, bound: flow.src !== undefined } as const;
  if (!socket) return { role: 'request', netns, skb, start };
  const sent = socket.to ? sentTo(sender, flow, withEndpoints(packet, socket.to)) : packet;
  const asked = { ...socket, asked: { ...packet, src: sent.src } };
  const step = socket.to ? { ...socket.step, before: asked.asked } : socket.step;
  return { role: 'request', netns, skb: makeSkb(sent), start: { ...start, socket: { ...asked, step } } };
}

/** The source is chosen for where the packet really goes. */
function sentTo(sender: Sender, { src }: SimFlow, packet: Packet): Packet {
  return { ...packet, src: src ?? chooseSource(sender, { ...packet, src: nowhere(packet.dst) }) };
}

/** A question for a name, about to be sent. */
function askFor(sender: Sender, query: SimFlow): Pick<World, 'pending' | 'dials' | 'caller' | 'answers'> {
  const first = begin(sender, query);
  const caller = { netns: query.netns, packet: first.skb.packet };
  const name = query.asks;
  const start = name === undefined ? first.start : { ...first.start, name };
  return { pending: [{ ...first, start }], dials: [], caller, answers: true };
}

/** Sends a flow before the one that is shown, which no trace tells: what it leaves behind in the kernels on its way stays. */
function sendUnseen(
  run: Unseen,
  sender: Sender,
  flow: SimFlow,
): { readonly legs: Leg[]; readonly caller: World['caller'] } {
  const first = begin(sender, flow);
  const caller = { netns: sender.netns.id, packet: first.skb.packet };
  const recorder = new Recorder();
  runAll({ ...run, recorder, pending: [first], dials: [], caller, answers: true, http: flow.http });
  return { legs: recorder.legs(), caller };
}

type Unseen = Pick<World, 'network' | 'walkers' | 'states' | 'decide' | 'seed'>;

/** How the connection before of a flow is sent through some states: by a namespace that is there. */
function sendingBefore(run: Omit<Unseen, 'states' | 'decide'>, netns: Netns, flow: SimFlow): SendBefore {
  return (states, decide) => {
    const state = states.get(netns.id) ?? createState(run.seed);
    states.set(netns.id, state);
    const through = { ...run, states, decide };
    return sendUnseen(through, { ...through, netns, state }, flowBefore(flow)).legs;
  };
}

/** Finds the way of the connection before once, for flows that are sent often: through the same states it is the same. */
export function withWayBefore<T extends Omit<SimInput, 'decide'>>(input: T): T {
  const { network, flow, state, seed = 0 } = input;
  const netns = network.netns.get(flow.netns);
  if (!netns || flow.named) return input;
  const send = sendingBefore({ network, walkers: WALKERS, seed }, netns, flow);
  return { ...input, flow: withWay(flow, { network, states: makeCopy(state, seed), send }) };
}

/**
 * Opens the connection that a segment out of a window belongs to: sends its SYN and the answer unseen, where no
 * conntrack knows it.
 */
function connect(run: Unseen, sender: Sender, flow: SimFlow): void {
  const opening = { ...flow, segment: 'SYN' } as const;
  const tuple = makeTuple(begin(sender, opening).skb.packet);
  if (![...run.states.values()].some(({ conntrack }) => conntrack.lookup(0, tuple))) sendUnseen(run, sender, opening);
}

/** A packet that is about to be sent, and who waits for it. */
interface Late {
  readonly pending: Pending;
  readonly asker: World['caller'];
}

/**
 * The connection is made first, which no trace shows; then whoever took it sends a segment that is out of its window.
 * Undefined: nobody took it. What becomes of that is shown instead.
 */
function lateAnswer(run: Unseen, sender: Sender, flow: SimFlow): Late | undefined {
  const { legs, caller: asker } = sendUnseen(run, sender, { ...flow, segment: 'SYN' });
  const [request] = legs;
  const end = request?.disposition;
  const arrived = request?.hops.at(-1)?.steps.at(-1)?.packet;
  const netns = end?.kind === 'DELIVERED' ? run.network.netns.get(end.netns) : undefined;
  const isTaken = legs.some(({ role, second }) => role === 'reply' && !second);
  if (!netns || !isTaken || end?.kind !== 'DELIVERED' || arrived?.l4.proto !== 'tcp') return undefined;
  const { sport, dport } = arrived.l4;
  const l4 = { ...makeSegment({ ...flow, sport: dport, dport: sport }), seq: SERVER_SEQ + OUT_OF_WINDOW };
  const packet: Packet = { family: arrived.family, src: arrived.dst, dst: arrived.src, ttl: INITIAL_TTL, l4 };
  const start = { kind: 'originate', by: end.to, bound: true } as const;
  return { pending: { role: 'request', netns, skb: makeSkb(packet), start }, asker };
}

/**
 * Sends one packet and follows it, its answer, and every error made on the way, through all
 * namespaces. Random and unknown decisions are made by `decide`; the state is changed in place.
 * The sender's namespace must exist in the network.
 */
export function simulate({
  network,
  flow: wanted,
  state,
  decide: given,
  seed = 0,
  watch,
  quiet = false,
}: SimInput): Trace {
  const lead: number[] = [];
  const decide = answeringAlike((choice) => lead.shift() ?? given(choice));
  const netns = network.netns.get(wanted.netns);
  const states: SimState = state ?? new Map();
  const recorder = new Recorder(watch);
  const known = states.get(netns?.id ?? '') ?? createState(seed);
  if (netns) states.set(netns.id, known);
  const base = { network, walkers: WALKERS, states, decide, seed };
  const run = { ...base, recorder, quiet: quiet || undefined };
  const asking = netns && { ...base, netns, state: known };
  if (
    netns &&
    asking &&
    resolveFlowName(wanted, recorder, (query, question) => runAll({ ...run, ...askFor(asking, query), question }))
  ) {
    const { flow, odds } = toPlace(wanted, decide);
    const wasHere = sendBefore(flow, { network, states, send: sendingBefore(base, netns, flow), decide, lead });
    if (flow.again && !wasHere) recorder.assume(phrase('sim.flow.never-there'));
    if (flow.segment === 'out-of-window') connect(base, asking, flow);
    const late = flow.segment === 'late-answer' ? lateAnswer(base, asking, flow) : undefined;
    const own = late?.pending ?? begin(asking, flow.segment === 'late-answer' ? { ...flow, segment: 'SYN' } : flow);
    const first = withAgain(beginNamed(own, flow, odds), wasHere);
    const caller = { netns: first.netns.id, packet: first.skb.packet };
    const said = { asker: late?.asker, ongoing: flow.ongoing, closing: flow.closes, http: flow.http };
    runAll({ ...run, ...said, pending: [first], dials: [], caller, answers: true });
  }
  const left = quiet ? { conntrack: {} } : { conntrack: connections(states), ...memoriesIn(network, states) };
  return { legs: isUndelivered(network, recorder.legs()), assumptions: recorder.assumptions, ...left };
}

/** Legs of a walk; the request alone, ended as unknown, where an excerpt may lack the rule it was meant for. */
function isUndelivered(network: Network, legs: Leg[]): Leg[] {
  const [request] = legs;
  const disposition = request && undeliveredEnd(network, request);
  return disposition ? [{ ...request, disposition }] : legs;
}
