import type { GeneratedChain, GeneratedRule } from '../../mode';
import { LazyChain } from '../../shared/lazy-chain';
import { rangeHolds } from '../../shared/cidr-family';
import type { ProxierContext } from '../context';
import type { ReasonId } from '../explain';
import { KUBE_MARK_DROP, KUBE_MARK_MASQ } from '../names';
import type { PlannedEndpoint } from '../port-plan';
import { PortRule } from '../rule';
import { addressText, type LegacyPlan } from './port';

/** The chains of a service port up to 1.23: KUBE-SVC, KUBE-XLB, KUBE-FW and one KUBE-SEP an endpoint. */
export function legacyChains(
  plan: LegacyPlan,
  masquerade: readonly PortRule[],
  context: ProxierContext,
): readonly GeneratedChain[] {
  const { chains: names } = plan;
  const lazy = (name: string, rulesOf: () => readonly GeneratedRule[]): LazyChain =>
    new LazyChain(name, rulesOf, plan.port);
  // A Service with policy Local keeps its chain when it has no endpoints; nothing leads there.
  if (!plan.hasEndpoints) return plan.onlyLocal ? [lazy(names.xlb, () => [])] : [];
  const svc = lazy(names.svc, () => [...masquerade, ...serviceRules(plan, context)]);
  const xlb = plan.onlyLocal ? [lazy(names.xlb, () => localRules(plan, context))] : [];
  const fw = plan.usesFw ? [lazy(names.fw, () => firewallRules(plan, context))] : [];
  const seps = plan.reachable.map((endpoint) => lazy(endpoint.chain, () => endpointRules(plan, endpoint, context)));
  return [svc, ...xlb, ...fw, ...seps];
}

/** The comment of balancing and endpoint rules, with a blank behind; a bug had lost it up to 1.17. */
function portComment(plan: LegacyPlan, { features, largeCluster }: ProxierContext): string {
  return features.ruleComments && !largeCluster ? `-m comment --comment ${plan.port.name} ` : '';
}

/** 1/n, with five decimals up to 1.16. */
function odds(left: number, { features }: ProxierContext): string {
  if (left === 1) return '';
  const text =
    features.preciseOdds && left === 2048 ? '0.0004882812' : (1 / left).toFixed(features.preciseOdds ? 10 : 5);
  return `-m statistic --mode random --probability ${text} `;
}

function sticky(plan: LegacyPlan, endpoint: PlannedEndpoint): string {
  return `-m recent --name ${endpoint.chain} --rcheck --seconds ${plan.port.affinityTimeout} --reap -j ${endpoint.chain}`;
}

function balanceReason(left: number, count: number): ReasonId {
  return count === 1 ? 'balance-only' : left === 1 ? 'balance-last' : 'balance';
}

function serviceRules(plan: LegacyPlan, context: ProxierContext): GeneratedRule[] {
  const comment = portComment(plan, context);
  const { cluster, port } = plan;
  const affinity = port.affinityTimeout === 0 ? [] : cluster;
  return [
    ...affinity.map((endpoint, i) => new PortRule(comment + sticky(plan, endpoint), 'affinity', plan, i, endpoint)),
    ...cluster.map((endpoint, i) => {
      const left = cluster.length - i;
      const text = `${comment}${odds(left, context)}-j ${endpoint.chain}`;
      return new PortRule(text, balanceReason(left, cluster.length), plan, i, endpoint);
    }),
  ];
}

