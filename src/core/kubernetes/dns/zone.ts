import { Memo, once } from '../../lib/memo';
import { phrase, type Phrase } from '../../lib/phrase';
import { formatIp, parseIp } from '../../net/ip';
import { findOwnerService } from '../defaults';
import {
  listClusterIPs,
  getNamespace,
  namespacedName,
  type ClusterObjects,
  type Endpoint,
  type EndpointSliceObject,
  type Protocol,
  type ServiceObject,
} from '../types';

export type DnsType = 'A' | 'AAAA' | 'SRV' | 'PTR' | 'CNAME' | 'TXT';

/** One resource record; `value` is written as in a zone file. */
export interface DnsRecord {
  /** Without the final dot: `web.default.svc.cluster.local`. */
  readonly name: string;
  readonly type: DnsType;
  readonly value: string;
  /** Seconds. */
  readonly ttl: number;
}

/**
 * Answer of a cluster's DNS server. NOERROR without records: the name is there, but has none of that type.
 * `forwarded`: it is not of the cluster, and is asked of the server's own resolver, whose answer is not here.
 */
export interface DnsAnswer {
  readonly rcode: 'NOERROR' | 'NXDOMAIN' | 'forwarded';
  readonly records: readonly DnsRecord[];
  readonly why: Phrase;
}

/** A question and who answers it. */
interface Question {
  readonly zone: DnsZone;
  /** In small letters, without the final dot. */
  readonly name: string;
  readonly type: DnsType;
}

/** `ttl 30`, as the Corefile of kubeadm has it (cmd/kubeadm/app/phases/addons/dns/manifests.go). */
const TTL = 30;
/** The version of the DNS specification CoreDNS says it follows. */
const SPECIFICATION = '1.1.0';
/** An alias of an alias is followed so often (plugin/backend_lookup.go). */
const MOST_ALIASES = 8;

/** The names of a cluster, looked up when they are asked for. */
export interface DnsZone {
  readonly domain: string;
  readonly services: ReadonlyMap<string, ServiceObject>;
  readonly namespaces: ReadonlySet<string>;
  /** EndpointSlices of a Service, by `namespace/name`. */
  readonly slices: ReadonlyMap<string, readonly EndpointSliceObject[]>;
}

/** The zone of a cluster, which must be complete (`completeCluster`). */
export function zoneOf(cluster: ClusterObjects, domain: string, memo: Memo): DnsZone {
  return zoneWith(cluster, memo, domain);
}

const zoneWith = once((cluster: ClusterObjects, memo, domain: string): DnsZone => {
  const named = [cluster.services, cluster.pods, cluster.deployments].flatMap((list) => list.map(getNamespace));
  const created = (cluster.others ?? []).flatMap(({ kind, metadata }) =>
    kind === 'Namespace' && metadata?.name !== undefined ? [metadata.name] : (metadata?.namespace ?? []),
  );
  const services = new Map(cluster.services.map((service) => [namespacedName(service), service]));
  const namespaces = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease', ...named, ...created]);
  return { domain: domain.toLowerCase(), services, namespaces, slices: slicesByOwner(cluster.endpointSlices, memo) };
});

/** Slices by Service; kube-proxy overlooks those of headless Services, the DNS server does not. */
const slicesByOwner = once((slices: readonly EndpointSliceObject[]): DnsZone['slices'] => {
  const index = new Map<string, EndpointSliceObject[]>();
  for (const slice of slices) {
    const owner = findOwnerService(slice);
    if (owner === undefined || slice.addressType === 'FQDN') continue;
    const key = `${getNamespace(slice)}/${owner}`;
    const known = index.get(key);
    if (known) known.push(slice);
    else index.set(key, [slice]);
  }
  return index;
});

/**
 * The answer to a question, as CoreDNS gives it with the Corefile of kubeadm: `kubernetes DOMAIN in-addr.arpa ip6.arpa`
 * with `pods insecure`, everything else forwarded (plugin/kubernetes/kubernetes.go `Records`, plugin/backend_lookup.go).
 */
export function askZone(zone: DnsZone, asked: string, type: DnsType): DnsAnswer {
  return answerTo({ zone, name: asked.replace(/\.$/, '').toLowerCase(), type }, 0);
}

