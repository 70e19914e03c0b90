import { endInOrder } from '../lib/scan';
import { phrase, type Phrase } from '../lib/phrase';
import { parseIp } from '../net/ip';
import type { Diagnostic, SourceSpan } from './format';
import { joinBroken, type Joined } from './kubectl-table/broken';
import {
  aligned,
  findCells,
  findColumns,
  isRestOfHeader,
  type Column,
  findLayout,
  SIGN_OF_ROW,
  type Cells,
} from './kubectl-table/columns';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

export interface TableRow {
  /** One a column; undefined: the paste was cut before it. */
  readonly cells: Cells;
  readonly span: SourceSpan;
}

/** What a table lists, told by its columns. */
type TableKind = 'services' | 'pods' | 'nodes' | 'endpoints' | 'endpointslices' | 'other';

/** A table of `kubectl get`. */
export interface KubectlTable {
  readonly kind: TableKind;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** The namespace that the command above asked for, where no column tells it. */
  readonly namespace?: string;
  readonly span: SourceSpan;
}

/** What a table with these columns lists. */
function getKind(columns: readonly string[]): TableKind {
  const has = (name: string): boolean => columns.includes(name);
  if (has('ADDRESSTYPE')) return 'endpointslices';
  if (has('ENDPOINTS')) return 'endpoints';
  if (has('CLUSTER-IP')) return 'services';
  // calicoctl get workloadendpoints, calicoctl get nodes.
  if (has('WORKLOAD') && has('NODE')) return 'pods';
  if (has('ASN') && has('IPV4')) return 'nodes';
  if ((has('ROLES') && has('STATUS')) || has('INTERNAL-IP')) return 'nodes';
  return has('READY') && has('STATUS') ? 'pods' : 'other';
}

/** A command that prints the addresses of Nodes and nothing else, one a line or separated by blanks. */
const ASKED_ADDRESSES = [/\bkubectl\b/g, /\bget\s+no(?:des?)?\b/g, /\bjsonpath\b/g, /InternalIP/g];
const asksAddresses = (text: string): boolean => text.includes('kubectl') && endInOrder(text, ...ASKED_ADDRESSES) >= 0;

/** The addresses a line holds, where it holds nothing else. */
function findAddresses(text: string): readonly string[] | undefined {
  const words = text.split(/\s+/);
  return words.every((word) => parseIp(word).ok) ? words : undefined;
}

const ASKED_TABLE = [/\bkubectl\b/g, /\bget\b/g];
const WITHOUT_HEADER = /--no-headers\b/g;

/** Has what is shown behind a command no header? Not if another command reads it. */
function asksBare(text: string): boolean {
  const asked = text.includes('kubectl') ? endInOrder(text, ...ASKED_TABLE) : -1;
  if (asked < 0) return false;
  const last = text.slice(Math.max(asked, text.lastIndexOf('|') + 1));
  return endInOrder(last, WITHOUT_HEADER) >= 0;
}

