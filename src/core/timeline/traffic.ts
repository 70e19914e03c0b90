import type { Choice as SimChoice } from '../linux/chain-walk';
import { isKernelSince } from '../linux/namespace';
import type { Network } from '../linux/netns';
import { ipvsIn, tupleOfPorts } from '../linux/ipvs/director';
import type { IpvsConnection } from '../linux/ipvs/service';
import { dropEarly, earlyDropEvery } from '../linux/conntrack/early-drop';
import type { ConntrackTable, LiveEntry } from '../linux/conntrack/table';
import { createState } from '../linux/state';
import { sameItems } from '../lib/memo';
import { createNamedRng, type Rng } from '../lib/random';
import { formatIp, sameIp } from '../net/ip';
import { formatEndpoint, type Packet } from '../net/packet';
import { makeCopy } from '../sim/paths';
import { drawBranch } from '../sim/many';
import { simulate, type SimFlow } from '../sim/simulate';
import type { Trace } from '../sim/trace';
import {
  type Alike,
  closes,
  decideFor,
  finish,
  listVisited,
  Walks,
  type AskingRequest,
  type RequestWorld,
  type Visited,
} from './walks';
import type { EndpointChoice } from './choice';
import type { TrafficSource } from './requests';
import { readEnd, type WalkEnd } from './ending';
import { CarriedBefore, OpenWalk } from './open-walk';
import type { TimelineWorld } from './world';

/** One request, and what came of it. */
export interface WalkedRequest extends WalkEnd {
  /** The node whose rules decided. */
  readonly node: string | undefined;
  /** The table of connections of that node was full. */
  readonly isFull?: true;
  /** Another packet from its socket went elsewhere at the same time, and the kernel kept that one's connection. */
  readonly lostRace?: true;
  /** The connection of that packet, in the kernel of {@link node}. */
  readonly rival?: LiveEntry;
  /** What its client sent. */
  readonly sent: SimFlow;
}

const UDP = 17;
/** `net.ipv4.ip_local_port_range`. */
const PORTS = { min: 32_768, size: 28_232 } as const;
/** `nf_conntrack_tcp_timeout_time_wait`, seconds. */
const LONGEST_CLOSED = 120;

interface OpenConnection {
  /** Flow of the connection's first packet. */
  readonly opened: SimFlow;
  /** The node a balancer chose for it. */
  readonly via?: string;
  /** Of its last packet that was walked. */
  readonly trace: Trace;
  readonly last?: OpenWalk;
}

/** A client, and the node whose rules decide where there is one. */
interface Sender {
  readonly client: TrafficSource;
  readonly node: string | undefined;
}

/** How a request ended; the walk, where it was made for it. */
interface Ended extends WalkEnd {
  readonly isFull?: true;
  readonly trace?: Trace;
}

/** Sends the requests of all clients through the world as it is. */
export class Traffic {
  readonly walks: Walks;
  readonly #ground: RequestWorld;
  readonly #rng: Rng;
  /** May a kernel's table of connections be full? */
  readonly #isLimited: boolean;
  /** Does a client come with a port again before its last connection from there is forgotten? */
  readonly #portsComeBack: boolean;
  readonly #open = new Map<number, OpenConnection>();
  readonly #directors = new Map<string, IpvsConnection | undefined>();
  /** The namespaces that have a state, each. */
  #seated: Network['netns'] | undefined;
  #port = 0;
  /** Nodes where a packet found no room since their garbage collector ran, and when that was: the run's number. */
  readonly #wasFull = new Set<string>();
  readonly #collected = new Map<string, number>();
  /** From when on each request leaves its connection in the kernels; else where something depends on it. */
  keepsFrom = Infinity;
  #walked = 0;

