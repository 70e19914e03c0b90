import { printableName } from '../../validation/printable';
import type { IpFamily } from '../../../net/ip';
import { hash16 } from '../../../lib/sha';
import type { EndpointInfo } from '../../endpoint';
import {
  type ServicePortInfo,
  SERVICE_CHANGES,
  isExternallyAccessible,
  usesClusterEndpoints,
  usesLocalEndpoints,
} from '../../service-port';
import { featuresSince, type FeatureChange, PATCH_CHANGES } from '../../changes';
import { ENDPOINT_CHANGES, chooseEndpoints, type ChosenEndpoints } from '../../topology';
import type { SyncInput } from '../mode';
import type { Memo } from '../../../lib/memo';
import { cidrsOfServices } from '../../service-cidr';
import {
  cidrFamily,
  namesLoopback,
  nodePortAddresses,
  nodePortIPs,
  type LocalTrafficDetector,
} from '../shared/local-traffic';
import {
  contextBase,
  knownContexts,
  type ProxierContextBase,
  listInterfaceAddresses,
  isLoopbackText,
  proxierNodeIP,
  expandNodePortAddresses,
  NODE_PORT_CHANGES,
} from '../shared/node';
import type { EndpointSliceObject } from '../../types';

/** From when on each change of the rules. */
export const NFTABLES_CHANGES = {
  ...SERVICE_CHANGES,
  ...ENDPOINT_CHANGES,
  /** Tables, chains and sets have comments; 1.29 finds that nft 1.0.6 cannot. */
  objectComments: 30,
  /** `cluster-ips`: what goes to a clusterIP's other ports is refused. */
  clusterIPsCheck: 30,
  /** Source ranges are checked before translation, by a chain of each service port; before, by two sets, too late. */
  firewallChains: 30,
  /** Refusals of addresses and of nodePorts have a chain each; no chain drops INVALID packets. */
  splitChecks: 30,
  /** Without nodePortAddresses only the node's own IP answers nodePorts. */
  nodeIPDefault: 30,
  ...NODE_PORT_CHANGES,
  /** No CIDR of the family in nodePortAddresses: every address of it. */
  familyNodePorts: 31,
  /** Elements of shared sets are remembered: each is added once, one that changes is deleted first. */
  storesElements: 31,
  /** Only what changed is written. */
  partialSync: 31,
  /** No set or map is emptied: what stands in them is read when kube-proxy starts. */
  readsSets: 33,
  /** ServiceCIDR objects are read: what goes to an unallocated clusterIP is dropped. */
  serviceCIDRs: { gate: 'MultiCIDRServiceAllocator' },
  /** Once an hour everything is. */
  hourlyFullSync: 33,
  /** Requests are refused after translation, so filter hooks stand at priority 0; only source ranges are before it. */
  filterAfterNat: PATCH_CHANGES.filterAfterNat,
  /** `iifname` instead of `iif`: the interface need not exist when the rules are loaded. */
  interfaceByName: PATCH_CHANGES.interfaceByName,
  /** The clusterIP masquerade of a Service does not look at the port any more. */
  masqueradesAnyPort: 34,
  /** Elements of `firewall-ips` without comment. */
  plainFirewallElements: 31,
  /** One rule in `services` marks for all clusterIPs; a set of hairpin connections; DNAT without endpoint chains. */
  hairpinSet: 36,
  /** One endpoint and no affinity: a plain `dnat to`. */
  plainSingleEndpoint: 37,
  /** Comments are cut to what nft takes. */
  cutsComments: 37,
  /** Every full sync names what refuses nodePorts on loopback, if only to take it away. */
  namesLocalhostNodePorts: 37,
  /** nodePorts on loopback answer TCP through a socket where they are asked for, and refuse the rest by rule. */
  localhostNodePorts: { gate: 'KubeProxyNFTablesLocalhostNodePorts' },
} as const satisfies Record<string, FeatureChange>;

