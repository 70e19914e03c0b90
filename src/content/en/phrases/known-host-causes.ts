import type { PhraseBook } from '../../phrases/phrase-book';

/** Causes the field knows of names, hosts and the way between nodes, loaded with the others. */
export const KNOWN_HOST_CAUSE_PHRASES = {
  'evidence.known.resolver-failed':
    '{line}: the resolver that was asked answered with a failure (SERVFAIL or REFUSED), so nothing was sent to the name{read, select, none {} other { ({read})}}. A name that only a container network or the cluster knows is none for the host’s resolver.',
  'evidence.known-next.resolver-failed':
    '“resolvectl query NAME” (or “dig NAME @SERVER”) where the program runs. A node of kind: its address by “docker inspect -f NAME” (podman inspect) in /etc/hosts, or run the program in that network; a name of the cluster: ask its DNS, not the host’s; else the upstream of that resolver is at fault (“resolvectl status”).',
  'evidence.known.talos-host-dns':
    'Likely, not proven (line {lines}): Talos lets CoreDNS ask its own resolver at the link-local address 169.254.116.108 (forwardKubeDNSToHost, on by default since 1.8). With Cilium in place of kube-proxy and bpf.masquerade=true packets take the eBPF way past the host’s stack; since Cilium 1.16.5 the answer of that address does not come back to the Pod. Names of the cluster are still answered.',
  'evidence.known-next.talos-host-dns':
    '“helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set bpf.hostLegacyRouting=true” and “kubectl -n kube-system rollout restart ds/cilium deploy/coredns”; or keep the eBPF way and let CoreDNS ask elsewhere: “talosctl patch machineconfig -n NODE -p {patch}”, then restart CoreDNS.',
  'evidence.known.dns-rights':
    '{line}: CoreDNS may not list EndpointSlices: its ClusterRole is of an older release. It does not get ready, or answers no name of a Service.',
  'evidence.known-next.dns-rights':
    '“kubectl patch clusterrole system:coredns --type=json -p {patch}” (another name with charts: “kubectl get clusterroles | grep -i dns”), then “kubectl -n kube-system rollout restart deploy/coredns”.',
  'evidence.known.search-wildcard':
    'Likely, not proven (line {lines}): a name with fewer dots than ndots (5) is first asked with each search domain behind it; where the host’s own search domain answers every name (a wildcard record), the Pod gets that address and never asks for the real one.',
  'evidence.known-next.search-wildcard':
    'Decided in the Pod by “nslookup NAME.” (with a dot at its end: right) against “nslookup NAME” (wrong). Take the search domain away from the node (/etc/resolv.conf, DHCP; kubelet --resolv-conf, k3s --resolv-conf) and make the Pods anew, or the wildcard record; for one workload dnsConfig.options of name ndots, value "1".',
  'evidence.known.dns-five-seconds':
    'Likely, not proven (line {lines}): five seconds is a resolver’s wait for an answer that was lost. A and AAAA leave one UDP socket at the same moment, and both make an entry of conntrack: one loses the race and is dropped (insert_failed grows).',
  'evidence.known-next.dns-five-seconds':
    'Decided on the client’s node by “conntrack -S | grep -o insert_failed=[0-9]*”, twice: it grows. NodeLocal DNSCache ends it (“kubectl apply” of nodelocaldns.yaml, or the distribution’s option); for one workload dnsConfig.options single-request-reopen (glibc), or use-vc.',
  'evidence.known.stale-udp':
    'Likely, not proven (line {lines}): a client of {read, select, none {UDP} other {SCTP}} that keeps its port stays translated to an endpoint that is gone, for its entry of conntrack is renewed by each packet. New clients work.',
  'evidence.known-next.stale-udp':
    'On the client’s node “conntrack -D -p {read, select, none {udp} other {sctp}} --orig-dst CLUSTER-IP --orig-port-dst {port}”, and it works at once: it is this. kube-proxy takes such entries away when endpoints change: its log and release (patch releases of 1.31 and 1.32 mend faults of that); or let the client open a new socket.',
  'evidence.known.own-address-of-cache':
    'Likely, not proven (line {lines}): Pods do not ask NodeLocal DNSCache: with Cilium in place of kube-proxy or in IPVS mode it cannot have the Service’s address, for that is translated before it is delivered.',
  'evidence.known-next.own-address-of-cache':
    'Cilium: “--set localRedirectPolicy=true” (1.18 on: localRedirectPolicies.enabled=true) and a CiliumLocalRedirectPolicy for Service kube-dns, the cache without hostNetwork’s bind. IPVS: clusterDNS of each kubelet to {read, select, none {169.254.20.10} other {{read}}}. Decided in a Pod by “cat /etc/resolv.conf” and on its node by “dig @{read, select, none {169.254.20.10} other {{read}}} kubernetes.default.svc.cluster.local”.',
  'evidence.known.bridge-of-the-host':
    '{line}: br_netfilter is not loaded. Nodes of k3d, kind or minikube are containers: they share the host’s kernel and cannot load a module. Without it packets between two Pods of one node cross the bridge past all rules: the answer comes back untranslated and is dropped. Pods on another node work, so names fail only beside CoreDNS.',
  'evidence.known-next.bridge-of-the-host':
    'On the host itself: “sudo modprobe br_netfilter; sudo sysctl -w net.bridge.bridge-nf-call-iptables=1; echo br_netfilter | sudo tee /etc/modules-load.d/br_netfilter.conf”, then restart the nodes (“k3d cluster stop NAME; k3d cluster start NAME”; kind: make it anew).',
  'evidence.known.module-missing':
    '{line}: the kernel has no module for that part of the rule{read, select, none {} other { ({read})}}, so the whole command was refused. Modules of iptables are loaded when first asked for; in a container without rights, after an upgrade of the kernel without reboot, or without the package that has them, they cannot be.',
  'evidence.known-next.module-missing':
    'On the host: “sudo modprobe -a nft_compat xt_{read, select, none {NAME} other {{read}}}” (nft_compat where iptables says nf_tables), for good in /etc/modules-load.d/iptables.conf, then the command again. “Module not found”: reboot into the installed kernel (“uname -r” against “ls /lib/modules”), or install kernel-modules-extra (Fedora, RHEL), linux-modules-extra-$(uname -r) (Ubuntu).',
  'evidence.known.legacy-tables':
    '{line}: rules of both kinds of iptables are in force on this machine: packets pass those of iptables-legacy and those of iptables-nft, and what one kind prints is not all. An old DROP, or kube-proxy’s rules of before, may be in the other.',
  'evidence.known-next.legacy-tables':
    '“iptables-legacy-save” prints them. If nothing writes there any more: “for t in filter nat mangle raw; do iptables-legacy -t $t -F; iptables-legacy -t $t -X; done” (after “iptables-legacy -P FORWARD ACCEPT”), or a reboot; one kind for all: “update-alternatives --set iptables /usr/sbin/iptables-nft”, and restart kube-proxy and the CNI.',
  'evidence.known.host-prohibits':
    'Likely, not proven (line {lines}): “No route to host” within a millisecond is mostly a firewall’s REJECT with icmp-host-prohibited, the last rule of INPUT and FORWARD in firewalld and in images of Oracle Cloud. It stands before what Pods need.',
  'evidence.known-next.host-prohibits':
    'Decided by “iptables-save | grep icmp-host-prohibited; nft list ruleset | grep prohibited”. firewalld: “firewall-cmd --permanent --zone=trusted --add-source=POD-RANGE --add-source=SERVICE-RANGE; firewall-cmd --reload” (k3s and RKE2: 10.42.0.0/16 and 10.43.0.0/16), or “systemctl disable --now firewalld”. Oracle: “iptables -D INPUT -j REJECT --reject-with icmp-host-prohibited; iptables -D FORWARD -j REJECT --reject-with icmp-host-prohibited”, and the same two lines out of /etc/iptables/rules.v4.',
  'evidence.known.cloud-routes':
    'Likely, not proven (line {lines}): nm-cloud-setup of NetworkManager writes a routing table and rules of its own for the machine’s addresses, by which answers to and from Pods take the wrong way.',
  'evidence.known-next.cloud-routes':
    '“systemctl disable --now nm-cloud-setup.service nm-cloud-setup.timer” on each node and a reboot. Decided by “ip rule”: lines with a priority of 30400 and its table.',
  'evidence.known.managed-links':
    'Likely, not proven (line {lines}): NetworkManager manages the devices of the Pods’ network and takes their addresses and routes away.',
  'evidence.known-next.managed-links':
    'On each node /etc/NetworkManager/conf.d/cni.conf with\n[keyfile]\nunmanaged-devices=interface-name:cali*;interface-name:flannel*;interface-name:cni*;interface-name:tunl*;interface-name:vxlan.calico;interface-name:cilium*\nthen “systemctl reload NetworkManager”. Decided by “nmcli device status | grep -E "cali|flannel"”: not unmanaged.',
  'evidence.known.networkd-routes':
    'Likely, not proven (line {lines}): systemd-networkd takes routes and rules away that it did not write, each time it starts or reconfigures a device: those of the CNI are gone then.',
  'evidence.known-next.networkd-routes':
    'On each node /etc/systemd/networkd.conf.d/cni.conf with\n[Network]\nManageForeignRoutes=no\nManageForeignRoutingPolicyRules=no\nthen “systemctl restart systemd-networkd”, and start the CNI’s Pod anew, so that it writes them again. Decided by “ip route; ip rule” before and after a restart of systemd-networkd.',
  'evidence.known.docker-direct':
    'Likely, not proven (line {lines}): since Docker 28 packets from other machines to a container’s own address are dropped (rules in the table raw); only published ports are let in. Addresses that MetalLB gives in kind’s network are such ones.',
  'evidence.known-next.docker-direct':
    'In /etc/docker/daemon.json "allow-direct-routing": true, “systemctl restart docker” (or the network with the option com.docker.network.bridge.trusted_host_interfaces), or publish the port (extraPortMappings of kind). Decided by “sudo iptables-save -c -t raw | grep DROP”: it counts.',
  'evidence.known.cloned-machines':
    'Likely, not proven (line {lines}): machines made of one image share a MAC address, machine-id or product_uuid. Devices of the tunnel (flannel.1) then have the same MAC on two nodes, or peers take each other for one, and what is for one goes to nobody.',
  'evidence.known-next.cloned-machines':
    'Decided by “ip link show flannel.1; cat /etc/machine-id /sys/class/dmi/id/product_uuid” on both nodes: equal. “rm /etc/machine-id /var/lib/dbus/machine-id; systemd-machine-id-setup”, a MAC of its own in the hypervisor, “ip link delete flannel.1”, reboot.',
  'evidence.known.tunnel-checksums':
    'Likely, not proven (line {lines}): the card or driver writes wrong checksums into what is inside of VXLAN, so TCP and UDP between nodes are dropped at the other end while ping passes (kernels and virtual cards with a faulty offload).',
  'evidence.known-next.tunnel-checksums':
    'On both nodes “ethtool -K flannel.1 tx-checksum-ip-generic off” (Calico: vxlan.calico; Cilium: cilium_vxlan): heals at once: it is this. For good: Calico “kubectl patch felixconfiguration default --type=merge -p {patch}”; flannel: a unit or udev rule; or a newer kernel. Decided by “tcpdump -vvni any udp port 8472 or udp port 4789”: bad cksum inside.',
  'evidence.known.tunnel-blocked':
    'Likely, not proven (line {lines}): a firewall between the nodes has not the port of the tunnel open: Pods of one node reach each other, those of another not.',
  'evidence.known-next.tunnel-blocked':
    'Decided by “tcpdump -ni any udp port 8472 or udp port 4789 or udp port 51820 or proto 4” on both nodes while a Pod pings one of the other: leaves and does not arrive. Open between all nodes: flannel, k3s, Cilium: 8472/UDP; Calico: 4789/UDP (VXLAN), protocol 4 (IPIP), 179/TCP (BGP); WireGuard: 51820/UDP; kubelet 10250/TCP. firewalld: “firewall-cmd --permanent --add-port=8472/udp; firewall-cmd --reload”; ufw: “ufw allow 8472/udp”.',
  'evidence.known.wrong-node-address':
    'Likely, not proven (line {lines}): the Pods’ network took an address of the node that others do not reach (the NAT device 10.0.2.15 of VirtualBox, a VPN, a private network of another place), so its tunnels lead nowhere.',
  'evidence.known-next.wrong-node-address':
    'Decided by “kubectl get nodes -o wide” (INTERNAL-IP) and “kubectl get nodes -o yaml | grep public-ip”: the same or wrong for all. k3s, RKE2: --node-ip=ADDRESS --flannel-iface=DEVICE (over the Internet --node-external-ip and flannel-external-ip); flannel: --iface=DEVICE; Calico: “kubectl -n kube-system set env ds/calico-node IP_AUTODETECTION_METHOD=interface=DEVICE” (operator: spec.calicoNetwork.nodeAddressAutodetectionV4 of Installation).',
  'evidence.known.size-of-packets':
    'Likely, not proven (line {lines}): full-sized packets do not fit the tunnel or VPN, and nobody hears of it: small answers come, TLS handshakes and large ones hang.',
  'evidence.known-next.size-of-packets':
    'Decided from a Pod: “ping -M do -s 1422 POD-OF-OTHER-NODE” fails and “-s 1300” passes. MTU of Pods = that of the nodes’ way less the tunnel: 50 (VXLAN), 20 (IPIP), 60 (WireGuard; 80 over IPv6). Calico: spec.calicoNetwork.mtu of Installation; Cilium: “--set MTU=1370”; flannel: "MTU" in net-conf’s Backend; then Pods anew. To prove it at once on the node: “iptables -t mangle -A FORWARD -p tcp --tcp-flags SYN,RST SYN -j TCPMSS --clamp-mss-to-pmtu”.',
  'evidence.known.answer-by-other-device':
    'Likely, not proven (line {lines}): packets come in by one device and the way back to the client leads by another: rp_filter drops them on the way in, or the answer leaves with a source that the other network drops.',
  'evidence.known-next.answer-by-other-device':
    'Decided by “nstat -az TcpExtIPReversePathFilter” (grows while you ask: rp_filter) and “tcpdump -eni any host CLIENT” (in by one, out by another). “sysctl -w net.ipv4.conf.all.rp_filter=2 net.ipv4.conf.DEVICE.rp_filter=2” (the greater of both counts; for good /etc/sysctl.d), and a way back by the same device: “ip rule add from ADDRESS table 100; ip route add default via GATEWAY dev DEVICE table 100”.',
  'evidence.known.source-check':
    'Likely, not proven (line {lines}): Pods’ packets travel between nodes with Pods’ addresses, and the cloud drops what is not of the machine’s own address.',
  'evidence.known-next.source-check':
    'AWS: “aws ec2 modify-instance-attribute --instance-id ID --no-source-dest-check” for each node (Calico: spec.awsSrcDstCheck: Disable of FelixConfiguration). OpenStack: “openstack port set --allowed-address ip-address=POD-RANGE PORT”. GCP: --can-ip-forward, and routes; Azure: IP forwarding of the NIC. Or a tunnel (VXLAN) in place of it.',
  'evidence.known.ufw-and-pods':
    'Likely, not proven (line {lines}): ufw drops what is forwarded and what Pods ask of the node.',
  'evidence.known-next.ufw-and-pods':
    '“ufw allow from POD-RANGE; ufw allow from SERVICE-RANGE; ufw default allow routed; ufw reload” (k3s and RKE2: 10.42.0.0/16, 10.43.0.0/16; MicroK8s: “ufw allow in on cni0”, “ufw allow in on vxlan.calico”), 6443/tcp and the tunnel’s port from the other nodes. Decided by “dmesg | grep UFW.BLOCK” while you ask, or “ufw disable” for a moment.',
  'evidence.known.overlay-of-wsl':
    'Likely, not proven (line {lines}): the kernel of WSL 2 has not all modules that kube-proxy, IPVS or the CNI ask for, and they cannot be loaded from the distribution’s packages.',
  'evidence.known-next.overlay-of-wsl':
    '“uname -r; zcat /proc/config.gz | grep -E "NETFILTER_XT|IP_VS|VXLAN|BRIDGE_NETFILTER"” shows which. “wsl --update” (kernels from 6.6 on have modules: “modprobe NAME”), or one built with them: kernel=PATH below [wsl2] in .wslconfig, “wsl --shutdown”.',
} as const satisfies PhraseBook;
