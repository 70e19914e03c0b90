import { describe, expect, test } from 'vitest';
import { DIAL_TIMEOUTS, forgetStale, newBalancer, next, setEndpoints, type Balancer } from './sync-proxy-rules';

const LIST = ['a', 'b', 'c'];

/** Asks for clients one after another: `x@0` is client x at second 0, `x!@0` after a failed connection. */
function run(start: Balancer, asking: string): { chosen: string; balancer: Balancer } {
  let balancer = start;
  const chosen = asking.split(' ').map((each) => {
    const [, client = '', failed, second] = /^(\w)(!?)@(\d+)$/.exec(each) ?? [];
    const choice = next(balancer, { client, now: Number(second) * 1000, reset: failed === '!' });
    balancer = choice?.balancer ?? balancer;
    return choice?.endpoint ?? '-';
  });
  return { chosen: chosen.join(''), balancer };
}

/** Endpoints in the order that was drawn, as 1, 2, 3. */
function inTurns(balancer: Balancer, asking: string): string {
  return run(balancer, asking).chosen.replaceAll(/[abc]/g, (name) => String(balancer.endpoints.indexOf(name) + 1));
}

describe('without affinity', () => {
  const balancer = setEndpoints(newBalancer(), LIST, 7);

  test.each([
    ['x@0 x@0 x@0 x@0', '1231'],
    ['x@0 y@0 z@0 y@9', '1231'],
    ['x@0 x!@0', '12'],
  ])('%s: %s, all clients in one row', (asking, turns) => {
    expect(inTurns(balancer, asking)).toBe(turns);
  });

  test('nobody is there', () => {
    expect(run(newBalancer(), 'x@0').chosen).toBe('-');
  });
});

describe('with affinity of 10 seconds', () => {
  const balancer = setEndpoints(newBalancer(10), LIST, 7);

  test.each([
    ['a client stays', 'x@0 y@0 x@1', '121'],
    ['each use begins the time anew', 'x@0 x@9 x@18', '111'],
    ['after the time it is whoever is next', 'x@0 x@10', '12'],
    ['a failed connection breaks it, and the next one counts', 'x@0 x!@1 x@2', '122'],
  ])('%s: %s', (_what, asking, turns) => {
    expect(inTurns(balancer, asking)).toBe(turns);
  });

  test('a sync forgets clients whose time is over', () => {
    const { balancer: later } = run(balancer, 'x@0 y@5');
    expect([...forgetStale(later, 10_000).affinity.keys()]).toEqual(['y']);
    expect(forgetStale(later, 9000)).toBe(later);
  });
});

describe('another list of endpoints', () => {
  const { balancer } = run(setEndpoints(newBalancer(10), LIST, 7), 'x@0 y@0');
  const [first = '', second = '', third = ''] = balancer.endpoints;

  test('the same in another order changes nothing', () => {
    expect(setEndpoints(balancer, LIST.toReversed(), 8)).toBe(balancer);
  });

  test('begins from the first, and forgets the clients of what came or went', () => {
    const changed = setEndpoints(balancer, [second, third, 'd'], 8);
    expect(changed.endpoints.toSorted()).toEqual([second, third, 'd'].toSorted());
    expect(changed.index).toBe(0);
    expect([...changed.affinity].map(([client, { endpoint }]) => [client, endpoint])).toEqual([['y', second]]);
    expect(first).not.toBe(second);
  });

  test('seeds give different orders, one seed always the same', () => {
    const orders = [1, 2, 3, 4, 5, 6].map((seed) => setEndpoints(newBalancer(), LIST, seed).endpoints.join(''));
    expect(new Set(orders).size).toBeGreaterThan(2);
    expect(setEndpoints(newBalancer(), LIST, 1).endpoints.join('')).toBe(orders[0]);
  });
});

test('a connection is tried four times, 3750 ms in all', () => {
  expect(DIAL_TIMEOUTS.reduce((sum, time) => sum + time, 0)).toBe(3750);
  expect(DIAL_TIMEOUTS).toHaveLength(4);
});
