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

export const ENDED = 'the worker ended';

/**
 * Notices when a worker ends without a word, as one that runs out of memory does. The lock it held is free then; a page that
 * was not loaded over https has no locks. There the end of a line closes, in browsers that tell of that; in others a ping.
 */
export function watchWorker({ name, signal, post, die }: Watched): Watch {
  const locks = navigator.locks as LockManager | undefined;
  let pings: Pings | undefined;
  const missed: ((pings: Pings) => void)[] = [];
  // Over https nobody needs them.
  if (!locks) {
    void import('./pings').then((part) => {
      pings = new part.Pings({ signal, post, die });
      for (const tell of missed) tell(pings);
    });
  }
  return {
    post: (message) => {
      if (!pings && !locks) missed.push((late) => (late.sent(message), late.after(message)));
      pings?.before(message);
      post(message);
      pings?.after(message);
    },
    heard: (message, line) => {
      if (!pings && !locks) missed.push((late) => late.heard(message));
      pings?.heard(message);
      if (!('ready' in message)) return;
      if (locks) locks.request(name, { signal }, () => die(ENDED)).catch(() => undefined);
      else if (line) watchLine(line, signal, die);
    },
  };
}

/** The event of a port whose other end went away with its thread. */
function watchLine(line: MessagePort, signal: AbortSignal, die: Watched['die']): void {
  line.addEventListener('close', () => die(ENDED), { signal });
  line.start();
}
