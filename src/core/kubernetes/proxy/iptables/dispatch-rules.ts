import type { ServicePortInfo } from '../../service-port';
import type { ProxierContext } from './context';
import { KUBE_EXTERNAL_SERVICES, KUBE_NODEPORTS, KUBE_PROXY_FIREWALL, KUBE_SERVICES } from './names';
import type { PortPlan } from './port-plan';
import { serviceRule, why, type PlacedRule } from './rule';

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
  loadBalancerRules(plan, sink);
  nodePortRules(plan, context, sink);
  healthCheckRules(plan, sink);
  return sink;
}

function destination(port: ServicePortInfo, address: string): string {
  return `-m ${port.proto} -p ${port.proto} -d ${address} --dport ${port.port}`;
}

function clusterIPRules(plan: PortPlan, sink: Sink): void {
  const { port, internalChain, refusal } = plan;
  const match = destination(port, port.clusterIP);
  if (internalChain !== undefined) {
    const text = `-m comment --comment "${port.name} cluster IP" ${match} -j ${internalChain}`;
    const reason = why('cluster-ip', { service: port.name, address: port.clusterIP, port: port.port });
    sink.nat.push({ chain: KUBE_SERVICES, rule: serviceRule(port, 'spec.clusterIP', text, reason) });
  } else {
    const text = `-m comment --comment "${refusal.comment}" ${match} -j ${refusal.target}`;
    const rule = serviceRule(port, 'spec.clusterIP', text, whyRefused(plan, port.clusterIP, 'internal'));
    sink.filter.push({ chain: KUBE_SERVICES, rule });
  }
}

function externalIPRules(plan: PortPlan, sink: Sink): void {
  const { port, chains } = plan;
  for (const [index, address] of port.externalIPs.entries()) {
    const field = `spec.externalIPs[${index}]`;
    const match = destination(port, address);
    if (plan.hasEndpoints) {
      const text = `-m comment --comment "${port.name} external IP" ${match} -j ${chains.ext}`;
      const reason = why('external-ip', { service: port.name, address });
      sink.nat.push({ chain: KUBE_SERVICES, rule: serviceRule(port, field, text, reason) });
    }
    if (plan.externalChain === undefined) sink.filter.push(externalRefusal(plan, field, match, address));
  }
}

function loadBalancerRules(plan: PortPlan, sink: Sink): void {
  const { port, chains } = plan;
  const field = 'status.loadBalancer.ingress';
  for (const address of plan.hasEndpoints ? port.loadBalancerVIPs : []) {
    const match = destination(port, address);
    const target = plan.usesFw ? chains.fw : chains.ext;
    const text = `-m comment --comment "${port.name} loadbalancer IP" ${match} -j ${target}`;
    const reason = why(plan.usesFw ? 'load-balancer-firewalled' : 'load-balancer', { service: port.name, address });
    sink.nat.push({ chain: KUBE_SERVICES, rule: serviceRule(port, field, text, reason) });
    if (plan.usesFw) {
      const drop = `-m comment --comment "${port.name} traffic not accepted by ${chains.fw}" ${match} -j DROP`;
      const rule = serviceRule(port, 'spec.loadBalancerSourceRanges', drop, why('not-in-source-ranges', { address }));
      sink.filter.push({ chain: KUBE_PROXY_FIREWALL, rule });
    }
  }
  if (plan.externalChain !== undefined) return;
  for (const address of port.loadBalancerVIPs) {
    sink.filter.push(externalRefusal(plan, field, destination(port, address), address));
  }
}

function nodePortRules(plan: PortPlan, context: ProxierContext, sink: Sink): void {
  const { port, chains } = plan;
  if (port.nodePort === 0) return;
  const field = `spec.ports[${port.index}].nodePort`;
  const match = `-m ${port.proto} -p ${port.proto}`;
  if (plan.hasEndpoints) {
    const head = `-m comment --comment ${port.name} ${match}`;
    const values = { service: port.name, nodePort: port.nodePort };
    if (context.nfacct && context.localhostNodePorts) {
      const text = `${head} -d 127.0.0.0/8 --dport ${port.nodePort} -m nfacct --nfacct-name localhost_nps_accepted_pkts -j ${chains.ext}`;
      sink.nat.push({ chain: KUBE_NODEPORTS, rule: serviceRule(port, field, text, why('node-port-counted', values)) });
    }
    const text = `${head} --dport ${port.nodePort} -j ${chains.ext}`;
    sink.nat.push({ chain: KUBE_NODEPORTS, rule: serviceRule(port, field, text, why('node-port', values)) });
  }
  if (plan.externalChain === undefined) {
    const local = `-m addrtype --dst-type LOCAL ${match} --dport ${port.nodePort}`;
    sink.filter.push(externalRefusal(plan, field, local, `:${port.nodePort}`));
  }
}

function healthCheckRules(plan: PortPlan, sink: Sink): void {
  const { port } = plan;
  if (port.healthCheckNodePort === 0) return;
  const text = `-m comment --comment "${port.name} health check node port" -m tcp -p tcp --dport ${port.healthCheckNodePort} -j ACCEPT`;
  const reason = why('health-check', { service: port.name, nodePort: port.healthCheckNodePort });
  sink.filter.push({ chain: KUBE_NODEPORTS, rule: serviceRule(port, 'spec.healthCheckNodePort', text, reason) });
}

function externalRefusal(plan: PortPlan, field: string, match: string, address: string): PlacedRule {
  const { comment, target } = plan.refusal;
  const text = `-m comment --comment "${comment}" ${match} -j ${target}`;
  const rule = serviceRule(plan.port, field, text, whyRefused(plan, address, 'external'));
  return { chain: KUBE_EXTERNAL_SERVICES, rule };
}

function whyRefused(plan: PortPlan, address: string, side: 'internal' | 'external') {
  const id = plan.hasEndpoints ? `no-local-endpoints-${side}` : 'no-endpoints';
  return why(id, { service: plan.port.name, address });
}
