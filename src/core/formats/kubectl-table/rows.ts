import { findStem } from '../../kubernetes/pod-owners';
import { LABEL_SERVICE_NAME } from '../../kubernetes/types';
import { putInGroup } from '../../lib/groups';
import { findCell, hasColumn, type KubectlTable, type TableRow } from '../kubectl-table';
import { listWords, readNumbers, readPlaces, type TabledPlace } from './table-ports';
import { nameOfRow } from './same-object';
import type { NamespacedTable } from './objects';

/** A row, with its table. */
export interface TabledRow extends NamespacedTable {
  readonly row: TableRow;
}

/** A cell by its column; undefined: there is no such column, or nothing is told in it. */
export const cell = ({ table, row }: TabledRow, column: string): string | undefined => findCell(table, row, column);

export const findName = ({ table, row }: TabledRow): string => nameOfRow(table, row);
export const findNamespace = (row: TabledRow): string => cell(row, 'NAMESPACE') ?? row.namespace ?? 'default';
/** `shop/web`: namespace and name. */
export const formatKey = (row: TabledRow): string => `${findNamespace(row)}/${findName(row)}`;

/** `app=web,tier=front` as labels; undefined: none are told. */
export function pairs(text: string | undefined): Readonly<Record<string, string>> | undefined {
  const words = listWords(text).filter((word) => word.includes('='));
  if (words.length === 0) return undefined;
  return Object.fromEntries(words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
}

function grouped<T>(items: Iterable<readonly [string, T]>): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, item] of items) putInGroup(groups, key, item);
  return groups;
}

/** A slice's endpoints, each with every port of the slice. */
function listSliced(slice: TabledRow): readonly TabledPlace[] {
  const numbers = readNumbers(cell(slice, 'PORTS'));
  return readPlaces(cell(slice, 'ENDPOINTS')).flatMap(({ ip }) =>
    numbers.length > 0 ? numbers.map((port) => ({ ip, port })) : [{ ip }],
  );
}

const isCutShort = (row: TabledRow): boolean => (cell(row, 'ENDPOINTS') ?? '').endsWith(' more...');

type Rows = Readonly<Record<'pods' | 'services' | 'nodes' | 'endpoints' | 'endpointslices', readonly TabledRow[]>>;

/** Rows of several tables, and what one tells of another: each is looked up, as tables have thousands of rows. */
export class TabledRows {
  readonly rows: Rows;
  private readonly nodeIPs: ReadonlySet<string>;
  private readonly podsByIP: ReadonlyMap<string, readonly TabledRow[]>;
  private readonly servicesByKey: ReadonlyMap<string, readonly TabledRow[]>;
  private readonly serviceNames: ReadonlySet<string>;
  private readonly placesByKey: ReadonlyMap<string, readonly TabledPlace[]>;
  private readonly slicedByKey: ReadonlyMap<string, readonly TabledPlace[]>;
  private readonly servicesByPlace: ReadonlyMap<string, readonly TabledRow[]>;
  private readonly cutKeys: ReadonlySet<string>;
  private readonly servicesByStem: ReadonlyMap<string, readonly TabledRow[]>;

