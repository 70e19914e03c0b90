import { DOCKER_FORWARD_DROP } from '../examples/docker-forward-drop';
import { scene } from './scene';

/** Docker set FORWARD to DROP. */
export const DOCKER_BESIDE = scene({
  id: 'docker-beside',
  lesson: 'real-nodes',
  example: DOCKER_FORWARD_DROP,

  moment: 'dropped',
  question: 'ends',
});
