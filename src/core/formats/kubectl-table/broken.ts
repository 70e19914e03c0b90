import type { TextLine } from '../lines/text-lines';
import {
  aligned,
  findCells,
  findColumns,
  isRestOfHeader,
  type Column,
  cellsFitColumns,
  cellsByShape,
  isKnownColumn,
  type Cells,
} from './columns';

/** A row that is put together again, and the lines it was broken over. */
interface JoinedRow {
  readonly cells: Cells;
  readonly lines: readonly TextLine[];
}

/** A table whose lines a terminal broke, put together again. */
export interface Joined {
  readonly columns: readonly Column[];
  readonly rows: readonly JoinedRow[];
  /** Lines that are in no row. */
  readonly left: readonly TextLine[];
  /** Rows whose last cell may go on in a line of {@link left}. */
  readonly unsure: readonly JoinedRow[];
}

/** How many blanks at the end of every line the copying may have taken away. */
const MOST_TRIMMED = 100;
/** A row that goes over more lines is none. */
const MOST_LINES = 12;

const endOfLine = ({ indent, text }: TextLine): number => indent + text.length;

/**
 * The lines of a table, its header first, without the breaks that a terminal of some width put in.
 * @param read so many lines were rows as they stand, the header counted
 */
export function joinBroken(lines: readonly TextLine[], read: number): Joined | undefined {
  const headers = countHeaders(lines);
  let best = headers === 1 ? joinLastCells(lines, read - 1) : undefined;
  if (best?.left.length === 0) return best;
  for (const joined of listReadings(lines, headers)) {
    if (joined.left.length === 0) return joined;
    if (!best || (headers > 1 && joined.left.length < best.left.length)) best = joined;
  }
  return best;
}

function countHeaders(lines: readonly TextLine[]): number {
  const end = lines.findIndex((line, at) => at > 0 && !isRestOfHeader(line));
  return end < 0 ? lines.length : end;
}

/** Broken at a width that leaves every cell under its name; broken between words, where the cells themselves tell. */
function* listReadings(lines: readonly TextLine[], headers: number): Generator<Joined> {
  const widest = Math.max(...lines.map(endOfLine));
  const last = headers > 1 ? widest + MOST_TRIMMED : 0;
  for (let width = widest; width <= last; width++) {
    const columns = columnsOfJoined(joinAtWidth(lines.slice(0, headers), width));
    if (columns) yield rowsAtWidth(lines.slice(headers), columns, width);
  }
  const columns = columnsOfJoined(joinWords(lines.slice(0, headers)));
  if (columns) yield rowsOfWords(lines.slice(headers), columns);
}

/** Lines as one, each as wide as the terminal was. */
function joinAtWidth(lines: readonly TextLine[], width: number): Pick<TextLine, 'text' | 'indent'> {
  const text = lines.map((line) => (' '.repeat(line.indent) + line.text).padEnd(width)).join('');
  return { text: text.trimEnd(), indent: 0 };
}

function joinWords(lines: readonly TextLine[]): Pick<TextLine, 'text' | 'indent'> {
  return { text: lines.map(({ text }) => text).join(' '), indent: 0 };
}

/** The columns of a header that was put together: each has to be one that is known, and none stands twice. */
function columnsOfJoined(header: Pick<TextLine, 'text' | 'indent'>): readonly Column[] | undefined {
  const columns = findColumns(header);
  const names = new Set(columns?.map(({ name }) => name));
  return names.size === columns?.length && [...names].every(isKnownColumn) ? columns : undefined;
}

function rowsAtWidth(lines: readonly TextLine[], columns: readonly Column[], width: number): Joined {
  const names = columns.map(({ name }) => name);
  const least = Math.floor((columns.at(-1)?.at ?? 0) / width) + 1;
  const cellsAt = (from: number, count: number): Cells | undefined => {
    const cells = aligned(joinAtWidth(lines.slice(from, from + count), width), columns);
    return cells?.every((cell) => cell !== undefined && cell !== '') && cellsFitColumns(cells, names)
      ? cells
      : undefined;
  };
  return joinRows(lines, columns, (from) => {
    for (let count = least; count <= least + MOST_LINES && from + count <= lines.length; count++) {
      const next = from + count;
      const cells = cellsAt(from, count);
      // A last cell that fills its line goes on, unless a row begins there.
      const isFull = next < lines.length && endOfLine(lines[next - 1]!) === width;
      const goesOn = isFull && ![least, least + 1, least + 2].some((lasts) => cellsAt(next, lasts));
      if (cells && !goesOn) return { cells, lines: lines.slice(from, next) };
      if (!goesOn) return undefined;
    }
  });
}

function rowsOfWords(lines: readonly TextLine[], columns: readonly Column[]): Joined {
  const cellsIn = cellsByShape(columns.map(({ name }) => name));
  return joinRows(lines, columns, (from) => {
    for (let count = 1; count <= MOST_LINES && from + count <= lines.length; count++) {
      const part = lines.slice(from, from + count);
      const cells = cellsIn(joinWords(part).text);
      if (cells) return { cells, lines: part };
    }
  });
}

/** Row after row; a line where none begins is left. */
function joinRows(
  lines: readonly TextLine[],
  columns: readonly Column[],
  rowAt: (from: number) => JoinedRow | undefined,
): Joined {
  const rows: JoinedRow[] = [];
  const left: TextLine[] = [];
  for (let at = 0; at < lines.length;) {
    const row = rowAt(at);
    if (row) rows.push(row);
    else left.push(lines[at]!);
    at += row?.lines.length ?? 1;
  }
  return { columns, rows, left, unsure: [] };
}

/** Only last cells go over the terminal's edge: they fill their lines, and what follows is one word and no row. */
function joinLastCells([header, ...lines]: readonly TextLine[], read: number): Joined | undefined {
  const columns = header && findColumns(header);
  if (!columns) return undefined;
  const names = columns.map(({ name }) => name);
  const width = Math.max(...lines.map(endOfLine));
  const unsure: JoinedRow[] = [];
  let certain = false;
  const joined = joinRows(lines, columns, (from) => {
    const cells = findCells(lines[from]!, columns);
    if (!cells || (from >= read && !cellsFitColumns(cells, names))) return undefined;
    const more = moreOfCell(lines, from, { columns, width });
    const whole = [...cells.slice(0, -1), [cells.at(-1), ...more.map(({ text }) => text)].join('')];
    if (more.length === 0 || !cellsFitColumns(whole, names)) return { cells, lines: [lines[from]!] };
    const next = lines[from + 1 + more.length];
    // Between two rows of the table it can be nothing else, and where one was broken another is.
    certain ||= next !== undefined && findCells(next, columns) !== undefined;
    if (certain) return { cells: whole, lines: [lines[from]!, ...more] };
    const row = { cells: [...cells.slice(0, -1), undefined], lines: [lines[from]!] };
    unsure.push({ ...row, lines: [...row.lines, ...more] });
    return row;
  });
  return { ...joined, unsure };
}

interface Edge {
  readonly columns: readonly Column[];
  readonly width: number;
}

/** The lines behind a row that may be the rest of its last cell. */
function moreOfCell(lines: readonly TextLine[], from: number, { columns, width }: Edge): readonly TextLine[] {
  const more: TextLine[] = [];
  for (let at = from + 1; at < lines.length; at++) {
    const [before, line] = [lines[at - 1]!, lines[at]!];
    if (endOfLine(before) !== width || /\s/.test(line.text) || findCells(line, columns)) break;
    more.push(line);
  }
  return more;
}
