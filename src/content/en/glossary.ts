import type { GlossaryTerm } from '../glossary';
import { HOOKS, TABLE_ORDER } from '../../core/linux/hooks';
import { HOOK_WORDS } from './glossary-hooks';

/** `INPUT: mangle, filter, security, nat; …`, as the engine asks them. */
const TABLES_AT_HOOKS = HOOKS.map((hook) => `${hook}: ${TABLE_ORDER[hook].join(', ')}`).join('; ');

/** Every term the page explains on hover, in the order the help dialog lists them. */
export const GLOSSARY_WORDS = {
  ...HOOK_WORDS,
  service:
    'A stable address in front of a changing set of Pods. No process listens on it: the rules of each node turn it into the address of a Pod.',
  'cluster-ip':
    'The virtual address of a Service inside the cluster. It is on no device and exists only in the rules; in IPVS mode every node has it on kube-ipvs0, too.',
  'node-port':
    'A port that every node takes for a Service, by default from 30000 to 32767; nodePortAddresses says on which of its addresses.',
  'endpoint-slice':
    'The API object that lists which addresses stand behind a Service, and whether each is ready, serving or terminating.',
  pod: 'One or more containers that share a network namespace and one address.',
  node: 'A machine of the cluster. It has its own kernel, its own rules and its own kube-proxy.',
  'kube-proxy':
    'A program on every node that watches Services and EndpointSlices and writes kernel rules for them. It touches packets itself in userspace mode only.',
  netfilter: 'The part of the Linux kernel that stops a packet at five hooks and asks the rules there.',
  hook: `One of five points on the way of a packet: ${HOOKS.join(', ')}.`,
  table: `A set of chains for one purpose. Each hook asks those that have a chain there, in an order of its own. ${TABLES_AT_HOOKS}.`,
  chain: 'A list of rules, tried from the first to the last until one decides.',
  rule: 'Tests and a target. If every test holds, the target says what happens to the packet.',
  policy: 'What a built-in chain says of a packet that no rule decided.',
  dnat: 'Rewrites the destination. This is how an address of a Service becomes the address of a Pod.',
  snat: 'Rewrites the source, so that the reply comes back to this node.',
  masquerade: 'SNAT to the address of the interface the packet leaves by.',
  mark: 'A number the kernel keeps beside a packet inside one node. kube-proxy sets a bit of it, by default 0x4000, to ask for MASQUERADE later.',
  conntrack:
    'The memory of connections in the kernel. Only the first packet of a connection asks the nat table; later packets and replies follow the entry.',
  'conntrack-entry':
    'One remembered connection: the tuple of the request, the tuple expected of the reply, a state and a timer.',
  tuple:
    'Protocol, source address and port, destination address and port: what identifies one direction of a connection.',
  hairpin:
    'A Pod reaches itself through its own Service: the packet leaves and comes back by the same port of the bridge.',
  bridge: 'A switch inside the kernel. With a bridge CNI, the Pods of a node are its ports.',
  veth: 'A cable with two ends: one is eth0 inside the Pod, the other is on the node.',
  netns: 'A network stack of its own: devices, routes, rules. Every Pod has one, the node has one.',
  route: 'Says by which device, and through which neighbour, an address is reached. The longest matching prefix wins.',
  'traffic-policy':
    'Cluster: a node may send traffic from outside to any Pod of the Service, and hides the source. Local: only to those on it, and the source stays; it mostly stands with type LoadBalancer, whose machine asks each node by healthCheckNodePort whether it has one.',
  'session-affinity':
    'ClientIP: the same source address is sent to the same Pod for a while. The recent match remembers it in iptables mode, a set in nftables mode, a persistent virtual server in IPVS mode.',
  'load-balancer':
    'A Service that also has an address outside the cluster, given by the cloud or a controller such as MetalLB.',
  martian: 'A source address that cannot have come in by that device; the kernel drops the packet.',
  iptables:
    'The tool and the rules of netfilter that are tried one after the other. kube-proxy’s iptables mode writes every Service as chains of such rules.',
  nftables: 'The successor of iptables in the kernel. Its maps find a Service in one lookup, however many there are.',
  ipvs: 'The load balancer inside the kernel. It holds virtual servers and real servers, and a scheduler such as rr chooses. In IPVS mode it chooses the Pod, and iptables does what is left.',
  'kube-ipvs0':
    'The dummy device on which IPVS mode puts the addresses of Services, so that packets to them are for this host and come to INPUT, where IPVS waits. It carries no packets.',
  ipset:
    'A set of addresses, ports or networks in the kernel that one rule looks up at once. IPVS mode keeps its Services in sets.',
  cni: 'The interface, and the plugins behind it, that give a Pod its device, address and routes. kube-proxy does not do that.',
  kubelet:
    'The program on every node that starts its Pods and tells whether they are ready. It also makes a few chains of its own, such as KUBE-FIREWALL.',
  headless:
    'A Service whose clusterIP is None. kube-proxy writes nothing for it: DNS answers with the addresses of the Pods themselves.',
  dns: 'Turns the name of a Service into its clusterIP before any packet to it is sent. It is a Service itself, by default kube-dns, answered by CoreDNS Pods.',
  ingress:
    'Rules for HTTP by host and path. A controller’s Pods carry them out: there the packet ends, and a new connection to a Pod behind begins. kube-proxy knows nothing of it.',
  reject:
    'A target that ends the packet and tells its sender, by an ICMP error or a TCP reset; DROP says nothing. This is how kube-proxy refuses what has no endpoints.',
  'rfc-1918':
    'The addresses for private networks: 10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16. 192.167.0.0/16, which is easily taken for one of them, is public: a cluster that gives it to Pods cannot reach its real hosts.',
  'proxy-mode':
    'With what kube-proxy makes its node spread packets. iptables mode and userspace mode write iptables rules; IPVS mode still has iptables masquerade and filter, with sets of ipset; nftables mode and kernelspace mode (Windows, HNS) use no iptables at all.',
  privileged:
    'A container that may change the kernel of its node. kube-proxy’s Pod is one, and shares the node’s network: else its rules would be written into a namespace of its own, where no packet passes. Pods of applications need neither.',
  'network-device':
    'What packets come in and go out by. A physical one is a card; all others are made by the kernel: lo, veth, bridge, dummy, tunnel. A proxy that accepts connections listens at an address of one; rules need none, so a Service’s address is on no device.',
  watch:
    'One HTTP request to the API server whose answer does not end: every change of the objects asked for comes as a further piece of it. So kube-proxy learns of a new endpoint without asking again, one delay later.',
  'system-call':
    'How a process asks the kernel for something, such as bytes of a socket. Userspace mode needs several for each piece of data, with two crossings between kernel and process; rules in the kernel need none. How long one takes is the machine’s matter: the page counts them.',
  'port-forward':
    'kubectl port-forward opens a port on your own machine and carries its data over the API server and kubelet into the Pod, to its localhost. No Service, no rule of a node and no Pod network take part, so it works where those are broken.',
  'native-routing':
    'The network beside the cluster knows the way to its Pods: routes of a cloud’s VPC, or BGP. Then a machine that is no node reaches Pods by their own addresses; Service addresses it still does not reach, since it has no rules for them.',
  'service-mesh':
    'A proxy in each Pod (Istio, Linkerd) takes its connections by rules inside the Pod and chooses endpoints itself, so kube-proxy’s rules are not asked. In pasted rules its chains are named; its proxies are not walked here.',
  'cni-plugin':
    'A program in /opt/cni/bin. The .conflist in /etc/cni/net.d names those that are called for a Pod, in their order: one that joins it (bridge, ptp, calico, flannel), then others (portmap for hostPorts, bandwidth). Which of them are installed is on each node’s disk; one that is named and missing leaves the Pod without a network.',
  'cni-add':
    'How CNI is spoken: the container runtime starts the plugin with CNI_COMMAND=ADD (later DEL), CNI_CONTAINERID, CNI_NETNS and CNI_IFNAME in its environment and the configuration as JSON on its standard input; the plugin prints the addresses it gave as JSON, or an error with a code. Started by hand without them, it prints that error.',
  'external-dns':
    'A controller that writes the addresses of Services and Ingresses into a DNS server outside the cluster. The cluster’s own DNS does not know those names: a query for one is forwarded, and here it ends there.',
  'network-policy':
    'Which Pods may talk to which. kube-proxy does not read it: an engine such as Calico’s Felix writes chains for it, which packets pass before or after the Service’s rules. From pasted chains (cali-pi-…, profiles) walks are made, but the objects behind them are not written down again.',
  hns: 'The Host Network Service of Windows: networks, endpoints and load balancer policies are asked of it. In kernelspace mode kube-proxy asks it for a policy for each address of a Service.',
  vswitch: 'The virtual switch of a Windows node. Each Pod, the node itself and the network outside are ports of it.',
  vfp: 'The Virtual Filtering Platform in the virtual switch of Windows: layers of rules at each port. It picks the endpoint of a load balancer policy by a hash and translates addresses.',
  dsr: 'Direct server return: the answer goes to the client without passing the load balancer again. On Windows (enableDSR) only the destination changes, at the Pod that asks, and the source stays.',
  'source-vip':
    'An address of a Windows node’s podCIDR that packets of its load balancer policies get as their source in an overlay, so that answers come back to that node. kube-proxy is told it: winkernel.sourceVip.',
} as const satisfies Readonly<Record<string, string>>;

/** Terms that sentences of this language have a word of their own for. */
export const OWN_TERMS: Readonly<Partial<Record<GlossaryTerm, string>>> = {};
