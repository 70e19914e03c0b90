import { CNI_PLUGINS } from '../../kubernetes/network/cni-plugins';

/**
 * Words of the commands, listings and fixed sentences that are no names (man pages of iptables, ip, ipset, ipvsadm, nft,
 * conntrack, tc, sysctl, tcpdump, ss; kube-proxy's log). Compared without their case.
 */
export const NETWORK_WORDS = `
accept drop reject return jump goto continue queue log mark chain policy packets bytes references target prot opt source destination
in out all any anywhere tcp udp udplite sctp dccp icmp icmpv6 ipv6-icmp esp ah gre igmp ipv4 ipv6 inet inet6 ip ip6 bridge arp netdev
input output forward prerouting postrouting filter nat mangle raw security commit generated completed by on version v
iptables ip6tables iptables-save ip6tables-save iptables-nft-save iptables-legacy nf_tables legacy warning tables present use see them
new established related invalid untracked snat dnat syn ack fin rst psh urg none flags
multiport dports sports dpt spt dports dpts spts match set match-set src dst state ctstate ctstatus statistic mode random probability
addrtype dst-type src-type unicast broadcast multicast anycast blackhole unreachable prohibit throw
icmp-port-unreachable icmp6-port-unreachable icmp-host-prohibited icmp-admin-prohibited icmp-net-unreachable icmp-host-unreachable
icmp-proto-unreachable icmp6-adm-prohibited tcp-reset echo-request echo-reply with reject-with level prefix flag to
recent check seconds reap name side mask rsource rdest update rcheck hitcount limit avg burst min minute sec second hour day
physdev physdev-is-in ports random-fully masquerade redirect xset xor or and not
cluster external loadbalancer has no endpoints local for from the of this must be last rule rules kubernetes service services portals
nodeports nodeport node port note health check forwarding conntrack postrouting traffic requiring firewall load balancer
externally-visible block incoming localnet connections dropping marked packets other will dropped not accepted balancing pods pod trying
destinations destination reach redirect vip clusterip route lb xlb solving hairpin purpose access kube-proxy hostport hostports
create add family hashsize maxelem range timeout hash bitmap list size memory members header type revision bucketsize initval comment
number entries references ips net mac iface netmask counters skbinfo nomatch
rr wrr lc wlc lblc lblcr dh sh sed nq mh masq tunnel persistent activeconn inactconn remoteaddress localaddress flags scheduler weight
prot forward virtual server connection table
table hook priority element elements map vmap verdict ipv4_addr ipv6_addr inet_proto inet_service inet_addr daddr saddr dport sport th
meta l4proto ct fib saddr numgen mod iif oif iifname oifname counter masquerade fully-random status dynamic update handle typeof
cluster-ips nodeport-ips service-ips service-nodeports no-endpoint-services no-endpoint-nodeports firewall-ips hairpin-connections
nat-prerouting nat-output nat-postrouting filter-prerouting filter-prerouting-pre-dnat filter-input filter-forward filter-output
filter-output-pre-dnat filter-output-post-dnat mark-for-masquerade masquerading reject-chain firewall-check firewall-allow-check
firewall-allow cluster-ips-check service-endpoints-check nodeport-endpoints-check endpoints-check active clusterips externalip ip
interval constant concat dstnat srcnat jump-nfproto nfproto addr position policy accept inc
default via dev scope link proto kernel metric onlink src local broadcast throw lookup main table all oif iif fwmark pref
mtu qdisc noqueue noop fq_codel mq pfifo_fast state up down unknown group qlen lower_up no-carrier loopback ether brd valid_lft
preferred_lft forever dynamic noprefixroute global host secondary temporary deprecated tentative promisc master link-netnsid
vlan vxlan peer permaddr altname
unreplied assured mark use secctx offload time_wait close_wait syn_sent syn_recv fin_wait last_ack close
reset text
true false null yes no
if root sudo su ssh exec kubectl oc get describe pods pod svc services endpoints ep endpointslices nodes deploy docker crictl podman nerdctl ctr
nsenter lxc-attach pro expire ERR cat show list save route addr address rule br brief ruleset conntrack ipvsadm ipset nft iptables-legacy-save
iptables-nft-save ip6tables-legacy-save ip6tables-nft-save netns attach debug rsh exit logout run
namespace name ready status restarts age node nominated gates readiness cluster-ip external-ip port(s) selector roles version internal-ip
os-image kernel-version container-runtime endpoints ports addresstype running pending completed succeeded failed crashloopbackoff terminating
containercreating notready schedulingdisabled control-plane worker master clusterip nodeport loadbalancer externalname local cluster unset
apiversion kind metadata labels annotations spec items list v1 v1beta1 v1alpha1 service endpoints endpointslice pod subsets addresses
hostname nodename targetref conditions serving zone hints forzones addresstype targetport nodeport protocol appprotocol sessionaffinity
sessionaffinityconfig clientip timeoutseconds externaltrafficpolicy internaltrafficpolicy ipfamilies ipfamilypolicy singlestack
preferdualstack requiredualstack clusterip clusterips externalips externalname loadbalancerip loadbalancersourceranges loadbalancerclass
healthchecknodeport publishnotreadyaddresses ingress ipmode vip allocateloadbalancernodeports trafficdistribution configmap data
kubeproxyconfiguration mode bindaddress clustercidr hostnameoverride nodeportaddresses featuregates config.conf kubeconfig.conf
masqueradeall masqueradebit localhostnodeports minsyncperiod syncperiod strictarp excludecidrs tcptimeout tcpfintimeout udptimeout
detectlocalmode detectlocal bridgeinterface interfacenameprefix maxpercore tcpestablishedtimeout tcpclosewaittimeout nodecidr
bridgeinterface interfacenameprefix clustercidr oomscoreadj udpidletimeout metricsbindaddress healthzbindaddress clientconnection
cniversion plugins isgateway isdefaultgateway ipmasq hairpinmode forceaddress promiscmode ipam subnet rangestart rangeend gateway ranges
routes dst capabilities portmappings snat conditionsv4 conditionsv6 delegate ${CNI_PLUGINS.join(' ')} dns nameservers ipv4_pools ipv6_pools assign_ipv4 assign_ipv6 datastore_type log_level container_settings
limit rate over burst quota direction original reply expiration helper count zone admin-prohibited port-unreachable host-unreachable
no-route addr-unreachable policy-fail reject-route ether arp exthdr hoplimit ttl length dscp ecn checksum frag-off ihl tos nexthdr sequence
ackseq doff window urgptr cpu skuid skgid rtclassid ibrname obrname iiftype oiftype pkttype nftrace dup fwd num bypass tproxy osf synproxy
socket transparent wildcard rt nexthop ipsec jhash symhash offset auto-merge gc-interval performance devices ingress egress flowtable
secmark define include flush minute week seconds minutes bytes packets kbytes mbytes ms us managed iptables-nft do touch until
icmpx mss maxseg option fastopen sack timestamp nop redirect random-fully nth every seed reap rttl hashlimit hashlimit-name srcip dstip
srcport dstport upto above owner uid-owner gid-owner pkt-type mac-source vaddrtype connmark connlimit nfmask ctmask restore-mark save-mark
netmap cluster cpu u32 bpf string bm kmp helper ct notrack nflog nfqueue ulog tcpmss clamp-mss-to-pmtu checksum-fill audit trace
noarp pointopoint allmulti slave dormant lowerlayerdown notpresent testing echo m-down permanent reachable stale delay probe noptr
conntrack-tools flow entries have been shown link-netns link-netnsid carrier none multi_queue mq_prio noprefixroute stable-privacy mngtmpaddr dadfailed deprecated eui64 autoconf
bridge bridge_slave veth tuntap tun tap bond bond_slave vrf openvswitch gre sit ipip nodelocal rtt advmss initcwnd hoplimit pref
weight nexthop bird boot ra redirect rip isis ospf bgp eigrp dnrouted kernel connected onlink pervasive linkdown dead
tos realm iif oif ipproto sport dport suppress_prefixlength goto nat not fwmask
icmp type code id orig-src orig-dst reply-src reply-dst labels timeout portid protonum unknown
chain type filter inet-addr chains rules policy-v masq masquerade
jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun utc gmt
monday tuesday wednesday thursday friday saturday sunday am pm
tos prec ttl df id len spt window res urgp ack psh syn fin rst urg mac proto ipid tc flowlbl hoplimit macproto kernel physin physout
netid recv-q send-q local remote unconn listen estab foreign pid program timer users raw6 raw4 tcp4 tcp6 udp4 udp6 unix u_str u_dgr u_seq icmp6
keepalive off on timewait skmem cubic reno bbr wscale sack cwnd ssthresh mss pmtu rcvmss advmss bytes_sent bytes_acked bytes_received
link encap hwaddr inet6 bcast mask metric rx tx errors dropped overruns frame carrier collisions txqueuelen multicast interrupt running
hwtype hwaddress iface c cm cmp perm permanent incomplete failed stale reachable noarp lladdr router extern_learn self
bridge name stp enabled interfaces yes no forwarding disabled learning listening blocking hairpin guard root_block fastleave flood port_id
promiscuity minmtu maxmtu addrgenmode numtxqueues numrxqueues gso_max_size gso_max_segs gso_ipv4_max_size gro_max_size gro_ipv4_max_size
tso_max_size tso_max_segs allmulti nolearning udpcsum noudpcsum noudp6zerocsumtx noudp6zerocsumrx udp6zerocsumtx udp6zerocsumrx ageing auto inherit nopmtudisc pmtudisc dstport srcport external
mcast_flood bcast_flood mcast_to_unicast neigh_suppress vlan_tunnel isolated locked mab neigh_vlan_suppress cost designated forward_delay hello_time max_age
parentbus parentdev virtio pci usb vethernet altname link-netns minmtu ether loopback ipip sit gre vti tunnel6 ip6tnl ip6gre gretap erspan ppp none infiniband
destination gateway genmask flags metric ref use iface irtt routing u ug uh ugh ip6 next hop prefix
table tables unspec realms blackhole nhid encap seg6 mpls rtt rttvar cwnd features quickack congctl throw
net ipv4 ipv6 netfilter kernel fs vm conf all default bridge-nf-call-iptables bridge-nf-call-ip6tables bridge-nf-call-arptables bridge-nf-filter-vlan-tagged core route neigh vs
ip_forward rp_filter accept_local route_localnet proxy_arp arp_ignore arp_announce arp_filter forwarding accept_redirects send_redirects accept_ra accept_source_route secure_redirects shared_media log_martians
fib_multipath_hash_policy fwmark_reflect src_valid_mark ip_local_port_range ip_local_reserved_ports ip_nonlocal_bind ip_default_ttl promote_secondaries disable_ipv6 autoconf hop_limit
tcp_fwmark_accept nf_conntrack_max nf_conntrack_count nf_conntrack_buckets nf_conntrack_tcp_be_liberal nf_conntrack_tcp_loose nf_conntrack_tcp_timeout_established nf_conntrack_tcp_timeout_close_wait
nf_conntrack_tcp_timeout_time_wait nf_conntrack_tcp_timeout_fin_wait nf_conntrack_udp_timeout nf_conntrack_udp_timeout_stream nf_conntrack_icmp_timeout nf_conntrack_generic_timeout nf_conntrack_helper nf_conntrack_acct nf_conntrack_checksum nf_conntrack_expect_max nf_log
conntrack conn_reuse_mode expire_nodest_conn expire_quiescent_template conn_reuse sloppy_tcp sloppy_sctp sync_threshold snat_reroute sync_qlen_max am_droprate drop_entry drop_packet amemthresh
tcp_tw_reuse tcp_syncookies tcp_max_syn_backlog somaxconn ip_vs hostname domainname ostype osrelease abi vsyscall32
ingress egress prerouting preraw postrouting dstnat srcnat mangle conntrack raw security out
dynamic constant timeout interval verdict concatenation elem elements rule rules metainfo release_name json_schema_version chain handle prio hook nftables family
expr match left right op payload protocol field prefix addr meta key set map vmap goto jump range begin end counter drop accept mangle value snat dnat masquerade redirect reject icmpx expr
binop xt target match data elem concat limit rate per burst inv unit quota used val fib result numgen jhash symhash mod offset seed oif iif l4proto iifname oifname log queue num bypass ct helper flow inet_service mark
ifindex ifname operstate txqlen link_type link_index link_netnsid broadcast addr_info prefixlen scope label valid_life_time preferred_life_time local linkmode qlen protocol prefsrc flags gateway metric type priority fwmask action iif_id
tentative optimistic homeaddress nodad mngtmpaddr brief json pretty details statistics
generated completed warning managed by iptables-nft do not touch use legacy created
bind domain ssh http https dns telnet ftp smtp ntp snmp tftp www mdns bgp ipp
add del delete update destroy flush rename swap -exist exist restore list save
connections entries size conns inpkts outpkts inbytes outbytes cps inpps outpps inbps outbps expire state virtual source destination fwm persistent route masq tunnel local ops port thresholds timeout tcpfin daemon sync master backup sctp
ip pro active inactive fallback mh-fallback mh-port sh-fallback sh-port flag-1 flag-2 flag-3 ovf fo
icmp echo reply request router solicitation advertisement neighbour neighbor redirect exceeded time-exceeded parameter-problem destination-unreachable packet-too-big ttl-exceeded source-quench ttl-zero-during-transit nd-neighbor-advert nd-neighbor-solicit
orig original reply assured unreplied syn_sent2 time_wait fin_wait last_ack close_wait established listen none cookie_wait cookie_echoed shutdown_sent shutdown_recd shutdown_ack_sent heartbeat_sent heartbeat_acked closed open closing partopen closereq timewait respond
src dst sport dport mark secctx use zone packets bytes delta-time start stop ktimestamp dir event new update destroy labels offload hw_offload seen_reply confirmed expected dying fixed_timeout src_nat dst_nat src_nat_done dst_nat_done
in out ack win seq length options cksum correct incorrect offset proto tcpdump listening link-type en10mb capture snapshot tos ethertype ipv4 ipv6 arp who-has tell is-at captured received filter dropped nop eol wscale sackok ts val ecr truncated
service address backend revnat_id slot clusterip nodeport loadbalancer hostport externalip externalips non-routable internaltrafficpolicy localredirect l7lb
frontend type active quarantined terminating weight maintenance id expires rxpackets rxbytes rxflagsseen lastrxreport txpackets txbytes txflagsseen lasttxreport flags revnat sourcesecurityid ifindex backendid nat created needsct ago xlate_src xlate_dst hostlocal rxclosing txclosing seennonsyn proxyredirect
kubeproxyreplacement kubernetes cilium ok routing network tunnel native host bpf masquerading enabled disabled direct probe strict partial true false ipam controller status cluster health proxy hubble encryption modules disable
calico process is running peer since info node-to-node mesh up down start established connect opensent openconfirm passive idle found ipv4 bgp
load balancer virtual ips direct ip ids dip l4 lb_dsr item layer group rule friendly priority direction conditions destination ports protocols flow ttl transposition modify lbdsr transposer modify from to nodes dip
externalport internalport policies references vips type elb state sourcevip islocalroutedvip isdsr preservedip
server address name nxdomain find can't not found has non-authoritative answer question section query status noerror opcode header additional authority records time msg size rcvd when cmd global options recursion got answer edns version udp servfail refused in a aaaa cname srv ptr any
search nameserver options ndots attempts rotate single-request timeout
hostname welcome to nginx html head title body h1 p
using proxier proxy starting service config controller endpoint slice caches are synced for shared informer queue syncing successfully retrieved node ip ips operating machine flag flags creating dualstackproxier setting route_localnet iptables ipvs nftables userspace dual-stack detect-local-mode running mode started stopping server version cidr nodeportaddresses local
w i e f info error warn warning debug notice fatal level
chain num pkts bytes target prot opt policy packets references name side source mask seconds hit_count hit-count ttl-match set random probability nth every statistic mode algo to bm kmp from match string
conn flags contrack level prefix uid match udp tcp spts dpts udpports state ctstate mark connmark and xset xor or not masq ports random tos snat dnat redirect-to to
anywhere 0anywhere loopback base-address.mcast.net localhost localnet multicast-net
recent limit avg burst up upto to above mode srcip dstip srcport dstport owner uid gid match physdev policy pol ipsec none dir in out mac tproxy addr type dst-type src-type limit-in limit-out utc kerneltz weekdays
helper conn bytes fraction every packet ctevents expevents tcpmss clamp pmtu dscp ecn checksum fill unknown length cgroup path notrack zone set-class classify hl ttl eq gt lt set-to increment decrement
cluster total_nodes node_mask hash_seed hash_mode queue balance cpu fanout bypass nflog-prefix nflog-group nflog-size u32
if then else fi done do for while grep awk sed head tail less more sort uniq wc cat tee cut xargs watch echo printf cd ls ll sudo su exit clear history date uptime uname whoami hostnamectl systemctl journalctl dmesg
ip ip6 a r n l addr address route rule neigh link netns show ss netstat arp ifconfig brctl bridge ethtool nstat tcpdump tshark curl wget dig nslookup host ping ping6 traceroute nc telnet nmap lsof ps top lsmod modprobe modinfo mount df free env export
kubectl kubeadm kubelet kube-proxy k k3s microk8s minikube kind helm oc calicoctl cilium cilium-dbg hubble istioctl flanneld crictl ctr docker docker-compose podman nerdctl nsenter lxc lxd virsh ovs-vsctl ovs-ofctl ovn-nbctl ufw firewall-cmd fail2ban-client wg wg-quick tailscale
inspect logs exec describe get apply create delete edit label annotate scale rollout top explain api-resources cluster-info version config view current-context use-context images ps run rm rmi stop start restart pull push build tag network ls volume system prune
yaml wide json jsonpath name custom-columns all-namespaces follow tail container namespace selector sh bash ash zsh dash fish busybox netshoot alpine ubuntu debian centos fedora rhel coreos windows linux darwin
generic amd64 arm64 x86_64 aarch64 azure aws gcp gke eks lowlatency cloud virtual
var lib etc proc sys run usr bin sbin opt home root tmp dev mnt srv boot lib64 local share log net.d conf.d cni kubernetes manifests pki docker containerd kubelet rancher class brport hairpin_mode net ipv4 ipv6 sysctl.d sysctl.conf resolv.conf hosts hostname os-release cmdline self fd ns mounts nf_conntrack ip_vs ip_vs_conn ip_tables_names tcp tcp6 udp udp6 dev arp fib_trie kubeconfig.conf config.conf admin.conf kubelet.conf 10-flannel.conflist 10-calico.conflist kube-proxy.yaml
cache error ca.crt ca.key healthz livez readyz metrics api manifests certs ssl
iface_index iface_type ipv4_addr ipv6_addr ether_addr lladdr ifname gid uid mark classid time day hour icmp_type icmpv6_type icmp_code tcp_flag ct_state ct_dir ct_status ct_label realm devgroup pkt_type cgroupsv2 boolean string integer
svc pod cluster in-addr.arpa ip6.arpa
`;
