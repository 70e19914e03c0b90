import { use } from 'react';
import { useLocale } from 'use-intl';
import type { Phrase } from '../../core/lib/phrase';
import { retriedLoad } from '../common/late';

/** Core's sentences, asked for beside the page's own code. One speaker a language for the whole page. */
export const loadPhrases = retriedLoad(async () => {
  const { createSpeaker } = await import('../../content/phrases');
  return { en: createSpeaker('en'), ko: createSpeaker('ko') };
});
loadPhrases().catch(() => undefined);

/**
 * Says a core {@link Phrase} in the language of the page: `const say = usePhrase(); say(step.reason)`.
 * Suspends until the sentences are there.
 */
export function usePhrase(): (phrase: Phrase) => string {
  return use(loadPhrases())[useLocale()];
}
