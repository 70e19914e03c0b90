import { examine } from '../core/analysis/examine';
import type { PastedNode } from '../core/analysis/pasted-types';

addEventListener('message', ({ data }: MessageEvent<PastedNode>) => {
  const steps = examine(data);
  let step = steps.next();
  while (!step.done) {
    postMessage({ progress: step.value });
    step = steps.next();
  }
  postMessage({ examined: step.value });
});
