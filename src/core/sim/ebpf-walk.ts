import type { Choice, Decide } from '../linux/chain-walk';
import type { ChosenBackend } from '../linux/ebpf/choose-backend';
import { fromContainer, leavesCluster, toContainer, toNetdev } from '../linux/ebpf/endpoint-programs';
import { fromNetdev, type DsrInfo, type EbpfDrop, reverseSnat, snat } from '../linux/ebpf/from-netdev';
import {
  addressKey,
  copyEbpfState,
  isDsrUnread,
  isOwn,
  lbProtocol,
  ownSource,
  type EbpfHost,
  type EbpfState,
  type ProgramRun,
} from '../linux/ebpf/host';
import { socketConnect, socketPeer, type AskingSocket, type Untouched } from '../linux/ebpf/sock-lb';
import type { LbService } from '../linux/ebpf/lb-maps';
import { fraction, multiply, ONE, type Fraction } from '../lib/fraction';
import { invariant } from '../lib/result';
import { firstBranch, nextPath, type Decision } from './explore';
import { contains, isLoopback, sameIp, type IpAddress } from '../net/ip';
import { hasPorts, withEndpoints, type Packet } from '../net/packet';

/** Who sends: a Pod or a process of a node, or somebody outside whose packet a node gets. */
export type EbpfSender =
  | { readonly kind: 'pod'; readonly node: string; readonly address: IpAddress }
  | { readonly kind: 'host'; readonly node: string }
  | { readonly kind: 'outside'; readonly node: string; readonly address: IpAddress };

/** One connection attempt, or one datagram. */
export interface EbpfFlow {
  readonly from: EbpfSender;
  readonly dst: IpAddress;
  readonly proto: 'tcp' | 'udp' | 'sctp' | 'icmp';
  readonly sport: number;
  readonly dport: number;
}

/** What a program did, in order. The first word is the program, as `bpftool` names it. */
export interface EbpfWalkStep {
  readonly node: string;
  readonly program:
    | 'cil_sock_connect'
    | 'cil_sock_recvmsg'
    | 'cil_from_container'
    | 'cil_to_container'
    | 'cil_from_netdev'
    | 'cil_to_netdev';
  readonly did:
    | 'untouched'
    | 'translated'
    | 'failed'
    | 'passed'
    | 'dropped'
    | 'rejected'
    | 'source-translated'
    | 'told'
    | 'restored'
    | 'masqueraded';
  readonly why?: Untouched | EbpfDrop;
  /** The frontend found. */
  readonly service?: LbService;
  readonly chosen?: ChosenBackend;
  /** The packet when the program was done; absent: there is none yet, or none any more. */
  readonly packet?: Packet;
}

/** How a walk ended. */
export type EbpfEnd =
  | 'delivered'
  /** connect() failed: EHOSTUNREACH. */
  | 'failed'
  /** ICMP port unreachable. */
  | 'rejected'
  | 'dropped'
  /** To the sockets of a node itself, or of the Pod: what listens there decides. */
  | 'own-stack'
  /** By the default route; nothing in the cluster takes it. */
  | 'left'
  /** What the programs do with it was not read in the sources. */
  | 'unknown';

/** One flow through the programs, and its answer on the way back. */
export interface EbpfWalk {
  readonly steps: readonly EbpfWalkStep[];
  readonly end: EbpfEnd;
  /** The request as it arrived, or as it left. */
  readonly arrived?: Packet;
  /** How the answer gets its source was not read in the sources: {@link answeredBy} is left open. */
  readonly unsure?: 'answer';
  /** Where the answer comes from as the client sees it: with a socket translated, what getpeername tells. */
  readonly answeredBy?: { readonly address: IpAddress; readonly port: number };
}

/** The nodes of a cluster, what each remembers, and who draws. */
export interface EbpfWorld {
  readonly hosts: readonly EbpfHost[];
  readonly states: ReadonlyMap<string, EbpfState>;
  readonly decide: Decide;
}

const TTL = 64;

/** One walk while it is written. */
class Walk {
  readonly steps: EbpfWalkStep[] = [];
  private readonly world: EbpfWorld;
  private readonly flow: EbpfFlow;

  constructor(world: EbpfWorld, flow: EbpfFlow) {
    this.world = world;
    this.flow = flow;
  }

  run(): EbpfWalk {
    const { from } = this.flow;
    if (from.kind === 'outside') return this.enter(this.on(from.node), this.packet(from.address));
    return this.send(this.on(from.node), from);
  }

  private on(node: string): ProgramRun {
    const host = this.world.hosts.find(({ name }) => name === node);
    const state = this.world.states.get(node);
    invariant(host && state, `there is a node ${node}`);
    return { host, state, decide: this.world.decide };
  }

