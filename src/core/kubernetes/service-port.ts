import { formatCidr, parseCidr, parseIp, printedIp, type IpFamily } from '../net/ip';
import {
  ANNOTATION_TOPOLOGY_HINTS,
  ANNOTATION_TOPOLOGY_MODE,
  LABEL_HEADLESS,
  LABEL_PROXY_NAME,
  getNamespace,
  type Protocol,
  type ServiceObject,
  type ServicePort,
} from './types';
import type { FeatureChange } from './changes';
import { printableName } from './validation/printable';

/** How rules spell a protocol. */
export type ProtocolName = 'tcp' | 'udp' | 'sctp';

/**
 * One entry of `spec.ports` as one family's proxier sees it (pkg/proxy/serviceport.go,
 * BaseServicePortInfo). Addresses are canonical text.
 */
export interface ServicePortInfo {
  readonly service: ServiceObject;
  readonly namespace: string;
  readonly serviceName: string;
  /** The port's own name; empty when it has none. */
  readonly portName: string;
  /** `namespace/name:port`, or `namespace/name` for an unnamed port: what comments and hashes use. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly proto: ProtocolName;
  /** Position in `spec.ports`. */
  readonly index: number;
  readonly clusterIP: string;
  readonly port: number;
  /** 0: none. */
  readonly nodePort: number;
  readonly externalIPs: readonly string[];
  /** Load balancer addresses that the node itself answers (ipMode VIP). */
  readonly loadBalancerVIPs: readonly string[];
  readonly sourceRanges: readonly string[];
  /** 0: none. */
  readonly healthCheckNodePort: number;
  readonly externalPolicyLocal: boolean;
  readonly internalPolicyLocal: boolean;
  /** Seconds; 0: no affinity. */
  readonly affinityTimeout: number;
  /** The value of `topology-aware-hints`, empty if there is none. */
  readonly hintsAnnotation: string;
  /** The value of `topology-mode`, empty if there is none. */
  readonly topologyMode: string;
}

/** From when on each change of how a Service is read. */
export const SERVICE_CHANGES = {
  /** `ipMode: Proxy` is honoured. */
  ipMode: { gate: 'LoadBalancerIPMode' },
  /** A source range of all addresses means that there is no restriction. */
  zeroRangeIsAll: 34,
} as const satisfies Record<string, FeatureChange>;

/** Differences between kube-proxies in how they read a Service. */
export interface ServiceReading {
  /** `ipMode: Proxy` is honoured. */
  readonly ipMode: boolean;
  /** A source range of all addresses means that there is no restriction. */
  readonly zeroRangeIsAll?: boolean;
  /** `spec.externalIPs` are left out. */
  readonly ignoresExternalIPs?: boolean;
}

const NO_PORTS: readonly ServicePortInfo[] = [];

/** The family of an address text; undefined if it is none. */
export function familyOfText(text: string): IpFamily | undefined {
  const parsed = parseIp(text);
  return parsed.ok ? parsed.value.family : undefined;
}

/** Hardly any address has one: most are left as they are without being written anew. */
const LEADING_ZERO = /(?:^|[./])0\d/;
/** Beyond these nothing is an address or a prefix. */
const LONGEST_ADDRESS = 64;

/**
 * IPv4 as kube-proxy reads it: numbers with zeros in front are decimal (k8s.io/utils/net ParseIPSloppy), though no kernel
 * tool takes them. Any other text as it is.
 */
export function withoutLeadingZeros(text: string): string {
  if (!LEADING_ZERO.test(text) || text.length > LONGEST_ADDRESS || text.includes(':')) return text;
  return text.replaceAll(/(^|[./])0+(?=\d)/g, '$1');
}

/** The canonical text of every address of the family, in order; others and broken ones are skipped. */
export function addressesOfFamily(texts: readonly (string | undefined)[], family: IpFamily): string[] {
  const found: string[] = [];
  for (const text of texts) {
    const printed = text === undefined ? undefined : printedIp(withoutLeadingZeros(text), family);
    if (printed !== undefined) found.push(printed);
  }
  return found;
}

/** Canonical CIDRs of the family, in order; surrounding blanks are trimmed, broken ones skipped. */
export function cidrsOfFamily(texts: readonly string[], family: IpFamily): string[] {
  const found: string[] = [];
  for (const text of texts) {
    const parsed = text.includes('/') ? parseCidr(withoutLeadingZeros(text.trim())) : undefined;
    if (parsed?.ok && parsed.value.address.family === family) found.push(formatCidr(parsed.value));
  }
  return found;
}

/** Does kube-proxy ignore the Service altogether (headless, ExternalName, handled by another proxy)? */
export function isIgnoredService(service: ServiceObject): boolean {
  const { spec } = service;
  if (spec.type === 'ExternalName' || spec.clusterIP === undefined || spec.clusterIP === '') return true;
  if (spec.clusterIP === 'None') return true;
  const labels = service.metadata.labels;
  return labels !== undefined && (LABEL_PROXY_NAME in labels || LABEL_HEADLESS in labels);
}

/** The clusterIP a family's proxier works with; undefined if the Service has none of it. */
export function findClusterIP(service: ServiceObject, family: IpFamily): string | undefined {
  const { clusterIPs, clusterIP } = service.spec;
  const listed = clusterIPs && clusterIPs.length > 0 ? clusterIPs : [clusterIP];
  return addressesOfFamily(listed, family)[0];
}

