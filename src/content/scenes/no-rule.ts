import { requestBench } from './bench';
import { scene } from './scene';

/** No rule for the host: the controller answers by itself. */
export const NO_RULE = scene({
  id: 'no-rule',
  lesson: 'from-outside',
  example: requestBench({ host: 'blog.example' }),
  moment: 'answers',
  question: 'ends',
});
