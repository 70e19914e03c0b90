import type { TableName } from '../../../linux/hooks';
import { endpointsOf, slicesByService, slicesOf } from '../../endpoint';
import { servicePorts } from '../../service-port';
import type { GeneratedChain, GeneratedRule, GeneratedXtables, KernelState, SyncInput } from '../mode';
import { interfaceAddressesOf } from '../shared/node';
import { LARGE_CLUSTER_ENDPOINTS, proxierContext, type ProxierContext } from './context';
import * as names from './names';
import { nodePortsTail } from './nodeports-tail';
import { allPortRules, type PortRules } from './port-rules';
import { forwardRules, jumpsFrom, localnetRules, markMasqRules, postroutingRules } from './static-rules';

/** Everything one full sync writes, before it is made into text or tables. */
export interface SyncPlan {
  readonly context: ProxierContext;
  readonly ports: readonly PortRules[];
  readonly tail: readonly GeneratedRule[];
}

const plans = new WeakMap<SyncInput, SyncPlan>();

/** Decides all rules of a node and family. Remembered by the input's identity. */
export function planSync(input: SyncInput): SyncPlan {
  let plan = plans.get(input);
  if (!plan) plans.set(input, (plan = buildPlan(input)));
  return plan;
}

function buildPlan(input: SyncInput): SyncPlan {
  const context = proxierContext(input, isLargeCluster(input));
  return {
    context,
    ports: allPortRules(input, context),
    tail: nodePortsTail(context, interfaceAddressesOf(input)),
  };
}

/** More than 1000 endpoints over all service ports, each counted before any choice. */
function isLargeCluster(input: SyncInput): boolean {
  const { services, endpointSlices } = input.cluster;
  let possible = 0;
  for (const slice of endpointSlices) possible += (slice.endpoints?.length ?? 0) * (slice.ports?.length ?? 0);
  // A slice's endpoint counts once for each of its ports: fewer than that cannot be too many.
  if (possible <= LARGE_CLUSTER_ENDPOINTS) return false;
  const index = slicesByService(endpointSlices);
  let total = 0;
  for (const service of services) {
    for (const port of servicePorts(service, input.family)) {
      total += endpointsOf(slicesOf(index, port), port, input.family, input.node).length;
      if (total > LARGE_CLUSTER_ENDPOINTS) return true;
    }
  }
  return false;
}

/**
 * What a node's kernel holds after kube-proxy's first full sync (pkg/proxy/iptables/proxier.go
 * syncProxyRules): built-in chains with the jumps, kube-proxy's chains, canaries, and sysctls.
 */
export function syncProxyRules(input: SyncInput): KernelState {
  const plan = planSync(input);
  return { xtables: tablesOf(plan), sysctls: sysctlsOf(plan.context) };
}

function sysctlsOf(context: ProxierContext): Record<string, number> {
  return context.localhostNodePorts ? { 'net.ipv4.conf.all.route_localnet': 1 } : {};
}

const BUILT_IN = {
  mangle: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
} as const;

function tablesOf(plan: SyncPlan): GeneratedXtables {
  const tables = new Map<TableName, ReadonlyMap<string, GeneratedChain>>([
    ['mangle', chainMap('mangle', {})],
    ['filter', chainMap('filter', filterChains(plan))],
    ['nat', natTable(plan)],
  ]);
  return { tables };
}

function chainMap(
  table: keyof typeof BUILT_IN,
  own: Readonly<Record<string, readonly GeneratedRule[]>>,
): Map<string, GeneratedChain> {
  const chains = new Map<string, GeneratedChain>();
  for (const name of BUILT_IN[table]) chains.set(name, { name, policy: 'ACCEPT', rules: jumpsFrom(table, name) });
  chains.set(names.KUBE_PROXY_CANARY, { name: names.KUBE_PROXY_CANARY, rules: [] });
  for (const [name, rules] of Object.entries(own)) chains.set(name, { name, rules });
  return chains;
}

function filterChains(plan: SyncPlan): Record<string, readonly GeneratedRule[]> {
  const chains: Record<string, GeneratedRule[]> = {
    [names.KUBE_SERVICES]: [],
    [names.KUBE_EXTERNAL_SERVICES]: [],
    [names.KUBE_FORWARD]: [...forwardRules(plan.context)],
    [names.KUBE_NODEPORTS]: [],
    [names.KUBE_PROXY_FIREWALL]: [],
    [names.KUBE_FIREWALL]: [...localnetRules(plan.context)],
  };
  for (const { dispatch } of plan.ports) {
    for (const { chain, rule } of dispatch.filter) chains[chain]?.push(rule);
  }
  return chains;
}

function natTable(plan: SyncPlan): Map<string, GeneratedChain> {
  const services: GeneratedRule[] = [];
  const nodePorts: GeneratedRule[] = [];
  for (const { dispatch } of plan.ports) {
    for (const { chain, rule } of dispatch.nat) (chain === names.KUBE_SERVICES ? services : nodePorts).push(rule);
  }
  services.push(...plan.tail);
  const chains = chainMap('nat', {
    [names.KUBE_SERVICES]: services,
    [names.KUBE_NODEPORTS]: nodePorts,
    [names.KUBE_POSTROUTING]: postroutingRules(plan.context),
    [names.KUBE_MARK_MASQ]: markMasqRules(plan.context),
  });
  for (const port of plan.ports) {
    for (const chain of port.chains) chains.set(chain.name, chain);
  }
  return chains;
}
