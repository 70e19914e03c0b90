import { describe, expect, it } from 'vitest';
import { cutLong, PIECE, eachPiece } from './desk';

const numbers = (count: number, from = 0): { readonly n: number }[] =>
  Array.from({ length: count }, (_, at) => ({ n: from + at }));

describe('a long answer', () => {
  it('is cut where its lists are long, wherever they stand', () => {
    const answer = { a: numbers(PIECE + 1), b: [{ c: numbers(PIECE * 3, 9000), d: 'd' }], e: numbers(3) };
    const long = cutLong(answer);
    expect(long?.cut.pieces).toEqual({ a: [], b: [{ c: [], d: 'd' }], e: answer.e });
    expect(long?.whole).toEqual([answer.a, answer.b[0]?.c]);
    expect(answer.a).toHaveLength(PIECE + 1);
  });

  it.each([
    ['nothing is long', { a: numbers(PIECE), b: new Uint32Array(PIECE * 2) }],
    [
      'lists share their items',
      {
        a: numbers(PIECE + 1),
        get b() {
          return [...this.a];
        },
      },
    ],
  ])('stays whole when %s', (_, answer) => {
    expect(cutLong(answer)).toBeUndefined();
  });
});

describe('the pieces of a list', () => {
  it('are the list again, and fewer items the more each is made of', () => {
    const small = numbers(PIECE * 2 + 5);
    expect([...eachPiece(small)].flat()).toEqual(small);
    const large = small.map((n) => ({ n, of: numbers(20) }));
    expect([...eachPiece(large)].length).toBeGreaterThan([...eachPiece(small)].length);
  });
});
