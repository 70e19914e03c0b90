import type { Phrase } from '../lib/phrase';
import type { Result } from '../lib/result';
import { formatIp, type IpAddress } from '../net/ip';
import type { Socket } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import type { FrameLanding } from '../sim/neighbour';
import { TooLarge, type Diagram } from './diagram';
import { listEntrances } from './device-classes';
import type { FlowOrigin } from './entrances';
import { AS_SENT, asSent, type HeaderNow } from './header-now';
import { endText, FIRST_END, HostEnds, type HostEnd } from './host-end';
import { modelHost, type HostModel } from './host-model';
import { answerProxied, dialledHeader, mapTurns, dialsInTurn } from './proxied';
import { ProgramWays, type Encapsulation, type ProgramLeg } from './program-ways';
import type { Space } from './space';
import { listTakers, type Taker } from './takers';
import { knownAlready, type HostVisit } from './visits';
import { translated, WayBack } from './way-back';
import { WireMap, type BridgedFrame, type Leaving } from './wires';

/** Packets on their way: where they are, what they have become, and whom they have passed. */
interface OnTheirWay {
  readonly netns: Netns;
  readonly origin: FlowOrigin;
  /** The device they come in by. */
  readonly device?: string;
  readonly now: HeaderNow;
  readonly frame?: BridgedFrame;
  /** Encapsulation by programs of the node before. */
  readonly carried?: Encapsulation;
  readonly before: readonly HostVisit[];
  /** Hosts that the connection passed which a proxying process took, and opened this one for. */
  readonly earlier?: readonly HostVisit[];
  /** A process of the first of them made them. */
  readonly isMade: boolean;
}

interface Changing {
  /** The host gave them another destination. */
  readonly changed: boolean;
}

/** A way by which packets leave a host; `frameTo`: another address than theirs that the frame is for. */
type Leave = Pick<Leaving, 'device'> & {
  readonly via?: IpAddress | undefined;
  readonly frameTo?: IpAddress;
  readonly carried?: Encapsulation;
};

/** A packet passes so many hosts, and no more is said of it then. */
const MOST_VISITS = 12;

/** Ends of hosts that are followed in all, before a network is too large. */
const MOST_ENDS = 20_000;

/**
 * A network for all packets: the models of its hosts one behind the other, as wires join them, and the way back of what whoever is asked
 * answers. What is not known of a host or of a wire is an unknown end, or an answer that may come.
 */
export class NetworkModel {
  readonly space: Space;
  /** Ends of whole ways. */
  readonly ends: HostEnds;
  readonly network: Network;
  /** Titles of machines at which nobody can say how some packets go on. */
  readonly unfollowed = new Set<string>();
  private readonly hostEnds = new HostEnds({ tellsWays: true });
  private followed = 0;
  private readonly hosts = new Map<string, Result<HostModel, Phrase>>();
  private readonly wires: WireMap;
  private readonly programs: ProgramWays;
  private readonly back: WayBack;

  /** `space` tells apart what the rules of all hosts do, as of `openHostSpace`. */
  constructor(network: Network, { space, ends }: { readonly space: Space; readonly ends: HostEnds }) {
    this.network = network;
    this.space = space;
    this.ends = ends;
    this.wires = new WireMap(network, space);
    this.programs = new ProgramWays(space, network);
    const { wires, programs } = this;
    this.back = new WayBack({ space, wires, programs, host: (netns) => this.host(netns) });
  }

  /** The model of one of its hosts by itself, of its IP stack where it has programs, or why there is none. */
  host(netns: Netns): Result<HostModel, Phrase> {
    const { ebpf: _programs, ...stack } = netns;
    const known = this.hosts.get(netns.id) ?? modelHost(stack, { space: this.space, ends: this.hostEnds });
    this.hosts.set(netns.id, known);
    return known;
  }

