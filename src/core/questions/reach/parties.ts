import { phrase, type Phrase } from '../../lib/phrase';
import type { Caller } from './callers';
import type { Destination } from './destinations';
import type { Likeness } from './likeness';

/** Flows that are walked for one question: beyond them those that are alike stand for each other. */
export const MOST_FLOWS = 20_000;
/** Beyond these nothing is walked. */
const MOST_AT_ALL = 200_000;
/** Flows whose likeness is looked at. */
const MOST_KEYS = 2_000_000;

/** Everybody who may send, and everything that can be asked for. */
export interface Parties {
  readonly callers: readonly Caller[];
  readonly destinations: readonly Destination[];
}

/** Callers and destinations that are walked; of alike ones, where there is too much, one. */
export interface WalkedParties extends Parties {
  /** Sentences on what is not walked. */
  readonly unasked: readonly Phrase[];
}

/** The first of each kind. */
function firstOfEach<T>(all: readonly T[], kindOf: (each: T) => string | number): readonly T[] {
  const seen = new Set<string | number>();
  return all.filter((each) => {
    const kind = kindOf(each);
    if (seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

/** Of destinations to which the flows of all these callers go alike, the first. */
function differing(callers: readonly Caller[], destinations: readonly Destination[], likeness: Likeness) {
  return firstOfEach(destinations, (destination) =>
    callers.map((caller) => likeness.flowKey(caller, destination)).join('\n'),
  );
}

/** Callers to stand for all: one of each kind on each machine, or only of each kind, if there are too many of those. */
function differingCallers({ callers, destinations }: Parties, likeness: Likeness): readonly Caller[] {
  const few = firstOfEach(callers, (caller) => likeness.callerKey(caller));
  return few.length * destinations.length <= MOST_KEYS
    ? few
    : firstOfEach(callers, (caller) => likeness.callerTrait(caller));
}

/**
 * Chooses whom to walk. All, where that is not too much; else one for those that are alike; then only what is named; and
 * nothing beyond {@link MOST_AT_ALL}. What is not walked is said.
 */
export function chooseParties(parties: Parties, likeness: () => Likeness): WalkedParties {
  const { callers, destinations } = parties;
  if (callers.length * destinations.length <= MOST_FLOWS) return { ...parties, unasked: [] };
  const few = differingCallers(parties, likeness());
  const places =
    few.length * destinations.length <= MOST_KEYS ? differing(few, destinations, likeness()) : destinations;
  const stand = phrase('reach.unasked.alike', {
    callers: few.length,
    all: callers.length,
    places: places.length,
    destinations: destinations.length,
  });
  if (few.length * places.length <= MOST_FLOWS) return { callers: few, destinations: places, unasked: [stand] };
  const named = places.filter(({ asks }) => asks.role === 'port');
  const unasked = [stand, phrase('reach.unasked.other')];
  if (few.length * named.length <= MOST_AT_ALL) return { callers: few, destinations: named, unasked };
  const flows = few.length * named.length;
  return { callers: [], destinations: [], unasked: [phrase('reach.unasked.too-large', { flows })] };
}
