import { expect, it } from 'vitest';
import { paletteScore } from './palette.model';

const LABELS = [
  'Search the rules',
  'Share',
  'Open the example “The lost source address”',
  'What grows with the number of Services',
  'Send client → web:80',
  '공유',
  '여러 패킷',
];

function best(typed: string): readonly string[] {
  return LABELS.filter((label) => paletteScore(label, typed) > 0).toSorted(
    (a, b) => paletteScore(b, typed) - paletteScore(a, typed),
  );
}

it.each([
  ['Share', ['Share']],
  ['s', ['Search the rules', 'Share', 'Send client → web:80']],
  ['grows', ['What grows with the number of Services']],
  ['web client', ['Send client → web:80']],
  ['source', ['Open the example “The lost source address”']],
  ['패킷', ['여러 패킷']],
  ['nobody', []],
])('%s finds first %o', (typed, wanted) => expect(best(typed).slice(0, wanted.length || 1)).toEqual(wanted));

it('everything is listed before something is typed', () => expect(best(' ')).toEqual(LABELS));

it('what has its name in another language is found by its id, behind what is called so', () => {
  expect(paletteScore('도달', 'Reach', 'reach')).toBeGreaterThan(0);
  expect(paletteScore('도달', 'Reach', 'reach')).toBeLessThan(
    paletteScore('Open “Who can reach it”', 'Reach', 'sheet who'),
  );
  expect(paletteScore('도달', 'cost', 'reach')).toBe(0);
});
