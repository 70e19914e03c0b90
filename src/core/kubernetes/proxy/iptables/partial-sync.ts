import { compareText } from '../../meta';
import type { SyncInput } from '../mode';
import { staleConntrackCommands } from '../shared/conntrack-cleanup';
import { changedSince, nodeChanged } from '../shared/service-blocks';
import { OWNED_PREFIXES, type Features } from './context';
import { restoreText } from './restore';
import { jumpsOf, jumpText } from './static-rules';
import { planSync } from './sync-proxy-rules';

/** What a running kube-proxy remembers between two syncs. */
export interface ProxierState {
  readonly input: SyncInput;
  /** Chains of service ports and endpoints that are in the kernel's nat table. */
  readonly chains: ReadonlySet<string>;
  /** When stale chains were last removed, in milliseconds. */
  readonly lastCleanup: number;
}

/** One sync: what is run, and what is remembered. */
export interface SyncStep {
  readonly full: boolean;
  /** `iptables` commands before the restore: only a full sync has them. */
  readonly commands: readonly string[];
  readonly sysctls: Readonly<Record<string, number>>;
  readonly restore: string;
  /** `conntrack` commands afterwards. */
  readonly conntrack: readonly string[];
  readonly state: ProxierState;
}

/** What decides a sync besides its input. */
export interface SyncOptions {
  /** Milliseconds since the proxy began. */
  readonly now?: number;
  /** The last sync failed, or the canary is gone. */
  readonly force?: boolean;
}

/**
 * One run of syncProxyRules: full the first time, when forced, or when the node's labels changed;
 * else only the chains of Services that changed are written. Chains nobody needs any more are
 * removed; large clusters do that once a syncPeriod.
 */
export function runSync(
  before: ProxierState | undefined,
  input: SyncInput,
  { now = 0, force = false }: SyncOptions = {},
): SyncStep {
  const plan = planSync(input);
  const partial = plan.context.features.partialSync;
  const full = before === undefined || force || !partial || nodeChanged(before.input, input);
  const active = new Set(plan.ports.flatMap((port) => port.chains.map((chain) => chain.name)));
  const existing = before?.chains ?? new Set<string>();
  const cleans = !plan.context.largeCluster || now - (before?.lastCleanup ?? 0) > syncPeriodOf(input);
  const stale = cleans ? [...existing].filter((name) => isOwned(name) && !active.has(name)).sort(compareText) : [];
  const restore = restoreText(plan, {
    writes: full ? () => true : changedSince(planSync(before.input).ports, plan.ports),
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

/** `30s`, `1m30s`: a Go duration, in milliseconds. */
function syncPeriodOf(input: SyncInput): number {
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const text = input.config.iptables?.syncPeriod ?? '30s';
  let total = 0;
  for (const [, number, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smh])/g))
    total += Number(number) * (units[unit] ?? 0);
  return total || 30_000;
}

/** `-N` and `-I` of every jump on a node that has none, as a full sync runs them. */
function ensureCommands(input: SyncInput, features: Features): string[] {
  const tool = `${input.family === 'ipv4' ? 'iptables' : 'ip6tables'} -w 5 -W 100000`;
  return jumpsOf(features).flatMap((jump) => [
    `${tool} -N ${jump.to} -t ${jump.table}`,
    `${tool} -I ${jump.from} -t ${jump.table} ${jumpText(jump)}`,
  ]);
}
