import type { IpvsConnection } from './state';

/** Seconds an association stays in a state (`sctp_timeouts`); those not named: one retransmission at most, 61. */
const SECONDS: Readonly<Record<string, number>> = { NONE: 2, INIT1: 4, REJECTED: 4, ESTABLISHED: 900 };
const MAX_RTO = 61;

type SctpEvent =
  | 'DATA'
  | 'INIT'
  | 'INIT-ACK'
  | 'COOKIE-ECHO'
  | 'COOKIE-ACK'
  | 'SHUTDOWN'
  | 'SHUTDOWN-ACK'
  | 'SHUTDOWN-COMPLETE'
  | 'ERROR'
  | 'ABORT';

/** Moves as `from from>to`; a state that is not named stays, `*` stands for all that are not named. */
type Moves = Readonly<Record<SctpEvent, string>>;

const HANDSHAKE_OUT =
  'NONE INIT1 INIT C-SENT C-REPLIED C-WAIT COOKIE C-ECHOED S-SENT S-RECEIVED S-ACK-SENT REJECTED CLOSED';
const EARLY = 'NONE INIT1 INIT C-SENT';

/** What a client's chunk does (`sctp_states`, INPUT). */
const INPUT: Moves = {
  DATA: 'NONE>ESTABLISHED',
  INIT: 'NONE>INIT1, INIT1 REJECTED CLOSED>INIT',
  'INIT-ACK': 'NONE INIT1 INIT>C-WAIT, C-WAIT>COOKIE',
  'COOKIE-ECHO': 'NONE C-SENT>C-REPLIED, INIT1>INIT',
  'COOKIE-ACK': 'NONE C-ECHOED>ESTABLISHED',
  SHUTDOWN: 'NONE ESTABLISHED>S-RECEIVED',
  'SHUTDOWN-ACK': 'NONE S-SENT S-ACK-SENT>CLOSED, INIT1>INIT',
  'SHUTDOWN-COMPLETE': 'NONE INIT1 INIT S-ACK-SENT>CLOSED',
  ERROR: 'NONE C-ECHOED>CLOSED',
  ABORT: 'C-WAIT>REJECTED, *>CLOSED',
};
/** What a server's chunk does (OUTPUT). */
const OUTPUT: Moves = {
  DATA: 'NONE>ESTABLISHED',
  INIT: `${HANDSHAKE_OUT}>C-WAIT`,
  'INIT-ACK': `${EARLY}>C-SENT`,
  'COOKIE-ECHO': `${EARLY} C-REPLIED C-WAIT COOKIE>C-ECHOED`,
  'COOKIE-ACK': `${EARLY} C-REPLIED C-WAIT COOKIE C-ECHOED>ESTABLISHED`,
  SHUTDOWN: `${EARLY} C-REPLIED C-WAIT COOKIE C-ECHOED ESTABLISHED>S-SENT`,
  'SHUTDOWN-ACK': `${EARLY} C-REPLIED S-SENT S-RECEIVED>S-ACK-SENT`,
  'SHUTDOWN-COMPLETE': 'NONE>CLOSED',
  ERROR: `${EARLY} C-REPLIED>CLOSED`,
  ABORT: 'INIT1>REJECTED, *>CLOSED',
};
/** What a client's chunk does where answers do not come back this way (INPUT-ONLY). */
const INPUT_ONLY: Moves = {
  DATA: 'NONE C-WAIT>ESTABLISHED',
  INIT: 'NONE>INIT1, INIT1 C-SENT C-REPLIED C-WAIT REJECTED CLOSED>INIT',
  'INIT-ACK': `${EARLY} C-REPLIED C-WAIT>C-ECHOED`,
  'COOKIE-ECHO': `${EARLY} C-REPLIED C-WAIT>ESTABLISHED`,
  'COOKIE-ACK': 'NONE C-SENT C-REPLIED COOKIE C-ECHOED>ESTABLISHED',
  SHUTDOWN: 'NONE ESTABLISHED>S-RECEIVED',
  'SHUTDOWN-ACK': 'NONE ESTABLISHED S-SENT S-ACK-SENT>CLOSED, INIT1>INIT',
  'SHUTDOWN-COMPLETE': `${EARLY} C-REPLIED S-RECEIVED S-ACK-SENT>CLOSED`,
  ERROR: 'NONE>CLOSED',
  ABORT: 'C-WAIT>REJECTED, *>CLOSED',
};

/** SACK, HEARTBEAT and all other chunks count as data (`sctp_events`). */
const eventOf = (chunk: string): SctpEvent => (chunk in INPUT ? (chunk as SctpEvent) : 'DATA');

function move(moves: string, state: string): string {
  for (const one of moves.split(', ')) {
    const [from = '', to = ''] = one.split('>');
    if (from === '*' || from.split(' ').includes(state)) return to;
  }
  return state;
}

/** The state after a chunk (`set_sctp_state` in net/netfilter/ipvs/ip_vs_proto_sctp.c), as `ipvsadm -Lnc` names it. */
export function sctpState(conn: IpvsConnection, direction: 'input' | 'output', chunk: string): string {
  if (conn.noOutput && direction === 'output') conn.noOutput = false;
  const table = direction === 'output' ? OUTPUT : conn.noOutput ? INPUT_ONLY : INPUT;
  return move(table[eventOf(chunk)], conn.state);
}

/** Seconds a state lasts. */
export function sctpSeconds(state: string): number {
  return SECONDS[state] ?? MAX_RTO;
}
