import type { IpFamily } from '../../net/ip';
import { EXHAUSTED, finding, INVALID, type ObjectFinding } from '../finding';
import {
  listClusterIPs,
  namespacedName,
  type ClusterSettings,
  type ServiceObject,
  LABEL_SERVICE_NAME,
  type EndpointSliceObject,
  type NodeObject,
} from '../types';
import { familyOfText } from '../service-port';
import {
  listPools,
  type AddressPool,
  firstFree,
  pickOffset,
  type Bands,
  allocateClusterIP,
  kubernetesIP,
} from './address-pool';
import { findInternalIP } from './nodes';

const API_SERVER_PORT = 6443;
const NAME = 'kubernetes';
const NAMESPACE = 'default';
/** On slices made here: they follow the Nodes. One that came with a cluster is what its API servers wrote. */
const FOLLOWS_NODES = 'rulewalk/follows-nodes';

/** The API server's own Service and slice, added to lists that do not have them. */
interface WithKubernetesService {
  readonly services: readonly ServiceObject[];
  readonly endpointSlices: readonly EndpointSliceObject[];
}

/**
 * Keeps `default/kubernetes` as the API server does (pkg/controlplane/controller/kubernetesservice
 * and pkg/controlplane/reconcilers): the first clusterIP, port 443 to 6443 of the control-plane
 * Nodes, no selector. A cluster without Nodes has none.
 */
export function withKubernetesService(
  services: readonly ServiceObject[],
  endpointSlices: readonly EndpointSliceObject[],
  nodes: readonly NodeObject[],
  settings: ClusterSettings,
): WithKubernetesService {
  const [pool] = listPools(settings.serviceClusterIPRange);
  if (nodes.length === 0 || !pool) return { services, endpointSlices };
  const exists = services.some((service) => isKubernetes(service));
  const addresses = listApiServers(nodes).flatMap((node) => findInternalIP(node, pool.family) ?? []);
  const slices = withSlice(endpointSlices, addresses, pool.family === 'ipv4' ? 'IPv4' : 'IPv6');
  return { services: exists ? services : [kubernetesService(kubernetesIP(pool)), ...services], endpointSlices: slices };
}

function isKubernetes(object: ServiceObject | EndpointSliceObject): boolean {
  return object.metadata.name === NAME && (object.metadata.namespace ?? NAMESPACE) === NAMESPACE;
}

/** Nodes labelled as control plane; if there are none, the first one. */
function listApiServers(nodes: readonly NodeObject[]): readonly NodeObject[] {
  const labelled = nodes.filter(({ metadata: { labels = {} } }) =>
    ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'].some((label) => label in labels),
  );
  return labelled.length > 0 ? labelled : nodes.slice(0, 1);
}

function kubernetesService(clusterIP: string): ServiceObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: NAME, namespace: NAMESPACE, labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: {
      type: 'ClusterIP',
      clusterIP,
      clusterIPs: [clusterIP],
      ipFamilies: [clusterIP.includes(':') ? 'IPv6' : 'IPv4'],
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
      sessionAffinity: 'None',
      ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: API_SERVER_PORT }],
    },
    status: { loadBalancer: {} },
  };
}

function withSlice(
  slices: readonly EndpointSliceObject[],
  addresses: readonly string[],
  addressType: 'IPv4' | 'IPv6',
): readonly EndpointSliceObject[] {
  const given = slices.find((slice) => isOfKubernetes(slice));
  const known = (given?.endpoints ?? []).flatMap((endpoint) => endpoint.addresses ?? []);
  const wanted = addresses.toSorted();
  const isOthers = given !== undefined && !given.metadata.annotations?.[FOLLOWS_NODES] && known.length > 0;
  const isCurrent = known.length === wanted.length && known.every((ip, index) => ip === wanted[index]);
  if (isOthers || isCurrent || wanted.length === 0) return slices;
  const slice: EndpointSliceObject = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: NAME,
      namespace: NAMESPACE,
      labels: { [LABEL_SERVICE_NAME]: NAME },
      annotations: { [FOLLOWS_NODES]: 'true' },
    },
    addressType,
    ports: [{ name: 'https', protocol: 'TCP', port: API_SERVER_PORT }],
    // No nodeName: to every kube-proxy the API server is a remote endpoint.
    endpoints: wanted.map((address) => ({ addresses: [address], conditions: { ready: true } })),
  };
  return given ? slices.map((entry) => (entry === given ? slice : entry)) : [slice, ...slices];
}

function isOfKubernetes(slice: EndpointSliceObject): boolean {
  return slice.metadata.labels?.[LABEL_SERVICE_NAME] === NAME && (slice.metadata.namespace ?? NAMESPACE) === NAMESPACE;
}

