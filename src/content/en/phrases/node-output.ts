import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on captures and listings of a node: their proof, and the commands that tell causes apart. */
export const NODE_OUTPUT_PHRASES = {
  'evidence.capture.unanswered':
    '{from} sent the first packet of a connection to {to} {count, plural, one {once} other {# times}}{leads, select, none {} other {; it was sent on to {leads}}}, and this capture shows no answer{count, plural, one { (it may end before it)} other {, neither SYN+ACK nor a refusal}}. So the packet or its answer is dropped in silence, or one of them goes another way: where nobody listens, or a rule of REJECT stands, an answer comes at once.',
  'evidence.capture-next.unanswered':
    'Capture on the machine that has or translates {to}, too: “tcpdump -ni any tcp port {port}”. 1. It does not come there: a firewall or the network before it; on the same network “arping” tells who answers for the address. 2. It comes and does not go on to a Pod: the rules there; paste “{rules}”. 3. The Pod answers and the answer stays away: the way back; “ip route get CLIENT”, “sysctl net.ipv4.conf.all.rp_filter” and “conntrack -L” of that machine.',
  'evidence.capture.repeated':
    '{to} answered {from} with SYN+ACK {answers} times, and {from} sent its SYN {count} times: the question arrives, the answer leaves from where this was captured, and the client does not get it or does not take it. The fault is on the way back.',
  'evidence.capture-next.repeated':
    '“tcpdump -ni any tcp port {port}” on the client. 1. The SYN+ACK does not come there: something between drops it, as a firewall or router that sees only one of the two directions; “ip route get CLIENT” on the machine that answers, and the route of the question, show whether they differ: let both go the same way, or masquerade (externalTrafficPolicy: Cluster). 2. It comes, and the client resets or ignores it: another source address or port than it asked, or a wrong checksum (“tcpdump -vvn”).',
  'evidence.capture.other':
    '{from} asked {to}, and {by} answered: the address was not translated back, so the client takes the answer for none of its connections. The answer did not pass the connection table of the machine that translated the question.',
  'evidence.capture-next.other':
    '1. Client and Pod are on the same bridge of one node: “sysctl net.bridge.bridge-nf-call-iptables” has to be 1 (“modprobe br_netfilter”). 2. The Pod has a shorter way to the client than back through that machine: masquerade the question (externalTrafficPolicy: Cluster, kube-proxy’s masqueradeAll, or the clusterCIDR that leaves it out). 3. A rule of NOTRACK takes the answer: “iptables-save -t raw”.',
  'evidence.capture.refused':
    '{to} refused {from} at once (RST): the packet came to a machine where nobody listens at port {port}, or to a rule that rejects with tcp-reset.',
  'evidence.capture-next.refused':
    '“ss -lntp” where it arrives (for a Service: in its Pods, at targetPort; a socket of 127.0.0.1 hears no other machine), and “conntrack -L -d ADDRESS” there for where it was sent on to. Else “iptables-save -c | grep tcp-reset”.',
  'evidence.capture.tunnel':
    'Inside of the tunnel ICMP is answered, and the SYN of TCP from {from} to {to} is not ({count, plural, one {once} other {# times}}). Way and tunnel are there; what differs is TCP itself.',
  'evidence.capture-next.tunnel':
    '1. Checksums: a device or its driver that reckons them wrongly inside of tunnels loses TCP and UDP and not ICMP. “tcpdump -vvni any udp port 4789 or udp port 8472” on the receiving node says “incorrect” or “bad udp cksum”; “ethtool -K DEVICE tx-checksum-ip-generic off” for the tunnel’s device (flannel.1, vxlan.calico), or “ethtool -K NIC tx-udp_tnl-segmentation off tx-udp_tnl-csum-segmentation off”, on both nodes mends it. Calico keeps it by featureDetectOverride: ChecksumOffloadBroken=true. 2. A policy or firewall for TCP on the receiving node: “iptables-save -c | grep -E "DROP|REJECT"” before and after a try.',
  'evidence.capture.udp':
    '{from} asked {to} {count} times from the same port{resolver, select, yes {, five seconds apart, as a resolver waits for a name server} other {}}, and this capture shows no answer.',
  'evidence.capture-next.udp':
    'On the node of the client, while it asks: “conntrack -L -p udp --orig-dst {host}”. 1. [UNREPLIED] with a Pod that is gone: “conntrack -D -p udp --orig-dst {host}” takes the entry away. 2. [UNREPLIED] with the address itself in the answer: the entry is older than the rule, or there is none: paste “{rules}”. 3. No entry, and “conntrack -S” counts insert_failed: two questions from one port at the same time met each other (A and AAAA); “options single-request-reopen” in resolv.conf, or NodeLocal DNSCache, keeps them apart. 4. An entry with a living Pod: “tcpdump -ni any udp port {port}” on the node of that Pod tells whether it answers.',
  'evidence.capture.icmp':
    '{by} told {to}: “{what}”. {why, select, mtu {Packets of that size do not fit through a device on the way{mtu, select, none {} other { ({mtu} bytes at most)}}: a tunnel’s head is not reckoned in. Small ones pass, so a connection opens and then hangs.} prohibited {A firewall rejects so (REJECT with admin-prohibited or host-prohibited, as firewalld does), not kube-proxy.} port {Nobody listens at that port of it, or a rule rejects with icmp-port-unreachable, as kube-proxy does for a Service without ready endpoints.} other {Nobody answers there for the address, or no route leads to it.}}',
  'evidence.capture-next.icmp':
    '{why, select, mtu {“ip link” for the mtu of the Pods’ devices, the tunnel’s and the NIC’s: the inner ones have to be smaller by 50 bytes (VXLAN), 20 (IPIP), 60 or 80 (WireGuard). Set the mtu of the Pod network, and start the Pods anew; “ping -M do -s SIZE ADDRESS” finds the limit.} prohibited {On {by}: “iptables-save -c | grep prohibited”, “nft list ruleset | grep prohibited”, and “firewall-cmd --get-active-zones”: put devices and range of the Pods into the zone trusted.} port {On {by}: “ss -lnu”, “ss -lnt”, and “iptables-save -c | grep REJECT”; “kubectl get endpointslices” of the Service.} other {On {by}: “ip route get ADDRESS” and “ip neigh”; the machine or Pod of that address may be gone.}}',
  'evidence.capture.arp':
    '{by} asked {count} times who has {address}, and this capture shows no answer: no machine of that network claims the address, so no packet for it can be sent.',
  'evidence.capture-next.arp':
    'For an address of a load balancer: the one that is to announce it (MetalLB speaker, kube-vip, Cilium’s l2announcements) does not, on this network: its log, and the devices and nodes it is limited to. For a node or Pod: it is gone, or on another network: “ip route get {address}” on {by}.',
  'evidence.log.docker-chain':
    '{line}: Docker’s own chains are gone: it makes them only when it starts, and something emptied the tables since (firewalld’s reload, “iptables -t nat -F”, “nft flush ruleset”). Published ports and new networks of Docker fail until then; kube-proxy writes its own rules again by itself.',
  'evidence.log-next.docker-chain':
    '“systemctl restart docker” makes them anew. “iptables-save | grep -c DOCKER” before and after what emptied them shows it.',
  'evidence.log.node-port-taken':
    '{line}: kube-proxy up to 1.23 opens a socket at each nodePort only to hold it, and somebody has that port already. The rules are written all the same, and take packets before any socket sees them: the nodePort works, and who listens there hears nothing from outside.',
  'evidence.log-next.node-port-taken':
    '“ss -lntp sport = :PORT” names who has it. Is it kube-proxy itself, two of them run, or it is 1.23.0 or 1.23.1, which open some ports twice (renew it). Another program: give it or the Service another port. From 1.24 on no port is held.',
  'evidence.log.health-port-taken':
    '{line}: another process has kube-proxy’s port for health (10256) or metrics (10249), mostly a second kube-proxy (a system service beside the DaemonSet). Rules are written all the same; who asks for health is answered by the other one, and two proxies of different settings undo each other’s rules.',
  'evidence.log-next.health-port-taken':
    '“ss -lntp sport = :10256” and “ps -C kube-proxy -o pid,args” on the node: stop the one that is not meant, or set healthzBindAddress and metricsBindAddress.',
  'evidence.log.hns-exists':
    '{line}: HNS did not make this load balancer: one with the same front and port is there already, or the port is reserved on the node. Packets from this Windows node to that Service are not translated.',
  'evidence.log-next.hns-exists':
    'On the node: “hnsdiag list loadbalancers -d” shows who has that address and port, “netsh int ipv4 show excludedportrange tcp” which ports are reserved. Left over of an earlier run: stop kube-proxy, “Get-HnsPolicyList | Remove-HnsPolicyList”, start it anew. Reserved: take them out of the dynamic ports.',
  'evidence.log.hns-missing':
    '{line}: HNS has not what kube-proxy asks for: its network is gone or has another name, or the Pod’s endpoint (switch port) is gone. Load balancers that need it are not made, so packets from this Windows node to those Services are not translated.',
  'evidence.log-next.hns-missing':
    '“hnsdiag list networks” and “hnsdiag list endpoints” on the node, beside kube-proxy’s KUBE_NETWORK or networkName. After HNS was restarted or the Pod network made anew, restart the Pod network’s agent, then kube-proxy.',
  'evidence.log.hns-refused':
    '{line}: HNS refused a policy of kube-proxy, so packets from this Windows node to that Service are not translated. kube-proxy tries again.',
  'evidence.log-next.hns-refused':
    '“hnsdiag list loadbalancers -d” and the line’s code (0x803b…) on the node; paste both, and the lines before.',
  'evidence.log.no-conntrack-tool':
    '{line}: kube-proxy has no program conntrack, so it cannot take away UDP entries that lead to endpoints which are gone: clients that keep their port send into nothing.',
  'evidence.log-next.no-conntrack-tool':
    'Install conntrack where kube-proxy runs (its image has it; a package of that name on the node). “conntrack -L -p udp -d CLUSTERIP” shows entries that stay.',
  'evidence.log.chains-failed':
    '{line}: kube-proxy could not make its chains or the jumps to them, and gave that sync up: the rules stay as the last one that worked left them; after a start there are none.',
  'evidence.log-next.chains-failed':
    'What iptables said stands in the same line or right below. A match or target that is missing: “iptables -m NAME -h” where kube-proxy runs (libxt_NAME.so, modprobe xt_NAME); else “iptables --version” there and on the node.',
  'evidence.log.no-cluster-cidr':
    '{line}: kube-proxy does not know which addresses are Pods of the cluster. It masquerades nothing for coming from outside of them: what machines outside send to a clusterIP keeps its source, and the answer has to find its own way back.',
  'evidence.log-next.no-cluster-cidr':
    'Set clusterCIDR in kube-proxy’s configuration to the range of the Pods (or detectLocalMode: NodeCIDR, BridgeInterface), and start it anew. Nodes and Pods that ask clusterIPs need it only where answers come back another way.',
  'evidence.log.no-api':
    '{line}: a program of the cluster does not reach the API server, so it sees no new Services and endpoints: what it wrote stays as it was, and after its start there is nothing.',
  'evidence.log-next.no-api':
    'The address in the line: a clusterIP needs the rules of a kube-proxy that runs; kube-proxy itself, and Pod networks that come before it, need the API server’s own address (server in their kubeconfig, KUBERNETES_SERVICE_HOST). “curl -k https://ADDRESS:PORT/version” on that node.',
  'evidence.log.ipvs-empty':
    '{line}: IPVS has a virtual server of that address and no server for it (none, or all of weight 0), so it refuses each new connection.',
  'evidence.log-next.ipvs-empty':
    '“ipvsadm -Ln” and “kubectl get endpointslices” of that Service: without ready endpoints it is right; with some, kube-proxy does not sync: its log.',
  'evidence.log.rules-lockup':
    '{line}: a program that writes rules kept a processor in the kernel for so long that others waited: one change holds very many rules or elements. Until it is done newer endpoints are in no rule.',
  'evidence.log-next.rules-lockup':
    'How many: “kubectl get services -A --no-headers | wc -l”, “nft list ruleset | wc -l”, “iptables-save | wc -l”; how long: kubeproxy_sync_proxy_rules_duration_seconds at :10249/metrics. A longer minSyncPeriod, fewer Services that nobody uses, a newer kube-proxy (partial syncs: iptables from 1.27, nftables from 1.33) and kernel lower it.',
  'evidence.log.syn-flood':
    '{line}: a socket on this machine did not take its connections fast enough, or somebody sends very many: the queue is full. No rule drops them.',
  'evidence.log-next.syn-flood':
    '“ss -lnt sport = :PORT” where it listens: Recv-Q beside Send-Q (the backlog); “nstat -az TcpExtListenOverflows TcpExtListenDrops”. Raise the program’s backlog and net.core.somaxconn, or let more Pods serve it.',
  'evidence.log.ports-used-up':
    '{line}: the client has no free source port to that address and port: connections that are open or in TIME_WAIT have them all. No rule refuses it.',
  'evidence.log-next.ports-used-up':
    '“ss -s” and “ss -tan state time-wait | wc -l” in the client’s network namespace, “sysctl net.ipv4.ip_local_port_range net.ipv4.tcp_tw_reuse”. Keep connections open instead of making one for each request, widen the range, or ask several addresses.',
  'evidence.log.no-such-address': '{line}: a program is to listen at an address that this machine has not.',
  'evidence.log-next.no-such-address':
    '“ip -br addr” where it runs. An address of a load balancer or of NodeLocal DNSCache (169.254.20.10) has to be put on a device first; its own log says whether it was.',
  'evidence.log.ovs-refused':
    '{line}: Open vSwitch refused flows or groups, and what is sent in one bundle is taken whole or not at all: those of this Service are not in force. Antrea and OVN-Kubernetes carry Services by such flows, not by kube-proxy’s rules.',
  'evidence.log-next.ovs-refused':
    'The lines behind it name the Service. Restart the agent of that node (“kubectl -n kube-system delete pod -l component=antrea-agent” with its spec.nodeName), which installs all flows anew; if it comes again, a newer release. “ovs-ofctl -O OpenFlow15 dump-groups BRIDGE” in the agent shows the groups.',
  'evidence.log.felix-rules':
    '{line}: Calico’s Felix could not read or write its rules of iptables: policies and Pods that came since are not in them, and new Pods have no way.',
  'evidence.log-next.felix-rules':
    'The lines before it have what iptables said. Most often another kind of iptables than the node’s (FELIX_IPTABLESBACKEND: Auto, NFT or Legacy; “iptables --version” on the node), or a rule that this iptables cannot read (“nft -a list ruleset”).',
  'evidence.log.ufw-routed':
    '{line}: ufw drops what this machine passes on (routed), unless a rule before it accepts it. What Pods send to other machines, and what comes to Pods, is passed on; “allow” rules are only for what is addressed to the machine itself.',
  'evidence.log-next.ufw-routed':
    '“ufw route allow in on DEVICE out on DEVICE” for the devices of Pods and of the node’s network, or DEFAULT_FORWARD_POLICY="ACCEPT" in /etc/default/ufw and “ufw reload”. “iptables -S FORWARD” shows who is asked first; “dmesg | grep UFW” names each packet that is dropped.',
  'evidence.cilium.drop':
    '{src, select, none {Cilium drops packets here: “{reason}”.} other {Cilium dropped the packet from {src} to {dst}: “{reason}”.}} {kind, select, backend {The frontend that was asked has no backend it may choose: the Service has no ready endpoint, or none on this node where its policy is Local, or Cilium’s map is behind the EndpointSlices.} policy {No policy of this end allows it.} table {The map of connections is full, so no new one is let in.} nat {Cilium has no address or no free port to masquerade it with.} route {The kernel has no route, no neighbour or no tunnel to that destination for it.} source {The Pod’s device sent with an address that is not the Pod’s.} size {It does not fit through the next device, or is a fragment whose first part was not seen.} authentication {The policy asks for mutual authentication, and the two have not authenticated yet.} clusterIP {A clusterIP was asked from outside of the cluster, which Cilium does not answer by default.} protocol {It is of a protocol that Cilium’s programs do not pass on, as IPv6 where it is off: mostly noise, not the question.} other {The endpoint or its programs are not ready, or the connection’s entry is older than the route.}}',
  'evidence.cilium-next.drop':
    '{kind, select, backend {“kubectl get endpointslices” of the Service (ready: true? a node of this packet with internal- or externalTrafficPolicy Local?), beside “cilium-dbg service list” and “cilium-dbg bpf lb list” on that node. If they differ, the agent is behind: its log, then restart it. A client that keeps a connected UDP socket keeps its backend, too.} policy {“hubble observe --verdict DROPPED” names both identities; “kubectl get ciliumnetworkpolicies,ciliumclusterwidenetworkpolicies,networkpolicies -A”, and let one of them allow {dst, select, none {it} other {{dst}}}.} table {“cilium-dbg bpf ct list global | wc -l” beside bpf-ct-global-tcp-max and -any-max in cilium-config (bpf.ctTcpMax, bpf.ctAnyMax in Helm): raise them, or bpf.mapDynamicSizeRatio.} nat {“cilium-dbg bpf nat list | wc -l”, bpf.natMax; “cilium-dbg status --verbose” (Masquerading) for the devices and addresses.} route {“ip route get ADDRESS” and “ip neigh” on that node, “cilium-dbg bpf tunnel list”, “cilium-dbg node list”: does every node know the other’s Pods? In native routing the network between has to, or autoDirectNodeRoutes.} source {“cilium-dbg endpoint list” for the Pod’s address; a Pod that forwards for others has to be allowed (enable-source-ip-verification).} size {“ip link” for the mtu of Pods, cilium_vxlan and the NIC; MTU in Helm; enable-ipv4-fragment-tracking.} authentication {“cilium-dbg bpf auth list”, and SPIRE’s agents.} clusterIP {Ask a nodePort or a load balancer’s address, or set bpf.lbExternalClusterIP=true.} protocol {Look for other drops beside it.} other {“cilium-dbg endpoint list”, “cilium-dbg status --verbose” on that node; if it stays, restart its agent.}}',
  'evidence.cilium.front':
    '{front} is a frontend of Cilium{type, select, none {} other { ({type})}} with {count, plural, =0 {no backend that takes new connections} one {one backend ({backends})} other {# backends ({backends})}}{leaving, select, none {} other {; {leaving} only keep connections they have}}. {count, plural, =0 {A packet to it goes to nobody: Cilium drops it (“Service backend not found”), or refuses it from 1.16 on.} other {Of a new connection it takes one of them; whether that one answers, and what policies on the way say, no such listing tells.}}{isLocal, select, yes { It is Local: from outside only backends of the node that is asked are taken.} internal { It is InternalLocal: for clients on this node only its own backends count, and the list has one, so it is not that none runs here. In which state a backend is, it does not tell.} other {}}{inside, select, yes { From outside of the cluster it is not answered.} other {}}',
  'evidence.cilium-next.front':
    '{count, plural, =0 {“kubectl get endpointslices” of that Service: without ready endpoints it is so; with some, Cilium’s map is behind: the agent’s log on that node, then its restart.} other {{isLocal, select, internal {“cilium-dbg service list” on that node: a backend that is quarantined or terminating gets no new connection: restart the agent of that node. Until then “kubectl -n NAMESPACE patch service NAME --type=merge -p {patch}”. If it is active: } other {}}“hubble observe --to-port PORT -f” while a client asks {front}: TRANSLATED or FORWARDED shows the backend that was taken, DROPPED the reason. Then the same request to that backend itself, from the node.}}',
  'evidence.cilium.no-front':
    '{to} was asked, and is no frontend in this listing: Cilium has that address with {ports} only, so it translates nothing of what is sent there. Such a packet ends at a machine that has the address, or nowhere.',
  'evidence.cilium-next.no-front':
    'Ask one of those ports, or of a node’s address the nodePort (a nodePort is promised on addresses of nodes alone). Should {to} be one: “kubectl get service -A -o wide | grep ADDRESS”, and “cilium-dbg service list” in full on the node that gets the packet.',
  'evidence.ipvs.own-source':
    'A client asked {virtual} with {address}, the virtual address, as its own source: it has that address on kube-ipvs0, and the kernel chose it by the route of the table local. Every node has it there, so the server answers to itself, and the client waits in SYN_RECV.',
  'evidence.ipvs-next.own-source':
    'kube-proxy mends that by masquerading: “iptables -t nat -S KUBE-POSTROUTING” and “-S KUBE-SERVICES” on that node, and “ipset list KUBE-CLUSTER-IP” (is {address} in it?). Missing or not reached: the log of kube-proxy; else set masqueradeAll, or give the route another source: “ip route show table local {address}” shows it.',
  'evidence.ipvs.half-open':
    'IPVS sent {count, plural, one {a connection} other {# connections}} to {virtual} on to {servers} and saw only the first packet of {client}, never the one that answers the server’s SYN+ACK (SYN_RECV){good, select, none {} other {; connections to {good} were established, so rules and client are right and the way to or from the others is not}}.',
  'evidence.ipvs-next.half-open':
    'On this node and on that of {server}: “tcpdump -ni any host {client} and tcp”, while the client asks. 1. The SYN does not come to the server, or it does not answer: the way between the nodes, its policy, its port (“curl” from this node). 2. It answers straight to {client} and not by this node: the client gets an answer of an address it did not ask. Masquerade what comes from outside: externalTrafficPolicy: Cluster with a nodePort or load balancer, or masqueradeAll; a clusterIP that is routed in from outside needs clusterCIDR set. 3. It answers by this node and is dropped here: “sysctl net.ipv4.conf.all.rp_filter”, FORWARD.',
  'evidence.forward-closed':
    'FORWARD drops by its policy, and of the rules that are told none lets pass what comes from outside or from another node for a Pod here: kube-proxy’s KUBE-FORWARD accepts only what it marked itself on this machine, and what belongs to a connection; the others are for what is known already or for devices of Docker. A packet that another node has translated already is not marked here, so it is dropped, and nobody is told.',
  'evidence.counter.policy':
    'The policy of {chain} has dropped {packets} packets: no rule of that chain accepted them{kind, select, forward {. They were passed on, as packets from and to Pods are; kube-proxy’s KUBE-FORWARD accepts only what it marked, and what belongs to a connection} other {}}.',
  'evidence.counter-next.policy':
    'See which: read the counter, let the client try, read it again. {kind, select, forward {Accept the range of the Pods in {chain} (“iptables -I {chain} -s PODCIDR -j ACCEPT”, and -d), let the Pod network’s plugin or agent do it, or set the policy to ACCEPT; Docker sets it to DROP when it starts (“ip-forward-no-drop”: true of dockerd 28 leaves it).} other {A rule before the end of {chain} has to accept them.}}',
  'evidence.counter.failed':
    'The table of connections refused {count} new entries (insert_failed): two packets of the same ends came at once, or no free port was left to translate to. The later packet is dropped; a client sees a timeout of seconds, of DNS most often five.',
  'evidence.counter-next.failed':
    'Watch whether it grows while the fault shows (“conntrack -S” twice). A and AAAA asked at once over one socket: “options single-request-reopen” or use-vc in resolv.conf, or NodeLocal DNSCache. Masquerading without --random-fully: “iptables-save -t nat | grep MASQUERADE”.',
  'evidence.counter.early':
    'The table of connections was full and {count} entries were thrown out to make room (early_drop): connections that live lose their translation, and their next packet is not known.',
  'evidence.counter-next.early':
    '“sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max”: raise the limit (kube-proxy: conntrack.maxPerCore and conntrack.min), or find out who opens so many: “conntrack -L | wc -l”.',
  'evidence.counter.held':
    'The table of connections holds {held} of at most {most} entries: the next burst fills it, and then packets of new connections are dropped, whatever the rules say.',
  'evidence.counter.slow-sync':
    'A sync of kube-proxy took {took}{services, select, none {} other { for {services} Services}}: that long endpoints that came or went are not in the rules, and changes in the meantime wait for the next.',
  'evidence.next.answered':
    'This connection works. Of one that fails, list the entry while it fails: “conntrack -L -d ADDRESS”; [UNREPLIED] is what nobody answers.',
  'evidence.policy.chain':
    '{chain} is a chain by which {by, select, calico {Calico (Felix)} other {kube-router}} carries out NetworkPolicies{pod, select, none {} other { of Pod {pod}}}{hits, select, none {} other {, and {hits} packets ended at its last rule}}: once a policy selects a Pod, what no policy allows is {by, select, calico {dropped} other {refused}} at its end, whatever kube-proxy’s rules say.',
  'evidence.policy-next.chain':
    '“kubectl get networkpolicies -A -o yaml”{by, select, calico { and “calicoctl get networkpolicy,globalnetworkpolicy -A -o yaml”} other {}}: which of them selects {pod, select, none {the Pod} other {{pod}}} (podSelector), for Ingress or Egress? Add the sender (podSelector, namespaceSelector or ipBlock; of a masqueraded packet the node’s address) and the Pod’s own port, not the Service’s, to its rules.',
  'evidence.log.bird-down':
    '{line}: Calico’s BGP program BIRD does not run on this node or does not answer. Where routes to Pods of other nodes come by BGP (or by IPIP) this node then learns and announces none; with VXLAN and BGP off it is so on purpose.',
  'evidence.log-next.bird-down':
    '“calicoctl node status”, “ip route | grep bird” on the node, and “kubectl get installation default -o yaml | grep bgp”. If BGP is meant: the log of calico-node before it (confd, bird), then restart that Pod.',
  'evidence.log.felix-not-ready':
    '{line}: Felix, which writes Calico’s routes, rules and policies on this node, has not brought them up to date or has lost the datastore: Pods and policies that came since are not served.',
  'evidence.log-next.felix-not-ready':
    '“kubectl -n calico-system logs ds/calico-node -c calico-node” of that node for ERROR and WARNING: rules it cannot read or write (another iptables than the node’s: FELIX_IPTABLESBACKEND or iptablesBackend in FelixConfiguration default), or no way to the API server (Typha).',
  'evidence.entry.half-open':
    '{from} asked {to}, and {leads} answered with SYN+ACK through this machine{source, select, kept {} other { (asked as {source})}}; nothing came from the client after it (SYN_RECV), as far as this shows. If that lasts, rules and Pod are right as far as this machine, and the answer is lost behind it or leaves by a way the client does not take it from.',
  'evidence.next.half-open':
    '“tcpdump -ni any host {client} and tcp” here: by which device does the SYN+ACK leave, with which source? “ip rule” and “ip route get {client} from {leads}” show the route, which is chosen before the source is translated back: a rule for the Pod’s address can send it out by another device than the question came in (rp_filter and networks with source checks drop it). Mark the connection and route by the mark, as the AWS CNI does, or masquerade (externalTrafficPolicy: Cluster).',
} as const satisfies PhraseBook;
