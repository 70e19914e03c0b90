import type { GeneratedChain, GeneratedRule } from '../mode';
import { LazyChain } from '../shared/lazy-chain';
import type { LocalTrafficDetector } from '../shared/local-traffic';
import { rangeHolds } from '../shared/cidr-family';
import type { ProxierContext } from './context';
import { balancingRules, endpointRules } from './endpoint-rules';
import { KUBE_MARK_DROP, KUBE_MARK_MASQ } from './names';
import type { PortPlan } from './port-plan';
import type { ReasonId } from './explain';
import { PortRule } from './rule';

/** The chains of one service port and its endpoints, in the order kube-proxy declares them: EXT, FW, SVC, SVL, SEP... */
export interface OwnChains {
  readonly chains: readonly GeneratedChain[];
  /** The chain whose first rule (the clusterIP masquerade) is written before all others; empty if there is none. */
  readonly masqueraded: string;
}

/** Builds all chains that belong to a service port. None if it has no endpoints. */
export function ownChains(plan: PortPlan, context: ProxierContext): OwnChains {
  const { chains: names } = plan;
  const isMasqueraded = plan.internalChain !== undefined && (context.masqueradeAll || context.detector !== undefined);
  const lazy = (name: string, rulesOf: () => readonly GeneratedRule[]): LazyChain =>
    new LazyChain(name, rulesOf, plan.port);
  const selecting = (name: string, rulesOf: () => GeneratedRule[]): GeneratedChain =>
    isMasqueraded && name === plan.internalChain
      ? lazy(name, () => [clusterIPMasquerade(plan, context), ...rulesOf()])
      : lazy(name, rulesOf);
  const chains: GeneratedChain[] = [];
  if (plan.usesExt) chains.push(lazy(names.ext, () => externalRules(plan, context.detector)));
  if (plan.usesFw) chains.push(lazy(names.fw, () => firewallRules(plan, context)));
  if (plan.usesSvc) chains.push(selecting(names.svc, () => balancingRules(plan, plan.cluster, context)));
  if (plan.usesSvl) chains.push(selecting(names.svl, () => localRules(plan, context)));
  for (const endpoint of plan.reachable)
    chains.push(lazy(endpoint.chain, () => endpointRules(plan, endpoint, context)));
  return { chains, masqueraded: isMasqueraded ? (plan.internalChain ?? '') : '' };
}

/** Traffic to the clusterIP that is not from a Pod of this cluster has to come back through this node. */
function clusterIPMasquerade(plan: PortPlan, context: ProxierContext): GeneratedRule {
  const { port } = plan;
  const match = `-m ${port.proto} -p ${port.proto} -d ${port.clusterIP} --dport ${port.port}`;
  const source = context.masqueradeAll || !context.detector ? '' : ` ${ifNotLocal(context.detector)}`;
  const text = `-m comment --comment "${port.name} cluster IP" ${match}${source} -j ${KUBE_MARK_MASQ}`;
  return new PortRule(text, context.masqueradeAll ? 'masquerade-all' : 'masquerade-not-local', plan);
}

/** KUBE-SVL; before 1.25 it also drops what no endpoint of this node can take. */
function localRules(plan: PortPlan, context: ProxierContext): GeneratedRule[] {
  if (plan.local.length > 0) return balancingRules(plan, plan.local, context);
  const text = `-m comment --comment "${plan.port.name} has no local endpoints" -j ${KUBE_MARK_DROP}`;
  return [new PortRule(text, 'no-local-endpoints', plan)];
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
  const comment = (what: string): string => `-m comment --comment "${what} for ${port.name} external destinations"`;
  const rules: GeneratedRule[] = [];
  const add = (text: string, reason: ReasonId): number => rules.push(new PortRule(text, reason, plan));
  if (!port.externalPolicyLocal) add(`${comment('masquerade traffic')} -j ${KUBE_MARK_MASQ}`, 'external-masquerade');
  else {
    // Pods and the node itself still reach every endpoint.
    const { svc } = plan.chains;
    const fromNode = '-m addrtype --src-type LOCAL';
    if (detector) add(`${comment('pod traffic')} ${ifLocal(detector)} -j ${svc}`, 'external-from-pod');
    add(`${comment('masquerade LOCAL traffic')} ${fromNode} -j ${KUBE_MARK_MASQ}`, 'external-masquerade-node');
    add(`${comment('route LOCAL traffic')} ${fromNode} -j ${svc}`, 'external-from-node');
  }
  if (externalChain !== undefined) {
    add(`-j ${externalChain}`, port.externalPolicyLocal ? 'external-to-local' : 'external-to-cluster');
  }
  return rules;
}

/** KUBE-FW: who may use the load balancer's address. Who may not falls through to KUBE-PROXY-FIREWALL. */
function firewallRules(plan: PortPlan, context: ProxierContext): readonly GeneratedRule[] {
  const { nodeIP, features } = context;
  if (!features.dropsInFilter) return firewallPerAddress(plan, context);
  const { port, chains } = plan;
  const accept = (source: string, reason: ReasonId, index: number): GeneratedRule => {
    const text = `-m comment --comment "${port.name} loadbalancer IP" -s ${source} -j ${chains.ext}`;
    return new PortRule(text, reason, plan, index);
  };
  const rules: GeneratedRule[] = port.sourceRanges.map((range, index) => accept(range, 'source-range', index));
  // The node is allowed, and its packets to the address may carry that very address as source.
  if (port.sourceRanges.some((range) => rangeHolds(range, nodeIP))) {
    rules.push(...port.loadBalancerVIPs.map((address, index) => accept(address, 'source-range-node', index)));
  }
  if (features.ownFirewall) {
    const rest = `-m comment --comment "other traffic to ${port.name} will be dropped by KUBE-PROXY-FIREWALL"`;
    rules.push(new PortRule(rest, 'source-range-rest', plan));
  }
  return rules;
}

/** 1.24: the same rules once an address, and whoever comes to their end is marked for dropping. */
function firewallPerAddress(plan: PortPlan, { nodeIP }: ProxierContext): readonly GeneratedRule[] {
  const { port, chains } = plan;
  const comment = `-m comment --comment "${port.name} loadbalancer IP"`;
  const isNodeInside = port.sourceRanges.some((range) => rangeHolds(range, nodeIP));
  return port.loadBalancerVIPs.flatMap((address, index) => {
    const rule = (text: string, reason: ReasonId, place = index): GeneratedRule =>
      new PortRule(`${comment} ${text}`, reason, plan, place);
    return [
      ...port.sourceRanges.map((range, place) => rule(`-s ${range} -j ${chains.ext}`, 'source-range', place)),
      ...(isNodeInside ? [rule(`-s ${address} -j ${chains.ext}`, 'source-range-node')] : []),
      rule(`-j ${KUBE_MARK_DROP}`, 'source-range-drop'),
    ];
  });
}
