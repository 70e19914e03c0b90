import { describe, expect, it } from 'vitest';
import { edgePath, scrollBy, snapTo } from './ladder.model';

const box = (left: number, top: number, width = 100, height = 20) => ({ left, top, width, height });

describe('edgePath', () => {
  it('leaves on the right for the next column', () => {
    expect(edgePath(box(20, 100), box(160, 10, 100, 200))).toBe('M120 110C140 110 140 24 160 24');
  });

  it('goes round on the left inside a column', () => {
    expect(edgePath(box(20, 100), box(20, 140, 100, 60))).toBe('M20 110C6 110 6 154 20 154');
  });
});

describe('snapTo', () => {
  const columns = [20, 320, 620, 920];

  it.each([
    ['in sight', { start: 0, size: 700 }, { start: 320, size: 280 }, 0],
    [
      'past the right edge: the first column from which it is whole',
      { start: 0, size: 700 },
      { start: 620, size: 280 },
      300,
    ],
    ['far right', { start: 0, size: 700 }, { start: 920, size: 280 }, 600],
    ['past the left edge', { start: 600, size: 700 }, { start: 20, size: 280 }, 0],
    ['wider than the view', { start: 0, size: 200 }, { start: 320, size: 280 }, 300],
  ])('%s', (_name, view, item, to) => expect(snapTo(columns, view, item, 20)).toBe(to));
});

describe('scrollBy', () => {
  it.each([
    ['in sight', { start: 0, size: 100 }, { start: 30, size: 20 }, 0],
    ['before', { start: 50, size: 100 }, { start: 30, size: 20 }, -30],
    ['after', { start: 0, size: 100 }, { start: 150, size: 20 }, 80],
    ['bigger than the view: its start', { start: 0, size: 100 }, { start: 50, size: 300 }, 40],
  ])('%s', (_name, view, item, by) => expect(scrollBy(view, item, 10)).toBe(by));
});

it('goes over the columns between, not through their words', () => {
  const path = edgePath({ left: 0, top: 100, width: 200, height: 20 }, { left: 500, top: 40, width: 200, height: 90 });
  expect(path).toBe('M200 110Q207 110 207 104V10Q207 4 213 4H487Q493 4 493 10V48Q493 54 500 54');
});
