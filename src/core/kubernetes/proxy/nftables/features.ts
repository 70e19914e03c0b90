import { featuresSince } from '../shared/features-since';

/** The minor release that brought each change of the rules. */
export const CHANGES = {
  /** `cluster-ips`: what goes to a clusterIP's other ports is refused. */
  clusterIPsCheck: 30,
  /** Source ranges are checked before translation, by a chain of each service port; before, by two sets, too late. */
  firewallChains: 30,
  /** Refusals of addresses and of nodePorts have a chain each; no chain drops INVALID packets. */
  splitChecks: 30,
  /** Without nodePortAddresses only the node's own IP answers nodePorts. */
  nodeIPDefault: 30,
  /** `ipMode: Proxy` is honoured. */
  ipMode: 30,
  /** `--nodeport-addresses primary`. */
  primaryNodePortAddress: 31,
  /** Only what changed is written. */
  partialSync: 32,
  /** ServiceCIDR objects are read: what goes to an unallocated clusterIP is dropped. */
  serviceCIDRs: 33,
  /** Once an hour everything is. */
  hourlyFullSync: 34,
  /** Requests are refused after translation, so filter hooks stand at priority 0; only source ranges are before it. */
  filterAfterNat: 34,
  /** `iifname` instead of `iif`: the interface need not exist when the rules are loaded. */
  interfaceByName: 34,
  /** The clusterIP masquerade of a Service does not look at the port any more. */
  masqueradesAnyPort: 34,
  /** Elements of `firewall-ips` without comment. */
  plainFirewallElements: 34,
  /** One rule in `services` marks for all clusterIPs; a set of hairpin connections; DNAT without endpoint chains. */
  hairpinSet: 36,
  /** One endpoint and no affinity: a plain `dnat to`. */
  plainSingleEndpoint: 37,
  /** Comments are cut to what nft takes. */
  cutsComments: 37,
} as const;

type Feature = keyof typeof CHANGES;
export type Features = Readonly<Record<Feature, boolean>>;

/** What a release has. */
export function featuresOf(release: string): Features {
  return featuresSince(CHANGES, release);
}
