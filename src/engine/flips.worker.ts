import './sealed';
import { derivePasted } from '../core/document/derive-pasted';
import { createDeriveWith } from '../core/document/derive-with';
import { whatFlips, type FlipQuestion } from '../core/document/why/what-flips';

/** Milliseconds between two messages while changes are being tried. */
const OFTEN = 100;

addEventListener('message', ({ data }: MessageEvent<FlipQuestion>) => {
  const steps = whatFlips(data, createDeriveWith(derivePasted));
  let said = 0;
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - said > OFTEN) {
      said = performance.now();
      postMessage({ flips: step.value, done: false });
    }
    step = steps.next();
  }
  postMessage({ flips: step.value, done: true });
});
