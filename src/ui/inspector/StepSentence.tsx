import { useTranslations } from 'use-intl';
import type { FlatStep } from '../../store/selectors';
import { usePhrase } from '../i18n/use-phrase';
import { sentenceOf, type Sentence, type SentenceId, type TailId } from './sentence.model';
import { StepBadge } from './StepBadge';
import { StepChips } from './StepChips';
import styles from './step.module.css';

type Say<Id> = (id: Id, values: Sentence['values']) => string;

/** A step as a full sentence, its verdict, and below it the addresses and reasons it is about. */
export function StepSentence({ step }: { readonly step: FlatStep }) {
  // Which values each sentence takes is held by sentence.model.test.ts.
  const t = useTranslations('inspector.step') as unknown as Say<SentenceId>;
  const tail = useTranslations('inspector.tail') as unknown as Say<TailId>;
  const say = usePhrase();
  const sentence = sentenceOf(step.data);
  const { id, values, because } = sentence;
  return (
    <span className={styles.sentence}>
      <span className={styles.head}>
        <StepBadge step={step.data} />
        {t(id, values)}
      </span>
      <StepChips step={step.data} />
      {sentence.tail && <span className={styles.reason}>{tail(sentence.tail, values)}</span>}
      {because.map((phrase) => (
        <span key={phrase.id} className={styles.reason}>
          {say(phrase)}
        </span>
      ))}
    </span>
  );
}
