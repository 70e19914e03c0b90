import {
  KUBE_SERVICES,
  KUBE_POSTROUTING,
  KUBE_MARK_MASQ,
  KUBE_FORWARD,
  KUBE_PROXY_FIREWALL,
  KUBE_FIREWALL,
} from '../shared/node';
import type { SyncInput } from '../mode';
import { changedSince, nodeChanged } from '../shared/service-blocks';
import { type IptablesContext, OWNED_PREFIXES, type IptablesFeatures } from './context';
import { forwardRules, localnetRules, markMasqRules, postroutingRules, listJumps, jumpText } from './rules';
import * as names from './context';
import type { PortRules } from './port-rules';
import { findRestoreOrder, orderChains, portLines, appendPlaced, appendRules } from './restore-order';
import { planIptablesSync, type IptablesSyncPlan } from './sync-proxy-rules';
import { compareText } from '../../types';
import { goMilliseconds } from '../shared/durations';
import { staleConntrackCommands } from '../shared/conntrack-cleanup';

/** What of a plan is written: everything (full sync), or only what changed (partial sync). */
interface RestoreScope {
  /** Are this service port's own chains rewritten? Its dispatch and filter rules always are. */
  readonly writes: (port: PortRules) => boolean;
  /** Chains in the kernel that nothing needs any more. */
  readonly stale: readonly string[];
}

const EVERYTHING: RestoreScope = { writes: () => true, stale: [] };

/**
 * The text of a full sync, as fed to `iptables-restore --noflush --counters`: exact from 1.16 on, up to what kube-proxy
 * walks Go maps for (the order of service ports, of addresses of the node, of endpoints merged out of two lists).
 */
export function printIptablesRestore(input: SyncInput): string {
  return restoreText(planIptablesSync(input), EVERYTHING);
}

/** The text of a sync of the given scope. */
export function restoreText(plan: IptablesSyncPlan, scope: RestoreScope): string {
  const out: string[] = [];
  writeFilter(plan, out);
  writeNat(plan, scope, out);
  return out.join('');
}

function declaredLines(names: readonly string[]): string {
  const out: string[] = [];
  for (const name of names) out.push(':', name, ' - [0:0]\n');
  return out.join('');
}

function writeFilter(plan: IptablesSyncPlan, out: string[]): void {
  const { context } = plan;
  out.push('*filter\n', declaredLines(filterChainNames(context)));
  appendRules(KUBE_FIREWALL, localnetRules(context), out);
  for (const port of plan.ports) appendPlaced(port.dispatch.filter, out);
  appendRules(KUBE_FORWARD, forwardRules(context), out);
  out.push('COMMIT\n');
}

function filterChainNames({ features, localhostNodePorts }: IptablesContext): string[] {
  return [
    KUBE_SERVICES,
    ...(features.externalServices ? [names.KUBE_EXTERNAL_SERVICES] : []),
    ...(features.forwardChain ? [KUBE_FORWARD] : []),
    ...(features.healthChecks ? [names.KUBE_NODEPORTS] : []),
    ...(features.dropsInFilter ? [KUBE_PROXY_FIREWALL] : []),
    ...(features.ownFirewall && localhostNodePorts ? [KUBE_FIREWALL] : []),
  ];
}

const FIXED = [KUBE_SERVICES, names.KUBE_NODEPORTS, KUBE_POSTROUTING, KUBE_MARK_MASQ];

function writeNat(plan: IptablesSyncPlan, scope: RestoreScope, out: string[]): void {
  const order = findRestoreOrder(plan.context.features);
  const written = new Set(plan.ports.filter(scope.writes));
  out.push('*nat\n', declaredLines(FIXED));
  for (const port of written) out.push(declaredLines(orderChains(port, order)));
  out.push(declaredLines(scope.stale));
  appendRules(KUBE_POSTROUTING, postroutingRules(plan.context), out);
  appendRules(KUBE_MARK_MASQ, markMasqRules(plan.context), out);
  for (const port of plan.ports) out.push(portLines(port, order, written.has(port)));
  for (const name of scope.stale) out.push(`-X ${name}\n`);
  appendRules(KUBE_SERVICES, plan.tail, out);
  out.push('COMMIT\n');
}

/** What a running kube-proxy remembers between two syncs. */
export interface IptablesProxierState {
  readonly input: SyncInput;
  /** Chains of service ports and endpoints that are in the kernel's nat table. */
  readonly chains: ReadonlySet<string>;
  /** When stale chains were last removed, in milliseconds. */
  readonly lastCleanup: number;
}

/** One sync: what is run, and what is remembered. */
export interface IptablesSyncStep {
  readonly full: boolean;
  /** `iptables` commands before the restore: only a full sync has them. */
  readonly commands: readonly string[];
  readonly sysctls: Readonly<Record<string, number>>;
  readonly restore: string;
  /** `conntrack` commands afterwards. */
  readonly conntrack: readonly string[];
  readonly state: IptablesProxierState;
}

/** What decides a sync besides its input. */
interface SyncOptions {
  /** Milliseconds since the proxy began. */
  readonly now?: number;
  /** The last sync failed, or the canary is gone. */
  readonly force?: boolean;
  /** The input's plan, with its service ports in another order. */
  readonly plan?: IptablesSyncPlan;
}

/**
 * One run of syncProxyRules: full the first time, when forced, or when the node's labels changed;
 * else only the chains of Services that changed are written. Chains nobody needs any more are
 * removed; large clusters do that once a syncPeriod.
 */
export function runIptablesSync(
  before: IptablesProxierState | undefined,
  input: SyncInput,
  { now = 0, force = false, plan = planIptablesSync(input) }: SyncOptions = {},
): IptablesSyncStep {
  const partial = plan.context.features.partialSync;
  const full = before === undefined || force || !partial || nodeChanged(before.input, input);
  const active = new Set(plan.ports.flatMap((port) => port.chains.map((chain) => chain.name)));
  const existing = before?.chains ?? new Set<string>();
  const syncPeriod = goMilliseconds(input.config.iptables?.syncPeriod) || 30_000;
  const cleans = !plan.context.largeCluster || now - (before?.lastCleanup ?? 0) > syncPeriod;
  const stale = cleans ? [...existing].filter((name) => isOwned(name) && !active.has(name)).sort(compareText) : [];
  const restore = restoreText(plan, {
    writes: full ? () => true : changedSince(planIptablesSync(before.input).ports, plan.ports),
    stale,
  });
  const kept = [...existing].filter((name) => !stale.includes(name));
  return {
    full,
    commands: full ? ensureCommands(input, plan.context.features) : [],
    sysctls: full && plan.context.localhostNodePorts ? { 'net.ipv4.conf.all.route_localnet': 1 } : {},
    restore,
    conntrack: staleConntrackCommands(before?.input, input),
    state: { input, chains: new Set([...kept, ...active]), lastCleanup: cleans ? now : (before?.lastCleanup ?? 0) },
  };
}

function isOwned(chain: string): boolean {
  return OWNED_PREFIXES.some((prefix) => chain.startsWith(prefix));
}

/** `-N` and `-I` of every jump on a node that has none, as a full sync runs them. */
function ensureCommands(input: SyncInput, features: IptablesFeatures): string[] {
  const tool = `${input.family === 'ipv4' ? 'iptables' : 'ip6tables'} -w 5 -W 100000`;
  return listJumps(features).flatMap((jump) => [
    `${tool} -N ${jump.to} -t ${jump.table}`,
    `${tool} -I ${jump.from} -t ${jump.table} ${jumpText(jump, features)}`,
  ]);
}
