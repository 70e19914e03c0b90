import type { Document } from '../../core/document/document';
import { findRemedy, type Remedy } from '../../core/timeline/remedy';
import { liveThrough, type Timeline } from '../../core/timeline/timeline';
import type { Engine } from '../engine';

/** How far it is (0..1); from when it is known, what happened. */
export interface TimelineProgress {
  readonly done: number;
  readonly timeline?: Timeline;
}

/** What happened, and what would have saved most of what failed. */
export interface TimelineAnswer {
  readonly timeline: Timeline;
  readonly remedy?: Remedy;
}

export interface TimelineInput {
  readonly document: Document;
  /** Also what would have helped; takes a timeline for each thing that is tried. */
  readonly remedy?: boolean;
}

/** Lives through the script of a document. */
export function* timeline(
  { memo }: Engine,
  { document, remedy }: TimelineInput,
): Generator<TimelineProgress, TimelineAnswer> {
  const own = memo.of('timeline');
  const work = liveThrough(document, own);
  let step = work.next();
  for (; !step.done; step = work.next()) yield { done: step.value };
  const { control: _control, settled: _settled, walked: _walked, ...lived } = step.value;
  const isWhole = remedy !== true || lived.counts.served === lived.requests.length;
  if (isWhole) return { timeline: lived };
  yield { done: 0.5, timeline: lived };
  const trying = findRemedy(document, lived, own);
  let tried = trying.next();
  for (; !tried.done; tried = trying.next()) yield { done: 0.5 + tried.value / 2 };
  return { timeline: lived, ...(tried.value ? { remedy: tried.value } : {}) };
}
