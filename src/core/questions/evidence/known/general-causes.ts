import type { KnownCause } from './known-cause';

const FAILED = [
  '503',
  '502',
  'refused',
  "wasn't forward",
  'not forward',
  'not reach',
  'unreachable',
  'not work',
  'timed out',
  'timeout',
] as const;

/** Causes in how the parts of a Service fit each other, whoever carries it. */
export const GENERAL_CAUSES: readonly KnownCause[] = [
  {
    id: 'one-flow',
    certainty: 'fits',
    needs: [
      [
        'same pod',
        'one pod',
        'single pod',
        'same backend',
        'one backend',
        'same endpoint',
        'one of the pods',
        'not load balanced',
        'not load-balanced',
        'not balanced',
        'round-robin',
        'round robin',
        'uneven',
      ],
      [
        'same source port',
        'udp connection',
        'udp packets',
        'udp socket',
        'one socket',
        'same socket',
        'persistent connection',
        'long-lived connection',
        'long lived connection',
        'keep-alive',
        'keepalive',
        'http/2',
        'http2',
        'websocket',
      ],
      ['service', 'svc', 'clusterip', 'kube-proxy', 'nodeport'],
    ],
    signs: [['udp'], ['same source port', 'socket'], ['restart', 'reconnect', 'netcat', 'new connection']],
    unless: ['grpc', 'sessionaffinity: clientip', 'sessionaffinity based', 'sessionaffinity is'],
    complaints: ['unreached', 'fewer', 'elsewhere'],
    source:
      'net/netfilter/nf_nat_core.c: nf_nat_packet translates as the first packet of the entry was; kubernetes#76517',
  },
  {
    id: 'link-below-gone',
    certainty: 'fits',
    needs: [
      ['flannel.1', 'vxlan', 'flannel-wg', 'cilium_vxlan'],
      ['disappear', 'is gone', 'are gone', 'vanish', 'is lost', 'are lost', 'routes lost', 'is missing', 'are missing'],
      ['tailscale', 'wg0', 'wireguard', 'netbird', 'zerotier', 'openvpn', 'flannel-iface', 'vpn'],
    ],
    signs: [
      ['restart', 'reconnect', 'instability', 'reboot'],
      ['interface', 'device', 'route'],
    ],
    least: 1,
    source: 'drivers/net/vxlan/vxlan_core.c: vxlan_handle_lowerdev_unregister; flannel pkg/backend/vxlan; k3s#14142',
  },
  {
    id: 'nlb-by-other-controller',
    certainty: 'fits',
    needs: [
      ['aws-load-balancer-type: nlb', 'aws-load-balancer-type: "nlb"', "aws-load-balancer-type: 'nlb'"],
      ['nlb-target-type: ip', 'nlb-target-type: "ip"', "nlb-target-type: 'ip'", 'aws-load-balancer-nlb-target-type'],
    ],
    unless: ['loadbalancerclass'],
    complaints: ['unreached', 'source', 'elsewhere', 'pending', 'fewer', 'unfiltered'],
    patches: {
      patch: `'{"metadata":{"annotations":{"service.beta.kubernetes.io/aws-load-balancer-type":"external"}}}'`,
    },
    source:
      'kubernetes-sigs.github.io/aws-load-balancer-controller: NLB, Configuration (external); aws-load-balancer-controller#2165',
  },
  {
    id: 'unready-names',
    certainty: 'fits',
    needs: [
      ['not ready', 'non-ready', 'notready', 'unready', 'readiness', 'publishnotreadyaddresses'],
      ['dns', 'resolv', 'nxdomain', 'no such host', 'discover', 'peer', 'join'],
      ['headless', 'statefulset', 'publishnotreadyaddresses'],
    ],
    signs: [
      ['publishnotreadyaddresses'],
      ['headless'],
      ['unresolv', 'not resolv', 'nxdomain', 'no such host', 'never discover'],
    ],
    least: 2,
    complaints: ['unreached', 'fewer'],
    patches: { patch: `'{"spec":{"publishNotReadyAddresses":true}}'` },
    source:
      'kubernetes.io: StatefulSets, Stable Network ID; core/v1 ServiceSpec.publishNotReadyAddresses; coredns plugin/kubernetes',
  },
  {
    id: 'gateway-untaken',
    certainty: 'fits',
    needs: [
      ['gateway api', 'gatewayclass', 'programmed', 'gateway.networking.k8s.io'],
      [
        'unknown',
        'unknow',
        'waiting for controller',
        'programmed false',
        'not created',
        'no longer created',
        'clusterip instead',
        'not get an address',
      ],
      ['gateway'],
    ],
    signs: [
      ['crd', 'standard-install', 'experimental'],
      ['upgrad', 'regression', 'since '],
      ['service', 'loadbalancer'],
    ],
    least: 1,
    complaints: ['unreached', 'pending', 'fewer', 'elsewhere'],
    source:
      'gateway-api.sigs.k8s.io: GatewayConditionReason Pending, Waiting for controller; docs.cilium.io: Gateway API, Prerequisites; cilium#30590',
  },
  {
    id: 'wide-node-port-range',
    certainty: 'fits',
    needs: [
      ['service-node-port-range', 'node-port-range'],
      ['0-32767', '1-32767', '1-65535', '0-65535', '80-32767', '53-32767', '443-32767', '1000-32767', '1024-32767'],
    ],
    signs: [FAILED, ['pod', 'node']],
    least: 1,
    source:
      'kubernetes.io: Service, Avoid nodePort collisions; kube-apiserver --service-node-port-range; kubelet 10250, etcd 2379, VXLAN 8472 and 4789 stand below 30000',
  },
  {
    id: 'ports-of-template',
    certainty: 'says',
    needs: [
      ['{{ .values', '{{.values', '{{- range', '{{- if', '{{ if', '{{ $', '{{ include', '{{- with'],
      ['targetport', 'containerport', 'serviceport', 'port:', 'number:'],
      ['service', 'ingress'],
    ],
    unless: ['kind: service'],
    source: 'helm.sh: helm template; kubernetes.io: Service, Port definitions; Ingress, service.port',
  },
  {
    id: 'other-target-port',
    certainty: 'fits',
    needs: [
      ['service', 'ingress'],
      [
        'forwarding it on port',
        'forwards to port',
        'forwarding to port',
        'exposed on the pod in port',
        'exposed on the pod on port',
        'listens on port',
        'listening on port',
        'container port',
        'containerport',
        'wrong port',
        'port mismatch',
        'target port',
        'targetport',
      ],
      FAILED,
    ],
    signs: [
      ['503', '502', 'refused'],
      ['port && pod', 'port && container', 'wrong port', 'port mismatch'],
      ['correctly', 'wrong', 'mismatch', 'does not match', 'instead of', 'different port', 'differs'],
    ],
    least: 3,
    unless: ['kind: service', 'networkpolic', 'hostport'],
    patches: { patch: `'[{"op":"replace","path":"/spec/ports/0/targetPort","value":LISTENED}]'` },
    source: 'pkg/api/v1/pod/util.go: FindPort; kubernetes.io: Debug Services, Is the Service defined correctly?',
  },
];
