import { expect, it } from 'vitest';
import type { Effect } from '../../core/questions/why/ending';
import type { Tried } from '../../core/questions/why/what-flips';
import { flipList } from './why.model';

const tried = (effect: Effect, id: string, ...sources: string[]): Tried => ({
  breaks: [],
  opens: [],
  change: { kind: 'mode', mode: 'ipvs' },
  says: { id: id as 'sim.routing.local' },
  effect,
  after: { ends: [], sources },
});

it('puts what flips first, keeps the order of size, and counts what changes nothing', () => {
  const found = [
    tried('ends', 'a'),
    tried('flips', 'b'),
    tried('odds', 'c'),
    tried('flips', 'd'),
    tried('source', 'e'),
  ];
  const list = flipList({ causes: [], before: { ends: [], sources: [] }, through: true, tried: 9, all: 9, found });
  expect(list.flips.map(({ says }) => says.id)).toEqual(['b', 'd']);
  expect(list.others.map(({ says }) => says.id)).toEqual(['c', 'e', 'a']);
  expect(list.without).toBe(4);
});

it('puts changes that keep the sender apart, where it was rewritten', () => {
  const found = [tried('source', 'other', '10.0.0.9'), tried('source', 'own', '10.0.0.1')];
  const flips = { causes: [], through: true, tried: 2, all: 2, found };
  const rewritten = flipList({ ...flips, before: { ends: [], sources: ['10.0.0.2'] } }, '10.0.0.1');
  expect(rewritten.keeps.map(({ says }) => says.id)).toEqual(['own']);
  expect(rewritten.others.map(({ says }) => says.id)).toEqual(['other']);
  expect(flipList({ ...flips, before: { ends: [], sources: ['10.0.0.1'] } }, '10.0.0.1').keeps).toEqual([]);
});
