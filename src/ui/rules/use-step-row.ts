import type { FlatStep } from '../../store/selectors';
import { useScope } from './datapath-context';

/** What a button needs to be a step's row: where the arrow keys find it, whether Tab stops there, whether it is the step shown. */
interface StepRowProps {
  readonly 'data-row': true;
  readonly 'data-step': number | undefined;
  readonly tabIndex: 0 | -1;
  readonly 'aria-current': 'step' | undefined;
}

/** How a step's row stands to the playhead, and what its button needs; undefined: the row is not a step's. */
export function useStepRow(step: Pick<FlatStep, 'index'> | undefined): {
  readonly row: StepRowProps;
  /** It is the step shown. */
  readonly current: boolean;
  /** The packet has come to it. */
  readonly reached: boolean;
} {
  const { now, tabStop } = useScope();
  const current = step !== undefined && step.index === now;
  return {
    row: {
      'data-row': true,
      'data-step': step?.index,
      tabIndex: step?.index === tabStop ? 0 : -1,
      'aria-current': current ? 'step' : undefined,
    },
    current,
    reached: step !== undefined && step.index <= now,
  };
}
