import { describe, expect, it } from 'vitest';
import { edgePath, scrollBy } from './edges.model';

const box = (left: number, top: number, width = 100, height = 20) => ({ left, top, width, height });

describe('edgePath', () => {
  it('leaves on the right for the next column', () => {
    expect(edgePath(box(20, 100), box(160, 10, 100, 200))).toBe('M120 110C140 110 140 24 160 24');
  });

  it('goes round on the left inside a column', () => {
    expect(edgePath(box(20, 100), box(20, 140, 100, 60))).toBe('M20 110C6 110 6 154 20 154');
  });
});

describe('scrollBy', () => {
  it.each([
    ['in sight', { start: 0, size: 100 }, { start: 30, size: 20 }, 0],
    ['before', { start: 50, size: 100 }, { start: 30, size: 20 }, -30],
    ['after', { start: 0, size: 100 }, { start: 150, size: 20 }, 80],
    ['bigger than the view: its start', { start: 0, size: 100 }, { start: 50, size: 300 }, 40],
  ])('%s', (_name, view, item, by) => expect(scrollBy(view, item, 10)).toBe(by));
});
