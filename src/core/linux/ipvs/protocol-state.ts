import type { L4Header } from '../../net/packet';
import {
  type IpvsConnection,
  type IpvsTable,
  serverKey,
  serviceKey,
  type IpvsServer,
  type IpvsService,
  LIST_HEAD,
  type IpvsState,
} from './service';
import { weightAfterChange, weightWhenFresh } from './schedulers/wrr';

/** Change by `ipvsadm` (or kube-proxy) while connections are there. */
export type IpvsEdit =
  | { readonly kind: 'add-server'; readonly service: string; readonly server: IpvsServer }
  | { readonly kind: 'edit-server'; readonly service: string; readonly server: string; readonly weight: number }
  | { readonly kind: 'delete-server'; readonly service: string; readonly server: string }
  | { readonly kind: 'delete-service'; readonly service: string };

export interface EditInput {
  readonly table: IpvsTable;
  readonly state: IpvsState;
  /** Milliseconds. */
  readonly now: number;
  /**
   * Connections of what is deleted go at once, with their conntrack entries: `expire_nodest_conn` on Linux 5.9 and
   * newer (`expire_nodest_conn_handler`). Else the next packet of each finds its server gone.
   */
  readonly flush: boolean;
  /** The connection is over: conntrack's entry for it goes too (`ip_vs_conn_drop_conntrack`). */
  readonly forget: (conn: IpvsConnection) => void;
}

const weightsOf = ({ servers }: IpvsService): number[] => servers.map(({ weight }) => weight);

/** Resets the memory of schedulers when a server came, went or changed (`add_dest`, `del_dest`, `upd_dest`). */
function tellScheduler({ state }: EditInput, before: IpvsService, after: IpvsService): void {
  const memory = state.memory(serviceKey(before));
  memory.places.clear();
  delete memory.turn;
  if (before.scheduler === 'wrr') {
    const current = memory.currentWeight ?? weightWhenFresh(weightsOf(before));
    memory.currentWeight = weightAfterChange(current, weightsOf(after));
    memory.last = LIST_HEAD;
    delete memory.pass;
    return;
  }
  const gone = before.servers.findIndex((server) => serverKey(server) === memory.last);
  const stays = after.servers.some((server) => serverKey(server) === memory.last);
  // ip_vs_rr_del_dest: the place goes to the server before, or to the head of the list.
  if (gone < 0 || stays || before.unordered) return;
  const previous = before.servers[gone - 1];
  memory.last = previous ? serverKey(previous) : LIST_HEAD;
}

function flushConnections(input: EditInput, service: string, destination?: string): void {
  if (!input.flush) return;
  for (const conn of input.state.ofService(service, input.now)) {
    if (destination !== undefined && conn.destination !== destination) continue;
    input.state.remove(conn);
    if (conn.conntrack) input.forget(conn);
  }
  input.state.removeTemplates(service, destination);
}

function editedServers({ servers }: IpvsService, edit: IpvsEdit): readonly IpvsServer[] {
  switch (edit.kind) {
    case 'add-server':
      // `list_add_rcu` in `__ip_vs_update_dest`: the newest is the first.
      return [edit.server, ...servers];
    case 'edit-server':
      return servers.map((server) =>
        serverKey(server) === edit.server
          ? { ...server, weight: edit.weight, lastWeight: server.weight || (server.lastWeight ?? 0) }
          : server,
      );
    case 'delete-server':
      return servers.filter((server) => serverKey(server) !== edit.server);
    case 'delete-service':
      return [];
    default:
      return edit satisfies never;
  }
}

/**
 * A change of one virtual service (net/netfilter/ipvs/ip_vs_ctl.c): the table after it. Schedulers and connections
 * in `state` change with it. A service that is not there changes nothing.
 */
export function editTable(input: EditInput, edit: IpvsEdit): IpvsTable {
  const { table } = input;
  const service = table.services.find((each) => serviceKey(each) === edit.service);
  if (!service) return table;
  if (edit.kind === 'delete-service') {
    flushConnections(input, edit.service);
    return { ...table, services: table.services.filter((each) => each !== service) };
  }
  const after = { ...service, servers: editedServers(service, edit) };
  tellScheduler(input, service, after);
  if (edit.kind === 'delete-server') flushConnections(input, edit.service, edit.server);
  return { ...table, services: table.services.map((each) => (each === service ? after : each)) };
}

/** Seconds an association stays in a state (`sctp_timeouts`); those not named: one retransmission at most, 61. */
const SCTP_STATE_SECONDS: Readonly<Record<string, number>> = { NONE: 2, INIT1: 4, REJECTED: 4, ESTABLISHED: 900 };
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

