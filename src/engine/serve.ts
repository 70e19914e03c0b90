import { Desk, type QuestionTable } from './desk';
import type { FromWorker, ToWorker } from './messages';

/** Milliseconds of work between two looks at what else was asked. */
const SLICE = 40;

/** Milliseconds until the first answers are given. */
const FIRST_ANSWERS_MS = 300;

/** Answers these questions from now on, in the worker that calls it, and says that it is ready. */
export function serve(questions: QuestionTable): void {
  const post = (message: FromWorker): void => postMessage(message);
  const desk = new Desk({ post, slice: SLICE, questions });
  addEventListener('message', ({ data }: MessageEvent<ToWorker>) =>
    'ping' in data ? post({ pong: data.ping }) : desk.hear(data),
  );

  // For the first number that is formatted a browser looks through all languages it has, once for a page and its workers: it
  // takes 40 ms, here nobody waits for it.
  setTimeout(() => void Intl.NumberFormat.supportedLocalesOf('en'), FIRST_ANSWERS_MS);

  // One end of it is held here, the other by the page: a browser closes that when this thread is no more.
  const line = new MessageChannel();
  const ready = (): void => self.postMessage({ ready: true }, { transfer: [line.port2] });

  // As long as this thread lives it holds a lock of its own name: the browser gives it to the page when it is no more.
  const held = navigator.locks as LockManager | undefined;
  // In a frame whose storage is blocked there are locks, and none is granted.
  if (held) held.request(self.name, () => (ready(), new Promise(() => line))).catch(ready);
  else ready();
  line.port1.start();
}
