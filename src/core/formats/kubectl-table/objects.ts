import { LABEL_SERVICE_NAME } from '../../kubernetes/types';
import { parseIp } from '../../net/ip';
import { hasColumn, type KubectlTable } from '../kubectl-table';
import type { SourceSpan } from '../format';
import {
  ADDRESS_OF_NAME,
  pairTarget,
  listWords,
  nameEndpointPorts,
  noteUnnamed,
  readNumbers,
  readPlaces,
  readServicePorts,
  type PortsOwner,
  type TabledPlace,
  type TabledPort,
} from './table-ports';
import { cell, findName, findNamespace, formatKey, pairs, TabledRows, type TabledRow } from './rows';
import { housesOfRows, nameOfRow, uniteRows, type HousedName } from './same-object';

/** A field's value as the API has it, before it is checked. */
type Value = Readonly<Record<string, unknown>>;

/** An object that a row tells of, and the row. */
export interface TabledObject {
  readonly value: Value;
  readonly span: SourceSpan;
  /** False of a Service whose table has no column of selectors. */
  readonly hasSelectors?: boolean;
}

/** A table, and the namespace its command asks for where no column has it. */
export interface NamespacedTable {
  readonly table: KubectlTable;
  readonly namespace?: string | undefined;
}

/** Without the fields that were not told. */
function told(fields: Value): Value {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}

const isIp = (text: string): boolean => parseIp(text).ok;

/** The last row of a table, of which not even the cell behind its name is there: the text ends within the name. */
function isCutOff({ columns, rows }: KubectlTable, row: KubectlTable['rows'][number]): boolean {
  const named = columns.indexOf('NAME');
  const isBare = row.cells.every((cell, at) => at <= named || cell === undefined || cell === '');
  return isBare && rows.length > 1 && row === rows.at(-1) && columns.length > named + 2;
}

/** The Service of the cluster’s DNS is in kube-system (cluster/addons/dns): by its name and the ports that it alone has. */
function ofDns({ table }: NamespacedTable, row: KubectlTable['rows'][number]): string | undefined {
  const isDns = /^(?:service\/)?(?:kube-dns|coredns)$/.test(row.cells[table.columns.indexOf('NAME')] ?? '');
  return isDns && row.cells.some((cell) => cell?.includes('53/UDP')) ? 'kube-system' : undefined;
}

/** Nodes that are called by their addresses. */
const namesAddresses = (table: KubectlTable): boolean => table.rows.some((row) => isIp(nameOfRow(table, row)));

/** Does any of the tables tell where something is: an address of a Service, a Node, a Pod or an endpoint? */
export function tellsOfCluster(tables: readonly KubectlTable[]): boolean {
  return tables.some((table) => {
    if (table.rows.length === 0) return false;
    if (table.kind === 'pods') return hasColumn(table, 'IP');
    return table.kind === 'nodes' ? hasColumn(table, 'INTERNAL-IP') || namesAddresses(table) : table.kind !== 'other';
  });
}

/**
 * The objects that tables of `kubectl get -o wide` list, as far as their columns tell (pkg/printers/internalversion/printers.go of
 * kubernetes): together they tell more than each, since a table of endpoints has the ports that Services lead to, and one of Pods
 * whose addresses they are. What no column has is left to the defaults of the API. An object that is listed twice is one, where its
 * rows do not contradict each other.
 *
 * @param known namespaces that objects beside the tables tell
 */
export function objectsOfTables(
  tables: readonly NamespacedTable[],
  known: readonly HousedName[] = [],
): readonly TabledObject[] {
  const house = housesOfRows(tables, known);
  const rows = (kind: KubectlTable['kind']): readonly TabledRow[] =>
    tables.flatMap((asked) =>
      asked.table.kind !== kind
        ? []
        : asked.table.rows
            .filter((row) => !isCutOff(asked.table, row))
            .map((row) => ({ ...asked, row, namespace: asked.namespace ?? house(asked, row) ?? ofDns(asked, row) })),
    );
  const all = new TabledRows(rows);
  const { nodes, services, pods, endpoints, endpointslices } = all.rows;
  const made = [
    ...nodes.map((row) => [row, makeNode(row)] as const),
    ...services.map((row) => [row, makeService(row, all)] as const),
    ...pods.map((row) => [row, makePod(row, all)] as const),
    ...endpoints.map((row) => [row, makeEndpoints(row, all)] as const),
    ...endpointslices.map((row) => [row, makeSlice(row, all)] as const),
  ];
  return uniteRows(
    made.flatMap(([{ row, table }, value]) => (value ? [{ value, span: row.span, ...selectorsTold(table) }] : [])),
  );
}

