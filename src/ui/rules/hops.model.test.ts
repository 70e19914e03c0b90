import { expect, it } from 'vitest';
import { nodesByPassage, listPassages } from './ladder.model';
import { stepsOf } from './testing/steps-of';

const steps = [
  ...stepsOf('originate client\n transmit eth0', { netns: 'pod' }),
  ...stepsOf('receive veth\n transmit eth0', { netns: 'node1', hop: 1, index: 2 }),
  ...stepsOf('receive eth0\n transmit eth0', { netns: 'node2', hop: 2, index: 4 }),
  ...stepsOf('receive eth0\n transmit veth', { netns: 'node1', hop: 3, index: 6 }),
  ...stepsOf('receive eth0\n transmit veth', { netns: 'node1', leg: 1, role: 'reply', hop: 1, index: 8 }),
];

it.each([
  ['node1', ['2 request 1', '6 request 2', '8 reply 0']],
  ['node2', ['4 request 0']],
  ['node9', []],
  [undefined, []],
])('passages through %s', (netns, printed) => {
  expect(listPassages(steps, netns).map(({ first, role, turn }) => `${first} ${role} ${turn}`)).toEqual(printed);
});

it('orders nodes by the way of the packet', () => {
  const nodes = ['node9', 'node2', 'node1'].map((id) => ({ id }));
  expect(nodesByPassage(nodes, steps).map(({ id }) => id)).toEqual(['node1', 'node2', 'node9']);
});
