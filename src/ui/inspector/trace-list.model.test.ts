import { expect, it } from 'vitest';
import { stepsOf } from '../rules/testing/steps-of';
import { listLegs } from './trace-list.model';

it('puts steps under their leg and namespace, in order', () => {
  const steps = [
    ...stepsOf('originate client\n transmit eth0', { netns: 'pod' }),
    ...stepsOf('receive veth\n transmit eth0', { netns: 'node1', hop: 1, index: 2 }),
    ...stepsOf('originate web', { netns: 'pod2', leg: 1, role: 'reply', index: 4 }),
  ];
  const printed = listLegs(steps).map(
    ({ role, hops }) =>
      `${role}: ${hops.map(({ netns, steps: own }) => `${netns} ${own.map(({ index }) => index).join()}`).join(' | ')}`,
  );
  expect(printed).toEqual(['request: pod 0,1 | node1 2,3', 'reply: pod2 4']);
  expect(listLegs([])).toEqual([]);
});
