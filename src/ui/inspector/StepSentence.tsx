import { useTranslations } from 'use-intl';
import { settleParticles } from '../../content/particles';
import { useBench } from '../../store/hooks';
import { shownSteps, type FlatStep } from '../../store/selectors';
import { usePhrase } from '../i18n/use-phrase';
import { rewriteAfter } from '../packet/rewrite-after.model';
import { LookupLine } from '../rules/LookupLine';
import { sentenceOf, splitSentence, type Sentence, type SentenceId } from './sentence.model';
import { StepBadge, stepMark } from './StepBadge';
import { StepChips } from './StepChips';
import styles from './step.module.css';

/** A step as a full sentence in two lines, its verdict, and below it the addresses and reasons it is about. */
export function StepSentence({ step }: { readonly step: FlatStep }) {
  // Which values each sentence takes is held by sentence.model.test.ts.
  const t = useTranslations('inspector.step') as unknown as (id: SentenceId, values: Sentence['values']) => string;
  const say = usePhrase();
  const next = useBench((state) => shownSteps(state)[step.index + 1]);
  const { id, values, because } = sentenceOf(step.data, rewriteAfter(step, next));
  const { head, tail } = splitSentence(settleParticles(t(id, values)), stepMark(step.data)?.word);
  return (
    <span className={styles.sentence}>
      <span className={styles.head}>
        <StepBadge step={step.data} />
        {head}
      </span>
      <StepChips step={step.data} />
      {step.data.kind === 'rule' && step.data.lookup && <LookupLine lookup={step.data.lookup} />}
      {tail !== undefined && <span className={styles.tail}>{tail}</span>}
      {because.map((phrase) => (
        <span key={phrase.id} className={styles.reason}>
          {say(phrase)}
        </span>
      ))}
    </span>
  );
}
