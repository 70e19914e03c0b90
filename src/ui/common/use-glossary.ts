import { use } from 'react';
import { useLocale } from 'use-intl';
import { REST_OF_WORDS } from './words';

/** The glossary in the language of the page: what each term means, and the language's own words for some. Suspends until it is there. */
export function useGlossary() {
  const { GLOSSARY_WORDS: meanings, OWN_TERMS: own } = use(REST_OF_WORDS[useLocale()]());
  return { meanings, own };
}
