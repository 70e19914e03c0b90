import type { Verdict } from '../../core/linux/hooks';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import { VerdictBadge } from '../common/VerdictBadge';
import { targetMark, verdictMark } from '../theme/verdicts';
import styles from './chain-card.module.css';
import { useGoTo, useScope } from './datapath-context';

interface Props {
  readonly step: FlatStep;
  /** A policy's; undefined: back to the caller. */
  readonly verdict: Verdict | undefined;
  readonly words: string;
}

/** A line of a chain that is no rule: its policy, or the way back to the chain that jumped here. */
export function StepRow({ step, verdict, words }: Props) {
  const { now, tabStop } = useScope();
  const goTo = useGoTo();
  const current = step.index === now;
  return (
    <button
      type="button"
      data-row
      data-step={step.index}
      tabIndex={step.index === tabStop ? 0 : -1}
      aria-current={current ? 'step' : undefined}
      className={classes(styles.row, styles.end, step.index <= now && styles.reached, current && styles.now)}
      onClick={() => goTo(step)}
    >
      <VerdictBadge mark={verdict ? verdictMark(verdict) : targetMark('RETURN')} />
      <span>{words}</span>
    </button>
  );
}
