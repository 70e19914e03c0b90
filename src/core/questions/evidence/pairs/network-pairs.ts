import { BROKEN, LOCAL, SLOW } from './pair-words';
import type { SettingPair } from './setting-pair';

const NETWORKS = ['cilium', 'calico', 'flannel', 'antrea', 'weave', 'kube router', 'canal', 'ovn'] as const;

/** Pairs of the programs that join Pods or carry Services beside kube-proxy; the narrower before the wider. */
export const NETWORK_PAIRS: readonly SettingPair[] = [
  {
    id: 'datagrams',
    has: [
      ['udp', 'quic', 'http 3', 'http3', 'sip ', 'rtp '],
      [...SLOW, 'drop', 'loss'],
    ],
    beside: ['ebpf', 'bpf', 'cilium', 'calico', 'vxlan', 'kube proxy'],
    unless: ['dns'],
    tells: ['tcp seems unaffected', 'tcp is fine', 'tcp works', 'tcp fine', 'tcp seems', 'tcp is not affected'],
    source: 'docs.tigera.io: eBPF, Troubleshooting, MTU; RFC 9000, 14; quic-go: UDP Buffer Sizes',
  },
  {
    id: 'cilium-no-backend',
    has: [
      [
        'no endpoint',
        'no backend',
        'no existing endpoint',
        'without endpoint',
        'no ready',
        'no healthy',
        'zero endpoint',
        '0 endpoint',
        'empty endpoint',
        'no active',
      ],
      ['drop', ...BROKEN],
    ],
    beside: ['cilium'],
    tells: ['deliberate', 'by design', 'intentional', 'on purpose', 'expected behav'],
    source:
      'docs.cilium.io: Command Reference, --service-no-backend-response; bpf/lib/lb.h: DROP_NO_SERVICE; cilium#40438',
  },
  {
    id: 'cilium-local',
    has: [LOCAL, BROKEN],
    beside: ['cilium'],
    tells: ['no endpoint', 'no backend', 'another node', 'other node', 'different node'],
    source: 'docs.cilium.io: L2 Announcements, Limitations; Kubernetes Without kube-proxy, externalTrafficPolicy',
  },
  {
    id: 'cilium-l2',
    has: [
      ['l2 announce', 'l2announce', 'l2 aware', 'layer 2', 'arp'],
      [...BROKEN, 'not announc', 't announc', 'not advert', 'lease', 'fail over', 'failover'],
    ],
    beside: ['cilium'],
    unless: ['metallb'],
    source: 'docs.cilium.io: L2 Announcements / L2 Aware LB',
  },
  {
    id: 'cilium-bgp',
    has: [
      ['bgp'],
      [
        ...BROKEN,
        'not advert',
        't advert',
        'not announc',
        't announc',
        'no route',
        'withdraw',
        'not establish',
        'idle state',
        'active state',
        'flap',
      ],
    ],
    beside: ['cilium'],
    unless: ['metallb', 'no endpoint'],
    source: 'docs.cilium.io: BGP Control Plane Resources, Troubleshooting',
  },
  {
    id: 'cilium-dsr',
    has: [['dsr', 'direct server return', 'mode hybrid'], BROKEN],
    beside: ['cilium', 'calico', 'bpf'],
    source: 'docs.cilium.io: Direct Server Return; docs.tigera.io: bpfExternalServiceMode',
  },
  {
    id: 'cilium-masquerade',
    has: [
      ['bpf masquerad', 'bpfmasquerad', 'ip masq', 'ipmasq', 'masquerad', 'native routing cidr', 'nativeroutingcidr'],
      [...BROKEN, 'wrong', 'snat', 'source'],
    ],
    beside: ['cilium'],
    source: 'docs.cilium.io: Masquerading',
  },
  {
    id: 'cilium-sockets',
    has: [['socketlb', 'socket lb', 'host reachable', 'socket level', 'connect time'], BROKEN],
    beside: ['cilium', 'calico', 'bpf'],
    source: 'docs.cilium.io: Socket LoadBalancer Bypass in Pod Namespace; docs.tigera.io: bpfConnectTimeLoadBalancing',
  },
  {
    id: 'cilium-whole',
    has: [
      [
        'kubeproxyreplacement',
        'kube proxy replacement',
        'kube proxy free',
        'without kube proxy',
        'kube proxy less',
        'no kube proxy',
        'kube proxy is disabled',
        'kube proxy disabled',
        'disable kube proxy',
        'disabling kube proxy',
        'remove kube proxy',
        'removing kube proxy',
        'replace kube proxy',
        'replacing kube proxy',
      ],
      BROKEN,
    ],
    beside: ['cilium'],
    unless: [
      'kubeproxyreplacement false',
      'kubeproxyreplacement disabled',
      'kube proxy replacement false',
      'kube proxy replacement disabled',
    ],
    source: 'docs.cilium.io: Kubernetes Without kube-proxy',
  },
  {
    id: 'calico-bpf',
    has: [
      [
        'calico ebpf',
        'calico bpf',
        'bpfenabled',
        'ebpf mode',
        'ebpf dataplane',
        'ebpf data plane',
        'bpf dataplane',
        'ebpf',
      ],
      BROKEN,
    ],
    beside: ['calico', 'felix'],
    unless: ['cilium'],
    source: 'docs.tigera.io: Enable the eBPF dataplane; Troubleshoot eBPF mode',
  },
  {
    id: 'calico-between',
    has: [['ipip', 'ip in ip', 'vxlan', 'bgp', 'bird', 'natoutgoing', 'ippool', 'cross subnet', 'crosssubnet'], BROKEN],
    beside: ['calico'],
    unless: ['cilium', 'metallb'],
    source: 'docs.tigera.io: Troubleshooting; Overlay networking; Configure BGP peering',
  },
  {
    id: 'metallb-bgp',
    has: [
      ['bgp', 'frr', 'ecmp'],
      [...BROKEN, 'reset', 'not advert', 'not announc', 'not establish', 'flap'],
    ],
    beside: ['metallb'],
    source: 'metallb.universe.tf: Concepts, BGP; Configuration, Calico',
  },
  {
    id: 'antrea',
    has: [['antreaproxy', 'antrea proxy', 'proxyall', 'antrea'], BROKEN],
    beside: ['service', 'clusterip', 'nodeport', 'load balancer', 'loadbalancer'],
    unless: ['metallb', 'itself', 'it self', 'proxyall true'],
    source: 'antrea.io: AntreaProxy; Troubleshooting',
  },
  {
    id: 'ovn',
    has: [
      [
        'ovn kubernetes',
        'ovnkubernetes',
        'ovn k',
        'ovnkube',
        'kube ovn',
        'kubeovn',
        'openshift sdn',
        'shared gateway',
        'local gateway',
        'routingviahost',
      ],
      BROKEN,
    ],
    beside: ['service', 'nodeport', 'external ip', 'load balancer', 'loadbalancer', 'egress'],
    source: 'ovn-kubernetes.io: Design, Service Traffic, Gateway modes; kubeovn.github.io',
  },
  {
    id: 'kube-vip',
    has: [
      ['kube vip', 'kubevip', 'keepalived', 'plndr'],
      [...BROKEN, 'duplicate', 'flap', 'both nodes', 'split'],
    ],
    source: 'kube-vip.io: ARP, Services; kube-vip#383',
  },
  {
    id: 'service-lb',
    has: [
      ['servicelb', 'klipper', 'svclb'],
      [...BROKEN, 'source ip', 'client ip', 'pending'],
    ],
    unless: ['0 1 pending'],
    source: 'docs.k3s.io: Networking Services, Service Load Balancer',
  },
  {
    id: 'flannel',
    has: [['flannel'], [...BROKEN, ...SLOW]],
    source: 'flannel Documentation/troubleshooting.md, backends.md; docs.k3s.io: Flannel Options',
  },
  {
    id: 'aws-cni',
    has: [['vpc cni', 'aws node', 'amazon vpc', 'externalsnat', 'security groups for pods', 'aws cni'], BROKEN],
    source: 'github.com/aws/amazon-vpc-cni-k8s: README; docs.aws.amazon.com: EKS, external SNAT',
  },
  {
    id: 'network-switch',
    has: [
      ['switch', 'migrat', 'moved to', 'moving from', 'replaced', 'changed cni', 'change cni', '바꾼'],
      NETWORKS,
      BROKEN,
    ],
    source: 'docs.cilium.io: Migrating a cluster to Cilium; docs.tigera.io: Migrate from flannel',
  },
  {
    id: 'policy-service',
    has: [
      ['networkpolic', 'network polic', 'netpol', 'clusternetworkpolic', 'ciliumnetworkpolic'],
      ['service', 'clusterip', 'dns', 'nodeport', 'load balancer', 'loadbalancer', 'ipblock', 'egress', 'ingress'],
      BROKEN,
    ],
    unless: ['itself', 'it self', 'upgrad'],
    source: 'kubernetes.io: Network Policies; docs.cilium.io: Policy enforcement; DNAT comes before the policy',
  },
];
