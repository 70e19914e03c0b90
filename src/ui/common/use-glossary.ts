import { use } from 'react';
import { useLocale } from 'use-intl';
import type { Locale } from '../../content/languages';
import { findSpellings, type Spellings } from './terms.model';
import { REST_OF_WORDS } from './words';

/** Of each language that was drawn. */
const spellings = new Map<Locale, Spellings>();

/** Meanings of the glossary's terms in the language of the page. Suspends until they are there. */
export function useMeanings() {
  return use(REST_OF_WORDS[useLocale()]()).GLOSSARY_WORDS;
}

/** How the language of the page writes the terms. Suspends until that is there. */
export function useSpellings(): Spellings {
  const locale = useLocale();
  const { OWN_TERMS } = use(REST_OF_WORDS[locale]());
  const found = spellings.get(locale) ?? findSpellings(OWN_TERMS);
  spellings.set(locale, found);
  return found;
}
