import { phrase, type Phrase, type PhraseIdBelow } from '../../../lib/phrase';
import type { EndpointInfo } from '../../endpoint';
import { getNamespace } from '../../types';
import type { ServicePortInfo } from '../../service-port';
import type { Origin } from '../mode';
import { servicePortRef, type Values } from '../shared/reasons';

/** Subject of a virtual server, entry, address or rule of a service port. */
export interface IpvsSubject {
  readonly port: ServicePortInfo;
  /** Index of the external IP or load balancer address. */
  readonly index: number;
  /** Index of the source range. */
  readonly range?: number;
  readonly endpoint?: EndpointInfo;
  /** A node's own address, for nodePorts. */
  readonly address?: string;
}

interface Reason {
  /** The field that asked for it; what an endpoint asked for names the endpoint in its slice. */
  readonly field: (subject: IpvsSubject) => string;
  readonly values: (subject: IpvsSubject) => Values;
}

const clusterIP = {
  field: () => 'spec.clusterIP',
  values: ({ port }: IpvsSubject): Values => ({ service: port.name, address: port.clusterIP, port: port.port }),
};
const externalIP = {
  field: ({ index }: IpvsSubject) => `spec.externalIPs[${index}]`,
  values: ({ port, index }: IpvsSubject): Values => ({
    service: port.name,
    address: port.externalIPs[index] ?? '',
    port: port.port,
  }),
};
const balancer = {
  field: () => 'status.loadBalancer.ingress',
  values: ({ port, index }: IpvsSubject): Values => ({
    service: port.name,
    address: port.loadBalancerVIPs[index] ?? '',
    port: port.port,
  }),
};
const policy = { ...balancer, field: () => 'spec.externalTrafficPolicy' };
const ranges = { ...balancer, field: () => 'spec.loadBalancerSourceRanges' };
const range = {
  field: ({ range: place = 0 }: IpvsSubject) => `spec.loadBalancerSourceRanges[${place}]`,
  values: (subject: IpvsSubject): Values => ({
    ...balancer.values(subject),
    source: subject.port.sourceRanges[subject.range ?? 0] ?? '',
  }),
};
const nodePort = {
  field: ({ port }: IpvsSubject) => `spec.ports[${port.index}].nodePort`,
  values: ({ port, address = '' }: IpvsSubject): Values => ({ service: port.name, nodePort: port.nodePort, address }),
};
const healthCheck = {
  field: () => 'spec.healthCheckNodePort',
  values: ({ port }: IpvsSubject): Values => ({ service: port.name, nodePort: port.healthCheckNodePort }),
};
const endpoint = {
  field: () => '',
  values: ({ port, endpoint: info }: IpvsSubject): Values => ({
    service: port.name,
    endpoint: info?.endpoint ?? '',
    address: info?.ip ?? '',
  }),
};

/** Why each thing a service port brings is there: `kubernetes.ipvs.<id>` is the sentence. */
const REASONS = {
  'server-cluster-ip': clusterIP,
  'server-external-ip': externalIP,
  'server-load-balancer': balancer,
  'server-node-port': nodePort,
  'real-server': endpoint,
  'real-server-local': endpoint,
  'real-server-no-local': endpoint,
  'bound-cluster-ip': clusterIP,
  'bound-external-ip': externalIP,
  'bound-load-balancer': balancer,
  'entry-loop-back': endpoint,
  'entry-cluster-ip': clusterIP,
  'entry-external-ip': externalIP,
  'entry-external-ip-local': { ...externalIP, field: () => 'spec.externalTrafficPolicy' },
  'entry-load-balancer': balancer,
  'entry-load-balancer-local': policy,
  'entry-source-ranges': ranges,
  'entry-source-range': range,
  'entry-source-node': ranges,
  'entry-node-port': nodePort,
  'entry-node-port-local': { ...nodePort, field: () => 'spec.externalTrafficPolicy' },
  'entry-health-check': healthCheck,
  'out-filter': ranges,
} as const satisfies Record<string, Reason>;

export type IpvsReasonId = keyof typeof REASONS;

/** Object, field and sentence. */
export function ipvsOrigin(id: IpvsReasonId, subject: IpvsSubject): Origin {
  const reason: Reason = REASONS[id];
  const why = whySentence(id, reason.values(subject));
  const { port, endpoint: info } = subject;
  const servicePort = servicePortRef(port);
  if (!info) {
    const field = reason.field(subject);
    return { kind: 'Service', namespace: port.namespace, name: port.serviceName, field, why, servicePort };
  }
  return {
    kind: 'EndpointSlice',
    namespace: getNamespace(info.slice),
    name: info.slice.metadata.name,
    field: `endpoints[${info.index}]`,
    why,
    servicePort,
  };
}

/** The sentences of this mode. */
export type IpvsRuleWhy = PhraseIdBelow<'kubernetes.ipvs'>;

/** A sentence of this mode. */
export function whySentence(id: IpvsRuleWhy, values?: Phrase['values']): Phrase {
  return phrase(`kubernetes.ipvs.${id}`, values);
}

/** Something a service port brings. Where it comes from is worked out when somebody asks: there may be 300,000 of them. */
export class ExplainedServer {
  readonly #reason: IpvsReasonId;
  readonly #subject: IpvsSubject;

  constructor(reason: IpvsReasonId, subject: IpvsSubject) {
    this.#reason = reason;
    this.#subject = subject;
  }

  get origin(): Origin {
    return ipvsOrigin(this.#reason, this.#subject);
  }
}
