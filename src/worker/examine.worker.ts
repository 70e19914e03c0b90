import { examine } from '../core/analysis/examine';
import type { PastedNode } from '../core/analysis/pasted-types';
import { cutLong, PIECE } from './pieces';

addEventListener('message', ({ data }: MessageEvent<PastedNode>) => {
  const steps = examine(data);
  let step = steps.next();
  while (!step.done) {
    postMessage({ progress: step.value });
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
