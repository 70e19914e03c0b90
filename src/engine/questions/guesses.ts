import { createDerive } from '../../core/document/derive';
import type { Document } from '../../core/document/document';
import type { Steps } from '../../core/lib/scan';
import { readKeptTexts } from '../../core/questions/evidence/kept-texts';
import { listWalkGuesses, type GuessedEnd, type WalkGuess } from '../../core/questions/evidence/walk-guesses';
import type { Engine } from '../engine';

/** How a flow of a document ended. */
interface EndedWalk {
  readonly document: Document;
  readonly flowId: string;
  readonly end: GuessedEnd;
}

/** Guesses that a walk rests on, those that decide it first: of pasted nodes, and of clusters that keep their texts. */
export function* guesses({ memo }: Engine, { document, flowId, end }: EndedWalk): Steps<readonly WalkGuess[]> {
  const flow = document.flows.find(({ id }) => id === flowId);
  if (!flow) return [];
  const kept = yield* readKeptTexts(document);
  const isPasted = document.subject === 'pasted';
  if (!kept && !isPasted) return [];
  const derived = createDerive(memo)(document);
  const told = isPasted || !kept ? { texts: document.pasted.texts } : kept;
  return listWalkGuesses({ document, derived, ...told }, flow, end);
}
