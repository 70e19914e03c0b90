import { KUBE_MARK_DROP, KUBE_MARK_MASQ, KUBE_SERVICES } from '../shared/node';
import { once, type Memo } from '../../../lib/memo';
import { listEndpoints } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';
import type { EndpointSliceObject } from '../../types';
import type { GeneratedChain, SyncInput, GeneratedRule } from '../mode';
import { ServiceBlocks, type SlicedBlock, LazyChain } from '../shared/service-blocks';
import {
  type IptablesContext,
  KUBE_EXTERNAL_SERVICES,
  KUBE_NODEPORTS,
  planPort,
  type PortPlan,
  type PlannedEndpoint,
} from './context';
import {
  dispatchRules,
  type DispatchRules,
  ownChains,
  planLegacyPort,
  endpointAddressText,
  type LegacyPlan,
} from './service-chains';
import { rangeHolds, type LocalTrafficDetector } from '../shared/local-traffic';
import { type IptablesReasonId, PortRule, type PlacedIptablesRule } from './rules';

interface Sink {
  readonly filter: PlacedIptablesRule[];
  readonly nat: PlacedIptablesRule[];
  /** Rules that stand first in KUBE-SVC from 1.22 on; before, in the dispatching chain. */
  readonly masquerade: PortRule[];
}

/** The dispatch rules of a release up to 1.23, and what they put at the head of the Service's chain. */
interface LegacyDispatch extends DispatchRules {
  readonly masquerade: readonly PortRule[];
}

/** Leads packets from KUBE-SERVICES and KUBE-NODEPORTS into the Service's chains, or rejects them. */
function legacyDispatch(plan: LegacyPlan, context: IptablesContext): LegacyDispatch {
  const sink: Sink = { filter: [], nat: [], masquerade: [] };
  clusterIPRules(plan, context, sink);
  externalIPRules(plan, context, sink);
  loadBalancerRules(plan, context, sink);
  nodePortRules(plan, context, sink);
  healthCheckRules(plan, context, sink);
  return sink;
}

/** `! -s 10.244.0.0/16`: what tells traffic that is not from Pods. */
function notFromPods(detector: LocalTrafficDetector): string {
  if (detector.kind === 'cidr') return `! -s ${detector.cidr}`;
  return `! -i ${detector.name}${detector.prefix ? '+' : ''}`;
}

function match(plan: LegacyPlan, context: IptablesContext, comment: string, address: string): string {
  const { proto, port } = plan.port;
  return `-m comment --comment "${comment}" -m ${proto} -p ${proto} -d ${endpointAddressText(address, context)} --dport ${port}`;
}

/** A masquerade rule: before 1.22 in the chain that dispatches, then in the Service's own. */
function masquerade(context: IptablesContext, sink: Sink, chain: string, rule: PortRule): void {
  if (context.features.masqueradeInChain) sink.masquerade.push(rule);
  else sink.nat.push({ chain, rule });
}

function clusterIPRules(plan: LegacyPlan, context: IptablesContext, sink: Sink): void {
  const { port, chains } = plan;
  if (!plan.hasEndpoints) {
    const text = `${match(plan, context, `${port.name} has no endpoints`, port.clusterIP)} -j REJECT`;
    sink.filter.push({ chain: KUBE_SERVICES, rule: new PortRule(text, 'cluster-ip-no-endpoints', plan) });
    return;
  }
  const head = match(plan, context, `${port.name} cluster IP`, port.clusterIP);
  const all = context.masqueradeAll;
  if (all || context.detector) {
    const source = all || !context.detector ? '' : ` ${notFromPods(context.detector)}`;
    const text = `${head}${source} -j ${KUBE_MARK_MASQ}`;
    masquerade(context, sink, KUBE_SERVICES, new PortRule(text, all ? 'masquerade-all' : 'masquerade-not-local', plan));
  }
  sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(`${head} -j ${chains.svc}`, 'cluster-ip', plan) });
}

function externalIPRules(plan: LegacyPlan, context: IptablesContext, sink: Sink): void {
  const { port } = plan;
  for (const [index, address] of port.externalIPs.entries()) {
    if (!plan.hasEndpoints) {
      const text = `${match(plan, context, `${port.name} has no endpoints`, address)} -j REJECT`;
      const rule = new PortRule(text, 'external-ip-no-endpoints', plan, index);
      sink.filter.push({ chain: KUBE_EXTERNAL_SERVICES, rule });
      continue;
    }
    const head = match(plan, context, `${port.name} external IP`, address);
    if (context.features.plainExternalIPs) plainExternalIP(plan, context, sink, { head, index });
    else oldExternalIP(plan, context, sink, { head, index });
  }
}

interface ExternalIP {
  readonly head: string;
  readonly index: number;
}

