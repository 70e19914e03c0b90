import { MATCHES } from '../../linux/xtables/matches';
import { TARGETS } from '../../linux/xtables/targets';
import { NETWORK_WORDS } from './network-words';
import { KNOWN_KEYS, OBJECT_FIELDS, OBJECT_VALUES } from './object-words';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Names every cluster has: they tell nothing of whose it is. */
const OF_EVERY_CLUSTER = words(
  'default kube-system kube-public kube-node-lease kubernetes kube-dns kube-proxy coredns kubernetes-dashboard metrics-server',
);
/** Names of ports and protocols that tell as little. */
const OF_EVERY_PORT = words('dns dns-tcp metrics http https tcp udp sctp cluster local');

const CLUSTER_NAMES = new Set(OF_EVERY_CLUSTER);
const COMMON = new Set([...OF_EVERY_CLUSTER, ...OF_EVERY_PORT]);

/** Is it a name every cluster has? */
export function isCommonName(name: string): boolean {
  return COMMON.has(name);
}

/** Is it the name of an object that every cluster has? */
export function isOfEveryCluster(name: string): boolean {
  return CLUSTER_NAMES.has(name);
}

const NETWORK = new Set([
  ...words(NETWORK_WORDS),
  ...COMMON,
  ...MATCHES.map(({ name }) => name.toLowerCase()),
  ...TARGETS.map(({ name }) => name.toLowerCase()),
]);
const FIELDS = new Set(words(OBJECT_FIELDS));
const VALUES = new Set([...words(OBJECT_VALUES), ...COMMON]);
const KEYS = new Set(words(KNOWN_KEYS));

/** A word of so many letters names nothing: an initial, a flag, an option. */
const SHORT = /^[A-Za-z]$/;

/** Is the word part of how a listing is written, and not of what it is about? */
export function isSyntax(word: string): boolean {
  return SHORT.test(word) || NETWORK.has(word) || NETWORK.has(word.toLowerCase());
}

/** Is it a field of an object or of its JSON? */
export function isField(word: string): boolean {
  return FIELDS.has(word) || KEYS.has(word);
}

/** Is it a value that the API has for its fields? */
export function isApiWord(word: string): boolean {
  return SHORT.test(word) || VALUES.has(word) || KEYS.has(word);
}

/** Is it a key of labels or annotations that every cluster has? */
export function isKnownKey(key: string): boolean {
  return KEYS.has(key);
}

/** Domains of such keys. */
const DOMAINS = new Set([...KEYS].flatMap((key) => (key.includes('/') ? [key.slice(0, key.indexOf('/'))] : [])));

export function isKnownDomain(domain: string): boolean {
  return DOMAINS.has(domain);
}

const OPTIONS = new Set([
  ...[...MATCHES, ...TARGETS].flatMap(({ options }) => options.flatMap(({ name, aliases = [] }) => [name, ...aliases])),
  ...words(`
--append --check --delete --insert --replace --list --list-rules --flush --zero --new --new-chain --delete-chain --policy --rename-chain --help
--protocol --proto --source --src --destination --dst --match --jump --goto --in-interface --out-interface --fragment --set-counters --verbose --wait --wait-interval
--numeric --exact --line-numbers --modprobe --table --ipv4 --ipv6 --counters --noflush --test --dport --sport --dports --sports --ports --destination-port --source-port --destination-ports --source-ports
--tcp-flags --syn --tcp-option --icmp-type --icmpv6-type --comment --state --ctstate --to --to-port --to-ports --exist --sorted --output --file --name --resolve --stats --rate --connection --persistent-conn
--all-namespaces --namespace --output --selector --show-labels --sort-by --field-selector --container --no-headers --tail --follow --previous --since --kubeconfig --context --watch --template --raw
--brief --details --json --color --oneline --statistics --target --net --mount --uts --ipc --pid --user --user-data --privileged --network --publish --rm --detach --interactive --tty --volume --env --format --filter --no-trunc --silent --fail --show-error --max-time --connect-timeout --insecure --head --header --request --resolve --location --write-out --interface --no-pager --unit --lines --dport --orig-src --orig-dst --reply-src --reply-dst --extended --dump --count --limit --pattern --state-file
--fwmark-service --tcp-service --udp-service --sctp-service --real-server --gatewaying --ipip --masquerading --weight --scheduler --persistent --netmask --add-service --edit-service --delete-service --add-server --edit-server --delete-server --save --restore
--proxy-mode --cluster-cidr --hostname-override --config --masquerade-all --ipvs-scheduler --bind-address --conntrack-max-per-core --feature-gates --v
--allocate-node-cidrs --authentication-kubeconfig --authorization-kubeconfig --client-ca-file --cluster-name --cluster-signing-cert-file --cluster-signing-key-file --controllers --leader-elect --port --secure-port --requestheader-client-ca-file --root-ca-file --service-account-private-key-file --service-account-key-file --service-account-issuer --service-account-signing-key-file --service-cluster-ip-range --service-node-port-range --use-service-account-credentials --advertise-address --allow-privileged --authorization-mode --enable-admission-plugins --enable-bootstrap-token-auth --etcd-cafile --etcd-certfile --etcd-keyfile --etcd-servers --insecure-port --kubelet-client-certificate --kubelet-client-key --kubelet-preferred-address-types --proxy-client-cert-file --proxy-client-key-file --requestheader-allowed-names --requestheader-extra-headers-prefix --requestheader-group-headers --requestheader-username-headers --tls-cert-file --tls-private-key-file --runtime-config --ip-masq --kube-subnet-mgr --iface --proxy-mode --node-ip --node-name --nodeport-addresses --detect-local-mode --cleanup --healthz-bind-address --metrics-bind-address --iptables-sync-period --iptables-min-sync-period --ipvs-strict-arp --ipvs-sync-period --logtostderr --config-file
-numeric -echo -handle -stateless -exist -sorted -all -json -wide -lntup -lntp -lnup -tulpn -tlnp -tnlp -ulnp -tunlp -plnt -tunap -antp -anp -nlpt -nlput -nvxL -Lnvx -nvL -vnL -nLv -nLvx -qO- -sSL -fsSL -sSf
`),
]);

