import { defaultServiceCidr } from '../../kubernetes/service-cidr';
import { isGateOn, type FeatureGate } from '../../kubernetes/changes';
import { getMinor } from '../../kubernetes/release';
import {
  type ClusterObjects,
  type KubeProxyConfig,
  type ProxyModeId,
  type Endpoint,
  type EndpointSliceObject,
  LABEL_SERVICE_NAME,
} from '../../kubernetes/types';
import { contains, parseCidr, parseIp } from '../../net/ip';
import {
  listEntries,
  makeLocality,
  type EndpointEntry,
  groupServices,
  serviceObject,
  type ReadService,
  serviceProtocol,
} from './services';
import { makeNodeAddress, type NodeAddress } from '../../paste/proxy/read-iptables';
import { makePods, nodeObject } from './pods';
import type { Observed, OtherNode, ReadPort, ReadProxy } from '../../paste/proxy/types';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function witnessed<T>(proxies: readonly ReadProxy[], pick: (proxy: ReadProxy) => T | undefined): T | undefined {
  for (const proxy of proxies) {
    const value = pick(proxy);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The configuration that has kube-proxy write these rules; only what differs from its defaults. */
function makeConfig(mode: ProxyModeId, proxies: readonly ReadProxy[], release: string): KubeProxyConfig {
  const bit = witnessed(proxies, ({ masqueradeBit }) => masqueradeBit);
  const all = witnessed(proxies, ({ masqueradeAll }) => (masqueradeAll ? true : undefined));
  const localhost = witnessed(proxies, ({ localhostNodePorts }) => localhostNodePorts);
  const liberal = getMinor(release) >= 29 && witnessed(proxies, ({ tcpBeLiberal }) => tcpBeLiberal);
  const bind = witnessed(proxies, ({ bindAddress }) => bindAddress);
  const scheduler = witnessed(proxies, (proxy) => proxy.scheduler);
  const masquerade = {
    ...(bit === undefined || bit === 14 ? {} : { masqueradeBit: bit }),
    ...(all ? { masqueradeAll: true } : {}),
  };
  const own = { ...masquerade, ...(localhost === false ? { localhostNodePorts: false } : {}) };
  const isNft = mode === 'nftables';
  const section = isNft ? masquerade : own;
  const addresses = listNodePortAddresses(proxies, mode, release);
  return {
    mode,
    ...makeDetection(proxies),
    ...(bind === undefined ? {} : { bindAddress: bind }),
    ...(addresses.length === 0 ? {} : { nodePortAddresses: addresses }),
    ...(Object.keys(section).length === 0 ? {} : { [isNft ? 'nftables' : 'iptables']: section }),
    ...(scheduler === undefined || scheduler === 'rr' ? {} : { ipvs: { scheduler } }),
    ...(liberal && mode === 'iptables' ? { conntrack: { tcpBeLiberal: true } } : {}),
    ...shownGates(mode, proxies, release),
  };
}

/** Feature gates as the rules show them, where their release has them otherwise by itself. */
function shownGates(
  mode: ProxyModeId,
  proxies: readonly ReadProxy[],
  release: string,
): Pick<KubeProxyConfig, 'featureGates'> {
  const readsCidrs = proxies.some(({ serviceCIDRs }) => serviceCIDRs !== undefined);
  const localhost = proxies.some(({ localhostNodePorts }) => localhostNodePorts !== undefined);
  const shown: readonly (readonly [FeatureGate, boolean])[] = [
    ...(readsCidrs ? [['MultiCIDRServiceAllocator', true] as const] : []),
    ...(mode === 'nftables' ? [['KubeProxyNFTablesLocalhostNodePorts', localhost] as const] : []),
  ];
  const others = shown.filter(([gate, value]) => isGateOn(gate, release, {}) !== value);
  return others.length === 0 ? {} : { featureGates: Object.fromEntries(others) };
}

function makeDetection(proxies: readonly ReadProxy[]): KubeProxyConfig {
  const found = proxies.flatMap(({ detector }) => (detector && detector !== 'none' ? [detector] : []));
  const device = found.find(({ kind }) => kind !== 'cidr');
  const config: Writable<KubeProxyConfig> = { clusterCIDR: '' };
  if (device?.kind === 'bridge') {
    return { ...config, detectLocalMode: 'BridgeInterface', detectLocal: { bridgeInterface: device.value } };
  }
  if (device) {
    return { ...config, detectLocalMode: 'InterfaceNamePrefix', detectLocal: { interfaceNamePrefix: device.value } };
  }
  config.clusterCIDR = found.map(({ value }) => value).join(',');
  return config;
}

function hostPrefix(host: string): string {
  return `${host}/${host.includes(':') ? 128 : 32}`;
}

/** A prefix nobody has: kube-proxy was told addresses, and the node has none of them. */
const NOBODY = '192.0.2.255/32';
const NOBODY6 = '2001:db8::ffff/128';

/** The range whose being named has kube-proxy answer nodePorts on loopback. */
const LOOPBACK = { ipv4: '127.0.0.0/8', ipv6: '::1/128' } as const;
const EVERYWHERE = { ipv4: '0.0.0.0/0', ipv6: '::/0' } as const;

/**
 * nftables mode from 1.31 on: a family without a CIDR answers on all of its addresses, and the default is
 * the node's own address of each.
 */
function nftNodePortAddresses(proxies: readonly ReadProxy[]): string[] {
  const isDefault = proxies.every(
    ({ nodePortHosts, noAddress, localhostNodePorts }) =>
      !noAddress && !localhostNodePorts && (nodePortHosts === undefined || nodePortHosts.length === 1),
  );
  if (isDefault) return [];
  const all = proxies.flatMap(nftRanges);
  return all.length === 0 ? ['0.0.0.0/0'] : all;
}

/** Ranges of a family, whose proxy answers on each address of them that the node has. */
function nftRanges({ family, nodePortHosts, noAddress, localhostNodePorts }: ReadProxy): readonly string[] {
  if (!localhostNodePorts)
    return noAddress ? [family === 'ipv4' ? NOBODY : NOBODY6] : (nodePortHosts ?? []).map(hostPrefix);
  if (noAddress) return [LOOPBACK[family]];
  const hosts = nodePortHosts?.length ? nodePortHosts.map(hostPrefix) : [EVERYWHERE[family]];
  return [...hosts, LOOPBACK[family]];
}

function listNodePortAddresses(proxies: readonly ReadProxy[], mode: ProxyModeId, release: string): string[] {
  if (mode === 'nftables' && getMinor(release) >= 31) return nftNodePortAddresses(proxies);
  return proxies.flatMap(({ family, nodePortHosts: hosts, nodeAddresses, answersLoopback }) => {
    // Up to 1.21 IPVS would answer on loopback too, were it not told addresses.
    if (answersLoopback === false && getMinor(release) < 22) return nodeAddresses.map(hostPrefix);
    if (!hosts) return [];
    // nftables mode answers on the node's own address unless told otherwise; in 1.29 on all.
    const isAlpha = getMinor(release) < 30;
    if (mode === 'nftables' && (isAlpha ? hosts.length === 0 : hosts.length === 1)) return [];
    if (hosts.length > 0) return hosts.map(hostPrefix);
    if (mode === 'nftables') return [family === 'ipv4' ? '0.0.0.0/0' : '::/0'];
    return [NOBODY];
  });
}

/** How slices name what the rules do not: Pods by address, nodes by locality. */
interface Names {
  readonly node: string;
  readonly elsewhere: (ip: string) => string;
  readonly zone: string;
  readonly podOf: (namespace: string, ip: string) => string | undefined;
}

type SlicePort = NonNullable<EndpointSliceObject['ports']>[number];

interface Part {
  readonly addressType: 'IPv4' | 'IPv6';
  readonly ports: SlicePort[];
  readonly endpoints: readonly Endpoint[];
}

/** The EndpointSlices of a Service: one for each family and set of endpoints, its ports together. */
function listSlices(
  service: ReadService,
  entries: ReadonlyMap<ReadPort, readonly EndpointEntry[]>,
  names: Names,
): EndpointSliceObject[] {
  const parts = new Map<string, Part>();
  for (const port of service.ports) {
    for (const [number, group] of byPort(entries.get(port) ?? [])) {
      const addressType = port.family === 'ipv4' ? 'IPv4' : 'IPv6';
      const endpoints = group.map((entry) => makeEndpoint(entry, service.namespace, names));
      const slicePort: SlicePort = { name: port.portName, protocol: serviceProtocol(port), port: number };
      addPart(parts, { addressType, ports: [slicePort], endpoints });
    }
  }
  return [...parts.values()].map((part, index) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      namespace: service.namespace,
      name: `${service.name}-${index + 1}`,
      labels: { [LABEL_SERVICE_NAME]: service.name },
    },
    ...part,
  }));
}

