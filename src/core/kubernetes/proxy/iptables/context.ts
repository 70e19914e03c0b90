import { hash16 } from '../../../lib/sha';
import {
  type ServicePortInfo,
  SERVICE_CHANGES,
  isExternallyAccessible,
  usesClusterEndpoints,
  usesLocalEndpoints,
} from '../../service-port';
import { featuresSince, type FeatureChange, PATCH_CHANGES } from '../../changes';
import { ERA_CHANGES } from './legacy/eras';
import { ENDPOINT_CHANGES, chooseEndpoints, type ChosenEndpoints } from '../../topology';
import type { SyncInput } from '../mode';
import {
  NODE_IP_CHANGES,
  NODE_PORT_CHANGES,
  contextBase,
  knownContexts,
  type ProxierContextBase,
  expandNodePortAddresses,
} from '../shared/node';
import type { Memo } from '../../../lib/memo';
import { containsIPv4Loopback, nodePortAddresses, type NodePortAddresses } from '../shared/local-traffic';
import type { EndpointInfo } from '../../endpoint';
import type { EndpointSliceObject } from '../../types';

/** From when on each change of the rules. */
export const IPTABLES_CHANGES = {
  ...SERVICE_CHANGES,
  ...ENDPOINT_CHANGES,
  ...NODE_IP_CHANGES,
  ...ERA_CHANGES,
  /** Odds with ten decimals, not five. */
  preciseOdds: 17,
  canaries: 17,
  /** Comments on balancing and endpoint rules again. */
  ruleComments: 18,
  /** `--detect-local-mode`; before, only a cluster CIDR. */
  forwardRulesWithoutCidr: 18,
  /** External IPs of a Service with policy Local lead to its local endpoints. */
  localExternalIPs: { gate: 'ExternalPolicyForExternalIP' },
  /** KUBE-POSTROUTING takes the mark off. */
  unmarking: 19,
  /** Unnamed ports without a trailing colon: other names, other hashes. */
  noTrailingColon: 20,
  /** FORWARD looks at KUBE-EXTERNAL-SERVICES, INPUT no longer at KUBE-SERVICES; load balancer rejects move there. */
  externalForward: 20,
  healthChecks: 21,
  /** One rule an external IP, without physdev. */
  plainExternalIPs: 21,
  /** The clusterIP masquerade stands in the Service's chain. */
  masqueradeInChain: 22,
  /** internalTrafficPolicy Local: first by leaving other endpoints out. */
  internalPolicy: { gate: 'ServiceInternalTrafficPolicy' },
  /** Endpoints that are not ready have chains and count as endpoints. */
  keepsNotReady: 22,
  /** Not-ready endpoints are ignored. */
  ignoresNotReady: PATCH_CHANGES.ignoresNotReady,
  /** `-s 10.0.0.1` instead of `-s 10.0.0.1/32`; one rule for known connections. */
  bareAddresses: 23,
  /** KUBE-SVL and KUBE-EXT replace KUBE-XLB; KUBE-FW only with source ranges. */
  externalChains: 24,
  /** DROP in filter; kubelet's KUBE-MARK-DROP is no longer used. */
  dropsInFilter: 25,
  localhostOption: 26,
  /** kube-proxy makes KUBE-FIREWALL; kubelet stops making the chains that kube-proxy makes, and its mark for drops. */
  ownFirewall: 27,
  partialSync: { gate: 'MinimizeIPTablesRestore' },
  liberalOption: 29,
  /** A sync more than an hour after the last full one is full. */
  hourlyFullSync: 33,
  keepsLargePartial: PATCH_CHANGES.keepsLargePartial,
  ...NODE_PORT_CHANGES,
  /** Dropped and accepted packets are counted. */
  nfacct: 31,
} as const satisfies Record<string, FeatureChange>;

type Feature = keyof typeof IPTABLES_CHANGES;
export type IptablesFeatures = Readonly<Record<Feature, boolean>>;

export const KUBE_NODEPORTS = 'KUBE-NODEPORTS';
export const KUBE_EXTERNAL_SERVICES = 'KUBE-EXTERNAL-SERVICES';
export const KUBE_PROXY_CANARY = 'KUBE-PROXY-CANARY';

/** Chains of service ports and endpoints: what a sync may delete when nothing needs them. */
export const OWNED_PREFIXES = ['KUBE-SVC-', 'KUBE-SVL-', 'KUBE-SEP-', 'KUBE-FW-', 'KUBE-EXT-', 'KUBE-XLB-'] as const;

/** The names of one service port's chains; all share one hash, and few are needed at once. */
export class ServicePortChains {
  readonly #hash: string;

  constructor(hash: string) {
    this.#hash = hash;
  }

  /** Cluster policy: all usable endpoints. */
  get svc(): string {
    return `KUBE-SVC-${this.#hash}`;
  }

  /** Local policy: endpoints of this node. */
  get svl(): string {
    return `KUBE-SVL-${this.#hash}`;
  }

  /** Entry of traffic from outside. */
  get ext(): string {
    return `KUBE-EXT-${this.#hash}`;
  }

