import type { Examined } from '../core/analysis/examine';
import type { PastedNode } from '../core/analysis/pasted-types';
import { Cancelled } from './client';
import type { Pieces } from './pieces';

/** What the worker answers: how far it is, then the result; one with long lists comes cut, then their items, then the end. */
interface Answer {
  readonly progress?: number;
  readonly examined?: Examined;
  readonly cut?: Pieces<Examined>;
  readonly list?: number;
  readonly items?: readonly unknown[];
  readonly complete?: true;
}

export interface ExamineOptions {
  /** Ends the work at once; the promise is rejected with {@link Cancelled}. */
  readonly signal: AbortSignal;
  /** 0..1 */
  readonly onProgress: (progress: number) => void;
}

/** Examines pasted texts away from the page's own thread; where there are no workers, in slices on it. */
export function examinePasted(pasted: PastedNode, options: ExamineOptions): Promise<Examined> {
  return typeof Worker === 'undefined' ? inSlices(pasted, options) : inWorker(pasted, options);
}

function inWorker(pasted: PastedNode, { signal, onProgress }: ExamineOptions): Promise<Examined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./examine.worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void): void => {
      worker.terminate();
      settle();
    };
    signal.addEventListener('abort', () => end(() => reject(new Cancelled())));
    worker.addEventListener('error', (event) => end(() => reject(new Error(event.message || 'the worker stopped'))));
    let cut: Pieces<Examined> | undefined;
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.progress !== undefined) onProgress(data.progress);
      cut ??= data.cut;
      for (const item of data.items ?? []) cut?.lists[data.list ?? 0]?.push(item);
      const examined = data.complete ? cut?.pieces : data.examined;
      if (examined) end(() => resolve(examined));
    });
    // A task of its own: copying a text of 37 MB to the worker takes as long as drawing the window it came by.
    setTimeout(() => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      if (!signal.aborted) worker.postMessage(pasted);
    }, 0);
  });
}

async function inSlices(pasted: PastedNode, { signal, onProgress }: ExamineOptions): Promise<Examined> {
  const { examine } = await import('../core/analysis/examine');
  const steps = examine(pasted);
  for (let step = steps.next(); ; step = steps.next()) {
    if (signal.aborted) throw new Cancelled();
    if (step.done) return step.value;
    onProgress(step.value);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
