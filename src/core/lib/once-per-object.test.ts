import { expect, it } from 'vitest';
import { oncePerObject } from './once-per-object';

it('works an answer out once for each object', () => {
  const asked: string[] = [];
  const lengthOf = oncePerObject(({ name }: { readonly name: string }) => asked.push(name));
  const [first, alike] = [{ name: 'a' }, { name: 'a' }];
  expect([lengthOf(first), lengthOf(first), lengthOf(alike), lengthOf(first)]).toEqual([1, 1, 2, 1]);
  expect(asked).toEqual(['a', 'a']);
});

it('keeps an answer of zero, of nothing written and of no', () => {
  let count = 0;
  for (const answer of [0, '', false]) {
    const about = {};
    const ask = oncePerObject(() => (count++, answer));
    expect([ask(about), ask(about)]).toEqual([answer, answer]);
  }
  expect(count).toBe(3);
});
