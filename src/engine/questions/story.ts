import type { Lens } from '../../core/story/lens';
import { listLenses } from '../../core/story/lenses';
import type { Moment } from '../../core/story/moment';
import { moments } from '../../core/story/moments';
import { joinTravels } from '../../core/story/travels';
import type { StoryWalk } from '../../core/story/walk';
import type { Engine } from '../engine';

/** A walk told in moments, and what the lens shows at each. */
export interface Story {
  readonly moments: readonly Moment[];
  /** One for each of {@link moments}. */
  readonly lenses: readonly Lens[];
}

/** A walk in moments, with a lens for each. `apart`: those of its way that say little are not told as one. */
export function tellWalk(walked: StoryWalk, apart = false): Story {
  const fine = moments(walked);
  const own = listLenses(walked, fine);
  if (apart) return { moments: fine, lenses: own };
  const told = joinTravels(fine);
  const lenses = listLenses(walked, told).map((lens, at) => {
    const { first = 0, last = 0, parts = 1 } = told[at] ?? {};
    const inside = fine.flatMap((moment, index) => (moment.first >= first && moment.last <= last ? [own[index]] : []));
    return parts === 1 ? lens : { ...lens, lines: inside.flatMap((each) => each?.lines ?? []) };
  });
  return { moments: told, lenses };
}

interface StoryRequest {
  readonly flowId: string;
  /** Every moment of its way is told by itself. */
  readonly apart?: boolean;
}

/** The story of the walk last shown for a flow; empty where no walk was shown, or it could not be sent. */
export function story({ session }: Engine, { flowId, apart }: StoryRequest): Story {
  const { document, derived, shown } = session;
  const run = shown.get(flowId);
  if (!run) return { moments: [], lenses: [] };
  return tellWalk({ document, derived, trace: run.trace }, apart);
}
