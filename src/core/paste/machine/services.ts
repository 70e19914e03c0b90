import { findCell, type KubectlTable, type TableRow } from '../../formats/kubectl-table';
import { parseIp, formatIp, type IpFamily } from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import type { Evidence } from '../pasted-types';
import type { Found, ListedObjects, Machine } from './types';
import type { HashedPort, KubeServicePort } from '../kube-services';

const PROTOCOLS: Readonly<Record<number, KubeServicePort['protocol']>> = { 6: 'tcp', 17: 'udp', 132: 'sctp' };
/** `--service-node-port-range` by default. */
const NODE_PORTS = [30_000, 32_767] as const;

/** Is the port of the range node ports are taken from by default? */
export function isNodePort(port: number | undefined): boolean {
  return port !== undefined && port >= NODE_PORTS[0] && port <= NODE_PORTS[1];
}

/** `web.default.svc.cluster.local`: name and namespace of a Service. */
const OF_SERVICE = /^([^.]+)\.([^.]+)\.svc\./;

/** Names of Services as DNS and kubectl tell them: by address, and by node port. */
export function namesIn(machine: Machine): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { value } of machine.lookups) {
    const [, name, namespace] = OF_SERVICE.exec(value.name ?? '') ?? [];
    if (name !== undefined && value.address !== undefined) names.set(value.address, `${namespace}/${name}`);
  }
  for (const { name, addresses, ports } of machine.named.services) {
    for (const address of addresses) names.set(address, name);
    for (const { nodePort } of ports) if (nodePort !== undefined) names.set(`:${nodePort}`, name);
  }
  return names;
}

/** Services whose comments were cut off, by the name kubectl has for their address. */
export function withNames(machine: Machine, ports: readonly KubeServicePort[]): KubeServicePort[] {
  const names = namesIn(machine);
  return ports.map((port) => {
    const name = port.name.startsWith('KUBE-') ? names.get(port.clusterIP ?? `:${port.nodePort}`) : undefined;
    return name === undefined ? port : { ...port, name };
  });
}

/** The virtual services of a family as Services; names only where a table of kubectl tells them. */
export function ipvsServices(machine: Machine, family: IpFamily): KubeServicePort[] {
  const names = namesIn(machine);
  return (machine.ipvs?.value.services ?? []).flatMap(({ protocol = 0, address, port = 0, servers }) => {
    const proto = PROTOCOLS[protocol];
    if (!address || !proto || address.family !== family) return [];
    const text = formatIp(address);
    const name = names.get(text) ?? names.get(`:${port}`) ?? `${formatEndpoint(address, port)}/${proto}`;
    const endpoints = servers.map((server) => {
      const place = formatEndpoint(server.address, server.port);
      return { chain: place, place, shown: true };
    });
    return [{ name, protocol: proto, clusterIP: text, port, external: [], endpoints }];
  });
}

/** Names of Pods by address: `default/web-6c5f-abcde`. */
export function podNames(machine: Machine): ReadonlyMap<string, string> {
  return new Map(machine.named.pods.map(({ address, name }) => [address, name]));
}

/** Service ports kubectl named, as kube-proxy of any release hashes them: before 1.20 a nameless port kept its colon. */
export function hashedPorts(machine: Machine): HashedPort[] {
  return machine.named.services.flatMap(({ name, ports }) =>
    ports.flatMap((port) => {
      const written = port.protocol.toLowerCase();
      const protocol = written === 'udp' || written === 'sctp' ? written : 'tcp';
      const texts = port.name === undefined ? [name, `${name}:`] : [`${name}:${port.name}`];
      return texts.map((text) => ({ name: text, protocol }));
    }),
  );
}

/** The ready endpoints of a Service, as kubectl shows them. */
export interface ListedEndpoints {
  /** `default/web` */
  readonly service: string;
  /** `10.244.1.5:8080` */
  readonly places: ReadonlySet<string>;
  /**
   * Endpoints that are not ready, where the listing tells: kube-proxy may still use what is terminating and serving.
   */
  readonly unready?: ReadonlySet<string>;
  /** The Endpoints object has no Pod that terminates (endpoints_controller.go ShouldPodBeInEndpoints), slices do. */
  readonly hidesTerminating?: true;
  /** `+ 7 more...` stands behind them. */
  readonly partial: boolean;
  readonly evidence: Evidence;
}

