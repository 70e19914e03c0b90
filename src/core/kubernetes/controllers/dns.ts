import { parseIp } from '../../net/ip';
import { findOwnerService } from '../defaults';
import {
  namespacedName,
  getNamespace,
  type ClusterObjects,
  type Endpoint,
  type EndpointSliceObject,
  type ServiceObject,
} from '../types';

/** One resource record; `value` is written as in a zone file. */
export interface DnsRecord {
  /** Without the final dot: `web.default.svc.cluster.local`. */
  readonly name: string;
  readonly type: 'A' | 'AAAA' | 'SRV' | 'PTR' | 'CNAME' | 'TXT';
  readonly value: string;
  /** Seconds. */
  readonly ttl: number;
}

/** CoreDNS's kubernetes plugin gives every record five seconds. */
const TTL = 5;
/** The version of the DNS specification CoreDNS says it follows. */
const SPECIFICATION = '1.1.0';

/**
 * All records of a cluster's zone (Kubernetes DNS specification 1.0.1, as CoreDNS answers): Services,
 * their named ports, endpoints of headless Services, and back. The cluster must be complete.
 */
export function dnsRecords(cluster: ClusterObjects, domain: string): readonly DnsRecord[] {
  const slices = slicesByOwner(cluster);
  const records = cluster.services.flatMap((service) => serviceRecords(service, slices, domain));
  return [record(`dns-version.${domain}`, 'TXT', `"${SPECIFICATION}"`), ...records];
}

/** The answers to a question; none: the name does not exist or has no such record. */
export function resolve(records: readonly DnsRecord[], name: string, type: DnsRecord['type']): readonly DnsRecord[] {
  const wanted = name.replace(/\.$/, '').toLowerCase();
  return records.filter((entry) => entry.name === wanted && entry.type === type);
}

/**
 * The names a Pod's resolver tries for a name, in order: `ndots:5` and the search path kubelet
 * writes into resolv.conf.
 */
export function searchNames(name: string, namespace: string, domain: string): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const searched = [`${namespace}.svc.${domain}`, `svc.${domain}`, domain].map((suffix) => `${name}.${suffix}`);
  return name.split('.').length > 5 ? [name, ...searched] : [...searched, name];
}

type Slices = ReadonlyMap<string, readonly EndpointSliceObject[]>;

/** Slices by Service; kube-proxy overlooks those of headless Services, the DNS server does not. */
function slicesByOwner(cluster: ClusterObjects): Slices {
  const index = new Map<string, EndpointSliceObject[]>();
  for (const slice of cluster.endpointSlices) {
    const owner = findOwnerService(slice);
    if (owner === undefined || slice.addressType === 'FQDN') continue;
    const key = `${getNamespace(slice)}/${owner}`;
    index.set(key, [...(index.get(key) ?? []), slice]);
  }
  return index;
}

function record(name: string, type: DnsRecord['type'], value: string): DnsRecord {
  return { name: name.toLowerCase(), type, value, ttl: TTL };
}

function serviceRecords(service: ServiceObject, slices: Slices, domain: string): DnsRecord[] {
  const name = `${service.metadata.name}.${getNamespace(service)}.svc.${domain}`;
  const { type, clusterIP, clusterIPs = [], externalName = '' } = service.spec;
  if (type === 'ExternalName') return [record(name, 'CNAME', `${externalName.replace(/\.$/, '')}.`)];
  if (clusterIP === 'None') return headlessRecords(name, slices.get(namespacedName(service)) ?? []);
  const ips = clusterIPs.length > 0 ? clusterIPs : clusterIP ? [clusterIP] : [];
  const ports = (service.spec.ports ?? []).filter((port) => port.name);
  return [
    ...ips.map((ip) => addressRecord(name, ip)),
    ...(ips.length === 0 ? [] : ports.map((port) => srvRecord(port.name ?? '', port.protocol, port.port, name, name))),
    ...ips.map((ip) => record(reverseName(ip), 'PTR', `${name}.`)),
  ];
}

function addressRecord(name: string, ip: string): DnsRecord {
  return record(name, ip.includes(':') ? 'AAAA' : 'A', ip);
}

/** `_http._tcp.web.default.svc.cluster.local`: priority 0, all weight 100. */
function srvRecord(
  port: string,
  protocol: string | undefined,
  number: number,
  service: string,
  target: string,
): DnsRecord {
  const name = `_${port}._${(protocol ?? 'TCP').toLowerCase()}.${service}`;
  return record(name, 'SRV', `0 100 ${number} ${target}.`);
}

/** One set of records for each endpoint that is ready (publishNotReadyAddresses makes all so). */
function headlessRecords(name: string, slices: readonly EndpointSliceObject[]): DnsRecord[] {
  const seen = new Set<string>();
  const records = slices.flatMap((slice) =>
    (slice.endpoints ?? [])
      .filter((endpoint) => endpoint.conditions?.ready !== false)
      .flatMap((endpoint) => endpointRecords(endpoint, slice, name)),
  );
  return records.filter((entry) => {
    const key = `${entry.name} ${entry.type} ${entry.value}`;
    return !seen.has(key) && seen.add(key).size > 0;
  });
}

function endpointRecords(endpoint: Endpoint, slice: EndpointSliceObject, service: string): DnsRecord[] {
  const ip = endpoint.addresses?.[0];
  if (ip === undefined || !parseIp(ip).ok) return [];
  const own = `${endpoint.hostname ?? dashed(ip)}.${service}`;
  const ports = (slice.ports ?? []).flatMap(({ name, protocol, port }) =>
    name && port ? [srvRecord(name, protocol, port, service, own)] : [],
  );
  const reverse = endpoint.hostname === undefined ? [] : [record(reverseName(ip), 'PTR', `${own}.`)];
  return [addressRecord(service, ip), addressRecord(own, ip), ...ports, ...reverse];
}

/** `10-244-1-5`: what an endpoint without a hostname is called. */
function dashed(ip: string): string {
  return ip.replaceAll(/[.:]/g, '-');
}

/** `5.1.244.10.in-addr.arpa`, or 32 nibbles below `ip6.arpa`. */
function reverseName(ip: string): string {
  const parsed = parseIp(ip);
  if (!parsed.ok) return ip;
  const { family, words } = parsed.value;
  if (family === 'ipv4') return `${ip.split('.').reverse().join('.')}.in-addr.arpa`;
  const nibbles = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  return `${nibbles.split('').reverse().join('.')}.ip6.arpa`;
}
