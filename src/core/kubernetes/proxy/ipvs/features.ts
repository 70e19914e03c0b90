import { featuresSince } from '../shared/features-since';

/** The minor release that brought each change of what this mode writes. */
export const CHANGES = {
  /** KUBE-FORWARD does not need a cluster CIDR. */
  forwardRulesWithoutCidr: 18,
  /** External IPs of a Service with policy Local have a set of their own and lead to its local endpoints. */
  localExternalIPs: 18,
  /** KUBE-POSTROUTING takes the mark off; masquerading is written last. */
  unmarking: 19,
  /** KUBE-HEALTH-CHECK-NODE-PORT and KUBE-NODE-PORT in filter. */
  healthChecks: 21,
  /** Policy Local on a node without endpoints: those of the whole cluster are used (PR 97081). */
  localFallback: 21,
  /** route_localnet is left alone (PR 92938). */
  keepsLocalnet: 21,
  /** nodePorts have no virtual servers on loopback addresses, where they never worked (PR 101023). */
  skipsLoopback: 22,
  /** conn_reuse_mode is left alone by kernels from 5.9 on, which is what nodes are taken to have. */
  keepsConnReuse: 22,
  /** internalTrafficPolicy Local. */
  internalPolicy: 22,
  /** One rule for known connections. */
  singleForwardRule: 23,
  /** Source ranges are checked in filter and dropped there; before, nat KUBE-FIREWALL marks for dropping. */
  dropsInFilter: 25,
  /** KUBE-IPVS-FILTER and KUBE-IPVS-IPS; what comes from loopback is left alone. */
  accessFilter: 26,
  /** kubelet stops making its chains. */
  ownFirewall: 27,
  /** External IPs and load balancer addresses that another interface has are not bound too (PR 115019). */
  bindsOnlyForeign: 27,
  /** The flag that lets `mh` look at the source port. */
  maglev: 27,
  /** KUBE-IPVS-OUT-FILTER. */
  outFilter: 29,
  ipMode: 30,
  /** Real servers are added in the order of a Go map, which is random; before, sorted as text (syncEndpoint). */
  addsInAnyOrder: 30,
  primaryNodePortAddress: 31,
} as const;

type Feature = keyof typeof CHANGES;
export type Features = Readonly<Record<Feature, boolean>>;

/** What a release has. */
export function featuresOf(release: string): Features {
  return featuresSince(CHANGES, release);
}