type Feature = keyof typeof NFTABLES_CHANGES;
export type NftablesFeatures = Readonly<Record<Feature, boolean>>;

/** The one table of each family that kube-proxy owns (pkg/proxy/nftables/proxier.go). */
export const TABLE = 'kube-proxy';
export const TABLE_COMMENT = 'rules for kube-proxy';

/** Chains that are there whatever Services there are. No name of a service chain lacks a slash. */
export const SERVICES = 'services';
export const MASQUERADING = 'masquerading';
export const MARK_FOR_MASQUERADE = 'mark-for-masquerade';
export const REJECT_CHAIN = 'reject-chain';
export const FIREWALL_CHECK = 'firewall-check';
export const CLUSTER_IPS_CHECK = 'cluster-ips-check';
export const SERVICE_ENDPOINTS_CHECK = 'service-endpoints-check';
export const NODEPORT_ENDPOINTS_CHECK = 'nodeport-endpoints-check';

/** Of 1.29 only. */
export const ENDPOINTS_CHECK = 'endpoints-check';
export const FORWARD = 'forward';
export const FIREWALL_ALLOW_CHECK = 'firewall-allow-check';
export const FIREWALL = 'firewall';
export const FIREWALL_ALLOW = 'firewall-allow';

/** Sets and maps. */
export const CLUSTER_IPS = 'cluster-ips';
export const NODEPORT_IPS = 'nodeport-ips';
export const SERVICE_IPS = 'service-ips';
export const SERVICE_NODEPORTS = 'service-nodeports';
export const NO_ENDPOINT_SERVICES = 'no-endpoint-services';
export const NO_ENDPOINT_NODEPORTS = 'no-endpoint-nodeports';
export const FIREWALL_IPS = 'firewall-ips';
export const HAIRPIN_CONNECTIONS = 'hairpin-connections';
export const LOCALHOST_NODEPORT_REJECT_PORTS = 'localhost-nodeport-reject-ports';

/** The chain that refuses nodePorts of a protocol on loopback, and the counter in it. */
export function localhostReject(proto: NodePortProtocol): { readonly chain: string; readonly counter: string } {
  return { chain: `localhost-nodeport-reject-${proto}`, counter: `localhost-nodeport-rejected-${proto}` };
}

/** The longest a name may be before its prefix is put to it: the kernel takes 255 bytes. */
const LONGEST = 240;

/** How the nft tool spells a family. */
export function nftFamily(family: IpFamily): 'ip' | 'ip6' {
  return family === 'ipv4' ? 'ip' : 'ip6';
}

/** The part all chains of a service port share: eight letters of base32(sha256(x)), then x: `ns/svc/tcp/port`. */
export function servicePortBase(
  port: Pick<ServicePortInfo, 'namespace' | 'serviceName' | 'proto' | 'portName'>,
): string {
  return hashed(fullName(port));
}

/** The same of an endpoint of a service port: `…__10.244.1.5/8080`; IPv6 colons become dots. */
export function endpointBase(
  port: Pick<ServicePortInfo, 'namespace' | 'serviceName' | 'proto' | 'portName'>,
  endpoint: Pick<EndpointInfo, 'ip' | 'port'>,
): string {
  return hashed(`${fullName(port)}__${endpoint.ip.replaceAll(':', '.')}/${endpoint.port}`);
}

function fullName({
  namespace,
  serviceName,
  proto,
  portName,
}: Pick<ServicePortInfo, 'namespace' | 'serviceName' | 'proto' | 'portName'>): string {
  return `${namespace}/${serviceName}/${proto}/${portName}`;
}

function hashed(name: string): string {
  const full = `${hash16(name).slice(0, 8)}-${printableName(name).replaceAll(':', '.')}`;
  return full.length > LONGEST ? `${full.slice(0, LONGEST - 3)}...` : full;
}

