import type { FromEngine, ToEngine } from './messages';

/** What comes from an engine. */
export interface Ears {
  readonly hear: (message: FromEngine) => void;
  /** It is no more: nothing will come. */
  readonly die: (reason: string) => void;
}

/** An engine that runs. */
export interface Port {
  readonly post: (message: ToEngine) => void;
  readonly end: () => void;
}

/** Starts an engine. Throws where there can be none. */
export type OpenPort = (ears: Ears) => Port;

/** An engine in a worker. `role` is the beginning of the worker's name. */
export const workerPort =
  (role: string): OpenPort =>
  ({ hear, die }) => {
    const name = `${role} ${Date.now()}-${Math.random()}`;
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name });
    const watching = new AbortController();
    worker.addEventListener('message', ({ data }: MessageEvent<FromEngine>) => {
      if ('ready' in data) watchFor(name, watching.signal, die);
      hear(data);
    });
    worker.addEventListener('error', (event) => die(event.message || 'the worker stopped'));
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      post: (message) => worker.postMessage(message),
      end: () => {
        watching.abort();
        worker.terminate();
      },
    };
  };

/** A worker that runs out of memory ends without a word; the lock it held is free then. */
function watchFor(name: string, signal: AbortSignal, die: Ears['die']): void {
  navigator.locks.request(name, { signal }, () => die('the worker ended')).catch(() => undefined);
}

/** Milliseconds of work between two turns of the page. */
const SLICE = 8;

/** The same engine on the page's own thread, where there are no workers. */
export const inlinePort: OpenPort = ({ hear, die }) => {
  let isOpen = true;
  const desk = import('./desk').then(
    ({ Desk }) => new Desk({ slice: SLICE, post: (message) => isOpen && hear(message) }),
  );
  return {
    post: (message) => void desk.then((to) => to.hear(message)).catch((error: unknown) => isOpen && die(String(error))),
    end: () => {
      isOpen = false;
    },
  };
};
