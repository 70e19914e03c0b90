import './sealed';
import { examine } from '../core/analysis/examine';
import type { PastedNode } from '../core/analysis/pasted-types';
import { cutLong, PIECE } from './pieces';

/** Of the work, 0..1, from one message to the next. */
const STEP = 0.002;

addEventListener('message', ({ data }: MessageEvent<PastedNode>) => {
  const steps = examine(data);
  let step = steps.next();
  let told = -1;
  while (!step.done) {
    // A slice of work is short: not every one is worth a message.
    if (step.value >= told + STEP) postMessage({ progress: (told = step.value) });
    step = steps.next();
  }
  const long = cutLong(step.value);
  if (!long) return postMessage({ examined: step.value });
  postMessage({ cut: long.cut });
  for (const [list, items] of long.whole.entries()) {
    for (let from = 0; from < items.length; from += PIECE) {
      postMessage({ list, items: items.slice(from, from + PIECE) });
    }
  }
  return postMessage({ complete: true });
});
