import { use } from 'react';
import { useLocale } from 'use-intl';
import type { Phrase } from '../../core/lib/phrase';
import { retriedLoad } from '../common/late';

/** Core's sentences, beside the first frame: nothing on it needs them yet. One speaker a language for the whole page. */
const speakers = retriedLoad(async () => {
  const { createSpeaker } = await import('../../content/phrases');
  return { en: createSpeaker('en'), ko: createSpeaker('ko') };
});
speakers().catch(() => undefined);

/**
 * Says a core {@link Phrase} in the language of the page: `const say = usePhrase(); say(step.reason)`.
 * Suspends until the sentences are there.
 */
export function usePhrase(): (phrase: Phrase) => string {
  return use(speakers())[useLocale()];
}
