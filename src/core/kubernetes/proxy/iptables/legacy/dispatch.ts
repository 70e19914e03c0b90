import { KUBE_MARK_MASQ, KUBE_SERVICES } from '../../shared/node';
import type { LocalTrafficDetector } from '../../shared/local-traffic';
import { type IptablesContext, KUBE_EXTERNAL_SERVICES, KUBE_NODEPORTS } from '../context';
import { type IptablesReasonId, PortRule, type PlacedIptablesRule } from '../rules';
import { type DispatchRules, endpointAddressText, type LegacyPlan } from '../service-chains';

interface Sink {
  readonly filter: PlacedIptablesRule[];
  readonly nat: PlacedIptablesRule[];
}

/** Leads packets from KUBE-SERVICES and KUBE-NODEPORTS into the Service's chains, or rejects them. */
export function legacyDispatch(plan: LegacyPlan, context: IptablesContext): DispatchRules {
  const sink: Sink = { filter: [], nat: [] };
  const { onlyServed } = context.features;
  if (onlyServed) refuseClusterIP(plan, context, sink);
  if (plan.served) clusterIPRules(plan, context, sink);
  externalIPRules(plan, context, sink);
  loadBalancerRules(plan, context, sink);
  nodePortRules(plan, context, sink);
  if (!onlyServed) refuseClusterIP(plan, context, sink);
  healthCheckRules(plan, context, sink);
  return sink;
}

/** `! -s 10.244.0.0/16`: what tells traffic that is not from Pods. */
function notFromPods(detector: LocalTrafficDetector): string {
  if (detector.kind === 'cidr') return `! -s ${detector.cidr}`;
  return `! -i ${detector.name}${detector.prefix ? '+' : ''}`;
}

/** `-m tcp -p tcp -d 10.96.0.10/32 --dport 80`. */
function destination(plan: LegacyPlan, context: IptablesContext, address: string): string {
  const { proto, port } = plan.port;
  return `-m ${proto} -p ${proto} -d ${endpointAddressText(address, context)} --dport ${port}`;
}

function match(plan: LegacyPlan, context: IptablesContext, comment: string, address: string): string {
  return `-m comment --comment "${comment}" ${destination(plan, context, address)}`;
}

/** Where a masquerade rule stands: before 1.22 in the chain that dispatches, then at the head of the Service's own. */
function masqueradeChain({ chains }: LegacyPlan, { features }: IptablesContext, shared: string): string {
  return features.masqueradeInChain ? chains.svc : shared;
}

/** Refuses in filter traffic that nobody serves, by the chain that a release has for it. */
function refuse(plan: LegacyPlan, sink: Sink, { chain, to, reason, index }: Refused): void {
  const text = `-m comment --comment "${plan.port.name} has no endpoints" ${to} -j REJECT`;
  sink.filter.push({ chain, rule: new PortRule(text, reason, plan, index) });
}

interface Refused {
  readonly chain: string;
  /** The words that match. */
  readonly to: string;
  readonly reason: IptablesReasonId;
  readonly index?: number;
}

function refuseClusterIP(plan: LegacyPlan, context: IptablesContext, sink: Sink): void {
  if (plan.hasEndpoints) return;
  const to = destination(plan, context, plan.port.clusterIP);
  refuse(plan, sink, { chain: KUBE_SERVICES, to, reason: 'cluster-ip-no-endpoints' });
}

function clusterIPRules(plan: LegacyPlan, context: IptablesContext, sink: Sink): void {
  const { port, chains } = plan;
  const head = match(plan, context, `${port.name} cluster IP`, port.clusterIP);
  const all = context.masqueradeAll;
  if (all || context.detector) {
    const source = all || !context.detector ? '' : ` ${notFromPods(context.detector)}`;
    const text = `${head}${source} -j ${KUBE_MARK_MASQ}`;
    const rule = new PortRule(text, all ? 'masquerade-all' : 'masquerade-not-local', plan);
    sink.nat.push({ chain: masqueradeChain(plan, context, KUBE_SERVICES), rule });
  }
  sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(`${head} -j ${chains.svc}`, 'cluster-ip', plan) });
}

