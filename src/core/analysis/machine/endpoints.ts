import { oncePerObject } from '../../lib/once-per-object';
import { cellOf } from '../../formats/kubectl-table';
import type { KubectlTable, TableRow } from '../../formats/kubectl/table';
import type { ClusterObjects } from '../../kubernetes/types';
import { parseIp } from '../../net/ip';
import { formatEndpoint } from '../../net/tuple';
import type { Evidence } from '../pasted-types';
import type { Found, Machine } from './types';

/** The ready endpoints of a Service, as kubectl shows them. */
export interface ListedEndpoints {
  /** `default/web` */
  readonly service: string;
  /** `10.244.1.5:8080` */
  readonly places: ReadonlySet<string>;
  /** `+ 7 more...` stands behind them. */
  readonly partial: boolean;
  readonly evidence: Evidence;
}

/** The endpoints of every Service that a table or objects show; of one listed again the later listing counts. */
export const endpointsIn = oncePerObject((machine: Machine): ReadonlyMap<string, ListedEndpoints> => {
  const listings = [
    ...machine.tables.map((found) => ({ line: found.evidence, rows: ofTable(found) })),
    ...machine.objects.map((found) => ({ line: found.evidence, rows: ofObjects(found) })),
  ];
  const all = new Map<string, ListedEndpoints>();
  for (const { rows } of listings) for (const [name, listed] of together(rows)) all.set(name, listed);
  return all;
});

/** Several slices of one Service in one listing are its endpoints together. */
function together(rows: readonly ListedEndpoints[]): Map<string, ListedEndpoints> {
  const all = new Map<string, ListedEndpoints>();
  for (const row of rows) {
    const known = all.get(row.service);
    const places = new Set([...(known?.places ?? []), ...row.places]);
    all.set(row.service, { ...row, places, partial: row.partial || known?.partial === true });
  }
  return all;
}

function ofTable({ value: table, evidence }: Found<KubectlTable>): ListedEndpoints[] {
  if (table.kind !== 'endpoints' && table.kind !== 'endpointslices') return [];
  return table.rows.flatMap((row) => {
    const listed = rowOf(table, row);
    const text = row.cells.filter(Boolean).join(' ');
    return listed ? [{ ...listed, evidence: { ...evidence, line: row.span.line, text } }] : [];
  });
}

/** A slice is named after its Service, with five characters behind (endpointslice controller, generateName). */
const OF_SLICE = /-[a-z0-9]{5}$/;

function rowOf(table: KubectlTable, row: TableRow): Omit<ListedEndpoints, 'evidence'> | undefined {
  const name = (cellOf(table, row, 'NAME') ?? '').replace(/^[\w.]+\//, '');
  const isSlice = table.kind === 'endpointslices';
  const service = `${cellOf(table, row, 'NAMESPACE') ?? 'default'}/${isSlice ? name.replace(OF_SLICE, '') : name}`;
  const cell = cellOf(table, row, 'ENDPOINTS') ?? '';
  const partial = cell.includes(' more...');
  const texts = cell
    .replace(/\+ \d+ more\.\.\./, '')
    .split(',')
    .map((text) => text.trim());
  const ports = isSlice ? (cellOf(table, row, 'PORTS') ?? '').split(',') : [''];
  const places = texts.flatMap((text) => {
    if (!isSlice) return /:\d+$/.test(text) ? [text] : [];
    const address = parseIp(text);
    return address.ok
      ? ports.flatMap((port) => (/^\d+$/.test(port) ? [formatEndpoint(address.value, Number(port))] : []))
      : [];
  });
  return places.length === 0 ? undefined : { service, places: new Set(places), partial };
}

function ofObjects({ value, evidence }: Found<ClusterObjects>): ListedEndpoints[] {
  return value.endpointSlices.flatMap(({ metadata, endpoints = [], ports = [] }) => {
    const name = metadata.labels?.['kubernetes.io/service-name'];
    if (name === undefined) return [];
    const ready = endpoints.filter(({ conditions }) => conditions?.ready !== false);
    const places = ready.flatMap(({ addresses = [] }) =>
      addresses.flatMap((text) => {
        const address = parseIp(text);
        return ports.flatMap(({ port }) => (address.ok && port ? [formatEndpoint(address.value, port)] : []));
      }),
    );
    const service = `${metadata.namespace ?? 'default'}/${name}`;
    if (places.length === 0) return [];
    return [{ service, places: new Set(places), partial: false, evidence: { ...evidence, text: service } }];
  });
}
