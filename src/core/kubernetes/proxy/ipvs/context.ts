import { printableName } from '../../validation/printable';
import { ownNode } from '../../types';
import { featuresSince, type FeatureChange, PATCH_CHANGES } from '../../changes';
import { SERVICE_CHANGES } from '../../service-port';
import { ENDPOINT_CHANGES } from '../../topology';
import type { SyncInput, IpvsTimeouts } from '../mode';
import {
  NODE_IP_CHANGES,
  kernelSince,
  contextBase,
  knownContexts,
  type ProxierContextBase,
  listInterfaceAddresses,
  isLoopbackText,
  expandNodePortAddresses,
  NODE_PORT_CHANGES,
} from '../shared/node';
import type { Memo } from '../../../lib/memo';
import { goSeconds } from '../shared/durations';
import { nodePortAddresses, nodePortIPs } from '../shared/local-traffic';

/** In nat: which nodePorts are masqueraded. In filter: the health check ports. */
export const KUBE_NODE_PORT = 'KUBE-NODE-PORT';
export const KUBE_LOAD_BALANCER = 'KUBE-LOAD-BALANCER';
export const KUBE_SOURCE_RANGES_FIREWALL = 'KUBE-SOURCE-RANGES-FIREWALL';
export const KUBE_IPVS_FILTER = 'KUBE-IPVS-FILTER';
export const KUBE_IPVS_OUT_FILTER = 'KUBE-IPVS-OUT-FILTER';

/** The dummy interface that makes Service addresses local: it stays DOWN. */
export const DUMMY_INTERFACE = 'kube-ipvs0';

/** From when on each change of what this mode writes. */
export const IPVS_CHANGES = {
  ...SERVICE_CHANGES,
  ...ENDPOINT_CHANGES,
  ...NODE_IP_CHANGES,
  /**
   * Masquerading picks source ports at random (kubernetes #78547); 1.15, without it, has the layout of 1.16 else. Before
   * 1.15 the sets of SCTP nodePorts were bitmaps that took no SCTP (kubernetes #77265): those releases are not written.
   */
  randomPorts: 16,
  /** KUBE-FORWARD does not need a cluster CIDR. */
  forwardRulesWithoutCidr: 18,
  /** The set KUBE-EXTERNAL-IP-LOCAL. */
  externalIPLocalSet: 18,
  /** External IPs of a Service with policy Local are in it and lead to its local endpoints. */
  localExternalIPs: { gate: 'ExternalPolicyForExternalIP' },
  /** KUBE-POSTROUTING takes the mark off; masquerading is written last. */
  unmarking: 19,
  /** KUBE-HEALTH-CHECK-NODE-PORT and KUBE-NODE-PORT in filter. */
  healthChecks: 21,
  /** Policy Local on a node without endpoints: those of the whole cluster are used; before, none. */
  localFallback: 24,
  /** route_localnet is left alone (PR 92938). */
  keepsLocalnet: 21,
  /** nodePorts have no virtual servers on loopback addresses, where they never worked (PR 101023). */
  skipsLoopback: 22,
  /** conn_reuse_mode is left alone by kernels from 5.9 on. */
  keepsConnReuse: 22,
  /** KUBE-LOOP-BACK has endpoints that are not ready too, unless they terminate. */
  loopBackOfNotReady: 21,
  /** KUBE-LOOP-BACK has endpoints that terminate, too. */
  loopBackOfTerminating: 22,
  /** A sync names its own chains in its `:CHAIN` lines; before, KUBE-POSTROUTING and KUBE-FORWARD again and again. */
  namesChains: 21,
  /** KUBE-MARK-DROP is left to kubelet. */
  leavesMarkDrop: 19,
  /** SCTP nodePorts of policy Local are let off before they are marked. */
  sctpLocalFirst: 23,
  /** internalTrafficPolicy Local; up to 1.23 it cuts the endpoints of every address of the Service. */
  internalPolicy: { gate: 'ServiceInternalTrafficPolicy' },
  /** internalTrafficPolicy filters endpoints of the clusterIP only. */
  internalPolicyOnlyInside: 24,
  /** One rule for known connections. */
  singleForwardRule: 23,
  /** Source ranges are checked in filter and dropped there; before, nat KUBE-FIREWALL marks for dropping. */
  dropsInFilter: 25,
  /** KUBE-IPVS-FILTER and KUBE-IPVS-IPS; what comes from loopback is left alone. */
  accessFilter: 26,
  /** kubelet stops making the chains that kube-proxy makes, and its mark for drops. */
  ownFirewall: 27,
  /** External IPs and load balancer addresses that another interface has are not bound too. */
  bindsOnlyForeign: PATCH_CHANGES.bindsOnlyForeign,
  /** KUBE-IPVS-FILTER lets health checks through. */
  filterHealthChecks: PATCH_CHANGES.filterHealthChecks,
  /** KUBE-IPVS-FILTER knows the external IPs of Services with policy Local. */
  filterLocalExternalIPs: PATCH_CHANGES.filterLocalExternalIPs,
  /** The flag that lets `mh` look at the source port. */
  maglev: 27,
  /** KUBE-IPVS-OUT-FILTER. */
  outFilter: 29,
  /** Real servers are added in the order of a Go map, which is random; before, sorted as text (syncEndpoint). */
  addsInAnyOrder: 30,
  ...NODE_PORT_CHANGES,
} as const satisfies Record<string, FeatureChange>;

