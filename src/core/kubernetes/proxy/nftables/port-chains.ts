import type { GeneratedRule } from '../mode';
import { rangeHolds } from '../shared/cidr-family';
import type { ProxierContext } from './context';
import type { ReasonId } from './explain';
import { localMatch } from './local-match';
import { MARK_FOR_MASQUERADE } from './names';
import type { PortPlan } from './port-plan';
import { PortRule } from './rule';

/** Traffic to the clusterIP that is not from a Pod of this cluster has to come back through this node. */
export function masqueradeRule(plan: PortPlan, context: ProxierContext): GeneratedRule | undefined {
  const { ip, features, masqueradeAll, detector } = context;
  const { port } = plan;
  if (features.hairpinSet || !(masqueradeAll || detector)) return undefined;
  const matchesPort = features.masqueradesAnyPort ? '' : ` ${port.proto} dport ${port.port}`;
  const source = masqueradeAll || !detector ? '' : ` ${localMatch(context, detector, true)}`;
  const text = `${ip} daddr ${port.clusterIP}${matchesPort}${source} jump ${MARK_FOR_MASQUERADE}`;
  return new PortRule(text, masqueradeAll ? 'masquerade-all' : 'masquerade-not-local', plan);
}

/** What marks a packet to get this node as its source. */
function marking({ features, mark }: ProxierContext): string {
  return features.hairpinSet ? `mark set mark or ${mark}` : `jump ${MARK_FOR_MASQUERADE}`;
}

/** The external chain: what is masqueraded, and where traffic from outside goes by policy. */
export function externalRules(plan: PortPlan, context: ProxierContext): GeneratedRule[] {
  const { port, externalChain } = plan;
  const rules: GeneratedRule[] = [];
  const add = (text: string, reason: ReasonId): number => rules.push(new PortRule(text, reason, plan));
  if (port.externalPolicyLocal) {
    // Pods and the node itself still reach every endpoint.
    const toAll = `goto service-${plan.base}`;
    if (context.detector) {
      const fromPod = localMatch(context, context.detector, false);
      add(`${fromPod} ${toAll} comment "short-circuit pod traffic"`, 'external-from-pod');
    }
    const fromNode = 'fib saddr type local';
    add(`${fromNode} ${marking(context)} comment "masquerade local traffic"`, 'external-masquerade-node');
    add(`${fromNode} ${toAll} comment "short-circuit local traffic"`, 'external-from-node');
  } else {
    const comment = context.features.hairpinSet ? ' comment "masquerade"' : '';
    add(`${marking(context)}${comment}`, 'external-masquerade');
  }
  if (externalChain !== undefined) {
    add(`goto ${externalChain}`, port.externalPolicyLocal ? 'external-to-local' : 'external-to-cluster');
  }
  return rules;
}

/** The firewall chain: who is in no allowed range is dropped. */
export function firewallRule(plan: PortPlan, { ip, nodeIP }: ProxierContext): GeneratedRule {
  const { sourceRanges, loadBalancerVIPs } = plan.port;
  // The node is allowed, and its packets to the address may carry that very address as source.
  const own = sourceRanges.some((range) => rangeHolds(range, nodeIP)) ? loadBalancerVIPs : [];
  const text = `${ip} saddr != { ${[...sourceRanges, ...own].join(' , ')} } drop`;
  return new PortRule(text, 'source-ranges', plan);
}
