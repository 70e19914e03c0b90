import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on settings that people name together with a failure: what it may be, none proven by the text, and what parts the causes. */
export const SETTING_PAIR_PHRASES = {
  'evidence.pair.ipvs-idle':
    '“{line}”: connections that end under IPVS. It may be: (1) idle TCP is forgotten after 900 s, while Linux sends its first keepalive after 7200 s: both ends think it open, and the next packet gets no way; (2) the endpoint went: a new packet of its connection is refused; (3) connections from before the switch of mode: no rule knows them; (4) conntrack is full or forgot it.{told, select, none {} other { “{told}” speaks for (1).}}',
  'evidence.pair-next.ipvs-idle':
    '(1) on the client’s node “ipvsadm -ln --timeout” (first number) against how long it was idle: if shorter, set ipvs.tcpTimeout of kube-proxy above it, or TCP keepalive of clients and pool below 900 s. (2) “ipvsadm -Lnc | grep VIP” and “kubectl get endpointslices -w” at that moment: then drain before ending the Pod. (3) only in the hour of the switch: restart clients. (4) “dmesg | grep conntrack”: a higher maximum.',
  'evidence.pair.ipvs-reuse':
    '“{line}”: IPVS and connections that are made anew. It may be: (1) a client takes the same source port again while the old connection stands with weight 0: the packet goes to the Pod that ends, or waits a second (conn_reuse_mode); (2) the endpoint is still in the table (graceful termination keeps it); (3) the new Pod is not ready.',
  'evidence.pair-next.ipvs-reuse':
    '(1) “sysctl net.ipv4.vs.conn_reuse_mode net.ipv4.vs.expire_nodest_conn” and “uname -r”: with a kernel before 5.9 upgrade it, or another mode. (2) “ipvsadm -Ln” (weight 0, ActiveConn) while it fails: end the Pod later (preStop). (3) “kubectl get endpointslices -w”: a readiness probe.',
  'evidence.pair.ipvs-arp':
    '“{line}”: in IPVS mode each node has all addresses of Services on kube-ipvs0. It may be: (1) without strictARP every node answers ARP for them, and the router learns the wrong one; (2) nobody announces the address; (3) the node that has it has no endpoint and the policy is Local; (4) the address is missing on kube-ipvs0.',
  'evidence.pair-next.ipvs-arp':
    '(1) “arping ADDRESS” from the same network: several MACs, or that of a node that does not announce: ipvs.strictARP: true in ConfigMap kube-proxy, then restart it. (2) no answer at all: look at who announces (its log, its leases). (3) “kubectl get endpointslices -o wide”. (4) “ip addr show kube-ipvs0” and “ipvsadm -Ln” on that node: kube-proxy’s log.',
  'evidence.pair.ipvs-mode':
    '“{line}”: it may be: (1) kube-proxy could not use IPVS (modules ip_vs, ip_vs_rr, nf_conntrack, or ipset) and works otherwise than set; (2) rules of the mode before are still there; (3) a scheduler or the virtual address is missing; (4) what comes from outside is not masqueraded, so that answers go another way.',
  'evidence.pair-next.ipvs-mode':
    '(1) “curl -s localhost:10249/proxyMode” and kube-proxy’s log: load the modules. (2) “iptables-save | grep -c KUBE-SVC”: more than 0 in IPVS mode: “kube-proxy --cleanup”, restart. (3) “ipvsadm -Ln | grep -A3 ADDRESS” and “ip addr show kube-ipvs0”. (4) “ipset list KUBE-LOOP-BACK”, “tcpdump -ni any host POD” on the Pod’s node: does the answer leave, and to whom.',
  'evidence.pair.calico-nftables':
    '“{line}”: kube-proxy’s nftables mode beside Calico. It may be: (1) Felix still writes with iptables: the two do not go together, and Calico has a data plane of its own for it (Kubernetes 1.31, Calico 3.29 or newer; the default is iptables); (2) rules that one of them left behind when the mode was changed (KUBE- and cali- chains of iptables beside table kube-proxy); (3) a table of nftables that iptables cannot list stops the one that lists it; (4) the ranges of Pods and Services are not what the configuration says.',
  'evidence.pair-next.calico-nftables':
    '(1) “kubectl get installation default -o yaml | grep linuxDataplane”: not Nftables: “kubectl patch installation default --type=merge -p {patch}” (without the operator: “kubectl patch felixconfiguration default --type=merge -p {felix}”), or kube-proxy back in iptables mode. (2) “iptables-save | grep -c -E ’KUBE-SVC|cali-’” and “nft list tables”: both: restart the node. (3) “kubectl -n calico-system logs ds/calico-node | grep -i nft”. (4) “kubectl get ippools -o yaml”, --cluster-cidr and --service-cluster-ip-range: they may not overlap.',
  'evidence.pair.nftables-mode':
    '“{line}”: it may be: (1) kernel (5.13) or nft (1.0.1) is too old for it; (2) node ports are answered at the node’s primary address alone, and never at 127.0.0.1; (3) rules of iptables mode are left, or another table drops: each table of nftables decides for itself; (4) programs that hook into KUBE- chains of iptables (firewalls, policies) see nothing.',
  'evidence.pair-next.nftables-mode':
    '(1) “uname -r”, “nft --version”, kube-proxy’s log: else iptables mode. (2) “nft list ruleset | grep nodeport-ips”: set nodePortAddresses. (3) “iptables-save | grep -c KUBE-SVC” (“kube-proxy --cleanup”) and “nft list ruleset | grep policy.drop”: let that table accept Pods’ packets. (4) ask that program’s release notes.',
  'evidence.pair.internal-local':
    '“{line}”: with internalTrafficPolicy Local only endpoints on the client’s own node count. It may be: (1) none is there: the packet is dropped, although others are ready elsewhere; (2) it is not ready; (3) the client runs on the host or comes from outside, for which another policy counts.',
  'evidence.pair-next.internal-local':
    '(1, 2) “kubectl get endpointslices -o wide” against the client’s node (“kubectl get pod CLIENT -o wide”): run the Pods as a DaemonSet, or internalTrafficPolicy: Cluster (trafficDistribution: PreferSameNode only prefers). (3) “{rules}” on that node for the address that is asked.',
  'evidence.pair.source-ranges':
    '“{line}”: loadBalancerSourceRanges count by the address the node sees. It may be: (1) a balancer in between puts its own address there; (2) the provider enforces them itself, or not at all; (3) node port and clusterIP stay open: they are no part of it; (4) health checks or Pods are not in the ranges.',
  'evidence.pair-next.source-ranges':
    '(1) “tcpdump -ni any port NODEPORT” on a node: whose source? If the balancer’s: preserve the client’s address, or filter at the balancer. (2) the provider’s controller log and security group. (3) “curl NODE:NODEPORT”: allocateLoadBalancerNodePorts: false, or a firewall. (4) add their ranges.',
  'evidence.pair.node-port-addresses':
    '“{line}”: it may be: (1) nodePortAddresses leave this address out (in nftables mode it is the primary one alone unless set); (2) 127.0.0.1 is answered only by iptables mode over IPv4; (3) another interface: the answer leaves by the default route (rp_filter, asymmetry); (4) a firewall of the node.',
  'evidence.pair-next.node-port-addresses':
    '(1) “kubectl -n kube-system get cm kube-proxy -o yaml | grep -A3 nodePortAddresses” against “ip addr”: add the range. (2) ask the node’s address. (3) “ip route get CLIENT from ADDRESS”, “tcpdump -ni any port NODEPORT”: comes in, answer leaves elsewhere: a rule for that source. (4) “iptables -S INPUT”.',
  'evidence.pair.masquerade':
    '“{line}”: it may be: (1) clusterCIDR is not the Pods’ range: then packets of Pods are taken for foreign ones and get the node as source, or those of others do not; (2) masqueradeAll gives every packet to a Service the node’s address; (3) policy Cluster does so for what comes from outside; (4) the CNI masquerades, too (ip-masq, natOutgoing).',
  'evidence.pair-next.masquerade':
    '(1, 2) “kubectl -n kube-system get cm kube-proxy -o yaml | grep -iE ’cidr|masq’” against “kubectl get pods -A -o wide”: correct it, restart kube-proxy. (3) “kubectl get svc NAME -o yaml”: externalTrafficPolicy Local keeps the client. (4) “{rules}” and “iptables-save -t nat | grep -i masq”: the rule whose counter grows.',
  'evidence.pair.topology':
    '“{line}”: it may be: (1) no hints are set: too few endpoints or zones without a label (the controller’s safeguards), so all are taken; (2) hints are there, and a zone’s few endpoints carry all of its clients; (3) it is meant: trafficDistribution prefers the zone without looking at load; (4) the program of Services does not know hints, or policy Local excludes them.',
  'evidence.pair-next.topology':
    '(1) “kubectl get endpointslices -o yaml | grep -A2 hints” and “kubectl get nodes -L topology.kubernetes.io/zone”: labels, or three endpoints a zone. (2, 3) endpoints per zone against clients per zone: spread them (topologySpreadConstraints), or take the field away. (4) “{rules}” on a node of the zone: which endpoints stand there.',
  'evidence.pair.rollout':
    '“{line}”: requests lost while Pods change. It may be: (1) the Pod ends before all nodes and proxies have heard so: refused, 502; (2) a new one counts as ready too early; (3) connections kept open by a proxy or pool end with the old Pod; (4) the load balancer still sends to a node or Pod that is leaving; (5) stale conntrack entries (UDP).',
  'evidence.pair-next.rollout':
    '(1) log of the ending Pod: does it close at SIGTERM at once? preStop sleep of 5 to 15 s, terminationGracePeriodSeconds above it. (2) “kubectl get endpointslices -w” beside the errors: readinessProbe, minReadySeconds. (3) errors on old connections alone: close them on drain, retry. (4) the balancer’s health check and deregistration delay against the grace period. (5) “conntrack -L -p udp -d CLUSTERIP”.',
  'evidence.pair.headless-unready':
    '“{line}”: it may be: (1) Pods that are not Ready have no name in DNS: members wait for each other; (2) serviceName of the StatefulSet is not the headless Service; (3) a name that was not there yet is cached (CoreDNS: cache, the client’s runtime).',
  'evidence.pair-next.headless-unready':
    '(1) “kubectl get endpointslices -o yaml | grep -B3 -A3 ready”: publishNotReadyAddresses: true on the headless Service alone. (2) “kubectl get sts NAME -o yaml | grep serviceName”. (3) “dig NAME.NAMESPACE.svc.cluster.local” twice, half a minute apart: wait and ask again.',
  'evidence.pair.dual-stack':
    '“{line}”: it may be: (1) the Service has one family alone (ipFamilyPolicy: SingleStack), or no endpoints of the other; (2) Pods or Nodes have no address of it; (3) the application listens on 0.0.0.0 alone; (4) forwarding, firewall or masquerading is missing for that family; (5) kube-proxy has no range of it.',
  'evidence.pair-next.dual-stack':
    '(1) “kubectl get svc NAME -o yaml | grep -A4 ipFamil” and “kubectl get endpointslices”, one for IPv4 and one for IPv6: ipFamilyPolicy: PreferDualStack. (2) “kubectl get pod NAME -o jsonpath=… podIPs”. (3) “ss -lnt” in the Pod: listen on [::]. (4) “sysctl net.ipv6.conf.all.forwarding”, “ip6tables-save”. (5) kube-proxy’s log and clusterCIDR with both.',
  'evidence.pair.windows':
    '“{line}”: Services on Windows nodes are policies of HNS. It may be: (1) they are missing or stale after a restart; (2) what Windows does not do: node ports from the node itself, ping of Services, hairpin without DSR; (3) the overlay has no source VIP, or the outbound NAT exceptions leave a range out; (4) the firewall of the host.',
  'evidence.pair-next.windows':
    '(1) “Get-HnsPolicyList” or “hnsdiag list loadbalancers -d”: is the address there with its endpoints? Else kube-proxy’s log, restart it and HNS. (2) ask from another machine. (3) “hnsdiag list networks -d”, ExceptionList of the CNI configuration, sourceVip of kube-proxy. (4) “Get-NetFirewallProfile”.',
  'evidence.pair.proxy-upgrade':
    '“{line}”: it may be: (1) kube-proxy does not come up or does not write: a field or flag of its configuration is gone, or its mode cannot be had; (2) rules of the version or mode before are left beside the new ones; (3) its image uses another iptables (nft, legacy) than the node; (4) it is newer than the API server, or far older.',
  'evidence.pair-next.proxy-upgrade':
    '(1) “kubectl -n kube-system logs -l k8s-app=kube-proxy --tail=50” and “curl -s localhost:10249/proxyMode”: correct what it names. (2) “iptables-save -c” before and after “kube-proxy --cleanup”: what remains? (3) “iptables-legacy-save | grep -c KUBE” and “iptables-nft-save | grep -c KUBE”: both above 0: clear the one that is not in use. (4) “kubectl version”, the image’s tag.',
  'evidence.pair.local-balancer':
    '“{line}”: with externalTrafficPolicy Local only nodes with a ready endpoint answer, the others drop. It may be: (1) the packet comes to a node without one; (2) the health check of the balancer (healthCheckNodePort) is not asked or not reached; (3) kube-proxy takes no endpoint for its own: its node name is another one; (4) the answer goes another way than the question.',
  'evidence.pair-next.local-balancer':
    '(1) “kubectl get endpointslices -o wide” against the node asked: Pods on every node that is asked, or policy Cluster (the client’s address is lost). (2, 3) “curl NODE:HEALTH-CHECK-NODE-PORT” on a node with a Pod: localEndpoints 0: compare “kubectl get nodes” with --hostname-override; no answer: firewall. (4) “tcpdump -ni any host CLIENT” there: the answer leaves by the wrong device: route by source.',
  'evidence.pair.policy-upgrade':
    '“{line}”: packets to the node are refused since something was renewed, and rules on it decide. It may be: (1) chains of a network policy controller (kube-router’s KUBE-ROUTER-*, KUBE-POD-FW-*; k3s and RKE2 have it inside) that are stale, or of two versions; (2) the host’s own firewall, loaded anew; (3) rules in both iptables backends (nft, legacy); (4) the tunnel or its address changed.{told, select, none {} other { “{told}”: what was rewritten at the restart is where to look.}}',
  'evidence.pair-next.policy-upgrade':
    '“iptables-save -c” on a node while it fails and again after its restart: the line that is gone, or whose counter grew, names the chain. (1) KUBE-ROUTER-* or KUBE-NWPLCY-*: k3s --disable-network-policy as a test, for good a release that mends it, or “k3s-killall.sh” before the start. (2) a DROP or REJECT in INPUT that is not KUBE-*: “systemctl status firewalld ufw nftables”, open 6443, 10250, 8472/udp. (3) “iptables-legacy-save” and “iptables-nft-save”. (4) “ip -d link show flannel.1”.',
  'evidence.pair.host-firewall':
    '“{line}”: it may be: (1) a reload or start of the firewall flushed the rules of kube-proxy, CNI or Docker, which come back only when their writer syncs; (2) its FORWARD or INPUT drops Pods’ packets or the tunnel; (3) it is nftables: its table drops what iptables let through (an accept in one table does not decide for another).',
  'evidence.pair-next.host-firewall':
    '(1) “iptables-save | grep -c KUBE” before and after the reload; hostPort and Docker rules: start those again; for good: no “flush ruleset” in /etc/nftables.conf, FlushAllOnReload=no. (2) “iptables -L FORWARD -nv” and INPUT: a counter of a DROP that grows: allow the Pods’ range, 8472/udp (or the tunnel’s port), 10250. (3) “nft list ruleset | grep -B2 policy.drop”.',
  'evidence.pair.two-iptables':
    '“{line}”: two backends of iptables keep rules of their own, and the kernel goes by both. It may be: (1) kube-proxy writes to one, the CNI or firewall to the other, whose DROP counts, too; (2) stale KUBE- chains in the one not in use; (3) a program of an image cannot read what another wrote.',
  'evidence.pair-next.two-iptables':
    '“iptables-legacy-save | grep -c -E ’KUBE|CNI’” and “iptables-nft-save | grep -c -E ’KUBE|CNI’”: (1) both above 0: one backend for all (“update-alternatives --config iptables”), then restart the node. (2) clear the other: “iptables-legacy -F” and “-X” with -t nat, too. (3) “iptables -V” on the node and in each image.',
  'evidence.pair.cloud-idle':
    '“{line}”: a connection that is idle is forgotten by who is in between. Times: AWS NLB 350 s, ALB 60 s, NAT gateway 350 s; Azure balancer 4 min; GCP 10 min. It may be: (1) that timeout, with TCP keepalive (7200 s) above it; (2) the target was deregistered or the node left; (3) a proxy inside (Ingress) has a shorter one.{told, select, none {} other { “{told}” speaks for (1).}}',
  'evidence.pair-next.cloud-idle':
    '(1) how long was it idle when it ended? If as long as one of these: tcp keepalive below it (net.ipv4.tcp_keepalive_time, the pool’s idle time), or raise it (annotations of the Service: …idle-timeout; Azure also enableTcpReset). (2) its target events at that minute. (3) “kubectl exec” into the proxy and read its timeouts; ask around it (NODE:NODEPORT).',
  'evidence.pair.conntrack-idle':
    '“{line}”: it may be: (1) the entry expired (established TCP: 86400 s by kube-proxy, 432000 s by Linux) and the next packet is no part of any connection; (2) entries are thrown out early because the table is full; (3) packets out of window count as INVALID and are dropped by kube-proxy’s rule; (4) a device in between forgets sooner.',
  'evidence.pair-next.conntrack-idle':
    '(1) “conntrack -L -d CLUSTERIP” while it is idle (third column: seconds left): TCP keepalive, or conntrack.tcpEstablishedTimeout. (2) “conntrack -S” (early_drop, drop): conntrack.maxPerCore. (3) “iptables -nvL KUBE-FORWARD” counter of INVALID: conntrack.tcpBeLiberal: true (1.29). (4) “tcpdump” at both ends: who sends the RST.',
  'evidence.pair.conntrack-full':
    '“{line}”: it may be: (1) the table is full: new connections are dropped; (2) insert_failed: two packets of one socket race (A and AAAA over UDP), or two sources get one port; (3) many short connections in TIME_WAIT; (4) entries nobody takes away (long timeouts).',
  'evidence.pair-next.conntrack-full':
    '“conntrack -C” against “sysctl net.netfilter.nf_conntrack_max”, and “conntrack -S” twice. (1) near the maximum: conntrack.maxPerCore and min of kube-proxy. (2) insert_failed grows: NodeLocal DNSCache with force_tcp, single-request-reopen; --random-fully. (3) “conntrack -L | awk” by state: keep connections open. (4) timeouts in “sysctl -a | grep conntrack”.',
  'evidence.pair.nat-ports':
    '“{line}”: it may be: (1) no source port is left for one destination (about 64000 to one address and port; fewer on Azure, where ports are allotted); (2) two connections get one port in the node (insert_failed); (3) NAT forgets idle ones sooner than the client; (4) the far end limits one address.',
  'evidence.pair-next.nat-ports':
    '(1) metrics ErrorPortAllocation (AWS), SNAT Connection Count Failed (Azure), dropped_sent_packets_count (GCP): more addresses, more ports, or keep connections. (2) “conntrack -S” insert_failed: --random-fully of kube-proxy and CNI. (3) keepalive below its idle timeout. (4) ask its log.',
  'evidence.pair.client-ip-loop':
    '“{line}”: a balancer that keeps the client’s address, or speaks PROXY. It may be: (1) client and target are on one node: the packet comes back with the node’s own source and is dropped; (2) inside, rules of the node take the balancer’s address and skip it: no PROXY header arrives (ipMode: Proxy is for this); (3) only one of both ends speaks PROXY.',
  'evidence.pair-next.client-ip-loop':
    '(1) does it fail only where the target is on the client’s node? preserve_client_ip.enabled=false, or ask the Service’s name inside. (2) “kubectl get svc NAME -o yaml | grep -A4 ingress:” (ipMode, hostname) and “{rules}” for that address: a host name in place of the address, or ipMode Proxy. (3) “curl --haproxy-protocol NODE:NODEPORT” answers and plain does not: set both alike.',
  'evidence.pair.cloud-health':
    '“{line}”: it may be: (1) policy Local: nodes without an endpoint fail by intent; (2) the check asks another port or path than anybody answers (node port, healthCheckNodePort, /); (3) a security group or the node’s firewall keeps the checker’s range out; (4) no endpoint is ready; (5) node names differ, so none counts as local.',
  'evidence.pair-next.cloud-health':
    'On a node: “curl -v localhost:NODEPORT/PATH” and “curl localhost:HEALTH-CHECK-NODE-PORT/healthz” as the check is set. Answers there and not from its range: (3) open it. 404 or another port: (2) annotations of the health probe. 503 with localEndpoints 0: (1) or (5): “kubectl get endpointslices -o wide”. Nothing ready: (4).',
  'evidence.pair.tunnel-size':
    '“{line}”: it may be: (1) Pods’ MTU is above what the tunnel leaves (VXLAN 50, Geneve 50 and more, WireGuard 60 or 80, IP-in-IP 20 bytes): small packets pass, large ones hang; (2) “packet too big” is filtered on the way; (3) checksum or segmentation offload of the card is wrong for tunnels; (4) the tunnel’s port is filtered or used twice.',
  'evidence.pair-next.tunnel-size':
    '(1) “ping -M do -s 1472 POD” on another node, smaller until it passes, and “ip link” for mtu: set the CNI’s mtu to it, start Pods anew. (2) “tcpdump -ni any icmp” while it hangs. (3) “ethtool -K DEVICE tx-checksum-ip-generic off” (the tunnel’s) as a test: it heals: kernel or driver. (4) “tcpdump -ni any udp port PORT” on both nodes.',
  'evidence.pair.reverse-path':
    '“{line}”: more than one way to a client. It may be: (1) rp_filter 1 drops what comes by another device than the route back; (2) the answer leaves by the default route with the wrong source or past a firewall that saw no question; (3) the CNI or the announcement chose the other interface.',
  'evidence.pair-next.reverse-path':
    '(1) “sysctl -a | grep rp_filter” and “nstat -az TcpExtIPReversePathFilter”: grows: 2 for that device. (2) “ip route get CLIENT from ADDRESS”, “tcpdump -eni any host CLIENT” (in one, out other): a rule by source (“ip rule add from …”), or policy Cluster. (3) “kubectl get nodes -o wide” and the CNI’s interface setting (--iface, devices, IP_AUTODETECTION_METHOD).',
  'evidence.pair.dns-cache':
    '“{line}”: it may be: (1) Pods do not ask the cache: in IPVS mode and with Cilium clusterDNS of the kubelet, or a local redirect policy, has to name it; (2) its Pod on that node is down: then nobody has 169.254.20.10; (3) it does not reach CoreDNS behind it (its own Service, TCP 53); (4) a NetworkPolicy leaves the link-local address out.',
  'evidence.pair-next.dns-cache':
    'On the Pod’s node: “dig @169.254.20.10 kubernetes.default.svc.cluster.local” and “dig @COREDNS-POD …”. Only the second answers: (2) “kubectl -n kube-system get pods -l k8s-app=node-local-dns -o wide”, or (3) its log (“i/o timeout” to the upstream). Both answer, the Pod gets none: (1) “cat /etc/resolv.conf” in it, “{rules}”; (4) allow egress to 169.254.20.10/32.',
  'evidence.pair.ndots':
    '“{line}”: it may be: (1) ndots:5 asks each search domain before an outside name: five questions for one; (2) one of the upstreams is slow, and each waits 5 s; (3) A and AAAA over one UDP socket race in conntrack (just 5 s); (4) a wildcard of a search domain answers for it.',
  'evidence.pair-next.ndots':
    'In the Pod: “time dig NAME” against “time dig NAME.” with the dot: (1) only the second is quick: dnsConfig ndots 1 or 2, or the dot. (2) both slow: “dig @UPSTREAM NAME” from CoreDNS’s node. (3) “conntrack -S” insert_failed grows: single-request-reopen, NodeLocal DNSCache. (4) “dig NAME.SEARCH-DOMAIN”.',
  'evidence.pair.mesh':
    '“{line}”: a sidecar or mesh stands between client and Service. It may be: (1) the port’s name or appProtocol makes it speak another protocol; (2) one side demands mTLS that the other has not; (3) it has no endpoint or route (503 UH, NR) or the upstream closes (UC, UF); (4) something translates before it (socket load balancing), or excluded ports and addresses go around it.',
  'evidence.pair-next.mesh':
    'The access log of the sidecar has the flag. NR or UH: (3) “istioctl proxy-config endpoints POD” (or “linkerd diagnostics endpoints”). UF with TLS: (2) PeerAuthentication. Strange bytes: (1) names http-, grpc-, tcp-. No line at all: (4) it went around: socketLB.hostNamespaceOnly of Cilium. Then “curl POD:PORT” from a Pod without a sidecar: answers: it is the mesh.',
  'evidence.pair.datagrams':
    '“{line}”: UDP suffers where TCP does not. It may be: (1) size: QUIC may not be fragmented, and the way to a Pod on another node puts a tunnel around it: too large ones are dropped (TCP lowers its MSS); (2) no segmentation offload (UDP GSO/GRO) on that path, or a device that cannot; (3) the socket’s buffer is too small; (4) UDP entries of the dataplane expire or go to another backend.{told, select, none {} other { “{told}” speaks for (1) and (2).}}',
  'evidence.pair-next.datagrams':
    'First: ask the node where the Pod is, then another: only the other is slow: (1) or (2). (1) “tcpdump -ni any icmp” (packet too big, need to frag) and “ip -s link” of the tunnel: lower the CNI’s mtu, or DSR without a tunnel. (2) “ethtool -k DEVICE | grep -iE ’udp|gro|gso’”, “ethtool -K DEVICE rx-udp-gro-forwarding on” or the client’s GSO off, as a test. (3) “nstat -az UdpRcvbufErrors” grows: net.core.rmem_max 7500000. (4) “{rules}” for the address while it is slow.',
  'evidence.pair.cilium-no-backend':
    '“{line}”: Cilium translates the address of a Service itself, and without a ready backend there is nothing to translate to. (1) It drops or refuses on purpose on every node that knows the Service: the packet is not let out to another place that announces the same address, so anycast and failover do not help clients inside; (2) backends are there but not ready, or the selector fits none; (3) with policy Local the node asked has none. From outside BGP withdraws the route where Local has no endpoint; inside nothing is routed.{told, select, none {} other { “{told}” speaks for (1).}}',
  'evidence.pair-next.cilium-no-backend':
    '(1) on the client’s node “cilium-dbg service list | grep ADDRESS” (no backend), “hubble observe --verdict DROPPED --to-ip ADDRESS” (Service backend not found): ask by an address that is no Service of this cluster, add the other place as an endpoint (a Service without a selector, an EndpointSlice; a global Service of Cluster Mesh), or take the Service away there; --service-no-backend-response chooses only drop or reject. (2) “kubectl get endpointslices -o wide”. (3) policy Cluster, or a Pod on that node.',
  'evidence.pair.cilium-local':
    '“{line}”: policy Local and Cilium. It may be: (1) the node that announces or is asked has no ready Pod: L2 announcement chooses its node without asking for endpoints; (2) Cilium has no backend for it; (3) Cilium does not carry node ports (kubeProxyReplacement off) and kube-proxy is gone, or both do; (4) the address comes in by a device that is not among its devices; (5) the health check of the balancer is not answered.{told, select, none {} other { “{told}” speaks for (1) or (2).}}',
  'evidence.pair-next.cilium-local':
    '(1) “kubectl -n kube-system get leases | grep cilium-l2announce” (holder) against “kubectl get endpointslices -o wide”: bind the Pods and the policy’s nodeSelector to the same nodes, or BGP, or policy Cluster. (2) on that node “cilium-dbg service list” and “cilium-dbg bpf lb list | grep ADDRESS”. (3, 4) “cilium-dbg status --verbose” (KubeProxyReplacement, Devices): set kubeProxyReplacement: true, devices. (5) “curl NODE:HEALTH-CHECK-NODE-PORT”. “hubble observe --verdict DROPPED” names the reason.',
  'evidence.pair.cilium-l2':
    '“{line}”: it may be: (1) no CiliumL2AnnouncementPolicy fits (service or node selector, interfaces, loadBalancerIPs); (2) no lease: RBAC or API limits (k8sClientRateLimit); (3) kubeProxyReplacement is off: nobody answers ARP; (4) policy Local: the holder has no Pod; (5) the network lets no second address be.',
  'evidence.pair-next.cilium-l2':
    '(1, 2) “kubectl -n kube-system get leases | grep cilium-l2announce”: none: compare the policy’s selectors, interfaces as expressions; the agent’s log. (3) “cilium-dbg status --verbose”. (4) holder against “kubectl get endpointslices -o wide”: do not use Local. (5) “arping ADDRESS” from the same network, “tcpdump -ni DEVICE arp” on the holder: asked and not answered: “cilium-dbg bpf l2-announce” (or the agent’s map).',
  'evidence.pair.cilium-bgp':
    '“{line}”: it may be: (1) the session is not up (peer address, ASN, password, multihop, port 179); (2) nothing selects the Service: an advertisement without a selector advertises none, and labels have to fit; (3) policy Local and no endpoint on that node: withdrawn by intent; (4) the router learns it and the answer goes another way. Cilium advertises and installs no routes it learns.',
  'evidence.pair-next.cilium-bgp':
    '(1) “cilium bgp peers”: not established: the router’s log, “nc -zv PEER 179”. (2) “cilium bgp routes advertised ipv4 unicast”: not listed: matchLabels of CiliumBGPAdvertisement against “kubectl get svc --show-labels”, and the address against the LB-IPAM pool. (3) “kubectl get endpointslices -o wide”. (4) “tcpdump -ni any host CLIENT” on the node; “ip route get CLIENT”.',
  'evidence.pair.cilium-dsr':
    '“{line}”: direct return: the Pod’s node answers the client itself. It may be: (1) what carries the address of the Service (IP option, Geneve) is dropped by the network or does not fit its MTU; (2) a check of sources (cloud, rp_filter, firewall that sees half of it) drops the answer; (3) it needs native routing, or Geneve as its carrier.',
  'evidence.pair-next.cilium-dsr':
    'Set the mode to snat (Calico: bpfExternalServiceMode Tunnel) as a test: it heals: one of these. (1) “tcpdump -ni any host CLIENT” on both nodes: the second gets nothing: loadBalancer.dsrDispatch: geneve, mtu. (2) the answer leaves and does not arrive: source/destination check off, or stay with snat. (3) “cilium-dbg status --verbose” (Mode, Routing).',
  'evidence.pair.cilium-masquerade':
    '“{line}”: it may be: (1) the native routing range is too wide (nothing is masqueraded) or too narrow; (2) bpf.masquerade works only on devices of its list; (3) ip-masq-agent’s ranges; (4) iptables of another program masquerade first.',
  'evidence.pair-next.cilium-masquerade':
    '“cilium-dbg status --verbose” (Masquerading: BPF or IPTables, devices, range), “cilium-dbg bpf ipmasq list”, and “tcpdump -ni DEVICE host TARGET” on the node: source a Pod’s: (1) ipv4NativeRoutingCIDR, (2) devices; the node’s though it should not: (3). (4) “iptables-save -t nat | grep -i masq” counters.',
  'evidence.pair.cilium-sockets':
    '“{line}”: with load balancing at the socket the address is translated when the program connects, before any packet. It may be: (1) something inside the Pod’s network (a sidecar, KubeVirt, gVisor, Kata) expects the Service’s address on the wire; (2) UDP or long-lived sockets stay with a Pod that is gone; (3) cgroup is not mounted, so nothing is translated there; (4) host-network Pods do it otherwise.',
  'evidence.pair-next.cilium-sockets':
    '(1) “tcpdump” in the Pod: does it show the Pod’s address at once? socketLB.hostNamespaceOnly: true (Calico: bpfConnectTimeLoadBalancing: Disabled). (2) restart of the client heals: close stale sockets (newer releases do). (3) “cilium-dbg status --verbose” (Socket LB), “mount | grep cgroup2”. (4) ask from a Pod without hostNetwork. “{rules}” for the address.',
  'evidence.pair.cilium-whole':
    '“{line}”: Cilium in place of kube-proxy. It may be: (1) the agent has no way to the API server: the Service kubernetes is nobody’s until it runs (k8sServiceHost, k8sServicePort); (2) kube-proxy or its rules are still there; (3) node ports are carried only on its devices; (4) a kernel or cgroup without what it needs.',
  'evidence.pair-next.cilium-whole':
    '(1) “kubectl -n kube-system logs ds/cilium” (i/o timeout to 10.96.0.1): set both values. (2) “iptables-save | grep -c KUBE-SVC”: above 0: delete the DaemonSet, “kube-proxy --cleanup” or a restart of the node. (3, 4) “cilium-dbg status --verbose” (KubeProxyReplacement, Devices, Services by type), then “cilium-dbg service list | grep ADDRESS”.',
  'evidence.pair.calico-bpf':
    '“{line}”: Calico’s eBPF dataplane carries Services. It may be: (1) it has no way to the API server without kube-proxy (ConfigMap kubernetes-services-endpoint); (2) kube-proxy still runs and cleans or competes; (3) a device is not in bpfDataIfacePattern; (4) connect-time balancing changes addresses early; (5) MTU of its VXLAN between nodes.',
  'evidence.pair-next.calico-bpf':
    'On the node: “kubectl -n calico-system exec ds/calico-node -- calico-node -bpf nat dump” (is ADDRESS there with backends), “… -bpf counters dump” (which drops grow), “… -bpf conntrack dump”. Empty: (1) its log. (2) “kubectl -n kube-system get ds kube-proxy”: nodeSelector that fits none. (3) “ip link” against the pattern. (4) bpfConnectTimeLoadBalancing: Disabled. (5) “tcpdump -ni any icmp”. iptables-save does not show these packets.',
  'evidence.pair.calico-between':
    '“{line}”: the way between nodes. It may be: (1) BGP sessions are down (179/tcp, wrong address chosen), so routes are missing; (2) the network drops IP-in-IP (protocol 4; Azure does) or VXLAN (4789/udp); (3) CrossSubnet over nodes that are not truly neighbours; (4) source/destination check of the cloud; (5) checksum offload of the card.',
  'evidence.pair-next.calico-between':
    '(1) “calicoctl node status” (Established?) and “ip route | grep bird”: IP_AUTODETECTION_METHOD, firewall. (2) “tcpdump -ni any proto 4 or udp port 4789” on both nodes: leaves and does not arrive: vxlanMode: Always, or open it. (3, 4) ping of a Pod by its address across nodes with ipipMode Always as a test. (5) “ethtool -K vxlan.calico tx-checksum-ip-generic off” as a test.',
  'evidence.pair.metallb-bgp':
    '“{line}”: it may be: (1) no session, or another speaker of BGP on the node (Calico, Cilium) has port 179 or the peer; (2) no BGPAdvertisement for the pool, or the router does not take the route; (3) policy Local: only nodes with an endpoint advertise; (4) ECMP hashes anew when a node comes or goes: established connections break; (5) the answer goes another way.',
  'evidence.pair-next.metallb-bgp':
    '(1) “kubectl -n metallb-system exec SPEAKER -c frr -- vtysh -c ’show bgp summary’” or the speaker’s log: Established? Else peer one program alone, e.g. through Calico’s serviceLoadBalancerIPs. (2) “show ip route ADDRESS” on the router. (3) “kubectl get endpointslices -o wide”. (4) only while nodes change: resilient hashing, or fewer changes. (5) “tcpdump -ni any host CLIENT” on the node.',
  'evidence.pair.antrea':
    '“{line}”: Antrea carries Services in Open vSwitch (AntreaProxy); node ports and outside addresses stay with kube-proxy unless proxyAll. It may be: (1) both carry them, or neither; (2) groups and flows are stale or have no endpoint; (3) a policy drops it after the translation; (4) the tunnel between nodes.',
  'evidence.pair-next.antrea':
    '(1) “kubectl -n kube-system get cm antrea-config -o yaml | grep -iE ’proxyAll|AntreaProxy’” against “kubectl -n kube-system get ds kube-proxy”: proxyAll: true before kube-proxy goes. (2) “antctl get ovsflows -S SERVICE -n NAMESPACE” in the agent of the client’s node. (3) “antctl traceflow -S CLIENT -D SERVICE” names the table that drops. (4) traceflow to a Pod on another node.',
  'evidence.pair.ovn':
    '“{line}”: OVN carries Services as load balancers of its switches and gateway routers. It may be: (1) its load balancer has no backend or is missing on that node; (2) gateway mode (shared, local; routingViaHost) sends answers around the host’s routes and firewall; (3) policy Local without a Pod; (4) MTU or the Geneve port 6081/udp.',
  'evidence.pair-next.ovn':
    '(1) “ovn-nbctl lb-list | grep ADDRESS” (or “ovn-nbctl find load_balancer”), “kubectl get endpointslices”. (2) “kubectl get network.operator cluster -o yaml | grep routingViaHost”; “ovn-trace” or “ovnkube-trace” from client to Service: where it ends. (3) endpoints against the node asked. (4) “tcpdump -ni any udp port 6081”; “ping -M do -s 1372 POD”.',
  'evidence.pair.kube-vip':
    '“{line}”: it may be: (1) no leader, or two (leases, clocks, a node that lost the API); (2) it announces on another interface; (3) IPVS mode of kube-proxy answers ARP, too (strictARP); (4) policy Local and the leader has no Pod (svc_election); (5) the network learns the new MAC late or not (gratuitous ARP is filtered).',
  'evidence.pair-next.kube-vip':
    '(1) “kubectl -n kube-system get leases | grep plndr”, “ip addr | grep ADDRESS” on every node: on exactly one? (2) vip_interface against “ip addr”. (3) “arping ADDRESS”: more MACs than one: ipvs.strictARP: true. (4) “kubectl get endpointslices -o wide”: svc_election: true. (5) “ip neigh” of the router before and after the change.',
  'evidence.pair.service-lb':
    '“{line}”: ServiceLB of k3s is a Pod svclb-* on each node with a hostPort, that forwards to the Service. It may be: (1) the port is held by another (Traefik: 80, 443), so it stays Pending; (2) it gives packets its own address: the client’s is lost unless policy Local; (3) the rules of the hostPort were flushed, or a firewall; (4) another balancer (MetalLB) runs beside it.',
  'evidence.pair-next.service-lb':
    '(1) “kubectl -n kube-system get pods -o wide | grep svclb” and “kubectl get svc -A | grep LoadBalancer”: another port, or --disable=traefik. (2) externalTrafficPolicy: Local, or --disable=servicelb with another balancer. (3) on the node “iptables-save -t nat | grep CNI-DN”: none: start the svclb Pod anew. (4) only one of both: --disable=servicelb.',
  'evidence.pair.flannel':
    '“{line}”: it may be: (1) flannel took the wrong interface (10.0.2.15, a VPN); (2) 8472/udp (WireGuard: 51820/udp) is filtered between nodes; (3) checksum offload of flannel.1 is wrong; (4) subnets: podCIDR missing or net-conf another range than kube-proxy’s; (5) FORWARD drops; (6) host-gw over a router.',
  'evidence.pair-next.flannel':
    '(1) “kubectl get nodes -o yaml | grep public-ip”: --iface. (2) “tcpdump -ni any udp port 8472” on both nodes: leaves and does not arrive. (3) “ethtool -K flannel.1 tx-checksum-ip-generic off”: heals: keep it, or a newer kernel. (4) “cat /run/flannel/subnet.env”, “kubectl get nodes -o yaml | grep podCIDR”. (5) “iptables -nvL FORWARD”. (6) vxlan.',
  'evidence.pair.aws-cni':
    '“{line}”: Pods have addresses of the VPC. It may be: (1) source NAT of what leaves the VPC (AWS_VPC_K8S_CNI_EXTERNALSNAT), or of peered ranges; (2) security groups for Pods: rules of the branch interface, strict mode; (3) a Pod of a second interface answers by the wrong one (rp_filter, ip rule); (4) no address is left.',
  'evidence.pair-next.aws-cni':
    '(1) “kubectl -n kube-system get ds aws-node -o yaml | grep -A1 SNAT” and “iptables-save -t nat | grep AWS-SNAT”. (2) flow logs of the VPC: REJECT: open it for that group; POD_SECURITY_GROUP_ENFORCING_MODE=standard. (3) “ip rule”, “sysctl -a | grep rp_filter” (2 on eth0). (4) “kubectl describe pod” (failed to assign an IP): prefix delegation, a larger subnet.',
  'evidence.pair.network-switch':
    '“{line}”: the Pods’ network was changed. It may be: (1) Pods from before still have devices and addresses of the old one; (2) its configuration (/etc/cni/net.d), devices, routes or iptables chains are left; (3) two programs carry Services, or none: kube-proxy against the new one; (4) the Pod range is another one than kube-proxy and the Nodes say; (5) ports of the new tunnel are closed.',
  'evidence.pair-next.network-switch':
    '(1) “kubectl get pods -A -o wide”: addresses out of the new range: start those Pods anew. (2) “ls /etc/cni/net.d”, “ip link”, “iptables-save | grep -iE ’cali|flannel|weave|cilium’”: remove, restart the node. (3) “{rules}” and “kubectl -n kube-system get ds”. (4) “kubectl get nodes -o yaml | grep podCIDR” and clusterCIDR. (5) “tcpdump -ni any udp” on both nodes.',
  'evidence.pair.policy-service':
    '“{line}”: a policy sees a packet after the Service is translated: the Pod’s address and targetPort. It may be: (1) a rule names the Service’s address or port; (2) the source is a node’s by then (from outside with policy Cluster, host network): the ingress rule does not know it; (3) egress of DNS (53 to kube-dns, UDP and TCP) is missing; (4) nobody enforces policies in this network, or it was not enforced yet.',
  'evidence.pair-next.policy-service':
    'Ask the Pod by its own address and the Service from the same place. Both fail: (1) rules by podSelector and targetPort; (3) “nslookup” fails, too: allow egress to kube-dns. Only the Service or only outside fails: (2) “tcpdump -ni any host POD” on its node shows the source: allow the nodes’ range (ipBlock), or policy Local. (4) the CNI’s documentation. What drops: hubble observe, “calico-node -bpf counters dump”, “antctl traceflow”, or “{rules}”.',
} as const satisfies PhraseBook;
