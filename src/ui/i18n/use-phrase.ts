import { use } from 'react';
import { useLocale } from 'use-intl';
import type { Phrase } from '../../core/lib/phrase';
import type { Locale } from '../../content/phrases';
import { retriedLoad, type Loader } from '../common/late';

/** Says core's sentences in one language. */
type Speaker = (phrase: Phrase) => string;

/** One speaker a language for the whole page: each language's sentences are a file of their own (scripts/one-language.mjs). */
export const SPEAKERS: Readonly<Record<Locale, Loader<Speaker>>> = {
  en: retriedLoad(async () => (await import('../../content/phrases?only=en')).createSpeaker('en')),
  ko: retriedLoad(async () => (await import('../../content/phrases?only=ko')).createSpeaker('ko')),
};

/**
 * Says a core {@link Phrase} in the language of the page: `const say = usePhrase(); say(step.reason)`.
 * Suspends until the sentences are there.
 */
export function usePhrase(): Speaker {
  return use(SPEAKERS[useLocale()]());
}
