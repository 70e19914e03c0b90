import type { Phrase } from '../lib/phrase';
import type { Result } from '../lib/result';
import type { Netns } from '../linux/netns';
import type { Diagram } from './diagram';
import type { FlowOrigin } from './entrances';
import { AS_SENT, asSent, headerKey, turnRound, whereSame, type HeaderNow } from './header-now';
import { FIRST_END, type HostEnd } from './host-end';
import { mapTracked, type HostModel } from './host-model';
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
  readonly host: (netns: Netns) => Result<HostModel, Phrase>;
}

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
    const { space, host } = this.input;
    if (packets === 0) return 0;
    const model = host(way.netns);
    if (!model.ok || way.passed.length >= MOST_HOSTS) return this.perhaps(packets);
    if (!remembers(way.netns, space)) return this.through(packets, way, this.untouched(model.value, way));
    const same = way.visits.findLast(
      ({ netns, to }) => netns === way.netns && headerKey(turnRound(to)) === headerKey(way.now),
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
    return end.kind === 'sent' ? this.leave(packets, end, way) : 0;
  }

  /** Does the socket that waits know them: are they what was asked, turned round? */
  private heard(packets: Diagram, { netns, now, visits }: Answers): Diagram {
    const { space } = this.input;
    if (netns !== visits[0]?.netns) return 0;
    const { sure, perhaps } = whereSame(space, now, turnRound(AS_SENT));
    const known = space.both(packets, sure);
    return space.either(known, this.perhaps(space.diagrams.minus(space.both(packets, perhaps), known)));
  }

  private leave(packets: Diagram, { device = '', nexthop }: HostEnd, way: Answers): Diagram {
    const { space, wires } = this.input;
    const { netns, now, frame, kind, visits, passed } = way;
    const leaving = { netns, device, ...(nexthop ? { via: nexthop } : {}), ...(frame ? { frame } : {}) };
    return space.either(
      ...wires.land(leaving, now.dst).map(({ packets: some, to }) => {
        const these = space.both(packets, some);
        if (to.kind === 'unknown') return this.perhaps(these);
        if (to.kind !== 'host') return 0;
        const next = { netns: to.netns, device: to.device, ...(to.frame ? { frame: to.frame } : {}) };
        return this.pass(these, { ...next, origin: 'received', now, kind, visits, passed });
      }),
    );
  }
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
