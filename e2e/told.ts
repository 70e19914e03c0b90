import type { Scene } from '../src/content/scenes';
import { needsFineMoments } from '../src/core/story/fine-moments';
import type { Moment } from '../src/core/story/moment';
import { moments } from '../src/core/story/moments';
import type { StoryWalk } from '../src/core/story/walk';
import { joinTravels } from '../src/core/story/travels';

/** The moments of a walk as the page tells them to who is asked this question. */
export function toldMoments(walked: StoryWalk, question?: Scene['question']): readonly Moment[] {
  const fine = moments(walked);
  return needsFineMoments(question === undefined ? [] : [question]) ? fine : joinTravels(fine);
}
