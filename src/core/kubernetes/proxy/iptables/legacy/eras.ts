import type { FeatureChange } from '../../../changes';

/**
 * Changes of iptables mode before 1.16, the oldest release that was recorded: from the descriptions of those releases
 * and their pull requests, held against published listings of 1.4 to 1.14, never against a kube-proxy that ran. A
 * minor without a patch release in `source` is the one whose development the pull request was merged in.
 */
export const ERA_CHANGES = {
  /** KUBE-FW holds source ranges, KUBE-XLB policy Local (until 1.7 an annotation); kubelet marks what is dropped. */
  firewallChains: { since: 4, source: 'release notes of 1.4 (source IP preservation, alpha); listings of 1.5' },
  /** ClientIP affinity lasts three hours, not three minutes. */
  affinityHours: { since: 5, source: 'kubernetes #35677' },
  /** nodePorts of a Service without endpoints are refused too. */
  refusesNodePorts: { since: 6, source: 'kubernetes #43415' },
  /** External IPs of a Service without endpoints are refused too. */
  refusesExternalIPs: { since: 7, source: 'kubernetes #44547' },
  /** INPUT looks at KUBE-SERVICES, so that what is refused on a nodePort really is. */
  inputRefuses: { since: 7, patches: { 6: 5 }, dated: [6], source: 'kubernetes #43972, #46319' },
  /** sessionAffinityConfig is read. */
  affinityTimeouts: { since: 8, source: 'kubernetes #49831' },
  /** KUBE-FORWARD lets marked packets, and known connections of the cluster CIDR, pass. */
  forwardChain: { since: 9, source: 'kubernetes #52569' },
  /** ClientIP affinity holds among the endpoints of the node, too. */
  localAffinity: {
    since: 9,
    patches: { 7: 12, 8: 5 },
    dated: [7, 8],
    source: 'kubernetes #55519, #55723, #55721',
  },
  /** Packets from outside are refused in KUBE-EXTERNAL-SERVICES, and INPUT looks only there. */
  externalServices: { since: 10, source: 'kubernetes #56164' },
  /** A Service without endpoints has no rules in nat. */
  onlyServed: { since: 10, source: 'kubernetes #57461' },
  /** Only packets that begin a connection are refused. */
  onlyNew: { since: 10, source: 'kubernetes #60306' },
  /** With policy Local, what comes from 127.0.0.0/8 to a nodePort is masqueraded. */
  masqueradesLoopback: { since: 10, source: 'kubernetes #57942' },
  /** FORWARD and INPUT look at KUBE-SERVICES, so that Pods are refused too, and load balancer addresses are. */
  refusesForwarded: { since: 13, source: 'kubernetes #72534, #74394 (1.14, and 1.13 before its last patch)' },
  refusesBalancers: { since: 13, source: 'kubernetes #74394 (1.14, and 1.13 before its last patch)' },
  /** A slip takes the comments off balancing and endpoint rules (until 1.18). */
  commentsLost: { since: 13, source: 'kubernetes #65755, #81563' },
  /** Packets that conntrack calls INVALID are dropped in KUBE-FORWARD. */
  invalidDrops: { since: 15, source: 'kubernetes #74840' },
  /** The node itself reaches all endpoints behind a load balancer address with policy Local. */
  localBalancers: { since: 15, source: 'kubernetes #77523' },
  /** Masquerading picks source ports at random (--random-fully). */
  randomPorts: { since: 16, source: 'kubernetes #78547; 1.16.0 recorded' },
} as const satisfies Record<string, FeatureChange>;
