import { phrase, type Phrase, type PhraseIdBelow } from '../../../lib/phrase';
import {
  type Reason,
  type Sentences,
  type Subject,
  type Values,
  COMMON_REASONS,
  FIELD,
  VALUES,
  FromPort,
} from '../shared/reasons';
import type { PortPlan, PlannedEndpoint } from './context';
import type { GeneratedRule } from '../mode';

const { externalIP, externalPolicy, healthCheck, nodePort, range, ranges, slice } = FIELD;
const { ofService, atExternalIP, atBalancer, atNodePort, ofEndpoint, ofAffinity } = VALUES;

const odds = ({ plan, index, endpoint }: Subject<PortPlan>): Values => {
  const list = endpoint && plan.cluster[index] === endpoint ? plan.cluster : plan.local;
  return { endpoint: endpoint?.info.endpoint ?? '', count: list.length, left: list.length - index };
};

/** Why each rule of a service port is there: `kubernetes.iptables.<id>` is the sentence. */
const REASONS = {
  ...COMMON_REASONS,
  'not-in-source-ranges': { field: ranges, values: atBalancer },
  'node-port-counted': { field: nodePort, values: atNodePort },
  'health-check': {
    field: healthCheck,
    values: ({ plan: { port } }) => ({ service: port.name, nodePort: port.healthCheckNodePort }),
  },
  'source-range': {
    field: range,
    values: ({ plan: { port }, index }) => ({ service: port.name, source: port.sourceRanges[index] ?? '' }),
  },
  'source-range-node': { field: ranges, values: atBalancer },
  'source-range-rest': { field: ranges, values: ofService },
  'source-range-drop': { field: ranges, values: ofService },
  'no-local-endpoints': { field: externalPolicy, values: ofService },
  'load-balancer-masquerade': { field: externalPolicy, values: ofService },
  'node-port-masquerade': { field: nodePort, values: atNodePort },
  'node-port-masquerade-localhost': { field: nodePort, values: atNodePort },
  'external-ip-masquerade': { field: externalIP, values: atExternalIP },
  'external-ip-from-outside': { field: externalIP, values: atExternalIP },
  'external-ip-of-node': { field: externalIP, values: atExternalIP },
  affinity: { field: slice, values: ofAffinity },
  balance: { field: slice, values: odds },
  'balance-last': { field: slice, values: odds },
  'balance-only': { field: slice, values: odds },
  'dnat-affinity': { field: slice, values: ofEndpoint },
} as const satisfies Record<string, Reason<PortPlan>>;

export type ReasonId = keyof typeof REASONS;

const SENTENCES: Sentences<ReasonId, PortPlan> = { why: whyRule, reasons: REASONS };

/** The sentences of this mode. */
export type RuleWhy = PhraseIdBelow<'kubernetes.iptables'>;

/** A sentence of this mode. */
function whyRule(id: RuleWhy, values?: Phrase['values']): Phrase {
  return phrase(`kubernetes.iptables.${id}`, values);
}

/** A rule with the chain it is appended to. */
export interface PlacedRule {
  readonly chain: string;
  readonly rule: GeneratedRule;
}

/** A rule of a service port. */
export class PortRule extends FromPort<ReasonId, PortPlan> implements GeneratedRule {
  readonly text: string;

  constructor(text: string, reason: ReasonId, plan: PortPlan, index = 0, endpoint?: PlannedEndpoint) {
    super(reason, plan, index, endpoint);
    this.text = text;
  }

  protected get sentences(): Sentences<ReasonId, PortPlan> {
    return SENTENCES;
  }
}

/** A rule that is there whatever Services there are; `field` is the kube-proxy setting it depends on. */
export function proxyRule(field: string, text: string, id: RuleWhy, values?: Record<string, string>): GeneratedRule {
  return { text, origin: { kind: 'KubeProxyConfig', field, why: whyRule(id, values) } };
}
