import type { KnownCause } from './known-cause';

const RELEASE_1_19 = ['1.19', '1.20'] as const;

/** Causes in Cilium of the releases since 2024. */
export const CILIUM_CAUSES: readonly KnownCause[] = [
  {
    id: 'cilium-forwarding-pod',
    certainty: 'fits',
    needs: [
      ['cilium'],
      ['kube-proxy replacement', 'kubeproxyreplacement', 'kube-proxy-replacement', 'replaces kube-proxy'],
      ['netbird', 'wireguard', 'tailscale', 'openvpn', 'vpn', 'subnet router', 'zerotier', 'headscale'],
    ],
    signs: [
      ['clusterip', 'cluster ip', 'service ip'],
      ['route', 'forward', 'advertis', 'gateway'],
    ],
    least: 2,
    unless: ['hostnamespaceonly: true', 'hostnamespaceonly=true'],
    source:
      'docs.cilium.io: Kubernetes Without kube-proxy, Socket LoadBalancer Bypass in Pod Namespace; netbirdio/kubernetes-operator#284',
  },
  {
    id: 'cilium-second-address',
    certainty: 'fits',
    needs: [
      ['cilium'],
      ['nodeport', 'node port'],
      ['keepalived', 'kube-vip', 'vip', 'secondary ip', 'secondary address', 'second address', 'floating ip'],
    ],
    signs: [
      ['statedb node-addresses', 'false false'],
      ['kubeproxyreplacement', 'replacing kube-proxy', 'kube-proxy replacement', 'without kube-proxy'],
      ['refused', 'denied', 'not reach', 'cannot access', 'not work'],
    ],
    least: 1,
    unless: ['nodeport.addresses', 'nodeport-addresses', 'nodeportaddresses'],
    patches: { patch: `'nodePort.addresses={NETWORK/PREFIX}'` },
    source: 'cilium#28962 (Table of node addresses, --nodeport-addresses), #12508, #14558, #21471, #37691',
  },
  {
    id: 'cilium-own-address',
    certainty: 'fits',
    needs: [
      ['cilium'],
      RELEASE_1_19,
      ['node ip', "node's ip", 'ssh', 'host service', 'nodeipam', 'node-ipam', 'node ipam', 'servicelb', 'externalips'],
    ],
    signs: [
      ['upgrad', 'after updat', '1.18'],
      ['ssh', 'host service', 'lost access', 'outbound', 'unreachable'],
      ['loadbalancer', 'external ip', 'externalip'],
    ],
    least: 2,
    source: 'cilium: PR 40684 (wildcard service entries), #43206, #44430, #44730',
  },
  {
    id: 'cilium-gateway-status',
    certainty: 'fits',
    needs: [
      ['cilium'],
      ['gateway'],
      ['addressnotassigned', 'waiting for address', 'programmed: false', 'programmed false', 'stuck programmed'],
      ['hostnetwork', 'host network', 'host-network'],
    ],
    complaints: ['unreached', 'pending'],
    patches: { patch: 'external-dns.alpha.kubernetes.io/target=NODE-ADDRESS' },
    source: 'cilium#42786, #45485, PR 46350, #47456; docs.cilium.io: Gateway API, Host network mode',
  },
  {
    id: 'cilium-kept-socket',
    certainty: 'fits',
    needs: [
      ['cilium'],
      ['udp', 'dns', 'resolver'],
      ['stale', 'old pod', 'old ip', 'deleted pod', 'deleted backend', 'old coredns', 'removed pod'],
    ],
    signs: [
      ['socket', 'connected udp'],
      ['nginx', 'long-running', 'long running', 'java', 'envoy'],
      ['restart', 'rollout', 'reload'],
    ],
    least: 2,
    source: 'cilium#28820, PR 36197 (1.17), #37907, #48096',
  },
  {
    id: 'cilium-old-pool',
    certainty: 'says',
    needs: [['no matches for kind && ciliumloadbalancerippool']],
    source: 'docs.cilium.io: Upgrade notes (cilium.io/v2alpha1 of CiliumLoadBalancerIPPool removed)',
  },
  {
    id: 'cilium-local-inside',
    certainty: 'fits',
    needs: [
      ['cilium'],
      RELEASE_1_19,
      ['externaltrafficpolicy: local', 'externaltrafficpolicy=local', 'externaltrafficpolicy local'],
      ['inside', 'internal', 'in-cluster', 'from pod', 'from a pod', 'inner-cluster'],
    ],
    signs: [
      ['1.18', 'upgrad', 'no longer', 'regression'],
      ['loadbalancer', 'load balancer'],
    ],
    least: 1,
    patches: { patch: `'{"spec":{"externalTrafficPolicy":"Cluster"}}'` },
    source: 'cilium#45252',
  },
  {
    id: 'cilium-masquerade-alone',
    certainty: 'says',
    needs: [['bpf masquerade requires nodeport']],
    source: 'cilium daemon: initKubeProxyReplacementOptions; cozystack#323; PR 41380 (1.19)',
  },
  {
    id: 'cilium-lease-unserved',
    certainty: 'fits',
    needs: [
      ['cilium'],
      ['l2 announce', 'l2-announce', 'l2announce'],
      ['lease'],
      ['reboot', 'bounce', 'failover', 'flap', 'power', 'another agent', 'new holder', 'after a while'],
    ],
    signs: [
      ['deleting', 'delete the', 'restart the agent', 'restarting', 'rollout restart'],
      ['no response', 'does not respond', 'never programs', 'no arp', 'incomplete', 'unreachable', 'dead'],
    ],
    least: 1,
    source: 'cilium#48626, #26586; docs.cilium.io: L2 Announcements, Troubleshooting (statedb l2-announce)',
  },
  {
    id: 'cilium-wireguard-size',
    certainty: 'fits',
    needs: [
      ['cilium'],
      [
        'wireguard && encr',
        'encryption.type',
        'encryption type',
        'nodeencryption',
        'transparent encryption',
        'cilium_wg0',
        'enable-wireguard',
      ],
      ['mtu', 'fragment', 'packets larger', 'large packet', 'large response', 'hang', 'stall'],
    ],
    signs: [
      ['nodeencryption', 'node encryption', 'node-to-node', 'encryption'],
      RELEASE_1_19,
      ['1450', '1420', '1370', 'hetzner', 'private network', 'eth1'],
    ],
    least: 1,
    source: 'cilium#37919, PR 45940 (95 bytes), #47176; docs.cilium.io: Helm Reference, MTU',
  },
  {
    id: 'cilium-link-local',
    certainty: 'fits',
    needs: [
      ['cilium'],
      ['1.16.5', '1.17', '1.18'],
      ['link-local', 'link local', '169.254.20.10', '169.254.25.10'],
      ['masquerade'],
    ],
    unless: ['hostlegacyrouting: true', 'hostlegacyrouting=true', '169.254.116.108'],
    source: 'cilium#36761, #36737, #36852; docs.cilium.io: Masquerading',
  },
  {
    id: 'cilium-zones',
    certainty: 'fits',
    needs: [['cilium'], ['trafficdistribution', 'topology-mode', 'topology-aware', 'topology aware', 'preferclose']],
    unless: ['servicetopology: true', 'servicetopology=true', 'enable-service-topology: "true"'],
    complaints: ['unreached', 'elsewhere'],
    source: 'docs.cilium.io: Kubernetes Without kube-proxy, Topology-aware load balancing (serviceTopology)',
  },
];
