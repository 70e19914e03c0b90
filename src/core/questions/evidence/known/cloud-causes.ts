import type { KnownCause } from './known-cause';

const FROM_PODS = [
  'inside the cluster',
  'from inside',
  'within the cluster',
  'with in the cluster',
  'in-cluster',
  'from a pod',
  'from pods',
  'from another pod',
  'from the pod',
  'self check',
  'hairpin',
] as const;

/** Causes in a cloud’s balancers, groups and resolvers. */
export const CLOUD_CAUSES: readonly KnownCause[] = [
  {
    id: 'alb-node-port',
    certainty: 'says',
    needs: [["service type must be either 'nodeport' or 'loadbalancer'", 'must be of type nodeport or loadbalancer']],
    patches: { patch: `'{"spec":{"type":"NodePort"}}'` },
    source: 'kubernetes-sigs.github.io/aws-load-balancer-controller: Ingress annotations, target-type; #4103',
  },
  {
    id: 'alb-groups',
    certainty: 'says',
    needs: [
      ['exactly one securitygroup tagged', 'multiple tagged security groups', 'exactly one security group tagged'],
    ],
    source: 'aws-load-balancer-controller: pkg/networking; #2802; cloud-provider-aws: findSecurityGroupForInstance',
  },
  {
    id: 'hetzner-network',
    certainty: 'says',
    needs: [['use private ip: missing network id']],
    source: 'hcloud-cloud-controller-manager#93; vitobotta/hetzner-k3s#421',
  },
  {
    id: 'hetzner-balancer',
    certainty: 'fits',
    needs: [
      ['hetzner', 'hcloud'],
      ['load balancer', 'loadbalancer', 'load-balancer'],
    ],
    signs: [
      ['unhealthy', 'unhealty', 'targets'],
      ['pending', 'location', 'network-zone'],
      ['private', 'use-private-ip'],
    ],
    least: 1,
    refuted: [
      ['load-balancer.hetzner.cloud/location'],
      ['use-private-ip: "true"', 'use-private-ip: true', "use-private-ip: 'true'", 'use-private-ip=true'],
    ],
    complaints: ['unreached', 'pending'],
    source: 'hcloud-cloud-controller-manager: Load Balancers (location, use-private-ip, HCLOUD_NETWORK)',
  },
  {
    id: 'balancer-no-targets',
    certainty: 'fits',
    needs: [
      [
        'no targets',
        'targets are not added',
        'targets not added',
        'target not added',
        'no nodes are added',
        'without targets',
      ],
      ['cloud controller manager', 'cloud-controller-manager', 'hcloud', 'hetzner', 'cloud provider', 'ccm'],
    ],
    unless: ['providerid: hcloud://', 'providerid: aws://', 'providerid: digitalocean://', 'providerid: openstack://'],
    complaints: ['unreached', 'pending'],
    source:
      'hcloud-cloud-controller-manager#853; kubernetes.io: Cloud Controller Manager Administration (--cloud-provider=external); k8s.io/cloud-provider controllers/node: spec.providerID',
  },
  {
    id: 'balancer-bypassed',
    certainty: 'fits',
    needs: [['proxy protocol', 'proxy-protocol', 'proxyprotocol', 'use-proxy-protocol'], FROM_PODS],
    unless: [
      'ipmode: proxy',
      'do-loadbalancer-hostname',
      'load-balancer.hetzner.cloud/hostname',
      'loadbalancer.openstack.org/hostname',
    ],
    source:
      'kubernetes.io: Service, Load balancer IP mode; digitalocean-cloud-controller-manager#811; cloud-provider-openstack#1287; kubernetes#66607',
  },
  {
    id: 'ranges-and-pods',
    certainty: 'fits',
    needs: [
      ['loadbalancersourceranges', 'load balancer source range', 'loadbalancer source range'],
      [...FROM_PODS, 'pods can', 'internal traffic'],
      ['timeout', 'timed out', 'refused', 'drop', 'block', 'denied', 'not reach', 'cannot', "can't", 'fail'],
    ],
    unless: ['externalips:', 'not filtered', 'still reach', 'not enforc'],
    patches: { patch: `'[{"op":"add","path":"/spec/loadBalancerSourceRanges/-","value":"POD-RANGE"}]'` },
    source: 'kubernetes#109575, PR 110289 (1.25); pkg/proxy/iptables/proxier.go: KUBE-FW',
  },
  {
    id: 'google-checks',
    certainty: 'fits',
    needs: [
      ['gke', 'gce ', 'google cloud', 'ingress-gce'],
      ['unhealthy', 'health check', '502', 'not become healthy', 'neg(s)'],
    ],
    signs: [
      ['neg', 'network endpoint group', 'container-native', 'loadbalancernegnotready'],
      ['firewall', 'shared vpc', 'private', 'internal'],
    ],
    least: 1,
    unless: ['130.211.0.0/22'],
    source: 'cloud.google.com: GKE, Firewall rules for health checks; ory/k8s#113; kubernetes/ingress-gce#931',
  },
  {
    id: 'aws-resolver-limit',
    certainty: 'fits',
    needs: [
      ['eks', 'aws', 'ec2', 'amazonaws'],
      ['coredns', 'dns'],
      ['i/o timeout', 'servfail', 'timeout', 'throttl', 'eai_again'],
    ],
    signs: [
      [
        'load test',
        'under load',
        'high load',
        'high traffic',
        'peak',
        'burst',
        'increased traffic',
        'requests per second',
      ],
      ['.2:53', '169.254.169.253', '1024', 'linklocal_allowance', 'eni'],
      ['intermittent', 'random', 'sometimes', 'some coredns', 'sporadic'],
    ],
    least: 2,
    source: 'docs.aws.amazon.com: VPC DNS quotas (1,024 packets per second per interface); coredns#4327, #4662',
  },
  {
    id: 'aws-node-groups',
    certainty: 'fits',
    needs: [
      ['eks'],
      ['security group', 'security-group', 'node group', 'nodegroup', 'karpenter', 'launch template'],
      [
        'timeout',
        'timed out',
        'unreachable',
        'not reach',
        'cannot resolve',
        'connection refused',
        'no servers could be',
      ],
    ],
    signs: [
      ['dns', 'coredns', ':53'],
      [
        'other node',
        'another node',
        'different node',
        'some nodes',
        'one node',
        'new node',
        'second node',
        'same node',
      ],
      ['pod to pod', 'service', 'clusterip'],
    ],
    least: 2,
    source: 'awslabs/amazon-eks-ami#200; docs.aws.amazon.com: EKS security group requirements',
  },
];
