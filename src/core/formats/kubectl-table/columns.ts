import type { TextLine } from '../lines/text-lines';
import { areShaped, type Cells } from './shapes';

/** A column and where its cells begin, counted from the line's first character. */
export interface Column {
  readonly name: string;
  readonly at: number;
}

/** A line with what stands before its text. */
type Written = Pick<TextLine, 'text' | 'indent'>;

const HEADER = /^(?:NAMESPACE\s+)?(?:NAME|WORKLOAD)\s+(?:[A-Z][A-Z\d()/-]*(?:\s+|$))+$/;
/** A name of a column may hold one blank; only these do. */
const NAMES = /(?:NOMINATED NODE|READINESS GATES|LAST SEEN)(?=\s|$)|\S+/g;

/** No object is called so: it is the rest of a header that a terminal broke, if only from `PORT` on: `(S)   AGE`. */
const PARTS_OF_NAMES = /^(?=.*[A-Z])[A-Z\d()/\s-]+$/;

/** The columns of a header line; undefined: it is none. */
export function findColumns({ text, indent }: Written): readonly Column[] | undefined {
  if (!HEADER.test(text)) return undefined;
  return [...text.matchAll(NAMES)].map((found) => ({ name: found[0], at: indent + found.index }));
}

/** Does a line hold names of columns and nothing else? */
export function isRestOfHeader({ text }: Written): boolean {
  return PARTS_OF_NAMES.test(text);
}

/** The cells of a row; undefined: the line is no row of this table. */
export function findCells(line: Written, columns: readonly Column[]): Cells | undefined {
  const cells = aligned(line, columns) ?? shaped(squeezed(line.text, columns), columns);
  return cells?.[0] === undefined || cells[0] === '' || isRestOfHeader(line) ? undefined : cells;
}

/** The cells of a row where every column begins where the header's does. */
export function aligned({ text, indent }: Written, columns: readonly Column[]): Cells | undefined {
  const cells: (string | undefined)[] = [];
  for (const [i, { at }] of columns.entries()) {
    const from = at - indent;
    if (from >= text.length) {
      cells.push(undefined);
      continue;
    }
    if (from < 0 || (from > 0 && !/\s/.test(text[from - 1] ?? '')) || /\s/.test(text[from] ?? ' ')) return undefined;
    const next = columns[i + 1];
    cells.push(text.slice(from, next ? next.at - indent : undefined).trim());
  }
  return cells.filter((cell) => cell !== undefined).length < 2 ? undefined : cells;
}

/** Where nothing stands under its name, the cells themselves have to look like it. */
function shaped(cells: Cells | undefined, columns: readonly Column[]): Cells | undefined {
  const names = columns.map(({ name }) => name);
  return cells && areShaped(cells, names) ? cells : undefined;
}

/** Pages squeeze blanks: two of them still separate, or single ones if the count fits. */
function squeezed(text: string, columns: readonly Column[]): Cells | undefined {
  const wide = text.split(/\s{2,}|\t/);
  if (wide.length === columns.length) return wide;
  // Blanks inside a cell are joined while the line is split.
  const joined = text
    .replaceAll(/(\d+) \((\S+) ago\)/g, '$1\u0000($2\u0000ago)')
    .replaceAll(/ \+ (\d+) more\.\.\./g, '\u0000+\u0000$1\u0000more...');
  const words = joined.split(/\s+/).map((word) => word.replaceAll('\u0000', ' ').trim());
  return words.length === columns.length ? words : undefined;
}
