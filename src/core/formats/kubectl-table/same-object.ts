import { findCell, type KubectlTable, type TableRow } from '../kubectl-table';
import type { NamespacedTable, TabledObject } from './objects';

/** Something of which a namespace is told: by its column, by its command, or by an object that is written out. */
export interface HousedName {
  readonly kind: 'services' | 'pods';
  readonly name: string;
  readonly namespace: string;
  /** The clusterIP or podIP: no other object of a cluster has it. */
  readonly address: string;
}

const ADDRESS: Readonly<Partial<Record<KubectlTable['kind'], string>>> = { services: 'CLUSTER-IP', pods: 'IP' };
/** Tables that list the endpoints of a Service by its name. */
const FOLLOWS: ReadonlySet<KubectlTable['kind']> = new Set(['endpoints', 'endpointslices']);

/** The name of a row: `front` of `service/front`. */
export const nameOfRow = (table: KubectlTable, row: TableRow): string =>
  (findCell(table, row, 'NAME') ?? '').replace(/^[\w.]+\//, '');

function* namesOfTable({ table, namespace }: NamespacedTable): Generator<HousedName> {
  const { kind } = table;
  const column = ADDRESS[kind];
  if (column === undefined || (kind !== 'services' && kind !== 'pods')) return;
  for (const row of table.rows) {
    const told = findCell(table, row, 'NAMESPACE') ?? namespace;
    const address = findCell(table, row, column);
    if (told !== undefined && address !== undefined)
      yield { kind, name: nameOfRow(table, row), namespace: told, address };
  }
}

/**
 * Where rows of tables without a namespace belong: `kubectl get svc` in a shell whose context has one lists what `kubectl get svc -A`
 * lists, too. Only a name with the same address is the same; where two namespaces have it, nothing is told.
 *
 * @param known namespaces that objects beside the tables tell
 * @returns the namespace of a row, or undefined
 */
export function housesOfRows(
  tables: readonly NamespacedTable[],
  known: readonly HousedName[],
): (asked: NamespacedTable, row: TableRow) => string | undefined {
  const homes = new Map<string, string | undefined>();
  for (const { kind, name, namespace, address } of [...known, ...tables.flatMap((each) => [...namesOfTable(each)])]) {
    const key = `${kind} ${name} ${address}`;
    homes.set(key, (homes.has(key) ? homes.get(key) : namespace) === namespace ? namespace : undefined);
  }
  const find = ({ table }: NamespacedTable, row: TableRow): string | undefined =>
    homes.get(`${table.kind} ${nameOfRow(table, row)} ${findCell(table, row, ADDRESS[table.kind] ?? '') ?? ''}`);
  const moved = new Map(
    tables
      .filter(({ table, namespace }) => table.kind === 'services' && namespace === undefined)
      .flatMap((asked) => asked.table.rows.map((row) => [nameOfRow(asked.table, row), find(asked, row)] as const)),
  );
  return (asked, row) => (FOLLOWS.has(asked.table.kind) ? moved.get(nameOfRow(asked.table, row)) : find(asked, row));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Both values as one, where neither says what the other denies; undefined: they differ. */
function united(a: unknown, b: unknown): unknown {
  if (a === undefined) return b;
  if (b === undefined) return a;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return undefined;
    const all = a.map((each, at) => united(each, b[at]));
    return all.includes(undefined) ? undefined : all;
  }
  if (!isRecord(a) || !isRecord(b)) return a === b ? a : undefined;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => a[key] !== undefined || b[key] !== undefined,
  );
  const fields = keys.map((key) => [key, united(a[key], b[key])] as const);
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields);
}

const withSelectors = (object: TabledObject, before: TabledObject): TabledObject =>
  object.hasSelectors === undefined
    ? object
    : { ...object, hasSelectors: object.hasSelectors || before.hasSelectors === true };

/** Rows of one object that do not contradict each other as one: a wide table tells what a short one leaves out. */
export function uniteRows(objects: readonly TabledObject[]): readonly TabledObject[] {
  const all: TabledObject[] = [];
  const last = new Map<string, number>();
  for (const object of objects) {
    const { kind, metadata } = object.value as { readonly kind?: string; readonly metadata?: HousedName };
    const key = `${kind} ${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`;
    const at = last.get(key);
    const whole = at === undefined ? undefined : united(all[at]!.value, object.value);
    if (at !== undefined && isRecord(whole)) all[at] = withSelectors({ ...object, value: whole }, all[at]!);
    else last.set(key, all.push(object) - 1);
  }
  return all;
}