/** Is it an option of a command? Clusters of up to three letters (`-nvL`) are. */
export function isOption(option: string): boolean {
  return OPTIONS.has(option) || /^-[A-Za-z\d]{1,3}$/.test(option) || /^--?$/.test(option);
}

/** Words that programs put chains together of: what is else in the name of a chain is somebody's. */
export const CHAIN_PARTS: ReadonlySet<string> = new Set(
  words(`
RANGES KUBE SERVICES NODEPORTS POSTROUTING MARK MASQ DROP FORWARD FIREWALL EXTERNAL PROXY CANARY KUBELET IPTABLES HINT HOSTPORTS SVC SVL SEP EXT FW XLB HP NODE PORT FILTER LOAD BALANCER PORTALS CONTAINER HOST NODEPORT IPVS OUT IN INPUT OUTPUT PREROUTING ROUTER POD NWPLCY DEFAULT CLUSTER IP LOCAL SOURCE CIDR LOOP SET TCP UDP SCTP HASH NONLOCAL NON
cali cali: felix INPUT OUTPUT FORWARD PREROUTING POSTROUTING from to wl hep fw tw pi po pri pro fip dnat snat nat outgoing cidr block rpf skip host endpoint dispatch mark vxlan bpf old chain qos log wfr FROM TO mgmt
CILIUM OLD pre post output input forward raw mangle PRE POST
FLANNEL FWD POSTRTG WEAVE NPC DEFAULT INGRESS EGRESS ACCEPT EXPOSE CANARY IPSEC
CNI DN SN HOSTPORT SETMARK MASQ DNAT SNAT ADMIN ISOLATION STAGE FORWARD
AWS CONNMARK CHAIN ON AZURE NPM ALLOW ACCEPT DENY INGRESS EGRESS TO NS KUBE SYSTEM AGENT
ISTIO OUTPUT INBOUND REDIRECT IN DIVERT TPROXY PRERT DNS DROP PROXY INIT OPENSHIFT FIREWALL BLOCK OVN SNAT MGMTPORT ETP ITP EGRESS MASQUERADE EXTIP SHARED GW NODEPORT EIP KIND ANTREA MULTI COMMON CONTRACK
DOCKER USER BRIDGE CT INTERNAL INGRESS ISOLATION STAGE OUTPUT POSTROUTING NETAVARK lxd lxdbr LXD LIBVIRT PRT INP OUT FWO FWI FWX
neutron openvswi linuxbri l3 agent metadata filter top sg chain fallback local FORWARD INPUT OUTPUT PREROUTING POSTROUTING float snat scope mark
ufw ufw6 before after input output forward user limit accept logging deny allow reject skip to policy track not local docker reject
FWDI FWDO INPUT OUTPUT PREROUTING POSTROUTING FORWARD ZONES ZONE SOURCE POLICIES POLICY IN OUT PRE POST FWD public internal external trusted home work dmz block drop libvirt docker allow deny log pre post direct FedoraWorkstation FedoraServer nm shared
f2b fail2ban ssh sshd default recidive apache nginx postfix dovecot sshguard ts input forward postrouting MINIUPNPD POSTROUTING
zone delegate lan wan vpn guest input output forward forwarding prerouting postrouting rule ACCEPT REJECT DROP dest src nat notrack MSSFIX mssfix syn flood reflection reject
`),
);