/**
 * The ServiceCIDRs of the family that kube-proxy knows: it reads the objects from 1.33 on
 * (MultiCIDRServiceAllocator), in the order they come.
 */
function listServiceCIDRs(input: SyncInput): string[] {
  const { serviceCIDRs, cluster, family } = input;
  const objects = featuresSince(NFTABLES_CHANGES, input).serviceCIDRs ? (cluster.others ?? []) : [];
  const known = serviceCIDRs ?? objects.flatMap(cidrsOfServices);
  return known.filter((text) => cidrFamily(text) === family);
}

/** Protocols of nodePorts, in the order in which refusals are written. */
export const NODE_PORT_PROTOCOLS = ['tcp', 'udp', 'sctp'] as const;
type NodePortProtocol = (typeof NODE_PORT_PROTOCOLS)[number];

/** Handling of nodePorts on loopback in a family. */
interface LocalhostNodePorts {
  /** Protocols and ports that a rule refuses. */
  readonly refused: readonly NodePortProtocol[];
  /** TCP is answered by a socket of kube-proxy. */
  readonly listens: boolean;
}

/**
 * Handling of nodePorts on loopback by the gate KubeProxyNFTablesLocalhostNodePorts: where `nodePortAddresses` names
 * it, TCP is answered (pkg/proxy/nftables, kubernetes #138427).
 */
function findLocalhost(input: SyncInput): LocalhostNodePorts {
  const { localhostNodePorts } = featuresSince(NFTABLES_CHANGES, input);
  if (!localhostNodePorts) return { refused: [], listens: false };
  const listens = namesLoopback(expandNodePortAddresses(listNodePortTexts(input), input), input.family);
  return { refused: NODE_PORT_PROTOCOLS.filter((proto) => proto !== 'tcp' || !listens), listens };
}

/** All that one proxier knows besides Services and EndpointSlices (pkg/proxy/nftables/proxier.go NewProxier). */
export interface NftablesContext extends ProxierContextBase {
  /** `ip` or `ip6`: the family of the table and of address matches. */
  readonly ip: 'ip' | 'ip6';
  /** Addresses that answer nodePorts; undefined: all of the node but loopback. */
  readonly nodePortIPs: readonly string[] | undefined;
  /** nodePorts on loopback. */
  readonly localhost: LocalhostNodePorts;
  /** ServiceCIDRs of the family, if kube-proxy knows them. */
  readonly serviceCIDRs: readonly string[];
  readonly features: NftablesFeatures;
  /** 1.29 drops INVALID packets that are forwarded. */
  readonly dropsInvalid: boolean;
}

const known = knownContexts<NftablesContext>();

/** The context of an input; equal ones are the same object. */
export function makeNftablesContext(input: SyncInput, memo: Memo): NftablesContext {
  return known(buildContext(input), memo);
}

function buildContext(input: SyncInput): NftablesContext {
  const { config, family } = input;
  const features = featuresSince(NFTABLES_CHANGES, input);
  return {
    ...contextBase(input, config.nftables),
    ip: nftFamily(family),
    nodePortIPs: findNodePortIPs(input),
    localhost: findLocalhost(input),
    serviceCIDRs: listServiceCIDRs(input),
    features,
    dropsInvalid: config.conntrack?.tcpBeLiberal !== true,
  };
}

/** Texts of `nodePortAddresses`; `primary` where none is given. */
function listNodePortTexts({ config }: SyncInput): readonly string[] {
  return config.nodePortAddresses?.length ? config.nodePortAddresses : ['primary'];
}

/** Loopback never answers. */
function findNodePortIPs(input: SyncInput): readonly string[] | undefined {
  const { family } = input;
  const features = featuresSince(NFTABLES_CHANGES, input);
  if (!features.familyNodePorts) return oldNodePortIPs(input);
  const addresses = nodePortAddresses(expandNodePortAddresses(listNodePortTexts(input), input), family);
  return addresses.matchAll ? undefined : nodePortIPs(addresses, listInterfaceAddresses(input)).filter(isOutside);
}

