import { KUBE_MARK_DROP, KUBE_MARK_MASQ } from '../shared/node';
import { once, type Memo } from '../../../lib/memo';
import { listEndpoints } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';
import type { EndpointSliceObject } from '../../types';
import type { GeneratedChain, SyncInput, GeneratedRule } from '../mode';
import { ServiceBlocks, type SlicedBlock } from '../shared/service-blocks';
import { LazyChain } from '../shared/lazy-chain';
import { type IptablesContext, planPort, type PortPlan, type PlannedEndpoint } from './context';
import { legacyDispatch } from './legacy/dispatch';
import {
  dispatchRules,
  type DispatchRules,
  ownChains,
  planLegacyPort,
  endpointAddressText,
  type LegacyPlan,
} from './service-chains';
import { rangeHolds } from '../shared/local-traffic';
import { type IptablesReasonId, PortRule } from './rules';

/** The chains of a service port up to 1.23: KUBE-SVC, KUBE-XLB, KUBE-FW and one KUBE-SEP an endpoint. */
function legacyChains(plan: LegacyPlan, { nat }: DispatchRules, context: IptablesContext): readonly GeneratedChain[] {
  const { chains: names } = plan;
  const lazy = (name: string, rulesOf: () => readonly GeneratedRule[]): LazyChain =>
    new LazyChain(name, undefined, { servicePort: plan.port, write: rulesOf });
  // A Service with policy Local keeps its chain when it has no endpoints; nothing is in it.
  const inLocal = (): readonly GeneratedRule[] => (plan.hasEndpoints ? localRules(plan, context) : []);
  const xlb = plan.onlyLocal ? [lazy(names.xlb, inLocal)] : [];
  if (!plan.served) return xlb;
  const head = nat.flatMap(({ chain, rule }) => (chain === names.svc ? [rule] : []));
  const svc = lazy(names.svc, () => [...head, ...serviceRules(plan, context)]);
  const fw = plan.usesFw ? [lazy(names.fw, () => firewallRules(plan, context))] : [];
  const seps = plan.reachable.map((endpoint) => lazy(endpoint.chain, () => endpointRules(plan, endpoint, context)));
  return [svc, ...xlb, ...fw, ...seps];
}

/** The comment of balancing and endpoint rules, with a blank behind; a bug had lost it from 1.13 to 1.17. */
function portComment(plan: LegacyPlan, { features, largeCluster }: IptablesContext): string {
  const isWritten = features.ruleComments ? !largeCluster : !features.commentsLost;
  return isWritten ? `-m comment --comment ${plan.port.name} ` : '';
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
  const affinity = port.affinityTimeout === 0 ? [] : plan.sticky;
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
  if (context.features.localBalancers) {
    const fromNode = '-m addrtype --src-type LOCAL';
    const masquerade = comment(`masquerade LOCAL traffic for ${port.name} LB IP`);
    add(`${masquerade} ${fromNode} -j ${KUBE_MARK_MASQ}`, 'external-masquerade-node');
    const route = comment(`route LOCAL traffic for ${port.name} LB IP to service chain`);
    add(`${route} ${fromNode} -j ${chains.svc}`, 'external-from-node');
  }
  if (local.length > 0) return [...rules, ...localBalancing(plan, context)];
  add(`${comment(`${port.name} has no local endpoints`)} -j ${KUBE_MARK_DROP}`, 'no-local-endpoints');
  return rules;
}

function localBalancing(plan: LegacyPlan, context: IptablesContext): GeneratedRule[] {
  const { local, port } = plan;
  const affinity = port.affinityTimeout > 0 && context.features.localAffinity ? local : [];
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
  /** Chains that the `:CHAIN` lines name; up to 1.23 the firewall chain once an address. */
  readonly declared: readonly string[];
  /** The chain whose first rule is written before all others. */
  readonly masqueraded: GeneratedChain | undefined;
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
  const port = asReleaseReads(info, context);
  if (!context.features.externalChains) return compileLegacyPort(port, slices, context);
  const plan = planPort(port, slices, context);
  const { chains, masqueraded } = ownChains(plan, context);
  const declared = chains.map(({ name }) => name);
  return { port, slices, plan, dispatch: dispatchRules(plan, context), chains, declared, masqueraded };
}

/**
 * A service port as a release reads it: up to 1.19 an unnamed one is written with a colon behind the Service's name, in
 * comments and hashes; up to 1.7 how long a client stays is the same for all, and up to 1.4 that is three minutes
 * instead of three hours.
 */
function asReleaseReads(port: ServicePortInfo, { features }: IptablesContext): ServicePortInfo {
  const isNamed = features.noTrailingColon || port.portName !== '';
  const isTimed = features.affinityTimeouts || port.affinityTimeout === 0;
  if (isNamed && isTimed) return port;
  const usual = features.affinityHours ? 10_800 : 180;
  return {
    ...port,
    name: isNamed ? port.name : `${port.name}:`,
    affinityTimeout: isTimed ? port.affinityTimeout : usual,
  };
}

function compileLegacyPort(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: IptablesContext,
): PortRules {
  const plan = planLegacyPort(port, listEndpoints(slices, port, context), context);
  const dispatch = legacyDispatch(plan, context);
  const chains = legacyChains(plan, dispatch, context);
  const times = Math.max(1, port.loadBalancerVIPs.length);
  const declared = chains.flatMap(({ name }) => (name === plan.chains.fw ? Array<string>(times).fill(name) : [name]));
  return { port, slices, plan, dispatch, chains, declared, masqueraded: undefined };
}
