import { parseIp, maskWords, makeNetwork, getBits, formatIp, ipv4, ipv6, sameIp, type IpAddress } from '../../net/ip';
import { MATCHES } from '../../linux/xtables/matches';
import { TARGETS } from '../../linux/xtables/targets';
import { createRng } from '../../lib/random';
import { sha256 } from '../../lib/sha';

/**
 * Pseudonyms of addresses that keep every prefix: two addresses share exactly as many leading bits
 * after as before, so subnets, CIDRs and routes stay what they were (the idea of Crypto-PAn). What
 * has a meaning of its own (loopback, link-local, multicast, private ranges) stays in its range.
 */
export class AddressMap {
  readonly #seed: number | string;
  readonly #first: ReadonlyMap<number, number>;
  readonly #trees = new Map<string, Uint8Array>();
  readonly #known = new Map<string, string>();

  constructor(seed: number | string) {
    this.#seed = seed;
    this.#first = shuffledOctets(seed);
  }

  /** The pseudonym of an address or CIDR as text; the text itself if it is neither. */
  map(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const mapped = this.#mapped(text);
    this.#known.set(text, mapped);
    return mapped;
  }

  #mapped(text: string): string {
    const [host = '', length] = text.split('/', 2);
    const parsed = parseIp(host);
    if (!parsed.ok) return text;
    const address = parsed.value;
    const prefix = length === undefined || !/^\d{1,3}$/.test(length) ? undefined : Number(length);
    const isNetwork =
      prefix !== undefined && prefix <= getBits(address.family) && sameIp(makeNetwork(address, prefix), address);
    const mapped = this.#address(address, isNetwork && prefix !== undefined ? prefix : getBits(address.family));
    return length === undefined ? formatIp(mapped) : `${formatIp(mapped)}/${length}`;
  }

  /** Maps the first `length` bits; the others stay zero. */
  #address(address: IpAddress, length: number): IpAddress {
    const octets = listOctets(address);
    const kept = keptBits(address, octets);
    // A public prefix shorter than an octet holds many kinds of addresses.
    if (kept >= length || (kept === 0 && length < 8)) return address;
    const out = octets.map((octet, index) => {
      const fixed = Math.min(8, Math.max(0, kept - index * 8));
      if (fixed === 8) return octet;
      if (index === 0 && address.family === 'ipv4' && fixed === 0) return this.#first.get(octet) ?? octet;
      return this.#octet(address.family, octets.slice(0, index), octet, fixed);
    });
    const words = listWords(out);
    const mask = maskWords(address.family, length);
    const cut = words.map((word, i) => (word & (mask[i] ?? 0)) >>> 0);
    return address.family === 'ipv4' ? ipv4(cut[0] ?? 0) : ipv6(cut);
  }

  /** Flips each bit by a coin that depends on all bits before it. */
  #octet(family: string, before: readonly number[], octet: number, fixed: number): number {
    const key = `${family} ${before.join('.')}`;
    let tree = this.#trees.get(key);
    if (!tree) this.#trees.set(key, (tree = coins(`${this.#seed} ${key}`)));
    let out = 0;
    let node = 1;
    for (let bit = 7; bit >= 0; bit--) {
      const given = (octet >>> bit) & 1;
      const coin = 7 - bit < fixed ? 0 : (tree[node] ?? 0);
      out = (out << 1) | (given ^ coin);
      node = node * 2 + given;
    }
    return out;
  }
}

/** The nodes of the tree that 0 and 1 pass. */
const SMALLEST = new Set([1, 2, 4, 8, 16, 32, 64, 128]);

/**
 * 0 and 1 stay: what texts leave out is made up from them (the first subnet of a range, the bridge as
 * its first address), and no Pod must come to stand where none was.
 */
function coins(key: string): Uint8Array {
  const rng = createRng(sha256(key)[0] ?? 0);
  return Uint8Array.from({ length: 256 }, (_, node) => (SMALLEST.has(node) ? 0 : rng.u32() & 1));
}

function listOctets({ family, words }: IpAddress): number[] {
  const shifts = [24, 16, 8, 0];
  return (family === 'ipv4' ? words.slice(0, 1) : words).flatMap((word) =>
    shifts.map((shift) => (word >>> shift) & 255),
  );
}

function listWords(octets: readonly number[]): number[] {
  const words: number[] = [];
  for (let i = 0; i < octets.length; i += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(i, i + 4);
    words.push(((a << 24) | (b << 16) | (c << 8) | d) >>> 0);
  }
  return words;
}

const ALL = 128;

