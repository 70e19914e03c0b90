import { isAnswered, isSometimesAnswered, type FlowFate, type FateEnd } from '../../core/questions/reach/fate';
import type { Caller } from '../../core/questions/reach/callers';
import type { Destination } from '../../core/questions/reach/destinations';
import type { Matrix, MatrixColumn, MatrixRow } from '../../core/questions/reach/matrix';
import type { ModeRelease } from '../../core/questions/reach/statement';
import { groupBy } from '../../core/lib/groups';
import type { DeadEntry, DeadTable, UnsureEntry } from '../../core/questions/reach/dead';
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
  rewritten: { sign: '⇠', tone: 'ok' },
  lost: { sign: '↯', tone: 'drop' },
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

/** A cell that is looked at: one who sends, one that is asked, and of how many each is an example. */
export interface OpenCell {
  readonly caller: Caller;
  readonly destination: Destination;
  readonly senders: number;
  readonly receivers: number;
  /** Other addresses of the same Service by which the same sender is answered, where it is not by this. */
  readonly otherWays: readonly Destination[];
}

type Table = Pick<Matrix, 'rows' | 'columns'>;

/** The example of a cell; undefined: nobody of its columns can mean what its row is. */
export function openCell(
  { rows, columns }: Table,
  row: MatrixRow,
  { fate, column, span }: MergedCell,
): OpenCell | undefined {
  const callers = columns.slice(column, column + span).flatMap((each) => each.callers);
  const [destination] = row.destinations;
  const own = columns[column]?.callers;
  // Of a column the one who is not asked for itself, as its fate is told.
  const caller = own?.find(({ netns }) => netns !== destination.netns) ?? own?.[0];
  if (!fate || !caller) return undefined;
  const answered = rows.filter(({ fates: { [column]: other } }) => other !== undefined && isAnswered(other));
  const otherWays = isSometimesAnswered(fate)
    ? []
    : answered.flatMap(({ destinations }) => destinations.filter((to) => isOtherWay(to, destination)));
  return { caller, destination, senders: callers.length, receivers: row.destinations.length, otherWays };
}

/** Is it another address of the same Service, by a port that is named? */
function isOtherWay({ kind, name, asks }: Destination, destination: Destination): boolean {
  const isService = [kind, destination.kind].every((each) => each !== 'pod' && each !== 'node');
  return (
    isService &&
    asks.role === 'port' &&
    destination.asks.role === 'port' &&
    name === destination.name &&
    kind !== destination.kind
  );
}

/** Is whoever is asked a Pod or a node, by the addresses of its own? */
export const isAtOwn = ({ rows }: Pick<Matrix, 'rows'>): boolean =>
  rows.length > 0 && rows.every(({ destinations: [{ kind }] }) => kind === 'pod' || kind === 'node');

/** Does the one that is asked, by its own addresses, stand among the senders, too? A Service sends nothing, whoever has its node port. */
export function isAmongSenders({ rows, columns }: Table): boolean {
  const asked = new Set(rows.flatMap(({ destinations }) => destinations.map(({ netns }) => netns)));
  return isAtOwn({ rows }) && columns.some(({ callers }) => callers.some(({ netns }) => asked.has(netns)));
}

/** A cell of packets that arrive and whose answer does not come back. */
export interface LostCell {
  readonly row: MatrixRow;
  readonly cell: MergedCell;
}

/** All of them, in the order of the table. */
export function findLost({ rows, columns }: Table): readonly LostCell[] {
  return rows.flatMap((row) =>
    mergeCells(row, columns)
      .filter(({ fate }) => fate?.ends.some(({ end }) => end === 'lost'))
      .map((cell) => ({ row, cell })),
  );
}

const DEAD_GROUPS = ['otherwise', 'unreached', 'never', 'again'] as const;
type DeadGroup = (typeof DEAD_GROUPS)[number];

/** A line of a list of dead rules: the head of those that are dead for one reason, a rule, or all rules of a chain that nobody leads to. */
export type DeadRow =
  | { readonly kind: 'group'; readonly why: DeadGroup | 'unsure'; readonly count: number }
  | { readonly kind: 'unsure'; readonly entry: UnsureEntry }
  | { readonly kind: 'rule'; readonly entry: DeadEntry }
  | { readonly kind: 'chain'; readonly chain: string; readonly count: number; readonly isOpen: boolean };

const whyDead = ({ why, otherwise }: DeadEntry): DeadGroup =>
  why === 'covered' ? (otherwise ? 'otherwise' : 'again') : why;

const chainOfDead = ({ rule }: DeadEntry): string => rule.slice(0, rule.lastIndexOf(' '));

/**
 * Dead rules by why they are, those first that say otherwise, and behind all those of which it cannot be told; `open`: chains
 * that nobody leads to and whose rules are listed.
 */
export function listDeadRows(
  { dead, unsure }: Pick<DeadTable, 'dead' | 'unsure'>,
  open: ReadonlySet<string>,
): readonly DeadRow[] {
  const groups = groupBy(dead, whyDead);
  const asRules = (entries: readonly DeadEntry[]): DeadRow[] => entries.map((entry) => ({ kind: 'rule', entry }));
  const folded = (entries: readonly DeadEntry[], chain: string): DeadRow[] => {
    if (entries.length === 1) return asRules(entries);
    const isOpen = open.has(chain);
    const head = { kind: 'chain', chain, count: entries.length, isOpen } as const;
    return isOpen ? [head, ...asRules(entries)] : [head];
  };
  const told = unsure.map((entry): DeadRow => ({ kind: 'unsure', entry }));
  const untold: readonly DeadRow[] =
    told.length === 0 ? [] : [{ kind: 'group', why: 'unsure', count: told.length }, ...told];
  const known = DEAD_GROUPS.flatMap((why): DeadRow[] => {
    const entries = groups.get(why) ?? [];
    if (entries.length === 0) return [];
    const chains = why === 'unreached' ? [...groupBy(entries, chainOfDead)] : [];
    const rows = why === 'unreached' ? chains.flatMap(([chain, own]) => folded(own, chain)) : asRules(entries);
    return [{ kind: 'group', why, count: entries.length }, ...rows];
  });
  return [...known, ...untold];
}
