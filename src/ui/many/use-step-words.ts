import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { settleParticles } from '../../content/particles';
import { useBench } from '../../store/hooks';
import type { FlatStep } from '../../store/selectors';
import { usePhrase } from '../i18n/use-phrase';
import { captionNames } from '../shell/caption-context.model';
import { captionOf, type CaptionId, type CaptionSentence } from '../shell/caption.model';

/** A step of any walk in one sentence; the odds of the shown one are not mixed into it. */
export function useStepWords(): (step: FlatStep) => string {
  const t = useTranslations('shell.step') as unknown as (id: CaptionId, values: CaptionSentence['values']) => string;
  const say = usePhrase();
  const document = useBench(({ run, document }) => run.shownDocument ?? document.present);
  const bench = useBench(({ run }) => run.bench);
  const result = useBench(({ run }) => run.result);
  const names = useMemo(() => captionNames(document, bench, result), [document, bench, result]);
  return useCallback(
    (step) => {
      const { id, values, because } = captionOf(step, { ...names, odds: undefined });
      return settleParticles(because ? `${t(id, values)} ${say(because)}` : t(id, values));
    },
    [t, say, names],
  );
}
