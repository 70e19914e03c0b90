/**
 * Writer of a chain, told by its name. Programs that manage firewalls put their name into the chains they make; the
 * first matching row of the table decides, so longer prefixes stand first. Tables of nftables and devices tell of those
 * that write no chain of iptables, or none that has their name.
 */
export interface ChainOwner {
  /** `kube-proxy`: the program, spelled as its project spells it. */
  readonly name: string;
  /** Prefixes of the names of the writer's chains. */
  readonly prefixes: readonly string[];
  /** Or are like one of these, where a beginning alone could be anybody's. */
  readonly patterns?: readonly RegExp[];
  /** Tables of nftables that are its own: `inet firewalld`; all that begin so. */
  readonly tables?: readonly string[];
  /** Devices it makes, whose names begin so. */
  readonly devices?: readonly string[];
  /** Sets of ipset that the program makes, whose names begin so. */
  readonly sets?: readonly string[];
  /** True of a writer that gives Pods their addresses and network. */
  readonly isPodNetwork?: true;
}

/** Every known owner, in the order they are tried; in each row, where its names come from. */
export const OWNERS: readonly ChainOwner[] = [
  {
    name: 'kubelet',
    prefixes: ['KUBE-KUBELET-', 'KUBE-IPTABLES-HINT', 'KUBE-MARK-DROP', 'KUBE-HOSTPORTS', 'KUBE-HP-'],
    // pkg/kubelet/kubelet_network_linux.go
  },
  {
    name: 'kube-router',
    devices: ['kube-bridge'],
    sets: ['kube-router-', 'inet6:kube-router-', 'KUBE-SRC-', 'KUBE-DST-', 'inet6:KUBE-SRC-', 'inet6:KUBE-DST-'],
    isPodNetwork: true,
    prefixes: ['KUBE-ROUTER-', 'KUBE-POD-FW-', 'KUBE-NWPLCY-'],
    // kube-router pkg/controllers/netpol
  },
  {
    name: 'kube-proxy',
    tables: ['ip kube-proxy', 'ip6 kube-proxy'],
    devices: ['kube-ipvs0'],
    prefixes: ['KUBE-'],
    // pkg/proxy/iptables/proxier.go
  },
  {
    name: 'Calico',
    tables: ['ip calico', 'ip6 calico'],
    devices: ['cali', 'vxlan.calico', 'tunl0'],
    isPodNetwork: true,
    prefixes: ['cali-', 'cali:', 'felix-'],
    // felix/rules/rule_defs.go
  },
  {
    name: 'Cilium',
    devices: ['cilium_', 'lxc_health'],
    isPodNetwork: true,
    prefixes: ['CILIUM_', 'OLD_CILIUM_'],
    // pkg/datapath/iptables
  },
  {
    name: 'Flannel',
    tables: ['ip flannel', 'ip6 flannel'],
    devices: ['flannel'],
    isPodNetwork: true,
    prefixes: ['FLANNEL-'],
    // flannel pkg/trafficmngr/iptables
  },
  {
    name: 'Weave Net',
    devices: ['weave'],
    isPodNetwork: true,
    prefixes: ['WEAVE'],
    // weave net/iptables.go
  },
  // containernetworking plugins/meta/portmap
  { name: 'CNI plugins', prefixes: ['CNI-'], tables: ['ip cni_hostport', 'ip6 cni_hostport'] },
  {
    name: 'AWS VPC CNI',
    isPodNetwork: true,
    devices: ['eni'],
    prefixes: ['AWS-'],
    // amazon-vpc-cni-k8s pkg/networkutils
  },
  {
    name: 'Azure CNI',
    isPodNetwork: true,
    devices: ['azv', 'azure0'],
    prefixes: [],
    // azure-container-networking network/endpoint_linux.go
  },
  // GoogleCloudPlatform/netd pkg/utils
  { name: 'GKE', isPodNetwork: true, devices: ['gke'], prefixes: [] },
  // azure-container-networking npm
  { name: 'Azure NPM', prefixes: ['AZURE-NPM'] },
  // ip-masq-agent cmd/ip-masq-agent
  { name: 'ip-masq-agent', prefixes: ['IP-MASQ'] },
  // tools/istio-iptables
  { name: 'Istio', prefixes: ['ISTIO_', 'ISTIO-'] },
  // linkerd2-proxy-init
  { name: 'Linkerd', prefixes: ['PROXY_INIT_'] },
  {
    name: 'OpenShift SDN',
    isPodNetwork: true,
    prefixes: ['OPENSHIFT-'],
    // openshift/sdn pkg/network/node/iptables.go
  },
  {
    name: 'OVN-Kubernetes',
    tables: ['inet ovn-kubernetes'],
    devices: ['ovn-k8s-mp'],
    isPodNetwork: true,
    prefixes: ['OVN-KUBE-'],
    // go-controller/pkg/node/iptables
  },
  {
    name: 'Kube-OVN',
    devices: ['ovn0'],
    isPodNetwork: true,
    prefixes: ['OVN-'],
    // kube-ovn pkg/daemon/gateway_linux.go
  },
  {
    name: 'kindnet',
    tables: ['inet kindnet-'],
    prefixes: ['KIND-'],
    isPodNetwork: true,
    // kindnet cmd/kindnetd
  },
  // Its rules are those of the plugins of CNI.
  // nerdctl pkg/netutil
  { name: 'nerdctl', devices: ['nerdctl'], prefixes: [] },
  {
    name: 'Antrea',
    tables: ['ip antrea', 'ip6 antrea'],
    devices: ['antrea-'],
    isPodNetwork: true,
    prefixes: ['ANTREA-'],
    // antrea pkg/agent/route
  },
  // multi-networkpolicy-iptables
  { name: 'Multus policy', prefixes: ['MULTI-'] },
  {
    name: 'Docker Swarm',
    devices: ['docker_gwbridge'],
    prefixes: ['DOCKER-INGRESS'],
    // libnetwork service_linux.go
  },
  {
    name: 'Docker',
    tables: ['ip docker-bridges', 'ip6 docker-bridges'],
    devices: ['docker0'],
    prefixes: ['DOCKER'],
    // libnetwork/iptables
  },
  {
    name: 'netavark',
    tables: ['inet netavark'],
    devices: ['podman', 'cni-podman'],
    prefixes: ['NETAVARK'],
    // netavark src/firewall/iptables.rs
  },
  {
    name: 'LXD',
    tables: ['inet lxd', 'ip lxd', 'ip6 lxd'],
    devices: ['lxdbr'],
    prefixes: ['lxd_', 'LXD'],
    // lxd firewall drivers
  },
  {
    name: 'libvirt',
    tables: ['ip libvirt_network', 'ip6 libvirt_network'],
    devices: ['virbr'],
    prefixes: ['LIBVIRT_'],
    // src/network/network_iptables.c
  },
  // neutron/agent/linux/iptables_manager.py
  { name: 'OpenStack Neutron', prefixes: ['neutron-'] },
  // ufw src/backend_iptables.py
  { name: 'ufw', prefixes: ['ufw-', 'ufw6-'] },
  {
    name: 'firewalld',
    tables: ['ip firewalld', 'ip6 firewalld', 'inet firewalld'],
    prefixes: ['FWDI_', 'FWDO_'],
    // INPUT_ZONES_SOURCE, FORWARD_IN_ZONES, OUTPUT_POLICIES_pre, PREROUTING_direct; of one zone or policy IN_public_allow. A zone is
    // told from somebody's own IN_FILTER by its lower case.
    patterns: [
      /^(?:INPUT|OUTPUT|PREROUTING|POSTROUTING|FORWARD(?:_IN|_OUT)?)_(?:ZONES?|POLICIES)(?:_|$)/,
      /^(?:INPUT|OUTPUT|FORWARD|PREROUTING|POSTROUTING)_direct$/,
      /^(?:PRE|POST|IN|OUT|FWD)_.*[a-z]/,
    ],
    // firewalld src/firewall/core/base.py (SHORTCUTS), ipXtables.py (build_default_rules)
  },
  {
    name: 'fail2ban',
    tables: ['inet f2b-table'],
    prefixes: ['f2b-', 'fail2ban-'],
    // fail2ban config/action.d/iptables.conf
  },
  {
    name: 'WireGuard',
    tables: ['ip wg-quick-', 'ip6 wg-quick-'],
    devices: ['wg'],
    prefixes: [],
    // wg-quick(8)
  },
  {
    name: 'Shorewall',
    prefixes: ['sha-lh-', 'sha-rh-'],
    // One of these alone could be anybody's.
    patterns: [/^(?:shorewall|smurflog|logflags|sfilter)$/],
    // shorewall Perl/Shorewall/Chains.pm, Misc.pm
  },
  // sshguard backends
  { name: 'sshguard', prefixes: ['sshguard'] },
  // tailscale util/linuxfw
  { name: 'Tailscale', devices: ['tailscale'], prefixes: ['ts-'] },
  // miniupnpd netfilter/iptcrdr.c
  { name: 'miniupnpd', prefixes: ['MINIUPNPD'] },
  {
    name: 'OpenWrt',
    tables: ['inet fw4'],
    devices: ['br-lan'],
    prefixes: ['zone_', 'delegate_'],
    patterns: [/^(?:input|output|forwarding|prerouting|postrouting)_(?:.+_)?rule$/],
    // openwrt firewall3 defaults.c, zones.c; firewall4 root/usr/share/firewall4/templates/ruleset.uc
  },
];

/** The program that owns a chain: `KUBE-SVC-…` -> `kube-proxy`; undefined for built-in chains and unknown names. */
export function ownerOfChain(chain: string): string | undefined {
  const isOf = ({ prefixes, patterns = [] }: ChainOwner): boolean =>
    prefixes.some((prefix) => chain.startsWith(prefix)) || patterns.some((pattern) => pattern.test(chain));
  return OWNERS.find(isOf)?.name;
}

/** What a machine's texts show: names of owners its chains told, tables of nftables (`inet fw4`), devices. */
export interface ShownNames {
  readonly owners: ReadonlySet<string>;
  readonly tables: readonly string[];
  readonly devices: readonly string[];
  readonly sets: readonly string[];
}

/** Everybody who left a trace of his name, each once, in the order of the table. */
export function listOwners({ owners, tables, devices, sets }: ShownNames): readonly ChainOwner[] {
  const begins = (names: readonly string[], prefixes: readonly string[] = []): boolean =>
    names.some((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  return OWNERS.filter(
    (owner) =>
      owners.has(owner.name) ||
      begins(tables, owner.tables) ||
      begins(devices, owner.devices) ||
      begins(sets, owner.sets),
  );
}