const selectorsTold = (table: KubectlTable): Pick<TabledObject, 'hasSelectors'> =>
  table.kind === 'services' ? { hasSelectors: hasColumn(table, 'SELECTOR') } : {};

function findNodeLabels(row: TabledRow): Readonly<Record<string, string>> | undefined {
  const roles = listWords(cell(row, 'ROLES')).map((role) => [`node-role.kubernetes.io/${role}`, ''] as const);
  const labels = { ...Object.fromEntries(roles), ...pairs(cell(row, 'LABELS')) };
  return Object.keys(labels).length > 0 ? labels : undefined;
}

function makeNode(row: TabledRow): Value {
  const listed = (
    [
      ['InternalIP', 'INTERNAL-IP'],
      ['ExternalIP', 'EXTERNAL-IP'],
    ] as const
  ).flatMap(([type, column]) =>
    listWords(cell(row, column))
      .filter(isIp)
      .map((address) => ({ type, address })),
  );
  const name = findName(row);
  const isNamed = !hasColumn(row.table, 'INTERNAL-IP') && isIp(name);
  const addresses = isNamed ? [{ type: 'InternalIP', address: name }] : listed;
  const status = cell(row, 'STATUS') ?? 'Ready';
  const version = cell(row, 'VERSION');
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: told({
      name,
      labels: findNodeLabels(row),
      annotations: isNamed ? { [ADDRESS_OF_NAME]: 'true' } : undefined,
    }),
    spec: status.includes('SchedulingDisabled') ? { unschedulable: true } : {},
    status: told({
      addresses,
      nodeInfo:
        version === undefined
          ? undefined
          : told({ kubeletVersion: version, kernelVersion: cell(row, 'KERNEL-VERSION') }),
      conditions: [{ type: 'Ready', status: /^Ready\b/.test(status) ? 'True' : 'False' }],
    }),
  };
}

const listPorts = (row: TabledRow): readonly TabledPort[] => readServicePorts(cell(row, 'PORT(S)'));

function makeService(row: TabledRow, all: TabledRows): Value {
  const address = cell(row, 'CLUSTER-IP');
  const external = listWords(cell(row, 'EXTERNAL-IP')).filter((word) => !word.startsWith('<'));
  const ports = listPorts(row);
  const places = all.listPlaces(row);
  const type = cell(row, 'TYPE') ?? (ports.some(({ nodePort }) => nodePort !== undefined) ? 'NodePort' : 'ClusterIP');
  const isBalanced = type === 'LoadBalancer';
  const ingress = external.map((word) => (isIp(word) ? { ip: word } : { hostname: word }));
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: findName(row), namespace: findNamespace(row) },
    spec: told({
      type,
      clusterIP: address,
      selector: pairs(cell(row, 'SELECTOR')),
      ports: ports.map((port) => told({ ...port, targetPort: pairTarget(port, ports, places) })),
      externalName: type === 'ExternalName' ? external[0] : undefined,
      externalIPs: isBalanced || type === 'ExternalName' ? undefined : external.filter(isIp),
    }),
    ...(isBalanced && ingress.length > 0 ? { status: { loadBalancer: { ingress } } } : {}),
    ...(isBalanced && isPending(row) ? { status: { loadBalancer: {} } } : {}),
  };
}

/** `<pending>`: nobody has given the Service an address. */
const isPending = ({ table, row }: TabledRow): boolean =>
  row.cells[table.columns.indexOf('EXTERNAL-IP')] === '<pending>';

const PHASES: readonly (readonly [RegExp, string])[] = [
  [/^(?:Completed|Succeeded)/, 'Succeeded'],
  [/^(?:Failed|Evicted|OOMKilled|NodeLost|Shutdown)/, 'Failed'],
  [/^(?:Pending|ContainerCreating|PodInitializing|Init:|ImagePull|ErrImagePull)/, 'Pending'],
];

