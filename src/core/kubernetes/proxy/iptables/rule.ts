import type { GeneratedRule, Origin } from '../mode';
import { originOf, whyRule, type ReasonId } from './explain';
import type { PlannedEndpoint, PortPlan } from './port-plan';

/** A rule with the chain it is appended to. */
export interface PlacedRule {
  readonly chain: string;
  readonly rule: GeneratedRule;
}

/** A rule of a service port. Where it comes from is worked out when somebody asks: there may be 300,000 of them. */
export class PortRule implements GeneratedRule {
  readonly text: string;
  readonly #reason: ReasonId;
  readonly #plan: PortPlan;
  readonly #index: number;
  readonly #endpoint: PlannedEndpoint | undefined;

  constructor(text: string, reason: ReasonId, plan: PortPlan, index = 0, endpoint?: PlannedEndpoint) {
    this.text = text;
    this.#reason = reason;
    this.#plan = plan;
    this.#index = index;
    this.#endpoint = endpoint;
  }

  get origin(): Origin {
    return originOf(this.#reason, { plan: this.#plan, index: this.#index, endpoint: this.#endpoint });
  }
}

/** A rule that is there whatever Services there are; `field` is the kube-proxy setting it depends on. */
export function proxyRule(field: string, text: string, id: string, values?: Record<string, string>): GeneratedRule {
  return { text, origin: { kind: 'KubeProxyConfig', field, why: whyRule(id, values) } };
}
