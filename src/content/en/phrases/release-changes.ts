import type { PhraseBook } from '../../phrases/phrase-book';
import { ERA_CHANGE_PHRASES } from './release-changes-eras';
import { OTHER_RELEASE_CHANGES } from './release-changes-nftables';

const IPTABLES = {
  ...ERA_CHANGE_PHRASES,
  'kubernetes.changes.iptables.preciseOdds':
    'The odds of an endpoint are written with ten decimals instead of five, so that shares come far closer to equal.',
  'kubernetes.changes.iptables.canaries':
    'An empty chain KUBE-PROXY-CANARY in each table tells kube-proxy when somebody flushed its rules.',
  'kubernetes.changes.iptables.ruleComments': 'Balancing and endpoint rules carry the name of their Service again.',
  'kubernetes.changes.iptables.forwardRulesWithoutCidr':
    'The rules of KUBE-FORWARD for known connections no longer name a cluster CIDR.',
  'kubernetes.changes.iptables.localExternalIPs':
    'External IPs of a Service with externalTrafficPolicy Local lead to endpoints of the node only.',
  'kubernetes.changes.iptables.unmarking': 'KUBE-POSTROUTING takes the masquerade mark off before it masquerades.',
  'kubernetes.changes.iptables.noTrailingColon':
    'Unnamed ports are written without a colon at the end, so their chains get other names.',
  'kubernetes.changes.iptables.externalForward':
    'FORWARD looks at KUBE-EXTERNAL-SERVICES, and INPUT no longer at KUBE-SERVICES.',
  'kubernetes.changes.iptables.healthChecks':
    'A chain KUBE-NODEPORTS in filter lets health checks of load balancers in.',
  'kubernetes.changes.iptables.plainExternalIPs':
    'One jump for an external IP instead of two; bridge ports are no longer looked at.',
  'kubernetes.changes.iptables.masqueradeInChain':
    'What decides about masquerading stands in the chains of a Service instead of KUBE-SERVICES and KUBE-NODEPORTS.',
  'kubernetes.changes.iptables.internalPolicy': 'internalTrafficPolicy Local keeps packets on the node.',
  'kubernetes.changes.iptables.bareAddresses':
    'Single addresses are written without /32, and one rule of KUBE-FORWARD lets known connections pass instead of two.',
  'kubernetes.changes.iptables.externalChains':
    'KUBE-EXT and KUBE-SVL replace KUBE-XLB, and KUBE-FW is there only with source ranges.',
  'kubernetes.changes.iptables.hints':
    'Topology hints keep packets in the node’s zone, where the Service is annotated for it.',
  'kubernetes.changes.iptables.dropsInFilter':
    'Drops stand in filter: where a policy Local leaves no endpoint, in KUBE-SERVICES and KUBE-EXTERNAL-SERVICES; where source ranges refuse, in KUBE-PROXY-FIREWALL. kubelet’s KUBE-MARK-DROP is not used any more.',
  'kubernetes.changes.iptables.terminatingEndpoints':
    'Endpoints that are terminating but still serve are used where no others are ready.',
  'kubernetes.changes.iptables.localhostOption':
    'nodePorts on 127.0.0.1 can be switched off (iptables.localhostNodePorts).',
  'kubernetes.changes.iptables.ownFirewall':
    'kube-proxy makes KUBE-FIREWALL, too. kubelet no longer makes KUBE-MARK-DROP, KUBE-MARK-MASQ and KUBE-POSTROUTING; KUBE-FIREWALL without the rule for the mark, KUBE-IPTABLES-HINT and KUBE-KUBELET-CANARY it still makes.',
  'kubernetes.changes.iptables.partialSync': 'A sync writes only the chains of Services that changed.',
  'kubernetes.changes.iptables.liberalOption':
    'INVALID packets are not dropped where conntrack was liberal about TCP when kube-proxy started (conntrack.tcpBeLiberal).',
  'kubernetes.changes.iptables.ipMode': 'Load balancer addresses with ipMode Proxy get no rules.',
  'kubernetes.changes.iptables.primaryNodePortAddress': 'nodePortAddresses takes “primary”: the node’s own IP.',
  'kubernetes.changes.iptables.nodePortKeywords':
    'nodePortAddresses takes “primary”, “localhost” and “all”, in any mixture with ranges.',
  'kubernetes.changes.iptables.hourlyFullSync':
    'A sync that comes more than an hour after the last full one writes everything anew.',
  'kubernetes.changes.iptables.keepsLargePartial':
    'With more than 1,000 endpoints no sync is full because an hour has passed.',
  'kubernetes.changes.iptables.nfacct': 'nfacct counts dropped INVALID packets and nodePort packets on loopback.',
  'kubernetes.changes.iptables.hintsWithoutAnnotation':
    'Topology hints count when every ready endpoint has one and some name this zone; no annotation is needed.',
  'kubernetes.changes.iptables.nodeHints': 'Hints for nodes are tried before hints for zones.',
  'kubernetes.changes.iptables.zeroRangeIsAll':
    'A source range of all addresses (0.0.0.0/0) means that there is no restriction.',
  'kubernetes.changes.iptables.topologyMode': 'The annotation topology-mode asks for hints too.',
  'kubernetes.changes.iptables.runningWins':
    'Of an address that is listed twice, terminating and running, the running one counts.',
  'kubernetes.changes.iptables.keepsNotReady':
    'Endpoints that are not ready have chains too, and a Service that only has those is not refused.',
  'kubernetes.changes.iptables.ignoresNotReady': 'Endpoints that are not ready leave no chains any more.',
  'kubernetes.changes.iptables.unaskedNodeIP':
    'Without a bind address kube-proxy takes its node’s IP for 0.0.0.0, so source ranges that hold the node no longer let it in by themselves.',
  'kubernetes.changes.iptables.askedNodeIP':
    'kube-proxy asks for its node’s IP again; source ranges that hold it let the node in.',
} as const satisfies PhraseBook;

