import { listLenses } from '../../core/story/lenses';
import { moments } from '../../core/story/moments';
import type { StoryQuestion } from '../../core/story/question';
import { listQuestions } from '../../core/story/questions';
import type { Engine } from '../engine';

/** What can be asked of the walk last shown for a flow before its moments are; empty where none was shown. */
export function quiz(
  { session, newDerive }: Engine,
  { flowId }: { readonly flowId: string },
): readonly StoryQuestion[] {
  const { document, derived, shown, explored } = session;
  const run = shown.get(flowId);
  const known = explored.get(flowId)?.exploration;
  const flow = document.flows.find(({ id }) => id === flowId);
  const outcome = known?.outcomes.find(({ path }) => path.join() === run?.path.join());
  if (!run || !known || !flow || !outcome) return [];
  const walked = { document, derived, trace: run.trace };
  const story = moments(walked);
  const lenses = listLenses(walked, story);
  return listQuestions({ walked, flow, shown: outcome, story, lenses, derive: newDerive() });
}
