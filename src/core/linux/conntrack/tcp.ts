import type { TcpFlags, TcpHeader } from '../../net/packet';
import { type LiveEntry, refresh, type Timer, type TcpCtState } from './table';
import { before, emptySide, firstSide, inWindow, segmentEnd, type TcpIndex, type TcpTracking } from './tcp-window';

const STATES = [
  'NONE',
  'SYN_SENT',
  'SYN_RECV',
  'ESTABLISHED',
  'FIN_WAIT',
  'CLOSE_WAIT',
  'LAST_ACK',
  'TIME_WAIT',
  'CLOSE',
  'SYN_SENT2',
] as const satisfies readonly TcpCtState[];

/** Two letters a state as in the kernel's comments; IV is invalid, IG let through without effect. */
const CODES: Readonly<Record<string, TcpCtState | 'INVALID' | 'IGNORE'>> = {
  SS: 'SYN_SENT',
  SR: 'SYN_RECV',
  ES: 'ESTABLISHED',
  FW: 'FIN_WAIT',
  CW: 'CLOSE_WAIT',
  LA: 'LAST_ACK',
  TW: 'TIME_WAIT',
  CL: 'CLOSE',
  S2: 'SYN_SENT2',
  IV: 'INVALID',
  IG: 'IGNORE',
};

/** Next state by direction and segment; columns: NO SS SR ES FW CW LA TW CL S2 (`tcp_conntracks`). */
const TRANSITIONS: readonly [Readonly<Record<TcpIndex, string>>, Readonly<Record<TcpIndex, string>>] = [
  {
    syn: 'SS SS IG IG IG IG IG SS SS S2',
    synack: 'IV IV SR IV IV IV IV IV IV SR',
    fin: 'IV IV FW FW LA LA LA TW CL IV',
    ack: 'ES IV ES ES CW CW TW TW CL IV',
    rst: 'IV CL CL CL CL CL CL CL CL CL',
    none: 'IV IV IV IV IV IV IV IV IV IV',
  },
  {
    syn: 'IV S2 IV IV IV IV IV SS IV S2',
    synack: 'IV SR IG IG IG IG IG IG IG SR',
    fin: 'IV IV FW FW LA LA LA TW CL IV',
    ack: 'IV IG SR ES CW CW TW TW CL IG',
    rst: 'IV CL CL CL CL CL CL CL CL CL',
    none: 'IV IV IV IV IV IV IV IV IV IV',
  },
];

/** Seconds unless net.netfilter.nf_conntrack_tcp_timeout_* says otherwise. */
const TIMEOUTS: Readonly<Record<TcpCtState, number>> = {
  NONE: 0,
  SYN_SENT: 120,
  SYN_RECV: 60,
  ESTABLISHED: 432_000,
  FIN_WAIT: 120,
  CLOSE_WAIT: 60,
  LAST_ACK: 30,
  TIME_WAIT: 120,
  CLOSE: 10,
  SYN_SENT2: 120,
};
const TIMEOUT_UNACKNOWLEDGED = 300;

function getTimeout(state: TcpCtState, timer: Timer): number {
  return timer.seconds(`nf_conntrack_tcp_timeout_${state.toLowerCase()}`, TIMEOUTS[state]);
}

/** Sets of SYN, FIN, RST, ACK, URG that exist in reason (`tcp_valid_flags`); PSH, ECE and CWR do not matter. */
const VALID_FLAGS = new Set(['S', 'SU', 'SA', 'R', 'RA', 'FA', 'FAU', 'A', 'AU']);

function flagsKey(flags: TcpFlags): string {
  const letters: readonly (readonly [boolean | undefined, string])[] = [
    [flags.syn, 'S'],
    [flags.fin, 'F'],
    [flags.rst, 'R'],
    [flags.ack, 'A'],
    [flags.urg, 'U'],
  ];
  return letters.map(([set, letter]) => (set ? letter : '')).join('');
}

function getIndex(flags: TcpFlags): TcpIndex {
  if (flags.rst) return 'rst';
  if (flags.syn) return flags.ack ? 'synack' : 'syn';
  if (flags.fin) return 'fin';
  return flags.ack ? 'ack' : 'none';
}

function transition(direction: 0 | 1, index: TcpIndex, state: TcpCtState): TcpCtState | 'INVALID' | 'IGNORE' {
  return CODES[TRANSITIONS[direction][index].split(' ')[STATES.indexOf(state)] ?? 'IV'] ?? 'INVALID';
}

/**
 * `uncounted`: let through before `nf_ct_refresh_acct`, as a SYN sent again. `repeat`: the old connection was given
 * up, look the packet up again. `kill`: let it through and forget the entry (`nf_ct_kill_acct`).
 */
