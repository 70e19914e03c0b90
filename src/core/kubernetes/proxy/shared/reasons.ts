import type { Phrase } from '../../../lib/phrase';
import type { EndpointInfo } from '../../endpoint';
import { getNamespace } from '../../types';
import type { ServicePortInfo } from '../../service-port';
import type { Origin, ServicePortRef } from '../mode';

/** Values of a sentence. */
export type Values = Record<string, string | number>;

/** A service port as its sentences speak of it. */
interface SubjectPlan {
  readonly port: ServicePortInfo;
  /** Where packets from outside go by policy. */
  readonly externalChain?: string | undefined;
}

/** Subject of a rule, element or socket of a service port. */
export interface ReasonSubject<Plan extends SubjectPlan = SubjectPlan> {
  readonly plan: Plan;
  /** Index of the address, range or endpoint in its list. */
  readonly index: number;
  readonly endpoint: { readonly info: EndpointInfo } | undefined;
}

/** Facts of a sentence besides its words. */
export interface Reason<Plan extends SubjectPlan = SubjectPlan> {
  /** The field that asked for it; what an endpoint asked for names the endpoint in its slice. */
  readonly field: (port: ServicePortInfo, index: number) => string;
  readonly values: (subject: ReasonSubject<Plan>) => Values;
}

/** The sentences of a mode about service ports. */
export interface Sentences<Id extends string, Plan extends SubjectPlan> {
  /** Says one: `kubernetes.<mode>.<id>`. */
  readonly why: (id: Id, values: Values) => Phrase;
  readonly reasons: Readonly<Record<Id, Reason<Plan>>>;
}

/** Object, field and sentence of what a service port made. */
export function portOrigin<Id extends string, Plan extends SubjectPlan>(
  { why, reasons }: Sentences<Id, Plan>,
  id: Id,
  subject: ReasonSubject<Plan>,
): Origin {
  const { plan, index, endpoint } = subject;
  const { port } = plan;
  const reason = reasons[id];
  const shared = { why: why(id, reason.values(subject)), servicePort: servicePortRef(port) };
  if (!endpoint) {
    const { namespace, serviceName: name } = port;
    return { kind: 'Service', namespace, name, field: reason.field(port, index), ...shared };
  }
  const { slice, index: place } = endpoint.info;
  const { name } = slice.metadata;
  return { kind: 'EndpointSlice', namespace: getNamespace(slice), name, field: `endpoints[${place}]`, ...shared };
}

/** The name of a service port and nothing more: it may cross to the page. */
export function servicePortRef({ namespace, serviceName, index }: ServicePortInfo): ServicePortRef {
  return { namespace, serviceName, index };
}

/**
 * Something a service port made. Where it comes from is worked out when somebody asks: there may be
 * 300,000 of them.
 */
export abstract class FromPort<Id extends string, Plan extends SubjectPlan> {
  readonly #reason: Id;
  readonly #plan: Plan;
  readonly #index: number;
  readonly #endpoint: ReasonSubject['endpoint'];

  constructor(reason: Id, plan: Plan, index: number, endpoint: ReasonSubject['endpoint']) {
    this.#reason = reason;
    this.#plan = plan;
    this.#index = index;
    this.#endpoint = endpoint;
  }

  protected abstract get sentences(): Sentences<Id, Plan>;

  get origin(): Origin {
    return portOrigin(this.sentences, this.#reason, { plan: this.#plan, index: this.#index, endpoint: this.#endpoint });
  }
}

type Field = Reason['field'];

/** Paths of the Service's fields that ask for a rule. */
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
  ({ plan, index }: ReasonSubject): Values => ({ service: plan.port.name, address: addressOf(plan.port, index) ?? '' });

/** Values that sentences are filled with. */
export const REASON_VALUES = {
  ofService: ({ plan }: ReasonSubject): Values => ({ service: plan.port.name }),
  atClusterIP: atAddress((port) => port.clusterIP),
  atExternalIP: atAddress((port, index) => port.externalIPs[index]),
  atBalancer: atAddress((port, index) => port.loadBalancerVIPs[index]),
  atNodePort: ({ plan }: ReasonSubject): Values => ({ service: plan.port.name, nodePort: plan.port.nodePort }),
  ofPolicy: ({ plan }: ReasonSubject): Values => ({ service: plan.port.name, chain: plan.externalChain ?? '' }),
  ofEndpoint: ({ endpoint }: ReasonSubject): Values => ({
    endpoint: endpoint?.info.endpoint ?? '',
    address: endpoint?.info.ip ?? '',
  }),
  ofAffinity: ({ plan, endpoint }: ReasonSubject): Values => ({
    endpoint: endpoint?.info.endpoint ?? '',
    seconds: plan.port.affinityTimeout,
  }),
} as const;

const { clusterIP, externalIP, balancer, nodePort, internalPolicy, externalPolicy, slice } = FIELD;
const { ofService, atClusterIP, atExternalIP, atBalancer, atNodePort, ofPolicy, ofEndpoint } = REASON_VALUES;

/** Reasons of rules that all modes write in which the kernel chooses endpoints. */
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