  /**
   * All packets that begin at a host, through the whole network: where each ends, who takes it, and whether the answer comes back to a
   * process of the host that sent it. Fails where the host itself is not modelled. Throws `TooLarge`.
   */
  model(netns: Netns): Result<HostModel, Phrase> {
    const host = this.host(netns);
    if (!host.ok) return host;
    const { enters } = host.value;
    const outcome = {
      received: netns.ebpf ? this.followEach(enters.received, netns) : this.follow(enters.received, 'received', netns),
      made: this.begin(enters.made, netns),
    };
    return { ok: true, value: { ...host.value, space: this.space, ends: this.ends, outcome } };
  }

  private follow(packets: Diagram, origin: FlowOrigin, netns: Netns): Diagram {
    return this.pass(packets, { netns, origin, now: AS_SENT, before: [], isMade: origin === 'made' });
  }

  /** Packets that come in where each device has a program of its own. */
  private followEach(packets: Diagram, netns: Netns): Diagram {
    const { space } = this;
    return space.diagrams.union(
      listEntrances(netns).map((device) => {
        space.become = {};
        const these = space.both(
          packets,
          space.device('in', (name) => name === device),
        );
        return this.pass(these, { netns, device, origin: 'received', now: AS_SENT, before: [], isMade: false });
      }),
    );
  }

  /** Packets that a process makes: the program at its socket may send them elsewhere, before there are any. */
  private begin(packets: Diagram, netns: Netns): Diagram {
    const legs = this.programs.connect(netns, packets, AS_SENT);
    if (!legs) return this.follow(packets, 'made', netns);
    const way = { netns, origin: 'made', before: [], isMade: true } as const;
    return this.space.diagrams.union(legs.map((leg) => this.behindPrograms(leg, { ...way, now: leg.now })));
  }

  /** Packets at a host, by how they end in the whole network. */
  private pass(packets: Diagram, way: OnTheirWay): Diagram {
    const { netns, origin, device = '', before, earlier = [] } = way;
    if (packets === 0) return 0;
    if (!netns.ebpf || origin === 'made')
      return way.carried ? this.all(packets, this.unsaid(way, netns.title)) : this.throughStack(packets, way);
    // What programs remember of packets that they changed before is not known of all.
    if ([...earlier, ...before].some((visit) => visit.netns === netns && visit.programs && visit.programs !== 'passed'))
      return this.all(packets, this.unsaid(way, netns.title));
    const { now, carried } = way;
    const legs = this.programs.receive(packets, { netns, device, now, carried });
    return this.space.diagrams.union(legs.map((leg) => this.behindPrograms(leg, withPrograms(way, leg))));
  }

  /** Packets that a node's programs are done with. */
  private behindPrograms({ packets, next }: ProgramLeg, way: OnTheirWay): Diagram {
    const { netns } = way;
    if (packets === 0) return 0;
    if (next.kind === 'stack') return this.throughStack(packets, way);
    if (next.kind === 'landed') return this.pass(packets, landedAt(way, next.landing));
    if (next.kind === 'sent') return this.leave(packets, next, { ...way, changed: false });
    if (next.kind === 'wire') return this.overWire(packets, next, { ...way, changed: false });
    if (next.kind === 'unknown') return this.all(packets, this.unsaid(way, next.why));
    return this.all(packets, { at: netns.title, ...next });
  }

  /** Packets at the IP stack of a host. */
  private throughStack(packets: Diagram, way: OnTheirWay): Diagram {
    const { space } = this;
    const { netns, origin, now, device, before, earlier = [] } = way;
    const model = this.host(netns);
    if (!model.ok || before.length >= MOST_VISITS) return this.all(packets, this.unsaid(way, netns.title));
    const visits = [...earlier, ...before];
    const met = space.both(packets, knownAlready(space, { netns, now, visits }));
    const anew = visits.some((each) => each.netns === netns);
    const map = asSent(space, model.value.outcome[origin], now, { ...(device ? { indev: device } : {}), anew });
    const known = space.diagrams.minus(packets, met);
    const here = space.diagrams.and(known, map);
    const leaves = space.diagrams.listLeaves(here, FIRST_END);
    this.followed += leaves.length;
    if (this.followed > MOST_ENDS) throw new TooLarge('ways through the network');
    const parts = leaves.map((leaf) => {
      const end = this.hostEnds.at(space.diagrams.value(leaf) - FIRST_END);
      return this.continued(space.diagrams.where(here, leaf), end, way);
    });
    return space.diagrams.union([met === 0 ? 0 : this.all(met, this.unsaid(way, netns.title)), ...parts]);
  }