/**
 * The service ports one family's proxier gets from a Service, in the order of `spec.ports`
 * (pkg/proxy/serviceport.go newBaseServiceInfo).
 */
export function servicePorts(
  service: ServiceObject,
  family: IpFamily,
  reading: ServiceReading = { ipMode: true },
): readonly ServicePortInfo[] {
  if (isIgnoredService(service)) return NO_PORTS;
  const clusterIP = findClusterIP(service, family);
  if (clusterIP === undefined) return NO_PORTS;
  const shared = { clusterIP, ...readShared(service, family, reading) };
  return (service.spec.ports ?? []).map((port, index) => readPort(service, shared, port, index));
}

type SharedInfo = Omit<ServicePortInfo, 'portName' | 'name' | 'protocol' | 'proto' | 'index' | 'port' | 'nodePort'>;

function readShared(service: ServiceObject, family: IpFamily, reading: ServiceReading): Omit<SharedInfo, 'clusterIP'> {
  const { spec, status, metadata } = service;
  const ingress = (status?.loadBalancer?.ingress ?? []).filter((entry) => !reading.ipMode || entry.ipMode !== 'Proxy');
  const local = spec.externalTrafficPolicy === 'Local';
  const { annotations } = metadata;
  return {
    service,
    namespace: getNamespace(service),
    serviceName: metadata.name,
    externalIPs: reading.ignoresExternalIPs ? [] : addressesOfFamily(spec.externalIPs ?? [], family),
    loadBalancerVIPs: addressesOfFamily(
      ingress.map((entry) => entry.ip),
      family,
    ),
    sourceRanges: listSourceRanges(service, family, reading),
    healthCheckNodePort: spec.type === 'LoadBalancer' && local ? (spec.healthCheckNodePort ?? 0) : 0,
    externalPolicyLocal: local && isExternallyReachable(service),
    internalPolicyLocal: spec.internalTrafficPolicy === 'Local',
    affinityTimeout: getAffinityTimeout(service),
    hintsAnnotation: annotations?.[ANNOTATION_TOPOLOGY_HINTS] ?? '',
    topologyMode: annotations?.[ANNOTATION_TOPOLOGY_MODE] ?? '',
  };
}

function listSourceRanges({ spec }: ServiceObject, family: IpFamily, { zeroRangeIsAll }: ServiceReading): string[] {
  const ranges = cidrsOfFamily(spec.loadBalancerSourceRanges ?? [], family);
  return zeroRangeIsAll && ranges.some((range) => range.endsWith('/0')) ? [] : ranges;
}

const NAMES: Readonly<Record<Protocol, ProtocolName>> = { TCP: 'tcp', UDP: 'udp', SCTP: 'sctp' };

function readPort(service: ServiceObject, shared: SharedInfo, port: ServicePort, index: number): ServicePortInfo {
  const portName = port.name ?? '';
  const protocol = port.protocol ?? 'TCP';
  const owner = `${shared.namespace}/${shared.serviceName}`;
  return {
    service,
    namespace: shared.namespace,
    serviceName: shared.serviceName,
    portName,
    name: printableName(portName === '' ? owner : `${owner}:${portName}`),
    protocol,
    proto: NAMES[protocol] ?? printableName(protocol.toLowerCase()),
    index,
    clusterIP: shared.clusterIP,
    port: port.port,
    nodePort: port.nodePort ?? 0,
    externalIPs: shared.externalIPs,
    loadBalancerVIPs: shared.loadBalancerVIPs,
    sourceRanges: shared.sourceRanges,
    healthCheckNodePort: shared.healthCheckNodePort,
    externalPolicyLocal: shared.externalPolicyLocal,
    internalPolicyLocal: shared.internalPolicyLocal,
    affinityTimeout: shared.affinityTimeout,
    hintsAnnotation: shared.hintsAnnotation,
    topologyMode: shared.topologyMode,
  };
}

/** k8s.io/kubernetes pkg/api/v1/service ExternallyAccessible. */
function isExternallyReachable(service: ServiceObject): boolean {
  const { type = 'ClusterIP', externalIPs = [] } = service.spec;
  return type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && externalIPs.length > 0);
}

function getAffinityTimeout(service: ServiceObject): number {
  if (service.spec.sessionAffinity !== 'ClientIP') return 0;
  return service.spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? 10_800;
}

/** Fields that decide which endpoints a port's traffic may use. */
export type PortPolicies = Pick<
  ServicePortInfo,
  'nodePort' | 'loadBalancerVIPs' | 'externalIPs' | 'internalPolicyLocal' | 'externalPolicyLocal'
>;

/** Can the port be reached from outside by an address or port of its own? */
export function isExternallyAccessible(port: PortPolicies): boolean {
  return port.nodePort !== 0 || port.loadBalancerVIPs.length > 0 || port.externalIPs.length > 0;
}

/** Can traffic to the port use endpoints of the whole cluster? */
export function usesClusterEndpoints(port: PortPolicies): boolean {
  return !port.internalPolicyLocal || isExternallyAccessible(port);
}

/** Can traffic to the port be restricted to endpoints of this node? */
export function usesLocalEndpoints(port: PortPolicies): boolean {
  return port.internalPolicyLocal || (port.externalPolicyLocal && isExternallyAccessible(port));
}
