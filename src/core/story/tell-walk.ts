import type { Lens } from './lens';
import { listLenses } from './lenses';
import type { Moment } from './moment';
import { moments } from './moments';
import { joinTravels } from './travels';
import type { StoryWalk } from './walk';

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
