import { phrase } from '../lib/phrase';
import { parseIp } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** A column and where its cells begin, counted from the line's first character. */
interface Column {
  readonly name: string;
  readonly at: number;
}

export interface TableRow {
  /** One a column; undefined: the paste was cut before it. */
  readonly cells: readonly (string | undefined)[];
  readonly span: SourceSpan;
}

/** What a table lists, told by its columns. */
type TableKind = 'services' | 'pods' | 'nodes' | 'endpoints' | 'endpointslices' | 'other';

/** A table of `kubectl get`. */
export interface KubectlTable {
  readonly kind: TableKind;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly span: SourceSpan;
}

const HEADER = /^(?:NAMESPACE\s+)?(?:NAME|WORKLOAD)\s+(?:[A-Z][A-Z\d()/-]*(?:\s+|$))+$/;
/** A name of a column may hold one blank; only these do. */
const NAMES = /(?:NOMINATED NODE|READINESS GATES|LAST SEEN)(?=\s|$)|\S+/g;

/** No object is called so: it is the rest of a header that a terminal broke. */
const NAME_OF_COLUMN = /^[A-Z][A-Z\d()/-]*$/;

/** The columns of a header line; undefined: it is none. */
function findColumns({ text, indent }: TextLine): readonly Column[] | undefined {
  if (!HEADER.test(text)) return undefined;
  return [...text.matchAll(NAMES)].map((found) => ({ name: found[0], at: indent + found.index }));
}

/** What a table with these columns lists. */
function getKind(columns: readonly Column[]): TableKind {
  const has = (name: string): boolean => columns.some((column) => column.name === name);
  if (has('ADDRESSTYPE')) return 'endpointslices';
  if (has('ENDPOINTS')) return 'endpoints';
  if (has('CLUSTER-IP')) return 'services';
  // calicoctl get workloadendpoints, calicoctl get nodes.
  if (has('WORKLOAD') && has('NODE')) return 'pods';
  if (has('ASN') && has('IPV4')) return 'nodes';
  if ((has('ROLES') && has('STATUS')) || has('INTERNAL-IP')) return 'nodes';
  return has('READY') && has('STATUS') ? 'pods' : 'other';
}

/** The cells of a row; undefined: the line is no row of this table. */
function findCells({ text, indent }: TextLine, columns: readonly Column[]): (string | undefined)[] | undefined {
  const cells = aligned(text, indent, columns) ?? squeezed(text, columns);
  const isRow = cells?.[0] !== undefined && cells[0] !== '' && !NAME_OF_COLUMN.test(cells[0]);
  return isRow ? cells : undefined;
}

