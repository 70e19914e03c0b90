import type { LocalTrafficDetector } from '../../shared/local-traffic';
import type { ProxierContext } from '../context';
import type { DispatchRules } from '../dispatch-rules';
import type { ReasonId } from '../explain';
import { KUBE_EXTERNAL_SERVICES, KUBE_MARK_MASQ, KUBE_NODEPORTS, KUBE_SERVICES } from '../names';
import { PortRule, type PlacedRule } from '../rule';
import { addressText, type LegacyPlan } from './port';

interface Sink {
  readonly filter: PlacedRule[];
  readonly nat: PlacedRule[];
  /** Rules that stand first in KUBE-SVC from 1.22 on; before, in the dispatching chain. */
  readonly masquerade: PortRule[];
}

/** The dispatch rules of a release up to 1.23, and what they put at the head of the Service's chain. */
export interface LegacyDispatch extends DispatchRules {
  readonly masquerade: readonly PortRule[];
}

/** Leads packets from KUBE-SERVICES and KUBE-NODEPORTS into the Service's chains, or rejects them. */
export function legacyDispatch(plan: LegacyPlan, context: ProxierContext): LegacyDispatch {
  const sink: Sink = { filter: [], nat: [], masquerade: [] };
  clusterIPRules(plan, context, sink);
  externalIPRules(plan, context, sink);
  loadBalancerRules(plan, context, sink);
  nodePortRules(plan, context, sink);
  healthCheckRules(plan, context, sink);
  return sink;
}

/** `! -s 10.244.0.0/16`: what tells traffic that is not from Pods. */
export function notFromPods(detector: LocalTrafficDetector): string {
  if (detector.kind === 'cidr') return `! -s ${detector.cidr}`;
  return `! -i ${detector.name}${detector.prefix ? '+' : ''}`;
}

function match(plan: LegacyPlan, context: ProxierContext, comment: string, address: string): string {
  const { proto, port } = plan.port;
  return `-m comment --comment "${comment}" -m ${proto} -p ${proto} -d ${addressText(address, context)} --dport ${port}`;
}

/** A masquerade rule: before 1.22 in the chain that dispatches, then in the Service's own. */
function masquerade(context: ProxierContext, sink: Sink, chain: string, rule: PortRule): void {
  if (context.features.masqueradeInChain) sink.masquerade.push(rule);
  else sink.nat.push({ chain, rule });
}

function clusterIPRules(plan: LegacyPlan, context: ProxierContext, sink: Sink): void {
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

function externalIPRules(plan: LegacyPlan, context: ProxierContext, sink: Sink): void {
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
function plainExternalIP(plan: LegacyPlan, context: ProxierContext, sink: Sink, { head, index }: ExternalIP): void {
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
function oldExternalIP(plan: LegacyPlan, context: ProxierContext, sink: Sink, { head, index }: ExternalIP): void {
  const isLocal = context.features.localExternalIPs && plan.onlyLocal;
  const target = isLocal ? plan.chains.xlb : plan.chains.svc;
  const add = (text: string, reason: ReasonId): void => {
    sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, reason, plan, index) });
  };
  if (!isLocal) add(`${head} -j ${KUBE_MARK_MASQ}`, 'external-ip-masquerade');
  const outside = '-m physdev ! --physdev-is-in -m addrtype ! --src-type LOCAL';
  add(`${head} ${outside} -j ${target}`, 'external-ip-from-outside');
  add(`${head} -m addrtype --dst-type LOCAL -j ${target}`, 'external-ip-of-node');
}

function loadBalancerRules(plan: LegacyPlan, context: ProxierContext, sink: Sink): void {
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

function nodePortRules(plan: LegacyPlan, context: ProxierContext, sink: Sink): void {
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

function healthCheckRules(plan: LegacyPlan, context: ProxierContext, sink: Sink): void {
  const { name, healthCheckNodePort } = plan.port;
  if (healthCheckNodePort === 0 || !context.features.healthChecks) return;
  const to = `-m tcp -p tcp --dport ${healthCheckNodePort}`;
  const text = `-m comment --comment "${name} health check node port" ${to} -j ACCEPT`;
  sink.filter.push({ chain: KUBE_NODEPORTS, rule: new PortRule(text, 'health-check', plan) });
}
