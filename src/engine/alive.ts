import type { FromWorker, ToEngine, ToWorker } from './messages';
import type { Pings } from './pings';

export interface Watched {
  /** Of the worker, and of the lock it holds. */
  readonly name: string;
  /** Aborted when the worker is ended. */
  readonly signal: AbortSignal;
  readonly post: (message: ToWorker) => void;
  /** It is no more. Never called of one that is at work, however long that takes. */
  readonly die: (reason: string) => void;
}

interface Watch {
  /** Posts what is for the engine. */
  readonly post: (message: ToEngine) => void;
  /** Everything the worker says; with the first word it hands over its end of a line. */
  readonly heard: (message: FromWorker, line: MessagePort | undefined) => void;
}

export const WORKER_ENDED = 'the worker ended';

/**
 * Notices when a worker ends without a word, as one that runs out of memory does. The lock it held is free then; a page that
 * was not loaded over https has no locks. There the end of a line closes, in browsers that tell of that; in others a ping.
 */
export function watchWorker(watched: Watched): Watch {
  const locks = navigator.locks as LockManager | undefined;
  const { name, signal, post, die } = watched;
  const missed: ((pings: Pings) => void)[] = [];
  let pings: Pings | undefined;
  // Over https nobody needs them.
  if (!locks) {
    void import('./pings').then((part) => {
      pings = new part.Pings(watched);
      for (const tell of missed) tell(pings);
    });
  }
  return {
    post: (message) => {
      if (pings) return pings.post(message);
      post(message);
      if (!locks) missed.push((late) => late.sent(message));
    },
    heard: (message, line) => {
      if (pings) pings.heard(message, line);
      else if (!locks) missed.push((late) => late.heard(message, line));
      else if ('ready' in message) locks.request(name, { signal }, () => die(WORKER_ENDED)).catch(() => undefined);
    },
  };
}