/** Where packets from outside that nobody serves are refused: up to 1.9 beside all others. */
function outsideChain({ features }: IptablesContext): string {
  return features.externalServices ? KUBE_EXTERNAL_SERVICES : KUBE_SERVICES;
}

function externalIPRules(plan: LegacyPlan, context: IptablesContext, sink: Sink): void {
  const { port } = plan;
  const { refusesExternalIPs, plainExternalIPs } = context.features;
  for (const [index, address] of port.externalIPs.entries()) {
    if (plan.served) {
      const head = match(plan, context, `${port.name} external IP`, address);
      if (plainExternalIPs) plainExternalIP(plan, context, sink, { head, index });
      else oldExternalIP(plan, context, sink, { head, index });
    }
    if (plan.hasEndpoints || !refusesExternalIPs) continue;
    const to = destination(plan, context, address);
    refuse(plan, sink, { chain: outsideChain(context), to, reason: 'external-ip-no-endpoints', index });
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
    sink.nat.push({ chain: masqueradeChain(plan, context, KUBE_SERVICES), rule });
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
  const { refusesBalancers, externalForward } = context.features;
  for (const [index, address] of plan.port.loadBalancerVIPs.entries()) {
    if (plan.served) toLoadBalancer(plan, context, sink, index);
    if (plan.hasEndpoints || !refusesBalancers) continue;
    const chain = externalForward ? KUBE_EXTERNAL_SERVICES : KUBE_SERVICES;
    const to = destination(plan, context, address);
    refuse(plan, sink, { chain, to, reason: 'load-balancer-no-endpoints', index });
  }
}

/** Through KUBE-FW; up to 1.3, which had none, straight into the Service's chain. */
function toLoadBalancer(plan: LegacyPlan, context: IptablesContext, sink: Sink, index: number): void {
  const { port, chains } = plan;
  const head = match(plan, context, `${port.name} loadbalancer IP`, port.loadBalancerVIPs[index] ?? '');
  const add = (target: string, reason: IptablesReasonId): void => {
    sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(`${head} -j ${target}`, reason, plan, index) });
  };
  if (context.features.firewallChains) {
    add(chains.fw, 'load-balancer-firewalled');
    return;
  }
  add(KUBE_MARK_MASQ, 'load-balancer-masquerade');
  add(chains.svc, 'load-balancer');
}

function nodePortRules(plan: LegacyPlan, context: IptablesContext, sink: Sink): void {
  const { port } = plan;
  if (port.nodePort === 0) return;
  const to = `-m ${port.proto} -p ${port.proto} --dport ${port.nodePort}`;
  if (plan.served) toNodePort(plan, context, sink, `-m comment --comment ${port.name} ${to}`);
  if (plan.hasEndpoints || !context.features.refusesNodePorts) return;
  const local = `-m addrtype --dst-type LOCAL ${to}`;
  refuse(plan, sink, { chain: outsideChain(context), to: local, reason: 'node-port-no-endpoints' });
}

function toNodePort(plan: LegacyPlan, context: IptablesContext, sink: Sink, head: string): void {
  const { chains, onlyLocal } = plan;
  if (!onlyLocal) {
    const rule = new PortRule(`${head} -j ${KUBE_MARK_MASQ}`, 'node-port-masquerade', plan);
    sink.nat.push({ chain: masqueradeChain(plan, context, KUBE_NODEPORTS), rule });
  } else if (context.features.masqueradesLoopback) {
    const loopback = context.family === 'ipv6' ? '::1/128' : '127.0.0.0/8';
    const rule = new PortRule(`${head} -s ${loopback} -j ${KUBE_MARK_MASQ}`, 'node-port-masquerade-localhost', plan);
    sink.nat.push({ chain: KUBE_NODEPORTS, rule });
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
