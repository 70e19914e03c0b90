import { describe, expect, it } from 'vitest';
import type { FlowFate, FateEnd } from '../../core/questions/reach/fate';
import type { DeadEntry } from '../../core/questions/reach/dead';
import type { Caller } from '../../core/questions/reach/callers';
import type { MatrixColumn, MatrixRow } from '../../core/questions/reach/matrix';
import { END_MARKS, findLost, listDeadRows, mergeCells } from './reach.model';

const columns = (...kinds: Caller['kind'][]): MatrixColumn[] =>
  kinds.map((kind) => ({ callers: [{ kind } as Caller] }));

const fate = (end: FateEnd, odds = '1'): FlowFate => ({ ends: [{ end, odds }], to: [], sources: [] });

describe('a row of the matrix', () => {
  it('has neighbours that read alike as one cell, and no others', () => {
    const fates = [fate('kept'), fate('kept'), fate('lost'), fate('kept'), undefined, undefined];
    const selves = fates.map(() => undefined);
    expect(
      mergeCells({ fates, selves }, columns('pod', 'pod', 'pod', 'pod', 'outside', 'outside')).map(
        ({ fate: told, column, span }) => [told?.ends[0]?.end, column, span],
      ),
    ).toEqual([
      ['kept', 0, 2],
      ['lost', 2, 1],
      ['kept', 3, 1],
      [undefined, 4, 2],
    ]);
  });

  it('tells a kept source of a node, and a packet that is led back, from what reads otherwise', () => {
    const fates = [fate('kept'), fate('kept'), fate('kept'), fate('rewritten'), fate('rewritten')];
    const selves = [undefined, 'rewritten' as const, undefined, undefined, undefined];
    const cells = mergeCells({ fates, selves }, columns('pod', 'pod', 'node', 'node', 'outside'));
    expect(cells.map(({ self, column, span }) => [self, column, span])).toEqual([
      [undefined, 0, 1],
      ['rewritten', 1, 1],
      [undefined, 2, 1],
      [undefined, 3, 2],
    ]);
  });

  it('tells ends apart by a sign', () => {
    const signs = Object.values(END_MARKS).map(({ sign }) => sign);
    expect(new Set(signs).size).toBe(signs.length);
  });
});

describe('packets whose answer does not come back', () => {
  const row = (...ends: FateEnd[]): MatrixRow =>
    ({
      destinations: [{ id: ends.join(' ') }],
      fates: ends.map((end) => fate(end)),
      selves: [],
    }) as unknown as MatrixRow;

  it('are the first row that has one, by the sender whose answer is lost', () => {
    const all = columns('pod', 'node');
    const [kept, lost] = [row('kept', 'kept'), row('kept', 'lost')];
    expect(findLost({ rows: [kept, lost, row('lost', 'lost')], columns: all })).toEqual({ row: lost, column: all[1] });
    expect(findLost({ rows: [kept], columns: all })).toBeUndefined();
  });
});

describe('a list of dead rules', () => {
  const dead = (rule: string, why: DeadEntry['why'], otherwise = false): DeadEntry => ({
    rule,
    why,
    otherwise,
    by: [],
  });
  const entries = [
    dead('old 1', 'unreached'),
    dead('web 7', 'covered'),
    dead('old 2', 'unreached'),
    dead('lone 1', 'unreached'),
    dead('web 9', 'covered', true),
    dead('web 8', 'never'),
  ];
  const told = (...open: readonly string[]): readonly string[] =>
    listDeadRows(entries, new Set(open)).map((row) =>
      row.kind === 'rule' ? row.entry.rule : `${row.kind === 'group' ? row.why : row.chain}: ${row.count}`,
    );

  it('begins with rules that say otherwise, and folds those of a chain that nobody leads to', () => {
    const others = ['never: 1', 'web 8', 'again: 1', 'web 7'];
    const first = ['otherwise: 1', 'web 9', 'unreached: 3', 'old: 2'];
    expect(told()).toEqual([...first, 'lone 1', ...others]);
    expect(told('old')).toEqual([...first, 'old 1', 'old 2', 'lone 1', ...others]);
  });
});
