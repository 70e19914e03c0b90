import { expect, it } from 'vitest';
import type { Route } from '../../core/linux/routing/fib';
import { cidr } from '../../core/net/ip';
import { stepsOf } from '../rules/testing/steps-of';
import { routeText } from '../../core/linux/routing/route-text';
import { routeTables, routingAt } from './route.model';

const route = (dst: string, more: Partial<Route> = {}): Route => ({
  table: 'main',
  type: 'unicast',
  dst: cidr(dst),
  ...more,
});

it('orders tables as they are asked and marks the route that was chosen', () => {
  const chosen = route('10.244.2.0/24', { dev: 'eth0' });
  const tables = routeTables(
    [
      route('0.0.0.0/0', { table: 'default', dev: 'eth9' }),
      route('0.0.0.0/0', { dev: 'eth0' }),
      route('10.244.2.0/24', { dev: 'eth0' }),
      route('10.244.2.0/24', { table: '100', dev: 'eth0' }),
      route('::1/128', { table: 'local', type: 'local', dev: 'lo' }),
      route('127.0.0.1/32', { table: 'local', type: 'local', dev: 'lo' }),
    ],
    chosen,
  );
  const printed = tables.map(
    ({ table, routes }) =>
      `${table}: ${routes.map((each) => routeText(each.route) + (each.chosen ? ' *' : '')).join(' | ')}`,
  );
  expect(printed).toEqual([
    'local: local 127.0.0.1 dev lo | local ::1 dev lo',
    '100: 10.244.2.0/24 dev eth0',
    'main: 10.244.2.0/24 dev eth0 * | default dev eth0',
    'default: default dev eth9',
  ]);
});

it.each([
  [0, undefined],
  [2, 2],
  [3, 2],
  [5, 5],
])('finds the decision at %i', (playhead, index) => {
  const steps = [
    ...stepsOf('receive a\n hook PREROUTING\n routing forward eth0\n transmit eth0'),
    ...stepsOf('receive a\n routing local', { hop: 1, index: 4 }),
    ...stepsOf('receive a\n routing local', { hop: 2, index: 6, netns: 'node2' }),
  ];
  expect(routingAt(steps, playhead, 'node1')?.index).toBe(index);
});