  private step(run: ProgramRun, step: Omit<EbpfWalkStep, 'node'>): void {
    this.steps.push({ node: run.host.name, ...step });
  }

  private end(end: EbpfEnd, arrived?: Packet, answeredBy?: EbpfWalk['answeredBy']): EbpfWalk {
    return { steps: this.steps, end, ...(arrived ? { arrived } : {}), ...(answeredBy ? { answeredBy } : {}) };
  }

  private packet(src: IpAddress): Packet {
    const { dst, proto, sport, dport } = this.flow;
    const l4: Packet['l4'] =
      proto === 'tcp'
        ? { proto, sport, dport, flags: { syn: true }, seq: 0, ack: 0 }
        : proto === 'udp'
          ? { proto, sport, dport }
          : proto === 'sctp'
            ? { proto, sport, dport, chunk: 'INIT' }
            : {
                proto: dst.family === 'ipv4' ? 'icmp' : 'icmpv6',
                type: dst.family === 'ipv4' ? 8 : 128,
                code: 0,
                id: sport,
              };
    return { family: dst.family, src, dst, ttl: TTL, l4 };
  }

  /** A process of the node or of a Pod: first its socket, then packets. */
  private send(run: ProgramRun, from: Extract<EbpfSender, { kind: 'pod' | 'host' }>): EbpfWalk {
    const { dst, dport, sport } = this.flow;
    const socket: AskingSocket = {
      cookie: String(sport),
      ...(from.kind === 'pod' ? { pod: addressKey(from.address) } : {}),
    };
    const target = { address: dst, port: dport, protocol: lbProtocol(this.packet(dst)) };
    const result = socketConnect(run, socket, target);
    const program = 'cil_sock_connect';
    if (result.kind === 'failed') {
      this.step(run, { program, did: 'failed', service: result.service });
      return this.end('failed');
    }
    if (result.kind === 'untouched') {
      this.step(run, { program, did: 'untouched', why: result.why });
      return this.leaveSocket(run, from, dst);
    }
    const { service, chosen } = result;
    this.step(run, { program, did: 'translated', service, chosen });
    const { address, port } = chosen.backend;
    const source = from.kind === 'pod' ? from.address : hostSource(run.host, address);
    const walk = this.arriveAt(run, withEndpoints(this.packet(source), { dst: address, dport: port }));
    if (walk.end !== 'delivered') return walk;
    const answeredBy = socketPeer(run, socket, { address, port });
    this.step(run, { program: 'cil_sock_recvmsg', did: 'restored' });
    return this.end('delivered', walk.arrived, answeredBy);
  }

  /** The socket changed nothing: the packet has the address that was asked for. */
  private leaveSocket(run: ProgramRun, from: Extract<EbpfSender, { kind: 'pod' | 'host' }>, dst: IpAddress): EbpfWalk {
    if (from.kind === 'host') {
      const packet = this.packet(hostSource(run.host, dst));
      return isOwn(run.host, dst) || isLoopback(dst) ? this.end('own-stack', packet) : this.toward(run, packet);
    }
    const packet = this.packet(from.address);
    if (isLoopback(dst) || sameIp(dst, from.address)) return this.end('own-stack', packet);
    const result = fromContainer(run, packet);
    const program = 'cil_from_container';
    switch (result.kind) {
      case 'reject':
      case 'drop': {
        this.step(run, { program, did: result.kind === 'reject' ? 'rejected' : 'dropped', service: result.service });
        return this.end(result.kind === 'reject' ? 'rejected' : 'dropped');
      }
      case 'unread':
        this.step(run, { program, did: 'passed', service: result.service, packet });
        return this.end('unknown');
      case 'pass':
        this.step(run, { program, did: 'passed', packet });
        return isOwn(run.host, dst) ? this.end('own-stack', packet) : this.toward(run, packet);
      case 'translated': {
        const { service, chosen } = result;
        this.step(run, { program, did: 'translated', service, chosen, packet: result.packet });
        const walk = this.arriveAt(run, result.packet);
        return walk.end === 'delivered' && walk.arrived ? this.backToPod(run, walk.arrived, packet) : walk;
      }
    }
  }

  /** The reply of a connection that was translated at the Pod's interface. */
  private backToPod(run: ProgramRun, arrived: Packet, asked: Packet): EbpfWalk {
    const reply = toContainer(run, answerTo(arrived));
    this.step(run, { program: 'cil_to_container', did: 'restored', packet: reply });
    return this.end('delivered', arrived, sameIp(reply.dst, asked.src) ? getSource(reply) : undefined);
  }

  /** A packet for an address of a Pod or a node: to it, wherever it is. */
  private arriveAt(run: ProgramRun, packet: Packet): EbpfWalk {
    const there = this.homeOf(packet.dst);
    if (!there) return this.toward(run, packet);
    if (there.host !== run.host) this.step(there, { program: 'cil_from_netdev', did: 'passed', packet });
    return this.end('delivered', packet);
  }

