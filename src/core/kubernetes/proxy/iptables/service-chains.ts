import type { GeneratedChain, GeneratedRule } from '../mode';
import { LazyChain } from '../shared/chain-table';
import { type LocalTrafficDetector, rangeHolds } from '../shared/local-traffic';
import { type ProxierContext, KUBE_MARK_DROP, KUBE_MARK_MASQ, type PortPlan, type PlannedEndpoint } from './context';
import { type ReasonId, PortRule } from './rule';

/**
 * The rules that pick one endpoint: first those a client was sent to before (affinity), then one
 * after the other with the odds 1/n, 1/(n-1) ... 1/2, 1, so that each gets 1/n
 * (writeServiceToEndpointRules).
 */
function balancingRules(
  plan: PortPlan,
  endpoints: readonly PlannedEndpoint[],
  context: ProxierContext,
): GeneratedRule[] {
  const { name } = plan.port;
  const [before, after] = context.largeCluster ? ['', ''] : [`-m comment --comment "${name} -> `, '" '];
  const comment = (endpoint: PlannedEndpoint): string =>
    context.largeCluster ? '' : before + endpoint.info.endpoint + after;
  const rules = affinityRules(plan, endpoints, comment);
  const count = endpoints.length;
  for (let index = 0; index < count; index++) {
    const endpoint = endpoints[index];
    if (!endpoint) continue;
    const left = count - index;
    const reason = count === 1 ? 'balance-only' : left === 1 ? 'balance-last' : 'balance';
    const text = comment(endpoint) + jumpWithOdds(left) + endpoint.chain;
    rules.push(new PortRule(text, reason, plan, index, endpoint));
  }
  return rules;
}

function affinityRules(
  plan: PortPlan,
  endpoints: readonly PlannedEndpoint[],
  comment: (endpoint: PlannedEndpoint) => string,
): GeneratedRule[] {
  const { affinityTimeout } = plan.port;
  if (affinityTimeout === 0) return [];
  return endpoints.map((endpoint, index) => {
    const { chain } = endpoint;
    const recent = `-m recent --name ${chain} --rcheck --seconds ${affinityTimeout} --reap -j ${chain}`;
    return new PortRule(comment(endpoint) + recent, 'affinity', plan, index, endpoint);
  });
}

const jumps: string[] = [];

function jumpWithOdds(left: number): string {
  if (left === 1) return '-j ';
  return (jumps[left] ??= `-m statistic --mode random --probability ${probability(left)} -j `);
}

/**
 * 1/n with ten decimals (computeProbability). 1/2048 is the one that lies exactly between two
 * texts: Go rounds it to the even digit, JavaScript up.
 */
function probability(n: number): string {
  return n === 2048 ? '0.0004882812' : (1 / n).toFixed(10);
}

/** KUBE-SEP: masquerades an endpoint that talks to itself, then rewrites the destination. */
function endpointRules(plan: PortPlan, endpoint: PlannedEndpoint, context: ProxierContext): GeneratedRule[] {
  const { port } = plan;
  const { info, chain } = endpoint;
  const comment = context.largeCluster ? '' : `-m comment --comment ${port.name} `;
  const sticky = port.affinityTimeout > 0;
  const recent = sticky ? `-m recent --name ${chain} --set ` : '';
  const dnat = `${comment}${recent}-m ${port.proto} -p ${port.proto} -j DNAT --to-destination ${info.endpoint}`;
  return [
    new PortRule(`${comment}-s ${info.ip} -j ${KUBE_MARK_MASQ}`, 'hairpin', plan, 0, endpoint),
    new PortRule(dnat, sticky ? 'dnat-affinity' : 'dnat', plan, 0, endpoint),
  ];
}

/** The chains of one service port and its endpoints, in the order kube-proxy declares them: EXT, FW, SVC, SVL, SEP... */
interface OwnChains {
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
