import { useEffect, useRef, useState } from 'react';
import type { Finding } from '../../core/analysis/lint/finding';
import type { PastedNode } from '../../core/analysis/pasted-types';
import { background } from '../../engine/page-engines';
import { endingOf } from '../common/use-asked';

/** How the check of a pasted node stands. What was found last stays while it is done again. */
export interface FindingsState {
  readonly status: 'idle' | 'working' | 'done' | 'stopped' | 'failed';
  readonly progress: number;
  readonly findings: readonly Finding[] | undefined;
  readonly message: string;
}

const IDLE: FindingsState = { status: 'idle', progress: 0, findings: undefined, message: '' };
/** Typing a title asks once, not with every letter. */
const REST = 250;

/** Checks the texts in a worker: at once, or when `start` is called. */
export function useFindings(
  pasted: PastedNode,
  atOnce: boolean,
): FindingsState & { readonly start: () => void; readonly stop: () => void } {
  const [state, setState] = useState<FindingsState>(IDLE);
  const running = useRef<AbortController>(undefined);
  const start = (node: PastedNode): void => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const put = (change: Partial<FindingsState>): void => {
      if (running.current === abort) setState((before) => ({ ...before, ...change }));
    };
    put({ status: 'working', progress: 0 });
    const work = background.ask(
      'lint',
      { pasted: node },
      { signal: abort.signal, onProgress: (progress) => put({ progress }) },
    );
    void endingOf(work).then((ending) =>
      put(ending.status === 'done' ? { status: 'done', findings: ending.answer } : ending),
    );
  };
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useEffect(() => {
    const timer = atOnce ? setTimeout(() => latest.current(pasted), REST) : undefined;
    return () => {
      clearTimeout(timer);
      const before = running.current;
      running.current = undefined;
      before?.abort();
    };
  }, [pasted, atOnce]);
  return { ...state, start: () => start(pasted), stop: () => running.current?.abort() };
}
