import type { Caller } from '../../core/questions/reach/callers';
import type { Destination } from '../../core/questions/reach/destinations';
import type { FateEnd, FlowFate } from '../../core/questions/reach/fate';
import type { Matrix, MatrixRow } from '../../core/questions/reach/matrix';
import { groupBy } from '../../core/lib/groups';
import { columnKind } from './reach.model';

type Table = Pick<Matrix, 'rows' | 'columns'>;

/** A rectangle of cells that read alike; all counts are of cells, from 0. */
export interface MatrixBlock {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Rows from the one a block may begin at; `key`: what all of its cells read. */
interface Growing {
  readonly keys: readonly (readonly string[])[];
  readonly taken: ReadonlySet<string>;
}

const cellKey = (row: number, column: number): string => `${row} ${column}`;

/** How far cells read like the one at a place: down first and then to the side, or the other way. */
function grow({ keys, taken }: Growing, row: number, column: number, isWideFirst: boolean): MatrixBlock {
  const key = keys[row]?.[column];
  const isAlike = (r: number, c: number): boolean =>
    key !== undefined && keys[r]?.[c] === key && !taken.has(cellKey(r, c));
  const areAlike = (rows: number, columns: number): boolean => {
    for (let r = row; r < row + rows; r++) {
      for (let c = column; c < column + columns; c++) if (!isAlike(r, c)) return false;
    }
    return true;
  };
  let [rows, columns] = [1, 1];
  const widen = (): void => {
    while (areAlike(rows, columns + 1)) columns++;
  };
  if (isWideFirst) widen();
  while (areAlike(rows + 1, columns)) rows++;
  widen();
  return { row, column, rows, columns };
}

/** Cuts a table of keys into few rectangles of one key each, the larger first tried at each place; `keys`: by row and column. */
export function cutBlocks(keys: readonly (readonly string[])[]): readonly MatrixBlock[] {
  const taken = new Set<string>();
  const blocks: MatrixBlock[] = [];
  for (const [row, line] of keys.entries()) {
    for (const column of line.keys()) {
      if (taken.has(cellKey(row, column))) continue;
      const [wide, tall] = [true, false].map((first) => grow({ keys, taken }, row, column, first)) as [
        MatrixBlock,
        MatrixBlock,
      ];
      const block = tall.rows * tall.columns > wide.rows * wide.columns ? tall : wide;
      for (let r = row; r < row + block.rows; r++) {
        for (let c = column; c < column + block.columns; c++) taken.add(cellKey(r, c));
      }
      blocks.push(block);
    }
  }
  return blocks;
}

/** The key of what a cell reads: its ends with their odds, how a packet ends that is led back, whether a node is seen as itself; of one that nobody can mean, why. */
export function readKey(
  { fates, selves, destinations: [{ onlyFrom }] }: MatrixRow,
  at: number,
  by: Caller['kind'],
): string {
  const fate = fates[at];
  if (!fate) return `nobody ${onlyFrom ?? ''}`;
  return JSON.stringify([fate.ends, selves[at], by === 'node' && fate.ends.some(({ end }) => end === 'kept')]);
}

/** Ends that people lose days to, and what is not known. */
const STRANGE: ReadonlySet<FateEnd> = new Set(['lost', 'loops', 'unknown']);
const FAILS: ReadonlySet<FateEnd> = new Set(['dropped', 'refused']);

const hasEnd = ({ ends }: FlowFate, of: ReadonlySet<FateEnd>): boolean => ends.some(({ end }) => of.has(end));

/**
 * How much a row says, 0 the most: an answer is lost or not known; a named port lets some in and stops others; it stops all;
 * it answers; what no object names, and what a node alone can ask.
 */
export function rankRow({ destinations: [{ asks, at }], fates }: MatrixRow): 0 | 1 | 2 | 3 | 4 {
  const told = fates.filter((fate) => fate !== undefined);
  if (told.some((fate) => hasEnd(fate, STRANGE))) return 0;
  if (asks.role !== 'port' || at === 'loopback') return 4;
  const failing = told.filter((fate) => hasEnd(fate, FAILS)).length;
  if (failing === 0) return 3;
  return failing < told.length ? 1 : 2;
}

/** Rows by what they say, and within that those that read alike beside each other, in the order of the first of them. */
function orderRows({ rows, columns }: Table): readonly MatrixRow[] {
  const read = (row: MatrixRow): string => columns.map((column, at) => readKey(row, at, columnKind(column))).join('|');
  const ranked = rows.toSorted((a, b) => rankRow(a) - rankRow(b));
  return [...groupBy(ranked, (row) => `${rankRow(row)} ${read(row)}`).values()].flat();
}

/** More rows than these are folded: what no object names stands behind a button. */
const MOST_ROWS = 14;

/** A matrix as it is drawn: the rows in their order, the first `shown` of which are always seen, and its blocks. */
export interface MatrixLayout {
  readonly rows: readonly MatrixRow[];
  readonly shown: number;
  /** None of them reaches over the fold. */
  readonly blocks: readonly MatrixBlock[];
}

/** Orders, folds and cuts a matrix. A row whose answers are strange is never behind the fold, nor is the only one. */
export function layOutMatrix(table: Table): MatrixLayout {
  const rows = orderRows(table);
  const telling = rows.filter((row) => rankRow(row) < 4).length;
  const shown = rows.length > MOST_ROWS && telling > 0 ? telling : rows.length;
  const keys = rows.map((row) => table.columns.map((column, at) => readKey(row, at, columnKind(column))));
  const behind = cutBlocks(keys.slice(shown)).map((block) => ({ ...block, row: block.row + shown }));
  return { rows, shown, blocks: [...cutBlocks(keys.slice(0, shown)), ...behind] };
}

/** One column of a matrix, for a screen that has room for no more. */
export const narrowMatrix = (matrix: Matrix, at: number): Matrix => ({
  ...matrix,
  columns: matrix.columns.slice(at, at + 1),
  rows: matrix.rows.map((row) => ({
    ...row,
    fates: row.fates.slice(at, at + 1),
    selves: row.selves.slice(at, at + 1),
  })),
});

/** Names without their namespace, where no two of a matrix are alike then. */
export function shortNames({ rows, columns }: Table): (name: string) => string {
  const bare = (name: string): string => name.replace(/^.*\//, '');
  const all = new Set([
    ...rows.flatMap(({ destinations }) => destinations.map(({ name }) => name)),
    ...columns.flatMap(({ callers }) => callers.flatMap(({ kind, name }) => (kind === 'pod' ? [name] : []))),
  ]);
  const counted = groupBy([...all], bare);
  return (name) => ((counted.get(bare(name))?.length ?? 0) > 1 ? name : bare(name));
}

/** A row's head: names, or of how many of a kind; and by which address of which node. */
export interface RowHead {
  readonly names: readonly string[];
  /** Names are counted: there are more than stand in a line. */
  readonly isCounted: boolean;
  readonly kind: 'service' | 'pod' | 'node';
  readonly way: Destination['kind'] | 'node-port-device' | 'node-port-devices' | 'node-port-loopback' | 'node-device';
  readonly node: string;
  readonly address: string;
}

/** So many names stand in a line. */
const MOST_NAMES = 3;

/** The head of a row as data; `short`: names as they are shown. */
export function headRow({ destinations }: MatrixRow, short: (name: string) => string): RowHead {
  const [{ kind, at, address }] = destinations;
  const names = [...new Set(destinations.map(({ name }) => short(name)))];
  const nodes = [...new Set(destinations.flatMap(({ node }) => node ?? []))];
  const isOneAddress = destinations.every((each) => each.address === address);
  return {
    names,
    isCounted: names.length > MOST_NAMES,
    kind: kind === 'pod' || kind === 'node' ? kind : 'service',
    way: chooseWay(kind, at, isOneAddress),
    node: nodes.length > MOST_NAMES ? `${nodes.slice(0, MOST_NAMES).join(', ')}, …` : nodes.join(', '),
    address: isOneAddress
      ? address
      : [...new Set(destinations.map((each) => each.address))].slice(0, MOST_NAMES).join(', '),
  };
}

function chooseWay(kind: Destination['kind'], at: Destination['at'], isOneAddress: boolean): RowHead['way'] {
  if (kind === 'node') return at === 'device' ? 'node-device' : 'node';
  if (kind !== 'node-port' || at === undefined || at === 'own') return kind;
  if (at === 'loopback') return 'node-port-loopback';
  return isOneAddress ? 'node-port-device' : 'node-port-devices';
}
