import { claimsOf } from '../shared/held-ports';
import { getMemo, once, type Memo } from '../../../lib/memo';
import type { TableName } from '../../../linux/hooks';
import type { IpFamily } from '../../../net/ip';
import { listEndpoints, slicesByService, listSlices } from '../../endpoint';
import { servicePorts } from '../../service-port';
import type { GeneratedChain, GeneratedRule, GeneratedXtables, KernelState, SyncInput } from '../mode';
import { ChainTable } from '../shared/service-blocks';
import {
  listInterfaceAddresses,
  isLoopbackText,
  kubeletChains,
  NO_KUBELET,
  KUBE_SERVICES,
  KUBE_POSTROUTING,
  KUBE_MARK_MASQ,
  KUBE_FORWARD,
  KUBE_PROXY_FIREWALL,
  KUBE_FIREWALL,
} from '../shared/node';
import { LARGE_CLUSTER_ENDPOINTS, makeIptablesContext, type IptablesContext } from './context';
import * as names from './context';
import { allPortRules, type PortRules } from './port-rules';
import {
  forwardRules,
  jumpsFromBuiltIn,
  localnetRules,
  markMasqRules,
  postroutingRules,
  makeIptablesRule,
} from './rules';
import { nodePortIPs } from '../shared/local-traffic';
import { KUBE_NODEPORTS } from './context';

const COMMENT = '-m comment --comment "kubernetes service nodeports; NOTE: this must be the last rule in this chain"';

/** The last rules of KUBE-SERVICES: packets for the node's own addresses go on to the nodePorts. */
function nodePortsTail(context: IptablesContext, interfaceAddresses: readonly string[]): readonly GeneratedRule[] {
  const field = 'nodePortAddresses';
  if (context.nodePortAddresses.matchAll) {
    const text = `${COMMENT} -m addrtype --dst-type LOCAL${exceptLoopback(context)} -j ${KUBE_NODEPORTS}`;
    return [makeIptablesRule(field, text, 'nodeports')];
  }
  const skipsLoopback = context.features.localhostOption && (context.family === 'ipv6' || !context.localhostNodePorts);
  return nodePortIPs(context.nodePortAddresses, interfaceAddresses)
    .filter((address) => !(skipsLoopback && isLoopbackText(address)))
    .map((address) =>
      makeIptablesRule(field, `${COMMENT} -d ${address} -j ${KUBE_NODEPORTS}`, 'nodeports-at', { address }),
    );
}

function exceptLoopback(context: IptablesContext): string {
  if (!context.features.localhostOption) return '';
  if (context.family === 'ipv6') return ' ! -d ::1/128';
  return context.localhostNodePorts ? '' : ' ! -d 127.0.0.0/8';
}

/** Everything one full sync writes, before it is made into text or tables. */
export interface IptablesSyncPlan {
  readonly context: IptablesContext;
  readonly ports: readonly PortRules[];
  readonly tail: readonly GeneratedRule[];
}

/** Decides all rules of a node and family. */
export function planIptablesSync(input: SyncInput): IptablesSyncPlan {
  return planned(input, getMemo(input));
}

const planned = once((input: SyncInput, memo): IptablesSyncPlan => {
  const context = makeIptablesContext(input, memo, isLargeCluster(input, memo));
  return {
    context,
    ports: allPortRules(input, memo, context),
    tail: nodePortsTail(context, listInterfaceAddresses(input)),
  };
});

/** More than 1000 endpoints over all service ports, each counted before any choice. */
function isLargeCluster({ cluster, family }: SyncInput, memo: Memo): boolean {
  return hasManyEndpoints(cluster.endpointSlices, memo.of(family), cluster.services, family);
}

/** The same on every node. */
const hasManyEndpoints = once((endpointSlices: Slices, memo, services: Services, family: IpFamily): boolean => {
  // A slice's endpoint counts once for each of its ports: fewer than that cannot be too many.
  if (possibleEndpoints(endpointSlices, memo) <= LARGE_CLUSTER_ENDPOINTS) return false;
  const index = slicesByService(endpointSlices, memo);
  let total = 0;
  for (const service of services) {
    for (const port of servicePorts(service, family)) {
      // Which of them are the node's own does not matter: no node is told.
      total += listEndpoints(listSlices(index, port), port, { family, node: '' }).length;
      if (total > LARGE_CLUSTER_ENDPOINTS) return true;
    }
  }
  return false;
});

