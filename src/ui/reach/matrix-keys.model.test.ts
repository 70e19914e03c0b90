import { describe, expect, it } from 'vitest';
import { lightedBy, moveInGrid, type GridPlace } from './matrix-keys.model';

/** Two rows of three cells; the first two of each are one block. */
const SIZE = {
  rows: 2,
  columns: 3,
  blocks: [
    { row: 0, column: 0, rows: 2, columns: 2 },
    { row: 0, column: 2, rows: 1, columns: 1 },
    { row: 1, column: 2, rows: 1, columns: 1 },
  ],
};

const press = (key: string, at: readonly [number, number], modifiers = {}): GridPlace | undefined =>
  moveInGrid(
    { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers },
    { row: at[0], column: at[1] },
    SIZE,
  );

describe('keys in the matrix', () => {
  it.each([
    ['ArrowRight', [0, 0], [0, 1]],
    ['ArrowDown', [0, 2], [1, 2]],
    ['ArrowLeft', [1, 0], [1, 0]],
    ['ArrowUp', [0, 1], [0, 1]],
    ['Home', [1, 2], [1, 0]],
    ['End', [0, 0], [0, 2]],
  ] as const)('%s leads from %j to %j', (key, from, [row, column]) => {
    expect(press(key, from)).toEqual({ row, column });
  });

  it('with shift arrows lead out of a block', () => {
    expect(press('ArrowRight', [1, 0], { shiftKey: true })).toEqual({ row: 1, column: 2 });
    expect(press('ArrowDown', [0, 0], { shiftKey: true })).toEqual({ row: 1, column: 0 });
  });

  it('of others, and of those with Control, nothing is made', () => {
    expect(press('x', [0, 0])).toBeUndefined();
    expect(press('ArrowRight', [0, 0], { ctrlKey: true })).toBeUndefined();
  });

  it('a letter lights an end that a packet has', () => {
    expect(lightedBy('l', ['kept', 'lost'])).toBe('lost');
    expect(lightedBy('d', ['kept', 'lost'])).toBeUndefined();
    expect(lightedBy('z', ['kept'])).toBeUndefined();
  });
});
