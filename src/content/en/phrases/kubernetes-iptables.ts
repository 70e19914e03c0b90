import { below, type PhraseBook } from '../../phrases/phrase-book';

/** Why a rule is there: what iptables mode and nftables mode say alike. */
export const SHARED_REASONS = {
  'cluster-ip': '{address} is the Service’s clusterIP: packets to it enter the chain of {service}.',
  'cluster-ip-no-endpoints':
    '{service} has no endpoint that could take a packet to {address}, so it is refused at once.',
  'cluster-ip-no-local-endpoints':
    'internalTrafficPolicy is Local and this node has no endpoint of {service}: packets to {address} are dropped.',
  'external-ip': '{address} is an external IP of {service}: packets that reach this node for it are taken.',
  'external-ip-no-endpoints': '{service} has no endpoints, so packets to its external IP {address} are refused.',
  'load-balancer': '{address} is the load balancer’s address of {service}: the node answers for it itself.',
  'load-balancer-firewalled':
    'Packets to the load balancer address {address} of {service} are first checked against the allowed source ranges.',
  'load-balancer-no-endpoints':
    '{service} has no endpoints, so packets to its load balancer address {address} are refused.',
  'load-balancer-no-local-endpoints':
    'externalTrafficPolicy is Local and this node has no endpoint of {service}: packets to {address} are dropped, and the balancer’s health check fails here.',
  'node-port': '{nodePort} is the nodePort of {service}: packets to it on this node’s addresses are taken.',
  'node-port-no-endpoints': '{service} has no endpoints, so packets to its nodePort {nodePort} are refused.',
  'node-port-no-local-endpoints':
    'externalTrafficPolicy is Local and this node has no endpoint of {service}: packets to nodePort {nodePort} are dropped.',
  'masquerade-all': 'masqueradeAll is on: every packet to the clusterIP of {service} gets this node as its source.',
  'masquerade-not-local':
    'Packets to {service} from outside of the cluster’s Pods are marked to get this node as their source, so that the answers come back by the node that translates.',
  'external-masquerade':
    'externalTrafficPolicy is Cluster: the endpoint may be on another node, so the answer of {service} has to come back through this one.',
} as const;

