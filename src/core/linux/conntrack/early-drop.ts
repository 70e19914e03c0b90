import { isKernelSince } from '../namespace';
import type { ConntrackTable, LiveEntry, TcpCtState } from './table';

/** A table and its limit. */
interface Limited {
  readonly table: ConntrackTable;
  /** `nf_conntrack_max`. */
  readonly most: number;
}

/** States of TCP connections that are on their way out (`tcp_can_early_drop`, net/netfilter/nf_conntrack_proto_tcp.c). */
const CLOSING: ReadonlySet<TcpCtState> = new Set(['FIN_WAIT', 'CLOSE_WAIT', 'LAST_ACK', 'TIME_WAIT', 'CLOSE']);

/** One that was never answered in full, or that is closing (`gc_worker_can_early_drop`). */
function mayGoEarly({ status, tcp }: LiveEntry): boolean {
  return !status.has('ASSURED') || (tcp !== undefined && CLOSING.has(tcp.state));
}

/**
 * The next run of the garbage collector after a packet found the table full (`gc_worker`, net/netfilter/nf_conntrack_core.c,
 * since Linux 4.12): closing connections and those that are not assured leave until the table is 95 % full. The kernel
 * counts in whole hundreds (`nf_conntrack_max / 100u * 95u`): nothing leaves a table of fewer than 100. Returns how many left.
 */
export function dropEarly({ table, most }: Limited): number {
  const enough = Math.floor(most / 100) * 95;
  if (enough === 0) return 0;
  let dropped = 0;
  for (const entry of table.entries()) {
    if (table.size < enough) break;
    if (!mayGoEarly(entry)) continue;
    table.kill(entry);
    dropped++;
  }
  return dropped;
}

/**
 * How long at most until the garbage collector runs again, milliseconds: 60 s since 5.18 (`GC_SCAN_INTERVAL_MAX`), 120 s
 * since 5.15 (`GC_SCAN_INTERVAL`), 16 s before (`GC_MAX_SCAN_JIFFIES`); undefined: the kernel drops nothing early.
 */
export function earlyDropEvery(kernel: string | undefined): number | undefined {
  if (!isKernelSince(kernel, 4, 12)) return undefined;
  if (!isKernelSince(kernel, 5, 15)) return 16_000;
  return isKernelSince(kernel, 5, 18) ? 60_000 : 120_000;
}
