import { expect, test } from 'vitest';
import { LazyMap } from './lazy-map';

test('a value is made when it is asked for, once', () => {
  const made: string[] = [];
  const map = new LazyMap(['a', 'b', 'c'], (key) => {
    made.push(key);
    return key.toUpperCase();
  });
  expect([map.size, map.has('b'), map.has('x'), [...map.keys()], made]).toEqual([3, true, false, ['a', 'b', 'c'], []]);
  expect([map.get('b'), map.get('b'), map.get('x'), made]).toEqual(['B', 'B', undefined, ['b']]);
  expect([...map.made]).toEqual([['b', 'B']]);
  expect([[...map], made]).toEqual([
    [
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
    ],
    ['b', 'a', 'c'],
  ]);
});