  constructor(ground: RequestWorld) {
    this.#ground = ground;
    this.walks = new Walks(ground);
    const { document, control } = ground;
    this.#rng = createNamedRng(document.seed, 'traffic');
    const perSecond = (document.script?.clients ?? []).reduce((sum, client) => sum + client.perSecond, 0);
    this.#portsComeBack = perSecond * LONGEST_CLOSED >= PORTS.size - 100;
    const told = [...control.programs.values()].map(({ config }) => config.conntrack);
    this.#isLimited =
      (document.script?.delays?.conntrackMax ?? 0) > 0 ||
      told.some((each) => (each?.min ?? each?.maxPerCore) !== undefined);
  }

  /** How many walks were made: the other requests were like one of them. */
  get walked(): number {
    return this.#walked + this.walks.made;
  }

  /** Sends the next request of a client; undefined: there is nobody to send it. */
  send(client: TrafficSource, balanced: string | undefined): WalkedRequest | undefined {
    const { world } = this.#ground;
    if (!world.has(client.sent.netns)) return undefined;
    const node = client.node ?? balanced;
    if (client.spec.sends === 'keep-alive' && client.sent.proto === 'tcp') return this.#overOpen(client, node);
    const sent = this.#flow(client);
    if (client.spec.sends === 'two-at-once' && sent.proto === 'udp') return this.#pair(client, node, sent);
    const end =
      node !== undefined && this.#isPlain(client, node)
        ? this.#likeOthers({ client, node }, sent)
        : this.#walk({ client, node }, sent);
    return { ...outcomeOf(end), node: node ?? nodeOf(end, world.network), sent };
  }

  /** Has a client a connection that stays open? */
  isConnected({ index }: TrafficSource): boolean {
    return this.#open.has(index);
  }

  /** Sends a request's SYN again, by the way it had; undefined: there is nobody any more who sends it. */
  sendAgain(client: TrafficSource, { node, sent }: WalkedRequest): WalkedRequest | undefined {
    if (!this.#ground.world.has(sent.netns)) return undefined;
    const { trace: _trace, ...end } = this.#walk({ client, node }, sent);
    return { ...end, node, sent };
  }

  /** Do nothing but kube-proxy's rules decide where it goes, and is it the first packet of its connection? */
  #isPlain({ spec, flow, sent }: TrafficSource, node: string): boolean {
    const program = this.#ground.control.programs.get(node);
    const isRules = program?.mode === 'iptables' || program?.mode === 'nftables' || program?.mode === 'ipvs';
    const isAlone = program?.order.length === 0 && program.leftovers.length === 0;
    const isToService = flow.to.kind === 'service' && (sent.proto === 'tcp' || sent.proto === 'udp');
    // A controller of Ingresses asks others in turn.
    if (this.#ground.world.network.doors !== undefined) return false;
    return isRules && isAlone && isToService && sent.segment === undefined && spec.sends === 'new';
  }

  /** Asks the kernels where it goes; that walk is known, or it is made. */
  #likeOthers(asking: AskingRequest, sent: SimFlow): Ended {
    const { world } = this.#ground;
    const { node } = asking;
    for (const each of world.state.values()) each.now = world.now;
    const full = this.#fullTable(node, sent);
    if (full) return full;
    const moment = world.node(node);
    const mode = world.mode(node);
    this.stateAt(world.network);
    if (moment?.half) return this.#walk(asking, sent);
    // Emptying the tables of iptables leaves those of nftables, and what IPVS knows.
    const isChosen = moment && !(moment.flushed && mode === 'iptables');
    const choice = isChosen ? this.walks.choice(asking, moment.version) : undefined;
    if (!choice || choice.endpoints.length === 0) return this.#passing(asking, sent);
    return mode === 'ipvs' ? this.#directed(asking, sent, choice) : this.#drawn(asking, sent, choice);
  }

