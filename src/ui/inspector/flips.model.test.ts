import { expect, it } from 'vitest';
import type { Effect } from '../../core/document/why/ending';
import type { Tried } from '../../core/document/why/what-flips';
import { flipList } from './flips.model';

const tried = (effect: Effect, id: string): Tried => ({
  change: { kind: 'mode', mode: 'ipvs' },
  says: { id },
  effect,
  after: { ends: [], sources: [] },
});

it('puts what flips first, keeps the order of size, and counts what changes nothing', () => {
  const found = [
    tried('ends', 'a'),
    tried('flips', 'b'),
    tried('odds', 'c'),
    tried('flips', 'd'),
    tried('source', 'e'),
  ];
  const list = flipList({ before: { ends: [], sources: [] }, through: true, tried: 9, all: 9, found });
  expect(list.flips.map(({ says }) => says.id)).toEqual(['b', 'd']);
  expect(list.others.map(({ says }) => says.id)).toEqual(['c', 'e', 'a']);
  expect(list.without).toBe(4);
});