function answerTo(question: Question, aliases: number): DnsAnswer {
  const { zone, name, type } = question;
  const { domain } = zone;
  if (/\.(?:in-addr|ip6)\.arpa$/.test(name)) return answerReverse(question);
  if (name !== domain && !name.endsWith(`.${domain}`)) {
    return { rcode: 'forwarded', records: [], why: phrase('kubernetes.dns.forwarded', { name, domain }) };
  }
  const below = name === domain ? '' : name.slice(0, -domain.length - 1);
  if (below === 'dns-version' && type === 'TXT') {
    return found(question, [record(name, 'TXT', `"${SPECIFICATION}"`)], phrase('kubernetes.dns.version'));
  }
  const parsed = parseName(below);
  if (parsed === 'apex') return found(question, [], phrase('kubernetes.dns.apex', { name }));
  if (parsed === undefined) return missing(phrase('kubernetes.dns.too-long', { name, domain }));
  if (!zone.namespaces.has(parsed.namespace)) {
    return missing(phrase('kubernetes.dns.no-namespace', { namespace: parsed.namespace }));
  }
  if (parsed.service === undefined) return found(question, [], phrase('kubernetes.dns.apex', { name }));
  return parsed.kind === 'pod'
    ? answerPod(question, parsed.service)
    : answerService(question, { ...parsed, service: parsed.service }, aliases);
}

interface ParsedName {
  readonly kind: 'svc' | 'pod';
  readonly namespace: string;
  readonly service?: string;
  readonly endpoint?: string;
  readonly port?: string;
  readonly protocol?: string;
}

/** `_port._protocol.service.namespace.svc`, `endpoint.service.namespace.svc` and shorter (plugin/kubernetes/parse.go). */
function parseName(below: string): ParsedName | 'apex' | undefined {
  if (below === '' || below === 'svc' || below === 'pod') return 'apex';
  const [kind, namespace = '', service, ...rest] = below.split('.').reverse();
  if ((kind !== 'svc' && kind !== 'pod') || rest.length > 2) return undefined;
  const base = { kind, namespace, ...(service === undefined ? {} : { service }) } as const;
  const [near, far] = rest;
  if (near === undefined) return base;
  if (far === undefined) return { ...base, endpoint: near };
  return { ...base, protocol: near.replace(/^_/, ''), port: far.replace(/^_/, '') };
}

function missing(why: Phrase): DnsAnswer {
  return { rcode: 'NXDOMAIN', records: [], why };
}

/** The name is there; without records it has none of that type. */
function found({ name, type }: Question, records: readonly DnsRecord[], why: Phrase): DnsAnswer {
  return {
    rcode: 'NOERROR',
    records,
    why: records.length > 0 ? why : phrase('kubernetes.dns.no-data', { name, type }),
  };
}

function record(name: string, type: DnsType, value: string): DnsRecord {
  return { name: name.toLowerCase(), type, value, ttl: TTL };
}

/** `pods insecure`: whatever address is written with dashes is said back, whether there is such a Pod or not. */
function answerPod(question: Question, name: string): DnsAnswer {
  const isV4 = name.split('-').length === 4 && !name.includes('--');
  const address = parseIp(name.replaceAll('-', isV4 ? '.' : ':'));
  if (!address.ok) return missing(phrase('kubernetes.dns.no-pod-address', { name }));
  const text = formatIp(address.value);
  const own = text.includes(':') ? 'AAAA' : 'A';
  const records = question.type === own ? [record(question.name, own, text)] : [];
  return found(question, records, phrase('kubernetes.dns.pod', { address: text }));
}

/** Target of an SRV record: an address and port, and the name that belongs to it. */
interface SrvTarget {
  readonly address: string;
  readonly port: number;
  readonly host: string;
}

type ServiceName = ParsedName & { readonly service: string };

function answerService(question: Question, asked: ServiceName, aliases: number): DnsAnswer {
  const { zone } = question;
  const id = `${asked.namespace}/${asked.service}`;
  const service = zone.services.get(id);
  if (!service) return missing(phrase('kubernetes.dns.no-service', { service: id }));
  const { type, externalName = '' } = service.spec;
  if (type === 'ExternalName') {
    const isAlias = asked.endpoint === undefined && !parseIp(externalName).ok && externalName !== '';
    return isAlias
      ? answerAlias(question, externalName.replace(/\.$/, ''), aliases)
      : missing(phrase('kubernetes.dns.no-alias', { service: id, target: externalName }));
  }
  const places = listPlaces(zone, service, asked);
  if (places === undefined) return missing(whyMissing(zone, service, asked));
  return found(question, listRecords(question, places), whyFound(service, asked, places.length));
}

