import { SHARED_REASONS } from './kubernetes-iptables';
import { below, type PhraseBook } from '../../phrases/phrase-book';

/** Why each rule, set and element of kube-proxy's nftables mode is there. */
export const NFTABLES_PHRASES = {
  ...below('kubernetes.nftables', SHARED_REASONS),
  'kubernetes.nftables.active-cluster-ip':
    '{address} is the clusterIP of {service}: packets to it that no rule has taken are for a port that is not there, and are refused.',
  'kubernetes.nftables.external-ip-no-local-endpoints':
    'externalTrafficPolicy is Local and this node has no endpoint of {service}: packets to {address} that were not translated are dropped.',
  'kubernetes.nftables.source-ranges':
    'loadBalancerSourceRanges of {service} allows only {sources}: packets from elsewhere are dropped before they are translated.',
  'kubernetes.nftables.external-from-pod':
    'Pods of this cluster that use an outside address of {service} still reach every endpoint, whatever the policy.',
  'kubernetes.nftables.external-masquerade-node':
    'The node itself may be sent to an endpoint elsewhere: its packets to {service} get the address they leave with.',
  'kubernetes.nftables.external-from-node':
    'The node itself still reaches every endpoint of {service}, whatever the policy.',
  'kubernetes.nftables.external-to-local':
    'externalTrafficPolicy is Local: what comes from outside for {service} goes on in {chain}, to endpoints of this node only, and keeps its source.',
  'kubernetes.nftables.external-to-cluster':
    'externalTrafficPolicy is Cluster: what comes from outside for {service} goes on in {chain}, to any endpoint.',
  'kubernetes.nftables.affinity-set':
    'sessionAffinity is ClientIP: the clients that were sent to {endpoint} stand here for {seconds} seconds after their last connection.',
  'kubernetes.nftables.affinity':
    'A client that was sent to {endpoint} in the last {seconds} seconds is sent there again.',
  'kubernetes.nftables.remember': 'Remembers for {seconds} seconds that this client was sent to {endpoint}.',
  'kubernetes.nftables.balance':
    'One random number picks one of {count} endpoints of {service}; each is meant to have the same chance.',
  'kubernetes.nftables.balance-only': '{service} has only {count} endpoint to choose: every packet goes there.',
  'kubernetes.nftables.hairpin':
    '{address} asks itself through the Service: without another source it would answer itself and the answer would be lost.',
  'kubernetes.nftables.hairpin-connection':
    'If {address} reaches itself through the Service, the packet gets another source; only endpoints of this node can.',
  'kubernetes.nftables.dnat': 'The destination becomes {endpoint}.',
  'kubernetes.nftables.set-cluster-ips': 'Every clusterIP in use.',
  'kubernetes.nftables.set-nodeport-ips': 'The addresses of this node on which nodePorts answer.',
  'kubernetes.nftables.set-no-endpoint-services':
    'Addresses and ports of Services that nobody on this node may answer, and what becomes of packets to them.',
  'kubernetes.nftables.set-no-endpoint-nodeports':
    'nodePorts of Services that nobody on this node may answer, and what becomes of packets to them.',
  'kubernetes.nftables.set-firewall-ips':
    'Load balancer addresses that only some sources may use, each with the chain that checks the source.',
  'kubernetes.nftables.set-service-ips':
    'Every address and port of a Service with the chain it leads to: one lookup, however many Services there are.',
  'kubernetes.nftables.set-service-nodeports': 'Every nodePort with the chain it leads to.',
  'kubernetes.nftables.set-hairpin-connections': 'Connections of endpoints of this node to themselves.',
  'kubernetes.nftables.set-localhost-nodeport-reject-ports':
    'nodePorts that nobody answers on loopback, each with the chain that refuses it.',
  'kubernetes.nftables.lookup-localhost':
    'New connections to a nodePort on loopback that nobody answers are refused, so that the caller knows at once.',
  'kubernetes.nftables.reject-localhost': 'Counted, and refused: nftables mode translates no nodePort on loopback.',
  'kubernetes.nftables.node-port-localhost':
    'On loopback nobody answers the nodePort {nodePort} of {service}: connections there are refused.',
  'kubernetes.nftables.localhost-socket':
    'nodePortAddresses names loopback and the gate KubeProxyNFTablesLocalhostNodePorts is on: kube-proxy itself listens there on the nodePort {nodePort} of {service}, and dials an endpoint for each connection.',
  'kubernetes.nftables.jump-nodeport-endpoints':
    'New connections to this node are checked for nodePorts that nobody may answer.',
  'kubernetes.nftables.jump-service-endpoints': 'New connections are checked for Services that nobody may answer.',
  'kubernetes.nftables.jump-firewall':
    'The source of new connections to load balancer addresses is checked before the destination is rewritten.',
  'kubernetes.nftables.jump-services-output': 'Connections this node opens itself may be for a Service.',
  'kubernetes.nftables.jump-services-prerouting':
    'Connections that arrive at this node, from Pods or from outside, may be for a Service.',
  'kubernetes.nftables.jump-endpoints':
    'New connections to Services or nodePorts that nobody may answer are refused or dropped.',
  'kubernetes.nftables.jump-forward': 'What this node forwards is first rid of packets that belong to no connection.',
  'kubernetes.nftables.drop-invalid':
    'conntrack could not place the packet in its connection. Forwarded untranslated, its receiver would answer with a reset, which would end the real connection: it is dropped.',
  'kubernetes.nftables.lookup-firewall-allow': 'Who is among the allowed sources of the destination goes on.',
  'kubernetes.nftables.firewall-drop': 'Whoever comes to the end was not allowed.',
  'kubernetes.nftables.allowed-source': '{source} may use the load balancer addresses of {service}.',
  'kubernetes.nftables.allowed-node':
    'This node is allowed, and its own packets to {address} of {service} may carry that very address as source.',
  'kubernetes.nftables.set-firewall': 'Load balancer addresses that only some sources may use.',
  'kubernetes.nftables.set-firewall-allow': 'Which sources may use which load balancer address.',
  'kubernetes.nftables.jump-masquerading': 'Before a packet leaves, its source may have to become this node.',
  'kubernetes.nftables.jump-cluster-ips':
    'What still has a clusterIP as its destination here was translated by nobody.',
  'kubernetes.nftables.masquerading-marked':
    'Packets with the masquerade mark get this node’s address as their source; the mark is taken off.',
  'kubernetes.nftables.masquerading-hairpin':
    'A Pod that reached itself through a Service gets another source, so that the answer comes back through this node.',
  'kubernetes.nftables.mark-for-masquerade':
    'Marks the packet; what is marked gets this node’s address as its source before it leaves.',
  'kubernetes.nftables.masquerading-unmarked': 'Packets without the masquerade mark keep their source.',
  'kubernetes.nftables.masquerading-unmark': 'The mark is taken off, so that it is not seen again.',
  'kubernetes.nftables.masquerading-masquerade':
    'What was marked gets this node’s address and a random port as its source.',
  'kubernetes.nftables.invalid-port':
    'A clusterIP answers only on the ports of its Service; any other port is refused.',
  'kubernetes.nftables.unallocated':
    'No Service has this address of {ranges}: packets to it would find nobody and are dropped.',
  'kubernetes.nftables.node-port-address': '{address} is an address of this node on which nodePorts answer.',
  'kubernetes.nftables.reject': 'The sender is told at once that nobody is there.',
  'kubernetes.nftables.lookup-no-endpoints': 'Looks up whether the destination is a Service that nobody may answer.',
  'kubernetes.nftables.lookup-no-endpoints-nodeport': 'Looks up whether the port is a nodePort that nobody may answer.',
  'kubernetes.nftables.lookup-firewall': 'Looks up whether only some sources may use the destination.',
  'kubernetes.nftables.lookup-service':
    'Looks up the Service by address, protocol and port: one step, however many Services there are.',
  'kubernetes.nftables.lookup-nodeport':
    'Looks up the nodePort, if the packet is for an address of this node that answers nodePorts.',
  'kubernetes.nftables.mark-all-cluster-ips':
    'masqueradeAll is on: every packet to a clusterIP gets this node as its source.',
  'kubernetes.nftables.mark-cluster-ips-from-outside':
    'Packets to any clusterIP from outside of the cluster’s Pods are marked to get this node as their source, so that the answers come back by the node that translates.',
  'kubernetes.nftables.refused-interface':
    'nft refuses the whole transaction: kube-proxy {release} writes “iif {name}”, and iif takes no pattern. Use detectLocalMode ClusterCIDR, or a release that writes iifname: 1.33.6, 1.34.2 and later.',
  'kubernetes.nftables.refused-comment':
    'nft refuses the whole transaction: the comment “{service}” is longer than {limit} bytes. Choose a shorter name for the namespace, the Service or the port.',
  'kubernetes.nftables.refused-conflict':
    'nft refuses the whole transaction: {key} of {map} has another verdict already and cannot also become “{value}”. Two Services claim the same address or port; change one of them.',
} as const satisfies PhraseBook;