  /** Packets that one host is done with. */
  private continued(packets: Diagram, end: HostEnd, way: OnTheirWay): Diagram {
    const { netns, now, before, frame } = way;
    const out = translated(now, end);
    const isDirected = netns.ipvs !== undefined && end.to !== undefined;
    const visits = [...before, { netns, from: now, to: out, isDirected }];
    const to = { ...way, now: out, before: visits };
    if (end.kind === 'local')
      return frame?.crosses && !end.to ? this.all(packets, this.unsaid(to, netns.title)) : this.taken(packets, to);
    if (end.kind === 'sent') {
      const by = { device: end.device ?? '', via: end.nexthop };
      return this.leave(packets, by, { ...to, changed: end.to !== undefined });
    }
    const isOdd = frame?.crosses && !end.to && end.kind === 'refused';
    return this.all(packets, isOdd ? this.unsaid(to, netns.title) : this.stopped(end, way));
  }

  /** An end on a host; a bridge that may not send a frame back where it came from shows it to no rule behind PREROUTING. */
  private stopped({ kind, why, to }: HostEnd, { netns, frame, device = '' }: OnTheirWay): HostEnd {
    const back = frame && to?.address && { netns, device, frame: { ...frame, changed: true } };
    const isBack = back && this.wires.land(back, to.address).some((each) => each.to.kind === 'nobody');
    if (isBack) return { kind: 'dropped', at: netns.title };
    return { kind, at: netns.title, ...(why === undefined ? {} : { why }) };
  }

  /** Packets that a host's stack sends out of a device. */
  private leave(packets: Diagram, { device, via }: Pick<Leave, 'device' | 'via'>, way: OnTheirWay & Changing): Diagram {
    const { netns, now } = way;
    if (!netns.ebpf) return this.overWire(packets, { device, via }, way);
    const legs = this.programs.transmit(packets, { netns, device, via, now });
    return this.space.diagrams.union(legs.map((leg) => this.behindPrograms(leg, withPrograms(way, leg))));
  }

  /** Packets that leave a host by a device: to the next, or to nobody. */
  private overWire(packets: Diagram, { device, via, frameTo, carried }: Leave, way: OnTheirWay & Changing): Diagram {
    const { netns, now, frame, before, earlier, changed, isMade } = way;
    const framed = frame ? { frame: { ...frame, changed } } : {};
    const landings = this.wires.land({ netns, device, ...(via ? { via } : {}), ...framed }, frameTo ?? now.dst);
    const { diagrams } = this.space;
    return diagrams.union(
      landings.map(({ packets: some, to }) => {
        const these = diagrams.and(packets, some);
        if (these === 0) return 0;
        if (to.kind === 'host') {
          const next = { netns: to.netns, device: to.device, ...(to.frame ? { frame: to.frame } : {}) };
          const carries = carried ? { carried } : {};
          const kept = { now, before, isMade, ...(earlier ? { earlier } : {}) };
          return this.pass(these, { ...next, ...carries, ...kept, origin: 'received' });
        }
        if (to.kind === 'unknown') return this.all(these, this.unsaid(way, to.why));
        const kind = to.kind === 'left' ? 'left' : 'dropped';
        return this.all(these, { kind, at: netns.title, ...(kind === 'left' ? { device, ...this.seenAs(now) } : {}) });
      }),
    );
  }

  /** Packets that a host lets in, by who takes them. */
  private taken(packets: Diagram, way: OnTheirWay): Diagram {
    const { diagrams } = this.space;
    const { netns, now, device = 'lo' } = way;
    return diagrams.union(
      listTakers(this.space, netns, { now, device }).map(({ packets: some, by }) => {
        const these = diagrams.and(packets, some);
        return these === 0 ? 0 : this.takenBy(these, by, way);
      }),
    );
  }

