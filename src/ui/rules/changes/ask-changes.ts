import type { Changes } from './changes.model';

/** Two listings of one node. `before` absent: the one that was `after` last time. */
export interface Question {
  readonly id: number;
  readonly key: string;
  readonly before?: string;
  readonly after: string;
}

export interface Answer {
  readonly id: number;
  readonly changes: Changes;
}

interface Asker {
  readonly worker: Worker;
  readonly sent: Map<string, string>;
  readonly waiting: Map<number, (changes: Changes | undefined) => void>;
}

let asker: Asker | undefined;
let questions = 0;

/** Compares two listings away from the page's own thread; undefined when that cannot be done. */
export async function askChanges(key: string, before: string, after: string): Promise<Changes | undefined> {
  if (typeof Worker === 'undefined') return (await import('./changes.model')).changesBetween(before, after);
  const { worker, sent, waiting } = (asker ??= start());
  const id = questions++;
  const known = sent.get(key) === before;
  sent.set(key, after);
  const question: Question = { id, key, after, ...(known ? {} : { before }) };
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(question);
  });
}

function start(): Asker {
  const worker = new Worker(new URL('./changes.worker.ts', import.meta.url), { type: 'module' });
  const waiting: Asker['waiting'] = new Map();
  worker.addEventListener('message', ({ data: { id, changes } }: MessageEvent<Answer>) => {
    waiting.get(id)?.(changes);
    waiting.delete(id);
  });
  worker.addEventListener('error', () => {
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
  });
  return { worker, sent: new Map(), waiting };
}
