import type { Phrase } from '../../../lib/phrase';
import type { EndpointInfo } from '../../endpoint';
import { namespaceOf } from '../../meta';
import type { ServicePortInfo } from '../../service-port';
import type { Origin, ServicePortRef } from '../mode';

/** What fills the places of a sentence. */
export type Values = Record<string, string | number>;

/** A service port as its sentences speak of it. */
export interface SubjectPlan {
  readonly port: ServicePortInfo;
  /** Where packets from outside go by policy. */
  readonly externalChain?: string | undefined;
}

/** What a rule, element or socket of a service port is about. */
export interface Subject<Plan extends SubjectPlan = SubjectPlan> {
  readonly plan: Plan;
  /** Which of several: an address, a range, an endpoint's place in its list. */
  readonly index: number;
  readonly endpoint: { readonly info: EndpointInfo } | undefined;
}

/** What is known of a sentence besides its words. */
export interface Reason<Plan extends SubjectPlan = SubjectPlan> {
  /** The field that asked for it; what an endpoint asked for names the endpoint in its slice. */
  readonly field: (port: ServicePortInfo, index: number) => string;
  readonly values: (subject: Subject<Plan>) => Values;
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
  subject: Subject<Plan>,
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
  return { kind: 'EndpointSlice', namespace: namespaceOf(slice), name, field: `endpoints[${place}]`, ...shared };
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
  readonly #endpoint: Subject['endpoint'];

  constructor(reason: Id, plan: Plan, index: number, endpoint: Subject['endpoint']) {
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
