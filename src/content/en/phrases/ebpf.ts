import type { PhraseBook } from '../../phrases/phrase-book';

/** Why cilium-agent wrote an entry of its load balancer's maps, and what it left out. */
export const EBPF_PHRASES = {
  'kubernetes.ebpf.rule.feeder': 'Cilium puts its own chain first.',
  'kubernetes.ebpf.rule.forward':
    'Packets of Pods that pass the IP stack of the node (legacy host routing) are let through.',
  'kubernetes.ebpf.rule.masquerade':
    'What a Pod sends out of the cluster gets the node’s address, since enable-bpf-masquerade is off.',
  'kubernetes.ebpf.rule.proxy-return': 'Answers of Cilium’s proxy keep their source.',
  'kubernetes.ebpf.rule.host-to-pods':
    'What the node sends to Pods gets the address of cilium_host, so that answers come back through the tunnel.',
  'kubernetes.ebpf.rule.loopback-to-pods': 'What comes from 127.0.0.1 gets the address of cilium_host.',
  'kubernetes.ebpf.cluster-ip':
    'The clusterIP of Service {name}. Clients on the node find it when they connect; from outside it is not routable unless bpf-lb-external-clusterip is on.',
  'kubernetes.ebpf.node-port':
    'The nodePort of Service {name}: once for any address, which only sockets look up, and once for each address of the node that answers nodePorts.',
  'kubernetes.ebpf.load-balancer': 'A load balancer address of Service {name}.',
  'kubernetes.ebpf.external-ip':
    'An external IP of Service {name}. Sockets of the cluster leave it alone unless it is an address of their node (CVE-2020-8554).',
  'kubernetes.ebpf.host-port': 'A hostPort of Pod {name}, which runs on this node.',
  'kubernetes.ebpf.wildcard':
    'Whatever else is sent from outside to this address of {name} is dropped, instead of going to the node itself or round in circles (from 1.19 on).',
  'kubernetes.ebpf.backend': 'An endpoint of {name}.',
  'kubernetes.ebpf.host-port-in-range':
    'The agent leaves hostPort {port} out, because it is within node-port-range ({from}–{to}). Choose a port outside of it.',
  'kubernetes.ebpf.frontend-taken':
    '{address} belongs to {owner} already, so the agent leaves it out for {name}. Give one of them another address or port.',
  'kubernetes.ebpf.bad-flag': '{name} cannot be {value}: it takes {known}. The agent would not start.',
} as const satisfies PhraseBook;

/** Why a program of eBPF did what it did. */
export const SIM_EBPF_PHRASES = {
  'sim.ebpf.untouched-pod-socket':
    'Sockets of Pods are left alone (bpf-lb-sock-hostns-only): the program at the interface of the Pod translates.',
  'sim.ebpf.untouched-protocol': 'Sockets are translated for TCP and UDP only.',
  'sim.ebpf.untouched-no-service': 'No frontend has this address and port: it is sent as it is.',
  'sim.ebpf.untouched-external-ip':
    'An external IP that is no address of this node is left alone (CVE-2020-8554): it is sent as it is.',
  'sim.ebpf.untouched-host-port': 'A hostPort of an address that is not this node’s is left alone.',
  'sim.ebpf.untouched-loopback-only': 'This hostPort is reached through loopback only.',
  'sim.ebpf.by-connection': 'The connection is known: it keeps its backend.',
  'sim.ebpf.by-affinity': 'Session affinity: this client had this backend last.',
  'sim.ebpf.by-random': 'One of the active slots is drawn, each as likely as the others.',
  'sim.ebpf.by-maglev': 'The Maglev table has this backend at the place of the client’s address and port.',
  'sim.ebpf.no-backend-socket':
    '{service} has no active backend: connect() fails with EHOSTUNREACH, “No route to host”. No packet is sent.',
  'sim.ebpf.no-backend':
    '{service} has no active backend: it answers with ICMP port unreachable, also for TCP (service-no-backend-response: reject).',
  'sim.ebpf.getpeername':
    'The packet comes from {from}. getpeername() answers {service}, the address that was asked for.',
  'sim.ebpf.recvmsg': 'The datagram comes from {from}. recvmsg() shows {service}, the address that was asked for.',
  'sim.ebpf.no-frontend': 'Its destination is no frontend, or not one that is translated here.',
  'sim.ebpf.drop': 'Dropped by the program without an answer: {why}.',
  'sim.ebpf.to-endpoint':
    'The Pod is an endpoint of this node (cilium_lxc): the packet is put behind its interface, and no hook of netfilter is asked.',
  'sim.ebpf.restored':
    'It answers a connection that was translated at this Pod: its source is the service’s address again.',
  'sim.ebpf.redirect':
    'The program looks the route up itself and hands the packet to {device}: the hooks of netfilter are not passed.',
  'sim.ebpf.no-route': 'The program found no route for it.',
  'sim.ebpf.tunnel':
    'The address is behind {node} (cilium_ipcache): on the wire it is a packet from node to node, and this one is inside.',
  'sim.ebpf.dsr': 'The packet carries {service}: the backend’s node answers the client by itself.',
  'sim.ebpf.dsr-geneve':
    'The packet is wrapped in Geneve to the backend’s node and carries {service} in an option of it (class 0x014b, type 0x81): that node answers the client by itself.',
  'sim.ebpf.reverse-snat':
    'It answers a packet whose source was translated here (cilium_snat_v4_external): its destination is the client again.',
  'sim.ebpf.reverse-dnat':
    'The connection was translated here: the answer gets the service’s address as its source (cilium_lb4_reverse_nat).',
  'sim.ebpf.masquerade': 'A Pod’s packet leaves the cluster: the program at the device gives it the node’s address.',
  'sim.ebpf.from-host': 'The node’s own way to Pods: cilium_host.',
  'sim.ebpf.dsr-inside':
    'Another node told this one which service was asked (DSR), and who asked is a Pod here: how the answer gets the service’s address then was not read in the sources.',
  'sim.ebpf.dsr-in-tunnel':
    'Direct return (DSR) tells the service by an IP option where Pods are routed, and by Geneve in a tunnel of Geneve (bpf-lb-dsr-dispatch). Which of both this tunnel would have was not read in the sources.',
  'sim.ebpf.hairpin-six':
    'The Pod is its own backend. For IPv4 the program takes 169.254.42.1 as the source then; for IPv6 there is no such address, and what becomes of the packet was not read in the sources.',
  'sim.ebpf.no-endpoint':
    'The route leads to cilium_host, but the address is no endpoint of this node. What becomes of it was not read in the sources.',
} as const satisfies PhraseBook;
