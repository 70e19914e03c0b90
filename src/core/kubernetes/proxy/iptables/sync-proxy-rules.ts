import { claimsOf } from '../shared/held-ports';
import { getMemo, once, type Memo } from '../../../lib/memo';
import type { TableName } from '../../../linux/hooks';
import type { IpFamily } from '../../../net/ip';
import { listEndpoints, slicesByService, listSlices } from '../../endpoint';
import { servicePorts } from '../../service-port';
import { getNamespace, type ServiceObject } from '../../types';
import type { GeneratedChain, GeneratedRule, GeneratedXtables, KernelState, SyncInput } from '../mode';
import { LazyChain } from '../shared/lazy-chain';
import { ChainTable } from '../shared/chain-table';
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
    const owner = { namespace: getNamespace(service), serviceName: service.metadata.name };
    total += countEndpoints(service, memo, listSlices(index, owner), family);
    if (total > LARGE_CLUSTER_ENDPOINTS) return true;
  }
  return false;
});

/** Which of them are the node's own does not matter: no node is told. */
const countEndpoints = once((service: ServiceObject, _memo, slices: Slices, family: IpFamily): number =>
  servicePorts(service, family).reduce(
    (sum, port) => sum + listEndpoints(slices, port, { family, node: '' }).length,
    0,
  ),
);

type Services = SyncInput['cluster']['services'];
type Slices = SyncInput['cluster']['endpointSlices'];

const possibleEndpoints = once((slices: Slices): number =>
  slices.reduce((sum, { endpoints = [], ports }) => sum + endpoints.length * (ports?.length ?? 0), 0),
);

/**
 * State of a node's kernel after kube-proxy's first full sync (pkg/proxy/iptables/proxier.go syncProxyRules): built-in
 * chains with the jumps, kube-proxy's chains, canaries, and sysctls.
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

/** Writes the rules of a chain, when somebody looks at them: after an edit of one Service among ten thousand, nobody does. */
type Writer = () => readonly GeneratedRule[];

function makeTables(plan: IptablesSyncPlan): GeneratedXtables {
  const { context } = plan;
  const { ownFirewall, firewallChains } = context.features;
  const kubelet = ownFirewall || !firewallChains ? NO_KUBELET : kubeletChains(context);
  const canary: Record<string, Writer> = context.features.canaries ? { [names.KUBE_PROXY_CANARY]: () => [] } : {};
  const table = (name: keyof typeof BUILT_IN, own: Record<string, Writer>, ports: readonly PortRules[]): ChainTable => {
    const builtIn = BUILT_IN[name].map((chain): GeneratedChain => {
      const rules = [...jumpsFromBuiltIn(name, chain, context.features), ...kubelet.jumps(name, chain)];
      return { name: chain, policy: 'ACCEPT', rules };
    });
    const fixed = Object.entries({ ...canary, ...own }).map(
      ([chain, write]) => new LazyChain(chain, undefined, { write }),
    );
    return new ChainTable([{ chains: [...builtIn, ...fixed] }, ...ports]);
  };
  const tables = new Map<TableName, ChainTable>([
    // Only the canary is in it.
    ...(context.features.canaries ? [['mangle', table('mangle', {}, [])] as const] : []),
    ['filter', table('filter', { ...filterChains(plan), ...written(kubelet.filter) }, [])],
    ['nat', table('nat', { ...natChains(plan), ...written(kubelet.nat) }, plan.ports)],
  ]);
  return { tables };
}

/** Chains whose rules are there already. */
function written(chains: Readonly<Record<string, readonly GeneratedRule[]>>): Record<string, Writer> {
  return Object.fromEntries(Object.entries(chains).map(([chain, rules]) => [chain, () => rules]));
}

function filterChains({ context, ports }: IptablesSyncPlan): Record<string, Writer> {
  const { features } = context;
  const shared = {
    [KUBE_SERVICES]: [],
    ...(features.externalServices ? { [names.KUBE_EXTERNAL_SERVICES]: [] } : {}),
    ...(features.healthChecks ? { [names.KUBE_NODEPORTS]: [] } : {}),
    ...(features.dropsInFilter ? { [KUBE_PROXY_FIREWALL]: [] } : {}),
  };
  return {
    ...sharedChains('filter', ports, shared),
    ...(features.forwardChain ? { [KUBE_FORWARD]: () => forwardRules(context) } : {}),
    ...(features.ownFirewall ? { [KUBE_FIREWALL]: () => localnetRules(context) } : {}),
  };
}

function natChains({ context, ports, tail }: IptablesSyncPlan): Record<string, Writer> {
  return {
    ...sharedChains('nat', ports, { [KUBE_SERVICES]: tail, [names.KUBE_NODEPORTS]: [] }),
    [KUBE_POSTROUTING]: () => postroutingRules(context),
    [KUBE_MARK_MASQ]: () => markMasqRules(context),
  };
}

/** Chains that all service ports write to, each with what stands last in it; the first that is looked at fills all. */
function sharedChains(
  table: 'filter' | 'nat',
  ports: readonly PortRules[],
  tails: Readonly<Record<string, readonly GeneratedRule[]>>,
): Record<string, Writer> {
  let filled: ReadonlyMap<string, readonly GeneratedRule[]> | undefined;
  const fill = (): ReadonlyMap<string, readonly GeneratedRule[]> => {
    const lists = new Map(Object.keys(tails).map((chain) => [chain, [] as GeneratedRule[]]));
    for (const { dispatch } of ports) for (const { chain, rule } of dispatch[table]) lists.get(chain)?.push(rule);
    for (const [chain, rules] of lists) rules.push(...(tails[chain] ?? []));
    return lists;
  };
  const write = (chain: string): Writer => {
    return () => (filled ??= fill()).get(chain) ?? [];
  };
  return Object.fromEntries(Object.keys(tails).map((chain) => [chain, write(chain)]));
}
