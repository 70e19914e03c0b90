import { useCallback, useMemo } from 'react';
import { captionPhrases, narrate } from '../../core/sim/narrate';
import { useBench } from '../../store/hooks';
import { shownSteps, type FlatStep } from '../../store/selectors';
import { useLateBench } from '../common/use-late-bench';
import { oddsText } from '../common/odds-text.model';
import { usePhrase } from '../i18n/use-phrase';
import { captionNames } from './caption-context.model';

/** Says any step of the shown trace in one sentence, in the language of the page. */
export function useCaption(): (step: FlatStep) => string {
  const say = usePhrase();
  const document = useBench(({ run, document }) => run.shownDocument ?? document.present);
  const bench = useLateBench(useBench(({ run }) => run.bench));
  const odds = useBench(({ run }) =>
    run.result && run.result.outcomes.length > 1 ? oddsText(run.result.trace)?.short : undefined,
  );
  const result = useBench(({ run }) => run.result);
  const steps = useBench(shownSteps);
  const names = useMemo(() => ({ ...captionNames(document, bench, result), odds }), [document, bench, result, odds]);
  return useCallback(
    (step) =>
      captionPhrases(narrate(step, steps, names))
        .map(say)
        .join(' '),
    [say, names, steps],
  );
}
