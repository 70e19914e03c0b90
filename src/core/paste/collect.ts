/**
 * What a node prints that is read here, most telling first. Of nftables only kube-proxy's tables: what iptables-nft
 * wrote is in `iptables-save` already.
 */
export const NODE_COMMANDS = [
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
  'bridge fdb',
  'ip neigh',
  'sysctl -a -r ^net[.]',
  'conntrack -L',
  'ss -lntu',
  'cat /etc/cni/net.d/*.conflist',
] as const;

/**
 * One command for a node's shell. Each output stands below a prompt with the machine's name, so that texts of several
 * nodes are told apart; a tool that is not there is left out in silence. Who is root needs no sudo, and may have none.
 */
export function collectOnNode(): string {
  const asked = NODE_COMMANDS.map((command) => `'${command}'`).join(' ');
  return `s=$(command -v sudo); for c in ${asked}; do echo "root@$(hostname):~# $c"; $s $c; done 2>/dev/null`;
}

/** What kube-proxy, controllers and policies look at, each by itself: a kind the cluster does not have spoils no other. */
export const COLLECTED_KINDS = [
  'namespaces',
  'nodes',
  'pods',
  'services',
  'endpointslices',
  'ingresses',
  'ingressclasses',
  'networkpolicies',
  'gatewayclasses',
  'gateways',
  'httproutes',
  'tlsroutes',
  'referencegrants',
] as const;

export const COLLECTED_CONFIG_MAPS = ['kube-proxy', 'kubeadm-config'] as const;

/**
 * One command for whoever has kubectl: the objects kube-proxy and those around it look at, its configuration and
 * kubeadm's, as documents of YAML. Clusters before 1.16 have Endpoints in place of their slices.
 */
export function collectOfCluster(): string {
  const endpoints = '{ [ $k = endpointslices ] && kubectl get endpoints -A -o yaml; }';
  const objects = `for k in ${COLLECTED_KINDS.join(' ')}; do kubectl get $k -A -o yaml || ${endpoints}; echo ---; done`;
  const config = `for c in ${COLLECTED_CONFIG_MAPS.join(' ')}; do kubectl -n kube-system get configmap $c -o yaml; echo ---; done`;
  return `{ ${objects}; ${config}; } 2>/dev/null`;
}
