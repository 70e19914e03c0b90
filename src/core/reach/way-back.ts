import type { Phrase } from '../lib/phrase';
import type { Result } from '../lib/result';
import type { Netns } from '../linux/netns';
import { findDevice } from '../sim/neighbour';
import type { Diagram } from './diagram';
import type { FlowOrigin } from './entrances';
import { asSent, headerKey, turnRound, whereSame, type HeaderNow } from './header-now';
import { FIRST_END, type HostEnd } from './host-end';
import { mapTracked, type HostModel } from './host-model';
import type { Encapsulation, ProgramLeg, ProgramNext, ProgramWays } from './program-ways';
import type { Space } from './space';
import { listAnswerKinds, type AnswerKind } from './takers';
import type { GivenBack, Tracking } from './tracking';
import { knownAlready, remembers, type HostVisit } from './visits';
import type { BridgedFrame, WireMap } from './wires';

/** Answers on their way. */
interface Answers {
  readonly netns: Netns;
  readonly origin: FlowOrigin;
  readonly device?: string;
  readonly frame?: BridgedFrame;
  readonly carried?: Encapsulation;
  readonly now: HeaderNow;
  readonly kind: AnswerKind;
  /** Hosts that the request passed. */
  readonly visits: readonly HostVisit[];
  /** Hosts that they have passed themselves. */
  readonly passed: readonly Netns[];
}

/** What a host does to answers that come, and their header as they leave. */
interface Passing {
  readonly map: Diagram;
  /** The header as rules and routes see it. */
  readonly asked: HeaderNow;
  readonly left: (end: HostEnd) => HeaderNow;
  /** Answers have another destination than they came with. */
  readonly changed: boolean;
}

interface WayBackInput {
  readonly space: Space;
  readonly wires: WireMap;
  readonly programs: ProgramWays;
  readonly host: (netns: Netns) => Result<HostModel, Phrase>;
}

type ProgramWire = Extract<ProgramNext, { kind: 'wire' }>;

const MOST_HOSTS = 12;

/** What a host gives back to answers of what it passed on so. */
function listGivenBack({ from, to, isDirected }: HostVisit): GivenBack {
  const isSameSource = from.src === to.src;
  const isSameDestination = from.dst === to.dst && from.dport === to.dport;
  return {
    ...(isSameSource || typeof to.src === 'string' ? {} : { dst: to.src }),
    ...(from.sport === to.sport ? {} : { dport: 'any' }),
    ...(isSameDestination ? {} : { src: isDirected ? 'director' : 'nat' }),
  };
}

/**
 * The way back of answers, for all packets: who translated the request gives back what it took, everybody else sees packets that
 * belong to no connection. What nobody can say is an answer that may come.
 */
export class WayBack {
  private readonly input: WayBackInput;
  private readonly maps = new Map<string, Diagram>();
  private readonly kinds: readonly AnswerKind[];

  constructor(input: WayBackInput) {
    this.input = input;
    this.kinds = listAnswerKinds(input.space);
  }

  /** The packets among some whose first answer comes back to who sent them. */
  answered(packets: Diagram, visits: readonly HostVisit[]): Diagram {
    const { space } = this.input;
    const last = visits.at(-1);
    if (!last) return 0;
    return space.either(
      ...this.kinds.map((kind) =>
        this.pass(space.both(packets, kind.packets), {
          netns: last.netns,
          origin: 'made',
          now: turnRound(last.to),
          kind,
          visits,
          passed: [],
        }),
      ),
    );
  }

  private perhaps(packets: Diagram): Diagram {
    const { space } = this.input;
    if (packets === 0) return 0;
    space.asking = () => '';
    return space.both(packets, space.may());
  }

  private pass(packets: Diagram, way: Answers): Diagram {
    const { netns, origin } = way;
    if (packets === 0) return 0;
    if (!netns.ebpf || origin === 'made') return way.carried ? this.perhaps(packets) : this.throughStack(packets, way);
    return this.behindPrograms(this.receivedBy(packets, way), way, packets);
  }

  /** Answers that come in by a device of a node with programs; undefined: what becomes of them is not followed. */
  private receivedBy(packets: Diagram, way: Answers): readonly ProgramLeg[] | undefined {
    const { programs } = this.input;
    const { netns, device = '', now, carried } = way;
    const at = { netns, device, now, carried };
    const known = rememberedBy(way);
    if (known === 'more') return undefined;
    const isPods = findDevice(netns, device)?.peer !== undefined;
    if (known?.programs === 'local') return isPods ? programs.receive(packets, at) : undefined;
    if (known?.programs === 'snat' && !isPods) {
      if (!answers(way, known)) return undefined;
      return programs.givenBack(packets, { ...at, now: turnRound(known.from) });
    }
    return intoPod(programs.receive(packets, at), way, known);
  }