/** An alias is followed where it leads into the cluster (plugin/backend_lookup.go `A`). */
function answerAlias(question: Question, target: string, aliases: number): DnsAnswer {
  const { name, type } = question;
  const alias = record(name, 'CNAME', `${target}.`);
  const why = phrase('kubernetes.dns.alias', { target });
  if (type === 'CNAME') return found(question, [alias], why);
  if (type === 'SRV') return found(question, [record(name, 'SRV', `0 100 0 ${target}.`)], why);
  if (type !== 'A' && type !== 'AAAA') return found(question, [], why);
  if (aliases >= MOST_ALIASES) return missing(phrase('kubernetes.dns.alias-loop', { target }));
  const next = answerTo({ ...question, name: target.toLowerCase() }, aliases + 1);
  return { rcode: next.rcode === 'NXDOMAIN' ? 'NOERROR' : next.rcode, records: [alias, ...next.records], why };
}

/** The places a Service's name has; undefined: there is no such name. */
function listPlaces(zone: DnsZone, service: ServiceObject, asked: ServiceName): readonly SrvTarget[] | undefined {
  const host = `${service.metadata.name}.${getNamespace(service)}.svc.${zone.domain}`;
  if (service.spec.clusterIP === 'None' || asked.endpoint !== undefined) {
    const all = endpointPlaces(zone.slices.get(namespacedName(service)) ?? [], asked, host);
    return all.length > 0 ? all : undefined;
  }
  const ports = (service.spec.ports ?? []).filter((port) => isAsked(asked, port));
  if (ports.length === 0) return undefined;
  return ports.flatMap(({ port }) => listClusterIPs(service).map((address) => ({ address, port, host })));
}

/** `matchPortAndProtocol`: what is not named fits. */
function isAsked(
  { port, protocol }: ParsedName,
  own: { readonly name?: string; readonly protocol?: Protocol },
): boolean {
  if (port !== undefined && port !== (own.name ?? '').toLowerCase()) return false;
  return protocol === undefined || protocol === (own.protocol ?? 'TCP').toLowerCase();
}

/** Endpoints that are ready (publishNotReadyAddresses makes all of them so), each with each port that is asked for. */
function endpointPlaces(slices: readonly EndpointSliceObject[], asked: ParsedName, host: string): SrvTarget[] {
  return slices.flatMap(({ endpoints = [], ports = [] }) => {
    const declared = ports.length > 0 ? ports : [{ port: -1 }];
    const fitting = declared.filter((port) => isAsked(asked, port));
    return endpoints.filter(isReady).flatMap((endpoint) => {
      const label = endpointLabel(endpoint);
      if (label === undefined || (asked.endpoint !== undefined && asked.endpoint !== label)) return [];
      const address = endpoint.addresses?.[0] ?? '';
      return fitting.map(({ port = -1 }) => ({ address, port, host: `${label}.${host}` }));
    });
  });
}

const isReady = ({ conditions }: Endpoint): boolean => conditions?.ready !== false;

/** The first label of an endpoint's own name: its hostname, or its address with dashes (`endpointHostname`). */
function endpointLabel({ hostname, addresses }: Endpoint): string | undefined {
  const ip = addresses?.[0];
  if (ip === undefined || !parseIp(ip).ok) return undefined;
  return (hostname ?? ip.replaceAll(/[.:]/g, '-')).toLowerCase();
}

function listRecords({ name, type }: Question, places: readonly SrvTarget[]): readonly DnsRecord[] {
  if (type === 'A' || type === 'AAAA') {
    const fitting = places.filter(({ address }) => address.includes(':') === (type === 'AAAA'));
    return unique(fitting.map(({ address }) => record(name, type, address)));
  }
  if (type !== 'SRV') return [];
  const weight = Math.max(1, Math.floor(100 / places.length));
  const known = places.filter(({ port }) => port !== -1);
  return unique(known.map(({ port, host }) => record(name, 'SRV', `0 ${weight} ${port} ${host}.`)));
}

function unique(records: readonly DnsRecord[]): readonly DnsRecord[] {
  return [...new Map(records.map((each) => [`${each.name} ${each.type} ${each.value}`, each])).values()];
}

function whyFound(service: ServiceObject, asked: ServiceName, count: number): Phrase {
  const id = namespacedName(service);
  if (asked.port !== undefined) return phrase('kubernetes.dns.port', { service: id, port: asked.port });
  if (asked.endpoint !== undefined) return phrase('kubernetes.dns.endpoint', { service: id, label: asked.endpoint });
  if (service.spec.clusterIP === 'None') return phrase('kubernetes.dns.headless', { service: id, count });
  return phrase('kubernetes.dns.cluster-ip', { service: id });
}