  private takenBy(packets: Diagram, by: Taker, way: OnTheirWay): Diagram {
    const { space } = this;
    const { netns, now, before } = way;
    if (by.kind === 'untold') return this.all(packets, { kind: 'left', at: netns.title, ...this.seenAs(now) });
    if (by.kind === 'nobody') return this.all(packets, { kind: 'closed', at: netns.title, ...this.seenAs(now) });
    const isProxied = by.kind === 'socket' && by.socket.reply === 'proxy';
    if (isProxied && (by.socket.proxy?.endpoints.length ?? 0) > 0) return this.proxied(packets, by.socket, way);
    if (isProxied && !dialsInTurn(by.socket, space.family)) return this.all(packets, this.unsaid(way, by.socket.owner));
    const end: HostEnd = {
      kind: 'taken',
      at: netns.title,
      by: by.kind === 'kernel' ? 'kernel' : by.socket.owner,
      ...this.seenAs(now),
    };
    // Who it is that sent what comes in is not known.
    if (!way.isMade) return this.all(packets, end);
    // A proxying process that has nobody to ask closes again.
    const isRead = by.kind === 'kernel' || by.socket.reply === 'echo';
    const answered = isRead ? this.back.answered(packets, before) : 0;
    return space.diagrams.and(
      packets,
      space.diagrams.choose(answered, this.end({ ...end, answered: true }), this.end({ ...end, answered: false })),
    );
  }

  /** Packets to a process that asks others for them, by connections of its own. */
  private proxied(packets: Diagram, socket: Socket, way: OnTheirWay): Diagram {
    const { space, ends } = this;
    const { netns, before, earlier = [] } = way;
    const isAgain = earlier.length > 0;
    if (isAgain || !dialsInTurn(socket, space.family)) return this.all(packets, this.unsaid(way, socket.owner));
    const begun = { netns, origin: 'made', before: [], earlier: before, isMade: true } as const;
    const asked = (socket.proxy?.endpoints ?? []).map((endpoint) => {
      const now = dialledHeader(netns, endpoint);
      return now ? this.pass(packets, { ...begun, now }) : this.all(packets, { kind: 'refused', at: netns.title });
    });
    // An attempt that draws would draw again at the next.
    if (asked.some((map) => space.asksBeside(map))) return this.all(packets, this.unsaid(way, socket.owner));
    const proxied = { space, ends, socket, asked };
    return answerProxied(proxied, mapTurns(proxied), way.isMade ? this.back.answered(packets, before) : undefined);
  }

  private seenAs({ src, dst, dport }: HeaderNow): Pick<HostEnd, 'dst' | 'src'> {
    const to = endText(typeof dst === 'string' ? undefined : dst, typeof dport === 'number' ? dport : undefined);
    return { ...(to === undefined ? {} : { dst: to }), ...(typeof src === 'string' ? {} : { src: formatIp(src) }) };
  }

  private unsaid({ netns }: OnTheirWay, why: string): HostEnd {
    this.unfollowed.add(netns.title);
    return { kind: 'unknown', why, at: netns.title };
  }

  private all(packets: Diagram, end: HostEnd): Diagram {
    return packets === 0 ? 0 : this.space.diagrams.and(packets, this.end(end));
  }

  private end(end: HostEnd): Diagram {
    return this.space.diagrams.leaf(this.ends.number(end) + FIRST_END);
  }
}

/** The way of packets behind a node's programs, as these remember it. */
function withPrograms({ carried: _carried, ...way }: OnTheirWay, { now, did }: ProgramLeg): OnTheirWay {
  const visit = { netns: way.netns, from: way.now, to: now, isDirected: false, programs: did } as const;
  return { ...way, now, before: [...way.before, visit] };
}

function landedAt({ frame: _frame, ...way }: OnTheirWay, { netns, device }: FrameLanding): OnTheirWay {
  return { ...way, netns, device, origin: 'received' };
}
