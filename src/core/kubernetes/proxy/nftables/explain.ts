import { phrase, type Phrase } from '../../../lib/phrase';
import { namespaceOf } from '../../meta';
import type { ServicePortInfo } from '../../service-port';
import type { Origin } from '../mode';
import type { PlannedEndpoint, PortPlan } from './port-plan';

/** What a rule or element of a service port is about. */
export interface Subject {
  readonly plan: PortPlan;
  /** Which of several addresses. */
  readonly index: number;
  readonly endpoint: PlannedEndpoint | undefined;
}

type Values = Record<string, string | number>;

interface Reason {
  /** The field that asked for it; what an endpoint asked for names the endpoint in its slice. */
  readonly field: (port: ServicePortInfo, index: number) => string;
  readonly values: (subject: Subject) => Values;
}

const clusterIP = (): string => 'spec.clusterIP';
const externalIP = (_port: ServicePortInfo, index: number): string => `spec.externalIPs[${index}]`;
const balancer = (): string => 'status.loadBalancer.ingress';
const ranges = (): string => 'spec.loadBalancerSourceRanges';
const policy = (): string => 'spec.externalTrafficPolicy';
const port = ({ index }: ServicePortInfo): string => `spec.ports[${index}]`;
const nodePort = ({ index }: ServicePortInfo): string => `spec.ports[${index}].nodePort`;
const affinity = (): string => 'spec.sessionAffinity';
const slice = (): string => '';

const ofService = ({ plan }: Subject): Values => ({ service: plan.port.name });
const atAddress =
  (addressOf: (port: ServicePortInfo, index: number) => string | undefined) =>
  ({ plan, index }: Subject): Values => ({ service: plan.port.name, address: addressOf(plan.port, index) ?? '' });
const atClusterIP = atAddress((info) => info.clusterIP);
const atExternalIP = atAddress((info, index) => info.externalIPs[index]);
const atBalancer = atAddress((info, index) => info.loadBalancerVIPs[index]);
const atNodePort = ({ plan }: Subject): Values => ({ service: plan.port.name, nodePort: plan.port.nodePort });
const ofEndpoint = ({ endpoint }: Subject): Values => ({
  endpoint: endpoint?.info.endpoint ?? '',
  address: endpoint?.info.ip ?? '',
});
const sticky = ({ plan, endpoint }: Subject): Values => ({
  endpoint: endpoint?.info.endpoint ?? '',
  seconds: plan.port.affinityTimeout,
});
const among = ({ plan, index }: Subject): Values => ({ service: plan.port.name, count: index });
const ofPolicy = ({ plan }: Subject): Values => ({ service: plan.port.name, chain: plan.externalChain ?? '' });
const ofRanges = ({ plan }: Subject): Values => ({
  service: plan.port.name,
  sources: plan.port.sourceRanges.join(', '),
});

/** Why each rule and element of a service port is there: `kubernetes.nftables.<id>` is the sentence. */
const REASONS = {
  'active-cluster-ip': { field: clusterIP, values: atClusterIP },
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
  'source-ranges': { field: ranges, values: ofRanges },
  'node-port': { field: nodePort, values: atNodePort },
  'node-port-no-endpoints': { field: nodePort, values: atNodePort },
  'node-port-no-local-endpoints': { field: nodePort, values: atNodePort },
  'masquerade-all': { field: clusterIP, values: ofService },
  'masquerade-not-local': { field: clusterIP, values: ofService },
  'external-masquerade': { field: policy, values: ofService },
  'external-from-pod': { field: policy, values: ofService },
  'external-masquerade-node': { field: policy, values: ofService },
  'external-from-node': { field: policy, values: ofService },
  'external-to-local': { field: policy, values: ofPolicy },
  'external-to-cluster': { field: policy, values: ofPolicy },
  'affinity-set': { field: affinity, values: sticky },
  affinity: { field: affinity, values: sticky },
  remember: { field: affinity, values: sticky },
  balance: { field: port, values: among },
  'balance-only': { field: port, values: among },
  hairpin: { field: slice, values: ofEndpoint },
  'hairpin-connection': { field: slice, values: ofEndpoint },
  dnat: { field: slice, values: ofEndpoint },
} as const satisfies Record<string, Reason>;

export type ReasonId = keyof typeof REASONS;

/** Object, field and sentence of a rule or element. */
export function originOf(id: ReasonId, subject: Subject): Origin {
  const reason: Reason = REASONS[id];
  const why = whyRule(id, reason.values(subject));
  const { port: info } = subject.plan;
  if (!subject.endpoint) {
    const field = reason.field(info, subject.index);
    return { kind: 'Service', namespace: info.namespace, name: info.serviceName, field, why };
  }
  const { slice: object, index: place } = subject.endpoint.info;
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
  return phrase(`kubernetes.nftables.${id}`, values);
}
