import type { ServicePortInfo } from '../../service-port';
import type { Reason, Subject, Values } from './port-origin';

type Field = Reason['field'];

/** Which field of a Service asks for something. */
export const FIELD = {
  clusterIP: () => 'spec.clusterIP',
  externalIP: (_port, index) => `spec.externalIPs[${index}]`,
  balancer: () => 'status.loadBalancer.ingress',
  ranges: () => 'spec.loadBalancerSourceRanges',
  range: (_port, index) => `spec.loadBalancerSourceRanges[${index}]`,
  internalPolicy: () => 'spec.internalTrafficPolicy',
  externalPolicy: () => 'spec.externalTrafficPolicy',
  affinity: () => 'spec.sessionAffinity',
  port: ({ index }) => `spec.ports[${index}]`,
  nodePort: ({ index }) => `spec.ports[${index}].nodePort`,
  healthCheck: () => 'spec.healthCheckNodePort',
  /** The endpoint in its slice is named instead. */
  slice: () => '',
} as const satisfies Record<string, Field>;

const atAddress =
  (addressOf: (port: ServicePortInfo, index: number) => string | undefined) =>
  ({ plan, index }: Subject): Values => ({ service: plan.port.name, address: addressOf(plan.port, index) ?? '' });

/** What sentences are filled with. */
export const VALUES = {
  ofService: ({ plan }: Subject): Values => ({ service: plan.port.name }),
  atClusterIP: atAddress((port) => port.clusterIP),
  atExternalIP: atAddress((port, index) => port.externalIPs[index]),
  atBalancer: atAddress((port, index) => port.loadBalancerVIPs[index]),
  atNodePort: ({ plan }: Subject): Values => ({ service: plan.port.name, nodePort: plan.port.nodePort }),
  ofPolicy: ({ plan }: Subject): Values => ({ service: plan.port.name, chain: plan.externalChain ?? '' }),
  ofEndpoint: ({ endpoint }: Subject): Values => ({
    endpoint: endpoint?.info.endpoint ?? '',
    address: endpoint?.info.ip ?? '',
  }),
  ofAffinity: ({ plan, endpoint }: Subject): Values => ({
    endpoint: endpoint?.info.endpoint ?? '',
    seconds: plan.port.affinityTimeout,
  }),
} as const;

const { clusterIP, externalIP, balancer, nodePort, internalPolicy, externalPolicy, slice } = FIELD;
const { ofService, atClusterIP, atExternalIP, atBalancer, atNodePort, ofPolicy, ofEndpoint } = VALUES;

/** What the modes that let the kernel choose endpoints all write rules for. */
export const COMMON_REASONS = {
  'cluster-ip': { field: clusterIP, values: atClusterIP },
  'cluster-ip-no-endpoints': { field: clusterIP, values: atClusterIP },
  'cluster-ip-no-local-endpoints': { field: internalPolicy, values: atClusterIP },
  'external-ip': { field: externalIP, values: atExternalIP },
  'external-ip-no-endpoints': { field: externalIP, values: atExternalIP },
  'external-ip-no-local-endpoints': { field: externalIP, values: atExternalIP },
  'load-balancer': { field: balancer, values: atBalancer },
  'load-balancer-firewalled': { field: balancer, values: atBalancer },
  'load-balancer-no-endpoints': { field: balancer, values: atBalancer },
  'load-balancer-no-local-endpoints': { field: balancer, values: atBalancer },
  'node-port': { field: nodePort, values: atNodePort },
  'node-port-no-endpoints': { field: nodePort, values: atNodePort },
  'node-port-no-local-endpoints': { field: nodePort, values: atNodePort },
  'masquerade-all': { field: clusterIP, values: ofService },
  'masquerade-not-local': { field: clusterIP, values: ofService },
  'external-masquerade': { field: externalPolicy, values: ofService },
  'external-from-pod': { field: externalPolicy, values: ofService },
  'external-masquerade-node': { field: externalPolicy, values: ofService },
  'external-from-node': { field: externalPolicy, values: ofService },
  'external-to-local': { field: externalPolicy, values: ofPolicy },
  'external-to-cluster': { field: externalPolicy, values: ofPolicy },
  hairpin: { field: slice, values: ofEndpoint },
  dnat: { field: slice, values: ofEndpoint },
} as const satisfies Record<string, Reason>;
