import { featuresSince, type Change } from '../../changes';
import { PATCH_CHANGES } from '../../patch-changes';
import { SERVICE_CHANGES } from '../../service-port';
import { ENDPOINT_CHANGES } from '../../topology';
import type { SyncInput } from '../mode';

/** From when on each change of the rules. */
export const CHANGES = {
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
  /** `--nodeport-addresses primary`. */
  primaryNodePortAddress: 31,
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
  hourlyFullSync: 34,
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
} as const satisfies Record<string, Change>;

type Feature = keyof typeof CHANGES;
export type Features = Readonly<Record<Feature, boolean>>;

/** What a kube-proxy has: by its release and its feature gates. */
export function featuresOf({ release, config }: Pick<SyncInput, 'release' | 'config'>): Features {
  return featuresSince(CHANGES, release, config.featureGates);
}
