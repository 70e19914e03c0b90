import { narrate, reasonsOf, tell } from '../../core/sim/narrate';
import { useBench } from '../../store/hooks';
import { shownSteps, type FlatStep } from '../../store/selectors';
import { withoutDefault } from '../common/object-names.model';
import { usePhrase } from '../i18n/use-phrase';
import { LookupLine } from '../rules/LookupLine';
import { splitSentence } from './sentence.model';
import { StepBadge, stepMark } from './StepBadge';
import { StepChips } from './StepChips';
import styles from './step.module.css';

/** The list of steps calls processes by their names, and chains and addresses as they are. */
const NAMES = { called: withoutDefault };

/** A step as a full sentence in two lines, its verdict, and below it the addresses and reasons it is about. */
export function StepSentence({ step }: { readonly step: FlatStep }) {
  const say = usePhrase();
  const steps = useBench(shownSteps);
  const narration = narrate(step, steps, NAMES);
  const { head, tail } = splitSentence(say(tell(narration, 'trace')), stepMark(step.data)?.word);
  return (
    <span className={styles.sentence}>
      <span className={styles.head}>
        <StepBadge step={step.data} />
        {head}
      </span>
      <StepChips step={step.data} />
      {step.data.kind === 'rule' && step.data.lookup && <LookupLine lookup={step.data.lookup} />}
      {tail !== undefined && <span className={styles.tail}>{tail}</span>}
      {reasonsOf(narration).map((phrase) => (
        <span key={phrase.id} className={styles.reason}>
          {say(phrase)}
        </span>
      ))}
    </span>
  );
}