/** Why each rule of kube-proxy's iptables mode is there. */
export const IPTABLES_PHRASES = {
  ...below('kubernetes.iptables', SHARED_REASONS),
  'kubernetes.iptables.external-ip-no-local-endpoints':
    'externalTrafficPolicy is Local and this node has no endpoint of {service}: packets to {address} are dropped.',
  'kubernetes.iptables.not-in-source-ranges':
    'Whoever is not in loadBalancerSourceRanges was not translated and still wants {address}: the packet is dropped.',
  'kubernetes.iptables.node-port-counted':
    'Counts connections to nodePort {nodePort} of {service} that came through localhost, then takes them.',
  'kubernetes.iptables.health-check':
    'The load balancer asks this node on port {nodePort} whether it has endpoints of {service}: that question is always let in.',
  'kubernetes.iptables.external-from-pod':
    'A Pod that uses an external address of {service} is treated as if it had used the clusterIP: all endpoints count.',
  'kubernetes.iptables.external-masquerade-node':
    'A process on this node that uses an external address of {service} may be sent to another node: its source is replaced, so that the answer comes back by this one.',
  'kubernetes.iptables.external-from-node':
    'A process on this node that uses an external address of {service} reaches all endpoints.',
  'kubernetes.iptables.external-to-local':
    'externalTrafficPolicy is Local: traffic from outside goes only to endpoints of {service} on this node and keeps its source.',
  'kubernetes.iptables.external-to-cluster':
    'externalTrafficPolicy is Cluster: traffic from outside goes to any endpoint of {service}.',
  'kubernetes.iptables.source-range': '{source} may use the load balancer’s address of {service}.',
  'kubernetes.iptables.source-range-node':
    'This node is allowed, and its own packets may carry the address {address} of {service} as their source.',
  'kubernetes.iptables.source-range-rest':
    'Counts only: whoever comes this far is in none of the ranges of {service} and is dropped in KUBE-PROXY-FIREWALL.',
  'kubernetes.iptables.source-range-drop':
    'Whoever comes this far is in none of the allowed ranges of {service}: the packet is marked for dropping.',
  'kubernetes.iptables.no-local-endpoints':
    'The policy is Local and this node has no endpoint of {service}: the packet is marked for dropping.',
  'kubernetes.iptables.load-balancer-masquerade':
    'externalTrafficPolicy is Cluster: the answer of {service} has to come back through this node.',
  'kubernetes.iptables.node-port-masquerade':
    'What came in by nodePort {nodePort} of {service} may go to another node: its answer has to come back through this one.',
  'kubernetes.iptables.node-port-masquerade-localhost':
    'What came in by nodePort {nodePort} of {service} on localhost cannot be answered to 127.0.0.1: its source is replaced.',
  'kubernetes.iptables.external-ip-masquerade':
    'The answer to whoever used the external IP {address} of {service} has to come back through this node.',
  'kubernetes.iptables.external-ip-from-outside':
    'Packets for the external IP {address} of {service} that came neither over a bridge nor from this node are taken.',
  'kubernetes.iptables.external-ip-of-node':
    'This node has the external IP {address} of {service} itself: packets for it are taken.',
  'kubernetes.iptables.mark-drop': 'kubelet’s mark for packets that KUBE-FIREWALL drops.',
  'kubernetes.iptables.drop-marked': 'Drops what was marked in KUBE-MARK-DROP. kubelet writes this rule.',
  'kubernetes.iptables.jump-drop': 'kubelet’s jump to the rules that drop marked packets.',
  'kubernetes.iptables.affinity':
    'sessionAffinity is ClientIP: whoever was sent to {endpoint} in the last {seconds} s is sent there again.',
  'kubernetes.iptables.balance':
    'Takes one in {left} of the packets that come this far, so that {endpoint} is meant to get 1/{count} of all connections.',
  'kubernetes.iptables.balance-last':
    'Whatever the rules before did not take, which is meant to be 1/{count}, goes to {endpoint}.',
  'kubernetes.iptables.balance-only': 'There is one endpoint: everything goes to {endpoint}.',
  'kubernetes.iptables.hairpin':
    'The Pod {address} asks itself through the Service: without another source the answer would never leave it.',
  'kubernetes.iptables.dnat':
    'Rewrites the destination to {endpoint}. Conntrack remembers it, so the rest of the connection follows.',
  'kubernetes.iptables.dnat-affinity':
    'Writes the client down for session affinity and rewrites the destination to {endpoint}.',
  'kubernetes.iptables.jump-external':
    'New connections to addresses from outside that no endpoint can take are refused here.',
  'kubernetes.iptables.jump-health': 'Lets the load balancers’ health checks in.',
  'kubernetes.iptables.jump-refused': 'New connections to clusterIPs that no endpoint can take are refused here.',
  'kubernetes.iptables.jump-forward': 'Forwarded Service traffic is let through whatever the policy of FORWARD is.',
  'kubernetes.iptables.jump-firewall':
    'New connections to load balancer addresses from outside the allowed ranges are dropped here.',
  'kubernetes.iptables.jump-services-output':
    'Connections of this node’s own processes are looked up among the Services.',
  'kubernetes.iptables.jump-services-prerouting':
    'Connections that arrive, from Pods or from outside, are looked up among the Services before they are routed.',
  'kubernetes.iptables.jump-postrouting': 'What was marked on the way gets this node as its source when it leaves.',
  'kubernetes.iptables.jump-localnet': 'Packets from elsewhere to 127.0.0.0/8 are stopped.',
  'kubernetes.iptables.localnet':
    'nodePorts answer on localhost, which needs route_localnet: without this rule neighbours could reach 127.0.0.1 of this node.',
  'kubernetes.iptables.drop-invalid':
    'A packet that conntrack cannot place would pass untranslated. Its receiver, who knows of no such connection, would answer it with a reset, and the reset would end the real one: it is dropped.',
  'kubernetes.iptables.forward-marked': 'Marked packets belong to a Service: they may be forwarded.',
  'kubernetes.iptables.forward-established': 'Connections that are known, and what belongs to them, may be forwarded.',
  'kubernetes.iptables.postrouting-unmarked': 'What was not marked keeps its source.',
  'kubernetes.iptables.postrouting-unmark':
    'Takes the mark off, so that the packet is not translated again if it passes once more inside a tunnel.',
  'kubernetes.iptables.postrouting-masquerade': 'Replaces the source by this node’s address, with a random port.',
  'kubernetes.iptables.mark-masq': 'Sets the mark by which KUBE-POSTROUTING knows what to masquerade.',
  'kubernetes.iptables.nodeports':
    'No Service address matched. If the packet is for an address of this node, its port may still be a nodePort.',
  'kubernetes.iptables.nodeports-at': 'nodePortAddresses names {address}: nodePorts answer there.',
} as const satisfies PhraseBook;
