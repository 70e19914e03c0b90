/**
 * Who writes a chain, told by its name. Programs that manage firewalls put their name into the
 * chains they make; the first matching row of the table decides, so longer prefixes stand first.
 */
export interface ChainOwner {
  /** `kube-proxy`: the program, spelled as its project spells it. */
  readonly name: string;
  /** Its chains begin with one of these. */
  readonly prefixes: readonly string[];
  /** Where the names come from. */
  readonly reference: string;
}

const OWNERS: readonly ChainOwner[] = [
  {
    name: 'kubelet',
    prefixes: ['KUBE-KUBELET-', 'KUBE-IPTABLES-HINT', 'KUBE-MARK-DROP', 'KUBE-HOSTPORTS', 'KUBE-HP-'],
    reference: 'pkg/kubelet/kubelet_network_linux.go',
  },
  {
    name: 'kube-router',
    prefixes: ['KUBE-ROUTER-', 'KUBE-POD-FW-', 'KUBE-NWPLCY-', 'KUBE-DST-', 'KUBE-SRC-'],
    reference: 'kube-router pkg/controllers/netpol',
  },
  { name: 'kube-proxy', prefixes: ['KUBE-'], reference: 'pkg/proxy/iptables/proxier.go' },
  { name: 'Calico', prefixes: ['cali-', 'cali:', 'felix-'], reference: 'felix/rules/rule_defs.go' },
  { name: 'Cilium', prefixes: ['CILIUM_', 'OLD_CILIUM_'], reference: 'pkg/datapath/iptables' },
  { name: 'Flannel', prefixes: ['FLANNEL-'], reference: 'flannel pkg/trafficmngr/iptables' },
  { name: 'Weave Net', prefixes: ['WEAVE'], reference: 'weave net/iptables.go' },
  { name: 'CNI plugins', prefixes: ['CNI-'], reference: 'containernetworking plugins/meta/portmap' },
  { name: 'AWS VPC CNI', prefixes: ['AWS-'], reference: 'amazon-vpc-cni-k8s pkg/networkutils' },
  { name: 'Azure NPM', prefixes: ['AZURE-NPM'], reference: 'azure-container-networking npm' },
  { name: 'ip-masq-agent', prefixes: ['IP-MASQ'], reference: 'ip-masq-agent cmd/ip-masq-agent' },
  { name: 'Istio', prefixes: ['ISTIO_', 'ISTIO-'], reference: 'tools/istio-iptables' },
  { name: 'Linkerd', prefixes: ['PROXY_INIT_'], reference: 'linkerd2-proxy-init' },
  { name: 'OpenShift SDN', prefixes: ['OPENSHIFT-'], reference: 'openshift/sdn pkg/network/node/iptables.go' },
  { name: 'OVN-Kubernetes', prefixes: ['OVN-KUBE-'], reference: 'go-controller/pkg/node/iptables' },
  { name: 'Antrea', prefixes: ['ANTREA-'], reference: 'antrea pkg/agent/route' },
  { name: 'Multus policy', prefixes: ['MULTI-'], reference: 'multi-networkpolicy-iptables' },
  { name: 'Docker', prefixes: ['DOCKER'], reference: 'libnetwork/iptables' },
  { name: 'Podman', prefixes: ['NETAVARK'], reference: 'netavark src/firewall/iptables.rs' },
  { name: 'LXD', prefixes: ['lxd_', 'LXD'], reference: 'lxd firewall drivers' },
  { name: 'libvirt', prefixes: ['LIBVIRT_'], reference: 'src/network/network_iptables.c' },
  { name: 'OpenStack Neutron', prefixes: ['neutron-'], reference: 'neutron/agent/linux/iptables_manager.py' },
  { name: 'ufw', prefixes: ['ufw-', 'ufw6-'], reference: 'ufw src/backend_iptables.py' },
  {
    name: 'firewalld',
    prefixes: [
      'PRE_',
      'POST_',
      'IN_',
      'FWDI_',
      'FWDO_',
      'FWD_',
      'INPUT_ZONES',
      'INPUT_direct',
      'FORWARD_IN_',
      'FORWARD_OUT_',
      'FORWARD_POLICIES',
      'FORWARD_ZONES',
      'FORWARD_direct',
      'OUTPUT_direct',
      'OUTPUT_POLICIES',
      'PREROUTING_ZONES',
      'PREROUTING_direct',
      'PREROUTING_POLICIES',
      'POSTROUTING_ZONES',
      'POSTROUTING_direct',
      'POSTROUTING_POLICIES',
    ],
    reference: 'firewalld src/firewall/core/ipXtables.py',
  },
  { name: 'fail2ban', prefixes: ['f2b-', 'fail2ban-'], reference: 'fail2ban config/action.d/iptables.conf' },
  { name: 'sshguard', prefixes: ['sshguard'], reference: 'sshguard backends' },
  { name: 'Tailscale', prefixes: ['ts-'], reference: 'tailscale util/linuxfw' },
  { name: 'miniupnpd', prefixes: ['MINIUPNPD'], reference: 'miniupnpd netfilter/iptcrdr.c' },
  {
    name: 'OpenWrt',
    prefixes: [
      'zone_',
      'delegate_',
      'prerouting_rule',
      'postrouting_rule',
      'input_rule',
      'output_rule',
      'forwarding_rule',
    ],
    reference: 'openwrt firewall3',
  },
];

/** Every known owner, in the order they are tried. */
export function chainOwners(): readonly ChainOwner[] {
  return OWNERS;
}

/** The program that owns a chain: `KUBE-SVC-…` -> `kube-proxy`; undefined for built-in chains and unknown names. */
export function ownerOfChain(chain: string): string | undefined {
  return OWNERS.find(({ prefixes }) => prefixes.some((prefix) => chain.startsWith(prefix)))?.name;
}
