import type { KnownCause } from './known-cause';

const POLICIES = [
  'networkpolic',
  'ciliumnetworkpolic',
  'ciliumclusterwidenetworkpolic',
  'globalnetworkpolic',
  'network polic',
  'netpol',
  'default-deny',
  'default deny',
  'policy denied',
] as const;

const NODE_RULE = 'ingress: [{fromEntities: [host, remote-node, kube-apiserver]}]';

/** Causes by which a policy drops what somebody thought it lets through. */
export const POLICY_CAUSES: readonly KnownCause[] = [
  {
    id: 'cilium-nodes-by-address',
    certainty: 'fits',
    needs: [
      ['cilium'],
      ['ipblock', 'fromcidr', 'tocidr', 'component: kube-apiserver'],
      ['node', 'host', 'kubelet', 'apiserver', 'api server', 'api-server'],
    ],
    signs: [
      POLICIES,
      ['remote-node', 'reserved:host', 'host network', 'hostnetwork', 'from host'],
      ['drop', 'denied', 'blocked'],
    ],
    least: 1,
    unless: ['- remote-node', 'fromentities && remote-node', 'toentities && remote-node'],
    patches: { rule: NODE_RULE },
    source: 'docs.cilium.io: Layer 3 policies, Entities based, CIDR based (--policy-cidr-match-mode)',
  },
  {
    id: 'source-ranges-external',
    certainty: 'fits',
    needs: [
      ['loadbalancersourceranges', 'loadbalancer source ranges', 'load-balancer-source-ranges', 'source range'],
      ['externalip', 'external ips', 'external-ips'],
      ['not filter', 'not block', 'not enforc', 'not restrict', 'bypass', 'still reach', 'still access'],
    ],
    complaints: ['unfiltered'],
    patches: { patch: `'[{"op":"remove","path":"/spec/externalIPs"}]'` },
    source: 'pkg/proxy/iptables/proxier.go: KUBE-FW of load balancer addresses alone; cilium#44718, PR 44747',
  },
  {
    id: 'cilium-always',
    certainty: 'fits',
    needs: [
      ['cilium'],
      [
        'policyenforcementmode=always',
        'policyenforcementmode: always',
        'enable-policy: always',
        'enforcement mode always',
      ],
    ],
    signs: [['probe', 'kubelet'], ['reserved:host', 'from host'], ['1.20']],
    patches: {
      rule: 'apiVersion: cilium.io/v2\nkind: CiliumClusterwideNetworkPolicy\nmetadata: {name: allow-from-own-node}\nspec:\n  endpointSelector: {}\n  ingress: [{fromEntities: [host]}]',
    },
    source: 'cilium#48444; docs.cilium.io: Policy Enforcement Modes',
  },
  {
    id: 'policy-webhook',
    certainty: 'fits',
    needs: [['webhook'], POLICIES],
    signs: [
      ['failed calling webhook', 'failed to call webhook'],
      ['deadline exceeded', 'timeout', 'timed out', 'canceled while waiting'],
      ['apiserver', 'api server', 'api-server'],
    ],
    least: 1,
    patches: {
      rule: 'spec: {podSelector: {matchLabels: LABELS}, policyTypes: [Ingress], ingress: [{ports: [{port: TARGETPORT}]}]}',
    },
    source:
      'kubernetes.io: Network Policies (a source that is no Pod); kubeflow/community-distribution#3580; kubernetes#128162',
  },
  {
    id: 'cilium-gateway-source',
    certainty: 'fits',
    needs: [
      ['cilium'],
      [
        'gateway api',
        'httproute',
        'gatewayclass',
        'ingress controller',
        'ingressclass',
        'reserved:ingress',
        '(ingress)',
      ],
      POLICIES,
    ],
    signs: [
      ['drop', 'denied', 'deny', 'blocked', '403', '503', 'timeout', 'not work', "doesn't work"],
      ['reserved:ingress', '(ingress)', 'identity 8'],
      ['world'],
    ],
    least: 1,
    patches: { rule: 'ingress: [{fromEntities: [ingress]}]' },
    source: 'docs.cilium.io: Ingress and Network Policies (identity ingress)',
  },
  {
    id: 'ambient-port',
    certainty: 'fits',
    needs: [['ambient', 'ztunnel', 'hbone'], POLICIES],
    signs: [['15008'], ['istio'], ['timeout', 'drop', 'denied', 'refused', 'reset']],
    least: 1,
    source: 'istio.io: Ambient and Kubernetes NetworkPolicy: port 15008; probes from 169.254.7.127',
  },
  {
    id: 'policy-outside-source',
    certainty: 'fits',
    needs: [
      POLICIES,
      ['ipblock'],
      ['loadbalancer', 'load balancer', 'nodeport', 'external', 'outside', 'client ip', 'source ip'],
    ],
    signs: [
      ['snat', 'node ip', "node's ip", 'masquerad', 'source ip', 'client ip'],
      ['externaltrafficpolicy: cluster', 'externaltrafficpolicy'],
      ['drop', 'denied', 'blocked', 'timeout'],
    ],
    least: 1,
    unless: ['externaltrafficpolicy: local', 'cilium'],
    complaints: ['unreached', 'source'],
    patches: { patch: `'{"spec":{"externalTrafficPolicy":"Local"}}'` },
    source: 'kubernetes.io: Network Policies, ipBlock; Using Source IP',
  },
  {
    id: 'calico-deny-all',
    certainty: 'fits',
    needs: [['globalnetworkpolicy'], ['deny', 'drop', 'default-deny', 'block']],
    signs: [
      ['dns', 'resolve', 'coredns'],
      ['kube-system', 'calico-system', 'all()'],
      ['apiserver', 'api server'],
    ],
    least: 1,
    patches: { selector: `projectcalico.org/namespace not in {"kube-system", "calico-system", "calico-apiserver"}` },
    source: 'docs.tigera.io: Enable default deny for Kubernetes pods',
  },
  {
    id: 'calico-host-endpoint',
    certainty: 'fits',
    needs: [['hostendpoint'], ['nodeport', 'loadbalancer', 'service', 'forward']],
    signs: [['predna'], ['applyonforward'], ['drop', 'denied', 'blocked', 'timeout']],
    least: 1,
    source: 'docs.tigera.io: Apply policy to Kubernetes node ports (preDNAT, applyOnForward)',
  },
  {
    id: 'egress-names',
    certainty: 'fits',
    needs: [
      POLICIES,
      ['egress'],
      ['dns', 'nslookup', 'eai_again', 'no such host', 'could not resolve', 'cannot resolve', 'name resolution'],
    ],
    signs: [
      ['eai_again', 'i/o timeout', 'temporary failure', 'could not resolve', 'no such host'],
      ['default-deny', 'default deny', 'deny-all', 'deny all'],
      [':53', 'port: 53', 'port 53'],
    ],
    reads: /\bon (169\.254\.\d{1,3}\.\d{1,3}):53\b/,
    least: 1,
    patches: {
      rule: 'egress: [{to: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: kube-system}}, podSelector: {matchLabels: {k8s-app: kube-dns}}}], ports: [{protocol: UDP, port: 53}, {protocol: TCP, port: 53}]}]',
      blockRule:
        'egress: [{to: [{ipBlock: {cidr: ADDRESS/32}}], ports: [{protocol: UDP, port: 53}, {protocol: TCP, port: 53}]}]',
    },
    source: 'kubernetes.io: Network Policies, default deny all egress; Debugging DNS Resolution',
  },
  {
    id: 'aws-policy-selector',
    certainty: 'fits',
    needs: [['aws', 'eks', 'amazon', 'vpc cni', 'vpc-cni'], ['podselector', ...POLICIES], ['service']],
    signs: [
      ['service ip', 'clusterip', 'cluster ip', 'through the service', 'selector on k8s service', 'target service'],
      ['labels differ', 'same as selector', 'exactly the same', 'different from', 'pod ip', 'selector'],
    ],
    least: 2,
    source: 'aws/amazon-network-policy-controller-k8s#147, #224, #252',
  },
  {
    id: 'hardened-rke2',
    certainty: 'fits',
    needs: [
      ['rke2'],
      ['profile: cis', 'cis-1.', 'profile cis', 'cis profile', 'hardened', 'hardening'],
      ['504', 'timeout', 'timed out', 'unreachable', 'not reach', 'refused'],
    ],
    unless: ['profile: etcd'],
    patches: {
      rule: 'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: allow-ingress, namespace: NAMESPACE}\nspec: {podSelector: {}, policyTypes: [Ingress], ingress: [{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: kube-system}}}]}]}',
    },
    source: 'docs.rke2.io: CIS Hardening Guide, NetworkPolicies; rke2#3259',
  },
];
