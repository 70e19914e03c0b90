import type { FateEnd } from '../../core/questions/reach/fate';
import type { MatrixBlock } from './matrix-layout.model';

/** A cell, counted from 0. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** How large a grid is, and the blocks that its cells form. */
interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly blocks: readonly MatrixBlock[];
}

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const within = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1));

/** The block a cell is of. */
function findBlock(blocks: readonly MatrixBlock[], { row, column }: GridPlace): MatrixBlock | undefined {
  return blocks.find(
    (each) =>
      row >= each.row && row < each.row + each.rows && column >= each.column && column < each.column + each.columns,
  );
}

/** Where a key leads from a cell: arrows to its neighbour, with shift out of its block, Home and End in its row; undefined: it is no key of a grid. */
export function moveInGrid(key: Key, at: GridPlace, { rows, columns, blocks }: GridSize): GridPlace | undefined {
  if (key.ctrlKey || key.metaKey || key.altKey) return undefined;
  if (key.key === 'Home') return { ...at, column: 0 };
  if (key.key === 'End') return { ...at, column: columns - 1 };
  const [down, right] = STEPS[key.key] ?? [0, 0];
  if (down === 0 && right === 0) return undefined;
  const block = key.shiftKey ? findBlock(blocks, at) : undefined;
  const { row, column, rows: height, columns: width } = block ?? { ...at, rows: 1, columns: 1 };
  const out = (step: number, own: number, [from, size]: readonly [number, number]): number =>
    step === 0 ? own : step > 0 ? from + size : from - 1;
  return {
    row: within(out(down, at.row, [row, height]), rows),
    column: within(out(right, at.column, [column, width]), columns),
  };
}

/** The letter that lights each end, behind `f`. */
const LETTERS: Readonly<Record<string, FateEnd>> = {
  k: 'kept',
  r: 'rewritten',
  l: 'lost',
  e: 'refused',
  d: 'dropped',
  n: 'no-route',
  v: 'leaves',
  c: 'loops',
  u: 'unknown',
};

/** The end a letter lights; undefined: none, or no packet here ends so. */
export function lightedBy(letter: string, present: readonly FateEnd[]): FateEnd | undefined {
  const end = LETTERS[letter];
  return end !== undefined && present.includes(end) ? end : undefined;
}