  #passing(asking: AskingRequest, sent: SimFlow): Ended {
    if (this.#ground.walksAll) return this.#walk(asking, sent);
    const { end, after } = this.walks.passing(asking);
    if (this.#isKept(end)) after.connect(this.#ground.world.state, this.#alike(sent));
    return end;
  }

  /** Rules draw one; a client that is remembered goes where it went. */
  #drawn(asking: AskingRequest, sent: SimFlow, choice: EndpointChoice): Ended {
    const { world, walksAll } = this.#ground;
    const drawn = { nth: this.#rng.below(choice.endpoints.length), of: choice.endpoints.length };
    const timeout = choice.port.affinityTimeout;
    const isHere = (nth: number): boolean =>
      this.walks.toEndpoint(asking, choice, nth)?.after.isRemembered(world.state, world.now, timeout) ?? false;
    const nth = timeout > 0 && !walksAll ? choice.endpoints.findIndex((_, place) => isHere(place)) : -1;
    const known = walksAll ? undefined : this.walks.toEndpoint(asking, choice, nth < 0 ? drawn.nth : nth);
    if (!known) return this.#walk(asking, sent, decideFor(drawn));
    known.after.remember(world.state, this.#alike(sent));
    if (this.#isKept(known.end)) known.after.connect(world.state, this.#alike(sent));
    return known.end;
  }

  /** The director chooses, by what it knows of the connections there are. */
  #directed(asking: AskingRequest, sent: SimFlow, choice: EndpointChoice): Ended {
    const { world, walksAll } = this.#ground;
    const { node } = asking;
    const conn = walksAll ? undefined : this.#schedule(asking, sent);
    if (!conn) return this.#walk(asking, sent);
    const { end, after } = this.walks.toServer(asking, choice, conn);
    const left = after.connection(node);
    if (left) Object.assign(conn, { state: left.state, active: left.active, noOutput: left.noOutput });
    if (left) conn.expires = world.now + left.expires;
    if (this.#isKept(end) || this.#portsComeBack) after.connect(world.state, this.#alike(sent));
    return end;
  }

  /** Lets the director of a node choose for a new connection; undefined: its packet is none of a new connection. */
  #schedule({ client, node }: AskingRequest, sent: SimFlow): IpvsConnection | undefined {
    const { world } = this.#ground;
    const netns = world.network.netns.get(node);
    const state = world.state.get(node);
    const first = this.#asDirected({ client, node });
    if (!netns?.ipvs || !state || !first) return undefined;
    const l4 =
      sent.proto === 'udp'
        ? ({ proto: 'udp', sport: sent.sport, dport: first.virtualPort } as const)
        : ({
            proto: 'tcp',
            sport: sent.sport,
            dport: first.virtualPort,
            flags: { syn: true },
            seq: 0,
            ack: 0,
          } as const);
    const packet: Packet = { family: first.client.family, src: first.client, dst: first.virtual, ttl: 64, l4 };
    const tuple = tupleOfPorts(packet);
    if (!tuple || state.ipvs.findIn(tuple, world.now)) return undefined;
    const verdict = ipvsIn(
      {
        netns,
        table: netns.ipvs,
        state: state.ipvs,
        now: world.now,
        mark: 0,
        oldConntrack: false,
        fromSelf: client.sent.netns === node,
        draw: (where, probabilities) => this.#draw({ kind: 'random', where, probabilities }),
        oneOf: () => 0,
        forget: () => undefined,
        quiet: true,
      },
      packet,
    );
    return verdict.kind === 'forward' ? verdict.conn : undefined;
  }

  /** A connection of a client as the director of a node sees it, from a walk; undefined: it does not come to it. */
  #asDirected(asking: AskingRequest): IpvsConnection | undefined {
    const key = `${asking.client.index} ${asking.node}`;
    const known = this.#directors.get(key) ?? this.walks.passing(asking).after.connection(asking.node);
    this.#directors.set(key, known);
    return known;
  }

  /** Do the connections of a plain request matter to anybody: to who looks at the moment, to a SYN that is sent again? */
  #isKept({ outcome }: WalkEnd): boolean {
    return outcome === 'timed-out' || this.#isLimited || this.#ground.world.now >= this.keepsFrom;
  }

  #alike({ sport }: SimFlow): Alike {
    return { sport, now: this.#ground.world.now };
  }