  /** Source ranges of a load balancer. */
  get fw(): string {
    return `KUBE-FW-${this.#hash}`;
  }

  /** Up to 1.23: traffic from outside with policy Local. */
  get xlb(): string {
    return `KUBE-XLB-${this.#hash}`;
  }
}

/** Names the chains of a service port: the first 16 letters of base32(sha256("ns/name:port" + protocol)). */
export function servicePortChains(port: Pick<ServicePortInfo, 'name' | 'proto'>): ServicePortChains {
  return new ServicePortChains(hash16(port.name + port.proto));
}

/** Names the chain of one endpoint of a service port. */
export function endpointChain(port: Pick<ServicePortInfo, 'name' | 'proto'>, endpoint: string): string {
  return `KUBE-SEP-${hash16(port.name + port.proto + endpoint)}`;
}

/** More endpoints than this, over all service ports: rules lose their comments (largeClusterEndpointsThreshold). */
export const LARGE_CLUSTER_ENDPOINTS = 1000;

/** All that one proxier knows besides Services and EndpointSlices (pkg/proxy/iptables/proxier.go NewProxier). */
export interface IptablesContext extends ProxierContextBase {
  readonly nodePortAddresses: NodePortAddresses;
  /** nodePorts answer on 127.0.0.1 too: needs route_localnet. */
  readonly localhostNodePorts: boolean;
  /** INVALID packets are dropped in KUBE-FORWARD. */
  readonly dropsInvalid: boolean;
  /** Features of the release; nfacct only where the kernel has it too. */
  readonly features: IptablesFeatures;
  readonly largeCluster: boolean;
}

const known = knownContexts<IptablesContext>();

/** The context of an input; equal ones are the same object. */
export function makeIptablesContext(input: SyncInput, memo: Memo, largeCluster: boolean): IptablesContext {
  return known(buildContext(input, largeCluster), memo);
}

function buildContext(input: SyncInput, largeCluster: boolean): IptablesContext {
  const { config, family } = input;
  const addresses = nodePortAddresses(expandNodePortAddresses(config.nodePortAddresses ?? [], input), family);
  const features = featuresSince(IPTABLES_CHANGES, input);
  const wantsLocalhost = !features.localhostOption || (config.iptables?.localhostNodePorts ?? true);
  return {
    ...contextBase(input, config.iptables),
    nodePortAddresses: addresses,
    localhostNodePorts: wantsLocalhost && containsIPv4Loopback(addresses),
    dropsInvalid: features.invalidDrops && !(features.liberalOption && config.conntrack?.tcpBeLiberal === true),
    features,
    largeCluster,
  };
}

/** An endpoint with the chain that leads to it. */
export interface PlannedEndpoint {
  readonly info: EndpointInfo;
  readonly chain: string;
}

/** Filter rule for traffic that no endpoint may take, with this target and comment. */
export interface Refusal {
  readonly target: 'REJECT' | 'DROP';
  readonly comment: string;
}

/** Everything the rules of one service port are decided by (the head of syncProxyRules' loop). */
export interface PortPlan extends ChosenEndpoints<PlannedEndpoint> {
  readonly port: ServicePortInfo;
  readonly chains: ServicePortChains;
  readonly usesSvc: boolean;
  readonly usesSvl: boolean;
  readonly usesExt: boolean;
  readonly usesFw: boolean;
  /** Where packets for the clusterIP go; undefined: they are refused. */
  readonly internalChain: string | undefined;
  /** Where packets from outside go by policy; undefined: they are refused. */
  readonly externalChain: string | undefined;
}

/** Decides which chains a service port has and where each kind of traffic goes. */
export function planPort(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: IptablesContext,
): PortPlan {
  const chosen = chooseEndpoints(port, slices, context, (info): PlannedEndpoint => {
    return { info, chain: endpointChain(port, info.endpoint) };
  });
  const { cluster, local, reachable, hasEndpoints } = chosen;
  const chains = servicePortChains(port);
  const noLocal = local.length === 0;
  const target = (isLocal: boolean): string | undefined => {
    if (!hasEndpoints || (isLocal && noLocal && context.features.dropsInFilter)) return undefined;
    return isLocal ? chains.svl : chains.svc;
  };
  return {
    port,
    chains,
    cluster,
    local,
    reachable,
    hasEndpoints,
    usesSvc: cluster.length > 0 && usesClusterEndpoints(port),
    // 1.24 keeps the chain of a node without local endpoints: it marks packets for dropping.
    usesSvl: (context.features.dropsInFilter ? !noLocal : hasEndpoints) && usesLocalEndpoints(port),
    usesExt: hasEndpoints && isExternallyAccessible(port),
    usesFw: hasEndpoints && port.loadBalancerVIPs.length > 0 && port.sourceRanges.length > 0,
    internalChain: target(port.internalPolicyLocal),
    externalChain: target(port.externalPolicyLocal),
  };
}

/** How traffic that nobody may take is refused. */
export function explainRefusal({ port, hasEndpoints }: PortPlan): Refusal {
  return hasEndpoints
    ? { target: 'DROP', comment: `${port.name} has no local endpoints` }
    : { target: 'REJECT', comment: `${port.name} has no endpoints` };
}
