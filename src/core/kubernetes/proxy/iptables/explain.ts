import { phrase, type Phrase } from '../../../lib/phrase';
import { namespaceOf } from '../../meta';
import type { ServicePortInfo } from '../../service-port';
import type { Origin } from '../mode';
import type { PlannedEndpoint, PortPlan } from './port-plan';

/** What a rule of a service port is about. */
export interface RuleSubject {
  readonly plan: PortPlan;
  /** Which of several: an address, a range, an endpoint's place in its list. */
  readonly index: number;
  readonly endpoint: PlannedEndpoint | undefined;
}

type Values = Record<string, string | number>;

interface Reason {
  /** The field that asked for the rule; an endpoint's rules name the endpoint in its slice. */
  readonly field: (port: ServicePortInfo, index: number) => string;
  readonly values: (plan: PortPlan, index: number, endpoint: PlannedEndpoint | undefined) => Values;
}

const clusterIP = (): string => 'spec.clusterIP';
const externalIP = (_port: ServicePortInfo, index: number): string => `spec.externalIPs[${index}]`;
const balancer = (): string => 'status.loadBalancer.ingress';
const ranges = (): string => 'spec.loadBalancerSourceRanges';
const policy = (): string => 'spec.externalTrafficPolicy';
const nodePort = (port: ServicePortInfo): string => `spec.ports[${port.index}].nodePort`;
const healthCheck = (): string => 'spec.healthCheckNodePort';
const slice = (): string => '';

const ofService = ({ port }: PortPlan): Values => ({ service: port.name });
const ofEndpoint = (_plan: PortPlan, _index: number, endpoint: PlannedEndpoint | undefined): Values => ({
  endpoint: endpoint?.info.endpoint ?? '',
  address: endpoint?.info.ip ?? '',
});
const ofAddress =
  (addressOf: (port: ServicePortInfo, index: number) => string | undefined) =>
  ({ port }: PortPlan, index: number): Values => ({ service: port.name, address: addressOf(port, index) ?? '' });
const atClusterIP = ofAddress((port) => port.clusterIP);
const atExternalIP = ofAddress((port, index) => port.externalIPs[index]);
const atBalancer = ofAddress((port, index) => port.loadBalancerVIPs[index]);
const atNodePort = ({ port }: PortPlan): Values => ({ service: port.name, nodePort: port.nodePort });
const ofPolicy = ({ port, externalChain }: PortPlan): Values => ({ service: port.name, chain: externalChain ?? '' });
const odds = (plan: PortPlan, index: number, endpoint: PlannedEndpoint | undefined): Values => {
  const list = endpoint && plan.cluster[index] === endpoint ? plan.cluster : plan.local;
  return { endpoint: endpoint?.info.endpoint ?? '', count: list.length, left: list.length - index };
};

/** Why each rule of a service port is there: `kubernetes.iptables.<id>` is the sentence. */
const REASONS = {
  'cluster-ip': { field: clusterIP, values: atClusterIP },
  'cluster-ip-no-endpoints': { field: clusterIP, values: atClusterIP },
  'cluster-ip-no-local-endpoints': { field: () => 'spec.internalTrafficPolicy', values: atClusterIP },
  'external-ip': { field: externalIP, values: atExternalIP },
  'external-ip-no-endpoints': { field: externalIP, values: atExternalIP },
  'external-ip-no-local-endpoints': { field: externalIP, values: atExternalIP },
  'load-balancer': { field: balancer, values: atBalancer },
  'load-balancer-firewalled': { field: balancer, values: atBalancer },
  'load-balancer-no-endpoints': { field: balancer, values: atBalancer },
  'load-balancer-no-local-endpoints': { field: balancer, values: atBalancer },
  'not-in-source-ranges': { field: ranges, values: atBalancer },
  'node-port': { field: nodePort, values: atNodePort },
  'node-port-counted': { field: nodePort, values: atNodePort },
  'node-port-no-endpoints': { field: nodePort, values: atNodePort },
  'node-port-no-local-endpoints': { field: nodePort, values: atNodePort },
  'health-check': {
    field: healthCheck,
    values: ({ port }) => ({ service: port.name, nodePort: port.healthCheckNodePort }),
  },
  'masquerade-all': { field: clusterIP, values: ofService },
  'masquerade-not-local': { field: clusterIP, values: ofService },
  'external-masquerade': { field: policy, values: ofService },
  'external-from-pod': { field: policy, values: ofService },
  'external-masquerade-node': { field: policy, values: ofService },
  'external-from-node': { field: policy, values: ofService },
  'external-to-local': { field: policy, values: ofPolicy },
  'external-to-cluster': { field: policy, values: ofPolicy },
  'source-range': {
    field: (_port, index) => `spec.loadBalancerSourceRanges[${index}]`,
    values: ({ port }, index) => ({ service: port.name, source: port.sourceRanges[index] ?? '' }),
  },
  'source-range-node': { field: ranges, values: atBalancer },
  'source-range-rest': { field: ranges, values: ofService },
  'source-range-drop': { field: ranges, values: ofService },
  'no-local-endpoints': { field: policy, values: ofService },
  'load-balancer-masquerade': { field: policy, values: ofService },
  'node-port-masquerade': { field: nodePort, values: atNodePort },
  'node-port-masquerade-localhost': { field: nodePort, values: atNodePort },
  'external-ip-masquerade': { field: externalIP, values: atExternalIP },
  'external-ip-from-outside': { field: externalIP, values: atExternalIP },
  'external-ip-of-node': { field: externalIP, values: atExternalIP },
  affinity: {
    field: slice,
    values: ({ port }, _index, endpoint) => ({
      endpoint: endpoint?.info.endpoint ?? '',
      seconds: port.affinityTimeout,
    }),
  },
  balance: { field: slice, values: odds },
  'balance-last': { field: slice, values: odds },
  'balance-only': { field: slice, values: odds },
  hairpin: { field: slice, values: ofEndpoint },
  dnat: { field: slice, values: ofEndpoint },
  'dnat-affinity': { field: slice, values: ofEndpoint },
} as const satisfies Record<string, Reason>;

export type ReasonId = keyof typeof REASONS;

/** Object, field and sentence of a rule. */
export function originOf(id: ReasonId, { plan, index, endpoint }: RuleSubject): Origin {
  const reason: Reason = REASONS[id];
  const why = whyRule(id, reason.values(plan, index, endpoint));
  const { port } = plan;
  if (!endpoint) {
    return {
      kind: 'Service',
      namespace: port.namespace,
      name: port.serviceName,
      field: reason.field(port, index),
      why,
    };
  }
  const { slice: object, index: place } = endpoint.info;
  return {
    kind: 'EndpointSlice',
    namespace: namespaceOf(object),
    name: object.metadata.name,
    field: `endpoints[${place}]`,
    why,
  };
}

/** A sentence of this mode. */
export function whyRule(id: string, values?: Phrase['values']): Phrase {
  return phrase(`kubernetes.iptables.${id}`, values);
}
