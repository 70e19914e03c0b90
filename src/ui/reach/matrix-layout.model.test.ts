import { describe, expect, it } from 'vitest';
import type { Caller } from '../../core/questions/reach/callers';
import type { FateEnd, FlowFate } from '../../core/questions/reach/fate';
import type { Matrix, MatrixColumn, MatrixRow } from '../../core/questions/reach/matrix';
import {
  cutBlocks,
  headRow,
  layOutMatrix,
  narrowMatrix,
  rankRow,
  readKey,
  shortNames,
  type MatrixBlock,
} from './matrix-layout.model';

const fate = (end: FateEnd): FlowFate => ({ ends: [{ end, odds: '1' }], to: [], sources: [] });

const columnsOf = (...kinds: Caller['kind'][]): MatrixColumn[] =>
  kinds.map((kind, at) => ({ callers: [{ id: `${kind} ${at}`, kind, name: `default/${kind}-${at}` } as Caller] }));

interface AskedFor {
  readonly kind?: string;
  readonly role?: string;
  readonly at?: string;
  readonly node?: string;
}

const rowOf = (
  name: string,
  ends: readonly (FateEnd | undefined)[],
  { kind = 'service', role = 'port', ...rest }: AskedFor = {},
): MatrixRow =>
  ({
    destinations: [{ id: name, name, kind, address: '10.0.0.1', asks: { role, protocol: 'tcp', port: 80 }, ...rest }],
    fates: ends.map((end) => end && fate(end)),
    selves: ends.map(() => undefined),
  }) as unknown as MatrixRow;

const namesOf = (rows: readonly MatrixRow[]): string[] => rows.map(({ destinations: [{ name }] }) => name);

describe('blocks of cells that read alike', () => {
  const draw = (blocks: readonly MatrixBlock[]): string[] =>
    blocks.map(({ row, column, rows, columns }) => `${row},${column} ${rows}x${columns}`);

  it('are rectangles that together are the table, each cell once', () => {
    const keys = ['aab', 'aab', 'abb', 'ccc'].map((line) => line.split(''));
    const blocks = cutBlocks(keys);
    const seen = new Map<string, number>();
    for (const { row, column, rows, columns } of blocks) {
      for (let r = row; r < row + rows; r++) {
        for (let c = column; c < column + columns; c++) {
          expect(keys[r]?.[c]).toBe(keys[row]?.[column]);
          seen.set(`${r} ${c}`, (seen.get(`${r} ${c}`) ?? 0) + 1);
        }
      }
    }
    expect([...seen.values()]).toEqual(Array.from({ length: 12 }, () => 1));
    expect(draw(blocks)).toEqual(['0,0 2x2', '0,2 3x1', '2,0 1x1', '2,1 1x1', '3,0 1x3']);
  });

  it('begin with the larger of two ways to grow', () => {
    expect(draw(cutBlocks(['aa', 'ab', 'ab'].map((line) => line.split(''))))).toEqual([
      '0,0 3x1',
      '0,1 1x1',
      '1,1 2x1',
    ]);
    expect(cutBlocks([])).toEqual([]);
  });
});

