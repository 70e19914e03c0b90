import type { GeneratedElement, GeneratedRule, Origin } from '../mode';
import { FromPort as PartOfPort, type Sentences } from '../shared/port-origin';
import { SENTENCES, whyRule, type ReasonId, type RuleWhy } from './explain';
import type { PlannedEndpoint, PortPlan } from './port-plan';

abstract class FromPort extends PartOfPort<ReasonId, PortPlan> {
  protected get sentences(): Sentences<ReasonId, PortPlan> {
    return SENTENCES;
  }
}

/** A rule of a service port. */
export class PortRule extends FromPort implements GeneratedRule {
  readonly text: string;

  constructor(text: string, reason: ReasonId, plan: PortPlan, index = 0, endpoint?: PlannedEndpoint) {
    super(reason, plan, index, endpoint);
    this.text = text;
  }
}

/** What an element says: its key, in a map its verdict, and whose it is. */
export type ElementText = Pick<GeneratedElement, 'key' | 'value' | 'comment'>;

/** An element of a service port. */
export class PortElement extends FromPort implements GeneratedElement {
  readonly key: string;
  readonly value: string | undefined;
  readonly comment: string | undefined;

  constructor(text: ElementText, reason: ReasonId, plan: PortPlan, index = 0, endpoint?: PlannedEndpoint) {
    super(reason, plan, index, endpoint);
    this.key = text.key;
    this.value = text.value;
    this.comment = text.comment;
  }
}

/** The origin of what is there whatever Services there are; `field` is the kube-proxy setting it depends on. */
export function proxyOrigin(field: string, id: RuleWhy, values?: Record<string, string>): Origin {
  return { kind: 'KubeProxyConfig', field, why: whyRule(id, values) };
}

/** A rule that is there whatever Services there are. */
export function proxyRule(field: string, text: string, id: RuleWhy, values?: Record<string, string>): GeneratedRule {
  return { text, origin: proxyOrigin(field, id, values) };
}
