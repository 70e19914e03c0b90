import { phrase, type Phrase } from '../core/lib/phrase';
import { Cancelled, NoEngine } from './client';

/** Why a question was not answered, to be said where the answer would stand; undefined: somebody ended it. */
export function engineFailure(thrown: unknown): Phrase | undefined {
  if (thrown instanceof Cancelled) return undefined;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return phrase(thrown instanceof NoEngine ? 'engine.none' : 'engine.failed', { message });
}
