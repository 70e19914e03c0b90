import './sealed';
import { Desk } from './desk';
import type { FromEngine, ToEngine } from './messages';

/** Milliseconds of work between two looks at what else was asked. */
const SLICE = 40;

const post = (message: FromEngine): void => postMessage(message);
const desk = new Desk({ post, slice: SLICE });
addEventListener('message', ({ data }: MessageEvent<ToEngine>) => desk.hear(data));

/** Milliseconds until the first answers are given. */
const FIRST_ANSWERS_MS = 300;

// For the first number that is formatted a browser looks through all languages it has, once for a page and its workers: it
// takes 40 ms, here nobody waits for it.
setTimeout(() => void Intl.NumberFormat.supportedLocalesOf('en'), FIRST_ANSWERS_MS);

/** As long as this thread lives it holds a lock of its own name: the browser gives it to the page when it is no more. */
const held = navigator.locks as LockManager | undefined;
if (held) void held.request(self.name, () => (post({ ready: true }), new Promise(() => undefined)));
