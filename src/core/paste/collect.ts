/**
 * What a node prints that is read here, most telling first. Of nftables only kube-proxy's tables: what iptables-nft
 * wrote is in `iptables-save` already.
 */
const NODE_COMMANDS = [
  'iptables-save',
  'ip6tables-save',
  'nft list table ip kube-proxy',
  'nft list table ip6 kube-proxy',
  'ipset save',
  'ipvsadm -Ln',
  'ip -d addr',
  'ip route show table all',
  'ip rule',
  'bridge -d link',
  'sysctl -a -r ^net[.]',
  'conntrack -L',
  'ss -lntu',
  'cat /etc/cni/net.d/*.conflist',
] as const;

/**
 * One command for a node's shell. Each output stands below a prompt with the machine's name, so that texts of several
 * nodes are told apart; a tool that is not there is left out in silence.
 */
export function collectOnNode(): string {
  const asked = NODE_COMMANDS.map((command) => `'${command}'`).join(' ');
  return `for c in ${asked}; do echo "root@$(hostname):~# $c"; sudo $c; done 2>/dev/null`;
}

/** One command for whoever has kubectl: the objects kube-proxy and those around it look at, its configuration and kubeadm's. */
export function collectOfCluster(): string {
  const objects = 'kubectl get nodes,pods,services,endpointslices,ingresses,networkpolicies -A -o yaml';
  return [
    objects,
    'kubectl -n kube-system get configmap kube-proxy -o yaml',
    'kubectl -n kube-system get configmap kubeadm-config -o yaml',
  ].join('; echo ---; ');
}
