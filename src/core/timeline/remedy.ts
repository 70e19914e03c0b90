import type { Document } from '../document/document';
import type { ScriptDelays } from '../document/script';
import type { Memo } from '../lib/memo';
import { phrase, type Phrase } from '../lib/phrase';
import { delaysOf } from './delays';
import type { FailureKind } from './failures';
import { liveThrough, type Timeline } from './timeline';

/** Delays that would have kept requests from failing: lived through, not guessed. */
export interface Remedy {
  readonly delays: Partial<ScriptDelays>;
  /** How many fewer fail. */
  readonly saved: number;
  readonly says: Phrase;
}

const failedOf = ({ requests, counts }: Timeline): number => requests.length - counts.served;

const PRE_STOPS = [1000, 2000, 5000, 10_000, 20_000] as const;

interface Candidate {
  readonly delays: Partial<ScriptDelays>;
  readonly says: (counts: { readonly saved: number; readonly failed: number }) => Phrase;
}

function preStop(ms: number, { grace, shutdown }: ScriptDelays): Candidate {
  const delays = { preStop: ms, grace: Math.max(grace, ms + shutdown) };
  return { delays, says: (counts) => phrase('timeline.remedy.pre-stop', { ...counts, seconds: ms / 1000 }) };
}

/** What could help against failures of a kind; the least change first. */
function candidates(kind: FailureKind, delays: ScriptDelays): readonly Candidate[] {
  if (kind === 'terminated') return PRE_STOPS.filter((ms) => ms > delays.preStop).map((ms) => preStop(ms, delays));
  if (kind !== 'no-endpoints' || delays.maxUnavailable === 0) return [];
  const says: Candidate['says'] = (counts) => phrase('timeline.remedy.max-unavailable', counts);
  return [{ delays: { maxUnavailable: 0, maxSurge: Math.max(25, delays.maxSurge) }, says }];
}

function withDelays(document: Document, delays: Partial<ScriptDelays>): Document {
  const { script } = document;
  return script ? { ...document, script: { ...script, delays: { ...script.delays, ...delays } } } : document;
}

/**
 * Finds the smallest change that would have saved most of the failed requests: each is lived through with the same seed.
 * Undefined: nothing that is tried does. In slices, each how far it is (0..1).
 */
export function* findRemedy(document: Document, timeline: Timeline, memo: Memo): Generator<number, Remedy | undefined> {
  const failed = failedOf(timeline);
  const kinds = new Set(timeline.failures.map(({ kind }) => kind));
  const all = [...kinds].flatMap((kind) => candidates(kind, delaysOf(document)));
  let best: Remedy | undefined;
  for (const [nth, { delays, says }] of all.entries()) {
    const tried = yield* within(liveThrough(withDelays(document, delays), memo), nth, all.length);
    const saved = failed - failedOf(tried);
    if (saved > (best?.saved ?? 0)) best = { delays, saved, says: says({ saved, failed }) };
    if (saved === failed) break;
  }
  return best;
}

function* within<T>(work: Generator<number, T>, nth: number, of: number): Generator<number, T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield (nth + step.value) / of;
  }
}
