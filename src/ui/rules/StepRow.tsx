import type { Verdict } from '../../core/linux/hooks';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import { VerdictBadge } from '../common/VerdictBadge';
import { targetMark, verdictMark } from '../theme/verdicts';
import styles from './chain-card.module.css';
import { useGoTo } from './datapath-context';
import { useStepRow } from './use-step-row';

interface Props {
  readonly step: FlatStep;
  /** A policy's; undefined: back to the caller. */
  readonly verdict: Verdict | undefined;
  readonly words: string;
}

/** A line of a chain that is no rule: its policy, or the way back to the chain that jumped here. */
export function StepRow({ step, verdict, words }: Props) {
  const { row, current, reached } = useStepRow(step);
  const goTo = useGoTo();
  return (
    <button
      type="button"
      {...row}
      className={classes(styles.row, styles.end, reached && styles.reached, current && styles.now)}
      onClick={() => goTo(step)}
    >
      <VerdictBadge mark={verdict ? verdictMark(verdict) : targetMark('RETURN')} />
      <span>{words}</span>
    </button>
  );
}