type Services = SyncInput['cluster']['services'];
type Slices = SyncInput['cluster']['endpointSlices'];

const possibleEndpoints = once((slices: Slices): number =>
  slices.reduce((sum, { endpoints = [], ports }) => sum + endpoints.length * (ports?.length ?? 0), 0),
);

/**
 * What a node's kernel holds after kube-proxy's first full sync (pkg/proxy/iptables/proxier.go
 * syncProxyRules): built-in chains with the jumps, kube-proxy's chains, canaries, and sysctls.
 */
export function syncIptablesRules(input: SyncInput): KernelState {
  const plan = planIptablesSync(input);
  return { xtables: makeTables(plan), sysctls: getSysctls(plan.context), ...claimsOf(input) };
}

function getSysctls(context: IptablesContext): Record<string, number> {
  const sets = context.localhostNodePorts || !context.features.localhostOption;
  return sets ? { 'net.ipv4.conf.all.route_localnet': 1 } : {};
}

const BUILT_IN = {
  mangle: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
} as const;

type Rules = readonly GeneratedRule[];

function makeTables(plan: IptablesSyncPlan): GeneratedXtables {
  const { context } = plan;
  const { ownFirewall, firewallChains } = context.features;
  const kubelet = ownFirewall || !firewallChains ? NO_KUBELET : kubeletChains(context);
  const canary: Record<string, Rules> = context.features.canaries ? { [names.KUBE_PROXY_CANARY]: [] } : {};
  const table = (name: keyof typeof BUILT_IN, own: Record<string, Rules>, ports: readonly PortRules[]): ChainTable => {
    const builtIn = BUILT_IN[name].map((chain): GeneratedChain => {
      const rules = [...jumpsFromBuiltIn(name, chain, context.features), ...kubelet.jumps(name, chain)];
      return { name: chain, policy: 'ACCEPT', rules };
    });
    const fixed = Object.entries({ ...canary, ...own }).map(([chain, rules]): GeneratedChain => ({
      name: chain,
      rules,
    }));
    return new ChainTable([{ chains: [...builtIn, ...fixed] }, ...ports]);
  };
  const tables = new Map<TableName, ChainTable>([
    // Only the canary is in it.
    ...(context.features.canaries ? [['mangle', table('mangle', {}, [])] as const] : []),
    ['filter', table('filter', { ...filterChains(plan), ...kubelet.filter }, [])],
    ['nat', table('nat', { ...natChains(plan), ...kubelet.nat }, plan.ports)],
  ]);
  return { tables };
}

function filterChains({ context, ports }: IptablesSyncPlan): Record<string, Rules> {
  const { features } = context;
  const lists: Record<string, GeneratedRule[]> = {
    [KUBE_SERVICES]: [],
    ...(features.externalServices ? { [names.KUBE_EXTERNAL_SERVICES]: [] } : {}),
    ...(features.healthChecks ? { [names.KUBE_NODEPORTS]: [] } : {}),
    ...(features.dropsInFilter ? { [KUBE_PROXY_FIREWALL]: [] } : {}),
  };
  for (const { dispatch } of ports) {
    for (const { chain, rule } of dispatch.filter) lists[chain]?.push(rule);
  }
  return {
    ...lists,
    ...(features.forwardChain ? { [KUBE_FORWARD]: forwardRules(context) } : {}),
    ...(features.ownFirewall ? { [KUBE_FIREWALL]: localnetRules(context) } : {}),
  };
}

function natChains(plan: IptablesSyncPlan): Record<string, Rules> {
  const lists: Record<string, GeneratedRule[]> = { [KUBE_SERVICES]: [], [names.KUBE_NODEPORTS]: [] };
  for (const { dispatch } of plan.ports) {
    for (const { chain, rule } of dispatch.nat) lists[chain]?.push(rule);
  }
  lists[KUBE_SERVICES]?.push(...plan.tail);
  return {
    ...lists,
    [KUBE_POSTROUTING]: postroutingRules(plan.context),
    [KUBE_MARK_MASQ]: markMasqRules(plan.context),
  };
}
