import { featuresSince, type Change } from '../../changes';
import { PATCH_CHANGES } from '../../patch-changes';
import { SERVICE_CHANGES } from '../../service-port';
import { ENDPOINT_CHANGES } from '../../topology';
import type { SyncInput } from '../mode';
import { NODE_IP_CHANGES } from '../shared/node';

/** From when on each change of the rules. */
export const CHANGES = {
  ...SERVICE_CHANGES,
  ...ENDPOINT_CHANGES,
  ...NODE_IP_CHANGES,
  /** Odds with ten decimals, not five. */
  preciseOdds: 17,
  canaries: 17,
  /** Comments on balancing and endpoint rules (a bug had lost them since 1.14). */
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
  /** They do not any more. */
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
  primaryNodePortAddress: 31,
  /** Dropped and accepted packets are counted. */
  nfacct: 31,
} as const satisfies Record<string, Change>;

type Feature = keyof typeof CHANGES;
export type Features = Readonly<Record<Feature, boolean>>;

/** What a kube-proxy has: by its release and its feature gates. */
export function featuresOf({ release, config }: Pick<SyncInput, 'release' | 'config'>): Features {
  return featuresSince(CHANGES, release, config.featureGates);
}