function byPort(entries: readonly EndpointEntry[]): Map<number, EndpointEntry[]> {
  const groups = new Map<number, EndpointEntry[]>();
  for (const entry of entries) groups.set(entry.port, [...(groups.get(entry.port) ?? []), entry]);
  return groups;
}

/** Ports with the same endpoints share a slice; a port's two numbers cannot. */
function addPart(parts: Map<string, Part>, part: Part): void {
  const [port] = part.ports;
  for (let round = 0; ; round++) {
    const key = JSON.stringify([part.addressType, part.endpoints, round]);
    const known = parts.get(key);
    if (!known) return void parts.set(key, part);
    const taken = known.ports.some(({ name, protocol }) => name === port?.name && protocol === port?.protocol);
    if (!taken && port) return void known.ports.push(port);
  }
}

function makeEndpoint(entry: EndpointEntry, namespace: string, names: Names): Endpoint {
  const pod = names.podOf(namespace, entry.ip);
  const nodeName = entry.local ? names.node : pod === undefined ? undefined : names.elsewhere(entry.ip);
  const zone = entry.hint === 'here' ? names.zone : `not-${names.zone}`;
  return {
    addresses: [entry.ip],
    conditions: {
      ready: !entry.terminating && entry.idle !== true,
      serving: entry.idle !== true,
      terminating: entry.terminating,
    },
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(entry.hint === undefined ? {} : { hints: { forZones: [{ name: zone }] } }),
    ...(pod === undefined ? {} : { targetRef: { kind: 'Pod', namespace, name: pod } }),
  };
}