/** KUBE-XLB: traffic from outside goes to endpoints of this node; Pods and the node reach all. */
function localRules(plan: LegacyPlan, context: ProxierContext): GeneratedRule[] {
  const { port, chains, local } = plan;
  const rules: GeneratedRule[] = [];
  const add = (text: string, reason: ReasonId): number => rules.push(new PortRule(text, reason, plan));
  const comment = (text: string): string => `-m comment --comment "${text}"`;
  const { detector } = context;
  if (detector) {
    const redirect = comment('Redirect pods trying to reach external loadbalancer VIP to clusterIP');
    const source =
      detector.kind === 'cidr' ? `-s ${detector.cidr}` : `-i ${detector.name}${detector.prefix ? '+' : ''}`;
    add(`${redirect} ${source} -j ${chains.svc}`, 'external-from-pod');
  }
  const fromNode = '-m addrtype --src-type LOCAL';
  const masquerade = comment(`masquerade LOCAL traffic for ${port.name} LB IP`);
  add(`${masquerade} ${fromNode} -j ${KUBE_MARK_MASQ}`, 'external-masquerade-node');
  const route = comment(`route LOCAL traffic for ${port.name} LB IP to service chain`);
  add(`${route} ${fromNode} -j ${chains.svc}`, 'external-from-node');
  if (local.length > 0) return [...rules, ...localBalancing(plan, context)];
  add(`${comment(`${port.name} has no local endpoints`)} -j ${KUBE_MARK_DROP}`, 'no-local-endpoints');
  return rules;
}

function localBalancing(plan: LegacyPlan, context: ProxierContext): GeneratedRule[] {
  const { local, port } = plan;
  const affinity = port.affinityTimeout === 0 ? [] : local;
  return [
    ...affinity.map((endpoint, i) => {
      const text = `-m comment --comment ${port.name} ${sticky(plan, endpoint)}`;
      return new PortRule(text, 'affinity', plan, i, endpoint);
    }),
    ...local.map((endpoint, i) => {
      const left = local.length - i;
      const words = context.features.bareAddresses ? port.name : `"Balancing rule ${i} for ${port.name}"`;
      const text = `-m comment --comment ${words} ${odds(left, context)}-j ${endpoint.chain}`;
      return new PortRule(text, balanceReason(left, local.length), plan, i, endpoint);
    }),
  ];
}

/** KUBE-FW: written once an address; whoever comes to its end is marked for dropping. */
function firewallRules(plan: LegacyPlan, context: ProxierContext): GeneratedRule[] {
  const { port, chains, onlyLocal } = plan;
  const comment = `-m comment --comment "${port.name} loadbalancer IP"`;
  const target = onlyLocal ? chains.xlb : chains.svc;
  const isNodeInside = port.sourceRanges.some((range) => rangeHolds(range, context.nodeIP));
  return port.loadBalancerVIPs.flatMap((address, index) => {
    const rules: GeneratedRule[] = [];
    const add = (text: string, reason: ReasonId, place = index): number =>
      rules.push(new PortRule(`${comment} ${text}`, reason, plan, place));
    if (!onlyLocal) add(`-j ${KUBE_MARK_MASQ}`, 'load-balancer-masquerade');
    if (port.sourceRanges.length === 0) add(`-j ${target}`, onlyLocal ? 'external-to-local' : 'external-to-cluster');
    for (const [place, range] of port.sourceRanges.entries()) add(`-s ${range} -j ${target}`, 'source-range', place);
    if (isNodeInside) add(`-s ${addressText(address, context)} -j ${target}`, 'source-range-node');
    add(`-j ${KUBE_MARK_DROP}`, 'source-range-drop');
    return rules;
  });
}

function endpointRules(plan: LegacyPlan, endpoint: PlannedEndpoint, context: ProxierContext): GeneratedRule[] {
  const { port } = plan;
  const comment = portComment(plan, context);
  const recent = port.affinityTimeout > 0 ? `-m recent --name ${endpoint.chain} --set ` : '';
  const hairpin = `${comment}-s ${addressText(endpoint.info.ip, context)} -j ${KUBE_MARK_MASQ}`;
  const dnat = `${comment}${recent}-m ${port.proto} -p ${port.proto} -j DNAT --to-destination ${endpoint.info.endpoint}`;
  return [
    new PortRule(hairpin, 'hairpin', plan, 0, endpoint),
    new PortRule(dnat, recent === '' ? 'dnat' : 'dnat-affinity', plan, 0, endpoint),
  ];
}
