import { ANNOTATION_TOPOLOGY_MODE, type Protocol, type ServiceObject, type ServicePort } from '../../kubernetes/types';
import type { ProtocolName } from '../../kubernetes/service-port';
import type { ReadPort } from '../../paste/proxy/types';
import { contains, parseCidr, type Cidr, parseIp, type IpFamily } from '../../net/ip';

/** The ports of one Service, of all families, in the order they were met. */
export interface ReadService {
  readonly namespace: string;
  readonly name: string;
  readonly named: boolean;
  readonly ports: readonly ReadPort[];
}

const PROTOCOLS: Readonly<Record<ProtocolName, Protocol>> = { tcp: 'TCP', udp: 'UDP', sctp: 'SCTP' };

/** `TCP`, as API objects spell it. */
export function serviceProtocol({ proto }: Pick<ReadPort, 'proto'>): Protocol {
  return PROTOCOLS[proto];
}

/** Puts the ports of all families together by `namespace/name`. */
export function groupServices(ports: readonly ReadPort[]): ReadService[] {
  const groups = new Map<string, ReadPort[]>();
  for (const port of ports) {
    const key = `${port.namespace}/${port.service}`;
    const known = groups.get(key);
    if (known) known.push(port);
    else groups.set(key, [port]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [{ namespace: first.namespace, name: first.service, named: first.named, ports: withKnownKinds(group) }];
  });
}

/** Refused addresses do not say what they are; another port of the Service may. */
function withKnownKinds(ports: readonly ReadPort[]): ReadPort[] {
  const balanced = new Set(ports.flatMap(({ loadBalancerIPs }) => loadBalancerIPs));
  // Where some are told, the others are what they look like.
  const isBalanced = balanced.size === 0 && ports.some(({ healthCheckNodePort }) => healthCheckNodePort !== undefined);
  const accepted = new Set(ports.flatMap((port) => (port.cluster || port.local ? port.externalIPs : [])));
  return ports.map((port) => {
    const isOf = (address: string): boolean => balanced.has(address) || (isBalanced && !accepted.has(address));
    const moved = port.externalIPs.filter(isOf);
    if (moved.length === 0) return port;
    return {
      ...port,
      externalIPs: port.externalIPs.filter((address) => !isOf(address)),
      loadBalancerIPs: [...new Set([...port.loadBalancerIPs, ...moved])],
    };
  });
}

function union<T>(ports: readonly ReadPort[], pick: (port: ReadPort) => readonly T[]): T[] {
  return [...new Set(ports.flatMap(pick))];
}

