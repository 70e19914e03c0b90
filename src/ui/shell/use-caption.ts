import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { shownSteps, type FlatStep } from '../../store/selectors';
import { useLateBench } from '../common/use-late-bench';
import { oddsText } from '../common/odds-text.model';
import { usePhrase } from '../i18n/use-phrase';
import { captionNames } from './caption-context.model';
import { settleParticles } from '../../content/particles';
import { captionOf, choosesLater, type CaptionId, type CaptionSentence } from './caption.model';

/** Says any step of the shown trace in one sentence, in the language of the page. */
export function useCaption(): (step: FlatStep) => string {
  // Which values each sentence takes is held by caption.model.test.ts.
  const t = useTranslations('shell.step') as unknown as (id: CaptionId, values: CaptionSentence['values']) => string;
  const say = usePhrase();
  const document = useBench(({ run, document }) => run.shownDocument ?? document.present);
  const bench = useLateBench(useBench(({ run }) => run.bench));
  const odds = useBench(({ run }) =>
    run.result && run.result.outcomes.length > 1 ? oddsText(run.result.trace)?.short : undefined,
  );
  const result = useBench(({ run }) => run.result);
  const steps = useBench(shownSteps);
  const names = useMemo(() => captionNames(document, bench, result), [document, bench, result]);
  return useCallback(
    (step) => {
      const drawn = choosesLater(steps, step.index) ? undefined : odds;
      const { id, values, because } = captionOf(step, { ...names, odds: drawn }, steps[step.index + 1]);
      return settleParticles(because ? `${t(id, values)} ${say(because)}` : t(id, values));
    },
    [t, say, names, odds, steps],
  );
}
