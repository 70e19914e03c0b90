import { expect, it } from 'vitest';
import { formatStand, readStand } from './address';
import { UNTOUCHED, type SheetState } from './state';

const STOOD: SheetState = {
  knobs: { mode: 'ipvs', pods: 5, policy: 'Local' },
  draws: { again: 3 },
  many: ['f3'],
  answers: { q1: { tried: [], open: true }, q2: { tried: [], open: true } },
};

it('reads what was written', () => {
  expect(formatStand(STOOD)).toBe(';mode=ipvs;pods=5;policy=Local;~again=3;~many=f3;~open=q1,q2');
  expect(readStand(formatStand(STOOD))).toEqual(STOOD);
  expect(formatStand(UNTOUCHED)).toBe('');
  expect(readStand('')).toBeUndefined();
});

it('leaves out what is none, and never more than one can do', () => {
  expect(readStand(';mode=<script>;=3;pods=;~again=many;~open=;ready=2')).toEqual({
    ...UNTOUCHED,
    knobs: { ready: 2 },
  });
  expect(readStand(`;~again=${10 ** 9}`)?.draws.again).toBe(1000);
  expect(formatStand({ ...UNTOUCHED, knobs: { mode: 'a b;c' } })).toBe('');
  // A wrong answer is the reader's own.
  expect(formatStand({ ...UNTOUCHED, answers: { q1: { tried: ['x'], open: false } } })).toBe('');
});

it('a name that objects have is a name', () => {
  expect(Object.keys(readStand(';constructor=1;toString=2')?.knobs ?? {})).toEqual(['constructor', 'toString']);
});