  /** The node an address lives on: a Pod's, or the node's own. */
  private homeOf(address: IpAddress): ProgramRun | undefined {
    const key = addressKey(address);
    const home = this.world.hosts.find((host) => host.endpoints.has(key) || isOwn(host, address));
    return home && this.on(home.name);
  }

  /** Away from this node with the address it has: to another node, or by the default route. */
  private toward(run: ProgramRun, packet: Packet): EbpfWalk {
    const there = this.homeOf(packet.dst);
    if (there?.host.endpoints.has(addressKey(packet.dst))) return this.answerDirectly(this.arriveAt(run, packet));
    const masqueraded = this.masquerade(run, packet);
    if (!masqueraded) return this.end('dropped');
    if (!there || there.host === run.host) return this.end('left', masqueraded);
    const walk = this.enter(there, masqueraded);
    if (masqueraded === packet || walk.answeredBy === undefined) return walk;
    // The other node answers to this one, which knows whose it is.
    const { address, port } = walk.answeredBy;
    const reply = withEndpoints(answerTo(masqueraded), { src: address, sport: port });
    return reverseSnat(run, reply) ? walk : this.end(walk.end, walk.arrived);
  }

  private answerDirectly(walk: EbpfWalk): EbpfWalk {
    return walk.arrived ? this.end(walk.end, walk.arrived, getSource(answerTo(walk.arrived))) : walk;
  }

  /** The node's address as source of what Pods send out of the cluster: by the program, or by netfilter. */
  private masquerade(run: ProgramRun, packet: Packet): Packet | undefined {
    if (run.host.settings.masquerade === 'none' || !leavesCluster(run, packet)) return packet;
    const translated = snat(run, packet, 'node');
    const byProgram = run.host.settings.masquerade === 'bpf';
    if (translated && byProgram) this.step(run, { program: 'cil_to_netdev', did: 'masqueraded', packet: translated });
    return translated;
  }

  /** A packet comes in by a device of a node. */
  private enter(run: ProgramRun, packet: Packet, dsr?: DsrInfo): EbpfWalk {
    const result = fromNetdev(run, packet, dsr);
    const program = 'cil_from_netdev';
    switch (result.kind) {
      case 'drop':
        this.step(run, {
          program,
          did: 'dropped',
          why: result.why,
          ...(result.service ? { service: result.service } : {}),
        });
        return this.end('dropped');
      case 'reject':
        this.step(run, { program, did: 'rejected', service: result.service });
        return this.end('rejected');
      case 'reply':
      case 'pass':
        this.step(run, { program, did: 'passed', packet: result.packet });
        return this.passUp(run, result.packet);
      case 'local': {
        this.step(run, { program, did: 'translated', ...saidOf(result), packet: result.packet });
        return this.leaveAgain(run, result.packet, packet);
      }
      case 'remote':
        this.step(run, {
          program,
          did: result.dsr ? 'told' : 'source-translated',
          ...saidOf(result),
          packet: result.packet,
        });
        return this.toBackendNode(run, result.packet, packet, result.dsr);
    }
  }

  /** No service: to the Pod it names, the node's own sockets, or on its way. */
  private passUp(run: ProgramRun, packet: Packet): EbpfWalk {
    if (run.host.endpoints.has(addressKey(packet.dst)))
      return this.end('delivered', packet, getSource(answerTo(packet)));
    return this.end(isOwn(run.host, packet.dst) ? 'own-stack' : 'left', packet);
  }

  /** The answer of a backend of this node leaves by the device: with the address the client asked. */
  private leaveAgain(run: ProgramRun, arrived: Packet, asked: Packet): EbpfWalk {
    const left = toNetdev(run, answerTo(arrived));
    if (!left) return this.end('delivered', arrived);
    this.step(run, {
      program: 'cil_to_netdev',
      did: left.did === 'reverse' ? 'restored' : 'passed',
      packet: left.packet,
    });
    return this.end('delivered', arrived, isAnswerTo(left.packet, asked) ? getSource(left.packet) : undefined);
  }

