import { listLenses } from '../../core/story/lenses';
import { moments } from '../../core/story/moments';
import type { QuestionKind, StoryQuestion } from '../../core/story/question';
import { listQuestions } from '../../core/story/questions';
import { needsFineMoments } from '../../core/story/fine-moments';
import { joinTravels } from '../../core/story/travels';
import type { Engine } from '../engine';
import { exploreFlow } from '../../core/document/explored';

interface QuizArgs {
  readonly flowId: string;
  readonly kinds: readonly QuestionKind[];
}

/**
 * Questions on the walk last shown for a flow, in the order of the moments that answer; none where no walk was shown, or it is
 * none of the flow's own outcomes; none at a moment of a script: they compare with rules that are written at once.
 */
export function quiz({ session, newDerive }: Engine, { flowId, kinds }: QuizArgs): readonly StoryQuestion[] {
  const { document, derived, shown: runs } = session;
  const flow = document.flows.find(({ id }) => id === flowId);
  const run = runs.get(flowId);
  const explored = flow && exploreFlow(session, flow);
  if (session.time || !flow || !run || !explored || 'id' in explored) return [];
  const shown = explored.exploration.outcomes.find(({ path }) => path.join() === run.path.join());
  if (!shown) return [];
  const walked = { document, derived, trace: run.trace };
  const fine = moments(walked);
  const story = needsFineMoments(kinds) ? fine : joinTravels(fine);
  const asking = { walked, flow, shown, story, lenses: listLenses(walked, story), derive: newDerive() };
  return listQuestions(asking, kinds);
}