  #flow({ sent, spec, index }: TrafficSource): SimFlow {
    if (spec.sends === 'one-socket') return { ...sent, sport: PORTS.min + index };
    return { ...sent, sport: PORTS.min + 100 + (this.#port++ % (PORTS.size - 100)) };
  }

  #draw(choice: SimChoice): number {
    return choice.kind === 'random' ? drawBranch(choice, this.#rng) : 1;
  }

  /** Walks a request through what earlier ones left behind: connections with their timers, lists, turns. */
  #walk({ client, node }: Sender, flow: SimFlow, decide = (choice: SimChoice): number => this.#draw(choice)): Ended {
    const { world } = this.#ground;
    for (const each of world.state.values()) each.now = world.now;
    const full = this.#fullTable(node, flow);
    if (full && flow.ongoing === undefined) return full;
    const network = this.walks.network(client, node);
    const walk = { network, state: this.stateAt(network), decide, quiet: true };
    this.#walked++;
    const trace = simulate({ ...walk, flow });
    const end = readEnd(trace);
    if (!flow.ongoing && closes({ client, ...(node === undefined ? {} : { node }) }, end, this.#ground))
      finish({ ...walk, flow });
    return { ...end, trace };
  }

  /**
   * Two packets from one socket, each on a processor of its own: neither finds the connection of the other. Where they
   * are translated alike, the second takes the connection of the first; else it is dropped until Linux 5.5
   * (`__nf_conntrack_confirm`, insert_failed), and has a connection of its own since (`nf_ct_resolve_clash_harder`).
   * IPVS hashes its own connection at once, which the second finds.
   */
  #pair(client: TrafficSource, node: string | undefined, sent: SimFlow): WalkedRequest {
    const { world, document } = this.#ground;
    const network = this.walks.network(client, node);
    const before = makeCopy(this.stateAt(network), document.seed);
    for (const each of before.values()) each.now = world.now;
    const { trace: _trace, ...first } = this.#walk({ client, node }, sent);
    const mode = node === undefined ? undefined : world.mode(node);
    if (mode !== 'iptables' && mode !== 'nftables') return { ...first, node, sent };
    const decide = (choice: SimChoice): number => this.#draw(choice);
    this.#walked++;
    const rival = isKernelSince(network.netns.get(node ?? '')?.kernel ?? '', 5, 6)
      ? undefined
      : this.#entryOf(node, sent);
    if (rival) before.get(node ?? '')?.conntrack.raceWith(rival);
    const second = readEnd(simulate({ network, flow: sent, state: before, decide, quiet: true }));
    const { disposition } = second;
    const isLost = rival !== undefined && disposition.kind === 'DROPPED' && disposition.by === 'conntrack';
    if (isLost) return { ...second, node, sent, lostRace: true, rival };
    return { ...(first.outcome === 'served' ? second : first), node, sent };
  }

  /** The connection that a datagram made on a node. */
  #entryOf(node: string | undefined, { sport, dport, dst }: SimFlow): LiveEntry | undefined {
    const entries = this.#ground.world.state.get(node ?? '')?.conntrack.entries() ?? [];
    return entries.findLast(
      ({ original }) =>
        original.protocol === UDP && original.sport === sport && original.dport === dport && sameIp(original.dst, dst),
    );
  }

  /** What is left in the kernels of a network; of namespaces no packet has passed yet, too. */
  stateAt(network: Network): TimelineWorld['state'] {
    const { world, document } = this.#ground;
    if (this.#seated === network.netns) return world.state;
    for (const id of network.netns.keys()) {
      if (world.state.has(id)) continue;
      world.state.set(id, { ...createState(document.seed), now: world.now });
    }
    this.#seated = network.netns;
    return world.state;
  }

  /** Connections the node can know; 0: more than a run has. What kube-proxy sets unless it is told is never reached. */
  #mostOf(node: string): number {
    const { document, control, world } = this.#ground;
    const most = document.script?.delays?.conntrackMax ?? 0;
    const told = control.programs.get(node)?.config.conntrack;
    if (most > 0 || (told?.min ?? told?.maxPerCore) === undefined) return most;
    return world.network.netns.get(node)?.sysctls['net.netfilter.nf_conntrack_max'] ?? 0;
  }

