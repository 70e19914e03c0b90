import { answerRebuild, type RebuildQuestion } from './rebuild-answers';

addEventListener('message', ({ data }: MessageEvent<RebuildQuestion>) => {
  const steps = answerRebuild(data);
  let step = steps.next();
  while (!step.done) {
    postMessage({ id: data.id, progress: step.value });
    step = steps.next();
  }
  postMessage({ id: data.id, answer: step.value });
});
