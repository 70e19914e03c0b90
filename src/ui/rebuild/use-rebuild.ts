import { useEffect, useRef, useState } from 'react';
import type { PastedNode } from '../../core/analysis/pasted-types';
import type { Rebuilding } from '../../core/analysis/reconstruct/rebuild';
import { Cancelled } from '../../worker/client';
import { rebuildPasted } from '../../worker/rebuild';
import { wantedOf, type Draft } from './rebuild.model';

/** How the turning of texts into a cluster stands. What was made last stays while it is done again. */
export interface RebuildState {
  readonly status: 'working' | 'done' | 'stopped' | 'failed';
  readonly progress: number;
  readonly result: Rebuilding | undefined;
  readonly message: string;
  readonly stop: () => void;
  readonly again: () => void;
}

interface State extends Omit<RebuildState, 'stop' | 'again'> {
  /** How often it was begun again by hand. */
  readonly round: number;
}

const BEGINNING: State = { status: 'working', progress: 0, result: undefined, message: '', round: 0 };

/** Asks again whenever the corrections change; what comes too late is dropped, and closing ends the work. */
export function useRebuild(pasted: PastedNode, draft: Draft): RebuildState {
  const [state, setState] = useState(BEGINNING);
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    running.current = abort;
    let current = true;
    const put = (change: Partial<State>): void => {
      if (current) setState((before) => ({ ...before, ...change, round }));
    };
    rebuildPasted(pasted, wantedOf(draft), {
      signal: abort.signal,
      onProgress: (progress) => put({ status: 'working', progress }),
    })
      .then((result) => put({ status: 'done', result }))
      .catch((error: unknown) => {
        if (error instanceof Cancelled) put({ status: 'stopped' });
        else put({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
      });
    return () => {
      current = false;
    };
  }, [pasted, draft, round]);
  useEffect(() => () => running.current?.abort(), []);
  const { status, progress, result, message } = state;
  return {
    status,
    progress,
    result,
    message,
    stop: () => running.current?.abort(),
    again: () => setRound((before) => before + 1),
  };
}
