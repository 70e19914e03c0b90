import { useEffect, useRef, useState } from 'react';
import { Cancelled, STOP_REASON } from '../../engine/client';

/** How work in a worker ended: with an answer, stopped by hand, or broken off with what was thrown. */
type Ending<Answer> =
  | { readonly status: 'done'; readonly answer: Answer }
  | { readonly status: 'stopped' }
  | { readonly status: 'failed'; readonly message: string };

/** Waits for an answer; a rejection is an ending too. */
export async function askEnding<Answer>(work: Promise<Answer>): Promise<Ending<Answer>> {
  try {
    return { status: 'done', answer: await work };
  } catch (error) {
    if (error instanceof Cancelled) return { status: 'stopped' };
    return { status: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

interface State<Answer> {
  readonly status: 'idle' | 'working' | Ending<Answer>['status'];
  /** 0..1 */
  readonly progress: number;
  /** The last that was answered; it stays while the next question is worked on. */
  readonly answer: Answer | undefined;
  readonly message: string;
  /** How often it was begun again by hand. */
  readonly round: number;
}

/** How a question put to a worker stands. */
export interface AskState<Answer> extends Omit<State<Answer>, 'round'> {
  readonly stop: () => void;
  readonly again: () => void;
}

/** Puts one question, with the signal that ends the work and the ear for how far it is. */
type Ask<Answer> = (options: {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: number) => void;
}) => Promise<Answer>;

/** What is answered by then is not said to be worked on. Milliseconds. */
const UNSAID_MS = 200;

const IDLE = { status: 'idle', progress: 0, answer: undefined, message: '', round: 0 } as const;

/**
 * Asks whenever `ask` is another function (so it must keep its identity while the question is the same), and once
 * more by `again`; undefined: there is nothing to ask. What comes too late is dropped, and closing ends the work.
 */
export function useQuestion<Answer>(ask: Ask<Answer> | undefined): AskState<Answer> {
  const [state, setState] = useState<State<Answer>>(IDLE);
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    if (!ask) return undefined;
    const abort = new AbortController();
    running.current = abort;
    let current = true;
    const put = (change: Partial<State<Answer>>): void => {
      if (current) setState((before) => ({ ...before, ...change, round }));
    };
    const say = (progress: number): void => {
      clearTimeout(unsaid);
      put({ status: 'working', progress });
    };
    // A reader that never hands control back says nothing: that it is at work is said without it.
    const unsaid = setTimeout(() => put({ status: 'working', progress: 0 }), UNSAID_MS);
    const end = (ending: Partial<State<Answer>>): void => {
      clearTimeout(unsaid);
      put(ending);
    };
    void askEnding(ask({ signal: abort.signal, onProgress: say })).then(end);
    return () => {
      clearTimeout(unsaid);
      current = false;
      abort.abort();
    };
  }, [ask, round]);
  useEffect(() => () => running.current?.abort(), []);
  const shown = ask ? state : IDLE;
  return { ...shown, stop: () => running.current?.abort(STOP_REASON), again: () => setRound((before) => before + 1) };
}
