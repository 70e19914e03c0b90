import { groupBy } from '../../lib/groups';
import { phrase, type Phrase } from '../../lib/phrase';
import { fateBetween, isDestinationOf, openLikeness, type ReachSide } from './cells';
import type { ChangeExample } from './changes';
import type { Caller } from './callers';
import type { Destination } from './destinations';
import { fateKey, type FlowFate } from './fate';
import type { Likeness } from './likeness';
import { PartyIndex } from './meant';

/** A packet that breaks a statement, with what becomes of it. */
export interface Breaking extends ChangeExample {
  readonly fate: FlowFate;
  /** Where two sides should be the same: how it ends on the first; {@link fate} is how on the second. */
  readonly was?: FlowFate;
}

/** A caller that stands for so many, itself among them. */
interface Speaker {
  readonly caller: Caller;
  readonly count: number;
}

/** Callers on one machine, by their namespaces. */
interface Residents {
  readonly count: number;
  readonly byNetns: ReadonlyMap<string, readonly Caller[]>;
}

/** Callers that are alike, by their machines. */
interface Crowd {
  readonly count: number;
  readonly byMachine: ReadonlyMap<string, Residents>;
}

const countResidents = (callers: readonly Caller[]): Residents => ({
  count: callers.length,
  byNetns: groupBy(callers, ({ netns }) => netns),
});

function gather(callers: readonly Caller[], likeness: Likeness): readonly Crowd[] {
  const alike = groupBy(callers, (caller) => likeness.callerTrait(caller));
  return [...alike.values()].map((members) => {
    const machines = groupBy(members, (caller) => likeness.machine(caller));
    const byMachine = new Map([...machines].map(([machine, near]) => [machine, countResidents(near)]));
    return { count: members.length, byMachine };
  });
}

/** The first caller in none of these namespaces, of those on one machine. */
function findOther({ byNetns }: Residents, insiders: ReadonlySet<string>): Caller | undefined {
  for (const [netns, callers] of byNetns) if (!insiders.has(netns)) return callers[0];
  return undefined;
}

/** The first caller of a crowd that is on none of these machines. */
function findElsewhere({ byMachine }: Crowd, machines: ReadonlySet<string>): Caller | undefined {
  for (const [machine, residents] of byMachine) if (!machines.has(machine)) return findOther(residents, NOBODY);
  return undefined;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Of alike callers on one machine: each that is asked itself, and one for all others. */
function* listSpeakers(residents: Residents, insiders: ReadonlySet<string>): Generator<Speaker> {
  let { count } = residents;
  for (const netns of insiders) {
    for (const caller of residents.byNetns.get(netns) ?? []) {
      count--;
      yield { caller, count: 1 };
    }
  }
  const caller = count > 0 ? findOther(residents, insiders) : undefined;
  if (caller) yield { caller, count };
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
  private readonly crowds = new Map<readonly Caller[], readonly Crowd[]>();

  /** `side`: with everybody in it; `likeness`: by which flows stand for each other, absent where each is walked. */
  constructor(side: ReachSide, likeness = openLikeness(side)) {
    this.side = side;
    this.callers = side.callers;
    this.derived = side.derived;
    this.parties = new PartyIndex(side);
    this.likeness = likeness;
    this.unasked = this.likeness ? [phrase('reach.unasked.stand')] : side.unasked;
  }

  /** Callers that have to be walked to a destination, each with how many it stands for. */
  *speakers(callers: readonly Caller[], destination: Destination): Generator<Speaker> {
    const { likeness } = this;
    if (!likeness || destination.onlyFrom !== undefined) {
      for (const caller of callers) if (isDestinationOf(caller, destination)) yield { caller, count: 1 };
      return;
    }
    const machines = likeness.machines(destination);
    for (const crowd of this.gathered(callers, likeness)) {
      let left = crowd.count;
      for (const machine of machines) {
        const near = crowd.byMachine.get(machine);
        if (!near) continue;
        left -= near.count;
        yield* listSpeakers(near, likeness.insiders(destination));
      }
      const caller = left > 0 ? findElsewhere(crowd, machines) : undefined;
      if (caller) yield { caller, count: left };
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

  private gathered(callers: readonly Caller[], likeness: Likeness): readonly Crowd[] {
    const crowds = this.crowds.get(callers) ?? gather(callers, likeness);
    this.crowds.set(callers, crowds);
    return crowds;
  }
}