function pickFirst<T>(ports: readonly ReadPort[], pick: (port: ReadPort) => T | undefined): T | undefined {
  for (const port of ports) {
    const value = pick(port);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The type that asks for what the rules show; `ClusterIP` unless there is more. */
function getType(ports: readonly ReadPort[]): 'ClusterIP' | 'NodePort' | 'LoadBalancer' {
  const isBalanced = ports.some(
    ({ loadBalancerIPs, healthCheckNodePort }) => loadBalancerIPs.length > 0 || healthCheckNodePort !== undefined,
  );
  if (isBalanced) return 'LoadBalancer';
  return ports.some(({ nodePort }) => nodePort !== undefined) ? 'NodePort' : 'ClusterIP';
}

/** The ports as `spec.ports` has them: each name and protocol once. */
function listPorts(ports: readonly ReadPort[]): ServicePort[] {
  const byName = new Map<string, ReadPort[]>();
  for (const port of ports) {
    const key = `${port.portName}/${port.proto}`;
    byName.set(key, [...(byName.get(key) ?? []), port]);
  }
  return [...byName.values()].flatMap((same): ServicePort[] => {
    const [first] = same;
    if (!first) return [];
    const nodePort = pickFirst(same, (port) => port.nodePort);
    const target = findTargetPort(same);
    return [
      {
        ...(first.portName === '' ? {} : { name: first.portName }),
        protocol: serviceProtocol(first),
        port: pickFirst(same, (port) => port.port) ?? target ?? 1,
        ...(target === undefined ? {} : { targetPort: target }),
        ...(nodePort === undefined ? {} : { nodePort }),
      },
    ];
  });
}

/** The number all shown endpoints listen on; undefined if there are none or they differ. */
function findTargetPort(ports: readonly ReadPort[]): number | undefined {
  const numbers = union(ports, ({ cluster = [], local = [] }) => [...cluster, ...local].map(portOfPlace));
  return numbers.length === 1 ? numbers[0] : undefined;
}

/** `[fd00::1]:80` -> 80. */
function portOfPlace(place: string): number {
  return Number(place.slice(place.lastIndexOf(':') + 1));
}

/** `[fd00::1]:80` -> `fd00::1`. */
function hostOfPlace(place: string): string {
  return place.slice(0, place.lastIndexOf(':')).replaceAll(/[[\]]/g, '');
}

/** A Service that asks for what the rules show of it. */
export function serviceObject({ namespace, name, ports }: ReadService, hinted: boolean): ServiceObject {
  const clusterIPs = union(ports, ({ clusterIP }) => (clusterIP === undefined ? [] : [clusterIP]));
  const type = getType(ports);
  const specPorts = listPorts(ports);
  const addresses = union(ports, ({ loadBalancerIPs }) => loadBalancerIPs);
  const annotations = hinted ? { annotations: { [ANNOTATION_TOPOLOGY_MODE]: 'Auto' } } : {};
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace, name, ...annotations },
    spec: {
      type,
      ...(clusterIPs.length === 0 ? {} : makeFamilies(clusterIPs)),
      ports: specPorts,
      ...outside(ports, type, specPorts),
      ...policies(ports, type),
      ...affinity(ports),
    },
    ...(addresses.length === 0 ? {} : { status: { loadBalancer: { ingress: addresses.map((ip) => ({ ip })) } } }),
  };
}

function makeFamilies(clusterIPs: readonly string[]): Partial<ServiceObject['spec']> {
  const ipFamilies = clusterIPs.map((address) => (address.includes(':') ? ('IPv6' as const) : ('IPv4' as const)));
  const ipFamilyPolicy = clusterIPs.length > 1 ? ('RequireDualStack' as const) : ('SingleStack' as const);
  return { clusterIP: clusterIPs[0] ?? '', clusterIPs, ipFamilies, ipFamilyPolicy };
}

function outside(
  ports: readonly ReadPort[],
  type: ReturnType<typeof getType>,
  specPorts: readonly ServicePort[],
): Partial<ServiceObject['spec']> {
  const externalIPs = union(ports, (port) => port.externalIPs);
  const ranges = union(ports, (port) => port.sourceRanges);
  const unallocated = type === 'LoadBalancer' && specPorts.every(({ nodePort }) => nodePort === undefined);
  return {
    ...(externalIPs.length === 0 ? {} : { externalIPs }),
    ...(ranges.length === 0 ? {} : { loadBalancerSourceRanges: ranges }),
    ...(unallocated ? { allocateLoadBalancerNodePorts: false } : {}),
  };
}

function policies(ports: readonly ReadPort[], type: ReturnType<typeof getType>): Partial<ServiceObject['spec']> {
  const isOutside = type !== 'ClusterIP' || ports.some(({ externalIPs }) => externalIPs.length > 0);
  const external = ports.some(({ externalLocal }) => externalLocal === true);
  const internal = ports.some(({ internalLocal }) => internalLocal === true);
  const health = pickFirst(ports, (port) => port.healthCheckNodePort);
  return {
    ...(isOutside ? { externalTrafficPolicy: external ? ('Local' as const) : ('Cluster' as const) } : {}),
    internalTrafficPolicy: internal ? 'Local' : 'Cluster',
    ...(health === undefined ? {} : { healthCheckNodePort: health }),
  };
}

function affinity(ports: readonly ReadPort[]): Partial<ServiceObject['spec']> {
  const timeoutSeconds = pickFirst(ports, (port) => port.affinitySeconds);
  if (timeoutSeconds === undefined) return { sessionAffinity: 'None' };
  return { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds } } };
}