type Feature = keyof typeof IPVS_CHANGES;
export type IpvsFeatures = Readonly<Record<Feature, boolean>>;

/**
 * `conn_reuse_mode` is left alone by kernels before 4.1, which do not have it, and, from release 1.22 on, by those from
 * 5.9 on, where reusing a port costs no second any more (NewProxier of pkg/proxy/ipvs/proxier.go).
 */
function leavesConnReuse(input: SyncInput): boolean {
  const node = ownNode(input.cluster, input.node);
  return !kernelSince(node, 4, 1) || (featuresSince(IPVS_CHANGES, input).keepsConnReuse && kernelSince(node, 5, 9));
}

/** The sysctls kube-proxy sets when it starts, in its order. */
export function makeSysctls(input: SyncInput): Record<string, number> {
  const { keepsLocalnet } = featuresSince(IPVS_CHANGES, input);
  return {
    ...(keepsLocalnet ? {} : { 'net.ipv4.conf.all.route_localnet': 1 }),
    'net.ipv4.vs.conntrack': 1,
    ...(leavesConnReuse(input) ? {} : { 'net.ipv4.vs.conn_reuse_mode': 0 }),
    'net.ipv4.vs.expire_nodest_conn': 1,
    'net.ipv4.vs.expire_quiescent_template': 1,
    'net.ipv4.ip_forward': 1,
    ...(input.config.ipvs?.strictARP ? { 'net.ipv4.conf.all.arp_ignore': 1, 'net.ipv4.conf.all.arp_announce': 2 } : {}),
  };
}

/** `--ipvs-*-timeout` as `ipvsadm --set` would say them; undefined: the kernel's own stay. */
export function findTimeouts({ config }: SyncInput): IpvsTimeouts | undefined {
  const { tcpTimeout, tcpFinTimeout, udpTimeout } = config.ipvs ?? {};
  const timeouts = { tcp: goSeconds(tcpTimeout), tcpFin: goSeconds(tcpFinTimeout), udp: goSeconds(udpTimeout) };
  return timeouts.tcp + timeouts.tcpFin + timeouts.udp > 0 ? timeouts : undefined;
}

/** All that one proxier knows besides Services and EndpointSlices (pkg/proxy/ipvs/proxier.go NewProxier). */
export interface IpvsContext extends ProxierContextBase {
  /** Addresses on interfaces other than kube-ipvs0: they are never bound there. */
  readonly nodeAddresses: readonly string[];
  /** Addresses that answer nodePorts: one virtual server each. */
  readonly nodePortIPs: readonly string[];
  /** `rr` unless told. */
  readonly scheduler: string;
  readonly features: IpvsFeatures;
}

const known = knownContexts<IpvsContext>();

/** The context of an input; equal ones are the same object. */
export function makeIpvsContext(input: SyncInput, memo: Memo): IpvsContext {
  return known(buildContext(input), memo);
}

function buildContext(input: SyncInput): IpvsContext {
  const { config } = input;
  const features = featuresSince(IPVS_CHANGES, input);
  const nodeAddresses = listNodeAddresses(input);
  return {
    ...contextBase(input, config.iptables),
    // The mode shares the settings of iptables mode.
    nodeAddresses,
    nodePortIPs: listNodePortIPs(input, nodeAddresses, features),
    scheduler: printableName(config.ipvs?.scheduler || 'rr'),
    features,
  };
}

/** All addresses of the node's interfaces, without loopback and IPv6 link-local ones. */
function listNodeAddresses(input: SyncInput): readonly string[] {
  const own = listInterfaceAddresses(input).filter((address) => !isLoopbackText(address));
  return [...new Set(input.family === 'ipv6' ? own.filter((address) => !/^fe[89ab]/.test(address)) : own)];
}

/** `--nodeport-addresses` narrows them down; `primary` (from 1.31) is the node IP. Loopback counts up to 1.21. */
function listNodePortIPs(
  input: SyncInput,
  nodeAddresses: readonly string[],
  features: IpvsFeatures,
): readonly string[] {
  const { family } = input;
  const addresses = nodePortAddresses(expandNodePortAddresses(input.config.nodePortAddresses ?? [], input), family);
  const all = listInterfaceAddresses(input);
  const loopback = features.skipsLoopback ? [] : nodePortIPs(addresses, all.filter(isLoopbackText));
  if (addresses.matchAll) return [...loopback, ...nodeAddresses];
  return [...loopback, ...nodePortIPs(addresses, all).filter((address) => !isLoopbackText(address))];
}