/** A prompt, the fence of a code block, what kubectl says beside a table: there a table ends. */
const ENDS =
  /^(?:```|[$#%](?:\s|$)|\[?[\w.-]+@[\w.-]+[^#$>%]{0,80}[#$>%]|[~/]\S* [#$](?:\s|$)|(?:No resources|[Ee]rror|Warning)\b)/;
/** Behind so many lines that are no rows a table is over. */
const MOST_HELD = 20_000;

interface Growing extends KubectlTable {
  kind: TableKind;
  columns: readonly string[];
  rows: TableRow[];
}

/** A table whose rows are being read. */
interface Open {
  readonly table: Growing;
  readonly columns: readonly Column[];
  /** Lines of the table, its header first. */
  readonly lines: TextLine[];
  /** From the first that was no row on. */
  readonly held: TextLine[];
  /** How much was said before it. */
  readonly said: number;
}

class TableReader implements LineReader<readonly KubectlTable[]> {
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly tables: Growing[] = [];
  private open: Open | undefined;
  /** The table rows without a header go to. */
  private bare: Growing | undefined;
  /** Asks for a table without its header. */
  private asksBare: string | undefined;
  /** Addresses of Nodes were asked for; true: none was shown yet. */
  private asked: boolean | undefined;

  take(line: TextLine): boolean {
    if (this.takeAddresses(line)) return true;
    const isBare = asksBare(line.text);
    if (line.text === '' || isBare || ENDS.test(line.text)) {
      this.close();
      if (line.text !== '') this.asksBare = isBare ? line.text : undefined;
      return false;
    }
    const columns = findColumns(line);
    if (columns) this.begin(line, columns);
    else if (this.open) this.goOn(this.open, line);
    else return this.takeBare(line);
    return true;
  }

  finish(): readonly KubectlTable[] {
    this.close();
    return this.tables;
  }

  private begin(line: TextLine, columns: readonly Column[]): void {
    this.close();
    const table = this.addTable(
      columns.map(({ name }) => name),
      line,
    );
    this.open = { table, columns, lines: [line], held: [], said: this.diagnostics.length };
  }

  private addTable(columns: readonly string[], line: TextLine): Growing {
    const table = { kind: getKind(columns), columns, rows: [], span: spanOfLine(line) };
    this.tables.push(table);
    return table;
  }

  /** What is no row may be part of one that was broken: known when the table is over. */
  private goOn({ table, columns, lines, held }: Open, line: TextLine): void {
    lines.push(line);
    const cells = held.length === 0 ? findCells(line, columns) : undefined;
    if (cells) this.addRow(table, line, cells);
    else held.push(line);
    if (held.length > MOST_HELD) this.close();
  }

  private close(): void {
    const { open } = this;
    this.open = this.bare = undefined;
    if (!open || open.held.length === 0) return;
    const joined = joinBroken(open.lines, open.lines.length - open.held.length);
    const names = joined?.columns.map(({ name }) => name) ?? [];
    if (!joined || getKind(names) === 'other') return this.lose(open);
    this.diagnostics.length = open.said;
    Object.assign(open.table, { kind: getKind(names), columns: names, rows: [] });
    for (const { cells, lines } of joined.rows) this.addRow(open.table, lines[0]!, cells);
    this.giveBack(joined.left);
    this.sayLeft(open, joined);
  }

  /** Nothing of what was held is a row; a header that goes on was broken. */
  private lose({ table, held }: Open): void {
    this.giveBack(held);
    if (table.kind === 'other' || !isRestOfHeader(held[0]!)) return;
    this.say(phrase('formats.kubectl-table.broken', { count: held.length }), held[0]!);
  }

  private giveBack(lines: readonly TextLine[]): void {
    for (const { line } of lines) this.givenBack.push(line);
  }

  /** Of a broken table each run of lines that is in no row is told; what stands behind its rows may be something else. */
  private sayLeft({ columns }: Open, { rows, left, unsure, columns: { length } }: Joined): void {
    for (const { lines } of unsure) {
      const values = { line: lines[0]!.line };
      this.say(phrase('formats.kubectl-table.cut', values), lines[1]!);
    }
    const last = rows.at(-1)?.lines[0]?.line ?? 0;
    const isBroken = length > columns.length;
    const lost = isBroken ? left.filter((line) => line.line < last || aligned(line, columns)) : [];
    if (lost[0]) this.say(phrase('formats.kubectl-table.broken', { count: lost.length }), lost[0]);
  }

  private say(message: Phrase, line: TextLine): void {
    this.diagnostics.push(lineNote('warning', 'unrecognised', message, line));
  }

  /** A row of a table whose header is missing, where its cells tell what they are. */
  private takeBare(line: TextLine): boolean {
    const found = findLayout(line.text);
    if (!found) return this.takeUnknown(line);
    const isSame = this.bare?.columns.join() === found.columns.join();
    if (!this.bare || !isSame) this.bare = this.addTable(found.columns, line);
    this.addRow(this.bare, line, found.cells);
    return true;
  }

  private takeUnknown(line: TextLine): boolean {
    const { asksBare } = this;
    if (asksBare === undefined) return false;
    if (!this.bare) {
      this.bare = this.addTable(['NAME'], line);
      const command = asksBare.slice(asksBare.indexOf('kubectl')).replace(/\s*--no-headers\S*/, '');
      this.say(phrase('formats.kubectl-table.no-header', { command }), line);
    }
    return true;
  }

  /** Nothing tells their names: each is called by its address. */
  private takeAddresses(line: TextLine): boolean {
    if (asksAddresses(line.text)) this.asked = true;
    const addresses = this.asked === undefined ? undefined : findAddresses(line.text);
    if (!addresses) {
      if (!asksAddresses(line.text)) this.asked = undefined;
      return false;
    }
    this.close();
    if (this.asked) this.bare = this.addTable(['NAME', 'INTERNAL-IP'], line);
    this.asked = false;
    const span = spanOfLine(line);
    this.tables.at(-1)?.rows.push(...addresses.map((address) => ({ cells: [address, address], span })));
    return true;
  }

  private addRow({ rows }: Growing, line: TextLine, cells: Cells): void {
    rows.push({ cells, span: spanOfLine(line) });
    const left = /\+ (\d+) more\.\.\./.exec(cells.join(' '))?.[1];
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

const HINT =
  /--no-headers|jsonpath.{0,400}InternalIP|(?:^|[^\w])(?:NAME|WORKLOAD)\s+(?:READY|TYPE|STATUS|ENDPOINTS|ADDRESSTYPE|CLUSTER-IP|[A-Z][A-Z-]+\s+[A-Z])/;

/** Columns that `-o wide` adds to those of Pods, Services and Nodes (pkg/printers/internalversion/printers.go). */
const WIDE_COLUMNS = ['NODE', 'SELECTOR', 'INTERNAL-IP', 'NETWORKS'];

const isWide = (table: KubectlTable): boolean => WIDE_COLUMNS.some((column) => hasColumn(table, column));

/** Tables of `kubectl get svc,pods,nodes,endpoints -o wide`; of `calicoctl get wep,nodes -o wide` too. */
export const KUBECTL_TABLE = lineFormat({
  id: 'kubectl-table',
  title: 'kubectl get -o wide',
  titleOf: (all) => `${all.every(isCalico) ? 'calicoctl' : 'kubectl'} get${all.some(isWide) ? ' -o wide' : ''}`,
  countOf: (all) => all.reduce((sum, { rows }) => sum + rows.length, 0),
  command: 'kubectl get nodes,pods,services,endpoints -A -o wide',
  hint: new RegExp(`${HINT.source}|${SIGN_OF_ROW.source}`),
  reader: (): LineReader<readonly KubectlTable[]> => new TableReader(),
  print: (tables) => tables.map(printTable).join('\n'),
  summary: (tables) => ({
    tables: tables.map(({ kind, rows }) => `${kind} ${rows.length}`),
  }),
});
