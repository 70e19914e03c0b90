import { phrase, type Phrase, type PhraseIdBelow } from '../../../lib/phrase';
import { FromPort, type Reason, type Sentences, type Subject, type Values, FIELD, VALUES } from '../shared/reasons';
import type { OpenPort } from './claims';

/** The chains of this mode (pkg/proxy/userspace/proxier.go); CONTAINER: what comes in by a device, HOST: what the node sends. */
export const KUBE_PORTALS_CONTAINER = 'KUBE-PORTALS-CONTAINER';
export const KUBE_PORTALS_HOST = 'KUBE-PORTALS-HOST';
export const KUBE_NODEPORT_CONTAINER = 'KUBE-NODEPORT-CONTAINER';
export const KUBE_NODEPORT_HOST = 'KUBE-NODEPORT-HOST';
export const KUBE_NODEPORT_NON_LOCAL = 'KUBE-NODEPORT-NON-LOCAL';

const { clusterIP, externalIP, balancer, nodePort, port } = FIELD;
const { atClusterIP, atExternalIP, atBalancer, atNodePort } = VALUES;

type Of = Subject<OpenPort>;

/** The values of a sentence and the proxy port. */
const via =
  (values: (subject: Subject) => Values) =>
  (subject: Of): Values => ({ ...values(subject), proxyPort: subject.plan.proxyPort });
const atPort = via(({ plan }) => ({ service: plan.port.name }));

/** Why each rule and socket of a service port is there: `kubernetes.userspace.<id>` is the sentence. */
const REASONS = {
  'cluster-ip-container': { field: clusterIP, values: via(atClusterIP) },
  'cluster-ip-host': { field: clusterIP, values: via(atClusterIP) },
  'external-ip-outside': { field: externalIP, values: via(atExternalIP) },
  'external-ip-of-node': { field: externalIP, values: via(atExternalIP) },
  'external-ip-host': { field: externalIP, values: via(atExternalIP) },
  'load-balancer-container': { field: balancer, values: via(atBalancer) },
  'load-balancer-host': { field: balancer, values: via(atBalancer) },
  'node-port-container': { field: nodePort, values: via(atNodePort) },
  'node-port-host': { field: nodePort, values: via(atNodePort) },
  'node-port-accept': { field: nodePort, values: via(atNodePort) },
  'proxy-port': { field: port, values: atPort },
  'claim-cluster-ip': { field: clusterIP, values: via(atClusterIP) },
  'claim-external-ip': { field: externalIP, values: via(atExternalIP) },
  'claim-load-balancer': { field: balancer, values: via(atBalancer) },
  'claim-node-port': { field: nodePort, values: via(atNodePort) },
} as const satisfies Record<string, Reason<OpenPort>>;

export type ReasonId = keyof typeof REASONS;

const SENTENCES: Sentences<ReasonId, OpenPort> = { why: whyRule, reasons: REASONS };

/** Something this mode made for a service port. */
export abstract class FromOpenPort extends FromPort<ReasonId, OpenPort> {
  protected get sentences(): Sentences<ReasonId, OpenPort> {
    return SENTENCES;
  }
}

/** The sentences of this mode. */
export type RuleWhy = PhraseIdBelow<'kubernetes.userspace'>;

/** A sentence of this mode. */
export function whyRule(id: RuleWhy, values?: Phrase['values']): Phrase {
  return phrase(`kubernetes.userspace.${id}`, values);
}
