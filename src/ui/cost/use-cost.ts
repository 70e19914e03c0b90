import { useEffect, useState } from 'react';
import type { CostCurve, CostQuestion } from '../../core/document/cost/curves';
import { Cancelled } from '../../worker/client';
import { ask } from '../../worker/questions';

/** How the measuring stands. */
export interface Cost {
  readonly curves: readonly CostCurve[] | undefined;
  /** 0..1 while it is being computed. */
  readonly progress: number | undefined;
  readonly message: string | undefined;
}

interface State {
  readonly curves?: readonly CostCurve[];
  readonly progress?: number;
  readonly message?: string;
}

/** Measures in a worker; `question` must keep its identity while it is the same. Ends with whoever asked. */
export function useCost(question: CostQuestion): Cost {
  const [state, setState] = useState<State>({});
  useEffect(() => {
    const abort = new AbortController();
    const onProgress = (progress: number): void =>
      setState(({ curves }) => ({ ...(curves ? { curves } : {}), progress }));
    ask('cost', question, { signal: abort.signal, onProgress })
      .then((curves) => setState({ curves }))
      .catch((error: unknown) => {
        if (!(error instanceof Cancelled))
          setState({ message: error instanceof Error ? error.message : String(error) });
      });
    return () => abort.abort();
  }, [question]);
  const { curves, progress, message } = state;
  const isBusy = curves === undefined && message === undefined;
  return {
    curves,
    progress: progress ?? (isBusy ? 0 : undefined),
    message,
  };
}
