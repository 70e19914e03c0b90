import { use } from 'react';
import { useLocale } from 'use-intl';
import { makeSpeaker, type PhraseBook } from '../../../content/phrases/phrase-book';
import type { Phrase } from '../../../core/lib/phrase';
import { eachLanguage, type Files, FIRST_WORDS, filesIn } from '../words';

/** Says core's sentences in one language. */
type Speaker = (phrase: Phrase) => string;

/** One speaker a language for the whole page. */
export const SPEAKERS = eachLanguage(async (locale) => makeSpeaker(locale, (await FIRST_WORDS[locale]()).PHRASES));

/** A module of books. */
export type Books = Readonly<Record<string, PhraseBook>>;

/**
 * A hook like {@link usePhrase} for a window that has sentences of its own, which are loaded with it: modules of books by their
 * path, as `import.meta.glob` finds them in each language's folder.
 */
export function phrasesWith(more: Files<Books>): (() => Speaker) & { readonly speakers: typeof SPEAKERS } {
  const speakers = eachLanguage(async (locale) => {
    const [{ PHRASES }, ...modules] = await Promise.all([
      FIRST_WORDS[locale](),
      ...filesIn(locale, more).map(async (load) => await load()),
    ]);
    const books = modules.flatMap((module) => Object.values(module));
    return makeSpeaker(locale, Object.assign({ ...PHRASES }, ...books) as PhraseBook);
  });
  return Object.assign((): Speaker => use(speakers[useLocale()]()), { speakers });
}

/**
 * Says a core {@link Phrase} in the language of the page: `const say = usePhrase(); say(step.reason)`.
 * Suspends until the sentences are there.
 */
export function usePhrase(): Speaker {
  return use(SPEAKERS[useLocale()]());
}
