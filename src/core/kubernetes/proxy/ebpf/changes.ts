import type { FeatureChange } from '../../changes';

/**
 * From which of Cilium's own releases on (1.12 to 1.20: they are not Kubernetes releases) each change of the maps. Those
 * of 1.19 and 1.20 were read in sources of mid 2026 and are told apart by pull requests where those are known.
 */
export const CILIUM_CHANGES = {
  /** internalTrafficPolicy: Local counts. */
  internalPolicy: 13,
  /** Keys tell TCP and UDP of one port apart; before, their protocol is 0. */
  protocolInKey: 17,
  /** `src-ranges-policy: deny`. */
  deniedRanges: 17,
  /** `lb-algorithm` of a Service. */
  algorithmAnnotation: 17,
  /** `ipMode: Proxy` of a load balancer's address: read by 1.17, lost when the reader was rewritten, back afterwards. */
  ipMode: { since: 19, patches: { 17: 0 }, source: 'cilium #34780; missing in the main branch of July 2025' },
  /** An address and port belong to the Service that had them first. */
  frontendsHaveOwners: 18,
  /** A wildcard entry of each ClusterIP and load balancer address: its other ports are dropped. */
  wildcardEntries: 19,
  /** Endpoints that are ready are active though they terminate; those that neither serve nor are ready are kept. */
  keepsNotServing: 19,
  /** Source ranges are checked at load balancer addresses only, unless told for all. */
  rangesOfVips: 19,
  /** … and at external IPs. */
  rangesOfExternalIPs: 20,
  /** Hybrid sets the bit `dsr` on TCP frontends; before, only an annotation or `dsr` for all does. */
  hybridSetsDsr: 20,
  /** Zones count only where every endpoint has a hint and one names this zone. */
  zoneSafeguard: 20,
  /** `trafficDistribution: PreferSameNode`, `PreferSameZone`. */
  sameNode: 20,
  /** The slot of a backend that a health check gave up has a bit of its own. */
  quarantinedSlots: 20,
} as const satisfies Record<string, FeatureChange>;
