import { BROKEN, ENDS, LASTING, RENEWED, SLOW } from './pair-words';
import type { SettingPair } from './setting-pair';

/** Pairs of a node’s own kernel and firewall, and of clouds around it; the narrower before the wider. */
export const HOST_PAIRS: readonly SettingPair[] = [
  {
    id: 'policy-upgrade',
    has: [
      ['iptables', 'firewall', 'netpol', 'network polic', 'networkpolic', 'kube router'],
      ['deny', 'denie', 'block', 'drop', 'reject', 'refus', 'not connect', 't connect', '막'],
    ],
    beside: RENEWED,
    unless: ['firewalld', 'ufw', 'cilium', 'calico', 'antrea'],
    tells: ['recover', 'after restart', 'restart'],
    source: 'docs.k3s.io: Network Policy Controller; kube-router pkg/controllers/netpol; k3s#7244',
  },
  {
    id: 'host-firewall',
    has: [
      ['firewalld', 'ufw', 'nftables service', 'iptables service', 'csf', 'host firewall', 'fail2ban', 'nftables conf'],
      [...BROKEN, ...RENEWED],
    ],
    beside: ['kube', 'k8s', 'k3s', 'rke2', 'pod', 'cluster'],
    source: 'docs.k3s.io: Requirements, Networking; nft(8): flush ruleset; firewalld.conf(5)',
  },
  {
    id: 'two-iptables',
    has: [
      [
        'iptables legacy',
        // Not “iptables/nftables”, two modes of kube-proxy.
        'iptables nft ',
        'nf tables',
        'legacy iptables',
        'xtables legacy',
        'iptables backend',
        'iptables wrapper',
      ],
      [...BROKEN, 'mix', 'conflict', 'duplicate', 'both'],
    ],
    beside: ['kube', 'k8s', 'k3s', 'cni', 'pod'],
    source: 'kubernetes-sigs/iptables-wrappers; kubernetes#71305',
  },
  {
    id: 'cloud-idle',
    has: [
      [
        'nlb',
        'network load balancer',
        'alb ',
        'elb ',
        'azure',
        'aks',
        'load balancer',
        'loadbalancer',
        'nat gateway',
        'gke',
        'gcp',
      ],
      [
        'idle',
        'long lived',
        'long running',
        'keepalive',
        'keep alive',
        '350 s',
        '4 min',
        'four min',
        'after 5 min',
        'after 6 min',
        'after 10 min',
        'websocket',
      ],
      ENDS,
    ],
    unless: ['ipvs'],
    tells: ['350', '4 min', 'four min', '240', '4분'],
    source: 'docs.aws.amazon.com: NLB, Connection idle timeout; learn.microsoft.com: Load Balancer TCP idle timeout',
  },
  {
    id: 'conntrack-idle',
    has: [
      ['conntrack', 'nf conntrack'],
      LASTING,
      ['idle', 'expire', 'time out', 'timeout', 'after an hour', 'hours', 'days', 'be liberal', 'invalid'],
    ],
    source: 'pkg/proxy/apis/config: conntrack; Documentation/networking/nf_conntrack-sysctl.rst',
  },
  {
    id: 'conntrack-full',
    has: [
      ['conntrack', 'nf conntrack'],
      ['full', 'insert fail', 'exhaust', 'limit', 'max', 'race', 'early drop'],
    ],
    source: 'net/netfilter/nf_conntrack_core.c; pkg/proxy/apis/config: conntrack.maxPerCore; kubernetes#56903',
  },
  {
    id: 'nat-ports',
    has: [
      ['nat gateway', 'snat', 'source nat', 'outbound', 'egress'],
      ['exhaust', 'port alloc', 'run out', 'ran out', 'port collision', 'intermittent', 'errorportallocation'],
    ],
    source: 'docs.aws.amazon.com: NAT gateways, ErrorPortAllocation; learn.microsoft.com: SNAT port exhaustion',
  },
  {
    id: 'client-ip-loop',
    has: [
      ['nlb', 'network load balancer', 'client ip preserv', 'preserve client', 'proxy protocol', 'proxyprotocol'],
      [
        'same node',
        'hairpin',
        'from inside',
        'from within',
        'from a pod',
        'from pod',
        'intermittent',
        'loopback',
        'itself',
        'proxy protocol',
        'proxyprotocol',
      ],
      BROKEN,
    ],
    source: 'docs.aws.amazon.com: NLB, Troubleshoot, hairpinning; KEP-1860, ipMode',
  },
  {
    id: 'cloud-health',
    has: [
      [
        'nlb',
        'alb ',
        'elb ',
        'target group',
        'azure',
        'aks',
        'gke',
        'gcp',
        'digitalocean',
        'hetzner',
        'openstack',
        'octavia',
        'cloud load balancer',
      ],
      ['health check', 'healthcheck', 'health probe', 'probe', 'target', 'backend'],
      [...BROKEN, 'red ', 'down ', 'draining'],
    ],
    source: 'cloud-provider-azure: health probes of externalTrafficPolicy; aws-load-balancer-controller: NLB; KEP-3458',
  },
  {
    id: 'tunnel-size',
    has: [
      ['mtu', 'vxlan', 'wireguard', 'geneve', 'ipsec', 'jumbo', 'offload', 'gso', 'gro ', 'checksum', 'fragment'],
      [...BROKEN, ...SLOW, 'large', 'tls handshake', 'corrupt', 'stuck'],
    ],
    beside: ['kube', 'k8s', 'k3s', 'pod', 'cni', 'flannel', 'calico', 'cilium'],
    unless: ['quic', 'http 3', 'http3'],
    source: 'docs.tigera.io: Configure MTU; docs.cilium.io: Tuning; flannel Documentation/troubleshooting.md',
  },
  {
    id: 'reverse-path',
    has: [
      [
        'rp filter',
        'reverse path',
        'martian',
        'asymmetric',
        'multi homed',
        'multihomed',
        'two interfaces',
        'two nics',
        'second nic',
        'multiple interfaces',
        'multiple nic',
        'secondary interface',
      ],
    ],
    beside: ['nodeport', 'node port', 'load balancer', 'loadbalancer', 'pod', 'kube', 'k8s', 'k3s'],
    source: 'Documentation/networking/ip-sysctl.rst: rp_filter; net/ipv4/fib_frontend.c: fib_validate_source',
  },
  {
    id: 'dns-cache',
    has: [
      ['nodelocal', 'node local dns', 'nodelocaldns', 'node local cache', '169 254 20 10'],
      [...BROKEN, ...SLOW, 'no servers'],
    ],
    source: 'kubernetes.io: Using NodeLocal DNSCache; docs.cilium.io: Local Redirect Policy',
  },
  {
    id: 'ndots',
    has: [
      ['ndots', 'search domain', 'searches', 'resolv conf'],
      [...SLOW, ...BROKEN, 'many quer', 'nxdomain', '5s ', '5 s'],
    ],
    beside: ['pod', 'coredns', 'kube dns', 'cluster local'],
    source: 'resolv.conf(5): ndots, single-request-reopen; kubernetes.io: Pod’s DNS Config',
  },
  {
    id: 'mesh',
    has: [
      ['istio', 'linkerd', 'envoy', 'sidecar', 'service mesh', 'ambient', 'ztunnel'],
      [...BROKEN, '503', '502', 'reset'],
    ],
    beside: ['service', 'clusterip', 'headless', 'nodeport'],
    source:
      'istio.io: Traffic Management Problems, Protocol Selection; docs.cilium.io: Istio, socketLB.hostNamespaceOnly',
  },
];