/** Next state by a client's chunk (`sctp_states`, INPUT). */
const SCTP_STATE_INPUT: Moves = {
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
/** Next state by a server's chunk (OUTPUT). */
const SCTP_STATE_OUTPUT: Moves = {
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
/** Next state by a client's chunk where answers do not come back this way (INPUT-ONLY). */
const SCTP_STATE_INPUT_ONLY: Moves = {
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
const eventOf = (chunk: string): SctpEvent => (chunk in SCTP_STATE_INPUT ? (chunk as SctpEvent) : 'DATA');

function move(moves: string, state: string): string {
  for (const one of moves.split(', ')) {
    const [from = '', to = ''] = one.split('>');
    if (from === '*' || from.split(' ').includes(state)) return to;
  }
  return state;
}

/** The state after a chunk (`set_sctp_state` in net/netfilter/ipvs/ip_vs_proto_sctp.c), as `ipvsadm -Lnc` names it. */
function sctpState(conn: IpvsConnection, direction: 'input' | 'output', chunk: string): string {
  if (conn.noOutput && direction === 'output') conn.noOutput = false;
  const table = direction === 'output' ? SCTP_STATE_OUTPUT : conn.noOutput ? SCTP_STATE_INPUT_ONLY : SCTP_STATE_INPUT;
  return move(table[eventOf(chunk)], conn.state);
}

/** Seconds a state lasts. */
function sctpSeconds(state: string): number {
  return SCTP_STATE_SECONDS[state] ?? MAX_RTO;
}

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

/** Next state by a client's packet (`tcp_states`, INPUT). */
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
/** Next state by a server's packet (OUTPUT). */
const OUTPUT: Readonly<Record<Flag, Row>> = {
  syn: { ESTABLISHED: '=', SYN_RECV: '=', SYNACK: 'SYN_RECV', '*': 'SYN_SENT' },
  fin: { ESTABLISHED: 'FIN_WAIT', FIN_WAIT: '=', SYN_SENT: '=', CLOSE: '=', LAST_ACK: '=', '*': 'TIME_WAIT' },
  ack: { NONE: 'ESTABLISHED', SYN_RECV: 'ESTABLISHED', SYNACK: 'ESTABLISHED', '*': '=' },
  rst: { SYN_SENT: '=', TIME_WAIT: '=', '*': 'CLOSE' },
};

type IpvsDirection = 'input' | 'output';

function tcpState(conn: IpvsConnection, direction: IpvsDirection, l4: Extract<L4Header, { proto: 'tcp' }>): string {
  if (conn.noOutput && direction === 'output') conn.noOutput = false;
  const flag = (['rst', 'syn', 'fin', 'ack'] as const).find((name) => l4.flags[name]);
  if (!flag) return 'CLOSE';
  const table = direction === 'output' ? OUTPUT : conn.noOutput ? INPUT_ONLY : INPUT;
  const next = table[flag][conn.state] ?? table[flag]['*'] ?? '=';
  return next === '=' ? conn.state : next;
}

/** Surroundings of a change of state. */
export interface StateChange {
  readonly state: IpvsState;
  /** Milliseconds. */
  readonly now: number;
  readonly timeouts?: IpvsTable['timeouts'];
}

/**
 * A template whose connection was established, or whose datagram was answered, is assured
 * (`ip_vs_control_assure_ct` in `set_tcp_state`, `set_sctp_state` and `udp_state_transition`).
 */
function assureTemplate({ template }: IpvsConnection, { state, now }: StateChange): void {
  const found = template === undefined ? undefined : state.findTemplate(template, now);
  if (found) found.assured = true;
}

/** A packet of a connection moves its state, its timeout and what it counts as (`ip_vs_set_state`). */
export function setState(conn: IpvsConnection, direction: IpvsDirection, l4: L4Header, change: StateChange): void {
  const { now, timeouts } = change;
  const before = conn.state;
  if (l4.proto === 'tcp') {
    conn.state = tcpState(conn, direction, l4);
    conn.active = ACTIVE.has(conn.state);
  } else if (l4.proto === 'sctp') {
    conn.state = sctpState(conn, direction, l4.chunk);
    conn.active = conn.state === 'ESTABLISHED';
  } else conn.state = 'UDP';
  const answered = l4.proto === 'udp' ? direction === 'output' : conn.state === 'ESTABLISHED' && conn.state !== before;
  if (answered) assureTemplate(conn, change);
  const set =
    l4.proto === 'sctp'
      ? undefined
      : { ESTABLISHED: timeouts?.tcp, FIN_WAIT: timeouts?.tcpFin, UDP: timeouts?.udp }[conn.state];
  const usual = l4.proto === 'sctp' ? sctpSeconds(conn.state) : (SECONDS[conn.state] ?? 60);
  conn.expires = now + (set || usual) * 1000;
}