/** One endpoint of one service port, with what the rules tell of it. */
export interface EndpointEntry {
  readonly ip: string;
  readonly port: number;
  /** Undefined: the rules do not tell. */
  readonly local: boolean | undefined;
  /** True of an endpoint that only answers because no ready one can. */
  readonly terminating: boolean;
  /** Known to be there, and nothing is sent to it. */
  readonly idle?: boolean;
  /** A hint has to lead the traffic of the cluster policy here, or away from here. */
  readonly hint?: 'here' | 'elsewhere';
  /** True of an endpoint that has to be somewhere while the rules do not say where. */
  readonly placeholder: boolean;
}

/** What is known of endpoints beyond one service port. */
interface Locality {
  readonly isLocal: (ip: string, place: string) => boolean | undefined;
  /** From 1.26 terminating endpoints stand in for ready ones. */
  readonly fallsBack: boolean;
}

/** Documentation ranges (RFC 5737, RFC 3849): nobody's real address. */
const NOWHERE: Readonly<Record<IpFamily, string>> = { ipv4: '203.0.113.254', ipv6: '2001:db8:ffff::254' };

/** The endpoints a port must have had so that these rules came out. */
export function listEntries(port: ReadPort, locality: Locality): EndpointEntry[] {
  return [...usedEntries(port, locality), ...(port.idle ?? []).map(idleEntry)];
}

function idleEntry(place: string): EndpointEntry {
  const common = { local: true, terminating: false, idle: true, placeholder: false };
  return { ip: hostOfPlace(place), port: portOfPlace(place), ...common };
}

function usedEntries(port: ReadPort, locality: Locality): EndpointEntry[] {
  const { cluster, local, family } = port;
  const shownCluster = new Set(cluster);
  const shownLocal = new Set(local);
  const all = [...new Set([...(cluster ?? []), ...(local ?? [])])];
  if (all.length === 0) {
    const refused = port.hasEndpoints && local !== undefined && cluster === undefined;
    return refused ? [placeholder(family, port.port ?? 1)] : [];
  }
  const outside = [...shownLocal].filter((place) => cluster !== undefined && !shownCluster.has(place));
  const ends = outside.length > 0 && outside.length === shownLocal.size && locality.fallsBack;
  const hinted = outside.length > 0 && !ends;
  return all.map((place) => {
    const ip = hostOfPlace(place);
    const isUnseen = port.unseen?.has(place) && local === undefined;
    const known = isUnseen ? false : local === undefined ? locality.isLocal(ip, place) : shownLocal.has(place);
    return {
      ip,
      port: portOfPlace(place),
      local: known,
      terminating: ends && shownLocal.has(place),
      placeholder: port.unseen?.has(place) ?? false,
      ...(hinted ? { hint: shownCluster.has(place) ? ('here' as const) : ('elsewhere' as const) } : {}),
    };
  });
}

function placeholder(family: IpFamily, port: number): EndpointEntry {
  return { ip: NOWHERE[family], port, local: false, terminating: false, placeholder: true };
}

/**
 * Where endpoints are, as far as the whole dump tells: listed by a Local policy, on IPVS's list of
 * this node's endpoints, or inside the node's own Pod CIDR.
 */
export function makeLocality(
  services: readonly ReadService[],
  known: {
    readonly endpoints?: ReadonlySet<string>;
    readonly podCIDRs: readonly string[];
    readonly fallsBack: boolean;
  },
): Locality {
  const here = new Set<string>();
  for (const { ports } of services) {
    for (const { local = [] } of ports) for (const place of local) here.add(hostOfPlace(place));
  }
  const cidrs = known.podCIDRs.flatMap((text): Cidr[] => {
    const parsed = parseCidr(text);
    return parsed.ok ? [parsed.value] : [];
  });
  return {
    fallsBack: known.fallsBack,
    isLocal: (ip, place) => {
      if (known.endpoints) return known.endpoints.has(place);
      if (here.has(ip)) return true;
      const parsed = parseIp(ip);
      if (!parsed.ok || cidrs.every(({ address }) => address.family !== parsed.value.family)) return undefined;
      return cidrs.some((cidr) => contains(cidr, parsed.value));
    },
  };
}