export type TrackVerdict = 'accept' | 'uncounted' | 'invalid' | 'repeat' | 'kill';

/** The namespace's nf_conntrack_tcp_* switches. */
interface TcpSysctls {
  readonly loose: boolean;
  readonly liberal: boolean;
  readonly timer: Timer;
}

/** Of a connection no segment of which was seen (`tcp_new` clears `ip_ct_tcp`). */
export const NOTHING_LAST = {
  lastDirection: 0,
  lastIndex: 'none set',
  lastSeq: 0,
  lastAck: 0,
  lastEnd: 0,
  simultaneousOpen: false,
  challengeAck: false,
} as const satisfies Partial<TcpTracking>;

/** Makes the state of a connection from its first segment; undefined: no connection may begin so (`tcp_new`). */
function newTracking(header: TcpHeader, loose: boolean): TcpTracking | undefined {
  const first = transition(0, getIndex(header.flags), 'NONE');
  if (first === 'INVALID' || first === 'IGNORE') return undefined;
  if (first !== 'SYN_SENT' && !loose) return undefined;
  const other = { ...emptySide(), liberal: first !== 'SYN_SENT' };
  return {
    state: 'NONE',
    seen: [firstSide(header), other],
    ...NOTHING_LAST,
  };
}

function mayReopen(tcp: TcpTracking, direction: 0 | 1): boolean {
  if (tcp.seen[0].closeInit || tcp.seen[1].closeInit) return true;
  return tcp.lastDirection === direction && tcp.lastIndex === 'rst';
}

/** A SYN-ACK for a SYN that was let through unseen: conntrack catches up with both ends. */
function catchesUp(tcp: TcpTracking, direction: 0 | 1, header: TcpHeader): boolean {
  return (
    getIndex(header.flags) === 'synack' &&
    tcp.lastIndex === 'syn' &&
    tcp.lastDirection !== direction &&
    header.ack === tcp.lastEnd
  );
}

function resynchronize(tcp: TcpTracking, direction: 0 | 1): void {
  const sender = tcp.seen[tcp.lastDirection];
  Object.assign(sender, emptySide(), { end: tcp.lastEnd, maxEnd: tcp.lastEnd, maxWindow: 64240 });
  Object.assign(tcp.seen[direction], emptySide());
  tcp.challengeAck = false;
}

function annotate(tcp: TcpTracking, direction: 0 | 1, header: TcpHeader): void {
  const index = getIndex(header.flags);
  tcp.lastIndex = index;
  tcp.lastDirection = direction;
  tcp.lastSeq = header.seq;
  tcp.lastEnd = segmentEnd(header);
  if (index === 'syn' && direction === 0 && tcp.state === 'LAST_ACK') tcp.challengeAck = true;
  if (tcp.state === 'SYN_SENT' && index === 'ack' && direction === 1) tcp.lastAck = header.ack;
}

type RstVerdict = 'invalid' | 'skip-window' | TcpCtState;

const established = (entry: LiveEntry, tcp: TcpTracking): boolean =>
  entry.status.has('ASSURED') && tcp.state === 'ESTABLISHED';

/** The state an RST leads to, or that it is taken for a forgery (TCP_CONNTRACK_CLOSE in `nf_conntrack_tcp_packet`). */
function judgeRst(entry: LiveEntry, tcp: TcpTracking, direction: 0 | 1, header: TcpHeader): RstVerdict {
  const other = direction === 0 ? tcp.seen[1] : tcp.seen[0];
  if (other.maxAckSet) {
    if (header.seq === 0 && !established(entry, tcp)) return 'CLOSE';
    if (before(header.seq, other.maxAck)) return 'invalid';
    if (!established(entry, tcp) || header.seq === other.maxAck) return 'CLOSE';
    const train = tcp.lastIndex === 'ack' && tcp.lastDirection === direction && header.seq === tcp.lastEnd;
    return train ? 'CLOSE' : tcp.state;
  }
  const toIgnored =
    (entry.status.has('SEEN_REPLY') && tcp.lastIndex === 'syn') ||
    (!entry.status.has('ASSURED') && tcp.lastIndex === 'ack');
  return toIgnored && header.ack === tcp.lastEnd ? 'skip-window' : 'CLOSE';
}

interface Step {
  readonly entry: LiveEntry;
  readonly tcp: TcpTracking;
  readonly direction: 0 | 1;
  readonly header: TcpHeader;
  readonly sysctls: TcpSysctls;
}