function makePod(row: TabledRow, all: TabledRows): Value {
  const ips = listWords(cell(row, 'IP')).filter(isIp);
  const node = cell(row, 'NODE');
  const [, ready, count] = /^(\d+)\/(\d+)$/.exec(cell(row, 'READY') ?? '') ?? [];
  const status = cell(row, 'STATUS') ?? 'Running';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: told({
      name: findName(row),
      namespace: findNamespace(row),
      labels: pairs(cell(row, 'LABELS')) ?? findLabels(row, ips, all),
    }),
    spec: told({
      nodeName: node,
      hostNetwork: all.isOnHost(ips[0], node) ? true : undefined,
    }),
    status: told({
      phase: PHASES.find(([pattern]) => pattern.test(status))?.[1] ?? 'Running',
      podIP: ips[0],
      podIPs: ips.map((ip) => ({ ip })),
      conditions: ready === undefined ? [] : [{ type: 'Ready', status: ready === count ? 'True' : 'False' }],
    }),
  };
}

/** Without their column: those a Service selects that lists the Pod among its endpoints. */
function findLabels(
  row: TabledRow,
  ips: readonly string[],
  all: TabledRows,
): Readonly<Record<string, string>> | undefined {
  const behind = all.listServicesBefore(row, ips);
  const selected = behind.flatMap((service) => Object.entries(pairs(cell(service, 'SELECTOR')) ?? {}));
  return selected.length === 0 ? undefined : Object.fromEntries(selected);
}

/** The Pod that has an address, as endpoints refer to it. */
function refTo(ip: string, all: TabledRows): Value {
  const pod = all.findPod(ip);
  if (!pod) return {};
  return told({
    nodeName: cell(pod, 'NODE'),
    targetRef: { kind: 'Pod', name: findName(pod), namespace: findNamespace(pod) },
  });
}

/** The numbers of ports, each as often as one address is listed with it: twice where two ports of a Service lead to it. */
function repeated(places: readonly TabledPlace[], numbers: readonly number[]): readonly number[] {
  return numbers.flatMap((number) => {
    const own = places.filter(({ port }) => port === number).map(({ ip }) => ip);
    return own.length > new Set(own).size ? [number, number] : [number];
  });
}

function makeEndpoints(row: TabledRow, all: TabledRows): Value {
  const places = readPlaces(cell(row, 'ENDPOINTS'));
  const service = all.findService(formatKey(row));
  const ports = service ? listPorts(service) : [];
  const numbers = [...new Set(places.flatMap(({ port }) => port ?? []))];
  const named = nameEndpointPorts(repeated(places, numbers), { key: formatKey(row), own: ports });
  const subsets = numbers.flatMap((number) => {
    const addresses = places.filter(({ port }) => port === number).map(({ ip }) => ({ ip, ...refTo(ip, all) }));
    const led = ports.filter((port) => (pairTarget(port, ports, places) ?? port.port) === number);
    const own = led.length > 0 ? led : named.filter(({ port }) => port === number);
    return own.map(({ name, protocol }: Partial<TabledPort>) => ({
      addresses,
      ports: [told({ name, port: number, protocol })],
    }));
  });
  const [name, namespace] = [findName(row), findNamespace(row)];
  // `<none>`: that there are none is told.
  if (subsets.length === 0 && places.length === 0) {
    const metadata = { name: `${name}-none`, namespace, labels: { 'kubernetes.io/service-name': name } };
    const none = { addressType: 'IPv4', endpoints: [], ports: [] };
    return { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata, ...none };
  }
  const metadata = { name, namespace, ...noteUnnamed(cell(row, 'ENDPOINTS'), numbers.length) };
  return { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets };
}

function makeSlice(row: TabledRow, all: TabledRows): Value | undefined {
  const owner = all.findOwner(row);
  const addressType = cell(row, 'ADDRESSTYPE');
  if (addressType === undefined) return undefined;
  const service = all.findService(`${findNamespace(row)}/${owner}`);
  const numbers = readNumbers(cell(row, 'PORTS'));
  const of: PortsOwner = { key: `${findNamespace(row)}/${owner}`, own: service ? listPorts(service) : [] };
  const ports = nameEndpointPorts(numbers, of).map(({ name = '', ...port }) => ({ name, ...port }));
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: findName(row),
      namespace: findNamespace(row),
      labels: { ...pairs(cell(row, 'LABELS')), ...(owner && { [LABEL_SERVICE_NAME]: owner }) },
      ...noteUnnamed(cell(row, 'ENDPOINTS'), 1),
    },
    addressType,
    ports,
    endpoints: readPlaces(cell(row, 'ENDPOINTS')).map(({ ip }) => ({
      addresses: [ip],
      conditions: { ready: true },
      ...refTo(ip, all),
    })),
  };
}
