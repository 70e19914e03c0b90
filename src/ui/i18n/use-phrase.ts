import { use, useCallback } from 'react';
import { useLocale } from 'use-intl';
import { askedAgain } from '../common/asked-again';
import type { Phrase } from '../../core/lib/phrase';

/** Core's sentences, beside the first frame: nothing on it needs them yet. */
const book = askedAgain(() => import('../../content/phrases'));
book().catch(() => undefined);

/**
 * Says a core {@link Phrase} in the language of the page: `const say = usePhrase(); say(step.reason)`.
 * Suspends until the sentences are there.
 */
export function usePhrase(): (phrase: Phrase) => string {
  const locale = useLocale();
  const { say } = use(book());
  return useCallback((phrase) => say(phrase, locale), [say, locale]);
}