/** Every column begins where the header's does. */
function aligned(text: string, indent: number, columns: readonly Column[]): (string | undefined)[] | undefined {
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

/** Pages squeeze blanks: two of them still separate, or single ones if the count fits. */
function squeezed(text: string, columns: readonly Column[]): (string | undefined)[] | undefined {
  const wide = text.split(/\s{2,}|\t/);
  if (wide.length === columns.length) return wide;
  // Blanks inside a cell are joined while the line is split.
  const joined = text
    .replaceAll(/(\d+) \((\S+) ago\)/g, '$1\u0000($2\u0000ago)')
    .replaceAll(/ \+ (\d+) more\.\.\./g, '\u0000+\u0000$1\u0000more...');
  const words = joined.split(/\s+/).map((word) => word.replaceAll('\u0000', ' ').trim());
  return words.length === columns.length ? words : undefined;
}

interface Growing extends KubectlTable {
  readonly rows: TableRow[];
}

/** A command that prints the addresses of Nodes and nothing else, one a line or separated by blanks. */
const ASKS_ADDRESSES = /\bkubectl\b.*\bget\s+no(?:des?)?\b.*\bjsonpath\b.*InternalIP/;

/** The addresses a line holds, where it holds nothing else. */
function findAddresses(text: string): readonly string[] | undefined {
  const words = text.split(/\s+/);
  return words.every((word) => parseIp(word).ok) ? words : undefined;
}

class TableReader implements LineReader<readonly KubectlTable[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly tables: Growing[] = [];
  private columns: readonly Column[] | undefined;
  /** Addresses of Nodes were asked for; true: none was shown yet. */
  private asked: boolean | undefined;

  take(line: TextLine): boolean {
    if (this.takeAddresses(line)) return true;
    if (line.text === '') {
      this.columns = undefined;
      return false;
    }
    const columns = findColumns(line);
    if (columns) {
      this.columns = columns;
      const names = columns.map(({ name }) => name);
      this.tables.push({ kind: getKind(columns), columns: names, rows: [], span: spanOfLine(line) });
      return true;
    }
    const cells = this.columns && findCells(line, this.columns);
    if (!cells) {
      this.columns = undefined;
      return false;
    }
    this.addRow(line, cells);
    return true;
  }

  finish(): readonly KubectlTable[] {
    return this.tables;
  }

  /** Nothing tells their names: each is called by its address. */
  private takeAddresses(line: TextLine): boolean {
    if (ASKS_ADDRESSES.test(line.text)) this.asked = true;
    const addresses = this.asked === undefined ? undefined : findAddresses(line.text);
    if (!addresses) {
      if (!ASKS_ADDRESSES.test(line.text)) this.asked = undefined;
      return false;
    }
    const span = spanOfLine(line);
    if (this.asked) this.tables.push({ kind: 'nodes', columns: ['NAME', 'INTERNAL-IP'], rows: [], span });
    this.asked = false;
    this.tables.at(-1)?.rows.push(...addresses.map((address) => ({ cells: [address, address], span })));
    return true;
  }

  private addRow(line: TextLine, cells: readonly (string | undefined)[]): void {
    this.tables.at(-1)?.rows.push({ cells, span: spanOfLine(line) });
    const left = /\+ (\d+) more\.\.\./.exec(line.text)?.[1];
    if (left === undefined) return;
    const values = { name: cells.find((cell) => cell !== undefined) ?? '', count: Number(left) };
    const message = phrase('formats.kubectl-table.more', values);
    this.diagnostics.push(lineNote('warning', 'partly-simulated', message, line, `+ ${left} more`));
  }
}

/** What calicoctl calls the columns of kubectl; its addresses have a length, several stand with commas. */
const AS_CALICO: Readonly<Record<string, string>> = { NAME: 'WORKLOAD', IP: 'NETWORKS', 'INTERNAL-IP': 'IPV4' };

/** Has a table a column, whoever printed it? */
export function hasColumn({ columns }: KubectlTable, name: string): boolean {
  return columns.includes(name) || columns.includes(AS_CALICO[name] ?? name);
}

/** The cell of a row under a column; undefined: no such column, cut off, or `<none>`. */
export function findCell({ columns }: KubectlTable, row: TableRow, name: string): string | undefined {
  const other = columns.indexOf(AS_CALICO[name] ?? '');
  // Wide, calicoctl has a NAME too: the endpoint's own, `node1-k8s-web--a-eth0`; WORKLOAD is the Pod (calicoctl resourcemgr).
  const of = name === 'NAME' && other >= 0 ? -1 : columns.indexOf(name);
  const cell = of < 0 ? row.cells[other]?.replaceAll(/\/\d+(?=,|$)/g, '') : row.cells[of];
  return cell === '<none>' || cell === '' || cell === '<unset>' || cell === '<pending>' ? undefined : cell;
}

/** Has it columns that only calicoctl calls so? */
function isCalico({ columns }: KubectlTable): boolean {
  return columns.includes('WORKLOAD') || columns.includes('ASN');
}

function printTable({ columns, rows }: KubectlTable): string {
  const lines = [columns, ...rows.map(({ cells }) => cells.map((cell) => cell ?? ''))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, i) => cell.padEnd((widths[i] ?? 0) + 3))
          .join('')
          .trimEnd()}\n`,
    )
    .join('');
}

/** Tables of `kubectl get svc,pods,nodes,endpoints -o wide`; of `calicoctl get wep,nodes -o wide` too. */
export const KUBECTL_TABLE = lineFormat({
  id: 'kubectl-table',
  title: 'kubectl get -o wide',
  titleOf: (all) => (all.every(isCalico) ? 'calicoctl get -o wide' : 'kubectl get -o wide'),
  command: 'kubectl get nodes,pods,services,endpoints -A -o wide',
  hint: /jsonpath.*InternalIP|(?:^|[^\w])(?:NAME|WORKLOAD)\s+(?:READY|TYPE|STATUS|ENDPOINTS|ADDRESSTYPE|CLUSTER-IP|[A-Z][A-Z-]+\s+[A-Z])/,
  reader: (): LineReader<readonly KubectlTable[]> => new TableReader(),
  print: (tables) => tables.map(printTable).join('\n'),
  summary: (tables) => ({
    tables: tables.map(({ kind, rows }) => `${kind} ${rows.length}`),
  }),
});
