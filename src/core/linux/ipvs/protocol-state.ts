import type { L4Header } from '../../net/packet';
import { sctpSeconds, sctpState } from './sctp-state';
import type { IpvsConnection } from './state';
import type { IpvsTable } from './types';

/** Seconds a connection stays in a state (`tcp_timeouts`, `udp_timeouts`). */
const SECONDS: Readonly<Record<string, number>> = {
  NONE: 3,
  ESTABLISHED: 900,
  SYN_SENT: 120,
  SYN_RECV: 60,
  FIN_WAIT: 120,
  TIME_WAIT: 120,
  CLOSE: 10,
  CLOSE_WAIT: 60,
  LAST_ACK: 30,
  SYNACK: 120,
  UDP: 300,
};

/** The states in which a TCP connection counts as active (`tcp_state_active_table`). */
const ACTIVE = new Set(['ESTABLISHED', 'SYN_SENT', 'SYN_RECV', 'SYNACK']);

type Flag = 'syn' | 'fin' | 'ack' | 'rst';
/** The next state by the present one; `*`: for all that are not named, `=`: stays. */
type Row = Readonly<Record<string, string>>;

const SYN_IN: Row = { NONE: 'SYN_RECV', ESTABLISHED: '=', SYN_SENT: 'ESTABLISHED', '*': 'SYN_RECV' };
const ACK_IN: Row = {
  NONE: 'ESTABLISHED',
  SYN_RECV: 'ESTABLISHED',
  SYNACK: 'ESTABLISHED',
  LAST_ACK: 'CLOSE',
  '*': '=',
};

/** What a client's packet does (`tcp_states`, INPUT). */
const INPUT: Readonly<Record<Flag, Row>> = {
  syn: SYN_IN,
  fin: {
    NONE: 'CLOSE',
    ESTABLISHED: 'CLOSE_WAIT',
    SYN_RECV: 'TIME_WAIT',
    FIN_WAIT: 'TIME_WAIT',
    SYNACK: 'TIME_WAIT',
    '*': '=',
  },
  ack: ACK_IN,
  rst: { SYN_RECV: '=', LAST_ACK: '=', SYNACK: 'SYN_RECV', '*': 'CLOSE' },
};
/** The same where answers do not come back this way (INPUT-ONLY). */
const INPUT_ONLY: Readonly<Record<Flag, Row>> = {
  syn: SYN_IN,
  fin: { NONE: 'CLOSE', ESTABLISHED: 'FIN_WAIT', SYN_RECV: 'TIME_WAIT', SYNACK: 'TIME_WAIT', '*': '=' },
  ack: ACK_IN,
  rst: { SYN_RECV: '=', LAST_ACK: '=', '*': 'CLOSE' },
};
/** What a server's packet does (OUTPUT). */
const OUTPUT: Readonly<Record<Flag, Row>> = {
  syn: { ESTABLISHED: '=', SYN_RECV: '=', SYNACK: 'SYN_RECV', '*': 'SYN_SENT' },
  fin: { ESTABLISHED: 'FIN_WAIT', FIN_WAIT: '=', SYN_SENT: '=', CLOSE: '=', LAST_ACK: '=', '*': 'TIME_WAIT' },
  ack: { NONE: 'ESTABLISHED', SYN_RECV: 'ESTABLISHED', SYNACK: 'ESTABLISHED', '*': '=' },
  rst: { SYN_SENT: '=', TIME_WAIT: '=', '*': 'CLOSE' },
};

export type IpvsDirection = 'input' | 'output';

function tcpState(conn: IpvsConnection, direction: IpvsDirection, l4: Extract<L4Header, { proto: 'tcp' }>): string {
  if (conn.noOutput && direction === 'output') conn.noOutput = false;
  const flag = (['rst', 'syn', 'fin', 'ack'] as const).find((name) => l4.flags[name]);
  if (!flag) return 'CLOSE';
  const table = direction === 'output' ? OUTPUT : conn.noOutput ? INPUT_ONLY : INPUT;
  const next = table[flag][conn.state] ?? table[flag]['*'] ?? '=';
  return next === '=' ? conn.state : next;
}

/** A packet of a connection moves its state, its timeout and what it counts as (`ip_vs_set_state`). */
export function setState(
  conn: IpvsConnection,
  direction: IpvsDirection,
  l4: L4Header,
  { now, timeouts }: { readonly now: number; readonly timeouts?: IpvsTable['timeouts'] },
): void {
  if (l4.proto === 'tcp') {
    conn.state = tcpState(conn, direction, l4);
    conn.active = ACTIVE.has(conn.state);
  } else if (l4.proto === 'sctp') {
    conn.state = sctpState(conn, direction, l4.chunk);
    conn.active = conn.state === 'ESTABLISHED';
  } else conn.state = 'UDP';
  const set =
    l4.proto === 'sctp'
      ? undefined
      : { ESTABLISHED: timeouts?.tcp, FIN_WAIT: timeouts?.tcpFin, UDP: timeouts?.udp }[conn.state];
  const usual = l4.proto === 'sctp' ? sctpSeconds(conn.state) : (SECONDS[conn.state] ?? 60);
  conn.expires = now + (set || usual) * 1000;
}
