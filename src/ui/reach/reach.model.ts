import type { FlowFate, FateEnd } from '../../core/questions/reach/fate';
import type { Caller } from '../../core/questions/reach/callers';
import type { Matrix, MatrixColumn, MatrixRow } from '../../core/questions/reach/matrix';
import type { ModeRelease } from '../../core/questions/reach/statement';
import { groupBy } from '../../core/lib/groups';
import type { DeadEntry } from '../../core/questions/reach/dead';
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

/** The first kind of packets that arrive and whose answer does not come back: who sends them, and where to. */
export function findLost({
  rows,
  columns,
}: Pick<Matrix, 'rows' | 'columns'>): { readonly row: MatrixRow; readonly column: MatrixColumn } | undefined {
  for (const row of rows) {
    const column = columns[row.fates.findIndex((fate) => fate?.ends.some(({ end }) => end === 'lost'))];
    if (column) return { row, column };
  }
  return undefined;
}

const DEAD_GROUPS = ['otherwise', 'unreached', 'never', 'again'] as const;

/** A line of a list of dead rules: the head of those that are dead for one reason, a rule, or all rules of a chain that nobody leads to. */
export type DeadRow =
  | { readonly kind: 'group'; readonly why: (typeof DEAD_GROUPS)[number]; readonly count: number }
  | { readonly kind: 'rule'; readonly entry: DeadEntry }
  | { readonly kind: 'chain'; readonly chain: string; readonly count: number; readonly isOpen: boolean };

const whyDead = ({ why, otherwise }: DeadEntry): (typeof DEAD_GROUPS)[number] =>
  why === 'covered' ? (otherwise ? 'otherwise' : 'again') : why;

const chainOfDead = ({ rule }: DeadEntry): string => rule.slice(0, rule.lastIndexOf(' '));

/** Dead rules by why they are, those first that say otherwise; `open`: chains that nobody leads to and whose rules are listed. */
export function listDeadRows(dead: readonly DeadEntry[], open: ReadonlySet<string>): readonly DeadRow[] {
  const groups = groupBy(dead, whyDead);
  const asRules = (entries: readonly DeadEntry[]): DeadRow[] => entries.map((entry) => ({ kind: 'rule', entry }));
  const folded = (entries: readonly DeadEntry[], chain: string): DeadRow[] => {
    if (entries.length === 1) return asRules(entries);
    const isOpen = open.has(chain);
    const head = { kind: 'chain', chain, count: entries.length, isOpen } as const;
    return isOpen ? [head, ...asRules(entries)] : [head];
  };
  return DEAD_GROUPS.flatMap((why): DeadRow[] => {
    const entries = groups.get(why) ?? [];
    if (entries.length === 0) return [];
    const chains = why === 'unreached' ? [...groupBy(entries, chainOfDead)] : [];
    const rows = why === 'unreached' ? chains.flatMap(([chain, own]) => folded(own, chain)) : asRules(entries);
    return [{ kind: 'group', why, count: entries.length }, ...rows];
  });
}
