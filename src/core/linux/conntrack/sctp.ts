import type { LiveEntry } from './table';
import type { TrackVerdict } from './tcp';
import { refresh, type Timer } from './timer';

/** Chunks that move the state, as RFC 9260 names them; others (DATA, SACK) do not. */
type Row = 'INIT' | 'INIT-ACK' | 'ABORT' | 'SHUTDOWN' | 'SHUTDOWN-ACK' | 'ERROR' | 'COOKIE-ECHO' | 'COOKIE-ACK';
type LastRows = 'SHUTDOWN-COMPLETE' | 'HEARTBEAT' | 'HEARTBEAT-ACK';
type Table = Readonly<Record<Row | LastRows, string>>;

/** NONE, CLOSED, COOKIE_WAIT, COOKIE_ECHOED, ESTABLISHED, SHUTDOWN_SENT, _RECD, _ACK_SENT, HEARTBEAT_SENT. */
const COLUMNS = ['NO', 'CL', 'CW', 'CE', 'ES', 'SS', 'SR', 'SA', 'HS'];

/** `sctp_conntracks` of net/netfilter/nf_conntrack_proto_sctp.c; IV is invalid. */
const ORIGINAL: Table = {
  INIT: 'CW CW CW CE ES CL CL SA CW',
  'INIT-ACK': 'CL CL CW CE ES SS SR SA CL',
  ABORT: 'CL CL CL CL CL CL CL CL CL',
  SHUTDOWN: 'CL CL CW CE SS SS SR SA CL',
  'SHUTDOWN-ACK': 'SA CL CW CE ES SA SA SA SA',
  ERROR: 'CL CL CW CE ES SS SR SA CL',
  'COOKIE-ECHO': 'CL CL CE CE ES SS SR SA CL',
  'COOKIE-ACK': 'CL CL CW ES ES SS SR SA CL',
  'SHUTDOWN-COMPLETE': 'CL CL CW CE ES SS SR CL CL',
  HEARTBEAT: 'HS CL CW CE ES SS SR SA HS',
  'HEARTBEAT-ACK': 'CL CL CW CE ES SS SR SA HS',
};
const REPLY: Table = {
  INIT: 'IV CL CW CE ES CL CL SA IV',
  'INIT-ACK': 'IV CW CW CE ES SS SR SA IV',
  ABORT: 'IV CL CL CL CL CL CL CL IV',
  SHUTDOWN: 'IV CL CW CE SR SS SR SA IV',
  'SHUTDOWN-ACK': 'IV CL CW CE ES SA SA SA IV',
  ERROR: 'IV CL CW CL ES SS SR SA IV',
  'COOKIE-ECHO': 'IV CL CE CE ES SS SR SA IV',
  'COOKIE-ACK': 'IV CL CW ES ES SS SR SA IV',
  'SHUTDOWN-COMPLETE': 'IV CL CW CE ES SS SR CL IV',
  HEARTBEAT: 'IV CL CW CE ES SS SR SA HS',
  'HEARTBEAT-ACK': 'IV CL CW CE ES SS SR SA ES',
};

/** Chunks whose verification tag may be another than the one agreed on (RFC 9260 section 8.5.1). */
const ANY_TAG = new Set(['INIT', 'ABORT', 'SHUTDOWN-COMPLETE', 'SHUTDOWN-ACK', 'HEARTBEAT', 'HEARTBEAT-ACK']);

/** Out of the blue, these are discarded (RFC 9260 section 8.4). */
const NEVER_FIRST = new Set(['ABORT', 'SHUTDOWN-COMPLETE', 'COOKIE-ACK']);

/** The name of each state in net.netfilter.nf_conntrack_sctp_timeout_*, and its seconds where that says nothing. */
const TIMEOUTS: Readonly<Record<string, readonly [name: string, seconds: number]>> = {
  CL: ['closed', 10],
  CW: ['cookie_wait', 3],
  CE: ['cookie_echoed', 3],
  ES: ['established', 210],
  SS: ['shutdown_sent', 3],
  SR: ['shutdown_recd', 3],
  SA: ['shutdown_ack_sent', 3],
  HS: ['heartbeat_sent', 30],
};

/** Moves a connection by one packet, known by its first chunk. */
export function trackSctp(entry: LiveEntry, direction: 0 | 1, chunk: string, timer: Timer): TrackVerdict {
  if (!entry.status.has('CONFIRMED')) {
    if (NEVER_FIRST.has(chunk)) return 'invalid';
    entry.sctpState = 'NO';
  }
  // Until an INIT-ACK came back, the tag of the original direction is unknown and nothing but 0 fits;
  // an INIT-ACK of whoever sent the INIT never carries the right one.
  if (direction === 0 && !ANY_TAG.has(chunk) && (!entry.sctpTagKnown || chunk === 'INIT-ACK')) return 'invalid';
  if (direction === 1 && chunk === 'INIT-ACK') entry.sctpTagKnown = true;
  const old = entry.sctpState ?? 'NO';
  const table: Readonly<Record<string, string>> = direction === 0 ? ORIGINAL : REPLY;
  const next = table[chunk]?.split(' ')[COLUMNS.indexOf(old)] ?? old;
  if (next === 'IV' || next === 'NO') return 'invalid';
  if (old === 'CE' && direction === 1 && next === 'ES') entry.status.add('ASSURED');
  entry.sctpState = next;
  const [name, seconds] = TIMEOUTS[next] ?? ['closed', 0];
  refresh(entry, timer.seconds(`nf_conntrack_sctp_timeout_${name}`, seconds), timer);
  return 'accept';
}
