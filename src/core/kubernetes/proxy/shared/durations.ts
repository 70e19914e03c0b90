import { getMinor } from '../../release';
import type { ProxyModeId } from '../../types';

/** The part of the configuration that says a mode's periods; Cilium's agent has none, and what Windows reads is not known. */
const PERIODS_OF = {
  iptables: 'iptables',
  userspace: 'iptables',
  ipvs: 'ipvs',
  nftables: 'nftables',
} as const satisfies Readonly<Partial<Record<ProxyModeId, string>>>;

type PeriodsPart = (typeof PERIODS_OF)[keyof typeof PERIODS_OF];

/** Where a mode's `syncPeriod` and `minSyncPeriod` are said; undefined: nowhere. */
export function findPeriodsPart(mode: ProxyModeId): PeriodsPart | undefined {
  return (PERIODS_OF as Readonly<Partial<Record<ProxyModeId, PeriodsPart>>>)[mode];
}

/**
 * Does kube-proxy sync by itself once an hour, whatever its `syncPeriod`? iptables since 1.17 (it then only looks for its
 * canary so often, and tries a failed sync again), nftables since 1.34 (pkg/proxy/MODE/proxier.go, `fullSyncPeriod`).
 */
export function syncsHourly({ mode, release }: { readonly mode: ProxyModeId; readonly release: string }): boolean {
  return (mode === 'iptables' && getMinor(release) >= 17) || (mode === 'nftables' && getMinor(release) >= 34);
}

/** Longest time between two full syncs where they are hourly, in milliseconds (pkg/proxy/util `FullSyncPeriod`). */
export const FULL_SYNC_PERIOD = 3_600_000;

/** `minSyncPeriod` where nobody set it, in milliseconds (pkg/proxy/apis/config/v1alpha1/defaults.go). */
export function minSyncUnsaid(part: PeriodsPart, release: string): number {
  if (part === 'ipvs') return 0;
  return part === 'nftables' || getMinor(release) >= 20 ? 1000 : 0;
}

const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};

/** Nobody writes a longer one. */
const LONGEST = 100;

/** The milliseconds of a Go duration (`1h2m3.5s`, `-5s`, `0`) as time.ParseDuration reads it; undefined: it is none. */
export function parseGoDuration(duration: string): number | undefined {
  if (duration.length > LONGEST) return undefined;
  const [, sign, amount = ''] = /^([-+]?)(0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:h|ms|us|µs|ns|m|s))+)$/.exec(duration) ?? [];
  if (sign === undefined) return undefined;
  let sum = 0;
  for (const [, count, unit = ''] of amount.matchAll(/(\d+(?:\.\d*)?|\.\d+)(h|ms|us|µs|ns|m|s)/g)) {
    sum += Number(count) * (UNITS[unit] ?? 0);
  }
  return sign === '-' && sum > 0 ? -sum : sum;
}

/** The milliseconds of a Go duration; 0 if it is none, or negative. */
export function goMilliseconds(duration = ''): number {
  return Math.max(0, parseGoDuration(duration) ?? 0);
}

/** Whole seconds of a duration as Go prints it; 0 where there is none. */
export function goSeconds(duration?: string): number {
  return Math.floor(goMilliseconds(duration) / 1000);
}