const IPVS = {
  'kubernetes.changes.ipvs.randomPorts': 'Masquerading picks source ports at random (--random-fully).',
  'kubernetes.changes.ipvs.forwardRulesWithoutCidr':
    'The rules of KUBE-FORWARD for known connections no longer name a cluster CIDR.',
  'kubernetes.changes.ipvs.localExternalIPs':
    'External IPs of a Service with externalTrafficPolicy Local have a set of their own and lead to endpoints of the node only.',
  'kubernetes.changes.ipvs.unmarking': 'KUBE-POSTROUTING takes the masquerade mark off before it masquerades.',
  'kubernetes.changes.ipvs.healthChecks': 'KUBE-NODE-PORT in filter and a set let health checks of load balancers in.',
  'kubernetes.changes.ipvs.localFallback':
    'With policy Local on a node without endpoints, those of the whole cluster are used.',
  'kubernetes.changes.ipvs.keepsLocalnet': 'The sysctl route_localnet is left alone.',
  'kubernetes.changes.ipvs.skipsLoopback':
    'nodePorts have no virtual servers on loopback addresses, where they never worked.',
  'kubernetes.changes.ipvs.keepsConnReuse': 'The sysctl conn_reuse_mode is left alone on kernels from 5.9 on.',
  'kubernetes.changes.ipvs.internalPolicy': 'internalTrafficPolicy Local keeps packets on the node.',
  'kubernetes.changes.ipvs.singleForwardRule': 'One rule of KUBE-FORWARD lets known connections pass instead of two.',
  'kubernetes.changes.ipvs.dropsInFilter':
    'Source ranges are checked and dropped in filter (KUBE-PROXY-FIREWALL) instead of nat.',
  'kubernetes.changes.ipvs.accessFilter':
    'KUBE-IPVS-FILTER refuses packets to a Service’s address on ports it does not have.',
  'kubernetes.changes.ipvs.ownFirewall':
    'kubelet no longer makes KUBE-MARK-DROP, KUBE-MARK-MASQ and KUBE-POSTROUTING; KUBE-FIREWALL without the rule for the mark, KUBE-IPTABLES-HINT and KUBE-KUBELET-CANARY it still makes.',
  'kubernetes.changes.ipvs.bindsOnlyForeign':
    'Addresses that another interface has are not bound to kube-ipvs0 as well.',
  'kubernetes.changes.ipvs.maglev': 'The scheduler mh also looks at the source port.',
  'kubernetes.changes.ipvs.outFilter':
    'KUBE-IPVS-OUT-FILTER keeps the node from reaching a guarded load balancer address with that address as source.',
  'kubernetes.changes.ipvs.ipMode': 'Load balancer addresses with ipMode Proxy get no virtual servers.',
  'kubernetes.changes.ipvs.primaryNodePortAddress': 'nodePortAddresses takes “primary”: the node’s own IP.',
  'kubernetes.changes.ipvs.nodePortKeywords':
    'nodePortAddresses takes “primary”, “localhost” and “all”, in any mixture with ranges.',
  'kubernetes.changes.ipvs.hints':
    'Topology hints keep packets in the node’s zone, where the Service is annotated for it.',
  'kubernetes.changes.ipvs.terminatingEndpoints':
    'Endpoints that are terminating but still serve are used where no others are ready.',
  'kubernetes.changes.ipvs.hintsWithoutAnnotation':
    'Topology hints count when every ready endpoint has one and some name this zone; no annotation is needed.',
  'kubernetes.changes.ipvs.nodeHints': 'Hints for nodes are tried before hints for zones.',
  'kubernetes.changes.ipvs.zeroRangeIsAll':
    'A source range of all addresses (0.0.0.0/0) means that there is no restriction.',
  'kubernetes.changes.ipvs.topologyMode': 'The annotation topology-mode asks for hints too.',
  'kubernetes.changes.ipvs.runningWins':
    'Of an address that is listed twice, terminating and running, the running one counts.',
  'kubernetes.changes.ipvs.externalIPLocalSet':
    'A set KUBE-EXTERNAL-IP-LOCAL for external IPs of Services with policy Local.',
  'kubernetes.changes.ipvs.loopBackOfNotReady': 'KUBE-LOOP-BACK has endpoints that are not ready too.',
  'kubernetes.changes.ipvs.loopBackOfTerminating': 'KUBE-LOOP-BACK has endpoints that are terminating too.',
  'kubernetes.changes.ipvs.namesChains':
    'The text of a sync names each chain of kube-proxy once; before, it named one of them again and again.',
  'kubernetes.changes.ipvs.leavesMarkDrop': 'KUBE-MARK-DROP is left to kubelet.',
  'kubernetes.changes.ipvs.sctpLocalFirst':
    'SCTP nodePorts of policy Local are let off before they are marked, so the source stays.',
  'kubernetes.changes.ipvs.internalPolicyOnlyInside':
    'internalTrafficPolicy Local cuts the endpoints of the clusterIP only.',
  'kubernetes.changes.ipvs.filterHealthChecks': 'KUBE-IPVS-FILTER lets health checks through.',
  'kubernetes.changes.ipvs.filterLocalExternalIPs':
    'KUBE-IPVS-FILTER knows external IPs of Services with policy Local.',
  'kubernetes.changes.ipvs.unaskedNodeIP':
    'Without a bind address kube-proxy takes its node’s IP for 0.0.0.0, so source ranges that hold the node no longer let it in by themselves.',
  'kubernetes.changes.ipvs.askedNodeIP':
    'kube-proxy asks for its node’s IP again; source ranges that hold it let the node in.',
  'kubernetes.changes.ipvs.addsInAnyOrder': 'Real servers are added in a random order; before, sorted as text.',
} as const satisfies PhraseBook;

/** What a release of kube-proxy writes otherwise than the one before it, by mode. */
export const RELEASE_CHANGE_PHRASES = { ...IPTABLES, ...IPVS, ...OTHER_RELEASE_CHANGES };