  /** The backend lives on another node: there, and the answer straight to the client (DSR) or back through this node. */
  private toBackendNode(run: ProgramRun, sent: Packet, asked: Packet, dsr: DsrInfo | undefined): EbpfWalk {
    const there = this.homeOf(sent.dst);
    if (!there) return this.end('left', sent);
    if (dsr && isDsrUnread(run.host)) return this.end('unknown', sent);
    const at = fromNetdev(there, sent, dsr);
    const program = 'cil_from_netdev';
    this.step(there, { program, did: 'passed', packet: sent });
    if (at.kind !== 'pass') return this.end('dropped', sent);
    // The answer to a Pod of the backend's own node passes no device of it.
    if (dsr && there.host.endpoints.has(addressKey(asked.src)))
      return { ...this.end('delivered', sent), unsure: 'answer' };
    const left = toNetdev(there, answerTo(sent));
    if (!left) return this.end('delivered', sent);
    this.step(there, {
      program: 'cil_to_netdev',
      did: left.did === 'reverse' ? 'restored' : 'passed',
      packet: left.packet,
    });
    if (dsr) return this.end('delivered', sent, isAnswerTo(left.packet, asked) ? getSource(left.packet) : undefined);
    const back = fromNetdev(run, left.packet);
    if (back.kind !== 'reply') return this.end('delivered', sent);
    this.step(run, { program, did: 'restored', packet: back.packet });
    return this.end('delivered', sent, isAnswerTo(back.packet, asked) ? getSource(back.packet) : undefined);
  }
}

/** What a result says of the frontend and the choice. */
function saidOf({
  service,
  chosen,
}: {
  readonly service: LbService;
  readonly chosen?: ChosenBackend;
}): Pick<EbpfWalkStep, 'service' | 'chosen'> {
  return { service, ...(chosen ? { chosen } : {}) };
}

/** The source of a process of the node: of the route to the destination. Where there is none of the family, it stays open. */
function hostSource(host: EbpfHost, dst: IpAddress): IpAddress {
  const isPod = host.endpoints.has(addressKey(dst));
  const isTunneled = host.settings.tunnel && host.podRanges.some((range) => contains(range, dst));
  const own = ownSource(host, dst.family, isPod || isTunneled ? 'cilium_host' : 'node');
  return own ?? { family: dst.family, words: dst.words.map(() => 0) };
}

/** The first packet of the answer to one. */
function answerTo(packet: Packet): Packet {
  const { l4 } = packet;
  if (!hasPorts(l4)) return { ...packet, src: packet.dst, dst: packet.src };
  const turned = withEndpoints(packet, { src: packet.dst, sport: l4.dport, dst: packet.src, dport: l4.sport });
  return turned.l4.proto === 'tcp' ? { ...turned, l4: { ...turned.l4, flags: { syn: true, ack: true } } } : turned;
}

/** Does an answer reach the socket that asked? */
function isAnswerTo(answer: Packet, asked: Packet): boolean {
  if (!hasPorts(answer.l4) || !hasPorts(asked.l4)) return false;
  const same = sameIp(answer.dst, asked.src) && answer.l4.dport === asked.l4.sport;
  return same && sameIp(answer.src, asked.dst) && answer.l4.sport === asked.l4.dport;
}

function getSource({ src, l4 }: Packet): { readonly address: IpAddress; readonly port: number } {
  return { address: src, port: hasPorts(l4) ? l4.sport : 0 };
}

/**
 * Sends one flow through the programs of a cluster's nodes and follows its answer (bpf/bpf_sock.c, bpf_lxc.c, bpf_host.c,
 * lib/nodeport.h): read from sources, not recorded. It changes what the nodes remember.
 */
export function walkEbpf(world: EbpfWorld, flow: EbpfFlow): EbpfWalk {
  return new Walk(world, flow).run();
}

/** One of the ways a flow can go, with its odds as meant. */
export interface EbpfOutcome {
  readonly probability: Fraction;
  readonly walk: EbpfWalk;
}

/** How many ways are walked at most. */
const MOST_OUTCOMES = 4096;

/** The odds of what was drawn. */
function multiplyOdds(decisions: readonly Decision[]): Fraction {
  const odds = decisions.map(({ choice, taken }) =>
    choice.kind === 'random' ? choice.probabilities[taken] : undefined,
  );
  return odds.reduce<Fraction>((product, each) => multiply(product, each ?? fraction(0)), ONE);
}

/** Walks a flow once for every way its draws can fall. What the nodes remember stays as it is. */
export function exploreEbpf(world: Omit<EbpfWorld, 'decide'>, flow: EbpfFlow): readonly EbpfOutcome[] {
  const outcomes: EbpfOutcome[] = [];
  let path: readonly number[] | undefined = [];
  while (path && outcomes.length < MOST_OUTCOMES) {
    const decisions: Decision[] = [];
    const along: readonly number[] = path;
    const decide = (choice: Choice): number => {
      const taken = along[decisions.length] ?? firstBranch(choice) ?? 0;
      decisions.push({ choice, taken });
      return taken;
    };
    const states = new Map([...world.states].map(([name, state]) => [name, copyEbpfState(state)]));
    const walk = walkEbpf({ hosts: world.hosts, states, decide }, flow);
    outcomes.push({ probability: multiplyOdds(decisions), walk });
    path = nextPath(decisions);
  }
  return outcomes;
}
