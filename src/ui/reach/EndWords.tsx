import type { FlowFate } from '../../core/questions/reach/fate';
import { phrase } from '../../core/lib/phrase';
import { VerdictBadge } from '../common/VerdictBadge';
import { usePhrase } from '../i18n/use-phrase';
import { END_MARKS } from './reach.model';

/** The ends of a fate, each with its sign and word, and with its odds where there are several. */
export function EndWords({ fate: { ends } }: { readonly fate: Pick<FlowFate, 'ends'> }) {
  const say = usePhrase();
  return ends.map(({ end, odds }) => (
    <VerdictBadge key={end} mark={{ ...END_MARKS[end], word: say(phrase(`reach.fate.${end}`)) }} wraps>
      {ends.length > 1 && odds !== undefined && odds}
    </VerdictBadge>
  ));
}