describe('what a cell reads', () => {
  it('is another thing of a node whose own address is seen, of a packet that is led back, and of nobody', () => {
    const row = rowOf('a', ['kept', undefined]);
    const keys = [
      readKey(row, 0, 'pod'),
      readKey(row, 0, 'node'),
      readKey({ ...row, selves: ['rewritten'] }, 0, 'pod'),
      readKey(row, 1, 'pod'),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(readKey(row, 0, 'outside')).toBe(keys[0]);
  });
});

describe('rows in their order', () => {
  const rows = [
    rowOf('answers', ['kept', 'no-route']),
    rowOf('other', ['refused', 'no-route'], { role: 'other' }),
    rowOf('lost', ['lost', 'kept']),
    rowOf('shut', ['refused', 'dropped']),
    rowOf('loopback', ['kept', undefined], { kind: 'node-port', at: 'loopback' }),
    rowOf('some', ['dropped', 'kept']),
    rowOf('answers too', ['kept', 'no-route']),
    rowOf('ping unknown', ['unknown', 'kept'], { role: 'ping' }),
  ];

  it('begin with what is strange, then who is let in and who is not, and end with what nobody names', () => {
    expect(rows.map(rankRow)).toEqual([3, 4, 0, 2, 4, 1, 3, 0]);
    const { rows: ordered } = layOutMatrix({ rows, columns: columnsOf('pod', 'outside') });
    expect(namesOf(ordered)).toEqual([
      'lost',
      'ping unknown',
      'some',
      'shut',
      'answers',
      'answers too',
      'other',
      'loopback',
    ]);
  });

  it('stand beside those that read alike', () => {
    const mixed = [rowOf('a', ['kept']), rowOf('b', ['rewritten']), rowOf('c', ['kept'])];
    const { rows: ordered, blocks } = layOutMatrix({ rows: mixed, columns: columnsOf('pod') });
    expect(namesOf(ordered)).toEqual(['a', 'c', 'b']);
    expect(blocks.map(({ rows: height }) => height)).toEqual([2, 1]);
  });

  it('fold behind the fourteenth what nobody names, and no block reaches over the fold', () => {
    const many = Array.from({ length: 15 }, (_, at) => rowOf(`w${at}`, ['kept'], at > 11 ? { role: 'ping' } : {}));
    const { shown, blocks } = layOutMatrix({ rows: many, columns: columnsOf('pod') });
    expect(shown).toBe(12);
    expect(blocks.map(({ row, rows: height }) => [row, height])).toEqual([
      [0, 12],
      [12, 3],
    ]);
    expect(layOutMatrix({ rows: many.slice(1), columns: columnsOf('pod') }).shown).toBe(14);
    const onlyPing = many.map((row) => ({ ...row, destinations: many[14]?.destinations ?? row.destinations }));
    expect(layOutMatrix({ rows: onlyPing, columns: columnsOf('pod') }).shown).toBe(15);
  });
});

it('a column alone has its own cells and the whole rows', () => {
  const matrix = { rows: [rowOf('a', ['kept', 'lost'])], columns: columnsOf('pod', 'node') } as unknown as Matrix;
  const narrow = narrowMatrix(matrix, 1);
  expect(narrow.columns).toEqual([matrix.columns[1]]);
  expect(narrow.rows[0]?.fates.map((each) => each?.ends[0]?.end)).toEqual(['lost']);
});

describe('the head of a row', () => {
  it('leaves a namespace out where no two names are alike without it', () => {
    const rows = [rowOf('default/web', ['kept']), rowOf('shop/db', ['kept']), rowOf('test/db', ['kept'])];
    const short = shortNames({ rows, columns: columnsOf('pod') });
    expect(['default/web', 'shop/db', 'test/db'].map(short)).toEqual(['web', 'shop/db', 'test/db']);
  });

  it('names three, and counts more', () => {
    const merge = (count: number): MatrixRow => {
      const all = Array.from({ length: count }, (_, at) => rowOf(`w${at}`, ['kept'], { kind: 'pod' }).destinations[0]);
      return { ...rowOf('', ['kept']), destinations: all as unknown as MatrixRow['destinations'] };
    };
    expect(headRow(merge(3), (name) => name)).toMatchObject({
      names: ['w0', 'w1', 'w2'],
      isCounted: false,
      way: 'pod',
    });
    expect(headRow(merge(4), (name) => name)).toMatchObject({ isCounted: true, kind: 'pod' });
  });

  it.each([
    [{ kind: 'node', at: 'device' }, 'node-device'],
    [{ kind: 'node', at: 'own' }, 'node'],
    [{ kind: 'node-port', node: 'n', at: 'own' }, 'node-port'],
    [{ kind: 'node-port', node: 'n', at: 'device' }, 'node-port-device'],
    [{ kind: 'node-port', node: 'n', at: 'loopback' }, 'node-port-loopback'],
    [{ kind: 'load-balancer' }, 'load-balancer'],
  ] as const)('says by which address it is asked: %o', (asked, way) => {
    expect(headRow(rowOf('a', ['kept'], asked), (name) => name).way).toBe(way);
  });
});
