import type { Tuple } from '../../net/tuple';

/** ctstate as `-m conntrack --ctstate` names it. */
export type CtState = 'NEW' | 'ESTABLISHED' | 'RELATED' | 'INVALID' | 'UNTRACKED';
export type CtDirection = 'original' | 'reply';

/** The bits of enum ip_conntrack_status that rules or people can see. */
export type CtStatus = 'SEEN_REPLY' | 'ASSURED' | 'CONFIRMED' | 'SRC_NAT' | 'DST_NAT' | 'DYING';

/** enum tcp_conntrack, spelled as `conntrack -L` prints it. */
export type TcpCtState =
  | 'NONE'
  | 'SYN_SENT'
  | 'SYN_SENT2'
  | 'SYN_RECV'
  | 'ESTABLISHED'
  | 'FIN_WAIT'
  | 'CLOSE_WAIT'
  | 'LAST_ACK'
  | 'TIME_WAIT'
  | 'CLOSE';

/** One connection as a reader sees it (struct nf_conn). The simulator's own entry has more; a trace keeps these. */
export interface ConntrackEntry {
  readonly id: number;
  readonly zone: number;
  readonly original: Tuple;
  readonly reply: Tuple;
  readonly status: readonly CtStatus[];
  readonly tcpState?: TcpCtState;
  /** Seconds until it is forgotten if no further packet comes. */
  readonly timeout: number;
  readonly mark: number;
}
