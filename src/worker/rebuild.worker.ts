import { cutLong, PIECE } from './pieces';
import { answerRebuild, type RebuildQuestion } from './rebuild-answers';

addEventListener('message', ({ data }: MessageEvent<RebuildQuestion>) => {
  const { id } = data;
  const steps = answerRebuild(data);
  let step = steps.next();
  while (!step.done) {
    postMessage({ id, progress: step.value });
    step = steps.next();
  }
  const long = cutLong(step.value);
  if (!long) return postMessage({ id, answer: step.value });
  postMessage({ id, cut: long.cut });
  for (const [list, items] of long.whole.entries()) {
    for (let from = 0; from < items.length; from += PIECE) {
      postMessage({ id, list, items: items.slice(from, from + PIECE) });
    }
  }
  return postMessage({ id, complete: true });
});
