import { use } from 'react';
import { useLocale } from 'use-intl';
import type { Phrase } from '../../core/lib/phrase';
import type { Locale } from '../../content/phrases';
import type { PhraseBook } from '../../content/phrases/phrase-book';
import { retriedLoad, type Loader } from '../common/late';

/** Says core's sentences in one language. */
type Speaker = (phrase: Phrase) => string;

/** Each language's sentences are a file of their own (scripts/one-language.mjs). */
const CREATE_SPEAKER = {
  en: async () => (await import('../../content/phrases?only=en')).createSpeaker,
  ko: async () => (await import('../../content/phrases?only=ko')).createSpeaker,
};

/** One speaker a language for the whole page. */
export const SPEAKERS: Readonly<Record<Locale, Loader<Speaker>>> = {
  en: retriedLoad(async () => (await CREATE_SPEAKER.en())('en')),
  ko: retriedLoad(async () => (await CREATE_SPEAKER.ko())('ko')),
};

/** Loads sentences that one window alone says, by language. */
type MorePhrases = Readonly<Record<Locale, () => Promise<PhraseBook>>>;

/** A hook like {@link usePhrase} for a window that has sentences of its own, which are loaded with it. */
export function phrasesWith(more: MorePhrases): () => Speaker {
  const speakerIn = (locale: Locale): Loader<Speaker> =>
    retriedLoad(async () => {
      const [createSpeaker, book] = await Promise.all([CREATE_SPEAKER[locale](), more[locale]()]);
      return createSpeaker(locale, book);
    });
  const speakers = { en: speakerIn('en'), ko: speakerIn('ko') };
  return () => use(speakers[useLocale()]());
}

/**
 * Says a core {@link Phrase} in the language of the page: `const say = usePhrase(); say(step.reason)`.
 * Suspends until the sentences are there.
 */
export function usePhrase(): Speaker {
  return use(SPEAKERS[useLocale()]());
}