function isOutside(address: string): boolean {
  return !isLoopbackText(address);
}

/** 1.30: no CIDR of the family: the node's own IP of it, and no other address; 1.29: all. */
function oldNodePortIPs(input: SyncInput): readonly string[] | undefined {
  const { family } = input;
  const texts = (input.config.nodePortAddresses ?? []).filter((text) => cidrFamily(text.trim()) === family);
  const features = featuresSince(NFTABLES_CHANGES, input);
  if (texts.length === 0 && !features.nodeIPDefault) return undefined;
  const addresses = nodePortAddresses(texts.length === 0 ? [proxierNodeIP(input)] : texts, family);
  return addresses.matchAll ? undefined : nodePortIPs(addresses, listInterfaceAddresses(input)).filter(isOutside);
}

/** The match for packets of this node's Pods, or (`not`) of anybody else. */
export function localMatch(
  { ip, features }: Pick<NftablesContext, 'ip' | 'features'>,
  detector: LocalTrafficDetector,
  not: boolean,
): string {
  const operator = not ? ' !=' : '';
  if (detector.kind === 'cidr') return `${ip} saddr${operator} ${detector.cidr}`;
  const key = features.interfaceByName ? 'iifname' : 'iif';
  return `${key}${operator} ${detector.name}${detector.prefix ? '*' : ''}`;
}

/** An endpoint with the chain that leads to it. */
export interface PlannedNftEndpoint {
  readonly info: EndpointInfo;
  readonly chain: string;
}

/** Names the set of the clients that were sent to an endpoint. */
export function nameAffinitySet({ chain }: PlannedNftEndpoint): string {
  return chain.replace('endpoint', 'affinity');
}

/** Everything the rules of one service port are decided by (the head of syncProxyRules' loop). */
export interface NftPortPlan extends ChosenEndpoints<PlannedNftEndpoint> {
  readonly port: ServicePortInfo;
  readonly base: string;
  readonly usesService: boolean;
  readonly usesLocal: boolean;
  readonly usesExternal: boolean;
  readonly usesFirewall: boolean;
  /** Where packets for the clusterIP go; undefined: nobody on this node may take them. */
  readonly internalChain: string | undefined;
  /** Where packets from outside go by policy; undefined: nobody on this node may take them. */
  readonly externalChain: string | undefined;
  /** Verdict for packets nobody may take. */
  readonly refusal: string;
}

/** Decides which chains a service port has and where each kind of traffic goes. */
export function planNftPort(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: NftablesContext,
): NftPortPlan {
  const chosen = chooseEndpoints(port, slices, context, (info) => planEndpoint(port, info));
  const { cluster, local, reachable, hasEndpoints } = chosen;
  const base = servicePortBase(port);
  const target = (isLocal: boolean): string | undefined => {
    if (!hasEndpoints || (isLocal && local.length === 0)) return undefined;
    return `${isLocal ? 'local' : 'service'}-${base}`;
  };
  return {
    port,
    base,
    cluster,
    local,
    reachable,
    hasEndpoints,
    usesService: cluster.length > 0 && usesClusterEndpoints(port),
    usesLocal: local.length > 0 && usesLocalEndpoints(port),
    usesExternal: hasEndpoints && isExternallyAccessible(port),
    usesFirewall: context.features.firewallChains && port.loadBalancerVIPs.length > 0 && port.sourceRanges.length > 0,
    internalChain: target(port.internalPolicyLocal),
    externalChain: target(port.externalPolicyLocal),
    refusal: hasEndpoints ? 'drop' : `goto ${REJECT_CHAIN}`,
  };
}

function planEndpoint(port: ServicePortInfo, info: EndpointInfo): PlannedNftEndpoint {
  return { info, chain: `endpoint-${endpointBase(port, info)}` };
}
