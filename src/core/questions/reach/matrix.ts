import type { Phrase } from '../../lib/phrase';
import type { ReachCells, ReachSide } from './cells';
import { fateKey, isAnswered, type FateEnd, type FlowFate } from './fate';
import type { Caller } from './callers';
import type { Destination } from './destinations';

/** Callers of one kind whose packets end alike wherever they go. */
export interface MatrixColumn {
  readonly callers: readonly [Caller, ...Caller[]];
}

/** Destinations of one kind that are reached alike. */
export interface MatrixRow {
  readonly destinations: readonly [Destination, ...Destination[]];
  /** By column; undefined: nobody of the column can mean it. */
  readonly fates: readonly (FlowFate | undefined)[];
  /** By column: how a packet of a member ends that its Service leads back to it, where that is otherwise. */
  readonly selves: readonly (FateEnd | undefined)[];
}

/** The matrix of who reaches what, folded: what reads the same stands once, and nothing that differs for one member. */
export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
  /** So many flows were walked, with all their outcomes. */
  readonly walked: number;
  /** So many of them get an answer, whatever is drawn. */
  readonly answered: number;
  /** Sentences on what was not walked. */
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

/** The kind of a row's destinations: the same kind of address, asked for the same kind of thing. */
const rowKind = ({ kind, node = '', at, asks: { role } }: Destination): string => `${kind} ${role} ${node} ${at ?? ''}`;

/** Nobody else goes the way of a machine to itself, so what becomes of it tells nothing from others. */
function isToItself(
  { onlyItself }: FlowFate,
  caller: Caller | undefined,
  destination: Destination | undefined,
): boolean {
  return onlyItself === true || (destination?.kind !== 'node-port' && destination?.netns === caller?.netns);
}

/** The keys of all cells, by row and column; `others`: but for the way of a machine to itself. */
interface CellKeys {
  readonly all: readonly Line[];
  readonly others: readonly Line[];
}

function listKeys({ callers, destinations }: Parties, cells: ReachCells): CellKeys {
  return {
    all: cells.map((row) => row.map((fate) => fate && fateKey(fate))),
    others: cells.map((row, at) =>
      row.map((fate, i) => (fate && !isToItself(fate, callers[i], destinations[at]) ? fateKey(fate) : undefined)),
    ),
  };
}

/** How packets of some flows end that are led back to their senders; undefined: as the others do, or none is. */
function findSelf(fates: readonly (FlowFate | undefined)[]): FateEnd | undefined {
  return fates.find((fate) => fate?.self !== undefined && fate.ends.some(({ end }) => end !== fate.self))?.self;
}

/** The place of the caller that speaks for a column in a row: the first member who is not asked for itself; else the first who can mean it. */
function chooseSpeaker({ all, others }: CellKeys, row: number, places: readonly number[]): number {
  const speaks = (keys: readonly Line[]): number | undefined => places.find((at) => keys[row]?.[at] !== undefined);
  return speaks(others) ?? speaks(all) ?? places[0] ?? 0;
}

type Parties = Pick<ReachSide, 'callers' | 'destinations'>;

/** Folds a matrix of cells. A caller's way to itself fits to anything. */
export function foldMatrix(side: Parties & Pick<ReachSide, 'unasked'>, cells: ReachCells): Matrix {
  const { callers, destinations, unasked } = side;
  const keys = listKeys(side, cells);
  const indexed = <T>(all: readonly T[]): (readonly [T, number])[] => all.map((each, at) => [each, at] as const);
  const columns = groupLines(
    indexed(callers),
    ([caller]) => columnKind(caller),
    (index) => keys.others.map((row) => row[index]),
  ).map((members) => ({ callers: members.map(([caller]) => caller), places: members.map(([, at]) => at) }));
  const speakers = (row: number): number[] => columns.map(({ places }) => chooseSpeaker(keys, row, places));
  const rows = groupLines(
    indexed(destinations),
    ([destination]) => rowKind(destination),
    (row) => speakers(row).map((at) => keys.all[row]?.[at]),
  );
  const told = cells.flat().filter((fate) => fate !== undefined);
  return {
    columns: columns.map((column) => ({ callers: column.callers as [Caller, ...Caller[]] })),
    rows: rows.map((members) => ({
      destinations: members.map(([destination]) => destination) as [Destination, ...Destination[]],
      fates: columns.map((_, column) => {
        const fates = members.map(([, row]) => cells[row]?.[speakers(row)[column] ?? 0]);
        return fates.find((fate) => fate !== undefined);
      }),
      selves: columns.map(({ places }) => findSelf(members.flatMap(([, row]) => places.map((at) => cells[row]?.[at])))),
    })),
    unasked,
    walked: told.length,
    answered: told.filter((fate) => isAnswered(fate)).length,
  };
}
