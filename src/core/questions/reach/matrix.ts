import type { Phrase } from '../../lib/phrase';
import type { ReachCells, ReachSide } from './cells';
import { fateKey, type FlowFate } from './fate';
import type { Caller, Destination } from './parties';

/** Callers of one kind whose packets end alike wherever they go. */
export interface MatrixColumn {
  readonly callers: readonly [Caller, ...Caller[]];
}

/** Destinations of one kind that are reached alike. */
export interface MatrixRow {
  readonly destinations: readonly [Destination, ...Destination[]];
  /** By column; undefined: nobody of the column can mean it. */
  readonly fates: readonly (FlowFate | undefined)[];
}

/** Who reaches what, folded: what reads the same stands once. Nothing is folded that differs for one of its members. */
export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
  /** So many flows were walked, with all their outcomes. */
  readonly walked: number;
  /** In so many ways they end. */
  readonly ends: number;
  /** What of the whole was not walked, in sentences. */
  readonly unasked: readonly Phrase[];
}

/** A line of fates as text; `undefined` where anything would be as right. */
type Line = readonly (string | undefined)[];

const fits = (a: Line, b: Line): boolean =>
  a.every((key, i) => key === undefined || b[i] === undefined || key === b[i]);
const filled = (a: Line, b: Line): Line => a.map((key, i) => key ?? b[i]);

/** Groups what fits together, each member with all others of its group, in the order of their first. */
function groupLines<T>(
  members: readonly T[],
  kindOf: (member: T) => string,
  lineOf: (index: number) => Line,
): [T, ...T[]][] {
  const groups: { kind: string; line: Line; members: [T, ...T[]] }[] = [];
  for (const [index, member] of members.entries()) {
    const kind = kindOf(member);
    const line = lineOf(index);
    const group = groups.find((each) => each.kind === kind && fits(each.line, line));
    if (group) {
      group.members.push(member);
      group.line = filled(group.line, line);
    } else groups.push({ kind, line, members: [member] });
  }
  return groups.map(({ members: all }) => all);
}

const columnKind = ({ kind, name, node = '' }: Caller): string =>
  kind === 'pod' ? `pod ${node}` : kind === 'node' ? 'node' : `outside ${name}`;

/** What a row may be named together with: the same kind of address, asked for the same kind of thing. */
const rowKind = ({ kind, node = '', at, asks: { role } }: Destination): string => `${kind} ${role} ${node} ${at ?? ''}`;

/** Nobody else goes the way of a machine to itself, so what becomes of it tells nothing from others. */
function isToItself(
  { onlyItself }: FlowFate,
  caller: Caller | undefined,
  destination: Destination | undefined,
): boolean {
  return onlyItself === true || (destination?.kind !== 'node-port' && destination?.netns === caller?.netns);
}

/** Folds a matrix of cells. A caller's way to itself fits to anything. */
export function foldMatrix(
  { callers, destinations, unasked }: Pick<ReachSide, 'callers' | 'destinations' | 'unasked'>,
  cells: ReachCells,
): Matrix {
  const keys = cells.map((row, at) =>
    row.map((fate, i) => (fate && !isToItself(fate, callers[i], destinations[at]) ? fateKey(fate) : undefined)),
  );
  const ownKeys = cells.map((row) => row.map((fate) => fate && fateKey(fate)));
  const columns = groupLines(callers, columnKind, (index) => keys.map((row) => row[index]));
  const getArrival = new Map(callers.map((caller, index) => [caller, index]));
  // A column's fate is that of the first member who is not asked for itself; of one alone, its own.
  const spokesman = (row: number, members: readonly Caller[]): number => {
    const places = members.map((caller) => getArrival.get(caller) ?? 0);
    return (
      places.find((at) => keys[row]?.[at] !== undefined) ?? places.find((at) => ownKeys[row]?.[at] !== undefined) ?? 0
    );
  };
  const rowLine = (row: number): Line => columns.map((members) => ownKeys[row]?.[spokesman(row, members)]);
  const rows = groupLines(destinations, rowKind, rowLine);
  const rowByDestination = new Map(destinations.map((destination, index) => [destination, index]));
  return {
    columns: columns.map((members) => ({ callers: members })),
    rows: rows.map((members) => ({
      destinations: members,
      fates: columns.map((column) => {
        const at = members.map((member) => rowByDestination.get(member) ?? 0);
        const row = at.find((index) => ownKeys[index]?.[spokesman(index, column)] !== undefined) ?? at[0] ?? 0;
        return cells[row]?.[spokesman(row, column)];
      }),
    })),
    unasked,
    walked: cells.flat().filter((fate) => fate !== undefined).length,
    ends: new Set(cells.flat().flatMap((fate) => fate?.ends.map(({ end }) => end) ?? [])).size,
  };
}
