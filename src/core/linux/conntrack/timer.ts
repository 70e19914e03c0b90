import type { LiveEntry } from './table';

/** The clock, and the namespace's net.netfilter.nf_conntrack_*_timeout_* in seconds. */
export interface Timer {
  /** Milliseconds since the run began. */
  readonly now: number;
  readonly seconds: (name: string, fallback: number) => number;
}

/** A packet gives the connection another so many seconds (`nf_ct_refresh_acct`). */
export function refresh(entry: LiveEntry, seconds: number, { now }: Timer): void {
  entry.timeout = seconds;
  entry.expires = now + seconds * 1000;
}

/** Whole seconds it has left; one that is not in the table yet has none (`nf_ct_expires`). */
export function secondsLeft(entry: LiveEntry, now: number): number {
  if (!entry.status.has('CONFIRMED')) return 0;
  return Math.max(0, Math.floor((entry.expires - now) / 1000));
}
