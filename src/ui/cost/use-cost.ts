import { useCallback } from 'react';
import type { CostCurve, CostQuestion } from '../../core/document/cost/curves';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useAsked } from '../common/use-asked';

/** How the measuring stands. */
export interface Cost {
  readonly curves: readonly CostCurve[] | undefined;
  /** 0..1 while it is being computed. */
  readonly progress: number | undefined;
  readonly message: string | undefined;
}

/** Measures in a worker; `question` must keep its identity while it is the same. Ends with whoever asked. */
export function useCost(question: CostQuestion): Cost {
  const { status, progress, answer, message } = useAsked(
    useCallback((options: AskOptions) => background.ask('cost', question, options), [question]),
  );
  const failed = status === 'failed';
  return {
    curves: failed ? undefined : answer,
    progress: status === 'idle' || status === 'working' ? progress : undefined,
    message: failed ? message : undefined,
  };
}