  /** Answers that leave by a device of a node with programs. */
  private sentBy(
    packets: Diagram,
    way: Answers,
    { device, via }: Pick<ProgramWire, 'device' | 'via'>,
  ): readonly ProgramLeg[] | undefined {
    const { netns, now } = way;
    const known = rememberedBy(way);
    if (known === 'more') return undefined;
    const isWire = findDevice(netns, device)?.segment !== undefined;
    if (!isWire || !known)
      return intoPod(this.input.programs.transmit(packets, { netns, device, via, now }), way, known);
    if (known.programs !== 'local' || !answers(way, known)) return undefined;
    return [{ packets, next: { kind: 'wire', device, via }, now: turnRound(known.from), did: 'passed' }];
  }

  /** Answers that a node's programs are done with; those that they take for something else are not followed. */
  private behindPrograms(
    legs: readonly ProgramLeg[] | undefined,
    { carried: _carried, ...way }: Answers,
    packets: Diagram,
  ): Diagram {
    const { space } = this.input;
    if (!legs) return this.perhaps(packets);
    return space.either(
      ...legs.map(({ packets: some, next, now, did }) => {
        const on = { ...way, now };
        if (did !== 'passed') return this.perhaps(some);
        if (next.kind === 'stack') return this.throughStack(some, on);
        if (next.kind === 'sent') return this.leave(some, next, on);
        if (next.kind === 'wire') return this.overWire(some, next, on);
        if (next.kind !== 'landed') return next.kind === 'refused' ? 0 : this.perhaps(some);
        return this.pass(some, { ...on, ...next.landing, origin: 'received' });
      }),
    );
  }

  private throughStack(packets: Diagram, way: Answers): Diagram {
    const { space, host } = this.input;
    if (packets === 0) return 0;
    const model = host(way.netns);
    if (!model.ok || way.passed.length >= MOST_HOSTS) return this.perhaps(packets);
    if (!remembers(way.netns, space)) return this.through(packets, way, this.untouched(model.value, way));
    const same = way.visits.findLast(
      ({ netns, to, programs }) => netns === way.netns && !programs && headerKey(turnRound(to)) === headerKey(way.now),
    );
    if (same) return this.given(packets, way, { model: model.value, visit: same });
    const known = space.both(packets, knownAlready(space, way));
    const strange = space.diagrams.minus(packets, known);
    return space.either(this.perhaps(known), this.through(strange, way, this.stray(model.value, way)));
  }

  /** A host without rules, or the first packet of a connection to it. */
  private untouched({ outcome }: HostModel, { origin, now }: Answers): Passing {
    return { map: outcome[origin], asked: now, left: (end) => translated(now, end), changed: false };
  }

  /** A host that knows nothing of their connection. */
  private stray(model: HostModel, way: Answers): Passing {
    if (way.kind.stray === 'NEW') return this.untouched(model, way);
    const map = this.map(model, way.origin, { state: 'INVALID' });
    return { map, asked: way.now, left: () => way.now, changed: false };
  }

  /** Answers at a host that their request passed: what was rewritten of it there is rewritten back. */
  private given(
    packets: Diagram,
    way: Answers,
    { model, visit }: { readonly model: HostModel; readonly visit: HostVisit },
  ): Diagram {
    const gives = listGivenBack(visit);
    // It is routed before it is given back the address that it goes to.
    if (way.origin === 'made' && gives.dst) return this.perhaps(packets);
    const { src: dst, sport: dport } = visit.from;
    return this.through(packets, way, {
      map: this.map(model, way.origin, { state: 'ESTABLISHED', gives }),
      asked: { ...way.now, dst, dport },
      left: () => turnRound(visit.from),
      changed: gives.dst !== undefined,
    });
  }

  private map(model: HostModel, origin: FlowOrigin, tracking: Tracking): Diagram {
    const key = `${model.netns.id} ${origin} ${JSON.stringify(tracking)}`;
    const known = this.maps.get(key) ?? mapTracked(model, tracking)[origin]();
    this.maps.set(key, known);
    return known;
  }

