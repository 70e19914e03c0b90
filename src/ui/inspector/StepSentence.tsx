import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FlatStep } from '../../store/selectors';
import { usePhrase } from '../i18n/use-phrase';
import { sentenceOf, type Sentence, type SentenceId } from './sentence.model';
import { StepBadge } from './StepBadge';
import { StepChips } from './StepChips';
import styles from './step.module.css';

/** A step as a full sentence, its verdict, and below it the addresses and reasons it is about. */
export function StepSentence({ step }: { readonly step: FlatStep }) {
  // Which values each sentence takes is held by sentence.model.test.ts.
  const t = useTranslations('inspector.step') as unknown as (id: SentenceId, values: Sentence['values']) => string;
  const say = usePhrase();
  const { id, values, because } = sentenceOf(step.data);
  const below: ReactNode[] = because.map((phrase) => <span key={phrase.id}>{say(phrase)}</span>);
  return (
    <span className={styles.sentence}>
      <span className={styles.head}>
        <StepBadge step={step.data} />
        {t(id, values)}
      </span>
      <StepChips step={step.data} />
      {below.length > 0 && <span className={styles.reason}>{below}</span>}
    </span>
  );
}
