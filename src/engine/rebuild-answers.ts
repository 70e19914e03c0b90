import type { PastedNode } from '../core/analysis/pasted-types';
import { rebuild, type Rebuilding } from '../core/analysis/reconstruct/rebuild';
import type { Wanted } from '../core/analysis/reconstruct/types';
import type { RulesetDiff } from '../core/analysis/ruleset-diff/types';
import type { Document } from '../core/document/document';
import { createClusterDerive } from '../core/document/derive-cluster';
import { differenceFromPasted } from '../core/document/pasted-difference';

/** What can be asked about a cluster made of pasted texts. Texts that were sent once are not sent again. */
export type RebuildQuestion =
  | { readonly id: number; readonly ask: 'rebuild'; readonly pasted?: PastedNode; readonly wanted: Wanted }
  | {
      readonly id: number;
      readonly ask: 'difference';
      readonly pasted?: PastedNode;
      readonly document: Omit<Document, 'pasted'>;
    };

export type RebuildAnswer = Rebuilding | RulesetDiff | undefined;

const derive = createClusterDerive();
let texts: PastedNode = { texts: [], facts: {} };

/** Answers one question; each step yields how far it is, 0..1. */
export function* answerRebuild(question: RebuildQuestion): Generator<number, RebuildAnswer> {
  texts = question.pasted ?? texts;
  if (question.ask === 'rebuild') return yield* rebuild(texts, question.wanted);
  yield 0;
  return differenceFromPasted({ ...question.document, pasted: texts }, derive);
}
