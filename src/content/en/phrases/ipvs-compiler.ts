import type { PhraseBook } from '../../phrases/phrase-book';

/** Why each virtual server, real server and address of kube-proxy's ipvs mode is there. */
const SERVERS = {
  'kubernetes.ipvs.server-cluster-ip':
    '{address} is the clusterIP of {service}: IPVS hands connections to its port {port} to an endpoint.',
  'kubernetes.ipvs.server-external-ip':
    '{address} is an external IP of {service}: IPVS hands connections to its port {port} to an endpoint.',
  'kubernetes.ipvs.server-load-balancer':
    '{address} is the load balancer’s address of {service}: the node answers its port {port} itself, through IPVS.',
  'kubernetes.ipvs.server-node-port':
    '{nodePort} is the nodePort of {service}: each address of this node that answers nodePorts, like {address}, is a virtual server of its own.',
  'kubernetes.ipvs.real-server':
    '{endpoint} is a usable endpoint of {service}; it shares the connections with the others.',
  'kubernetes.ipvs.real-server-local':
    '{endpoint} is on this node, and the traffic policy of {service} allows only endpoints of this node.',
  'kubernetes.ipvs.real-server-no-local':
    'The traffic policy of {service} is Local but this node has no endpoint of it: {endpoint} serves Pods of this node; answers to clients outside are lost.',
  'kubernetes.ipvs.real-server-terminating':
    '{endpoint} is no endpoint any more but still has connections: with weight 0 it keeps those and gets no new ones.',
  'kubernetes.ipvs.bound-cluster-ip':
    '{address} is the clusterIP of {service}: on kube-ipvs0 it is this node’s own, so packets to it reach INPUT, where IPVS waits.',
  'kubernetes.ipvs.bound-external-ip':
    '{address} is an external IP of {service} and on no other interface: on kube-ipvs0 packets to it reach INPUT, where IPVS waits.',
  'kubernetes.ipvs.bound-load-balancer':
    '{address} is the load balancer’s address of {service} and on no other interface: on kube-ipvs0 packets to it reach INPUT, where IPVS waits.',
} as const satisfies PhraseBook;

/** Why each ipset and each of its entries is there. */
const SETS = {
  'kubernetes.ipvs.entry-loop-back':
    '{endpoint} is on this node: if it reaches itself through {service}, its packet needs another source.',
  'kubernetes.ipvs.entry-cluster-ip': '{address} port {port} is the clusterIP of {service}.',
  'kubernetes.ipvs.entry-external-ip':
    '{address} port {port} is an external IP of {service} with policy Cluster: its packets get this node as their source.',
  'kubernetes.ipvs.entry-external-ip-local':
    '{address} port {port} is an external IP of {service} with policy Local: its packets keep their source.',
  'kubernetes.ipvs.entry-load-balancer': '{address} port {port} is the load balancer’s address of {service}.',
  'kubernetes.ipvs.entry-load-balancer-local':
    'externalTrafficPolicy of {service} is Local: packets to {address} port {port} keep their source.',
  'kubernetes.ipvs.entry-source-ranges':
    'loadBalancerSourceRanges of {service}: only some sources may use {address} port {port}.',
  'kubernetes.ipvs.entry-source-range': '{source} may use {address} port {port} of {service}.',
  'kubernetes.ipvs.entry-source-node':
    'The source ranges of {service} contain this node, whose own packets to {address} may carry that very address as source.',
  'kubernetes.ipvs.entry-node-port':
    '{nodePort} is the nodePort of {service}: its packets get this node as their source, unless the policy is Local.',
  'kubernetes.ipvs.entry-node-port-local':
    'externalTrafficPolicy of {service} is Local: packets to nodePort {nodePort} keep their source.',
  'kubernetes.ipvs.entry-health-check':
    '{nodePort} is the healthCheckNodePort of {service}: the load balancer asks there whether this node has an endpoint.',
  'kubernetes.ipvs.set-KUBE-LOOP-BACK': 'Endpoints of this node: who reaches itself gets another source.',
  'kubernetes.ipvs.set-KUBE-CLUSTER-IP': 'Every clusterIP with its ports.',
  'kubernetes.ipvs.set-KUBE-EXTERNAL-IP': 'External IPs with their ports where any endpoint may answer.',
  'kubernetes.ipvs.set-KUBE-EXTERNAL-IP-LOCAL':
    'External IPs with their ports where only endpoints of this node answer.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER': 'Load balancer addresses with their ports.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-FW': 'Load balancer addresses that only some sources may use.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-LOCAL': 'Load balancer addresses where only endpoints of this node answer.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-SOURCE-IP': 'Load balancer addresses this node itself may use.',
  'kubernetes.ipvs.set-KUBE-LOAD-BALANCER-SOURCE-CIDR': 'Which networks may use which load balancer address.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-TCP': 'nodePorts of TCP.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-LOCAL-TCP': 'nodePorts of TCP where only endpoints of this node answer.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-UDP': 'nodePorts of UDP.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-LOCAL-UDP': 'nodePorts of UDP where only endpoints of this node answer.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-SCTP-HASH':
    'nodePorts of SCTP on each address of this node: a bitmap of ports knows no SCTP.',
  'kubernetes.ipvs.set-KUBE-NODE-PORT-LOCAL-SCTP-HASH': 'nodePorts of SCTP where only endpoints of this node answer.',
  'kubernetes.ipvs.set-KUBE-HEALTH-CHECK-NODE-PORT': 'Ports on which load balancers check this node.',
  'kubernetes.ipvs.set-KUBE-IPVS-IPS': 'Every address on kube-ipvs0.',
} as const satisfies PhraseBook;

