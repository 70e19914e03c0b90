import { useCallback, useMemo } from 'react';
import { captionPhrases, narrate, type PlacedStep } from '../../core/sim/narrate';
import { useBench } from '../../store/hooks';
import { usePhrase } from '../i18n/use-phrase';
import { captionNames } from '../shell/caption-context.model';

/** A step of any walk in one sentence; the odds of the shown one are not mixed into it. */
export function useStepWords(): (step: PlacedStep) => string {
  const say = usePhrase();
  const document = useBench(({ run, document }) => run.shownDocument ?? document.present);
  const bench = useBench(({ run }) => run.bench);
  const result = useBench(({ run }) => run.result);
  const names = useMemo(() => captionNames(document, bench, result), [document, bench, result]);
  return useCallback(
    (step) =>
      captionPhrases(narrate(step, [], names))
        .map(say)
        .join(' '),
    [say, names],
  );
}
