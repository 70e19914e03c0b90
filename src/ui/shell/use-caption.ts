import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import type { FlatStep } from '../../store/selectors';
import { sentenceOf } from '../inspector/sentence.model';
import { usePhrase } from '../i18n/use-phrase';
import { captionOf, servicesByAddress } from './caption.model';

type Say = (id: string, values?: Readonly<Record<string, string | number>>) => string;

/** Says any step of the shown trace in one sentence, in the language of the page. */
export function useCaption(): (step: FlatStep) => string {
  // Which values each sentence takes is held by caption.model.test.ts and sentence.model.test.ts.
  const own = useTranslations('shell.caption') as unknown as Say;
  const trace = useTranslations('inspector.step') as unknown as Say;
  const say = usePhrase();
  const document = useBench(({ run, document }) => run.shownDocument ?? document.present);
  const bench = useBench(({ run }) => run.bench);
  const odds = useBench(({ run }) =>
    (run.result?.outcomes.length ?? 0) > 1 ? run.result?.trace.probability : undefined,
  );
  const services = useMemo(() => servicesByAddress(document, bench), [document, bench]);
  return useCallback(
    (step) => {
      const caption = captionOf(step, { services, odds });
      if (caption) return own(caption.id, caption.values);
      const { id, values, because } = sentenceOf(step.data);
      return [ended(trace(id, values)), ...because.map((reason) => ended(say(reason)))].join(' ');
    },
    [own, trace, say, services, odds],
  );
}

/** A sentence with its full stop. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
