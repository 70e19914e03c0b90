import type { ConntrackTable } from './conntrack/table';

/** All that changes in one namespace from packet to packet. */
export interface NetnsState {
  readonly conntrack: ConntrackTable;
  /** xt_recent: list name -> address text -> stamps in milliseconds, oldest first. */
  readonly recent: Map<string, Map<string, number[]>>;
  /** xt_statistic nth: `table chain index match` -> count. */
  readonly nth: Map<string, number>;
  /** Milliseconds since the run began; the only clock there is. */
  now: number;
}
