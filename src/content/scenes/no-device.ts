import { DEFAULT_EXAMPLE } from '../examples/default';
import { scene } from './scene';

/** An address on no device: what a first visitor is told. */
export const NO_DEVICE = scene({
  id: 'no-device',
  lesson: 'what-a-service-is',
  example: DEFAULT_EXAMPLE,
  moment: 'rewritten',
  question: 'destination',
});
