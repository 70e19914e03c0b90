import { describe, expect, test } from 'vitest';
import type { ProxyMemory } from '../linux/state';
import { DIAL_TIMEOUTS, takeTurn } from './proxy-turns';

const LIST = ['a', 'b', 'c'];

interface Asked {
  readonly endpoints?: readonly string[];
  readonly affinitySeconds?: number;
  readonly isHashed?: boolean;
  /** Whom chance takes where nobody can know. */
  readonly drawn?: number;
}

const noMemory = (): ProxyMemory => ({ affinity: new Map() });

/** Asks for clients one after another: `x@0` is client x at second 0, `x!@0` after a failed connection; a draw is `?`. */
function run(asking: string, asked: Asked = {}, memory = noMemory()): string {
  const { endpoints = LIST, drawn = 0, ...rest } = asked;
  const chosen = asking.split(' ').map((each) => {
    const [, client = '', failed, second] = /^(\w)(!?)@(\d+)$/.exec(each) ?? [];
    let mark = '';
    const draw = (): number => {
      mark = '?';
      return drawn;
    };
    const now = Number(second) * 1000;
    const turn = takeTurn(memory, { ...rest, endpoints, client, now, reset: failed === '!', draw });
    return (turn?.endpoint ?? '-') + mark;
  });
  return chosen.join('');
}

describe('without affinity', () => {
  test.each([
    ['x@0 x@0 x@0 x@0', 'a?bca'],
    ['x@0 y@0 z@0 y@9', 'a?bca'],
    ['x@0 x!@0', 'a?b'],
  ])('%s: %s, all clients in one row', (asking, turns) => {
    expect(run(asking)).toBe(turns);
  });

  test('the first is drawn, the others follow from it', () => {
    expect(run('x@0 x@0 x@0', { drawn: 2 })).toBe('c?ab');
  });

  test('of one nothing is drawn, and of those that do not take turns each', () => {
    expect([run('x@0 x@0', { endpoints: ['a'] }), run('x@0 x@0', { isHashed: true })]).toEqual(['aa', 'a?a?']);
  });

  test('nobody is there', () => {
    expect(run('x@0', { endpoints: [] })).toBe('-');
  });
});

describe('with affinity of 10 seconds', () => {
  test.each([
    ['a client stays', 'x@0 y@0 x@1', 'a?ba'],
    ['each use begins the time anew', 'x@0 x@9 x@18', 'a?aa'],
    ['after the time it is whoever is next', 'x@0 x@10', 'a?b'],
    ['a failed connection breaks it, and the next one counts', 'x@0 x!@1 x@2', 'a?bb'],
  ])('%s: %s', (_what, asking, turns) => {
    expect(run(asking, { affinitySeconds: 10 })).toBe(turns);
  });
});

describe('another list of endpoints', () => {
  const asked = { affinitySeconds: 10 };

  test('the same in another order changes nothing', () => {
    const memory = noMemory();
    run('x@0', asked, memory);
    expect(run('x@0 y@0 z@0', { ...asked, endpoints: LIST.toReversed() }, memory)).toBe('abc');
  });

  test('nobody knows whose turn it is, and the clients of what went are forgotten', () => {
    const memory = noMemory();
    run('x@0 y@0', asked, memory);
    expect(run('x@1 y@1', { ...asked, endpoints: ['b', 'c', 'd'], drawn: 1 }, memory)).toBe('c?b');
  });
});

test('a connection is tried four times, 3750 ms in all', () => {
  expect(DIAL_TIMEOUTS.reduce((sum, time) => sum + time, 0)).toBe(3750);
  expect(DIAL_TIMEOUTS).toHaveLength(4);
});