/** How many leading bits say what kind of address it is; {@link ALL}: it stays as it is. */
function keptBits({ family }: IpAddress, octets: readonly number[]): number {
  const [a = 0, b = 0] = octets;
  if (family === 'ipv6') {
    const isLow = octets.slice(0, 15).every((octet) => octet === 0);
    if (isLow || a === 0xff || isPlainLinkLocal(octets)) return ALL;
    if (a === 0xfe && b >= 0x80) return 64;
    return (a & 0xfe) === 0xfc ? 8 : 3;
  }
  if (a === 0 || a === 127 || a >= 224 || (a === 169 && b === 254)) return ALL;
  if (a === 10) return 8;
  if (a === 172 && b >= 16 && b < 32) return 12;
  if (a === 192 && b === 168) return 16;
  if (a === 100 && b >= 64 && b < 128) return 10;
  return isNearSpecial(a) ? 16 : 0;
}

/** `fe80::1` says nothing; one made of a MAC says whose it is. */
function isPlainLinkLocal(octets: readonly number[]): boolean {
  const [a = 0, b = 0] = octets;
  return a === 0xfe && b >= 0x80 && octets.slice(8, 14).every((octet) => octet === 0);
}

/** First octets of which a part has a meaning of its own; their second octet stays too. */
function isNearSpecial(first: number): boolean {
  return first === 100 || first === 169 || first === 172 || first === 192;
}

/** First octets of plain public addresses. */
const PUBLIC = Array.from({ length: 223 }, (_, i) => i + 1).filter(
  (octet) => octet !== 10 && octet !== 127 && !isNearSpecial(octet),
);

/** Another public first octet for each: nothing public may come out as something with a meaning. */
function shuffledOctets(seed: number | string): ReadonlyMap<number, number> {
  const rng = createRng(sha256(`${seed} public`)[0] ?? 0);
  const to = [...PUBLIC];
  for (let i = to.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [to[i], to[j]] = [to[j] ?? 0, to[i] ?? 0];
  }
  return new Map(PUBLIC.map((octet, index) => [octet, to[index] ?? octet]));
}

/** Names every cluster has: they tell nothing of whose it is. */
const OF_EVERY_CLUSTER = 'default kube-system kube-public kube-node-lease kubernetes kube-dns kube-proxy coredns';
/** Names of ports and protocols that tell as little. */
const COMMON = `${OF_EVERY_CLUSTER} dns dns-tcp metrics http https tcp udp sctp cluster local`;

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
routes dst host-local portmap capabilities portmappings snat conditionsv4 conditionsv6 delegate flannel calico calico-ipam bandwidth tuning
ptp ipvlan macvlan dhcp static dns nameservers ipv4_pools ipv6_pools assign_ipv4 assign_ipv6 datastore_type log_level container_settings
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
`;

const KEPT = new Set<string>([
  ...SYNTAX.split(/\s+/),
  ...COMMON.split(' '),
  ...MATCHES.map(({ name }) => name.toLowerCase()),
  ...TARGETS.map(({ name }) => name.toLowerCase()),
]);

const NAMES = new Set(COMMON.split(' '));

/** A word of so many letters names nothing: an initial, a flag, an option. */
const SHORT = /^[A-Za-z]$/;

/** Is the word part of how a listing is written, and not of what it is about? */
export function isSyntax(word: string): boolean {
  return SHORT.test(word) || KEPT.has(word.toLowerCase());
}

/** Is it a name every cluster has? */
export function isCommonName(name: string): boolean {
  return NAMES.has(name);
}

const CLUSTER_NAMES = new Set(OF_EVERY_CLUSTER.split(' '));

/** Is it the name of an object that every cluster has? */
function isOfEveryCluster(name: string): boolean {
  return CLUSTER_NAMES.has(name);
}

/** Something that was replaced. */
export interface Replacement {
  readonly kind: 'address' | 'mac' | 'chain' | 'name';
  readonly before: string;
  readonly after: string;
}

const MAC = /^(?:[\da-f]{2}:){5}[\da-f]{2}$/i;
const CHAIN = /^(?:KUBE-[A-Z]+-[A-Z2-7]{16}|(?:service|local|external|firewall|endpoint|affinity)-[A-Z2-7]{8}-.*)$/;

function getKind(text: string): Replacement['kind'] {
  if (MAC.test(text)) return 'mac';
  if (CHAIN.test(text)) return 'chain';
  return parseIp(text.split('/')[0] ?? '').ok ? 'address' : 'name';
}

/** Remembers what became what. */
export class Notes {
  readonly #replaced = new Map<string, string>();
  readonly #kept = new Set<string>();

  /** Notes one replacement and gives back what comes in its place. */
  note(before: string, after: string): string {
    if (before !== after) this.#replaced.set(before, after);
    else if (isOfEveryCluster(before)) this.#kept.add(before);
    return after;
  }

  replaced(): readonly Replacement[] {
    return [...this.#replaced].map(([before, after]) => ({ kind: getKind(before), before, after }));
  }

  kept(): readonly string[] {
    return [...this.#kept];
  }
}
