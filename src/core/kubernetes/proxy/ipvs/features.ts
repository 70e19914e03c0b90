import { featuresSince, type Change } from '../../changes';
import { PATCH_CHANGES } from '../../patch-changes';
import { SERVICE_CHANGES } from '../../service-port';
import { ENDPOINT_CHANGES } from '../../topology';
import type { SyncInput } from '../mode';
import { NODE_IP_CHANGES } from '../shared/node';

/** From when on each change of what this mode writes. */
export const CHANGES = {
  ...SERVICE_CHANGES,
  ...ENDPOINT_CHANGES,
  ...NODE_IP_CHANGES,
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
  /** And those that terminate. */
  loopBackOfTerminating: 22,
  /** A sync names its own chains in its `:CHAIN` lines; before, KUBE-POSTROUTING and KUBE-FORWARD again and again. */
  namesChains: 21,
  /** KUBE-MARK-DROP is left to kubelet. */
  leavesMarkDrop: 19,
  /** SCTP nodePorts of policy Local are let off before they are marked. */
  sctpLocalFirst: 23,
  /** internalTrafficPolicy Local; up to 1.23 it cuts the endpoints of every address of the Service. */
  internalPolicy: { gate: 'ServiceInternalTrafficPolicy' },
  /** It cuts those of the clusterIP only. */
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
  primaryNodePortAddress: 31,
} as const satisfies Record<string, Change>;

type Feature = keyof typeof CHANGES;
export type Features = Readonly<Record<Feature, boolean>>;

/** What a kube-proxy has: by its release and its feature gates. */
export function featuresOf({ release, config }: Pick<SyncInput, 'release' | 'config'>): Features {
  return featuresSince(CHANGES, release, config.featureGates);
}
