import { memo } from 'react';
import type { FlatStep } from '../../store/selectors';
import { useActions } from '../../store/hooks';
import { classes } from '../common/classes';
import { StepSentence } from './StepSentence';
import styles from './step.module.css';

interface Props {
  readonly step: FlatStep;
  readonly current: boolean;
}

/** One line of the trace; pressing it moves the playhead there and picks its rule. */
export const StepItem = memo(function StepItem({ step, current }: Props) {
  const { setPlayhead, pause, selectRule } = useActions();
  const go = (): void => {
    pause();
    setPlayhead(step.index);
    if (step.data.kind !== 'rule') return;
    selectRule({ netns: step.netns, family: step.data.packet.family, ref: step.data.ref });
  };
  return (
    <button
      type="button"
      data-row
      data-step={step.index}
      tabIndex={current ? 0 : -1}
      aria-current={current ? 'step' : undefined}
      className={classes(styles.item, current && styles.now, styles[step.data.kind])}
      onClick={go}
    >
      <span className={styles.number}>{step.index + 1}</span>
      <StepSentence step={step} />
    </button>
  );
});