function whyMissing({ slices }: DnsZone, service: ServiceObject, asked: ServiceName): Phrase {
  const id = namespacedName(service);
  if (asked.port !== undefined) {
    return phrase('kubernetes.dns.no-port', { service: id, port: asked.port, protocol: asked.protocol ?? '' });
  }
  const own = slices.get(id) ?? [];
  const isEmpty = !own.some(({ endpoints = [] }) => endpoints.some(isReady));
  if (isEmpty && service.spec.clusterIP === 'None') return phrase('kubernetes.dns.headless-empty', { service: id });
  return asked.endpoint === undefined
    ? phrase('kubernetes.dns.no-ports', { service: id })
    : phrase('kubernetes.dns.no-endpoint', { service: id, label: asked.endpoint });
}

/** PTR: the Service with that clusterIP, else every endpoint with that address (plugin/kubernetes/reverse.go). */
function answerReverse(question: Question): DnsAnswer {
  const { zone, name, type } = question;
  const forwarded = (why: Phrase): DnsAnswer => ({ rcode: 'forwarded', records: [], why });
  const address = reverseAddress(name);
  // `fallthrough in-addr.arpa ip6.arpa` of the Corefile; of other types only `svc` and `pod` are read, which are not here.
  if (address === undefined || type !== 'PTR') return forwarded(phrase('kubernetes.dns.no-reverse', { name, type }));
  const names = listNames(zone, address);
  if (names.length === 0) return forwarded(phrase('kubernetes.dns.reverse-nobody', { address }));
  const records = names.map((each) => record(name, 'PTR', `${each}.`));
  return found(question, unique(records), phrase('kubernetes.dns.reverse', { address }));
}

function listNames({ services, slices, domain }: DnsZone, address: string): readonly string[] {
  for (const service of services.values()) {
    if (listClusterIPs(service).includes(address)) {
      return [`${service.metadata.name}.${getNamespace(service)}.svc.${domain}`];
    }
  }
  return [...slices].flatMap(([id, own]) => {
    const [namespace = '', service = ''] = id.split('/');
    const having = own
      .flatMap(({ endpoints = [] }) => endpoints.filter(isReady))
      .filter(({ addresses }) => addresses?.[0] === address);
    return having.flatMap((endpoint) => `${endpointLabel(endpoint) ?? ''}.${service}.${namespace}.svc.${domain}`);
  });
}

/** `5.1.244.10.in-addr.arpa` -> `10.244.1.5`; of IPv6 32 nibbles. */
function reverseAddress(name: string): string | undefined {
  const parts = name.split('.').slice(0, -2).reverse();
  const isV4 = name.endsWith('.in-addr.arpa');
  if (parts.length !== (isV4 ? 4 : 32)) return undefined;
  const text = isV4 ? parts.join('.') : (parts.join('').match(/.{4}/g) ?? []).join(':');
  const parsed = parseIp(text);
  return parsed.ok ? formatIp(parsed.value) : undefined;
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

/** Everything that is told of one Service: its name, its ports, its endpoints, and back. */
export function recordsOfService(zone: DnsZone, service: ServiceObject): readonly DnsRecord[] {
  const name = `${service.metadata.name}.${getNamespace(service)}.svc.${zone.domain}`;
  const { type, externalName = '', clusterIP } = service.spec;
  if (type === 'ExternalName') return [record(name, 'CNAME', `${externalName.replace(/\.$/, '')}.`)];
  const isHeadless = clusterIP === 'None';
  const places = listPlaces(zone, service, { kind: 'svc', namespace: '', service: '' }) ?? [];
  const endpoints = isHeadless
    ? places
    : endpointPlaces(zone.slices.get(namespacedName(service)) ?? [], { kind: 'svc', namespace: '' }, name);
  const ports = isHeadless
    ? (zone.slices.get(namespacedName(service)) ?? []).flatMap((slice) => slice.ports ?? [])
    : (service.spec.ports ?? []);
  const asks = ports.flatMap(({ name: port, protocol = 'TCP' }) =>
    port ? [`_${port}._${protocol.toLowerCase()}.${name}`] : [],
  );
  const own = endpoints.map(({ address, host }) => addressRecord(host, address));
  const back = (isHeadless ? endpoints : [...places, ...endpoints]).map(({ address, host }) =>
    record(reverseName(address), 'PTR', `${host}.`),
  );
  return unique([
    ...places.map(({ address }) => addressRecord(name, address)),
    ...[...new Set(asks)].flatMap((ask) => askZone(zone, ask, 'SRV').records),
    ...own,
    ...back,
  ]);
}

function addressRecord(name: string, address: string): DnsRecord {
  return record(name, address.includes(':') ? 'AAAA' : 'A', address);
}
