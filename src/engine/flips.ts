import type { FlipQuestion, Flips } from '../core/document/why/what-flips';

/** How far the search is; without `flips`: the flow cannot be sent. */
export interface FlipAnswer {
  readonly flips?: Flips | undefined;
  readonly done: boolean;
}

/**
 * Looks, away from the page's own thread, for changes that turn a flow's outcome round; where there are no workers, in
 * slices on it. The signal ends it at once, and nothing is answered any more. Rejects when the worker breaks.
 */
export function searchFlips(
  question: FlipQuestion,
  options: { readonly signal: AbortSignal; readonly onAnswer: (answer: FlipAnswer) => void },
): Promise<void> {
  return typeof Worker === 'undefined' ? inSlices(question, options) : inWorker(question, options);
}

type Options = Parameters<typeof searchFlips>[1];

function inWorker(question: FlipQuestion, { signal, onAnswer }: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./flips.worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void): void => {
      worker.terminate();
      settle();
    };
    signal.addEventListener('abort', () => end(resolve));
    worker.addEventListener('error', (event) => end(() => reject(new Error(event.message || 'the worker stopped'))));
    worker.addEventListener('message', ({ data }: MessageEvent<FlipAnswer>) => {
      onAnswer(data);
      if (data.done) end(resolve);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(question);
  });
}

async function inSlices(question: FlipQuestion, { signal, onAnswer }: Options): Promise<void> {
  const [{ whatFlips }, { derivePasted }, { createDeriveWith }] = await Promise.all([
    import('../core/document/why/what-flips'),
    import('../core/document/derive-pasted'),
    import('../core/document/derive-with'),
  ]);
  const steps = whatFlips(question, createDeriveWith(derivePasted));
  for (let step = steps.next(); !signal.aborted; step = steps.next()) {
    onAnswer({ flips: step.value, done: step.done === true });
    if (step.done) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
