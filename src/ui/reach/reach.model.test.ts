import { describe, expect, it } from 'vitest';
import type { FlowFate, FateEnd } from '../../core/questions/reach/fate';
import type { DeadEntry } from '../../core/questions/reach/dead';
import type { Caller } from '../../core/questions/reach/callers';
import type { MatrixColumn, MatrixRow } from '../../core/questions/reach/matrix';
import { END_MARKS, findLost, isAmongSenders, listDeadRows, mergeCells, openCell } from './reach.model';

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

it.each([
  ['pod', 'pod/a', true],
  ['node', 'node1', false],
  ['node-port', 'pod/a', false],
] as const)('who is asked as %s at %s stands among the senders: %s', (kind, netns, isAmong) => {
  const rows = [{ destinations: [{ kind, netns }] } as unknown as MatrixRow];
  expect(isAmongSenders({ rows, columns: [{ callers: [{ kind: 'pod', netns: 'pod/a' } as Caller] }] })).toBe(isAmong);
});

describe('packets whose answer does not come back', () => {
  const row = (...ends: FateEnd[]): MatrixRow =>
    ({
      destinations: [{ id: ends.join(' ') }],
      fates: ends.map((end) => fate(end)),
      selves: [],
    }) as unknown as MatrixRow;

  it('are every cell that has some, by its row and the first of its columns', () => {
    const all = columns('pod', 'node');
    const [kept, lost, both] = [row('kept', 'kept'), row('kept', 'lost'), row('lost', 'lost')];
    const found = findLost({ rows: [kept, lost, both], columns: all });
    expect(found.map((each) => [each.row, each.cell.column, each.cell.span])).toEqual([
      [lost, 1, 1],
      [both, 0, 2],
    ]);
    expect(findLost({ rows: [kept], columns: all })).toEqual([]);
  });
});

describe('a cell that is opened', () => {
  const to = (kind: string, name: string, port = 25): object => ({
    kind,
    name,
    netns: '',
    asks: { role: 'port', port },
  });
  const made = (ends: readonly FateEnd[], ...destinations: readonly object[]): MatrixRow =>
    ({ destinations, fates: ends.map((end) => fate(end)), selves: [] }) as unknown as MatrixRow;
  const three = [
    { callers: [{ name: 'a' }, { name: 'b' }] },
    { callers: [{ name: 'c' }] },
  ] as unknown as MatrixColumn[];
  const shut = made(['dropped', 'dropped'], to('load-balancer', 'mail'), to('load-balancer', 'news'));
  const port = made(['rewritten', 'dropped'], to('node-port', 'mail'));
  const rows = [shut, port, made(['kept', 'kept'], to('node-port', 'news')), made(['kept', 'kept'], to('pod', 'mail'))];
  const table = { rows, columns: three };

  it('is an example of so many senders and receivers, and names other ways to the same Service', () => {
    const [cell] = mergeCells(shut, three);
    const opened = cell && openCell(table, shut, cell);
    expect(opened).toMatchObject({ caller: { name: 'a' }, destination: { name: 'mail' }, senders: 3, receivers: 2 });
    expect(opened?.otherWays).toEqual([port.destinations[0]]);
  });

  it('that is answered names none', () => {
    const [cell] = mergeCells(port, three);
    expect(cell && openCell(table, port, cell)).toMatchObject({ senders: 2, receivers: 1, otherWays: [] });
  });
});

describe('a list of dead rules', () => {
  const dead = (rule: string, why: DeadEntry['why'], otherwise = false): DeadEntry => ({
    rule,
    why,
    otherwise,
    stops: false,
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
    listDeadRows({ dead: entries, unsure: [] }, new Set(open)).map((row) =>
      'entry' in row ? row.entry.rule : `${row.kind === 'group' ? row.why : row.chain}: ${row.count}`,
    );

  it('begins with rules that say otherwise, and folds those of a chain that nobody leads to', () => {
    const others = ['never: 1', 'web 8', 'again: 1', 'web 7'];
    const first = ['otherwise: 1', 'web 9', 'unreached: 3', 'old: 2'];
    expect(told()).toEqual([...first, 'lone 1', ...others]);
    expect(told('old')).toEqual([...first, 'old 1', 'old 2', 'lone 1', ...others]);
  });

  it('ends with rules of which it cannot be told, apart from those that decide nothing', () => {
    const rows = listDeadRows({ dead: [], unsure: [{ rule: 'in 4', sets: ['guests'] }] }, new Set());
    expect(rows.map((row) => ('entry' in row ? row.entry.rule : row.kind === 'group' ? row.why : ''))).toEqual([
      'unsure',
      'in 4',
    ]);
  });
});