const NODE = 'this-node';
const OTHER = 'other-node';
const ZONE = 'this-zone';

/** A cluster made of what was read, and the parts that tell how. */
export interface AssembledCluster {
  readonly cluster: ClusterObjects;
  readonly config: KubeProxyConfig;
  readonly node: string;
  readonly services: readonly ReadService[];
  readonly entries: ReadonlyMap<ReadPort, readonly EndpointEntry[]>;
  readonly addresses: readonly NodeAddress[];
  /** Machines that are Nodes beside it. */
  readonly others: readonly OtherNode[];
}

/** Makes API objects that have kube-proxy write what was read; one proxy a family. */
export function assembleCluster(
  mode: ProxyModeId,
  proxies: readonly ReadProxy[],
  release: string,
  { node: given = {}, others: told = [] }: Pick<Observed, 'node' | 'others'>,
): AssembledCluster {
  const config = makeConfig(mode, proxies, release);
  const services = groupServices(proxies.flatMap(({ ports }) => ports));
  const node = given.name ?? NODE;
  const addresses = proxies
    .filter(({ noAddress }) => !noAddress)
    .map((proxy) => makeNodeAddress(proxy, given.addresses ?? []));
  const locality = makeLocality(services, {
    ...localSet(proxies),
    podCIDRs: [...(given.podCIDRs ?? []), ...(given.pods ?? [])],
    fallsBack: getMinor(release) >= 26,
  });
  const entries = new Map(
    services.flatMap(({ ports }) => ports.map((port) => [port, listEntries(port, locality)] as const)),
  );
  const all = ownAddresses(proxies, addresses, given.addresses ?? []);
  const otherNode = node === OTHER ? `${OTHER}-2` : OTHER;
  const others = told.filter(({ name }) => name !== node);
  const taken = new Set([...all, ...others.flatMap(({ addresses = [] }) => addresses)]);
  const elsewhere = makePlaces(others, otherNode);
  const { pods, podOf } = makePods(services, entries, { config, taken, node, elsewhere });
  const names = { node, elsewhere, zone: ZONE, podOf };
  const hinted = [...entries.values()].some((list) => list.some(({ hint }) => hint));
  const own = nodeObject(node, {
    addresses: all,
    ...(given.podCIDRs ? { podCIDRs: given.podCIDRs } : {}),
    ...(hinted ? { zone: ZONE } : {}),
  });
  const made = others.map(({ name, ...known }) => nodeObject(name, known));
  if (pods.some(({ spec }) => spec.nodeName === otherNode)) made.push(nodeObject(otherNode, {}));
  const cluster: ClusterObjects = {
    nodes: [own, ...made],
    pods,
    deployments: [],
    services: services.map((service) => serviceObject(service, isHinted(service, entries))),
    endpointSlices: services.flatMap((service) => listSlices(service, entries, names)),
    ...listServiceCidrs(proxies),
  };
  return { cluster, config, node, services, entries, addresses, others };
}

