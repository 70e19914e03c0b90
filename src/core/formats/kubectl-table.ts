import { phrase } from '../lib/phrase';
import type { Diagnostic } from './format';
import { cellsOf, columnsOf, kindOf, type Column, type KubectlTable, type TableRow } from './kubectl/table';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

interface Growing extends KubectlTable {
  readonly rows: TableRow[];
}

class TableReader implements LineReader<readonly KubectlTable[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly tables: Growing[] = [];
  private columns: readonly Column[] | undefined;

  take(line: TextLine): boolean {
    if (line.text === '') {
      this.columns = undefined;
      return false;
    }
    const columns = columnsOf(line);
    if (columns) {
      this.columns = columns;
      const names = columns.map(({ name }) => name);
      this.tables.push({ kind: kindOf(columns), columns: names, rows: [], span: spanOfLine(line) });
      return true;
    }
    const cells = this.columns && cellsOf(line, this.columns);
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

  private addRow(line: TextLine, cells: readonly (string | undefined)[]): void {
    this.tables.at(-1)?.rows.push({ cells, span: spanOfLine(line) });
    const left = /\+ (\d+) more\.\.\./.exec(line.text)?.[1];
    if (left === undefined) return;
    const values = { name: cells.find((cell) => cell !== undefined) ?? '', count: Number(left) };
    const message = phrase('formats.kubectl-table.more', values);
    this.diagnostics.push(lineNote('warning', 'partly-simulated', message, line, `+ ${left} more`));
  }
}

/** The cell of a row under a column; undefined: no such column, cut off, or `<none>`. */
export function cellOf({ columns }: KubectlTable, row: TableRow, name: string): string | undefined {
  const cell = row.cells[columns.indexOf(name)];
  return cell === '<none>' || cell === '' || cell === '<unset>' || cell === '<pending>' ? undefined : cell;
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

/** Tables of `kubectl get svc,pods,nodes,endpoints -o wide`. */
export const KUBECTL_TABLE = lineFormat({
  id: 'kubectl-table',
  title: 'kubectl get -o wide',
  command: 'kubectl get nodes,pods,services,endpoints -A -o wide',
  hint: /(?:^|[^\w])NAME\s+(?:READY|TYPE|STATUS|ENDPOINTS|ADDRESSTYPE|CLUSTER-IP|[A-Z][A-Z-]+\s+[A-Z])/,
  reader: (): LineReader<readonly KubectlTable[]> => new TableReader(),
  print: (tables) => tables.map(printTable).join('\n'),
  summary: (tables) => ({
    tables: tables.map(({ kind, rows }) => `${kind} ${rows.length}`),
  }),
});