  /** nf_conntrack: table full, dropping packet (`__nf_conntrack_alloc`). */
  #fullTable(node: string | undefined, sent: SimFlow): Ended | undefined {
    const { world } = this.#ground;
    const most = node === undefined ? 0 : this.#mostOf(node);
    const state = node === undefined ? undefined : world.state.get(node);
    if (!state || node === undefined || most === 0) return undefined;
    state.conntrack.most = most;
    state.conntrack.expire(world.now);
    this.#collect(node, state.conntrack);
    if (!state.conntrack.isFull) return undefined;
    this.#wasFull.add(node);
    const to = sent.dport > 0 ? formatEndpoint(sent.dst, sent.dport) : formatIp(sent.dst);
    return { outcome: 'timed-out', disposition: { kind: 'DROPPED', netns: node, by: 'conntrack' }, to, isFull: true };
  }

  /** The garbage collector of a node's kernel runs: it looks for what may go early only where a packet found no room. */
  #collect(node: string, table: ConntrackTable): void {
    const { world, document } = this.#ground;
    const every = earlyDropEvery(world.network.netns.get(node)?.kernel);
    if (every === undefined) return;
    const phase = createNamedRng(document.seed, `nf_conntrack ${node}`).below(every);
    const run = Math.floor((world.now + phase) / every);
    if (run === this.#collected.get(node)) return;
    this.#collected.set(node, run);
    if (this.#wasFull.delete(node)) dropEarly({ table, most: table.most ?? 0 });
  }

  /** A request over a connection that stays open; one that breaks is opened anew with the next request. */
  #overOpen(client: TrafficSource, node: string | undefined): WalkedRequest {
    const known = this.#open.get(client.index);
    if (!known) {
      const sent = this.#flow(client);
      const { trace, ...end } = this.#walk({ client, node }, sent);
      const via = node === undefined ? {} : { via: node };
      if (end.outcome === 'served' && trace) this.#open.set(client.index, { opened: sent, ...via, trace });
      return { ...end, node, sent };
    }
    const asked = client.node ?? known.via;
    const sent: SimFlow = { ...known.opened, ongoing: true };
    const end = this.#goesOn({ client, node: asked }, sent, known);
    if (end.outcome !== 'served') this.#open.delete(client.index);
    return { ...end, outcome: end.outcome === 'refused' ? 'reset' : end.outcome, node: asked, sent };
  }

  /** One more request over it: as the last one, unless something changed where that came by. */
  #goesOn(sender: Sender, sent: SimFlow, known: OpenConnection): WalkEnd {
    const { world, walksAll } = this.#ground;
    if (!walksAll && known.last?.repeat(world.network, world.now)) return known.last.end;
    const before = new CarriedBefore(known.trace, world.state, world.now);
    const { trace, ...end } = this.#walk(sender, sent);
    if (!trace) return end;
    const { last: _last, ...open } = known;
    const isSame = sameItems(namesOf(trace), namesOf(known.trace));
    const walked = { end, visited: this.#visited(trace) };
    const last = isSame ? { last: new OpenWalk(walked, before, world.now) } : {};
    this.#open.set(sender.client.index, { ...open, trace, ...last });
    return end;
  }

  #visited({ legs }: Trace): Visited {
    return listVisited(
      legs.flatMap(({ hops }) => hops),
      this.#ground.world.network,
    );
  }
}

const outcomeOf = ({ trace: _trace, ...end }: Ended): Omit<Ended, 'trace'> => end;

/** The first node that a walk came by: there the rules of its destination are asked. */
function nodeOf({ trace }: Ended, { netns }: Network): string | undefined {
  const hops = trace?.legs.find(({ role, lookup }) => role === 'request' && !lookup)?.hops ?? [];
  return hops.find((hop) => netns.get(hop.netns)?.kind === 'node')?.netns;
}

/** The namespaces of a walk, leg by leg. */
const namesOf = ({ legs }: Trace): readonly string[] => legs.flatMap(({ hops }) => hops.map(({ netns }) => netns));