/** Rules tell the ranges of all ServiceCIDRs, and not of how many. */
function listServiceCidrs(proxies: readonly ReadProxy[]): Pick<ClusterObjects, 'others'> {
  const cidrs = proxies.flatMap(({ serviceCIDRs = [] }) => serviceCIDRs);
  return cidrs.length === 0 ? {} : { others: [defaultServiceCidr(cidrs)] };
}

/** The Node that has an address in its part of the Pod network; where none does one is made up. */
function makePlaces(others: readonly OtherNode[], madeUp: string): (ip: string) => string {
  const parts = others.flatMap(({ name, podCIDRs = [], pods = [] }) =>
    [...podCIDRs, ...pods].flatMap((text) => {
      const cidr = parseCidr(text);
      return cidr.ok ? [{ name, cidr: cidr.value }] : [];
    }),
  );
  return (ip) => {
    const address = parts.length > 0 ? parseIp(ip) : undefined;
    const found = address?.ok ? parts.find(({ cidr }) => contains(cidr, address.value)) : undefined;
    return found?.name ?? madeUp;
  };
}

function isHinted({ ports }: ReadService, entries: ReadonlyMap<ReadPort, readonly EndpointEntry[]>): boolean {
  return ports.some((port) => entries.get(port)?.some(({ hint }) => hint !== undefined) ?? false);
}

function localSet(proxies: readonly ReadProxy[]): { endpoints?: ReadonlySet<string> } {
  const sets = proxies.flatMap(({ localEndpoints }) => (localEndpoints ? [...localEndpoints] : []));
  return proxies.some(({ localEndpoints }) => localEndpoints) ? { endpoints: new Set(sets) } : {};
}

/** The node's addresses, its chosen one of each family first. */
function ownAddresses(
  proxies: readonly ReadProxy[],
  chosen: readonly NodeAddress[],
  given: readonly string[],
): string[] {
  const told = [...given, ...proxies.flatMap(({ nodeAddresses }) => nodeAddresses)];
  const loopback = /^127\.|^::1$|^fe80:/;
  return [...new Set([...chosen.map(({ address }) => address), ...told.filter((text) => !loopback.test(text))])];
}
