import { ok, type Result } from '../../lib/result';
import type { Phrase } from '../../lib/phrase';
import { chooseAlike, type ReachSide } from './cells';
import type { Destination } from './destinations';
import { isAnswered } from './fate';
import type { Matrix, MatrixColumn, MatrixRow } from './matrix';
import { PartyIndex } from './meant';
import { readParty } from './statement';

/** A cluster's packets to and from one party. */
export interface ReachAbout {
  /** Everybody to the party's addresses: of a Service those of its Pods and nodes, too. */
  readonly to: ReachSide;
  /** The party, of a Service its Pods, to everything. */
  readonly from: ReachSide;
  /** Services that lead to its Pods, too, by addresses that are none of the party's: `default/web`. */
  readonly services: readonly string[];
}

/**
 * Narrows a cluster with everybody in it to what concerns one party, named as in a statement: `web`, `pod web-1`, `app=web`, `10.244.1.3`. An
 * error where the words mean nobody, or several.
 */
export function narrowTo(side: ReachSide, text: string): Result<ReachAbout, Phrase> {
  const party = readParty(text);
  if (!party.ok) return party;
  const index = new PartyIndex(side);
  const callers = index.callers(party.value);
  const destinations = index.destinations(party.value, true);
  if (!callers.ok) return callers;
  if (!destinations.ok) return destinations;
  const services = index.servicesBefore(destinations.value);
  return ok({
    to: chooseAlike({ ...side, destinations: destinations.value }),
    from: chooseAlike({ ...side, callers: callers.value }),
    services,
  });
}

/** So many of so many. */
export interface AnsweredCount {
  readonly answered: number;
  readonly all: number;
}

/** How many senders are answered by every row that fits, of those who can mean one. */
export function countSenders({ rows, columns }: Matrix, fits: (destination: Destination) => boolean): AnsweredCount {
  const shown = rows.filter(({ destinations: [first] }) => fits(first));
  const asking = columns.filter((_, at) => shown.some(({ fates }) => fates[at] !== undefined));
  const isServed = (at: number): boolean => shown.every(({ fates }) => !fates[at] || isAnswered(fates[at]));
  const count = (some: readonly MatrixColumn[]): number => some.reduce((sum, { callers }) => sum + callers.length, 0);
  return { answered: count(asking.filter((column) => isServed(columns.indexOf(column)))), all: count(asking) };
}

/** How many named ports answer whoever asks. */
export function countPorts({ rows }: Matrix): AnsweredCount {
  const named = rows.filter(({ destinations: [first] }) => first.asks.role === 'port' && (first.at ?? 'own') === 'own');
  const count = (some: readonly MatrixRow[]): number =>
    some.reduce((sum, { destinations }) => sum + destinations.length, 0);
  const served = named.filter(({ fates }) => fates.every((fate) => !fate || isAnswered(fate)));
  return { answered: count(served), all: count(named) };
}
