import type { FromWorker, ToEngine, ToWorker } from './messages';
import type { Pings } from './pings';

export interface Watched {
  /** Of the worker, and of the lock it holds. */
  readonly name: string;
  /** Aborted when the worker is ended. */
  readonly signal: AbortSignal;
  readonly post: (message: ToWorker) => void;
  /** Called when the worker is no more; never of one that is at work, however long that takes. */
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
 * Notices when a worker ends without a word, as one that runs out of memory does. The lock it held is free then. A page that
 * was not loaded over https has no locks, and a frame whose storage is blocked is granted none: there the end of a line
 * closes, in browsers that tell of that; in others a ping.
 */
export function watchWorker(watched: Watched): Watch {
  const locks = navigator.locks as LockManager | undefined;
  const { name, signal, post, die } = watched;
  /** What pings have to know of what was before them; undefined: locks are granted, and nobody needs them. */
  let missed: ((pings: Pings) => void)[] | undefined = [];
  let pings: Pings | undefined;
  const ping = async (): Promise<void> => {
    const part = await import('./pings');
    pings = new part.Pings(watched);
    for (const tell of missed ?? []) tell(pings);
  };
  const watch = (granted: LockManager): void => {
    missed = undefined;
    granted.request(name, { signal }, () => die(WORKER_ENDED)).catch(() => undefined);
  };
  const choose = async (): Promise<void> => {
    if (locks && (await isGranted(locks, name))) watch(locks);
    else if (!signal.aborted) await ping();
  };
  if (!locks) void ping();
  return {
    post: (message) => {
      if (pings) return pings.post(message);
      post(message);
      missed?.push((late) => late.sent(message));
    },
    heard: (message, line) => {
      if (pings) return pings.heard(message, line);
      missed?.push((late) => late.heard(message, line));
      if (locks && 'ready' in message) void choose();
    },
  };
}

/** Is a lock granted here at all? One of a name of its own is asked for, and let go at once. */
const isGranted = (locks: LockManager, name: string): Promise<boolean> =>
  locks.request(`${name} granted`, () => true).catch(() => false);
