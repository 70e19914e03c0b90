import { useCallback } from 'react';
import { useLocale } from 'use-intl';
import { say } from '../../content/phrases';
import type { Phrase } from '../../core/lib/phrase';

/** Says a core {@link Phrase} in the language of the page: `const say = usePhrase(); say(step.reason)`. */
export function usePhrase(): (phrase: Phrase) => string {
  const locale = useLocale();
  return useCallback((phrase) => say(phrase, locale), [locale]);
}
