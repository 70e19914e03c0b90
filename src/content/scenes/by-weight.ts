import { gatewayBench } from './bench';
import { scene } from './scene';

/** A Gateway's Pod shares requests between two Services by the weights of an HTTPRoute. */
export const BY_WEIGHT = scene({
  id: 'by-weight',
  lesson: 'from-outside',
  further: true,
  example: gatewayBench({ web: 9, canary: 1 }),
  moment: 'chosen',
  question: 'chance',
});
