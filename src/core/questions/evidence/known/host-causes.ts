import type { KnownCause } from './known-cause';

const OF_CLUSTER = ['kube', 'k8s', 'k3s', 'rke2', 'k0s', 'pod', 'flannel', 'calico', 'cilium'] as const;
const OTHER_NODE = [
  'different node',
  'other node',
  'another node',
  'across nodes',
  'cross-node',
  'cross node',
  'between nodes',
  'different host',
  'same node',
  'remote node',
] as const;
const RED_HATS = ['rhel', 'red hat', 'rocky', 'alma', 'centos', 'oracle linux', 'fedora'] as const;

/** Causes in a node’s own kernel, distribution and network, and in the way between nodes. */
export const HOST_CAUSES: readonly KnownCause[] = [
  {
    id: 'bridge-of-the-host',
    certainty: 'says',
    needs: [
      [
        'bridge-nf-call && no such file',
        'bridge-nf-call && does not exist',
        'br_netfilter && not loaded',
        'br_netfilter && not found',
      ],
      ['k3d', 'kind ', 'minikube', 'lxc', 'in docker', 'docker driver'],
    ],
    source: 'net/bridge/br_netfilter_hooks.c; k3d.io: FAQ; openeverest#3181',
  },
  {
    id: 'module-missing',
    certainty: 'says',
    needs: [['missing kernel module?']],
    reads: /Extension (\w{1,30}) revision \d{1,3} not supported/i,
    source: 'iptables/nft.c, libxtables: compatible revision; net/netfilter/nft_compat.c; kind#3765',
  },
  {
    id: 'legacy-tables',
    certainty: 'says',
    needs: [['iptables-legacy tables present']],
    source: 'iptables/xtables-save.c: a warning of iptables-nft; kubernetes-sigs/iptables-wrappers',
  },
  {
    id: 'host-prohibits',
    certainty: 'fits',
    needs: [['no route to host', 'host-prohibited', 'host unreachable'], OF_CLUSTER],
    signs: [
      ['icmp-host-prohibited', 'admin prohibited'],
      ['oracle', ' oci ', 'ampere'],
      ['firewalld', ...RED_HATS],
      ['10.43.0.1', '10.96.0.1', '10.42.', '10.244.', ':53'],
    ],
    least: 1,
    source:
      'firewalld.conf(5): reject with icmp-host-prohibited; docs.k3s.io: Requirements, Operating Systems; portainer/kubesolo#47',
  },
  {
    id: 'cloud-routes',
    certainty: 'fits',
    needs: [
      ['nm-cloud-setup', ...RED_HATS],
      ['nm-cloud-setup', 'aws', 'ec2', 'azure', 'gcp'],
      ['pod', 'service', 'dns'],
    ],
    signs: [['nm-cloud-setup'], ['rule', 'table 30400', 'routing table', 'route']],
    least: 1,
    source: 'docs.rke2.io: Known Issues, NetworkManager; docs.k3s.io: Requirements (nm-cloud-setup.service)',
  },
  {
    id: 'managed-links',
    certainty: 'fits',
    needs: [
      ['networkmanager', 'nmcli'],
      ['calico', 'flannel', 'canal', 'cali', 'cilium'],
    ],
    signs: [
      ['unmanaged', 'managed'],
      ['route', 'interface', 'lost', 'disappear', 'delete'],
    ],
    least: 1,
    source: 'docs.rke2.io: Known Issues, NetworkManager; docs.tigera.io: Configure NetworkManager',
  },
  {
    id: 'networkd-routes',
    certainty: 'fits',
    needs: [
      ['systemd-networkd', 'networkctl', 'netplan apply', 'networkd'],
      ['cilium', 'calico', 'flannel', 'ip rule', 'route'],
    ],
    signs: [
      ['disappear', 'vanish', 'removed', 'deleted', 'lost', 'gone', 'flush'],
      ['restart', 'reload', 'unattended', 'upgrade', 'apply'],
      ['ip rule', 'routing polic'],
    ],
    least: 1,
    unless: ['manageforeignroutes=no'],
    source:
      'networkd.conf(5): ManageForeignRoutes=, ManageForeignRoutingPolicyRules=; docs.cilium.io: System Requirements',
  },
  {
    id: 'docker-direct',
    certainty: 'fits',
    needs: [
      [
        'docker 28',
        'docker 29',
        'docker engine 28',
        'docker engine 29',
        'version 28.',
        'docker-ce 28',
        'version: 28.',
        'version: 29.',
        'version 29.',
      ],
      ['kind', 'minikube', 'k3d', 'metallb', 'container ip'],
    ],
    signs: [
      ['other host', 'another machine', 'from the lan', 'outside', 'remote'],
      ['raw', 'prerouting', 'drop'],
      ['upgrad'],
    ],
    least: 1,
    source: 'docs.docker.com: Port publishing, Direct routing; Engine 28 release notes (allow-direct-routing)',
  },
  {
    id: 'cloned-machines',
    certainty: 'fits',
    needs: [
      [
        'cloned',
        'clone of',
        'vm template',
        'from template',
        'from a template',
        'same mac',
        'duplicate mac',
        'identical mac',
        'machine-id',
        'product_uuid',
      ],
      OF_CLUSTER,
    ],
    signs: [OTHER_NODE, ['flannel.1', 'vxlan', 'weave', 'mac address'], ['duplicate', 'identical', 'same mac']],
    least: 1,
    source: 'kubernetes.io: Installing kubeadm, Verify the MAC address and product_uuid are unique; flannel: VtepMAC',
  },
  {
    id: 'tunnel-checksums',
    certainty: 'fits',
    needs: [['vxlan', 'flannel', 'canal', 'calico', 'cilium', 'rke2'], OTHER_NODE],
    signs: [
      ['bad udp cksum', 'bad cksum', 'incorrect cksum', 'incorrect udp', 'checksum', 'tx-checksum'],
      [
        'except icmp',
        'ping works',
        'can ping',
        'ping is ok',
        'ping ok',
        'ping succeeds',
        'icmp works',
        'ping each other',
      ],
      ['vmware', 'vmxnet3', 'esxi', 'vsphere', 'proxmox', 'virtio', 'kernel', 'debian', 'ubuntu', 'rhel'],
      ['dns', 'nslookup', 'curl'],
    ],
    least: 2,
    patches: { patch: `'{"spec":{"featureDetectOverride":"ChecksumOffloadBroken=true"}}'` },
    source:
      'docs.rke2.io: Known Issues, Calico with VXLAN; flannel Documentation/troubleshooting.md; felix: ChecksumOffloadBroken; calico#9433',
  },
  {
    id: 'tunnel-blocked',
    certainty: 'fits',
    needs: [OTHER_NODE, ['pod', 'dns', 'service', 'clusterip']],
    signs: [
      ['firewalld', 'ufw', 'security group', 'firewall', 'iptables -p', 'port 8472', 'port 4789', '51820', 'udp'],
      ['vxlan', 'flannel', 'calico', 'cilium', 'canal', 'wireguard'],
      ['timeout', 'timed out', 'times out', 'unreachable', '100% packet loss'],
    ],
    least: 2,
    source:
      'docs.k3s.io: Requirements, Networking; docs.tigera.io: Network requirements; docs.cilium.io: Firewall Rules',
  },
  {
    id: 'wrong-node-address',
    certainty: 'fits',
    needs: [
      ['flannel', 'k3s', 'canal', 'rke2', 'calico', 'cilium'],
      [
        'flannel-iface',
        'node-external-ip',
        '10.0.2.15',
        'vagrant',
        'virtualbox',
        'tailscale',
        'zerotier',
        'wrong interface',
        'wrong ip',
        'multiple interfaces',
        'two interfaces',
        'autodetect',
        'public-ip',
        'different network',
        'internal-ip',
      ],
    ],
    signs: [
      OTHER_NODE,
      ['timeout', 'unreachable', 'not reach', "can't reach", 'cannot reach', 'no route'],
      ['node-ip', 'internal-ip', 'ip_autodetection', 'bird', 'bgp'],
    ],
    least: 1,
    source: 'docs.k3s.io: Flannel Options, Distributed hybrid; docs.tigera.io: IP autodetection; flannel: --iface',
  },
  {
    id: 'size-of-packets',
    certainty: 'fits',
    needs: [
      ['mtu', 'tls handshake', 'client hello', 'large', 'big packet', 'hang', 'stuck', 'stall'],
      ['wireguard', 'vxlan', 'ipsec', 'vpn', 'tailscale', 'overlay', 'tunnel', 'mtu', 'hetzner', 'jumbo', 'pppoe'],
    ],
    signs: [
      ['mtu'],
      ['tls handshake', 'large', 'client hello', 'big'],
      ['hang', 'stuck', 'stall', 'timeout'],
      ['wireguard', 'vxlan', '1450', '1420', '1400', '1280'],
    ],
    least: 3,
    source: 'docs.tigera.io: Configure MTU; docs.k3s.io: Flannel Options; RFC 4821',
  },
  {
    id: 'answer-by-other-device',
    certainty: 'fits',
    needs: [
      [
        'rp_filter',
        'martian',
        'two nics',
        'two interfaces',
        'second nic',
        'second interface',
        'multi-homed',
        'multihomed',
        'multiple interfaces',
        'multiple nics',
        'asymmetric',
      ],
      ['nodeport', 'loadbalancer', 'metallb', 'external', 'vip', 'service'],
    ],
    signs: [
      ['rp_filter'],
      ['martian'],
      ['asymmetric', 'return', 'default route', 'default gateway'],
      ['eth1', 'second interface', 'second nic', 'vlan'],
    ],
    least: 1,
    source: 'Documentation/networking/ip-sysctl.rst: rp_filter (the greater of all and the device counts)',
  },
  {
    id: 'source-check',
    certainty: 'fits',
    needs: [
      ['calico', 'cilium', 'host-gw', 'flannel', 'kube-router', 'bgp'],
      ['aws', 'ec2', 'openstack', 'neutron', 'gcp', 'azure'],
    ],
    signs: [
      ['source/dest', 'src/dst', 'source dest', 'port security', 'allowed address', 'anti-spoof'],
      OTHER_NODE,
      [
        'native routing',
        'host-gw',
        'ipipmode: never',
        'crosssubnet',
        'no encap',
        'direct routing',
        'routingmode: native',
      ],
    ],
    least: 2,
    source:
      'docs.aws.amazon.com: Source/destination check; docs.openstack.org: port security; docs.tigera.io: awsSrcDstCheck',
  },
  {
    id: 'ufw-and-pods',
    certainty: 'fits',
    needs: [['ufw'], ['k3s', 'microk8s', 'kubeadm', 'rke2', 'kubernetes', 'minikube']],
    signs: [
      ['active', 'enable', 'deny', 'block'],
      ['dns', 'pod', 'timeout', 'no route', 'unreachable'],
    ],
    least: 2,
    unless: ['ufw is disabled', 'ufw disabled', 'ufw inactive', 'status: inactive', 'ufw disable'],
    source: 'docs.k3s.io: Requirements, Ubuntu / Debian (ufw); ufw(8): allow from, default allow routed',
  },
  {
    id: 'overlay-of-wsl',
    certainty: 'fits',
    needs: [
      ['wsl2', 'wsl 2', 'microsoft-standard'],
      ['iptables', 'ipvs', 'modprobe', 'nft', 'vxlan', 'br_netfilter', 'module'],
    ],
    source: 'github.com/microsoft/WSL2-Linux-Kernel: Microsoft/config-wsl; learn.microsoft.com: .wslconfig, kernel=',
  },
];
