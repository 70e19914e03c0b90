import type { Document } from '../document/document';
import { DELAY_NAMES, type ScriptDelays } from '../document/script';
import { getMinor } from '../kubernetes/release';
import type { ProxyModeId } from '../kubernetes/types';
import type { SyncPeriods, SyncRunnerKind } from '../kubernetes/proxy/sync-runner';

const HOUR = 3_600_000;

type Proxied = Pick<Document, 'mode' | 'release'>;

/** Microseconds a rule: iptables 80,005 in 1.2 s (kube-proxy and iptables-restore), measured on two cores. */
const PER_RULE: Readonly<Record<ProxyModeId, number>> = {
  iptables: 15,
  nftables: 15,
  ipvs: 5,
  userspace: 15,
  ebpf: 5,
  kernelspace: 5,
};

/** `minSyncPeriod` where nobody set it (pkg/proxy/apis/config/v1alpha1/defaults.go). */
function defaultMinSync({ mode, release }: Proxied): number {
  if (mode === 'ipvs') return 0;
  return mode === 'nftables' || getMinor(release) >= 20 ? 1000 : 0;
}

/** The delays of a document where nothing else is said; those of releases from 1.16 to 1.37. */
export function defaultDelays(proxied: Proxied): ScriptDelays {
  return {
    watch: 10,
    controller: 10,
    sliceBatch: 0,
    start: 1500,
    readinessDelay: 0,
    readinessPeriod: 10_000,
    readinessFailures: 3,
    relist: 1000,
    preStop: 0,
    shutdown: 0,
    grace: 30_000,
    teardown: 500,
    minReady: 0,
    maxSurge: 25,
    maxUnavailable: 25,
    minSync: defaultMinSync(proxied),
    syncPeriod: 30_000,
    syncBase: 30,
    syncPerRule: PER_RULE[proxied.mode],
    proxyStart: 1500,
    nodeGrace: getMinor(proxied.release) >= 32 ? 50_000 : 40_000,
    toleration: 300_000,
    probe: 5000,
    probeFailures: 2,
    clientTimeout: 5000,
    conntrackMax: 0,
  };
}

/** Those, with what the document's script says. */
export function delaysOf(document: Document): ScriptDelays {
  const given = document.script?.delays ?? {};
  const said = DELAY_NAMES.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { ...defaultDelays(document), ...Object.fromEntries(said) };
}

/** Which generation of the runner a release has. */
export function runnerKind(release: string): SyncRunnerKind {
  return getMinor(release) >= 34 ? 'interval' : 'burst';
}

/** How often kube-proxy syncs: asked, and by itself. */
export function syncPeriods({ mode, release }: Proxied, { minSync, syncPeriod }: ScriptDelays): SyncPeriods {
  const isRare = (mode === 'iptables' && getMinor(release) >= 17) || (mode === 'nftables' && getMinor(release) >= 34);
  return { minSyncPeriodMs: minSync, maxIntervalMs: isRare ? HOUR : syncPeriod };
}