/** From 1.21: one jump; who is not a Pod is masqueraded. */
function plainExternalIP(plan: LegacyPlan, context: IptablesContext, sink: Sink, { head, index }: ExternalIP): void {
  const { chains, onlyLocal } = plan;
  if (!onlyLocal) {
    const source = context.detector ? ` ${notFromPods(context.detector)}` : '';
    const rule = new PortRule(`${head}${source} -j ${KUBE_MARK_MASQ}`, 'external-ip-masquerade', plan, index);
    masquerade(context, sink, KUBE_SERVICES, rule);
  }
  const text = `${head} -j ${onlyLocal ? chains.xlb : chains.svc}`;
  sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, 'external-ip', plan, index) });
}

/** Up to 1.20: packets from outside, and packets for an address the node has itself. */
function oldExternalIP(plan: LegacyPlan, context: IptablesContext, sink: Sink, { head, index }: ExternalIP): void {
  const isLocal = context.features.localExternalIPs && plan.onlyLocal;
  const target = isLocal ? plan.chains.xlb : plan.chains.svc;
  const add = (text: string, reason: IptablesReasonId): void => {
    sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, reason, plan, index) });
  };
  if (!isLocal) add(`${head} -j ${KUBE_MARK_MASQ}`, 'external-ip-masquerade');
  const outside = '-m physdev ! --physdev-is-in -m addrtype ! --src-type LOCAL';
  add(`${head} ${outside} -j ${target}`, 'external-ip-from-outside');
  add(`${head} -m addrtype --dst-type LOCAL -j ${target}`, 'external-ip-of-node');
}

function loadBalancerRules(plan: LegacyPlan, context: IptablesContext, sink: Sink): void {
  const { port, chains } = plan;
  for (const [index, address] of port.loadBalancerVIPs.entries()) {
    if (plan.hasEndpoints) {
      const text = `${match(plan, context, `${port.name} loadbalancer IP`, address)} -j ${chains.fw}`;
      sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, 'load-balancer-firewalled', plan, index) });
      continue;
    }
    const chain = context.features.externalForward ? KUBE_EXTERNAL_SERVICES : KUBE_SERVICES;
    const text = `${match(plan, context, `${port.name} has no endpoints`, address)} -j REJECT`;
    sink.filter.push({ chain, rule: new PortRule(text, 'load-balancer-no-endpoints', plan, index) });
  }
}

function nodePortRules(plan: LegacyPlan, context: IptablesContext, sink: Sink): void {
  const { port, chains, onlyLocal } = plan;
  if (port.nodePort === 0) return;
  const to = `-m ${port.proto} -p ${port.proto} --dport ${port.nodePort}`;
  if (!plan.hasEndpoints) {
    const text = `-m comment --comment "${port.name} has no endpoints" -m addrtype --dst-type LOCAL ${to} -j REJECT`;
    const rule = new PortRule(text, 'node-port-no-endpoints', plan);
    sink.filter.push({ chain: KUBE_EXTERNAL_SERVICES, rule });
    return;
  }
  const head = `-m comment --comment ${port.name} ${to}`;
  if (onlyLocal) {
    const loopback = context.family === 'ipv6' ? '::1/128' : '127.0.0.0/8';
    const rule = new PortRule(`${head} -s ${loopback} -j ${KUBE_MARK_MASQ}`, 'node-port-masquerade-localhost', plan);
    sink.nat.push({ chain: KUBE_NODEPORTS, rule });
  } else {
    const rule = new PortRule(`${head} -j ${KUBE_MARK_MASQ}`, 'node-port-masquerade', plan);
    masquerade(context, sink, KUBE_NODEPORTS, rule);
  }
  const text = `${head} -j ${onlyLocal ? chains.xlb : chains.svc}`;
  sink.nat.push({ chain: KUBE_NODEPORTS, rule: new PortRule(text, 'node-port', plan) });
}

function healthCheckRules(plan: LegacyPlan, context: IptablesContext, sink: Sink): void {
  const { name, healthCheckNodePort } = plan.port;
  if (healthCheckNodePort === 0 || !context.features.healthChecks) return;
  const to = `-m tcp -p tcp --dport ${healthCheckNodePort}`;
  const text = `-m comment --comment "${name} health check node port" ${to} -j ACCEPT`;
  sink.filter.push({ chain: KUBE_NODEPORTS, rule: new PortRule(text, 'health-check', plan) });
}

