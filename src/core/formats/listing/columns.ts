import { protocolOf } from '../../linux/xtables/syntax/protocols';

/** Which columns a listing has: decided by its header line. */
export interface Columns {
  /** `--line-numbers` */
  readonly num: boolean;
  /** `-v`: pkts and bytes. */
  readonly counters: boolean;
  /** `-v`: in and out. */
  readonly interfaces: boolean;
}

/** A word of a row and where it stands in the line. */
export interface Cell {
  readonly text: string;
  readonly at: number;
}

/** The columns of one row; `rest` is where the matches' own words begin. */
export interface Row {
  readonly packets?: number;
  readonly bytes?: number;
  readonly target?: Cell;
  readonly proto: Cell;
  readonly opt?: Cell;
  readonly indev?: Cell;
  readonly outdev?: Cell;
  readonly src: Cell;
  readonly dst: Cell;
  readonly rest: number;
}

const HEADER = /^\s*(num\s+)?(pkts\s+bytes\s+)?target\s+prot\s+(?:opt\s+)?(in\s+out\s+)?source\s+destination\s*$/;
const SCALES = ['', 'K', 'M', 'G', 'T', 'P', 'E'];
/** No row has more words than this before its matches. */
const MOST_CELLS = 11;

/** The columns a header line names; undefined if it is none. */
export function columnsOf(line: string): Columns | undefined {
  if (line.length > 200) return undefined;
  const found = HEADER.exec(line);
  if (!found) return undefined;
  return { num: found[1] !== undefined, counters: found[2] !== undefined, interfaces: found[3] !== undefined };
}

/** `535K` is 535000: the listing rounds, so does this. */
export function scaledCount(text: string): number | undefined {
  const found = /^(\d+)([KMGTPE]?)$/.exec(text);
  return found ? Number(found[1]) * 1000 ** SCALES.indexOf(found[2] ?? '') : undefined;
}

function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  const word = /\S+/g;
  for (let found = word.exec(line); found && cells.length < MOST_CELLS; found = word.exec(line)) {
    cells.push({ text: found[0], at: found.index });
  }
  return cells;
}

const ADDRESS = /^!?[\w.:-]+(?:\/[\d.]+|\/[0-9a-fA-F:]+)?$/;
const OPT = /^(?:--|-f|!f|-)$/;

/** `ipencap--`: a protocol's name as long as its column touches the next one. */
function splitProto(cell: Cell): { readonly proto: Cell; readonly opt?: Cell } | undefined {
  const known = (text: string): boolean => text === 'any' || protocolOf(text.replace(/^!/, '')) !== undefined;
  if (known(cell.text)) return { proto: cell };
  const glued = /^(.+?)(--|-f|!f)$/.exec(cell.text);
  const [, name = '', opt = ''] = glued ?? [];
  if (!glued || !known(name)) return undefined;
  return { proto: { text: name, at: cell.at }, opt: { text: opt, at: cell.at + name.length } };
}

/** The cells from the protocol on. */
function tailOf(cells: readonly Cell[], at: number, columns: Columns): Omit<Row, 'target'> | undefined {
  const first = cells[at];
  const split = first && splitProto(first);
  if (!split) return undefined;
  const next = cells[at + 1];
  const separate = !split.opt && next && OPT.test(next.text) ? next : undefined;
  const opt = split.opt ?? separate;
  let place = at + (separate ? 2 : 1);
  const [indev, outdev] = columns.interfaces ? [cells[place], cells[place + 1]] : [];
  place += columns.interfaces ? 2 : 0;
  const [src, dst] = [cells[place], cells[place + 1]];
  if (!src || !dst || !ADDRESS.test(src.text) || !ADDRESS.test(dst.text)) return undefined;
  const rest = dst.at + dst.text.length;
  return { proto: split.proto, ...(opt ? { opt } : {}), ...(indev && outdev ? { indev, outdev } : {}), src, dst, rest };
}

/**
 * Reads one row by its header's columns. A row without a target (a rule that only counts) and the
 * missing `opt` of old ip6tables are told apart by which reading has a protocol where one must be.
 */
export function readRow(line: string, columns: Columns): Row | undefined {
  const cells = cellsOf(line);
  let at = 0;
  if (columns.num && !/^\d+$/.test(cells[at++]?.text ?? '')) return undefined;
  const packets = columns.counters ? scaledCount(cells[at++]?.text ?? '') : undefined;
  const bytes = columns.counters ? scaledCount(cells[at++]?.text ?? '') : undefined;
  if (columns.counters && (packets === undefined || bytes === undefined)) return undefined;
  const counters = packets === undefined || bytes === undefined ? {} : { packets, bytes };
  const target = cells[at];
  const withTarget = tailOf(cells, at + 1, columns);
  if (withTarget && target) return { ...counters, target, ...withTarget };
  const without = tailOf(cells, at, columns);
  return without && { ...counters, ...without };
}

/** What one phrase of a listing means: words of a match, or options of the rule's target. */
export interface Piece {
  readonly match?: readonly string[];
  readonly target?: readonly string[];
  /** Words of a match of which the listing leaves something out that the rule cannot be without. */
  readonly partial?: readonly string[];
}

/** A phrase that an extension prints in a listing: the kernel's tools have one `print` function each. */
export interface Phrasing {
  /** Sticky: tried at one place. */
  readonly pattern: RegExp;
  readonly read: (found: RegExpExecArray, target: string) => Piece | undefined;
}

/** A match: `-m NAME`, then `!` and the option. */
export function matchPiece(name: string, negated: boolean, ...words: readonly string[]): Piece {
  return { match: ['-m', name, ...(negated ? ['!'] : []), ...words] };
}

/** Options that go on with the match before: `dpt:80` after `tcp`. */
export function more(negated: boolean, ...words: readonly string[]): Piece {
  return { match: [...(negated ? ['!'] : []), ...words] };
}

/** What a phrase of a listing says of the target: its options. */
export function targetPiece(...words: readonly string[]): Piece {
  return { target: words };
}

/** Was a group of a pattern there? */
export function has(group: string | undefined): boolean {
  return group !== undefined && group !== '';
}
