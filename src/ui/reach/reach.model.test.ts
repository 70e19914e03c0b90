import { describe, expect, it } from 'vitest';
import type { FlowFate, FateEnd } from '../../core/questions/reach/fate';
import { END_MARKS, mergeCells } from './reach.model';

const fate = (end: FateEnd, odds = '1'): FlowFate => ({ ends: [{ end, odds }], to: [], sources: [] });

describe('a row of the matrix', () => {
  it('has neighbours that read alike as one cell, and no others', () => {
    const fates = [fate('kept'), fate('kept'), fate('lost'), fate('kept'), undefined, undefined];
    expect(mergeCells({ fates }).map(({ fate: told, column, span }) => [told?.ends[0]?.end, column, span])).toEqual([
      ['kept', 0, 2],
      ['lost', 2, 1],
      ['kept', 3, 1],
      [undefined, 4, 2],
    ]);
  });

  it('tells ends apart by a sign', () => {
    const signs = Object.values(END_MARKS).map(({ sign }) => sign);
    expect(new Set(signs).size).toBe(signs.length);
  });
});
