import { once } from '../lib/memo';
import { printedIp, type IpFamily } from '../net/ip';
import {
  compareText,
  LABEL_HEADLESS,
  LABEL_PROXY_NAME,
  LABEL_SERVICE_NAME,
  getNamespace,
  type EndpointSliceObject,
} from './types';
import { withoutLeadingZeros, type ServicePortInfo } from './service-port';

/** One endpoint of one service port (pkg/proxy/endpoint.go BaseEndpointInfo). */
export interface EndpointInfo {
  /** `10.244.1.5:8080`, `[fd00::5]:8080`: also what endpoints are sorted by. */
  readonly endpoint: string;
  readonly ip: string;
  readonly port: number;
  readonly isLocal: boolean;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly nodeName?: string;
  readonly zoneHints: readonly string[];
  readonly nodeHints: readonly string[];
  /** Where it was read: the slice and the index in its `endpoints`. */
  readonly slice: EndpointSliceObject;
  readonly index: number;
}

/** The proxier that reads endpoints: a family on a node. */
export interface EndpointReader {
  readonly family: IpFamily;
  readonly node: string;
  /** `runningWins`: of an address that is listed twice, the one that does not terminate counts. */
  readonly features?: { readonly runningWins: boolean };
}

const NONE: readonly string[] = [];
const NO_SLICES: readonly EndpointSliceObject[] = [];

/**
 * The slices kube-proxy sees, by `namespace/service`. Slices of headless Services or of another
 * proxy are left out (the informer's selector), so are those without owner and FQDN ones.
 * Remembered by array identity.
 */
export const slicesByService = once(groupSlices);

function groupSlices(slices: readonly EndpointSliceObject[]): ReadonlyMap<string, readonly EndpointSliceObject[]> {
  const index = new Map<string, EndpointSliceObject[]>();
  for (const slice of slices) {
    const labels = slice.metadata.labels ?? {};
    const service = labels[LABEL_SERVICE_NAME];
    if (service === undefined || slice.addressType === 'FQDN') continue;
    if (LABEL_HEADLESS in labels || LABEL_PROXY_NAME in labels) continue;
    const key = `${getNamespace(slice)}/${service}`;
    const known = index.get(key);
    if (known) known.push(slice);
    else index.set(key, [slice]);
  }
  return index;
}

/** The slices of one service port's Service. */
export function listSlices(
  index: ReadonlyMap<string, readonly EndpointSliceObject[]>,
  port: Pick<ServicePortInfo, 'namespace' | 'serviceName'>,
): readonly EndpointSliceObject[] {
  return index.get(`${port.namespace}/${port.serviceName}`) ?? NO_SLICES;
}

/**
 * The endpoints of a service port on a node, sorted by the text `ip:port` (byte order), as
 * pkg/proxy/endpointslicecache.go builds them. Of equal endpoints in several slices the first
 * stays, except that a local one replaces it; slices are taken by name (kube-proxy: at random).
 */
export function listEndpoints(
  slices: readonly EndpointSliceObject[],
  port: Pick<ServicePortInfo, 'portName' | 'protocol'>,
  { family, node, features }: EndpointReader,
): readonly EndpointInfo[] {
  const found: EndpointInfo[] = [];
  const ordered = slices.length > 1 ? slices.toSorted((a, b) => compareText(a.metadata.name, b.metadata.name)) : slices;
  for (const slice of ordered) {
    if ((slice.addressType === 'IPv6') !== (family === 'ipv6')) continue;
    for (const number of portNumbers(slice, port)) collect(found, slice, number, node, family);
  }
  const sorted = found.sort((a, b) => compareText(a.endpoint, b.endpoint));
  return withoutRepetition(sorted, features?.runningWins ?? false);
}

/** Of equal neighbours the first stays, or the last local one; from 1.36 the one that does not terminate. */
function withoutRepetition(sorted: EndpointInfo[], runningWins: boolean): EndpointInfo[] {
  if (!sorted.some((endpoint, index) => index > 0 && endpoint.endpoint === sorted[index - 1]?.endpoint)) return sorted;
  const kept: EndpointInfo[] = [];
  for (const endpoint of sorted) {
    const last = kept.at(-1);
    if (last?.endpoint !== endpoint.endpoint) kept.push(endpoint);
    else if (runningWins && last.terminating !== endpoint.terminating) {
      if (last.terminating) kept[kept.length - 1] = endpoint;
    } else if (endpoint.isLocal) kept[kept.length - 1] = endpoint;
  }
  return kept;
}

/** The numbers a slice gives for a port's name and protocol. A port without a name or number is not usable. */
function portNumbers(slice: EndpointSliceObject, port: Pick<ServicePortInfo, 'portName' | 'protocol'>): number[] {
  const numbers: number[] = [];
  for (const entry of slice.ports ?? []) {
    if (entry.name !== port.portName || (entry.protocol ?? 'TCP') !== port.protocol) continue;
    if (entry.port !== undefined && entry.port !== 0) numbers.push(entry.port);
  }
  return numbers;
}

function collect(
  found: EndpointInfo[],
  slice: EndpointSliceObject,
  port: number,
  node: string,
  family: IpFamily,
): void {
  const endpoints = slice.endpoints ?? [];
  for (let index = 0; index < endpoints.length; index++) {
    const endpoint = endpoints[index];
    // Only the first address of an endpoint counts.
    const ip = endpoint && printedIp(withoutLeadingZeros(endpoint.addresses?.[0] ?? ''), family);
    if (!endpoint || ip === undefined) continue;
    const { conditions, hints, nodeName } = endpoint;
    found.push({
      endpoint: family === 'ipv6' ? `[${ip}]:${port}` : `${ip}:${port}`,
      ip,
      port,
      isLocal: nodeName !== undefined && nodeName !== '' && nodeName === node,
      ready: conditions?.ready ?? true,
      serving: conditions?.serving ?? true,
      terminating: conditions?.terminating ?? false,
      nodeName,
      zoneHints: hints?.forZones?.map((zone) => zone.name) ?? NONE,
      nodeHints: hints?.forNodes?.map((hint) => hint.name) ?? NONE,
      slice,
      index,
    });
  }
}
