import { shellRule } from '../../../lib/shell';
import type { TableName } from '../../../linux/hooks';
import type { IpvsRuleWhy } from './explain';
import type { GeneratedRule } from '../mode';
import type { IpvsFeatures } from './context';
import {
  KUBE_MARK_DROP,
  KUBE_SERVICES,
  KUBE_POSTROUTING,
  KUBE_MARK_MASQ,
  KUBE_FORWARD,
  KUBE_PROXY_FIREWALL,
  KUBE_FIREWALL,
} from '../shared/node';
import * as names from './context';
import { makeIpvsRule } from './rules';

/** A chain kube-proxy makes. */
interface OwnChain {
  readonly table: 'nat' | 'filter';
  readonly name: string;
  readonly when?: (features: IpvsFeatures) => boolean;
}

/** In the order they are ensured at every sync, which is also that of the `:CHAIN` lines. */
const CHAINS: readonly OwnChain[] = [
  { table: 'nat', name: KUBE_SERVICES },
  { table: 'nat', name: KUBE_POSTROUTING },
  { table: 'nat', name: KUBE_FIREWALL, when: (features) => !features.dropsInFilter },
  { table: 'nat', name: names.KUBE_NODE_PORT },
  { table: 'nat', name: names.KUBE_LOAD_BALANCER },
  { table: 'nat', name: KUBE_MARK_MASQ },
  { table: 'nat', name: KUBE_MARK_DROP, when: (features) => !features.leavesMarkDrop },
  { table: 'filter', name: KUBE_FORWARD },
  { table: 'filter', name: names.KUBE_NODE_PORT, when: (features) => features.healthChecks },
  { table: 'filter', name: KUBE_PROXY_FIREWALL, when: (features) => features.dropsInFilter },
  { table: 'filter', name: names.KUBE_SOURCE_RANGES_FIREWALL, when: (features) => features.dropsInFilter },
  { table: 'filter', name: names.KUBE_IPVS_FILTER, when: (features) => features.accessFilter },
  { table: 'filter', name: names.KUBE_IPVS_OUT_FILTER, when: (features) => features.outFilter },
];

/** The chains of a table that a release has. */
export function ipvsOwnChains(table: 'nat' | 'filter', features: IpvsFeatures): readonly string[] {
  return CHAINS.filter((chain) => chain.table === table && (chain.when?.(features) ?? true)).map(({ name }) => name);
}

interface Jump {
  readonly table: 'nat' | 'filter';
  readonly from: 'PREROUTING' | 'INPUT' | 'FORWARD' | 'OUTPUT' | 'POSTROUTING';
  readonly to: string;
  readonly comment: string;
  readonly why: IpvsRuleWhy;
  readonly when?: (features: IpvsFeatures) => boolean;
}

const PORTALS = { table: 'nat', to: KUBE_SERVICES, comment: 'kubernetes service portals' } as const;
const FIREWALL = {
  table: 'filter',
  to: KUBE_PROXY_FIREWALL,
  comment: 'kube-proxy firewall rules',
  why: 'jump-firewall',
  when: (features: IpvsFeatures) => features.dropsInFilter,
} as const;
const ACCESS = { table: 'filter', comment: 'kubernetes ipvs access filter' } as const;

/** pkg/proxy/ipvs/proxier.go iptablesJumpChain. Each is prepended: a built-in chain ends up with the last one first. */
const JUMPS: readonly Jump[] = [
  { ...PORTALS, from: 'OUTPUT', why: 'jump-services-output' },
  { ...PORTALS, from: 'PREROUTING', why: 'jump-services-prerouting' },
  {
    table: 'nat',
    from: 'POSTROUTING',
    to: KUBE_POSTROUTING,
    comment: 'kubernetes postrouting rules',
    why: 'jump-postrouting',
  },
  {
    table: 'filter',
    from: 'FORWARD',
    to: KUBE_FORWARD,
    comment: 'kubernetes forwarding rules',
    why: 'jump-forward',
  },
  {
    table: 'filter',
    from: 'INPUT',
    to: names.KUBE_NODE_PORT,
    comment: 'kubernetes health check rules',
    why: 'jump-health',
    when: (features) => features.healthChecks,
  },
  { ...FIREWALL, from: 'INPUT' },
  { ...FIREWALL, from: 'FORWARD' },
  {
    ...ACCESS,
    from: 'INPUT',
    to: names.KUBE_IPVS_FILTER,
    why: 'jump-access',
    when: (features) => features.accessFilter,
  },
  {
    ...ACCESS,
    from: 'OUTPUT',
    to: names.KUBE_IPVS_OUT_FILTER,
    why: 'jump-out-filter',
    when: (features) => features.outFilter,
  },
];

function listJumps(features: IpvsFeatures): readonly Jump[] {
  return JUMPS.filter((jump) => jump.when?.(features) ?? true);
}

function jumpText({ comment, to }: Jump): string {
  return `-m comment --comment "${comment}" -j ${to}`;
}

/** The jumps of one built-in chain as they stand on a node that had none before. */
export function ipvsJumpsFrom(table: TableName, from: string, features: IpvsFeatures): GeneratedRule[] {
  return listJumps(features)
    .filter((jump) => jump.table === table && jump.from === from)
    .map((jump) => makeIpvsRule('mode', jumpText(jump), jump.why))
    .reverse();
}

/** The `iptables` commands that make chains and jumps on a node that has none of them. */
export function chainCommands(family: 'ipv4' | 'ipv6', features: IpvsFeatures): string[] {
  const tool = `${family === 'ipv4' ? 'iptables' : 'ip6tables'} -w 5 -W 100000`;
  const chains = (['nat', 'filter'] as const).flatMap((table) =>
    ipvsOwnChains(table, features).map((name) => `${tool} -N ${name} -t ${table}`),
  );
  const jumps = listJumps(features).map(
    (jump) => `${tool} -I ${jump.from} -t ${jump.table} ${shellRule(jumpText(jump))}`,
  );
  return [...chains, ...jumps];
}
