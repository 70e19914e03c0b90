import type { GeneratedRule } from '../mode';
import { FromPort, type Sentences } from '../shared/port-origin';
import { SENTENCES, whyRule, type ReasonId, type RuleWhy } from './explain';
import type { PlannedEndpoint, PortPlan } from './port-plan';

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
