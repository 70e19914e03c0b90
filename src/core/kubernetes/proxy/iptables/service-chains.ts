import { contains, parseCidr } from '../../../net/cidr';
import { parseIp } from '../../../net/ip';
import type { GeneratedChain, GeneratedRule } from '../mode';
import type { LocalTrafficDetector } from '../shared/local-traffic';
import type { ProxierContext } from './context';
import { balancingRules, endpointRules } from './endpoint-rules';
import { KUBE_MARK_MASQ } from './names';
import type { PortPlan } from './port-plan';
import { serviceRule, why } from './rule';

/** The chains of one service port and its endpoints, in the order kube-proxy declares them: EXT, FW, SVC, SVL, SEP... */
export interface OwnChains {
  readonly chains: readonly GeneratedChain[];
  /** The chain whose first rule (the clusterIP masquerade) is written before all others; empty if there is none. */
  readonly masqueraded: string;
}

/** Builds all chains that belong to a service port. None if it has no endpoints. */
export function ownChains(plan: PortPlan, context: ProxierContext): OwnChains {
  const { chains: names } = plan;
  const masquerade = clusterIPMasquerade(plan, context);
  const withMasquerade = (chain: string, rules: readonly GeneratedRule[]): GeneratedChain => ({
    name: chain,
    rules: chain === plan.internalChain ? [...masquerade, ...rules] : rules,
  });
  const chains: GeneratedChain[] = [];
  if (plan.usesExt) chains.push({ name: names.ext, rules: externalRules(plan, context.detector) });
  if (plan.usesFw) chains.push({ name: names.fw, rules: firewallRules(plan, context.nodeIP) });
  if (plan.usesSvc) chains.push(withMasquerade(names.svc, balancingRules(plan, plan.cluster, context)));
  if (plan.usesSvl) chains.push(withMasquerade(names.svl, balancingRules(plan, plan.local, context)));
  for (const endpoint of plan.reachable) {
    chains.push({ name: endpoint.chain, rules: endpointRules(plan, endpoint, context) });
  }
  return { chains, masqueraded: masquerade.length > 0 ? (plan.internalChain ?? '') : '' };
}

/** Traffic to the clusterIP that is not from a Pod of this cluster has to come back through this node. */
function clusterIPMasquerade(plan: PortPlan, context: ProxierContext): readonly GeneratedRule[] {
  const { port } = plan;
  if (plan.internalChain === undefined) return [];
  const head = `-m comment --comment "${port.name} cluster IP" -m ${port.proto} -p ${port.proto} -d ${port.clusterIP} --dport ${port.port}`;
  const values = { service: port.name };
  if (context.masqueradeAll) {
    const text = `${head} -j ${KUBE_MARK_MASQ}`;
    return [serviceRule(port, 'spec.clusterIP', text, why('masquerade-all', values))];
  }
  if (!context.detector) return [];
  const text = `${head} ${ifNotLocal(context.detector)} -j ${KUBE_MARK_MASQ}`;
  return [serviceRule(port, 'spec.clusterIP', text, why('masquerade-not-local', values))];
}

function ifLocal(detector: LocalTrafficDetector): string {
  return detector.kind === 'cidr' ? `-s ${detector.cidr}` : `-i ${detector.name}${detector.prefix ? '+' : ''}`;
}

function ifNotLocal(detector: LocalTrafficDetector): string {
  return `! ${ifLocal(detector)}`;
}

/** KUBE-EXT: what is masqueraded, and where external traffic goes by policy. */
function externalRules(plan: PortPlan, detector: LocalTrafficDetector | undefined): readonly GeneratedRule[] {
  const { port, externalChain } = plan;
  const field = 'spec.externalTrafficPolicy';
  const values = { service: port.name };
  const destinations = `for ${port.name} external destinations"`;
  const rule = (text: string, id: string): GeneratedRule => serviceRule(port, field, text, why(id, values));
  const rules: GeneratedRule[] = [];
  if (port.externalPolicyLocal) rules.push(...localPolicyRules(plan, detector, rule));
  else {
    const text = `-m comment --comment "masquerade traffic ${destinations} -j ${KUBE_MARK_MASQ}`;
    rules.push(rule(text, 'external-masquerade'));
  }
  if (externalChain !== undefined) {
    rules.push(rule(`-j ${externalChain}`, port.externalPolicyLocal ? 'external-to-local' : 'external-to-cluster'));
  }
  return rules;
}

/** externalTrafficPolicy Local: Pods and the node itself still reach every endpoint. */
function localPolicyRules(
  plan: PortPlan,
  detector: LocalTrafficDetector | undefined,
  rule: (text: string, id: string) => GeneratedRule,
): GeneratedRule[] {
  const { port, chains } = plan;
  const comment = (what: string): string => `-m comment --comment "${what} for ${port.name} external destinations"`;
  const rules: GeneratedRule[] = [];
  if (detector)
    rules.push(rule(`${comment('pod traffic')} ${ifLocal(detector)} -j ${chains.svc}`, 'external-from-pod'));
  const fromNode = '-m addrtype --src-type LOCAL';
  rules.push(
    rule(`${comment('masquerade LOCAL traffic')} ${fromNode} -j ${KUBE_MARK_MASQ}`, 'external-masquerade-node'),
    rule(`${comment('route LOCAL traffic')} ${fromNode} -j ${chains.svc}`, 'external-from-node'),
  );
  return rules;
}

/** KUBE-FW: who may use the load balancer's address. Who may not falls through to KUBE-PROXY-FIREWALL. */
function firewallRules(plan: PortPlan, nodeIP: string): readonly GeneratedRule[] {
  const { port, chains } = plan;
  const field = 'spec.loadBalancerSourceRanges';
  const accept = (source: string, id: string): GeneratedRule => {
    const text = `-m comment --comment "${port.name} loadbalancer IP" -s ${source} -j ${chains.ext}`;
    return serviceRule(port, field, text, why(id, { service: port.name, source }));
  };
  const rules = port.sourceRanges.map((range) => accept(range, 'source-range'));
  // The node is allowed, and its packets to the address may carry that very address as source.
  if (port.sourceRanges.some((range) => rangeHolds(range, nodeIP))) {
    rules.push(...port.loadBalancerVIPs.map((address) => accept(address, 'source-range-node')));
  }
  const rest = `-m comment --comment "other traffic to ${port.name} will be dropped by KUBE-PROXY-FIREWALL"`;
  return [...rules, serviceRule(port, field, rest, why('source-range-rest', { service: port.name }))];
}

function rangeHolds(range: string, address: string): boolean {
  const cidr = parseCidr(range);
  const ip = parseIp(address);
  return cidr.ok && ip.ok && contains(cidr.value, ip.value);
}
