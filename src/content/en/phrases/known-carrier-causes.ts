import type { PhraseBook } from '../../phrases/phrase-book';

/** Causes the field knows of what carries Services: Calico, Cilium and writers of rules, loaded with the others. */
export const KNOWN_CARRIER_CAUSE_PHRASES = {
  'evidence.bgp-unselected':
    'CiliumBGPAdvertisement {name} advertises Services without a selector: the field may be left out, and then no Service is selected. PodCIDRs of the same object go out, Services’ addresses do not.',
  'evidence.next.bgp-unselected':
    'Below advertisementType: Service of {name}: {selector} (all Services; or the labels of those that are meant). Then “cilium bgp routes advertised ipv4 unicast” lists them.',
  'evidence.bgp-unlabelled':
    'CiliumBGPPeerConfig {peer} takes advertisements with {labels}, and none that the texts have is labelled so. So that peer is told nothing.',
  'evidence.next.bgp-unlabelled':
    '“kubectl label ciliumbgpadvertisement {name} KEY=VALUE” with {labels}, or the labels of {name} in spec.families.advertisements.matchLabels of {peer}.',
  'evidence.pool-apart':
    '{names}: MetalLB reads such objects in the namespace it runs in, and in no other. Of these one or the other is never read, so either no address is given out or nobody announces it.',
  'evidence.next.pool-apart':
    '“kubectl get pods -A -l app.kubernetes.io/name=metallb” (or app=metallb) shows where MetalLB runs; apply both with that metadata.namespace (mostly metallb-system), and delete the other ones.',
  'evidence.pool-unknown':
    'The advertisement names {named}, and the texts have {pools}. An address of a pool that no advertisement names is given out and answered for by nobody.',
  'evidence.next.pool-unknown':
    'ipAddressPools: [{first}] in the advertisement (or leave the field out: all pools), unless another one in the cluster names {first}: “kubectl get l2advertisements,bgpadvertisements -A -o yaml | grep -A 3 ipAddressPools”.',
  'evidence.twin-endpoints':
    'Two endpoints have the address {address}: {ready} is ready, {dead} is not. kube-proxy keeps one endpoint for an address and port, and which of the two it keeps is not said: with the one that is not ready the Service has none. An address of a Pod that is not gone was given to another.',
  'evidence.next.twin-endpoints':
    'Let the old one go: “kubectl -n {namespace} delete pod {dead} --grace-period=0 --force” (its node: {node}; is it NotReady?). Why the address was free for another: the CNI’s own records of that node, “kubectl get pods -A -o wide | grep {address}”.',
  'evidence.known.ipset-revision':
    '{line}: the ipset in calico-node is older than one that made or restored that set, and cannot read its revision {read}. So Felix gives up and writes no rules, and calico-node does not get Ready.',
  'evidence.known-next.ipset-revision':
    'On the node “ipset list -t | grep -E "^Name|^Revision"”: whose sets have revision {read}. KUBE-*: kube-proxy’s (IPVS mode): a Calico that reads only its own sets: 3.27.4 or newer (“kubectl -n calico-system set image ds/calico-node calico-node=docker.io/calico/node:v3.27.4”, or the operator’s version). cali*: the host’s own tool restored them (ipset-persistent, netfilter-persistent: leave cali* out of what it saves), then reboot the node, so that calico-node makes them anew; else a Calico whose image has a newer ipset.',
  'evidence.known.foreign-nft-rules':
    '{line}: somebody wrote rules into a table of iptables with nft itself. iptables cannot print such a table, so Felix reads nothing and writes nothing.',
  'evidence.known-next.foreign-nft-rules':
    'On the node “nft list table ip filter” (and ip nat): rules that are no “xt” and no plain match are the foreign ones; write them into a table of their own (“nft add table inet mine …”) and delete them there. With kube-proxy in nftables mode let Calico (3.29 or newer) write nftables, too: “kubectl patch installation default --type=merge -p {patch}”.',
  'evidence.known.calico-addresses':
    'Likely, not proven (line {lines}): Calico gives out addresses of load balancers since 3.30 only where its controller is told to (assignIPs), and from an IPPool for them. In a KubeControllersConfiguration that was there before the upgrade that field is missing, and nothing is assigned.',
  'evidence.known-next.calico-addresses':
    '“kubectl patch kubecontrollersconfiguration default --type=merge -p {patch}”, and an IPPool with allowedUses: [LoadBalancer] and assignmentMode: Automatic. Decided by “kubectl get kubecontrollersconfiguration default -o yaml | grep -A 2 loadBalancer”: nothing: this. Else its log (“kubectl -n calico-system logs deploy/calico-kube-controllers”) and ENABLED_CONTROLLERS, which has to name loadbalancer.',
  'evidence.known.calico-single-route':
    'Likely, not proven (line {lines}): a range of one address (/32, /128) in serviceLoadBalancerIPs is advertised for each Service by itself. Calico looked for it in spec.loadBalancerIP alone until early 2026; an address from an IPPool stands only in the Service’s status, so no route goes out.',
  'evidence.known-next.calico-single-route':
    'Give the whole range: in BGPConfiguration default serviceLoadBalancerIPs of one entry cidr: RANGE; or a release of 3.30 or 3.31 after February 2026. Decided by “kubectl -n calico-system exec ds/calico-node -c calico-node -- birdcl show route | grep ADDRESS”.',
  'evidence.known.calico-azure':
    'Likely, not proven (line {lines}): Azure’s network drops IP-in-IP, and knows no route to Pods’ addresses. So Pods of different nodes reach each other only in VXLAN, also within one subnet (CrossSubnet sends those bare).',
  'evidence.known-next.calico-azure':
    'encapsulation: VXLAN of the IPPool: “kubectl edit installation default” (spec.calicoNetwork.ipPools), without operator “calicoctl patch ippool default-ipv4-ippool” with ipipMode: Never, vxlanMode: Always, and calico_backend: vxlan; then 4789/udp between the nodes. Decided by “tcpdump -ni eth0 proto 4 or udp port 4789” on both nodes: sent and not received.',
  'evidence.known.cilium-second-address':
    'Likely, not proven (line {lines}): Cilium serves node ports at one address of each device, by default its first. A virtual address that keepalived or kube-vip adds to the same device is a second one and has no node ports.',
  'evidence.known-next.cilium-second-address':
    '“helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set {patch}” with a network that holds the nodes’ addresses and the virtual one, then “kubectl -n kube-system rollout restart ds/cilium”. Decided by “kubectl -n kube-system exec ds/cilium -- cilium-dbg statedb node-addresses” on the node that has it: false in the column NodePort.',
  'evidence.known.cilium-own-address':
    'Likely, not proven (line {lines}): since 1.19 Cilium drops what comes to an address of a Service and is for none of its ports (“wildcard” entries). Where that address is a node’s own (ServiceLB, Node IPAM, externalIPs), SSH and all else of that node is dropped with it.',
  'evidence.known-next.cilium-own-address':
    'Decided by “kubectl -n kube-system exec ds/cilium -- cilium-dbg bpf lb list | grep NODE-ADDRESS:0/ANY”. There: let no Service have a node’s address (“kubectl get svc -A -o wide | grep NODE-ADDRESS”: take it out of externalIPs, or give the Service an address of a pool); a later release of 1.19 than yours, or 1.18 until then.',
  'evidence.known.cilium-gateway-status':
    'Likely, not proven (line {lines}): with hostNetwork Envoy listens at the nodes’ own ports, and the Gateway’s Service is no load balancer, so it has no address. Cilium took the Gateway’s address from there alone (1.18.3 to 1.19.4): it stays Programmed: False though it serves.',
  'evidence.known-next.cilium-gateway-status':
    'Ask a node: “curl -H "Host: NAME" http://NODE-ADDRESS:PORT/”: an answer: only the status is wrong. Cilium 1.19.6 or 1.20 writes the nodes’ addresses into it; until then name the address yourself where DNS is made of it: “kubectl -n {namespace} annotate gateway NAME {patch}”, or take gatewayAPI.hostNetwork.enabled=false with a CiliumLoadBalancerIPPool.',
  'evidence.known.cilium-kept-socket':
    'Likely, not proven (line {lines}): Cilium translates a connected UDP socket once, when it connects. A client that keeps its socket (a resolver of nginx or a JVM) goes on asking the Pod it got then, also when that Pod is gone.',
  'evidence.known-next.cilium-kept-socket':
    'Let the client open a new socket (“nginx -s reload”, a restart). For good: Cilium 1.17 or newer ends such sockets, in Pods with a kernel of 6.5 or newer; or translate packets instead of sockets in Pods: “helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set socketLB.hostNamespaceOnly=true”. Decided by “ss -unp” in the client’s Pod: the peer is an old Pod’s address.',
  'evidence.known.cilium-old-pool':
    '{line}: this release of Cilium has the pool under cilium.io/v2 alone; cilium.io/v2alpha1 was taken away. What still says so is refused, and Services get no address from it.',
  'evidence.known-next.cilium-old-pool':
    'apiVersion: cilium.io/v2 in place of cilium.io/v2alpha1 in the file (the fields are the same), then “kubectl apply -f FILE”. CiliumL2AnnouncementPolicy stays at v2alpha1.',
  'evidence.known.cilium-local-inside':
    'Likely, not proven (line {lines}): since Cilium 1.19 a Pod that asks the balancer’s address of a Service of policy Local gets only endpoints of its own node, as clients from outside do; 1.18 took any.',
  'evidence.known-next.cilium-local-inside':
    'Ask the Service’s name or clusterIP from inside, or let every node take it: “kubectl -n {namespace} patch service {service} --type=merge -p {patch}”. Where kube-proxy runs beside Cilium it can have that address back: “kubectl -n {namespace} annotate service {service} service.cilium.io/type=ClusterIP”. Decided by the same question from a Pod on a node that has an endpoint.',
  'evidence.known.cilium-masquerade-alone':
    '{line}: the agent does not start: bpf.masquerade needs Cilium’s own node ports, which are off here. Without the agent nothing of Cilium is kept up on that node.',
  'evidence.known-next.cilium-masquerade-alone':
    '“helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set kubeProxyReplacement=true” (before 1.18 nodePort.enabled=true is enough), or “--set bpf.masquerade=false”.',
  'evidence.known.cilium-lease-unserved':
    'Likely, not proven (line {lines}): a node holds the lease of the address and its agent has not set up the answer: after a cut of the network another agent took the lease and wrote no entry. The lease looks right, and nobody answers ARP.',
  'evidence.known-next.cilium-lease-unserved':
    'Who holds it: “kubectl -n kube-system get leases | grep cilium-l2announce”. In the cilium Pod of that node “cilium-dbg statedb l2-announce”: the address is missing: this; “kubectl -n kube-system delete pod CILIUM-POD-OF-THAT-NODE” mends it at once. Against losing leases: l2announcements.leaseDuration=30s, leaseRenewDeadline=20s, leaseRetryPeriod=2s.',
  'evidence.known.cilium-wireguard-size':
    'Likely, not proven (line {lines}): the Pods’ packets leave no room for WireGuard (95 bytes, and 50 more in a tunnel). 1.19 measures the device of the default route, not the one between the nodes; a larger packet is lost without a word.',
  'evidence.known-next.cilium-wireguard-size':
    'Decided from a Pod: “ping -M do -s 1400 OTHER-POD”, then smaller until it answers. Set the size of the smallest device between the nodes: “helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set MTU=1450” (eth1 of Hetzner; if it still hangs 1305), “kubectl -n kube-system rollout restart ds/cilium”, and make the Pods anew.',
  'evidence.known.cilium-link-local':
    'Likely, not proven (line {lines}): since 1.16.5 Cilium with bpf.masquerade=true does not bring the answer of a link-local address of the node (a cache for DNS at 169.254.…) back to Pods: the packet takes the eBPF way past the host’s stack. 1.16.4 did.',
  'evidence.known-next.cilium-link-local':
    '“helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set bpf.hostLegacyRouting=true” (or bpf.masquerade=false), then “kubectl -n kube-system rollout restart ds/cilium”. For NodeLocal DNSCache Cilium’s own way is a CiliumLocalRedirectPolicy, which needs no link-local address. Decided by the same question from the node (answered) and from a Pod (not).',
  'evidence.known.cilium-zones':
    'Likely, not proven (line {lines}): Cilium looks at zones (trafficDistribution, hints) only with its option serviceTopology; without it every endpoint is drawn alike. Socket and packets both go by it.',
  'evidence.known-next.cilium-zones':
    '“helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set loadBalancer.serviceTopology=true”, “kubectl -n kube-system rollout restart ds/cilium”. Decided by “kubectl -n kube-system get cm cilium-config -o yaml | grep service-topology”; then “kubectl get endpointslices -o yaml | grep -A 2 hints”: no hints: the Service is not set or the nodes have no zone.',
  'evidence.known.svclb-forwarding':
    '{line}: the svclb Pod of ServiceLB asks its node whether it forwards, reads 0 and ends. So no port of the balancer is open on that node. Which family it is stands in the line before.',
  'evidence.known-next.svclb-forwarding':
    'On the node “sysctl -w net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1”, for good in /etc/sysctl.d/99-forward.conf. Where the Service has IPv4 alone and only the node has both families, k3s from the patch release after 1.29.3 on asks no longer (k3s#9949).',
  'evidence.known.svclb-legacy':
    '{line}: ServiceLB’s Pod takes iptables-legacy where “lsmod” lists no nf_tables, also where the kernel has it built in. This kernel has not the modules of iptables-legacy, so its rules are refused and the Pod crashes.',
  'evidence.known-next.svclb-legacy':
    'A kernel with nf_tables as a module (“modprobe nf_tables; lsmod | grep nf_tables”), or the modules of the other: “modprobe -a ip_tables iptable_filter iptable_nat xt_tcpudp xt_comment”, for good in /etc/modules-load.d/svclb.conf; then “kubectl -n kube-system delete pod -l svccontroller.k3s.cattle.io/svcname”.',
  'evidence.known.nft-unanswered':
    '{line}: the kernel of that node answers nothing of nf_tables: the module is not there, or cannot be loaded from within the container. So no rule of that Pod exists, on that node alone.',
  'evidence.known-next.nft-unanswered':
    'On that node “sudo modprobe -a nf_tables nft_compat nft_chain_nat”. “Module not found”: “uname -r” against “ls /lib/modules”: reboot into the installed kernel, or install linux-modules-extra-$(uname -r) (Ubuntu), kernel-modules-extra (RHEL). For good in /etc/modules-load.d/nft.conf; then delete the Pod, that it starts anew.',
  'evidence.known.kube-vip-iptables':
    '{line}: the plain image of kube-vip has no iptables. What needs it (egress, enable_service_security, masquerade) is not set up; the address itself may still be announced.',
  'evidence.known-next.kube-vip-iptables':
    'Let it write nftables by itself: “kubectl -n kube-system set env ds/kube-vip-ds {patch}” (the DaemonSet’s name as yours), or take the image that has iptables: “kubectl -n kube-system set image ds/kube-vip-ds kube-vip=ghcr.io/kube-vip/kube-vip-iptables:vRELEASE”.',
  'evidence.known.portmap-nft':
    '{line}: the plugin portmap writes hostPorts by nftables here, and this kernel refuses its rule (dnat from a chain that it does not take it from). So the Pod with the hostPort is not set up at all.',
  'evidence.known-next.portmap-nft':
    'In the conflist of that node (/etc/cni/net.d, the entry with "type": "portmap") "backend": "iptables" in place of "nftables", then delete the Pod; a newer kernel takes the rule. Decided by “nft -c -f -” with the rule of the line below.',
  'evidence.known.flannel-link':
    '{line}: the kernel has no VXLAN (“operation not supported” of a link), so flannel makes no flannel.1 and ends: Pods of that node reach no other node.',
  'evidence.known-next.flannel-link':
    '“sudo modprobe vxlan”. Not found: Ubuntu 21.10 to 23.10 on Raspberry Pi “sudo apt install linux-modules-extra-raspi” and reboot; another board: a kernel with CONFIG_VXLAN, or “--flannel-backend=host-gw” (k3s) where all nodes are in one network.',
  'evidence.known.udp-and-processor':
    'Likely, not proven (line {lines}): kube-proxy 1.32.0 to 1.32.2 compares all UDP entries of a Service’s external addresses without its port and deletes them over and over: the processor is busy, and entries of others go.',
  'evidence.known-next.udp-and-processor':
    'kube-proxy 1.32.3 or newer: “kubectl -n kube-system set image ds/kube-proxy kube-proxy=registry.k8s.io/kube-proxy:v1.32.3”. Decided by “conntrack -L -p udp | wc -l” (many) and the log: deletions in each sync.',
  'evidence.known.nft-by-name':
    'Likely, not proven (line {lines}): in nftables mode kube-proxy up to autumn 2025 compared the Pods’ device by its number (iif) where it has a name or a prefix of names. With detectLocalMode BridgeInterface or InterfaceNamePrefix it does not know its own Pods.',
  'evidence.known-next.nft-by-name':
    'A patch release of October 2025 or later (1.33.6, 1.34.2), or until then detectLocalMode: ClusterCIDR with clusterCIDR of the Pods in ConfigMap kube-proxy, and “kubectl -n kube-system rollout restart ds/kube-proxy”. Decided by “nft list table ip kube-proxy | grep "iif "”.',
  'evidence.known.nft-crash':
    '{line}: nft in kube-proxy’s image crashes where the node has sets that a newer nft (1.1.3) made. So no sync ends, and Services of that node are as they were before, or not there.',
  'evidence.known-next.nft-crash':
    'A kube-proxy whose image has nft 1.0.6.1 (patch releases after July 2026); until then take away what the other program made (“nft list ruleset | grep ^table” names it), or mode: iptables in ConfigMap kube-proxy and “kubectl -n kube-system rollout restart ds/kube-proxy”.',
  'evidence.known.hints-disabled':
    '{line}: the controller of EndpointSlices set no hints, so kube-proxy takes endpoints of all zones. The reason stands in the event: too few endpoints for the zones, nodes without a zone or without allocatable CPU, or shares that cannot be kept.',
  'evidence.known-next.hints-disabled':
    'Three endpoints a zone or more, and “kubectl get nodes -L topology.kubernetes.io/zone” without a gap; or the field that counts no shares (1.31 and newer): “kubectl -n {namespace} patch service {service} --type=merge -p {patch}” with the annotation taken away. Decided by “kubectl get endpointslices -o yaml | grep -A 2 hints”.',
  'evidence.known.kube-router-dsr':
    'Likely, not proven (line {lines}): for DSR kube-router enters the network of each endpoint’s container to give it the address and a tunnel. Without hostPID, hostIPC and the socket of the container runtime it cannot, and packets in the tunnel are dropped there.',
  'evidence.known-next.kube-router-dsr':
    'In the DaemonSet of kube-router hostPID: true, hostIPC: true, the socket (/run/containerd/containerd.sock) mounted, and “--runtime-endpoint=unix:///run/containerd/containerd.sock”; DSR is for external addresses alone. Decided by “ip -d tunnel” in the Pod (no tunnel: this) and the log of kube-router on its node.',
  'evidence.known.kube-ovn-balancer':
    'Likely, not proven (line {lines}): Kube-OVN serves Services of type LoadBalancer only with --enable-lb-svc of its controller, in a subnet attached by Multus; else nobody gives an address.',
  'evidence.known-next.kube-ovn-balancer':
    '“kubectl -n kube-system edit deploy kube-ovn-controller”: the argument --enable-lb-svc=true; the Service needs the annotation of the attached subnet (ovn.kubernetes.io/attachmentprovider), whose subnet must be of the nodes’ own network. Decided by the Pod lb-svc-NAME: not there: the argument; there: “iptables -t nat -S” in it.',
  'evidence.known.antrea-alone':
    'Likely, not proven (line {lines}): without kube-proxy Antrea’s agent must not ask the API server by a Service, which is nobody’s until it runs: kubeAPIServerOverride is empty.',
  'evidence.known-next.antrea-alone':
    'In ConfigMap antrea-config, antrea-agent.conf: kubeAPIServerOverride: "https://API-SERVER-ADDRESS:6443" and antreaProxy: proxyAll: true; then “kubectl -n kube-system rollout restart ds/antrea-agent deploy/antrea-controller”. Decided by its log: timeouts to the clusterIP of kubernetes.',
  'evidence.known.hns-kept':
    'Likely, not proven (line {lines}): kube-proxy of Windows keeps in memory which load balancers HNS has, and does not make again what somebody else removed, or (Windows Server 2025) takes an update for done that HNS did not keep.',
  'evidence.known-next.hns-kept':
    'On that node “Restart-Service kube-proxy -Force” (RKE2: “Restart-Service rke2”; AKS: the same Service) makes them anew; for good a kube-proxy of the patch releases after the fix (kubernetes#131466, #135802). Decided by “hnsdiag list loadbalancers” against “kubectl get endpointslices -o wide”.',
} as const satisfies PhraseBook;
