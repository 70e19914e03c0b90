import { sameValue } from '../../../lib/memo';
import { compareText } from '../../types';
import type { GeneratedNftables, SyncInput } from '../mode';
import { FULL_SYNC_PERIOD } from '../shared/durations';
import { staleConntrackCommands } from '../shared/conntrack-cleanup';
import { nodeChanged, changedSince } from '../shared/partial-sync';
import {
  deletionText,
  transactionText,
  cleanupText,
  commandsText,
  formatTableOwner,
  type TransactionScope,
  ElementStore,
} from './print';
import { planNftablesSync, makeNftTable, type NftablesSyncPlan } from './sync-proxy-rules';
import type { NftCommand } from './transaction';

/**
 * The text of a sync from 1.31 on that does not write everything: chains and affinity sets of Services
 * that changed are written anew; of shared sets and maps only the elements that differ from what was put
 * there last; then what a full sync ends with, and the elements nobody wants any more.
 */
function partialText(
  before: NftablesSyncPlan,
  after: NftablesSyncPlan,
  stale: Pick<TransactionScope, 'staleChains' | 'staleSets'>,
): string {
  const owner = formatTableOwner(after);
  const store = new ElementStore(before);
  const isChanged = changedSince(before.ports, after.ports);
  const commands: NftCommand[] = [];
  for (const port of after.ports) {
    const { transaction } = port;
    for (const command of isChanged(port) ? transaction.commands : transaction.elements) {
      if ('element' in command) commands.push(...store.ensure(command));
      else commands.push(command);
    }
  }
  return commandsText(commands, owner) + cleanupText(owner, stale) + commandsText(store.leftovers(after), owner);
}

/** Memory of a running kube-proxy between two syncs, and its state in the kernel. */
export interface NftablesProxierState {
  readonly input: SyncInput;
  /** Chains of service ports and endpoints in the kernel, stale ones too. */
  readonly chains: ReadonlySet<string>;
  readonly affinitySets: ReadonlySet<string>;
  /** Emptied chains with the time of the last sync that emptied them, in milliseconds. */
  readonly stale: ReadonlyMap<string, number>;
  /** When everything was written anew, in milliseconds. */
  readonly lastFull: number;
}

/** One sync: what is run, and what stands afterwards. */
export interface NftablesSyncStep {
  /** Everything was written anew. */
  readonly full: boolean;
  /** Texts for `nft -f -`, in order: the deletion of stale chains (if any are old enough), then the sync itself. */
  readonly transactions: readonly string[];
  /** `conntrack` commands afterwards. */
  readonly conntrack: readonly string[];
  readonly nftables: GeneratedNftables;
  readonly state: NftablesProxierState;
}

/** A map element that was deleted in the same transaction may still hold a chain for a moment (kernels before 6.2). */
const DELETED_AFTER = 1000;

/** Circumstances of a sync besides its input. */
interface SyncOptions {
  /** Milliseconds since the proxy began. */
  readonly now?: number;
  /** The last transaction was refused. */
  readonly force?: boolean;
}

/**
 * One run of syncProxyRules. Chains nobody needs are emptied, and deleted by a later sync, more than a
 * second after that. Up to 1.30 all else is written anew; from 1.31 only what changed, except when the
 * proxy starts, after a refusal, when its node moved, and (1.33) every hour.
 */
export function runNftablesSync(
  before: NftablesProxierState | undefined,
  input: SyncInput,
  options: SyncOptions = {},
): NftablesSyncStep {
  const { now = 0 } = options;
  const plan = planNftablesSync(input);
  const full = isFull(before, plan, input, options);
  const old = [...(before?.stale ?? [])].filter(([, at]) => at < now - DELETED_AFTER).map(([name]) => name);
  const gone = new Set(old);
  const active = activeNames(plan);
  const existing = [...(before?.chains ?? [])].filter((name) => !gone.has(name));
  const staleChains = existing.filter((name) => !active.chains.has(name)).sort(compareText);
  const staleSets = [...(before?.affinitySets ?? [])].filter((name) => !active.sets.has(name)).sort(compareText);
  const stale = { staleChains, staleSets };
  const sync =
    full || !before
      ? transactionText(plan, { first: before === undefined, before: remembered(before, plan), ...stale })
      : partialText(planNftablesSync(before.input), plan, stale);
  return {
    full,
    transactions: old.length > 0 ? [deletionText(plan, old.sort(compareText)), sync] : [sync],
    conntrack: staleConntrackCommands(before?.input, input),
    nftables: makeNftTable(plan, staleChains),
    state: {
      input,
      chains: new Set([...active.chains, ...staleChains]),
      affinitySets: active.sets,
      stale: new Map(staleChains.map((name) => [name, now])),
      lastFull: full ? now : (before?.lastFull ?? 0),
    },
  };
}

/** Plan whose elements a full sync knows to stand in shared sets; up to 1.32 it empties them. */
function remembered(before: NftablesProxierState | undefined, plan: NftablesSyncPlan): NftablesSyncPlan | undefined {
  return before && plan.context.features.readsSets ? planNftablesSync(before.input) : undefined;
}

/** Is everything written anew? A configuration of its own means another proxy: it starts. */
function isFull(
  before: NftablesProxierState | undefined,
  plan: NftablesSyncPlan,
  input: SyncInput,
  options: SyncOptions,
): boolean {
  const { now = 0, force = false } = options;
  const { features } = plan.context;
  if (!before || force || !features.partialSync || nodeChanged(before.input, input)) return true;
  if (!sameValue(planNftablesSync(before.input).context, plan.context)) return true;
  return features.hourlyFullSync && now - before.lastFull > FULL_SYNC_PERIOD;
}

/** The chains and affinity sets of a plan's service ports. */
function activeNames({ ports }: NftablesSyncPlan): { chains: Set<string>; sets: Set<string> } {
  const chains = new Set<string>();
  const sets = new Set<string>();
  for (const { transaction } of ports) {
    for (const { name } of transaction.chains) chains.add(name);
    for (const { name } of transaction.sets) sets.add(name);
  }
  return { chains, sets };
}
