import type { FlowFate, FateEnd } from '../../core/questions/reach/fate';
import type { MatrixRow } from '../../core/questions/reach/matrix';
import type { Tone } from '../theme/verdicts';

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
  /** The first of its columns, 0-based, and how many. */
  readonly column: number;
  readonly span: number;
}

const textOf = (fate: FlowFate | undefined): string => JSON.stringify(fate?.ends ?? null);

/** A row's cells, neighbours that read alike as one. */
export function mergeCells({ fates }: Pick<MatrixRow, 'fates'>): readonly MergedCell[] {
  const cells: MergedCell[] = [];
  for (const [column, fate] of fates.entries()) {
    const last = cells.at(-1);
    if (last && textOf(last.fate) === textOf(fate)) cells[cells.length - 1] = { ...last, span: last.span + 1 };
    else cells.push({ fate, column, span: 1 });
  }
  return cells;
}