/** The chains of a service port up to 1.23: KUBE-SVC, KUBE-XLB, KUBE-FW and one KUBE-SEP an endpoint. */
function legacyChains(
  plan: LegacyPlan,
  masquerade: readonly PortRule[],
  context: IptablesContext,
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
function portComment(plan: LegacyPlan, { features, largeCluster }: IptablesContext): string {
  return features.ruleComments && !largeCluster ? `-m comment --comment ${plan.port.name} ` : '';
}

/** 1/n, with five decimals up to 1.16. */
function odds(left: number, { features }: IptablesContext): string {
  if (left === 1) return '';
  const text =
    features.preciseOdds && left === 2048 ? '0.0004882812' : (1 / left).toFixed(features.preciseOdds ? 10 : 5);
  return `-m statistic --mode random --probability ${text} `;
}

function sticky(plan: LegacyPlan, endpoint: PlannedEndpoint): string {
  return `-m recent --name ${endpoint.chain} --rcheck --seconds ${plan.port.affinityTimeout} --reap -j ${endpoint.chain}`;
}

function balanceReason(left: number, count: number): IptablesReasonId {
  return count === 1 ? 'balance-only' : left === 1 ? 'balance-last' : 'balance';
}

function serviceRules(plan: LegacyPlan, context: IptablesContext): GeneratedRule[] {
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
function localRules(plan: LegacyPlan, context: IptablesContext): GeneratedRule[] {
  const { port, chains, local } = plan;
  const rules: GeneratedRule[] = [];
  const add = (text: string, reason: IptablesReasonId): number => rules.push(new PortRule(text, reason, plan));
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

function localBalancing(plan: LegacyPlan, context: IptablesContext): GeneratedRule[] {
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
function firewallRules(plan: LegacyPlan, context: IptablesContext): GeneratedRule[] {
  const { port, chains, onlyLocal } = plan;
  const comment = `-m comment --comment "${port.name} loadbalancer IP"`;
  const target = onlyLocal ? chains.xlb : chains.svc;
  const isNodeInside = port.sourceRanges.some((range) => rangeHolds(range, context.nodeIP));
  return port.loadBalancerVIPs.flatMap((address, index) => {
    const rules: GeneratedRule[] = [];
    const add = (text: string, reason: IptablesReasonId, place = index): number =>
      rules.push(new PortRule(`${comment} ${text}`, reason, plan, place));
    if (!onlyLocal) add(`-j ${KUBE_MARK_MASQ}`, 'load-balancer-masquerade');
    if (port.sourceRanges.length === 0) add(`-j ${target}`, onlyLocal ? 'external-to-local' : 'external-to-cluster');
    for (const [place, range] of port.sourceRanges.entries()) add(`-s ${range} -j ${target}`, 'source-range', place);
    if (isNodeInside) add(`-s ${endpointAddressText(address, context)} -j ${target}`, 'source-range-node');
    add(`-j ${KUBE_MARK_DROP}`, 'source-range-drop');
    return rules;
  });
}

function endpointRules(plan: LegacyPlan, endpoint: PlannedEndpoint, context: IptablesContext): GeneratedRule[] {
  const { port } = plan;
  const comment = portComment(plan, context);
  const recent = port.affinityTimeout > 0 ? `-m recent --name ${endpoint.chain} --set ` : '';
  const hairpin = `${comment}-s ${endpointAddressText(endpoint.info.ip, context)} -j ${KUBE_MARK_MASQ}`;
  const dnat = `${comment}${recent}-m ${port.proto} -p ${port.proto} -j DNAT --to-destination ${endpoint.info.endpoint}`;
  return [
    new PortRule(hairpin, 'hairpin', plan, 0, endpoint),
    new PortRule(dnat, recent === '' ? 'dnat' : 'dnat-affinity', plan, 0, endpoint),
  ];
}

/** All rules of one service port: a block that does not depend on any other Service. */
export interface PortRules extends SlicedBlock {
  readonly plan: PortPlan;
  readonly dispatch: DispatchRules;
  readonly chains: readonly GeneratedChain[];
  /** What the `:CHAIN` lines name: the chains; up to 1.23 the firewall chain once an address. */
  readonly declared: readonly string[];
  /** The chain whose first rule is written before all others; empty if there is none. */
  readonly masqueraded: string;
}

const blocksOf = once(
  (context: IptablesContext) => new ServiceBlocks(context, (port, slices) => compilePort(port, slices, context)),
);

/** The rules of every service port, sorted by its name and then by protocol. */
export function allPortRules(input: SyncInput, memo: Memo, context: IptablesContext): readonly PortRules[] {
  return blocksOf(context, memo).of(input, memo);
}

function compilePort(
  info: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: IptablesContext,
): PortRules {
  const port = asReleaseNames(info, context);
  if (!context.features.externalChains) return compileLegacyPort(port, slices, context);
  const plan = planPort(port, slices, context);
  const { chains, masqueraded } = ownChains(plan, context);
  const declared = chains.map(({ name }) => name);
  return { port, slices, plan, dispatch: dispatchRules(plan, context), chains, declared, masqueraded };
}

/** Up to 1.19 an unnamed port is written with a colon behind the Service's name, in comments and hashes. */
function asReleaseNames(port: ServicePortInfo, { features }: IptablesContext): ServicePortInfo {
  return features.noTrailingColon || port.portName !== '' ? port : { ...port, name: `${port.name}:` };
}

function compileLegacyPort(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: IptablesContext,
): PortRules {
  const plan = planLegacyPort(port, listEndpoints(slices, port, context), context);
  const dispatch = legacyDispatch(plan, context);
  const chains = legacyChains(plan, dispatch.masquerade, context);
  const times = Math.max(1, port.loadBalancerVIPs.length);
  const declared = chains.flatMap(({ name }) => (name === plan.chains.fw ? Array<string>(times).fill(name) : [name]));
  return { port, slices, plan, dispatch, chains, declared, masqueraded: '' };
}
