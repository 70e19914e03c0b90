import type { Steps } from '../../core/lib/steps';

/** Work between two frames takes at most so long. Milliseconds. */
const TURN = 6;

/** Does work of the page's own thread in turns, so that nothing waits for it; `done` gets what it made. Gives what stops it. */
export function inSlices<T>(steps: Steps<T>, done: (made: T) => void): () => void {
  let waiting: ReturnType<typeof setTimeout>;
  const turn = (): void => {
    const until = performance.now() + TURN;
    let step = steps.next();
    while (!step.done && performance.now() < until) step = steps.next();
    if (step.done) done(step.value);
    else waiting = setTimeout(turn);
  };
  waiting = setTimeout(turn);
  return () => clearTimeout(waiting);
}