function settle(step: Step, next: TcpCtState): TrackVerdict {
  const { entry, tcp, direction, header } = step;
  const old = tcp.state;
  tcp.lastIndex = getIndex(header.flags);
  tcp.lastDirection = direction;
  tcp.state = next;
  if (old !== next && next === 'FIN_WAIT') tcp.seen[direction].closeInit = true;
  const { timer } = step.sysctls;
  // A SYN sent again does not keep a connection nobody answers alive.
  if (!entry.status.has('SEEN_REPLY') && old === 'SYN_SENT' && getIndex(header.flags) === 'syn') return 'uncounted';
  refresh(entry, getTimeout(header.flags.rst ? 'CLOSE' : next, timer), timer);
  if (!entry.status.has('SEEN_REPLY')) {
    if (header.flags.rst) return 'kill';
    // Taken up in the middle, and nobody answered yet.
    const unacknowledged = timer.seconds('nf_conntrack_tcp_timeout_unacknowledged', TIMEOUT_UNACKNOWLEDGED);
    if (next === 'ESTABLISHED') refresh(entry, Math.min(entry.timeout, unacknowledged), timer);
  } else if (!entry.status.has('ASSURED') && (old === 'SYN_RECV' || old === 'ESTABLISHED') && next === 'ESTABLISHED') {
    entry.status.add('ASSURED');
  }
  return 'accept';
}

function checkWindow(step: Step, next: TcpCtState): TrackVerdict {
  const { tcp, direction, header, sysctls } = step;
  const verdict = inWindow(tcp, direction, { header, index: getIndex(header.flags), liberal: sysctls.liberal });
  if (verdict === 'invalid') return 'invalid';
  return verdict === 'ignore' ? 'uncounted' : settle(step, next);
}

function onIgnored(step: Step): TrackVerdict {
  const { tcp, direction, header } = step;
  if (catchesUp(tcp, direction, header)) {
    resynchronize(tcp, direction);
    tcp.state = 'SYN_SENT';
    return checkWindow(step, 'SYN_RECV');
  }
  annotate(tcp, direction, header);
  return 'uncounted';
}

function onState(step: Step, next: TcpCtState): TrackVerdict {
  const { entry, tcp, direction, header } = step;
  const index = getIndex(header.flags);
  if (next === 'TIME_WAIT' && tcp.state === 'LAST_ACK' && index === 'ack' && tcp.challengeAck) {
    if (tcp.lastDirection !== direction && tcp.lastIndex === 'syn') {
      tcp.challengeAck = false;
      return 'uncounted';
    }
  }
  if (next === 'SYN_SENT2') tcp.simultaneousOpen = true;
  if (next === 'SYN_RECV' && direction === 1 && index === 'ack' && tcp.simultaneousOpen) {
    return checkWindow(step, 'ESTABLISHED');
  }
  if (next === 'CLOSE' && index === 'rst') {
    const verdict = judgeRst(entry, tcp, direction, header);
    if (verdict === 'invalid') return 'invalid';
    return verdict === 'skip-window' ? settle(step, 'CLOSE') : checkWindow(step, verdict);
  }
  return checkWindow(step, next);
}

/** A tcp-reset was sent for a known connection: it counts as closed (`nf_conntrack_tcp_set_closing`). */
export function closeTcp(entry: LiveEntry, timer: Timer): void {
  if (!entry.tcp || !entry.status.has('CONFIRMED')) return;
  entry.tcp.state = 'CLOSE';
  refresh(entry, getTimeout('CLOSE', timer), timer);
}

/**
 * Moves a connection by one segment (net/netfilter/nf_conntrack_proto_tcp.c `nf_conntrack_tcp_packet`).
 * `direction` is 0 for the original one.
 */
export function trackTcp(entry: LiveEntry, direction: 0 | 1, header: TcpHeader, sysctls: TcpSysctls): TrackVerdict {
  if (!VALID_FLAGS.has(flagsKey(header.flags))) return 'invalid';
  if (!entry.status.has('CONFIRMED')) {
    const tracking = newTracking(header, sysctls.loose);
    if (!tracking) return 'invalid';
    entry.tcp = tracking;
  }
  const tcp = entry.tcp;
  if (!tcp) return 'invalid';
  const step: Step = { entry, tcp, direction, header, sysctls };
  const next = transition(direction, getIndex(header.flags), tcp.state);
  if (next === 'INVALID') return 'invalid';
  if (next === 'SYN_SENT' && (tcp.state === 'TIME_WAIT' || tcp.state === 'CLOSE' || tcp.state === 'SYN_SENT2')) {
    return mayReopen(tcp, direction) ? 'repeat' : onIgnored(step);
  }
  return next === 'IGNORE' ? onIgnored(step) : onState(step, next);
}