/** The endpoints of every Service that a table or objects show; of one listed again the later listing counts. */
export function endpointsIn(machine: Machine): ReadonlyMap<string, ListedEndpoints> {
  const listings = [
    ...machine.tables.map((found) => ({ line: found.evidence, rows: ofTable(found) })),
    ...machine.objects.map((found) => ({ line: found.evidence, rows: ofObjects(found) })),
  ];
  const all = new Map<string, ListedEndpoints>();
  for (const { rows } of listings) for (const [name, listed] of together(rows)) all.set(name, listed);
  return all;
}

/** Several slices of one Service in one listing are its endpoints together. */
function together(rows: readonly ListedEndpoints[]): Map<string, ListedEndpoints> {
  const all = new Map<string, ListedEndpoints>();
  for (const row of rows) {
    const known = all.get(row.service);
    const places = new Set([...(known?.places ?? []), ...row.places]);
    const unready = new Set([...(known?.unready ?? []), ...(row.unready ?? [])]);
    const partial = row.partial || known?.partial === true;
    all.set(row.service, { ...row, places, partial, ...(unready.size > 0 ? { unready } : {}) });
  }
  return all;
}

function ofTable({ value: table, evidence }: Found<KubectlTable>): ListedEndpoints[] {
  if (table.kind !== 'endpoints' && table.kind !== 'endpointslices') return [];
  return table.rows.flatMap((row) => {
    const listed = findRow(table, row);
    const text = row.cells.filter(Boolean).join(' ');
    return listed ? [{ ...listed, evidence: { ...evidence, line: row.span.line, text } }] : [];
  });
}

/** A slice is named after its Service, with five characters behind (endpointslice controller, generateName). */
const OF_SLICE = /-[a-z0-9]{5}$/;

function findRow(table: KubectlTable, row: TableRow): Omit<ListedEndpoints, 'evidence'> | undefined {
  const name = (findCell(table, row, 'NAME') ?? '').replace(/^[\w.]+\//, '');
  const isSlice = table.kind === 'endpointslices';
  const service = `${findCell(table, row, 'NAMESPACE') ?? table.namespace ?? 'default'}/${isSlice ? name.replace(OF_SLICE, '') : name}`;
  const cell = findCell(table, row, 'ENDPOINTS') ?? '';
  const partial = cell.includes(' more...');
  const texts = cell
    .replace(/\+ \d+ more\.\.\./, '')
    .split(',')
    .map((text) => text.trim());
  const ports = isSlice ? (findCell(table, row, 'PORTS') ?? '').split(',') : [''];
  const places = texts.flatMap((text) => {
    if (!isSlice) return /:\d+$/.test(text) ? [text] : [];
    const address = parseIp(text);
    return address.ok
      ? ports.flatMap((port) => (/^\d+$/.test(port) ? [formatEndpoint(address.value, Number(port))] : []))
      : [];
  });
  const hides = isSlice ? {} : { hidesTerminating: true as const };
  return places.length === 0 ? undefined : { service, places: new Set(places), partial, ...hides };
}

function ofObjects({ value, evidence }: Found<ListedObjects>): ListedEndpoints[] {
  return value.endpointSlices.flatMap(({ metadata, endpoints = [], ports = [] }) => {
    const name = metadata.labels?.['kubernetes.io/service-name'];
    if (name === undefined) return [];
    const placesOf = (isReady: boolean): string[] =>
      endpoints.flatMap(({ addresses = [], conditions }) =>
        (conditions?.ready !== false) === isReady
          ? addresses.flatMap((text) => {
              const address = parseIp(text);
              return ports.flatMap(({ port }) => (address.ok && port ? [formatEndpoint(address.value, port)] : []));
            })
          : [],
      );
    const [places, unready] = [placesOf(true), placesOf(false)];
    const service = `${metadata.namespace ?? 'default'}/${name}`;
    if (places.length + unready.length === 0) return [];
    const partial = value.shortened?.has(service) === true;
    const more = unready.length > 0 ? { unready: new Set(unready) } : {};
    return [{ service, places: new Set(places), ...more, partial, evidence: { ...evidence, text: service } }];
  });
}
