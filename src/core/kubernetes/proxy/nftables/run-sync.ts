import { compareText } from '../../meta';
import type { GeneratedNftables, SyncInput } from '../mode';
import { staleConntrackCommands } from '../shared/conntrack-cleanup';
import { deletionText, transactionText } from './restore';
import { planSync, tableOf, type SyncPlan } from './sync-proxy-rules';

/** What a running kube-proxy remembers between two syncs, and what it left in the kernel. */
export interface ProxierState {
  readonly input: SyncInput;
  /** Chains of service ports and endpoints in the kernel, stale ones too. */
  readonly chains: ReadonlySet<string>;
  readonly affinitySets: ReadonlySet<string>;
  /** Emptied chains with the time of the last sync that emptied them, in milliseconds. */
  readonly stale: ReadonlyMap<string, number>;
}

/** One sync: what is run, and what stands afterwards. */
export interface SyncStep {
  /** Texts for `nft -f -`, in order: the deletion of stale chains (if any are old enough), then the sync itself. */
  readonly transactions: readonly string[];
  /** `conntrack` commands afterwards. */
  readonly conntrack: readonly string[];
  readonly nftables: GeneratedNftables;
  readonly state: ProxierState;
}

/** A map element that was deleted in the same transaction may still hold a chain for a moment (kernels before 6.2). */
const DELETED_AFTER = 1000;

/**
 * One run of syncProxyRules as 1.30 to 1.31 do it: everything is written anew. Chains nobody needs
 * are emptied, and deleted by a later sync, more than a second after that. From 1.32 kube-proxy
 * writes only what changed; the table is the same afterwards.
 *
 * @param now Milliseconds since the proxy began.
 */
export function runSync(before: ProxierState | undefined, input: SyncInput, now = 0): SyncStep {
  const plan = planSync(input);
  const old = [...(before?.stale ?? [])].filter(([, at]) => at < now - DELETED_AFTER).map(([name]) => name);
  const gone = new Set(old);
  const active = activeNames(plan);
  const existing = [...(before?.chains ?? [])].filter((name) => !gone.has(name));
  const staleChains = existing.filter((name) => !active.chains.has(name)).sort(compareText);
  const staleSets = [...(before?.affinitySets ?? [])].filter((name) => !active.sets.has(name)).sort(compareText);
  const sync = transactionText(plan, { first: before === undefined, staleChains, staleSets });
  return {
    transactions: old.length > 0 ? [deletionText(plan, old.sort(compareText)), sync] : [sync],
    conntrack: staleConntrackCommands(before?.input, input),
    nftables: tableOf(plan, staleChains),
    state: {
      input,
      chains: new Set([...active.chains, ...staleChains]),
      affinitySets: active.sets,
      stale: new Map(staleChains.map((name) => [name, now])),
    },
  };
}

/** The chains and affinity sets of a plan's service ports. */
function activeNames({ ports }: SyncPlan): { chains: Set<string>; sets: Set<string> } {
  const chains = new Set<string>();
  const sets = new Set<string>();
  for (const { transaction } of ports) {
    for (const { name } of transaction.chains) chains.add(name);
    for (const { name } of transaction.sets) sets.add(name);
  }
  return { chains, sets };
}
