import { MATCHES } from '../../linux/xtables/matches';
import { TARGETS } from '../../linux/xtables/targets';

/** Names every cluster has: they tell nothing of whose it is. */
const COMMON =
  'default kube-system kube-public kube-node-lease kubernetes kube-dns kube-proxy coredns dns dns-tcp metrics http https tcp udp sctp cluster local';

/** Words of the commands, listings and fixed comments that are no names (man pages of iptables, ip, ipset, ipvsadm, nft, conntrack). */
const SYNTAX = `
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
interval constant concat dstnat srcnat jump-nfproto nfproto addr position policy accept inc
default via dev scope link proto kernel metric onlink src local broadcast throw lookup main table all oif iif fwmark pref
mtu qdisc noqueue noop fq_codel mq pfifo_fast state up down unknown group qlen lower_up no-carrier loopback ether brd valid_lft
preferred_lft forever dynamic noprefixroute global host secondary temporary deprecated tentative promisc master link-netnsid
vlan vxlan peer permaddr altname
unreplied assured mark use secctx offload time_wait close_wait syn_sent syn_recv fin_wait last_ack close
reset
true false null yes
`;

const KEPT = new Set<string>([
  ...SYNTAX.split(/\s+/),
  ...COMMON.split(' '),
  ...MATCHES.map(({ name }) => name.toLowerCase()),
  ...TARGETS.map(({ name }) => name.toLowerCase()),
]);

const NAMES = new Set(COMMON.split(' '));

/** Is the word part of how a listing is written, and not of what it is about? */
export function isSyntax(word: string): boolean {
  return KEPT.has(word.toLowerCase());
}

/** Is it a name every cluster has? */
export function isCommonName(name: string): boolean {
  return NAMES.has(name);
}