/** Where load balancers get addresses when the settings name no pool (RFC 5737, RFC 3849). */
const DEFAULT_LOAD_BALANCER_POOL: readonly string[] = ['198.51.100.0/24', '2001:db8:100::/64'];

/**
 * The cloud's part: a Service of type LoadBalancer without an address gets what it asks for, `spec.loadBalancerIP`,
 * or the first free address of the pool in each of its families, as MetalLB does.
 */
function assignLoadBalancers(
  services: readonly ServiceObject[],
  settings: ClusterSettings,
  findings: ObjectFinding[],
): readonly ServiceObject[] {
  if (!services.some(needsAddress)) return services;
  const pools = listPools(settings.loadBalancerPool ?? DEFAULT_LOAD_BALANCER_POOL);
  const used = new Set(services.flatMap(ingressIPs));
  return services.map((service) => (needsAddress(service) ? withIngress(service, pools, used, findings) : service));
}

/** A class of its own means another controller takes care of it; which address that gives, only its own request tells. */
function needsAddress(service: ServiceObject): boolean {
  const { type, loadBalancerClass } = service.spec;
  if (type !== 'LoadBalancer' || (loadBalancerClass && requestedAddresses(service).length === 0)) return false;
  return (service.status?.loadBalancer?.ingress ?? []).length === 0;
}

function ingressIPs(service: ServiceObject): string[] {
  return (service.status?.loadBalancer?.ingress ?? []).flatMap((entry) => entry.ip ?? []);
}

/** Annotations by which a Service asks MetalLB, kube-vip, Cilium for addresses, a comma between: each program's documentation. */
const ASKS_ADDRESS = [
  'metallb.io/loadBalancerIPs',
  'metallb.universe.tf/loadBalancerIPs',
  'kube-vip.io/loadbalancerIPs',
  'lbipam.cilium.io/ips',
  'io.cilium/lb-ipam-ips',
] as const;

/** The addresses that a Service of type LoadBalancer asks for, by its annotations or its `spec.loadBalancerIP`; empty: none. */
export function requestedAddresses({ metadata, spec }: ServiceObject): readonly string[] {
  const key = ASKS_ADDRESS.find((each) => metadata.annotations?.[each] !== undefined);
  const asked = key === undefined ? (spec.loadBalancerIP ?? '') : (metadata.annotations?.[key] ?? '');
  return asked
    .split(',')
    .map((each) => each.trim())
    .filter((each) => familyOfText(each) !== undefined);
}

function withIngress(
  service: ServiceObject,
  pools: readonly AddressPool[],
  used: Set<string>,
  findings: ObjectFinding[],
): ServiceObject {
  const wanted = requestedAddresses(service);
  const families = (service.spec.clusterIPs ?? []).flatMap((ip) => familyOfText(ip) ?? []);
  const addresses =
    wanted.length > 0
      ? wanted
      : families.flatMap((family) => {
          const pool = pools.find((candidate) => candidate.family === family);
          return (pool && firstFree(pool, used, 1, pool.size - 1)) ?? [];
        });
  if (addresses.length === 0) {
    findings.push(finding(service, EXHAUSTED, 'status.loadBalancer', 'load-balancer-pool-full'));
    return service;
  }
  for (const address of addresses) used.add(address);
  const ingress = addresses.map((ip) => ({ ip }));
  return { ...service, status: { ...service.status, loadBalancer: { ingress } } };
}

/**
 * The bands of a `--service-node-port-range` (pkg/registry/core/service/portallocator): the first
 * min(max(16, size/32), 128) ports are left for ports people choose; none in ranges of 16 or fewer.
 */
export function nodePortBands([from, to]: readonly [from: number, to: number]): Bands {
  const size = to - from + 1;
  const offset = size <= 16 ? 0 : Math.min(Math.max(16, Math.floor(size / 32)), 128);
  return { first: from, dynamic: from + offset, end: to + 1 };
}

/** A free nodePort for a purpose (`default/web 80`); undefined when the range is full. */
export function allocateNodePort(
  range: readonly [from: number, to: number],
  used: ReadonlySet<number>,
  purpose: string,
  seed: number,
): number | undefined {
  return pickOffset(nodePortBands(range), (port) => !used.has(port), seed, `nodePort ${purpose}`);
}

type Spec = ServiceObject['spec'];

interface Allocation {
  readonly settings: ClusterSettings;
  readonly seed: number;
  readonly pools: readonly AddressPool[];
  readonly usedIPs: Set<string>;
  readonly usedPorts: Set<number>;
  readonly findings: ObjectFinding[];
}

