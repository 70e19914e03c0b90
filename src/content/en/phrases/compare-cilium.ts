import type { PhraseBook } from '../../phrases/phrase-book';

/** Why a flow ends otherwise with Cilium than with kube-proxy. */
export const CILIUM_DIFFERENCE_PHRASES = {
  'compare.cilium.ping':
    'Rules and maps are for TCP, UDP and SCTP ports: an echo request to the address is nobody’s. With Cilium it leaves by the default route; with IPVS the node itself answers, since the address is on kube-ipvs0.',
  'compare.cilium.loopback':
    'Cilium translates where the process connects, so nodePorts work on 127.0.0.1 without route_localnet; kube-proxy’s iptables mode needs that sysctl, and nftables mode and IPVS have no such nodePort.',
  'compare.cilium.before-routing':
    'Cilium puts the Pod’s address in before the kernel looks for a route, so the source is chosen for the way to the Pod; kube-proxy’s rules come after that choice, made for the way to the Service.',
  'compare.cilium.past-netfilter':
    'With kube-proxy a rule of the node’s filter table stops the packet. Cilium’s programs hand it from device to device past netfilter; where they leave it to the node’s IP stack, Cilium’s own chain, which stands first, accepts it.',
  'compare.cilium.hairpin':
    'The Pod got its own Service: kube-proxy masquerades that, since the answer would never pass the node again. Cilium translated in the system call, and the packet stays within the Pod, from its own address (or from 169.254.42.1 where sockets are not used).',
  'compare.cilium.local-keeps':
    'With policy Cluster kube-proxy masquerades whatever comes from outside. Cilium leaves the client’s address where the endpoint is on the node that was asked.',
  'compare.cilium.remote-source':
    'To an endpoint on another node both put a node’s address in; Cilium takes the one it routes by (in a tunnel cilium_host’s), kube-proxy that of the device the packet leaves by.',
  'compare.cilium.at-once':
    'With Cilium the client’s own node knows every nodePort and load balancer address, so the packet goes to the Pod at once, from the client’s own address. kube-proxy’s rules masquerade it.',
  'compare.cilium.masquerade':
    'This kube-proxy is told to masquerade it (masqueradeAll, or a sender that is no local traffic to it); Cilium has no such setting for what goes to a clusterIP.',
  'compare.cilium.external-ip':
    'Sockets of the cluster leave externalIPs alone (CVE-2020-8554): the packet goes to whoever has that address. kube-proxy takes it for the Service from inside, too.',
  'compare.cilium.node-port-addresses':
    'This kube-proxy takes node ports on the addresses of nodePortAddresses only, and the one asked is none of them. Cilium goes by its own nodeport-addresses: unless it is set, by the node’s InternalIP.',
  'compare.cilium.no-endpoints':
    'Nobody is there with either. kube-proxy’s rule answers with an ICMP error; with Cilium the system call fails before a packet exists.',
  'compare.cilium.local-refuses':
    'Policy Local and no endpoint on this node: kube-proxy drops in silence, so that load balancers notice by their health check; Cilium refuses with ICMP as where there are no endpoints at all.',
  'compare.cilium.internal-local':
    'With Cilium internalTrafficPolicy Local holds for every address of the Service that is asked from inside, also nodePorts and load balancer addresses; with kube-proxy only for the clusterIP.',
  'compare.cilium.taken-for-local':
    'This kube-proxy takes the sender for one of its own Pods (detectLocalMode, clusterCIDR), for whom policy Local does not hold. Cilium goes by where the packet came in.',
  'compare.cilium.way-back':
    'kube-proxy of the node that was asked chooses the endpoint and does not masquerade what comes from Pods: an endpoint on a third node answers past it, from an address the client never asked. With Cilium the client’s own node chose, and its answer is translated there.',
  'compare.cilium.sctp': 'Cilium has no SCTP Services unless enable-sctp is on.',
  'compare.cilium.ranges-inside':
    'loadBalancerSourceRanges: Cilium checks them where packets come in from outside; sockets of the cluster are not asked. kube-proxy’s rules ask everybody.',
  'compare.cilium.ranges-everywhere':
    'loadBalancerSourceRanges: this release of Cilium checks them at every address of the Service that is asked from outside, nodePorts too; kube-proxy only at the load balancer’s.',
  'compare.cilium.zones':
    'kube-proxy follows the zone hints of the slices; Cilium does where enable-service-topology is on.',
} as const satisfies PhraseBook;

/** What Cilium does otherwise and the end of one flow does not show. */
export const BEYOND_FLOWS_PHRASES = {
  'compare.beyond.asked-address':
    'What a capture in the Pod shows, {names}: with kube-proxy packets to the address of the Service, with Cilium to the Pod that was chosen. The system call translated before there was a packet; the process itself is told the address it asked for.',
  'compare.beyond.own-table':
    'What conntrack -L shows, {names}: kube-proxy’s rules leave an entry with the translation. Cilium keeps connections in maps of its own; the kernel’s table has what was translated already, or nothing where packets pass by netfilter.',
  'compare.beyond.from-outside':
    'A clusterIP asked from outside, where somebody routes it to a node, {names}: kube-proxy’s rules translate it, Cilium drops it (bpf-lb-external-clusterip is off).',
  'compare.beyond.other-ports':
    'Another port of an address of {names}: with kube-proxy the packet goes on, to whoever has the address; Cilium, from 1.19, drops it in silence where it comes in from outside.',
  'compare.beyond.affinity-frontends':
    'Affinity of {names}: kube-proxy remembers a client once for all addresses of a port, by its source address. Cilium remembers for each address apart, inside the cluster by the network namespace, so that clusterIP and nodePort may lead to different Pods.',
  'compare.beyond.choice':
    'How one of several is chosen, {names}: kube-proxy’s rules draw one after the other, with odds that come out even. Cilium draws a slot of its map, or finds it by the Maglev table where that is asked for.',
  'compare.beyond.removed-udp':
    'UDP to an endpoint that goes, {names}: kube-proxy deletes its conntrack entries, and the next datagram is chosen anew. Cilium closes connected UDP sockets, whose next call fails; TCP is left to time out with both.',
  'compare.beyond.rules-of-others':
    'Rules that others wrote on {names}: with kube-proxy they see what goes to Pods. With Cilium’s host routing packets pass by netfilter, and those rules do not count for Pods.',
  'compare.beyond.node-addresses':
    'Where nodePorts of {names} answer: with kube-proxy on every address of the node. With Cilium from outside on one address of each device, from inside on all.',
  'compare.beyond.balancer-node-port':
    'A nodePort of {names} asked at the load balancer’s address: kube-proxy’s rules take it where that address is the node’s own. Cilium has no entry of that address and port, and leaves it alone.',
  'compare.beyond.bound-port':
    'A process of the node that binds a nodePort of {names}: the kernel lets it with kube-proxy. Cilium refuses with EADDRINUSE.',
  'compare.beyond.host-port':
    'The hostPort of {names}: with kube-proxy chains of the portmap plugin (CNI-HOSTPORT-DNAT); with Cilium an entry of its map, which it refuses within the range of nodePorts.',
} as const satisfies PhraseBook;
