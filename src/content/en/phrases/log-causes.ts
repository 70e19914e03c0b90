import type { PhraseBook } from '../../phrases/phrase-book';

/** Causes of log lines and failed commands, and their next steps: one pair an entry of `log-causes.ts`. */
export const LOG_CAUSE_PHRASES = {
  'evidence.log.cni-failed':
    '{line}: the network of that Pod was not made. So it has no address, is no endpoint, and no Service leads to it: nothing of Services is at fault yet. The reason is what stands behind “failed (add)”, and the plugin in “type” says it.',
  'evidence.log-next.cni-failed':
    'On the Pod’s node (“kubectl get pod POD -o wide”) the log of that plugin’s own daemon: “kubectl get pods -A -o wide --field-selector spec.nodeName=NODE”. “no ztunnel connection”: the ztunnel there is not connected to istio-cni: “kubectl -n istio-system delete pod -l app=ztunnel --field-selector spec.nodeName=NODE”, then istio-cni-node the same way, and both of one release. A socket or file is missing: that daemon does not run there: start it anew. “no IP addresses available”: the range is used up.',
  'evidence.log.rule-refused':
    '{line}: the kernel refused that rule, so whoever wrote it goes on without it or gives up, and what it should do to packets is not done. “No such file or directory” says that the chain it leads to is not there, or that the kernel has no module for a match or target of it; “Invalid argument” that it may not stand in this chain.',
  'evidence.log-next.rule-refused':
    "On the node: “dmesg | tail”, and the modules of what the rule asks for: “modprobe -a nft_compat xt_REDIRECT xt_multiport xt_owner xt_comment nf_nat” (for good in /etc/modules-load.d/); a kernel without them: let the program use the other kind of iptables, where its own works (“iptables-legacy-save | head”, “lsmod | grep -E 'ip_tables|nf_tables'”). Of Linkerd: proxyInit.iptablesMode=legacy or nft.",
  'evidence.log.proxy-answered':
    '{line}: so speaks Go’s HTTP client where a proxy refuses to connect it on. The program has HTTPS_PROXY in its environment, and sent what was meant for this address to that proxy. No Service, endpoint or rule of a node was asked; rights (RBAC) have nothing to do with it.',
  'evidence.log-next.proxy-answered':
    'In the environment of that program put the ranges of Services and Pods, .svc and .cluster.local into NO_PROXY: of the API server the manifest /etc/kubernetes/manifests/kube-apiserver.yaml (env), k3s /etc/systemd/system/k3s.service.env, RKE2 /etc/default/rke2-server, each then started anew. Decided by “kubectl -n kube-system get pod -l component=kube-apiserver -o yaml | grep -i -A1 proxy”.',
  'evidence.log.module-absent':
    '{line}: no file of that module is there for the running kernel, so nothing that needs it can be had: ip_tables, iptable_nat: iptables of the old kind (iptables-legacy) and a kube-proxy whose image uses it; ip_vs…: IPVS mode; nf_tables, nft_…: nftables mode; br_netfilter, vxlan: Pod networks on bridges or tunnels.',
  'evidence.log-next.module-absent':
    '“uname -r; ls /lib/modules”: the running kernel’s directory is missing: it was renewed and the machine not started anew: reboot. It is there without the module: the package that has it (“apt install linux-modules-extra-$(uname -r)”, “dnf install kernel-modules-extra”), or another mode: without ip_tables “proxyMode: nftables” of kube-proxy (1.31 and later; microk8s: “--proxy-mode=nftables” in /var/snap/microk8s/current/args/kube-proxy, “snap restart microk8s”; k3s: --kube-proxy-arg=proxy-mode=nftables), without ip_vs “iptables”.',
  'evidence.log.table-full':
    '{line}: the table of connections is full, and the kernel drops packets of new ones, whatever the rules say.',
  'evidence.log-next.table-full':
    '“sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max” shows it. Raise the limit (kube-proxy: conntrack.maxPerCore and conntrack.min), or find out who opens so many: “conntrack -L | wc -l”.',
  'evidence.log.lock-held':
    '{line}: another program held /run/xtables.lock, so this call of iptables changed nothing. kube-proxy tries again.',
  'evidence.log-next.lock-held':
    '“fuser -v /run/xtables.lock” on the node names who holds it. If it comes again and again, that program writes very many rules or hangs.',
  'evidence.log.unknown-option':
    '{line}: this iptables has no such match, target or option, so it refused the whole input and nothing of it is in force. The library of the extension (libxt_*.so) is missing where it runs, it is too old, or the word is mistyped.',
  'evidence.log-next.unknown-option':
    'Where it runs (in the image of kube-proxy, or on the node): “iptables --version”, and “iptables -m NAME -h” or “iptables -j NAME -h” of the match or target.',
  'evidence.log.no-such-chain':
    '{line}: the command changed nothing. There is no chain of that name in that table (without -t it is filter), or the kernel has not the match or target that the rule asks for.',
  'evidence.log-next.no-such-chain':
    '“iptables-save -t TABLE” shows whether the chain is there; “lsmod | grep xt_” shows which matches and targets are loaded.',
  'evidence.log.no-such-rule':
    '{line}: the command found no rule that is written just so, and changed nothing. With -C that is an answer: the rule is not there.',
  'evidence.log-next.no-such-rule':
    '“iptables-save -t TABLE” shows the rules as they have to be written for -D; “iptables -D CHAIN NUMBER” takes one by its place.',
  'evidence.log.incompatible-table':
    '{line}: nft wrote a rule into that table that iptables cannot show. Every “iptables -S”, “-L”, “-C” and iptables-save of it fails now, so a controller that lists the chain first (the network policies of kube-router and k3s, kube-proxy, Calico) stops with this error and writes nothing more; what iptables-save prints is not all that packets meet.',
  'evidence.log-next.incompatible-table':
    '“nft -a list ruleset” of the node has all rules, each with its handle. Delete the native one (“nft delete rule ip filter CHAIN handle NUMBER”) and put your own rules into a table of their own: “table inet NAME” with a chain of its own hook and priority, which iptables does not look at.',
  'evidence.log.table-missing':
    '{line}: the kernel has no such table for this kind of iptables: its module (iptable_nat, iptable_filter …) is not loaded and could not be.',
  'evidence.log-next.table-missing':
    '“modprobe iptable_nat” on the node tells why, or use iptables-nft: “iptables --version” says which kind it is.',
  'evidence.log.restore-failed':
    '{line}: kube-proxy’s rules were refused. A table is changed whole or not at all, so of this one the rules stay as the last sync that worked left them: newer Services and endpoints are not in them.',
  'evidence.log-next.restore-failed':
    'The lines behind it name the reason; where “…” cuts them, “journalctl -u kube-proxy -l --no-pager” has them whole. Exit status 2: iptables itself does not understand the line it numbers, as a match or target whose library this version has not; 1: the kernel refused the table when it was put in; 4: another program held the lock. Paste them, “iptables-save” of the node, and “iptables --version” where kube-proxy runs.',
  'evidence.log.nft-sync':
    '{line}: kube-proxy’s change of its nftables table was refused. It is one transaction: nothing of it is in force, and kube-proxy tries again.',
  'evidence.log-next.nft-sync':
    'The lines behind it say what was refused. Paste them, “nft list ruleset”, “uname -r” and “nft --version” in kube-proxy’s image.',
  'evidence.log.nft-busy':
    '{line}: what was to be taken away is still in use (a rule jumps to the chain, or asks the set or map), or a chain of another kind has that name. Nothing of the same transaction is in force.',
  'evidence.log-next.nft-busy': '“nft -a list ruleset” shows who still names it.',
  'evidence.log.nft-missing':
    '{line}: nft says so where a table, chain, set or map of that name is not there, or where the kernel lacks the module of a word in the rule. Nothing of the same transaction is in force.',
  'evidence.log-next.nft-missing':
    'The line below it shows the rule, and ^^^ the word. “nft list ruleset” shows whether the name is there, “uname -r” and “lsmod | grep nft_” whether the module is.',
  'evidence.log.nft-cleanup':
    '{line}: when it starts, kube-proxy of another mode takes rules of its nftables mode away. On a kernel without nftables there are none, and the line tells of no fault.',
  'evidence.log-next.nft-cleanup': 'Look at the lines behind it for what fails, if anything does.',
  'evidence.log.no-iptables':
    '{line}: kube-proxy tried iptables for IPv4 and for IPv6 and could use neither: the host’s kernel lacks the modules of its kind of iptables (ip_tables and iptable_nat, or nf_tables), or they may not be loaded. It ends there and writes no rule.',
  'evidence.log-next.no-iptables':
    'On the host: “lsmod | grep -E "ip_tables|iptable_nat|nf_tables"”, “modprobe iptable_nat” or “modprobe nf_tables”, then restart kube-proxy.',
  'evidence.log.nft-unsupported':
    '{line}: the kernel does not do this there: a statement at a hook that takes none of its kind (dnat only at prerouting and output, masquerade only at postrouting), a chain of a type that is not built in, or a word that this kernel does not know. Nothing of the same transaction is in force.',
  'evidence.log-next.nft-unsupported':
    'The line below it shows the rule, and ^^^ the word. Look at type and hook of its chain, and at “uname -r” with “lsmod | grep nft_”.',
  'evidence.log.nft-exists':
    '{line}: a chain, set or element with this name or key is there already, with other content. Nothing of the same transaction is in force.',
  'evidence.log-next.nft-exists':
    '“nft list ruleset” shows who has it. Delete it first, or use “add” in the place of “create”; an element of a map has one value at a time.',
  'evidence.log.nft-too-old':
    '{line}: kube-proxy in nftables mode does not start here: the kernel or nft is older than it needs. So this kube-proxy writes no rules.',
  'evidence.log-next.nft-too-old':
    '“uname -r” and “nft --version” on the node. Renew what is too old, or set mode: iptables.',
  'evidence.log.no-bridge-filter':
    '{line}: the module br_netfilter is not loaded, so packets that cross a bridge inside the node pass no rules of iptables: answers of a Pod on the same bridge come back untranslated.',
  'evidence.log-next.no-bridge-filter':
    '“modprobe br_netfilter”, and “sysctl -w net.bridge.bridge-nf-call-iptables=1”; for every start, /etc/modules-load.d.',
  'evidence.log.no-forwarding':
    '{line}: net.ipv4.ip_forward is 0, so this node passes no packet on: to Pods of other nodes, from outside to its own, or back.',
  'evidence.log-next.no-forwarding': '“sysctl -w net.ipv4.ip_forward=1”, and the same line in /etc/sysctl.d.',
  'evidence.log.no-ipvs':
    '{line}: IPVS was asked for and the kernel lacks modules it needs; kube-proxy of older releases uses iptables instead, newer ones do not start.',
  'evidence.log-next.no-ipvs':
    '“lsmod | grep ip_vs” and “modprobe -a ip_vs ip_vs_rr ip_vs_wrr ip_vs_sh nf_conntrack” on the node, then start kube-proxy anew.',
  'evidence.log.node-unknown':
    '{line}: kube-proxy found no address of its own Node: no Node has the name it goes by, or that Node has no address yet.',
  'evidence.log-next.node-unknown':
    '“kubectl get nodes -o wide” beside the machine’s hostname. If they differ, set --hostname-override (hostnameOverride) to the Node’s name.',
  'evidence.log.forbidden':
    '{line}: the API server knows who asks and does not let him: the program does not see these objects, so what it writes lacks them or stays old.',
  'evidence.log-next.forbidden':
    'Give its ServiceAccount a role that allows it; “kubectl auth can-i --as=USER VERB RESOURCE” tries it.',
  'evidence.log.dns-loop':
    '{line}: CoreDNS sends a question on and gets it back itself, and stops. Its forward leads to a resolver that asks it again, mostly 127.0.0.53 or 127.0.0.1 of the node’s /etc/resolv.conf.',
  'evidence.log-next.dns-loop':
    'Let the kubelet hand out the real list: resolvConf: /run/systemd/resolve/resolv.conf, or name a server in the forward line of the Corefile.',
  'evidence.log.dns-upstream':
    '{line}: CoreDNS, from its Pod’s address, asked the server behind the arrow and got no answer in time. Names of the cluster need no such server; others do.',
  'evidence.log-next.dns-upstream':
    'From the node of that Pod: “dig @SERVER example.com”. If that works, look at the way out of Pods: MASQUERADE in “iptables-save -t nat”, FORWARD, and a firewall outside.',
  'evidence.log.dns-waits':
    '{line}: CoreDNS has no answer of the API server yet, so it is not ready and knows no Service of the cluster.',
  'evidence.log-next.dns-waits':
    'It asks the clusterIP of the Service kubernetes: from the same node “curl -k https://CLUSTERIP/version”, and “{rules}” of that node. Its log says further on how the connection fails.',
  'evidence.log.subnet-env':
    '{line}: flannel has not written what its CNI plugin reads: it does not run on this node, or has got no network for it. No Pod gets an address here.',
  'evidence.log-next.subnet-env':
    '“kubectl -n kube-flannel logs -l app=flannel” of that node, and “kubectl get nodes -o custom-columns=NAME:.metadata.name,CIDR:.spec.podCIDR”.',
  'evidence.log.no-pod-cidr':
    '{line}: the Node has no podCIDR: the controller manager gives none without --allocate-node-cidrs and --cluster-cidr.',
  'evidence.log-next.no-pod-cidr':
    'kubeadm: init with --pod-network-cidr. In a cluster that runs: both flags for kube-controller-manager, with the range the Pod network is configured for.',
  'evidence.log.no-plugin':
    '{line}: the CNI configuration names a program that is not in the folder where it is looked for. Pods on this node get no network.',
  'evidence.log-next.no-plugin':
    '“ls /opt/cni/bin” and “ls /etc/cni/net.d” on the node: install the program, or take away the configuration of a network that is no longer used.',
  'evidence.log.no-cni':
    '{line}: the container runtime has found no valid CNI configuration, so the Node is NotReady and no Pod with a network of its own starts.',
  'evidence.log-next.no-cni':
    '“ls -l /etc/cni/net.d” on the node, and the log of the Pod network’s DaemonSet, which writes it.',
  'evidence.log.bridge-address':
    '{line}: the bridge is left over from another Pod network: its address is not the one this node’s range asks for. New Pods get no network.',
  'evidence.log-next.bridge-address':
    'Drain the node, then “ip link delete cni0” (or the bridge that is named): it is made anew with the right address.',
  'evidence.log.no-vxlan':
    '{line}: the kernel makes no device of that kind: its module vxlan is not there. Pods of different nodes do not reach each other.',
  'evidence.log-next.no-vxlan':
    '“modprobe vxlan” on the node; some distributions have it in a package of extra modules.',
  'evidence.log.bgp-down': '{line}: Calico has no BGP session with these nodes, and routes to their Pods come by it.',
  'evidence.log-next.bgp-down':
    '“calicoctl node status”, TCP 179 between the nodes, and the address Calico took for the node: IP_AUTODETECTION_METHOD.',
  'evidence.log.probe-failed':
    '{line}: once it fails as often as failureThreshold says, the Pod is not Ready, and Services send it nothing new.',
  'evidence.log-next.probe-failed':
    '“kubectl get endpointslices” shows ready: false; in the Pod “ss -lntu” shows whether somebody listens on the port of the probe, and on which address.',
  'evidence.log.pool-empty':
    '{line}: MetalLB has no free address for this Service in the pools it may use, so the Service keeps EXTERNAL-IP pending.',
  'evidence.log-next.pool-empty':
    '“kubectl -n metallb-system get ipaddresspools -o yaml”: widen a pool, or let one with autoAssign serve this namespace.',
  'evidence.log.certificate':
    '{line}: the connection was made and a server answered with TLS. Routes and rules let it through; the name or address that was asked is not in its certificate.',
  'evidence.log-next.certificate':
    'Ask by a name the certificate has, or add the address: kubeadm’s apiServer.certSANs, k3s --tls-san.',
  'evidence.log.martian':
    '{line}: the kernel dropped a packet for its source. Either the way back to that source does not lead by the device it came in by (rp_filter), or the source is one of this machine or one that nobody may send from.',
  'evidence.log-next.martian':
    '“ip route get SOURCE” and “sysctl net.ipv4.conf.all.rp_filter net.ipv4.conf.DEVICE.rp_filter” on the node: 2 asks only that there is a way back.',
  'evidence.log.neighbours-full':
    '{line}: the table of neighbours is full: the kernel cannot learn further link addresses and drops packets to those it does not know.',
  'evidence.log-next.neighbours-full':
    '“ip neigh | wc -l” beside “sysctl net.ipv4.neigh.default.gc_thresh3”: raise gc_thresh1, 2 and 3 together.',
  'evidence.event':
    'The cluster says it itself, by an event{reason, select, none {} other { {reason}}} ({by}): {message}.',
  'evidence.event-next':
    '{kind, select, pool {“kubectl get ipaddresspools -A” lists the pools and their addresses: let the Service name one of these (annotation metallb.io/address-pool, formerly metallb.universe.tf/address-pool) and, if it asks for an address, one of that pool; or make such a pool.} sandbox {The Pod network’s plugin failed on that node: its own log, and /etc/cni/net.d there, say why.} repair {The address or port is not in what the API server hands out: compare spec.clusterIP and nodePort with --service-cluster-ip-range and --service-node-port-range, or make the Service anew without them.} other {The log of the program that says so has more: look there for {reason, select, none {these words} other {{reason}}}.}}',
  'evidence.logged.packet':
    'The kernel logged a packet from {src} to {dst} ({protocol}{port, select, none {} other {, port {port}}}){prefix, select, none {} other { as “{prefix}”}}: {indev, select, none {the machine itself sent it} other {in by {indev}}}, {outdev, select, none {by no device yet, as what is for the machine itself or not routed yet} other {out by {outdev}}}. {kind, select, ufw {ufw writes that of what it then refuses: the packet ends there, not in rules of kube-proxy or of the Pod network.} router {kube-router writes that of what no NetworkPolicy of Pod {named} allows, and refuses it then.} trace {That is the last place the trace shows it at: {named}.} told {This rule logs so: “{named}”. Logging lets a packet go on: the rules behind it decide.} other {The rule that logs so is in none of the texts. Logging lets a packet go on, so the line alone does not say what became of it.}}',
  'evidence.logged-next.packet':
    '{kind, select, ufw {{outdev, select, none {If it is for this machine: “ufw allow in{indev, select, none {} other { on {indev}}} from {src} to any{port, select, none {} other { port {port} proto {protocol}}}”, with the range of the Pods or nodes in place of {src}.} other {Let ufw forward it: “ufw route allow in{indev, select, none {} other { on {indev}}} out on {outdev}”, or DEFAULT_FORWARD_POLICY="ACCEPT" in /etc/default/ufw.}} “ufw status verbose” shows both.} router {“kubectl get networkpolicy -A” shows the policies; let one of them allow {src} at port {port} of the Pod.} trace {Paste “iptables-save -c” (or “nft list ruleset”): the walk of this packet then says what that rule does.} told {The walk of this packet, which is offered first, says what the rules behind it do.} other {Paste “iptables-save -c” (or “nft list ruleset”) of that machine: the walk of this packet, which is offered first, then says which rule behind it decides.}}',
  'evidence.firewalld.denied':
    'firewalld {does, select, DROP {dropped} other {rejected}} this packet{zone, select, none { because no zone took it} other {: its zone {zone} did}}. From {src} to {dst}{protocol, select, none {; the line is cut off before its protocol} other {, {protocol}{port, select, none {} other { port {port}}}}}, {outdev, select, none {addressed to the machine itself} other {to be forwarded}}{indev, select, none {} other {, in by {indev}}}{outdev, select, none {} other {, out by {outdev}}}. Neither kube-proxy nor the Pod network refused it: its device is in no zone that trusts it.',
  'evidence.firewalld-next.trust':
    'Trust the devices of the Pod network on every node: “firewall-cmd --permanent --zone=trusted {adds} && firewall-cmd --reload”. “firewall-cmd --get-active-zones” shows the zones then.',
  'evidence.firewalld-next.source':
    '{device, select, none {The packet} other {It came in by {device}, which others use too: do not trust the device. It}} needs a zone by its source: “firewall-cmd --permanent --zone=trusted --add-source=RANGE{adds, select, none {} other { {adds}}} && firewall-cmd --reload”, with the range of the Pods or of the nodes.',
  'evidence.firewalld.moved':
    '{how, select, mended {After {name} was put into firewalld’s zone trusted, no client failed any more in this text} both {Without {name} in firewalld’s zone trusted a client failed ({failed}), with it none does in this text} other {After {name} was taken out of firewalld’s zone trusted, a client failed ({failed})}}. So firewalld refuses what is forwarded from or to it: {what, select, interface {a device} other {a source}} in no zone is in the default zone, which rejects what it does not know.',
  'evidence.firewalld.zone':
    'firewalld’s zone {zone} (target {target}) has {devices}, which the Pod network made: what Pods send to other devices is refused there, unless a service or policy allows it.',
  'evidence.log.forward-policy':
    '{line}: this opens what is forwarded. If it mended it, a policy DROP of FORWARD refused the packets: kube-proxy’s KUBE-FORWARD accepts only what it marked or what belongs to a connection, and the Pod network accepted the rest nowhere. Docker sets that policy when it starts.',
  'evidence.log-next.forward-policy':
    '“iptables -S FORWARD” before and after shows it. To keep it, accept the Pod range by rules that stay (“iptables -I FORWARD -s PODCIDR -j ACCEPT”, and -d), or let the Pod network’s plugin do it.',
  'evidence.log.firewall-off':
    '{line}: this takes the rules of a host firewall away. If it mended it, they refused packets of Pods, Services or the tunnel between the nodes.',
  'evidence.log-next.firewall-off':
    'Start it again and allow what is needed: the Pod and Service ranges as trusted sources (“firewall-cmd --permanent --zone=trusted --add-source=RANGE”, or “ufw allow from RANGE”), and the tunnel’s port between nodes: UDP 8472 of flannel, 4789 of Calico’s VXLAN.',
  'evidence.log.checksum':
    '{line}: this lets the kernel work out checksums instead of the device. If it mended it, the device or its driver wrote wrong ones into packets of the tunnel, and the receiver dropped them: that is no rule, and no walk here shows it.',
  'evidence.log-next.checksum':
    '“tcpdump -vvni DEVICE udp” on the receiving node says “bad udp cksum” (on the sending one that is normal). Keep the setting for that device, or renew driver and kernel.',
  'evidence.log.refused':
    '{line}: an answer came at once: a machine where nobody listens on that port, or a rule that refuses. kube-proxy refuses so what is asked of a Service without ready endpoints.',
  'evidence.log-next.refused':
    '“kubectl get endpointslices” of the Service; if there are some, “ss -lntu” where it leads to: a socket on 127.0.0.1 hears no other machine.',
  'evidence.log.timed-out':
    '{line}: no answer came in time: a rule dropped the packet or the answer, no machine is there, or the answer went another way than the question. A missing endpoint is refused, not silent, unless a policy of Local drops.',
  'evidence.log-next.timed-out':
    '“tcpdump -ni any host {address, select, none {ADDRESS} other {{address}}}” on the sender’s node, and on the receiver’s (of a Service by the Pod’s address, to which it is translated by then) shows where it ends; paste “{rules}”, “ip route” and “conntrack -L -d {address, select, none {ADDRESS} other {{address}}}” of the first where it is lost.',
  'evidence.log.unreachable':
    '{line}: somebody said that there is no way: the machine itself has no route or its neighbour does not answer for the address (ARP), a router on the way said so, or a firewall rejects with host-prohibited, as firewalld does.',
  'evidence.log-next.unreachable':
    '“ip route get {address, select, none {ADDRESS} other {{address}}}” and “ip neigh” on the sender; on the receiver’s node look for REJECT with icmp-host-prohibited: “iptables-save | grep prohibited”, “nft list ruleset | grep prohibited”.',
  'evidence.log.no-conntrack':
    '{line}: the kernel has no connection tracking there: the module nf_conntrack is not loaded, so these settings are not there either. A kube-proxy that cannot set them ends at its start, and no rule of it is written.',
  'evidence.log-next.no-conntrack':
    'On the node: “lsmod | grep nf_conntrack”, then “modprobe nf_conntrack” and start kube-proxy anew. For every start of the machine write nf_conntrack into a file in /etc/modules-load.d. If modprobe finds none, the package with the kernel’s further modules is missing.',
  'evidence.log.no-sysctl':
    '{line}: the kernel has no such setting: what it belongs to is not loaded or not built in, or there is no device of that name.',
  'evidence.log-next.no-sysctl':
    '“sysctl -a | grep NAME” on the node, outside of a container; “lsmod” for the module, “ip link” for the device.',
  'evidence.log.firewall-reload':
    '{line}: firewalld of older releases (0.9 and before the change of its issue 863) empties all tables of iptables at a reload or restart, those of others with its own. kube-proxy writes its rules again with its next full sync (within half a minute or a minute by default); rules of hostPorts (the CNI plugin portmap) are written when a Pod starts and do not come back by themselves; a Pod network’s own agent (Calico, flannel) renews what it watches.',
  'evidence.log-next.firewall-reload':
    'Now: start the Pods with a hostPort anew. For good: a firewalld that leaves foreign tables alone (Enterprise Linux 9 has one), or no firewalld on nodes of the cluster, as RKE2 and k3s advise. “firewall-cmd --version” tells which one it is; “iptables-save -t nat | grep -c KUBE-” and “iptables-save -t nat | grep CNI-DN” before and after a reload show what is lost.',
  'evidence.log.rules-flushed':
    '{line}: this takes rules away, those of kube-proxy and of the Pod network, too, where it is not one chain alone. kube-proxy writes its own again with its next full sync; rules of hostPorts (the CNI plugin portmap) come back only when their Pods start again.',
  'evidence.log-next.rules-flushed':
    'Start the Pods with a hostPort anew, and the Pod network’s agent. Let a firewall of your own live in a table of its own (“table inet NAME”, with “flush table inet NAME”), not in “flush ruleset”.',
  'evidence.log.entries-deleted':
    '{line}: this takes entries of the connection table away. If it mended it, a connection went on by what had been decided at its first packet: rules of nat are asked for new connections alone, so an entry outlives a change of rules or endpoints.',
  'evidence.log-next.entries-deleted':
    '“conntrack -L -d ADDRESS” before it shows the entry: [UNREPLIED], or a reply that comes from a Pod that is gone. Paste it with the rules of the node.',
  'evidence.log.docker-desktop':
    '{line}: on macOS and Windows containers run inside a virtual machine, and the host has no way to the addresses of Docker’s networks. An address that MetalLB or another load balancer takes out of such a network, and the address of a kind node, are reached by other containers and Pods, not by the host, whatever the rules in the nodes say.',
  'evidence.log-next.docker-desktop':
    'Try it from where it can work: “docker run --rm --network kind curlimages/curl -m 5 ADDRESS”. For the host: extraPortMappings in kind’s configuration to a nodePort, “kubectl port-forward”, or cloud-provider-kind.',
  'evidence.log.crash':
    '{line}: {does, select, reads {what crashed was listing{ran, select, none {} other { (“{ran}”)}}. That changes nothing: the rules that are there stay in force, and packets meet them. An older nft is known to crash on what a newer one wrote.} syncs {the nft or iptables that kube-proxy runs crashed while kube-proxy synced. So the sync fails, and what changed since the last good one is not in force on this node: new Services, endpoints that came or went. kube-proxy’s nft lists what other programs of the host wrote, too, and an older one is known to crash on a set that a newer one wrote (kubernetes#136786).} other {what crashed was to change rules{ran, select, none {} other { (“{ran}”)}}. Nothing of that one change is in force; what was there before stays. An nft before 1.0.1 reads all tables first, those of others, too, and an older one is known to crash on what a newer one wrote.}}',
  'evidence.log-next.crash':
    '{does, select, syncs {“nft --version” on the node and “kubectl -n kube-system exec ds/kube-proxy -- nft --version”: if kube-proxy’s is the older, take a newer patch release of kube-proxy, whose image holds a newer nft: “kubectl -n kube-system set image ds/kube-proxy kube-proxy=registry.k8s.io/kube-proxy:vRELEASE” (or that of the distribution). Until then take away the table that the newer one wrote: “nft list tables” with the host’s nft shows whose they are, “nft delete table FAMILY NAME” removes one (its rules with it), and its writer has to stay stopped; or run kube-proxy in iptables mode.} other {“nft --version” on the node, and in the images of all that write rules there (“kubectl -n kube-system exec ds/kube-proxy -- nft --version”): use at least the newest of them everywhere; kube-proxy in nftables mode asks for 1.0.1. Until then list with the newest of them.}}',
  'evidence.cilium.part':
    'Cilium runs in this cluster (“{line}”). {part, select, whole {It carries all Services in place of kube-proxy: a packet is translated in the client’s system call or by a program at a device, and no rule of kube-proxy, no bridge cni0 is on its way.} beside {It leaves Services to kube-proxy, but for what Pods send to clusterIPs: that a program at the Pod’s device translates before any rule is asked. Pods hang on devices of Cilium, not on a bridge cni0.} other {Whether it carries all Services or stands beside kube-proxy this text does not tell: kubeProxyReplacement decides it. What Pods send to clusterIPs it translates in both cases.}}',
  'evidence.cilium-next.part':
    'On the node: “kubectl -n kube-system exec ds/cilium -- cilium-dbg status --verbose” (KubeProxyReplacement), “cilium-dbg service list” and “cilium-dbg bpf lb list” (in images before 1.15 the program is called cilium). iptables-save alone does not show what becomes of these packets.',
  'evidence.cilium.affinity':
    '{line}: Cilium without kubeProxyReplacement does not keep to one Pod what Pods send to a clusterIP, unless its own flag sessionAffinity is set, which it is not by default; kube-proxy’s affinity holds for what Cilium does not translate, as requests from nodes and from outside.',
  'evidence.cilium-next.affinity':
    'Set sessionAffinity to true in Cilium’s Helm values (enable-session-affinity in the ConfigMap cilium-config) and restart the agents, or let Cilium replace kube-proxy. “cilium-dbg config --all | grep -i affinity” shows it.',
  'evidence.cilium.node-port':
    '{line}: of such a Service Cilium answers the load balancer’s address with the Service’s port, and addresses of nodes with the nodePort. The load balancer’s address with the nodePort is no frontend of it; Kubernetes promises nodePorts on addresses of nodes alone.',
  'evidence.cilium-next.node-port':
    'Ask LB-ADDRESS:PORT or NODE-ADDRESS:NODEPORT. “cilium-dbg service list” has every frontend that is answered: what is not in it is not translated.',
  'evidence.hubble.flow':
    'Cilium saw {src} and {dst} and says {verdict}{why, select, none {} other { ({why})}}: {verdict, select, DROPPED {it dropped the packet there, for that reason, whatever rules of iptables say.} DENIED {a policy of Cilium does not allow it.} ERROR {it could not handle the packet.} AUDIT {a policy would refuse it, were it not in audit mode.} TRACED {{point, select, rev {what a client’s socket is told of the other end (recvmsg, getpeername), before Cilium puts a Service’s address back: at recvmsg an answer from there has come.} other {the system call of a client, with the address it asked for: before a packet existed.}}} TRANSLATED {{point, select, rev {what a client’s socket is told of the other end, now with the Service’s address that Cilium put back in its place.} other {the same system call, now with the address Cilium put in its place: the packet is sent there at once, and no load balancer outside of the cluster sees it.}}} REDIRECTED {it handed the packet to its proxy.} other {it let the packet go on; what comes behind it is not told.}}',
  'evidence.hubble-next.flow':
    '{verdict, select, DROPPED {“kubectl get ciliumnetworkpolicies,ciliumclusterwidenetworkpolicies,networkpolicies -A” if the reason is a policy; else “cilium-dbg monitor --type drop” on that node and “cilium-dbg bpf lb list”.} DENIED {“kubectl get ciliumnetworkpolicies,ciliumclusterwidenetworkpolicies,networkpolicies -A”, and “cilium-dbg endpoint list” for the identities.} TRANSLATED {“cilium-dbg service list” and “cilium-dbg bpf lb list” show why this address: the frontend and its backends.} other {“hubble observe --from-pod NAMESPACE/POD --last 50” shows what comes before and after; “cilium-dbg bpf lb list” the frontends.}}',
  'evidence.made-service':
    '{how, select, create {The command makes a Service {name} of type {type} that selects Pods with app={name}} other {The command makes a Service {name} of type {type} with the selector of {of}}}: {port, select, none {its port is not in this line} other {port {port}, to port {target} of the Pods}}{node, select, none {} other {, on nodes {node}}}. What became of it the line does not tell.',
  'evidence.made-service-next':
    '“kubectl {namespace, select, none {} other {-n {namespace} }}get service {name} -o yaml”, “kubectl {namespace, select, none {} other {-n {namespace} }}get endpointslices -l kubernetes.io/service-name={name} -o yaml” and “kubectl {namespace, select, none {} other {-n {namespace} }}get pods {labels, select, none {--show-labels} other {-l {labels}}} -o wide”: paste all, and the packet can be walked.',
  'evidence.image-pull':
    'Line {number}: {image, select, none {an image was not pulled} other {{image} was not pulled}}: the node{node, select, none {} other { {node}}} itself asked {host}{registry, select, none {} other { (where {registry}, or a mirror of it, is fetched from)}}, and {end, select, unknown {its name server{address, select, none {} other { ({address})}} says that there is no such name} unasked {its name server{address, select, none {} other { ({address})}} gave no answer to that name} proxy {the proxy that its container runtime is told to use{address, select, none {} other { ({address})}} could not be reached} silent {{address} gave no answer in time} refused {{address} refused or cut it} unreachable {it has no way to {address}{family, select, ipv6 {: an address of IPv6} other {}}} other {the connection stood and TLS did not come about in time}}. A container runtime asks by the node’s resolver, proxy and routes, before the Pod runs: no policy, DNS or network of Pods is on that way, and rules of Services only where {host} is an address of one.{cluster, select, yes { {host} is a name of the cluster’s own DNS, which a node does not ask.} other {}}',
  'evidence.next.image-pull':
    'On {node, select, none {the node of the Pod (“kubectl get pod POD -o wide”)} other {{node}}}: {cluster, select, yes {nodes reach a registry of the cluster by localhost:NODEPORT, or by a mirror of that name at its ClusterIP (/etc/containerd/certs.d/{host}/hosts.toml; k3s, RKE2: registries.yaml).} other {{end, select, unknown {“getent hosts {host}”, “cat /etc/resolv.conf”{local, select, yes {, “resolvectl query {host}”, “resolvectl status”} other {}}: if others resolve it, give the node a name server that knows the name, or a line in /etc/hosts.} unasked {“getent hosts {host}”, “cat /etc/resolv.conf”{local, select, yes {, “resolvectl status” (the servers behind {address})} other {{address, select, none {} other {, “dig @{address} {host}”, “ip route get {address}”}}}}: a name server that answers, or 53/UDP and TCP open to it.} proxy {“systemctl show containerd crio docker k3s k3s-agent rke2-server rke2-agent -p Environment”: correct HTTPS_PROXY there (“systemctl edit containerd”), and NO_PROXY for the ranges of nodes, Pods and Services; restart it.} handshake {“curl -v {url}/v2/”; if it stops behind Client hello, large packets are lost: “ping -M do -s 1472 {host}”, “ip link” (mtu), or a firewall that reads TLS.} other {“curl -v {url}/v2/” (any answer of HTTP: it is reached now){address, select, none {} other {, “ip route get {address}”}}{family, select, ipv6 {, “ip -6 route”: without a default route of IPv6 the name should have an address of IPv4, too} other {}}. Does it go out by a proxy alone: Environment="HTTPS_PROXY=…" for the container runtime (“systemctl edit containerd”), with nodes, Pods and Services in NO_PROXY. Else the firewall between: {port} to {host}{registry, select, none {} other { as well as to {registry}}}.}}}}{image, select, none {} other { Then “crictl pull {image}”.}}',
  'evidence.stated-cause':
    'Line {number} states a cause: “{line}” That is the reporter’s word: no walk here has proven it.',
  'evidence.asked-cause':
    'Line {number} asks about a cause, or takes one back: “{line}” It is a question, and nothing here has answered it.',
  'evidence.next.stated-cause':
    'Test it first: {about, select, labels {“kubectl get service NAME -o yaml” and “kubectl get pods --show-labels -o wide” in its namespace: which Pods have all labels of the selector, and which of them should. Their YAML, pasted here, is walked} routes {“ip rule; ip route show table all” and “ip route get ADDRESS” on that node: which table answers for the address. Pasted here, they are walked} rules {“iptables-save; ip rule; ip route show table all” (nftables: “nft list ruleset”) of that node: pasted here, the packet is walked through them} names {“nslookup NAME” and “nslookup NAME ADDRESS-OF-A-COREDNS-POD” from the same Pod} other {undo that one thing alone, and ask the same again}}.',
  'evidence.hostport-before-services':
    '{machine, select, none {} other {{machine}: }}nat {chain} sends what is for an address of this machine to CNI-HOSTPORT-DNAT (hostPorts of the portmap plugin){services, select, after {, and asks KUBE-SERVICES only behind it} other {; no jump to KUBE-SERVICES is in this listing}}. {mode, select, shown {kube-proxy is in IPVS mode: every} other {The texts tell of IPVS mode, in which every}} Service’s address stands on kube-ipvs0 and is an address of the machine. So a packet for a Service at {ports, select, none {the port of a hostPort} other {one of these ports ({ports})}} goes to the Pod with the hostPort, in the Service’s place.',
  'evidence.next.hostport-before-services':
    'Compare “iptables-legacy-save -t nat” and “iptables-nft-save -t nat”: KUBE-SERVICES has to stand before CNI-HOSTPORT-DNAT, in one table. If each tool wrote its own, let kube-proxy and the portmap plugin use the same; else hostNetwork or a nodePort in place of hostPort, or kube-proxy in iptables or nftables mode, where Services have no address on the machine.',
  'evidence.node-address-claimed':
    '{service} has the address {address}{node, select, none {} other {, which is that of Node {node}}}, and kube-proxy is in IPVS mode: it puts that address on kube-ipvs0 of every node. {node, select, none {If a Node, a router or another machine has it,} other {So}} no node {node, select, none {reaches that machine} other {but {node} itself reaches {node}}} at it any more: what it sends there ends at itself{ports, select, none {} other {, and only {ports} is served}}.',
  'evidence.next.node-address-claimed':
    '{node, select, none {“kubectl get nodes -o wide” and “ip -4 addr show kube-ipvs0”: is {address} the address of a Node? Then give} other {Give}} {service} an address that no machine has (a nodePort needs none), or use another mode of kube-proxy.',
} as const satisfies PhraseBook;
