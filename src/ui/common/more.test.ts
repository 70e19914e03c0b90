import { expect, it } from 'vitest';
import { moreOf } from './more.model';

it.each([
  [0, 100, ''],
  [0, 104, ''],
  [0, 160, 'below'],
  [30, 160, 'above below'],
  [60, 160, 'above'],
])('tells where a place goes on: from %i of it, %i high', (scrollTop, scrollHeight, told) => {
  expect(moreOf({ scrollTop, clientHeight: 100, scrollHeight })).toBe(told);
});
