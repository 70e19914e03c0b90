import { requestBench } from './bench';
import { scene } from './scene';

/** A controller reads the request, and asks a Pod past the Service. */
export const BY_PATH = scene({
  id: 'by-path',
  lesson: 'from-outside',
  example: requestBench({ path: '/cart/7' }),
  moment: 'chosen',
  question: 'source-seen',
});
