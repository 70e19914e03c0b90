import { phrase, type Phrase } from '../../lib/phrase';
import { fateBetween, flowIsAsked, openLikeness, type ReachSide } from './cells';
import type { ChangeExample } from './changes';
import type { Caller } from './callers';
import type { Destination } from './destinations';
import { fateKey, type FlowFate } from './fate';
import type { Likeness } from './likeness';
import { PartyIndex } from './meant';

/** A packet that breaks a statement, with what becomes of it. */
export interface Breaking extends ChangeExample {
  readonly fate: FlowFate;
}

/** A caller that stands for so many, itself among them. */
interface Speaker {
  readonly caller: Caller;
  readonly count: number;
}

/** Callers of one list by likeness, and the places of each in it. */
interface Crowd {
  readonly groups: readonly { readonly members: readonly Caller[] }[];
  readonly groupByNetns: ReadonlyMap<string, number>;
}

function gather(callers: readonly Caller[], likeness: Likeness): Crowd {
  const groups: { members: Caller[] }[] = [];
  const places = new Map<string, number>();
  const groupByNetns = new Map<string, number>();
  for (const caller of callers) {
    const key = likeness.callerKey(caller);
    const at = places.get(key) ?? groups.push({ members: [] }) - 1;
    places.set(key, at);
    groups[at]?.members.push(caller);
    groupByNetns.set(caller.netns, at);
  }
  return { groups, groupByNetns };
}

/**
 * A side that several statements are put to: a flow is walked once for all of them. Where there are too many, one flow is
 * walked for those that are alike; a packet that is shown is walked itself.
 */
export class StatementSide {
  readonly callers: readonly Caller[];
  readonly parties: PartyIndex;
  readonly derived: ReachSide['derived'];
  /** Sentences on what was not walked. */
  readonly unasked: readonly Phrase[];
  private readonly side: ReachSide;
  private readonly likeness: Likeness | undefined;
  private readonly fates = new Map<string, FlowFate | undefined>();
  private readonly crowds = new Map<readonly Caller[], Crowd>();

  /** `side`: with everybody in it. */
  constructor(side: ReachSide) {
    this.side = side;
    this.callers = side.callers;
    this.derived = side.derived;
    this.parties = new PartyIndex(side);
    this.likeness = openLikeness(side);
    this.unasked = this.likeness ? [phrase('reach.unasked.stand')] : side.unasked;
  }

  /** Callers that have to be walked to a destination, each with how many it stands for. */
  *speakers(callers: readonly Caller[], destination: Destination): Generator<Speaker> {
    const { likeness } = this;
    if (!likeness || destination.onlyFrom !== undefined) {
      for (const caller of callers) if (flowIsAsked(caller, destination)) yield { caller, count: 1 };
      return;
    }
    const { groups, groupByNetns } = this.crowd(callers, likeness);
    const insiders = likeness.insiders(destination);
    const left = groups.map(({ members }) => members.length);
    for (const netns of insiders) {
      const at = groupByNetns.get(netns);
      const own = at === undefined ? [] : (groups[at]?.members ?? []).filter((each) => each.netns === netns);
      for (const caller of own) yield { caller, count: 1 };
      if (at !== undefined) left[at] = (left[at] ?? 0) - own.length;
    }
    for (const [at, { members }] of groups.entries()) {
      const count = left[at] ?? 0;
      const caller = count > 0 ? members.find(({ netns }) => !insiders.has(netns)) : undefined;
      if (caller) yield { caller, count };
    }
  }

  /** The fate of a flow, or of one that is alike; undefined: nobody sends it. */
  walk(caller: Caller, destination: Destination): FlowFate | undefined {
    const key = this.likeness?.flowKey(caller, destination) ?? `${caller.id} > ${destination.id}`;
    if (!this.fates.has(key)) this.fates.set(key, fateBetween(this.side, caller, destination));
    return this.fates.get(key);
  }

  /** Packets with what becomes of themselves, not of those that are alike; one that ends otherwise is said. */
  walkThemselves(packets: readonly Breaking[]): {
    readonly shown: readonly Breaking[];
    readonly says: readonly Phrase[];
  } {
    if (!this.likeness) return { shown: packets, says: [] };
    const itself = packets.map((packet) => ({
      packet,
      fate: fateBetween(this.side, packet.caller, packet.destination),
    }));
    const isOtherwise = itself.some(({ packet, fate }) => !fate || fateKey(fate) !== fateKey(packet.fate));
    return {
      shown: itself.flatMap(({ packet, fate }) => (fate ? [{ ...packet, fate }] : [])),
      says: isOtherwise ? [phrase('reach.unasked.otherwise')] : [],
    };
  }

  private crowd(callers: readonly Caller[], likeness: Likeness): Crowd {
    const crowd = this.crowds.get(callers) ?? gather(callers, likeness);
    this.crowds.set(callers, crowd);
    return crowd;
  }
}
