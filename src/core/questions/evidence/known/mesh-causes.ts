import type { KnownCause } from './known-cause';

const AMBIENT = ['ambient', 'ztunnel'] as const;
const PROBES = [
  'readiness probe',
  'liveness probe',
  'readiness/liveness',
  'health probe',
  'health check',
  'probes',
] as const;

/** Causes of a service mesh between a client and the server behind a Service. */
export const MESH_CAUSES: readonly KnownCause[] = [
  {
    id: 'ambient-cilium',
    certainty: 'fits',
    needs: [AMBIENT, ['cilium'], PROBES],
    signs: [
      ['masquerade'],
      ['kubeproxyreplacement', 'kube-proxy replacement', 'hostlegacyrouting', 'host routing'],
      ['networkpolic', 'default-deny', 'default deny'],
    ],
    patches: {
      rule: 'apiVersion: cilium.io/v2\nkind: CiliumClusterwideNetworkPolicy\nmetadata: {name: allow-ambient-hostprobes}\nspec: {endpointSelector: {}, ingress: [{fromCIDR: [169.254.7.127/32]}]}',
    },
    source: 'istio.io: Ambient, Platform-Specific Prerequisites, Cilium; istio#57911; cilium PR 46625',
  },
  {
    id: 'ambient-calico',
    certainty: 'fits',
    needs: [AMBIENT, ['calico'], ['ebpf', 'bpf'], PROBES],
    patches: { patch: `'{"spec":{"calicoNetwork":{"linuxDataplane":"Iptables"}}}'` },
    source: 'istio#52765 (fixed in Calico 3.29)',
  },
  {
    id: 'ambient-eks',
    certainty: 'fits',
    needs: [AMBIENT, ['eks', 'vpc cni', 'vpc-cni'], PROBES],
    signs: [['security group', 'securitygrouppolicy', 'pod_security_group', 'strict', 'branch eni']],
    least: 1,
    source: 'istio.io: Ambient, Platform-Specific Prerequisites, Amazon EKS',
  },
  {
    id: 'mesh-protocol',
    certainty: 'fits',
    needs: [
      ['istio', 'sidecar', 'envoy'],
      ['mysql', 'postgres', 'mongo', 'redis', 'smtp', 'nats', 'kafka', 'rabbitmq', 'amqp', 'elasticsearch'],
      ['reset', 'hang', 'stuck', 'timeout', 'timed out', 'eof', 'closed', 'refused', 'disconnect'],
    ],
    signs: [
      ['port name', 'appprotocol', 'protocol selection', 'protocol detection', 'protocol sniff', 'server first'],
      ['headless', 'clusterip: none'],
      ['without sidecar', 'no sidecar', 'without the sidecar', 'disable injection', 'excludeoutbound', 'non-sidecar'],
    ],
    least: 1,
    unless: ['appprotocol: tcp', 'name: tcp-'],
    patches: { patch: `'[{"op":"add","path":"/spec/ports/0/appProtocol","value":"tcp"}]'` },
    source: 'istio.io: Protocol Selection (server first protocols); istio#38284, #27018, #16581',
  },
  {
    id: 'opaque-ports',
    certainty: 'says',
    needs: [['protocol detection timed out']],
    source: 'linkerd.io: TCP Proxying and Protocol Detection; linkerd2#7768, #13475',
  },
];
