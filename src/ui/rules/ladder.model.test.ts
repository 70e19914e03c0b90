import { expect, it } from 'vitest';
import type { Rung } from '../../core/linux/xtables/ladder';
import { drawnOdds, rungSum, getShare } from './ladder.model';

const RUNG: Rung = { index: 1, target: 'X', conditional: '1/2', left: '2/3', resulting: '1/3', kernel: 1 / 3 };

it('writes the sum that gives the odds of a rung', () => {
  expect(rungSum(RUNG)).toBe('2/3 · 1/2 = 1/3');
  expect(rungSum({ ...RUNG, left: '1', conditional: '1/3' })).toBe('1/3');
  expect(rungSum({ ...RUNG, left: '1/3', conditional: '1' })).toBe('1/3');
});

it('says what is drawn where it is not what is meant', () => {
  expect(drawnOdds(RUNG)).toBeUndefined();
  expect(drawnOdds({ ...RUNG, kernel: 0.33333 })).toBe('0.33333');
});

it('gives the width of a bar', () => expect(getShare('1/4')).toBe(0.25));
