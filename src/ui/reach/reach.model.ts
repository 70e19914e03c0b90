import type { FlowFate, FateEnd } from '../../core/questions/reach/fate';
import type { Caller } from '../../core/questions/reach/callers';
import type { MatrixColumn, MatrixRow } from '../../core/questions/reach/matrix';
import type { ModeRelease } from '../../core/questions/reach/statement';
import type { Tone } from '../common/theme/verdicts';

/** A mode and a release, and how both are called: `nftables 1.35`. */
export interface LabelledSide extends ModeRelease {
  readonly label: string;
}

/** How the two sides are called. */
export interface SideWords {
  readonly sides: readonly [string, string];
}

/** How an end is shown: a sign beside its word, and a colour. Never the colour alone. */
export interface EndMark {
  readonly sign: string;
  readonly tone: Tone;
}

/** One sign an end. */
export const END_MARKS: Readonly<Record<FateEnd, EndMark>> = {
  kept: { sign: '✓', tone: 'ok' },
  rewritten: { sign: '⇠', tone: 'nat' },
  lost: { sign: '↯', tone: 'rej' },
  refused: { sign: '⟲', tone: 'rej' },
  dropped: { sign: '✕', tone: 'drop' },
  'no-route': { sign: '⊣', tone: 'quiet' },
  leaves: { sign: '→', tone: 'quiet' },
  loops: { sign: '↻', tone: 'drop' },
  unknown: { sign: '?', tone: 'unknown' },
};

/** Neighbours of a row that read alike, as one cell. */
export interface MergedCell {
  readonly fate: FlowFate | undefined;
  /** How packets end that are led back to their senders, where that is otherwise. */
  readonly self: FateEnd | undefined;
  /** The first of its columns, 0-based, and how many. */
  readonly column: number;
  readonly span: number;
}

/** The kind of a column's callers. */
export const columnKind = ({ callers }: MatrixColumn): Caller['kind'] => callers[0].kind;

/** A row's cells, neighbours that read alike as one: a kept source reads otherwise of a node. */
export function mergeCells(
  { fates, selves }: Pick<MatrixRow, 'fates' | 'selves'>,
  columns: readonly MatrixColumn[],
): readonly MergedCell[] {
  const isNode = columns.map((column) => columnKind(column) === 'node');
  const textOf = (fate: FlowFate | undefined, at: number): string =>
    JSON.stringify([fate?.ends ?? null, selves[at], fate?.ends.some(({ end }) => end === 'kept') && isNode[at]]);
  const cells: MergedCell[] = [];
  for (const [column, fate] of fates.entries()) {
    const last = cells.at(-1);
    if (last && textOf(last.fate, last.column) === textOf(fate, column))
      cells[cells.length - 1] = { ...last, span: last.span + 1 };
    else cells.push({ fate, self: selves[column], column, span: 1 });
  }
  return cells;
}