  private through(packets: Diagram, way: Answers, { map, asked, left, changed }: Passing): Diagram {
    const { space, host } = this.input;
    const { netns, device, kind, passed, frame } = way;
    const model = host(netns);
    if (packets === 0 || !model.ok) return 0;
    const now = kind.dport === undefined ? asked : { ...asked, dport: kind.dport };
    const bound = asSent(space, map, now, {
      ...(device ? { indev: device } : {}),
      ...(kind.flags ? { flags: kind.flags } : {}),
      anew: passed.includes(netns),
    });
    const here = space.diagrams.and(packets, bound);
    const on = { ...way, passed: [...passed, netns], ...(frame ? { frame: { ...frame, changed } } : {}) };
    return space.either(
      ...space.diagrams.listLeaves(here, FIRST_END).map((leaf) => {
        const end = model.value.ends.at(space.diagrams.value(leaf) - FIRST_END);
        return this.ended(space.diagrams.where(here, leaf), end, { ...on, now: left(end) });
      }),
    );
  }

  private ended(packets: Diagram, end: HostEnd, way: Answers): Diagram {
    const isCrossing = way.frame?.crosses !== undefined && way.frame.changed !== true;
    if (end.kind === 'unknown') return this.perhaps(packets);
    if (isCrossing && (end.kind === 'local' || end.kind === 'refused')) return this.perhaps(packets);
    if (end.kind === 'local') return this.heard(packets, way);
    return end.kind === 'sent' ? this.leave(packets, { device: end.device ?? '', via: end.nexthop }, way) : 0;
  }

  /** Does the socket that waits know them: are they what was asked, turned round? */
  private heard(packets: Diagram, { netns, now, visits }: Answers): Diagram {
    const { space } = this.input;
    if (netns !== visits[0]?.netns) return 0;
    const { sure, perhaps } = whereSame(space, now, turnRound(visits[0].from));
    const known = space.both(packets, sure);
    return space.either(known, this.perhaps(space.diagrams.minus(space.both(packets, perhaps), known)));
  }

  private leave(packets: Diagram, { device, via }: Pick<ProgramWire, 'device' | 'via'>, way: Answers): Diagram {
    const { netns } = way;
    if (!netns.ebpf) return this.overWire(packets, { kind: 'wire', device, via }, way);
    return this.behindPrograms(this.sentBy(packets, way, { device, via }), way, packets);
  }

  private overWire(packets: Diagram, { device, via, frameTo, carried }: ProgramWire, way: Answers): Diagram {
    const { space, wires } = this.input;
    const { netns, now, frame, kind, visits, passed } = way;
    const leaving = { netns, device, ...(via ? { via } : {}), ...(frame ? { frame } : {}) };
    return space.either(
      ...wires.land(leaving, frameTo ?? now.dst).map(({ packets: some, to }) => {
        const these = space.both(packets, some);
        if (to.kind === 'unknown') return this.perhaps(these);
        if (to.kind !== 'host') return 0;
        const carries = carried ? { carried } : {};
        const next = { netns: to.netns, device: to.device, ...carries, ...(to.frame ? { frame: to.frame } : {}) };
        return this.pass(these, { ...next, origin: 'received', now, kind, visits, passed });
      }),
    );
  }
}

/** The visit that programs of a node remember; `more`: several, or one that is not followed. */
function rememberedBy({ netns, visits }: Answers): HostVisit | 'more' | undefined {
  const known = visits.filter((visit) => visit.netns === netns && visit.programs && visit.programs !== 'passed');
  const [first, second] = known;
  return second || first?.programs === 'more' ? 'more' : first;
}

/** The Pod that asked gets answers with the address that it asked (`cil_to_container`); undefined: who gets them is not known. */
function intoPod(
  legs: readonly ProgramLeg[],
  way: Answers,
  known: HostVisit | undefined,
): readonly ProgramLeg[] | undefined {
  if (known?.programs !== 'container') return legs;
  const isSameSource =
    headerKey({ ...known.to, dst: 'dst', dport: 0 }) === headerKey({ ...known.from, dst: 'dst', dport: 0 });
  if (!answers(way, known) || !isSameSource) return legs.some(({ next }) => next.kind === 'landed') ? undefined : legs;
  return legs.map((leg) => (leg.next.kind === 'landed' ? { ...leg, now: turnRound(known.from) } : leg));
}

/** True of a header that answers the one a visit left with. */
function answers({ now }: Answers, { to }: HostVisit): boolean {
  return headerKey(now) === headerKey(turnRound(to));
}

/** The header of packets that a host has translated on their way. */
export function translated(now: HeaderNow, { to, from, sport }: HostEnd): HeaderNow {
  return {
    src: from ?? now.src,
    dst: to?.address ?? now.dst,
    sport: sport ?? now.sport,
    dport: to?.port ?? now.dport,
  };
}
