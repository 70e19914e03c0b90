import { runIptablesSync } from '../../../src/core/kubernetes/proxy/iptables/restore';
import { runNftablesSync } from '../../../src/core/kubernetes/proxy/nftables/run-sync';
import { compareLines } from '../compiler/nftables-text';
import { withMergedSorted } from '../compiler/nftables';
import { Tally } from '../compiler/recordings';
import { compareRestore, planInRecordedOrder } from '../compiler/restore-text';
import { inOneOrder } from '../compiler/transaction-order';
import type { SuiteResult } from '../suite';
import { inputOf, isOthers, isUnlocked, type SyncRecord } from './records';

/** The fakes spell the mark short and have no `--random-fully`. */
function asFake(text: string): string {
  return text.replaceAll('0x00004000', '0x4000').replaceAll(' --random-fully', '');
}

/** Why a sync is not compared: what it had is not Kubernetes', or cannot be said here. */
function findSkip(record: SyncRecord): string | undefined {
  const { settings, test } = record;
  const { nfAcctCounters } = settings;
  if (isOthers(record)) return "of OpenShift's own";
  if (test.startsWith('TestSyncProxyRulesStartup')) return 'it finds a table that was not recorded';
  if (isUnlocked(record)) return 'a gate that this release has locked';
  const isCounted = !nfAcctCounters || Object.values(nfAcctCounters).filter(Boolean).length === 2;
  return isCounted ? undefined : 'the kernel has no nfacct';
}

type Run<State> = (
  state: State | undefined,
  record: SyncRecord,
) => { readonly state: State; readonly differences: readonly string[] };

/** Longer than any pause of a test. */
const LONG = 1e9;

const runIptables: Run<Parameters<typeof runIptablesSync>[0]> = (before, record) => {
  const input = inputOf(record);
  const now = LONG;
  // Part of a millisecond more has passed than is recorded.
  const lastCleanup = now - Math.min(LONG, record.settings.sinceCleanup ?? 0) - 0.5;
  const plan = planInRecordedOrder(input, record.input);
  const force = record.needFullSync === true;
  const step = runIptablesSync(before && { ...before, lastCleanup }, input, { now, force, plan });
  return { state: step.state, differences: compareRestore(asFake(record.input ?? ''), asFake(step.restore)) };
};

/** What stands always, in its order; then what belongs to service ports, whose order is free. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const end = lines.findIndex((line) => /^add rule \S+ \S+ services .*@service-nodeports$/.test(line)) + 1;
  const isAddress = (line: string): boolean => /^add element \S+ kube-proxy nodeport-ips /.test(line);
  const addresses = lines.slice(0, end).filter(isAddress).toSorted();
  // Of several ports of a Service the first that is walked puts the address there.
  const isShared = (line: string): boolean => /^add element \S+ kube-proxy cluster-ips /.test(line);
  const own = lines.slice(end);
  const before = lines.slice(0, end).map((line) => (isAddress(line) ? (addresses.shift() ?? '') : line));
  const ported = withMergedSorted(inOneOrder(own.filter((line) => !isShared(line)).join('\n')));
  return [...before, ...own.filter(isShared).toSorted(), ...ported];
}

const runNftables: Run<Parameters<typeof runNftablesSync>[0]> = (before, record) => {
  const now = LONG;
  const ages = Object.entries(record.settings.staleChains ?? {});
  const stale = new Map(ages.map(([chain, age]) => [chain, now - age] as const));
  const force = record.needFullSync === true;
  const state = before && { ...before, stale, lastFull: now };
  const step = runNftablesSync(state, inputOf(record), { now, force });
  // Emptied chains are deleted in a transaction before.
  const [want, have] = [linesOf(record.input ?? ''), linesOf(asFake(step.transactions.at(-1) ?? ''))];
  return { state: step.state, differences: compareLines('line', want, have) };
};

/** The texts of all syncs of a file, each proxier from its first to its last. */
export function compareSyncs(name: string, mode: 'iptables' | 'nftables', records: readonly SyncRecord[]): SuiteResult {
  const tally = new Tally(name);
  const skips: Record<string, number> = {};
  const states = new Map<number, unknown>();
  const run = (mode === 'iptables' ? runIptables : runNftables) as Run<unknown>;
  for (const record of records) {
    const isStarted = record.input || states.has(record.proxier);
    if (!isStarted) continue;
    const { state, differences } = run(states.get(record.proxier), record);
    if (!record.failed) states.set(record.proxier, state);
    const skip = findSkip(record);
    if (skip === undefined) tally.add(`${record.test} ${record.seq}`, differences);
    else skips[skip] = (skips[skip] ?? 0) + 1;
  }
  const skipped = Object.values(skips).reduce((sum, each) => sum + each, 0);
  return { ...tally.result(), skipped, skips };
}