/**
 * Gives Services what the API server and the cloud give them: families, clusterIPs, nodePorts, a
 * healthCheckNodePort, a load balancer's address; takes away what their type no longer has
 * (pkg/registry/core/service/storage/alloc.go, dropTypeDependentFields). What a Service has, it
 * keeps.
 */
export function completeServices(
  services: readonly ServiceObject[],
  settings: ClusterSettings,
  seed: number,
  findings: ObjectFinding[],
): readonly ServiceObject[] {
  const cleaned = mapSame(services, dropForeignFields);
  const allocation: Allocation = {
    settings,
    seed,
    findings,
    pools: listPools(settings.serviceClusterIPRange),
    usedIPs: new Set(cleaned.flatMap(listClusterIPs)),
    usedPorts: new Set(cleaned.flatMap(listPorts)),
  };
  for (const pool of allocation.pools) allocation.usedIPs.add(kubernetesIP(pool));
  const addressed = mapSame(cleaned, (service) => withNodePorts(withClusterIPs(service, allocation), allocation));
  return assignLoadBalancers(addressed, settings, findings);
}

/** Maps a list; the same list if every object stays. */
function mapSame<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const next = list.map(change);
  return next.every((item, index) => item === list[index]) ? list : next;
}

function listPorts(service: ServiceObject): number[] {
  const ports = (service.spec.ports ?? []).flatMap((port) => (port.nodePort ? [port.nodePort] : []));
  return service.spec.healthCheckNodePort ? [...ports, service.spec.healthCheckNodePort] : ports;
}

function hasNodePorts({ type, allocateLoadBalancerNodePorts }: Spec): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);
}

