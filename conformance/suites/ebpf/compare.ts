import { printL3n4 } from '../../../src/core/kubernetes/proxy/ebpf/addresses';
import type { Frontend } from '../../../src/core/kubernetes/proxy/ebpf/frontends';

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** A dump with numbers replaced by what they stand for, sorted: numbers depend on what the agent did before. */
export function withoutIds(dump: string): string[] {
  const lines = linesOf(dump);
  const frontends = new Map<string, string>();
  const backends = new Map<string, string>();
  for (const line of lines) {
    const [, id = '', address = ''] = /^(?:SVC|BE): ID=(\d+) ADDR=(\S+)/.exec(line) ?? [];
    if (line.startsWith('BE:')) backends.set(id, address);
    else if (/^SVC:.* SLOT=0 /.test(line)) frontends.set(id, address);
  }
  const named = lines.map((line) => {
    const isBackend = line.startsWith('BE:');
    return line
      .replace(/\bBEID=(\d+)/, (_, id: string) => `BEID=${backends.get(id) ?? '?'}`)
      .replace(/(?<=INNER=\[).*(?=\])/, (inner) => innerText(inner, backends))
      .replace(/\bID=(\d+)/, (_, id: string) => (isBackend ? '' : `ID=${id === '0' ? 0 : (frontends.get(id) ?? '?')}`));
  });
  return named.toSorted();
}

const innerText = (inner: string, backends: ReadonlyMap<string, string>): string =>
  inner
    .split(', ')
    .map((each) => each.replace(/^\d+/, (id) => backends.get(id) ?? '?'))
    .toSorted()
    .join(', ');

/** A few lines: what one has and the other has not. */
export function difference(expected: readonly string[], here: readonly string[]): string {
  const missing = expected.filter((line) => !here.includes(line)).map((line) => `    upstream: ${line}`);
  const extra = here.filter((line) => !expected.includes(line)).map((line) => `    here:     ${line}`);
  return [...missing, ...extra].slice(0, 12).join('\n');
}

export { linesOf as dumpLines };

type Row = Readonly<Record<string, string>>;

const TYPES = /^(?:ClusterIP|NodePort|LoadBalancer|ExternalIPs|HostPort|LocalRedirect)$/;
const ADDRESS = /^\S+:\d+\/(?:TCP|UDP|SCTP|ANY)(?:\/i)?,?$/;

/** One row of the table: cells are told apart by what they look like, since empty ones leave no trace. */
function readRow(line: string, columns: ReadonlySet<string>): Row {
  const [address = '', ...words] = line.trim().split(/\s+/);
  const row: Record<string, string> = { Address: address };
  for (const word of words) {
    if (ADDRESS.test(word)) row['Backends'] = `${row['Backends'] ?? ''}${word.replace(',', '')} `;
    else if (word === '+') break;
    else if (TYPES.test(word)) row['Type'] = word;
    else if (word.includes('/')) row['ServiceName'] = word;
    else if (columns.has('Status') && /^(?:Done|Pending|Error)$/.test(word)) continue;
    else row['PortName'] = word;
  }
  return row;
}

const COLUMNS = ['Address', 'Type', 'ServiceName', 'PortName', 'Backends'];

/** The rows of `db/show frontends`, with the columns it shows. */
export function frontendRows(table: string): { readonly columns: readonly string[]; readonly rows: readonly string[] } {
  const [head = '', ...lines] = linesOf(table);
  const columns = new Set(head.trim().split(/\s+/));
  const shown = COLUMNS.filter((column) => columns.has(column));
  const rows = lines.map((line) => {
    const row = readRow(line, columns);
    return shown.map((column) => row[column]?.trim() ?? '').join(' | ');
  });
  return { columns: shown, rows: rows.toSorted() };
}

/** More backends than the table shows: `+ 4 more ...`. */
const SHOWN = 5;

/** The same rows of the compiler's frontends. */
export function rowsOf(frontends: readonly Frontend[], columns: readonly string[]): string[] {
  const rows = frontends.map((frontend) => {
    const cells: Row = {
      Address: printL3n4(frontend),
      Type: frontend.type,
      ServiceName: frontend.serviceName,
      PortName: frontend.portName,
      Backends: frontend.backends.slice(0, SHOWN).map(printL3n4).join(' '),
    };
    return columns.map((column) => cells[column] ?? '').join(' | ');
  });
  return rows.toSorted();
}
