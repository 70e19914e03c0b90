import type { ServicePortInfo } from '../../service-port';
import {
  type ProxierContext,
  KUBE_EXTERNAL_SERVICES,
  KUBE_NODEPORTS,
  KUBE_PROXY_FIREWALL,
  KUBE_SERVICES,
  refusalOf,
  type PortPlan,
} from './context';
import { type ReasonId, PortRule, type PlacedRule } from './rule';

/** The rules of one service port that are written at every sync, full or partial. */
export interface DispatchRules {
  readonly filter: readonly PlacedRule[];
  readonly nat: readonly PlacedRule[];
}

interface Sink {
  readonly filter: PlacedRule[];
  readonly nat: PlacedRule[];
}

/** Leads packets from the shared chains into the port's own, or refuses them. */
export function dispatchRules(plan: PortPlan, context: ProxierContext): DispatchRules {
  const sink: Sink = { filter: [], nat: [] };
  clusterIPRules(plan, sink);
  externalIPRules(plan, sink);
  loadBalancerRules(plan, context, sink);
  nodePortRules(plan, context, sink);
  healthCheckRules(plan, sink);
  return sink;
}

function destination(port: ServicePortInfo, address: string): string {
  return `-m ${port.proto} -p ${port.proto} -d ${address} --dport ${port.port}`;
}

function clusterIPRules(plan: PortPlan, sink: Sink): void {
  const { port, internalChain } = plan;
  const match = destination(port, port.clusterIP);
  if (internalChain !== undefined) {
    const text = `-m comment --comment "${port.name} cluster IP" ${match} -j ${internalChain}`;
    sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, 'cluster-ip', plan) });
    return;
  }
  const { comment, target } = refusalOf(plan);
  const text = `-m comment --comment "${comment}" ${match} -j ${target}`;
  const reason = plan.hasEndpoints ? 'cluster-ip-no-local-endpoints' : 'cluster-ip-no-endpoints';
  sink.filter.push({ chain: KUBE_SERVICES, rule: new PortRule(text, reason, plan) });
}

function externalIPRules(plan: PortPlan, sink: Sink): void {
  const { port, chains } = plan;
  for (const [index, address] of port.externalIPs.entries()) {
    const match = destination(port, address);
    if (plan.hasEndpoints) {
      const text = `-m comment --comment "${port.name} external IP" ${match} -j ${chains.ext}`;
      sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, 'external-ip', plan, index) });
    }
    refuseExternal(plan, sink, match, { kind: 'external-ip', index });
  }
}

function loadBalancerRules(plan: PortPlan, context: ProxierContext, sink: Sink): void {
  const { port, chains } = plan;
  const target = plan.usesFw ? chains.fw : chains.ext;
  const reason = plan.usesFw ? 'load-balancer-firewalled' : 'load-balancer';
  for (const [index, address] of (plan.hasEndpoints ? port.loadBalancerVIPs : []).entries()) {
    const match = destination(port, address);
    const text = `-m comment --comment "${port.name} loadbalancer IP" ${match} -j ${target}`;
    sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, reason, plan, index) });
    if (plan.usesFw && context.features.dropsInFilter) {
      const drop = `-m comment --comment "${port.name} traffic not accepted by ${chains.fw}" ${match} -j DROP`;
      sink.filter.push({ chain: KUBE_PROXY_FIREWALL, rule: new PortRule(drop, 'not-in-source-ranges', plan, index) });
    }
  }
  for (const [index, address] of port.loadBalancerVIPs.entries()) {
    refuseExternal(plan, sink, destination(port, address), { kind: 'load-balancer', index });
  }
}

function nodePortRules(plan: PortPlan, context: ProxierContext, sink: Sink): void {
  const { port, chains } = plan;
  if (port.nodePort === 0) return;
  const match = `-m ${port.proto} -p ${port.proto}`;
  if (plan.hasEndpoints) {
    const head = `-m comment --comment ${port.name} ${match}`;
    if (context.features.nfacct && context.localhostNodePorts) {
      const counter = '-m nfacct --nfacct-name localhost_nps_accepted_pkts';
      const text = `${head} -d 127.0.0.0/8 --dport ${port.nodePort} ${counter} -j ${chains.ext}`;
      sink.nat.push({ chain: KUBE_NODEPORTS, rule: new PortRule(text, 'node-port-counted', plan) });
    }
    const text = `${head} --dport ${port.nodePort} -j ${chains.ext}`;
    sink.nat.push({ chain: KUBE_NODEPORTS, rule: new PortRule(text, 'node-port', plan) });
  }
  const local = `-m addrtype --dst-type LOCAL ${match} --dport ${port.nodePort}`;
  refuseExternal(plan, sink, local, { kind: 'node-port', index: 0 });
}

function healthCheckRules(plan: PortPlan, sink: Sink): void {
  const { port } = plan;
  if (port.healthCheckNodePort === 0) return;
  const match = `-m tcp -p tcp --dport ${port.healthCheckNodePort}`;
  const text = `-m comment --comment "${port.name} health check node port" ${match} -j ACCEPT`;
  sink.filter.push({ chain: KUBE_NODEPORTS, rule: new PortRule(text, 'health-check', plan) });
}

/** Traffic from outside that no endpoint may take. */
function refuseExternal(
  plan: PortPlan,
  sink: Sink,
  match: string,
  { kind, index }: { kind: 'external-ip' | 'load-balancer' | 'node-port'; index: number },
): void {
  if (plan.externalChain !== undefined) return;
  const { comment, target } = refusalOf(plan);
  const text = `-m comment --comment "${comment}" ${match} -j ${target}`;
  const reason: ReasonId = plan.hasEndpoints ? `${kind}-no-local-endpoints` : `${kind}-no-endpoints`;
  sink.filter.push({ chain: KUBE_EXTERNAL_SERVICES, rule: new PortRule(text, reason, plan, index) });
}
