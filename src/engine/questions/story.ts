import type { Lens } from '../../core/story/lens';
import { listLenses } from '../../core/story/lenses';
import type { Moment } from '../../core/story/moment';
import { moments } from '../../core/story/moments';
import type { StoryWalk } from '../../core/story/walk';
import type { Engine } from '../engine';

/** A walk told in moments, and what the lens shows at each. */
export interface Story {
  readonly moments: readonly Moment[];
  /** One for each of {@link moments}. */
  readonly lenses: readonly Lens[];
}

/** A walk in moments, with a lens for each. */
export function tellWalk(walked: StoryWalk): Story {
  const told = moments(walked);
  return { moments: told, lenses: listLenses(walked, told) };
}

/** The story of the walk last shown for a flow; empty where no walk was shown, or it could not be sent. */
export function story({ session }: Engine, { flowId }: { readonly flowId: string }): Story {
  const { document, derived, shown } = session;
  const run = shown.get(flowId);
  if (!run) return { moments: [], lenses: [] };
  return tellWalk({ document, derived, trace: run.trace });
}
