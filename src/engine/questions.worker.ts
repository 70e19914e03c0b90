import './sealed';
import { stepsOf } from './answers';
import type { Posted, Question, Questions } from './questions';

const post = (posted: Posted<Questions[keyof Questions]['answer']>): void => postMessage(posted);

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  answer(data).catch((error: unknown) => post({ failed: String(error) }));
});

async function answer(question: Question): Promise<void> {
  const steps = await stepsOf(question);
  let step = steps.next();
  while (!step.done) {
    post({ progress: step.value });
    step = steps.next();
  }
  post({ answer: step.value });
}
