import { useEffect, useRef, useState } from 'react';
import type { Examined } from '../../core/analysis/examine';
import type { NodeFacts, PastedNode, PastedText } from '../../core/analysis/pasted-types';
import { Cancelled } from '../../worker/client';
import { examinePasted } from '../../worker/examine';

/** How the examination of some texts stands. What was understood last stays while it is done again. */
export interface Examination {
  readonly status: 'idle' | 'working' | 'done' | 'stopped' | 'failed';
  readonly progress: number;
  readonly examined: Examined | undefined;
  readonly message: string;
  readonly stop: () => void;
  readonly again: () => void;
}

interface State {
  readonly status: Examination['status'];
  readonly progress: number;
  readonly examined: Examined | undefined;
  readonly message: string;
  /** How often it was begun again by hand. */
  readonly round: number;
}

const IDLE: State = { status: 'idle', progress: 0, examined: undefined, message: '', round: 0 };

/** Examines texts in a worker whenever they or the corrections change. */
export function useExamine(texts: readonly PastedText[], facts: NodeFacts, nodes?: PastedNode['nodes']): Examination {
  const [state, setState] = useState<State>(IDLE);
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    if (texts.length === 0) return undefined;
    const abort = new AbortController();
    running.current = abort;
    let current = true;
    const put = (change: Partial<State>): void => {
      if (current) setState((before) => ({ ...before, ...change, round }));
    };
    examinePasted(
      { texts, facts, ...(nodes ? { nodes } : {}) },
      { signal: abort.signal, onProgress: (progress) => put({ status: 'working', progress }) },
    )
      .then((examined) => put({ status: 'done', examined }))
      .catch((error: unknown) => {
        if (error instanceof Cancelled) put({ status: 'stopped' });
        else put({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
      });
    return () => {
      current = false;
      abort.abort();
    };
  }, [texts, facts, nodes, round]);
  const shown = texts.length === 0 ? IDLE : state;
  return { ...shown, stop: () => running.current?.abort(), again: () => setRound((before) => before + 1) };
}