function wantsHealthCheck({ type, externalTrafficPolicy }: Spec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

/** Fields that belong to another type go, as they do when a type is changed. */
function dropForeignFields(service: ServiceObject): ServiceObject {
  const { spec } = service;
  const type = spec.type ?? 'ClusterIP';
  let next: Spec = spec;
  if (type === 'ClusterIP' || type === 'ExternalName') next = withoutNodePorts(next);
  if (spec.healthCheckNodePort && !wantsHealthCheck(spec)) next = omit(next, 'healthCheckNodePort');
  if (type === 'ExternalName') next = withoutClusterIPs(next);
  const balanced = (service.status?.loadBalancer?.ingress ?? []).length > 0 && type !== 'LoadBalancer';
  if (next === spec && !balanced) return service;
  return balanced ? { ...service, spec: next, status: { loadBalancer: {} } } : { ...service, spec: next };
}

function withoutNodePorts(spec: Spec): Spec {
  if (!spec.ports?.some((port) => port.nodePort)) return spec;
  return { ...spec, ports: spec.ports.map(({ nodePort: _dropped, ...port }) => port) };
}

function withoutClusterIPs(spec: Spec): Spec {
  if (!spec.clusterIP && !spec.clusterIPs?.length) return spec;
  return omit(omit(omit(omit(spec, 'clusterIP'), 'clusterIPs'), 'ipFamilies'), 'ipFamilyPolicy');
}

function omit(spec: Spec, field: keyof Spec): Spec {
  const { [field]: _dropped, ...rest } = spec;
  return rest;
}

function withClusterIPs(service: ServiceObject, allocation: Allocation): ServiceObject {
  const { spec } = service;
  if (spec.type === 'ExternalName' || hasItsAddress(spec)) return service;
  const families = listFamilies(service, allocation);
  const policy = spec.ipFamilyPolicy ?? 'SingleStack';
  const ipFamilies = families.map((family) => (family === 'ipv4' ? ('IPv4' as const) : ('IPv6' as const)));
  const ips =
    spec.clusterIP === 'None' ? ['None'] : families.flatMap((family) => collectClusterIP(service, family, allocation));
  const isSame =
    spec.ipFamilyPolicy === policy &&
    sameTexts(spec.ipFamilies, ipFamilies) &&
    sameTexts(spec.clusterIPs, ips) &&
    spec.clusterIP === ips[0];
  if (isSame || ips.length === 0) return service;
  return { ...service, spec: { ...spec, clusterIP: ips[0], clusterIPs: ips, ipFamilies, ipFamilyPolicy: policy } };
}

/** One address of the one family it names: as nearly all Services are at nearly every edit. */
function hasItsAddress({ clusterIP = '', clusterIPs = [], ipFamilies = [], ipFamilyPolicy }: Spec): boolean {
  if (ipFamilyPolicy !== 'SingleStack' || clusterIPs.length !== 1 || ipFamilies.length !== 1) return false;
  const family = familyOfText(clusterIP);
  return clusterIPs[0] === clusterIP && family !== undefined && ipFamilies[0] === (family === 'ipv4' ? 'IPv4' : 'IPv6');
}

function sameTexts(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a !== undefined && a.length === b.length && a.every((text, index) => text === b[index]);
}

/** The families a Service gets: what it names, what its addresses say, what its policy allows. */
function listFamilies(service: ServiceObject, allocation: Allocation): IpFamily[] {
  const { spec } = service;
  const available = allocation.pools.map((pool) => pool.family);
  const named = (spec.ipFamilies ?? []).map((family): IpFamily => (family === 'IPv4' ? 'ipv4' : 'ipv6'));
  const addressed = listClusterIPs(service).flatMap((ip) => familyOfText(ip) ?? []);
  const chosen = [...new Set([...named, ...addressed])];
  const first = chosen.length > 0 ? chosen : available.slice(0, 1);
  const policy = spec.ipFamilyPolicy ?? 'SingleStack';
  if (policy === 'SingleStack') return first.slice(0, 1);
  const both = [...new Set([...first, ...available])];
  if (policy === 'RequireDualStack' && both.length < 2) {
    allocation.findings.push(finding(service, INVALID, 'spec.ipFamilyPolicy', 'not-dual-stack'));
  }
  return both;
}

function collectClusterIP(service: ServiceObject, family: IpFamily, allocation: Allocation): string[] {
  const given = listClusterIPs(service).find((ip) => familyOfText(ip) === family);
  if (given !== undefined) return [given];
  const pool = allocation.pools.find((candidate) => candidate.family === family);
  if (!pool) {
    allocation.findings.push(finding(service, INVALID, 'spec.ipFamilies', 'family-not-in-cluster', { family }));
    return [];
  }
  const address = allocateClusterIP(pool, allocation.usedIPs, namespacedName(service), allocation.seed);
  if (address === undefined) {
    allocation.findings.push(finding(service, EXHAUSTED, 'spec.clusterIP', 'service-range-full'));
    return [];
  }
  allocation.usedIPs.add(address);
  return [address];
}

function withNodePorts(service: ServiceObject, allocation: Allocation): ServiceObject {
  const { spec } = service;
  const missing = hasNodePorts(spec) && (spec.ports ?? []).some((port) => !port.nodePort);
  const health = wantsHealthCheck(spec) && !spec.healthCheckNodePort;
  if (!missing && !health) return service;
  const ports = missing ? allocatePorts(service, allocation) : spec.ports;
  const healthCheckNodePort = health
    ? nodePortFor(service, 'spec.healthCheckNodePort', 'health', allocation)
    : spec.healthCheckNodePort;
  return {
    ...service,
    spec: { ...spec, ...(ports ? { ports } : {}), ...(healthCheckNodePort ? { healthCheckNodePort } : {}) },
  };
}

/** Entries with one port number and different protocols share a nodePort (findRequestedNodePort). */
function allocatePorts(service: ServiceObject, allocation: Allocation): Spec['ports'] {
  const given = new Map((service.spec.ports ?? []).flatMap((p) => (p.nodePort ? [[p.port, p.nodePort] as const] : [])));
  const taken = new Set(
    (service.spec.ports ?? []).flatMap((p) => (p.nodePort ? [`${p.protocol ?? 'TCP'} ${p.nodePort}`] : [])),
  );
  return service.spec.ports?.map((port, index) => {
    if (port.nodePort) return port;
    const protocol = port.protocol ?? 'TCP';
    const shared = given.get(port.port);
    const nodePort =
      shared !== undefined && !taken.has(`${protocol} ${shared}`)
        ? shared
        : nodePortFor(
            service,
            `spec.ports[${index}].nodePort`,
            `${port.name ?? ''} ${protocol} ${port.port}`,
            allocation,
          );
    if (nodePort === undefined) return port;
    given.set(port.port, nodePort);
    taken.add(`${protocol} ${nodePort}`);
    return { ...port, nodePort };
  });
}

function nodePortFor(
  service: ServiceObject,
  path: string,
  purpose: string,
  allocation: Allocation,
): number | undefined {
  const { settings, usedPorts, seed, findings } = allocation;
  const port = allocateNodePort(
    settings.serviceNodePortRange,
    usedPorts,
    `${namespacedName(service)} ${purpose}`,
    seed,
  );
  if (port === undefined) findings.push(finding(service, EXHAUSTED, path, 'node-port-range-full'));
  else usedPorts.add(port);
  return port;
}