  /** @param list the rows of all tables of a kind */
  constructor(list: (kind: KubectlTable['kind']) => readonly TabledRow[]) {
    this.rows = {
      pods: list('pods'),
      services: list('services'),
      nodes: list('nodes'),
      endpoints: list('endpoints'),
      endpointslices: list('endpointslices'),
    };
    const { pods, services, nodes, endpoints, endpointslices } = this.rows;
    this.nodeIPs = new Set(nodes.flatMap((row) => listWords(cell(row, 'INTERNAL-IP'))));
    this.podsByIP = grouped(pods.flatMap((row) => listWords(cell(row, 'IP')).map((ip) => [ip, row] as const)));
    this.servicesByKey = grouped(services.map((row) => [formatKey(row), row] as const));
    this.serviceNames = new Set(services.map(findName));
    this.placesByKey = grouped(
      endpoints.flatMap((row) => readPlaces(cell(row, 'ENDPOINTS')).map((place) => [formatKey(row), place] as const)),
    );
    this.slicedByKey = grouped(
      endpointslices.flatMap((row) => {
        const key = `${findNamespace(row)}/${this.findOwner(row)}`;
        return listSliced(row).map((place) => [key, place] as const);
      }),
    );
    this.servicesByPlace = grouped(
      services.flatMap((row) =>
        [...new Set(this.listPlaces(row).map(({ ip }) => ip))].map(
          (ip) => [`${findNamespace(row)} ${ip}`, row] as const,
        ),
      ),
    );
    this.cutKeys = new Set([
      ...endpoints.filter(isCutShort).map(formatKey),
      ...endpointslices.filter(isCutShort).map((row) => `${findNamespace(row)}/${this.findOwner(row)}`),
    ]);
    this.servicesByStem = grouped(
      services
        .filter((row) => this.cutKeys.has(formatKey(row)))
        .flatMap((row) => this.listStems(row).map((stem) => [`${findNamespace(row)} ${stem}`, row] as const)),
    );
  }

  /** What the controllers of the Pods that a Service lists called them. */
  private listStems(service: TabledRow): readonly string[] {
    const pods = this.listPlaces(service).flatMap(({ ip }) => this.podsByIP.get(ip) ?? []);
    const own = pods.filter((pod) => findNamespace(pod) === findNamespace(service));
    return [...new Set(own.flatMap((pod) => findStem(findName(pod)) ?? []))];
  }

  /** The endpoints of a Service that tables show. */
  listPlaces(service: TabledRow): readonly TabledPlace[] {
    const key = formatKey(service);
    return this.placesByKey.get(key) ?? this.slicedByKey.get(key) ?? [];
  }

  /**
   * Services that list a Pod among their endpoints, in the order of their tables; those whose list was cut short, too, where it has another Pod
   * of the same controller.
   */
  listServicesBefore(pod: TabledRow, ips: readonly string[]): readonly TabledRow[] {
    const namespace = findNamespace(pod);
    const found = new Set([
      ...ips.flatMap((ip) => this.servicesByPlace.get(`${namespace} ${ip}`) ?? []),
      ...(this.servicesByStem.get(`${namespace} ${findStem(findName(pod)) ?? ''}`) ?? []),
    ]);
    return found.size < 2 ? [...found] : this.rows.services.filter((row) => found.has(row));
  }

  /** A Service by its `namespace/name`. */
  findService(key: string): TabledRow | undefined {
    return this.servicesByKey.get(key)?.[0];
  }

  /**
   * The name of a slice's Service: where the table has labels, that of its label alone; undefined: it has none. Else the longest of any
   * namespace that the slice's is or begins with, else what stands before the five letters that the controller adds to it, `front-7xk2p`
   * (pkg/controller/endpointslice).
   */
  findOwner(slice: TabledRow): string | undefined {
    if (hasColumn(slice.table, 'LABELS')) return pairs(cell(slice, 'LABELS'))?.[LABEL_SERVICE_NAME];
    const name = findName(slice);
    const words = name.split('-');
    const begins = words.map((_, nth) => words.slice(0, words.length - nth).join('-'));
    return begins.find((each) => this.serviceNames.has(each)) ?? name.replace(/-[a-z0-9]{5}$/, '');
  }

  /** The first Pod that is listed with an address. */
  findPod(ip: string): TabledRow | undefined {
    return this.podsByIP.get(ip)?.[0];
  }

  /** True of a Pod with the address of a Node, or of another Pod there: both are on its network. */
  isOnHost(ip: string | undefined, node: string | undefined): boolean {
    if (ip === undefined) return false;
    if (this.nodeIPs.has(ip)) return true;
    const alike = (this.podsByIP.get(ip) ?? []).filter((row) => cell(row, 'NODE') === node && cell(row, 'IP') === ip);
    // One that is listed twice is one Pod.
    return node !== undefined && new Set(alike.map(formatKey)).size > 1;
  }
}
