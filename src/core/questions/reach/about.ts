import { ok, type Result } from '../../lib/result';
import type { Phrase } from '../../lib/phrase';
import { chooseAlike, type ReachSide } from './cells';
import { PartyIndex } from './meant';
import { readParty } from './statement';

/** A cluster's packets to and from one party. */
export interface ReachAbout {
  /** Everybody to the party's addresses: of a Service those of its Pods and nodes, too. */
  readonly to: ReachSide;
  /** The party, of a Service its Pods, to everything. */
  readonly from: ReachSide;
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
  return ok({
    to: chooseAlike({ ...side, destinations: destinations.value }),
    from: chooseAlike({ ...side, callers: callers.value }),
  });
}
