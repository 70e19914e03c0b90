import type { TextLine } from '../lines/text-lines';

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
  const name = columns[0]?.name === 'NAMESPACE' ? (cells?.[0] ?? '') + (cells?.[1] ?? '') : cells?.[0];
  return cells === undefined || name === undefined || name === '' || isRestOfHeader(line) ? undefined : cells;
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
    // With -A what is of no namespace has none.
    const isUnnamed = i === 0 && from < 0 && columns[0]?.name === 'NAMESPACE' && columns[1]?.at === indent;
    if (isUnnamed) {
      cells.push('');
      continue;
    }
    const next = columns[i + 1];
    // Without an address that is ready kubectl prints nothing there (printEndpoints).
    const isNone = next && columns[i]?.name === 'ENDPOINTS' && text.slice(from, next.at - indent).trim() === '';
    if (isNone) {
      cells.push('');
      continue;
    }
    if (from < 0 || (from > 0 && !/\s/.test(text[from - 1] ?? '')) || /\s/.test(text[from] ?? ' ')) return undefined;
    cells.push(text.slice(from, next ? next.at - indent : undefined).trim());
  }
  return cells.filter((cell) => cell !== undefined).length < 2 ? undefined : cells;
}

/** Where nothing stands under its name, the cells themselves have to look like it. */
function shaped(cells: Cells | undefined, columns: readonly Column[]): Cells | undefined {
  const names = columns.map(({ name }) => name);
  return cells && cellsFitColumns(cells, names) ? cells : undefined;
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

/** One a column; undefined: the paste was cut before it. */
export type Cells = readonly (string | undefined)[];

const ADDRESS = String.raw`[\da-f.:]*[.:][\da-f.:]*`;
const LABEL = String.raw`[\w./-]+=[\w.-]*`;
const PORT = String.raw`[\d:]+\/[A-Z]+`;

/** What a cell looks like, by its column (k8s.io/kubernetes/pkg/printers/internalversion; calicoctl resourcemgr). */
const SHAPES: Readonly<Record<string, string>> = {
  NAMESPACE: String.raw`[a-z0-9][a-z0-9-]*`,
  NAME: String.raw`[a-z0-9][a-z0-9.:/-]*`,
  AGE: String.raw`(?:\d+[ydhms])+|<unknown>|<invalid>`,
  READY: String.raw`\d+\/\d+`,
  STATUS: String.raw`[A-Z][\w:/,-]*`,
  RESTARTS: String.raw`\d+(?: \(\S+ ago\))?`,
  IP: `${ADDRESS}|<none>`,
  NODE: String.raw`[a-z0-9][a-z0-9.-]*|<none>`,
  'NOMINATED NODE': String.raw`[a-z0-9][a-z0-9.-]*|<none>`,
  'READINESS GATES': String.raw`\d+\/\d+|<none>`,
  TYPE: 'ClusterIP|NodePort|LoadBalancer|ExternalName',
  'CLUSTER-IP': `${ADDRESS}|None|<none>`,
  'EXTERNAL-IP': String.raw`[\w.:,-]+|<none>|<pending>|<unknown>`,
  'PORT(S)': `${PORT}(?:,${PORT})*|<none>`,
  SELECTOR: `${LABEL}(?:,${LABEL})*|<none>`,
  LABELS: `${LABEL}(?:,${LABEL})*|<none>`,
  ENDPOINTS: String.raw`[\da-f.:,[\]]*[.:][\da-f.:,[\]]*(?: \+ \d+ more\.\.\.)?|<none>|<unset>`,
  ADDRESSTYPE: 'IPv4|IPv6|FQDN',
  PORTS: String.raw`\d[\d,]*(?: \+ \d+ more\.\.\.)?|<none>|<unset>`,
  ROLES: String.raw`[a-z][\w.,-]*|<none>`,
  VERSION: String.raw`v\d\S*`,
  'INTERNAL-IP': `${ADDRESS}|<none>`,
  'OS-IMAGE': String.raw`\S+(?: \S+)*?`,
  'KERNEL-VERSION': String.raw`\d\S*`,
  'CONTAINER-RUNTIME': String.raw`[a-z][\w.-]*:\/\/\S+`,
  WORKLOAD: String.raw`[a-z0-9][a-z0-9.:/-]*`,
  NETWORKS: `${ADDRESS}\\/\\d+(?:,${ADDRESS}\\/\\d+)*`,
  ASN: String.raw`\(?\w+\)?`,
  INTERFACE: String.raw`[\w.-]+`,
  PROFILES: String.raw`[\w.,-]+|<none>`,
  IPV4: `${ADDRESS}\\/\\d+`,
};

const shapeUnder = (column: string): string => `(${SHAPES[column] ?? String.raw`[^<\s]\S*|<[^<>\s]*>`})`;

/** Is a name of a column one that is known? */
export function isKnownColumn(name: string): boolean {
  return Object.hasOwn(SHAPES, name);
}

/** True of a row in which every cell has the form of its column: an AGE of an age, a CLUSTER-IP of an address. */
export function cellsFitColumns(cells: Cells, columns: readonly string[]): boolean {
  return cells.every((cell, i) => cell === undefined || new RegExp(`^${shapeUnder(columns[i] ?? '')}$`).test(cell));
}

/** Splits a row by what the cells of its columns look like, wherever they stand; undefined: it is no such row. */
export function cellsByShape(columns: readonly string[]): (text: string) => Cells | undefined {
  // Of each name one column: two that may hold blanks could share them in as many ways as there are.
  if (new Set(columns).size < columns.length) return () => undefined;
  const row = new RegExp(String.raw`^${columns.map(shapeUnder).join(String.raw`\s+`)}$`);
  return (text) => row.exec(text)?.slice(1);
}

/** Tables that are known by their cells alone: what `kubectl get` prints, plain and wide. */
const LAYOUTS = (
  [
    [/\s\d+\/\d+\s+[A-Z]/, 'NAME,READY,STATUS,RESTARTS,AGE', 'IP,NODE', 'NOMINATED NODE', 'READINESS GATES'],
    [
      /\s(?:ClusterIP|NodePort|LoadBalancer|ExternalName)\s/,
      'NAME,TYPE,CLUSTER-IP,EXTERNAL-IP,PORT(S),AGE',
      'SELECTOR',
    ],
    [/\s(?:IPv[46]|FQDN)\s/, 'NAME,ADDRESSTYPE,PORTS,ENDPOINTS,AGE'],
    // A policy's `web <none> 5d` is none of Endpoints: there must be an address.
    [/\s[\da-f.:[\]]+:\d+\S*(?:\s\+\s\d+\s\S+)?\s+\d+[ydhms]/, 'NAME,ENDPOINTS,AGE'],
    [
      /\s(?:Not)?Ready[\s,]/,
      'NAME,STATUS,ROLES,AGE,VERSION',
      'INTERNAL-IP,EXTERNAL-IP,OS-IMAGE,KERNEL-VERSION,CONTAINER-RUNTIME',
    ],
  ] as const
).flatMap(([sign, ...parts]) =>
  parts.flatMap((_, count) =>
    ['', 'NAMESPACE,'].map((before) => {
      const columns = `${before}${parts.slice(0, count + 1).join(',')}`.split(',');
      return { sign, columns, cellsIn: cellsByShape(columns) };
    }),
  ),
);

/** Part of a line that may be a row of a table without its header. */
export const SIGN_OF_ROW = new RegExp([...new Set(LAYOUTS.map(({ sign }) => sign.source))].join('|'));

/** The columns and cells of a row whose table has no header; undefined: its cells do not tell them, or not for certain. */
export function findLayout(text: string): { readonly columns: readonly string[]; readonly cells: Cells } | undefined {
  if (!SIGN_OF_ROW.test(text)) return undefined;
  const found = LAYOUTS.flatMap(({ sign, columns, cellsIn }) => {
    const cells = sign.test(text) ? cellsIn(text) : undefined;
    return cells ? [{ columns, cells }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
