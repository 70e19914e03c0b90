import { runSync as runIptablesSync } from '../../kubernetes/proxy/iptables/partial-sync';
import { runSync as runIpvsSync } from '../../kubernetes/proxy/ipvs/run-sync';
import type { SyncInput } from '../../kubernetes/proxy/mode';
import { runSync as runNftablesSync } from '../../kubernetes/proxy/nftables/run-sync';
import { runSync as runUserspaceSync } from '../../kubernetes/proxy/userspace/run-sync';
import type { ProxyModeId } from '../../kubernetes/types';

/** What one run of syncProxyRules hands over. */
export interface SyncCost {
  /** Characters of text for iptables-restore or nft, and of command lines. */
  readonly bytes: number;
  /** Programs started and netlink messages sent, one by one. */
  readonly calls: number;
}

/** The first sync of a proxy, and the next one after a change. */
export interface SyncCosts {
  readonly first: SyncCost;
  readonly change: SyncCost;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length + 1, 0);

function iptables(before: SyncInput, after: SyncInput): SyncCosts {
  const costOf = ({ commands, restore }: ReturnType<typeof runIptablesSync>): SyncCost => ({
    bytes: lengthOf(commands) + restore.length,
    calls: commands.length + 1,
  });
  const first = runIptablesSync(undefined, before);
  return { first: costOf(first), change: costOf(runIptablesSync(first.state, after)) };
}

function nftables(before: SyncInput, after: SyncInput): SyncCosts {
  const costOf = ({ transactions }: ReturnType<typeof runNftablesSync>): SyncCost => ({
    bytes: lengthOf(transactions),
    calls: transactions.length,
  });
  const first = runNftablesSync(undefined, before);
  return { first: costOf(first), change: costOf(runNftablesSync(first.state, after)) };
}

function ipvs(before: SyncInput, after: SyncInput): SyncCosts {
  const costOf = ({ calls, restore, cleanup }: ReturnType<typeof runIpvsSync>): SyncCost => ({
    bytes: restore.length,
    calls: calls.length + cleanup.length + 1,
  });
  const first = runIpvsSync(undefined, before);
  return { first: costOf(first), change: costOf(runIpvsSync(first.state, after)) };
}

function userspace(before: SyncInput, after: SyncInput): SyncCosts {
  const costOf = ({ commands }: ReturnType<typeof runUserspaceSync>): SyncCost => ({
    bytes: lengthOf(commands),
    calls: commands.length,
  });
  const first = runUserspaceSync(undefined, before);
  return { first: costOf(first), change: costOf(runUserspaceSync(first.state, after)) };
}

const SYNCS: Readonly<Record<ProxyModeId, (before: SyncInput, after: SyncInput) => SyncCosts>> = {
  iptables,
  ipvs,
  nftables,
  userspace,
};

/** What a mode hands over when its proxy starts with `before`, and then when `after` has come. */
export function syncCosts(mode: ProxyModeId, before: SyncInput, after: SyncInput): SyncCosts {
  return SYNCS[mode](before, after);
}