/** Why each rule is there. */
const RULES = {
  'kubernetes.ipvs.jump-services-output': 'Connections this node opens itself may be for a Service.',
  'kubernetes.ipvs.jump-services-prerouting':
    'Connections that arrive at this node, from Pods or from outside, may be for a Service.',
  'kubernetes.ipvs.jump-postrouting': 'Before a packet leaves, its source may have to become this node.',
  'kubernetes.ipvs.jump-forward': 'Service traffic this node forwards passes whatever the policy of FORWARD is.',
  'kubernetes.ipvs.jump-health': 'Load balancers ask this node whether it has endpoints; those packets are let in.',
  'kubernetes.ipvs.jump-firewall': 'Load balancer addresses may be open to some sources only.',
  'kubernetes.ipvs.jump-access':
    'Service addresses are this node’s own: what is not for a Service port must not reach the node’s own programs.',
  'kubernetes.ipvs.jump-out-filter': 'This node’s own connections to load balancer addresses are checked too.',
  'kubernetes.ipvs.from-loopback':
    'What comes from the loopback address is left alone: nodePorts do not answer on localhost in this mode.',
  'kubernetes.ipvs.hairpin':
    'An endpoint that reached itself through a Service gets this node as its source; otherwise it would answer itself.',
  'kubernetes.ipvs.to-load-balancer':
    'Packets to a load balancer address: whether their source is kept depends on the policy.',
  'kubernetes.ipvs.to-source-ranges': 'Only some sources may use this load balancer address.',
  'kubernetes.ipvs.in-range': 'The source is in one of the allowed ranges.',
  'kubernetes.ipvs.from-node': 'The node itself is allowed, with the very address it talks to as source.',
  'kubernetes.ipvs.out-of-range': 'No range allowed the source: the packet is dropped.',
  'kubernetes.ipvs.out-filter':
    'The source ranges of {service} do not contain this node: its own packets to {address} port {port} are dropped.',
  'kubernetes.ipvs.load-balancer-local': 'externalTrafficPolicy is Local: the source is kept.',
  'kubernetes.ipvs.load-balancer-masquerade':
    'The endpoint may be on another node, so the answer has to come back through this one.',
  'kubernetes.ipvs.node-port-local': 'externalTrafficPolicy is Local: packets to this nodePort keep their source.',
  'kubernetes.ipvs.node-port-masquerade':
    'The endpoint may be on another node, so the answer to this nodePort has to come back through this one.',
  'kubernetes.ipvs.masquerade-all': 'masqueradeAll is on: every packet to a clusterIP gets this node as its source.',
  'kubernetes.ipvs.masquerade-not-local':
    'Packets to a clusterIP from outside of the cluster’s Pods get this node as their source, so that the answers come back by the node that translates.',
  'kubernetes.ipvs.masquerade-own':
    'kube-proxy cannot tell Pods from others here: only packets whose source became a Service address get another one.',
  'kubernetes.ipvs.external-ip-masquerade':
    'The endpoint of an external IP may be on another node, so the answer has to come back through this one.',
  'kubernetes.ipvs.external-ip-from-outside':
    'What comes from outside, neither from a bridge nor from this node, goes on to the external IP.',
  'kubernetes.ipvs.external-ip-of-node': 'The external IP is an address of this node: the packet stays here.',
  'kubernetes.ipvs.to-node-port': 'Packets to an address of this node may be for a nodePort.',
  'kubernetes.ipvs.accept-service':
    'Packets to a Service address are accepted here, so that no rule of others below changes them before IPVS has them.',
  'kubernetes.ipvs.postrouting-unmarked': 'Packets without the masquerade mark keep their source.',
  'kubernetes.ipvs.postrouting-unmark': 'The mark is taken off, so that it is not seen again.',
  'kubernetes.ipvs.postrouting-masquerade': 'What was marked gets this node’s address and a random port as its source.',
  'kubernetes.ipvs.mark-masq':
    'Marks the packet; what is marked gets this node’s address as its source before it leaves.',
  'kubernetes.ipvs.forward-marked': 'Marked Service traffic is forwarded whatever the policy of FORWARD is.',
  'kubernetes.ipvs.forward-established':
    'The rest of a connection passes once its first packet did, and so do its answers.',
  'kubernetes.ipvs.health-check': 'Load balancers may ask on these ports whether this node has endpoints.',
  'kubernetes.ipvs.filter-service': 'The packet is for the port of a Service: IPVS takes it.',
  'kubernetes.ipvs.filter-health-check': 'Health checks of load balancers are let in.',
  'kubernetes.ipvs.filter-reject':
    'What is new and for a Service address, but for no port of a Service, would reach this node’s own programs: it is refused.',
} as const satisfies PhraseBook;

/** What kube-proxy's ipvs mode leaves behind, and why. */
export const IPVS_COMPILER_PHRASES = { ...SERVERS, ...SETS, ...RULES };
