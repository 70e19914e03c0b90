import { useEffect, useRef, useState } from 'react';
import type { DumpComparison, DumpPair } from '../../core/analysis/ruleset-diff/compare-dumps';
import { Cancelled } from '../../worker/client';
import { ask } from '../../worker/questions';

/** How the comparison of two dumps stands. */
export interface Comparing {
  readonly status: 'idle' | 'working' | 'done' | 'stopped' | 'failed';
  readonly progress: number;
  readonly comparison: DumpComparison | undefined;
  readonly message: string;
  readonly stop: () => void;
  readonly again: () => void;
}

interface State extends Pick<Comparing, 'status' | 'progress' | 'comparison' | 'message'> {
  /** How often it was begun again by hand. */
  readonly round: number;
}

const IDLE: State = { status: 'idle', progress: 0, comparison: undefined, message: '', round: 0 };

/** Compares in a worker whenever the pair changes; `pair` must keep its identity while it is the same. */
export function useDumpComparison(pair: DumpPair | undefined): Comparing {
  const [state, setState] = useState<State>(IDLE);
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    if (!pair) return undefined;
    const abort = new AbortController();
    running.current = abort;
    let current = true;
    const put = (change: Partial<State>): void => {
      if (current) setState((before) => ({ ...before, ...change, round }));
    };
    const onProgress = (progress: number): void => put({ status: 'working', progress });
    ask('two-dumps', pair, { signal: abort.signal, onProgress })
      .then((comparison) => put({ status: 'done', comparison }))
      .catch((error: unknown) => {
        if (error instanceof Cancelled) put({ status: 'stopped' });
        else put({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
      });
    return () => {
      current = false;
      abort.abort();
    };
  }, [pair, round]);
  const shown = pair ? state : IDLE;
  const { status, progress, comparison, message } = shown;
  return {
    status,
    progress,
    comparison,
    message,
    stop: () => running.current?.abort(),
    again: () => setRound((before) => before + 1),
  };
}
