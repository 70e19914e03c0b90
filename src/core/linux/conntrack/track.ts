import { assertNever } from '../../lib/result';
import type { Packet } from '../../net/packet';
import { sameIp } from '../../net/ip';
import type { Namespace } from '../namespace';
import { lengthBounds, type Skb } from '../skb';
import type { NetnsState } from '../state';
import {
  type LiveEntry,
  type TupleHash,
  type Zone,
  refresh,
  type Timer,
  type CtDirection,
  type CtState,
} from './table';
import { closeTcp, trackTcp, type TrackVerdict } from './tcp';
import { icmpMayStart, invertTuple, isIcmpError, makeTuple } from './tuple';

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
function trackSctp(entry: LiveEntry, direction: 0 | 1, chunk: string, timer: Timer): TrackVerdict {
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

/** UDP that is answered counts as a stream once it is so old, in milliseconds. */
const STREAM_AGE = 2000;

/** ICMPv6 that is never tracked: multicast listener and neighbour discovery (`noct_valid_new`). */
const UNTRACKED_ICMPV6 = new Set([130, 131, 132, 133, 134, 135, 136, 143]);

function sysctl(netns: Namespace, name: string, fallback: number): number {
  return netns.sysctls[`net.netfilter.${name}`] ?? fallback;
}

function makeTimer(netns: Namespace, { now }: NetnsState): Timer {
  return { now, seconds: (name, fallback) => sysctl(netns, name, fallback) };
}

function trackIcmp(entry: LiveEntry, packet: Packet, timer: Timer): TrackVerdict {
  if (!icmpMayStart(entry.original.protocol, entry.original.dport >>> 8)) return 'invalid';
  if ((packet.family === 'ipv4') !== (packet.l4.proto === 'icmp')) return 'invalid';
  const name = packet.family === 'ipv4' ? 'nf_conntrack_icmp_timeout' : 'nf_conntrack_icmpv6_timeout';
  refresh(entry, timer.seconds(name, 30), timer);
  return 'accept';
}

/** UDP both ways for more than two seconds is a stream: it lives longer (`nf_conntrack_udp_packet`). */
function trackUdp(entry: LiveEntry, timer: Timer): TrackVerdict {
  entry.streamAt ??= timer.now + STREAM_AGE;
  const stream = entry.status.has('SEEN_REPLY') && timer.now > entry.streamAt;
  if (stream) entry.status.add('ASSURED');
  const seconds = stream
    ? timer.seconds('nf_conntrack_udp_timeout_stream', 120)
    : timer.seconds('nf_conntrack_udp_timeout', 30);
  refresh(entry, seconds, timer);
  return 'accept';
}

interface Tracked {
  readonly entry: LiveEntry;
  readonly direction: CtDirection;
  readonly packet: Packet;
  readonly netns: Namespace;
  readonly timer: Timer;
}

/** One packet of a connection, by its protocol's own rules (`nf_conntrack_handle_packet`). */
function trackProtocol({ entry, direction, packet, netns, timer }: Tracked): TrackVerdict {
  const { l4 } = packet;
  const dir = direction === 'original' ? 0 : 1;
  switch (l4.proto) {
    case 'tcp':
      return trackTcp(entry, dir, l4, {
        loose: sysctl(netns, 'nf_conntrack_tcp_loose', 1) !== 0,
        liberal: sysctl(netns, 'nf_conntrack_tcp_be_liberal', 0) !== 0,
        timer,
      });
    case 'sctp':
      return trackSctp(entry, dir, l4.chunk, timer);
    case 'icmp':
    case 'icmpv6':
      return trackIcmp(entry, packet, timer);
    case 'udp':
      return trackUdp(entry, timer);
    case 'other':
      refresh(entry, timer.seconds('nf_conntrack_generic_timeout', 600), timer);
      return 'accept';
    default:
      return assertNever(l4);
  }
}

function zoneOfPacket({ zone = 0, zoneDirection }: Skb): Zone {
  return { id: zone, ...(zoneDirection ? { direction: zoneDirection } : {}) };
}

/** The packet counts for its direction (`nf_ct_acct_add`). */
function account({ carried }: LiveEntry, direction: CtDirection, packet: Packet): void {
  const side = carried[direction];
  const { min, max } = lengthBounds(packet);
  side.packets += 1;
  side.bytes = { min: side.bytes.min + min, max: side.bytes.max + max };
}

function setCt(skb: Skb, entry: LiveEntry, state: CtState, direction: CtDirection): void {
  skb.ct = entry;
  skb.ctState = state;
  skb.ctDirection = direction;
}

function invalid(skb: Skb): void {
  delete skb.ct;
  delete skb.ctDirection;
  skb.ctState = 'INVALID';
}

/** An ICMP error belongs to the connection it is about (`nf_conntrack_inet_error`). */
function trackError(skb: Skb, state: NetnsState, quoted: Packet | undefined): void {
  const inner = quoted && invertTuple(makeTuple(quoted));
  const found = inner && state.conntrack.lookup(zoneOfPacket(skb), inner);
  if (!found) return invalid(skb);
  const expected = found.direction === 'original' ? found.entry.original.dst : found.entry.reply.dst;
  if (!sameIp(expected, skb.packet.dst)) return invalid(skb);
  setCt(skb, found.entry, 'RELATED', found.direction);
}

/** Headers that IPv6 puts before that of the transport, by number (ipv6_ext_hdr()). */
const IPV6_EXTENSIONS: ReadonlySet<number> = new Set([0, 43, 44, 51, 60]);
/** Of these conntrack reads the header before it takes one for a connection (udplite_error(), dccp_error()). */
const CHECKED: ReadonlySet<number> = new Set([33, 136]);

/** Nothing is behind the IP header where something has to be. */
function isCutOff({ family, l4, payload }: Packet): boolean {
  if (l4.proto !== 'other' || payload !== 0) return false;
  return CHECKED.has(l4.protocol) || (family === 'ipv6' && IPV6_EXTENSIONS.has(l4.protocol));
}

/** ICMP that is not tracked as a connection. True: dealt with. */
function handleIcmp(skb: Skb, state: NetnsState): boolean {
  const { l4 } = skb.packet;
  if (l4.proto !== 'icmp' && l4.proto !== 'icmpv6') return false;
  if (l4.proto === 'icmpv6' && UNTRACKED_ICMPV6.has(l4.type)) {
    skb.ctState = 'UNTRACKED';
    return true;
  }
  if (l4.proto === 'icmp' && l4.type > 18) {
    invalid(skb);
    return true;
  }
  if (!isIcmpError(l4)) return false;
  trackError(skb, state, l4.quoted);
  return true;
}

/** Finds or makes the entry of a packet (`resolve_normal_ct`). Undefined: there can be none. */
function resolve(skb: Skb, state: NetnsState): TupleHash | undefined {
  const tuple = makeTuple(skb.packet);
  const zone = zoneOfPacket(skb);
  const known = state.conntrack.lookup(zone, tuple);
  // nf_ct_is_expired in __nf_conntrack_find_get: what is over is not found.
  const isOver = known !== undefined && known.entry.expires <= state.now;
  if (isOver) state.conntrack.kill(known.entry);
  const found = isOver ? undefined : known;
  if (!found) {
    const reply = invertTuple(tuple);
    if (!reply) return undefined;
    const entry = state.conntrack.create(zone, tuple, reply);
    if (skb.helper !== undefined) entry.helper = skb.helper;
    setCt(skb, entry, 'NEW', 'original');
    return { entry, direction: 'original' };
  }
  const { entry, direction } = found;
  setCt(skb, entry, direction === 'reply' || entry.status.has('SEEN_REPLY') ? 'ESTABLISHED' : 'NEW', direction);
  return found;
}

/** A tcp-reset was sent for the packet's connection (`nf_conntrack_tcp_set_closing`). */
export function conntrackClose({ ct }: Skb, netns: Namespace, state: NetnsState): void {
  if (ct) closeTcp(ct, makeTimer(netns, state));
}

/**
 * conntrack looks at a packet in PREROUTING or OUTPUT (net/netfilter/nf_conntrack_core.c
 * `nf_conntrack_in`). Sets the packet's connection, state and direction; a packet that has them already
 * (it came over loopback, or is an answer of REJECT) keeps them.
 */
export function conntrackIn(skb: Skb, netns: Namespace, state: NetnsState): void {
  if (skb.ct || skb.ctState === 'UNTRACKED') return;
  state.conntrack.expire(state.now);
  if (handleIcmp(skb, state)) return;
  if (isCutOff(skb.packet)) return invalid(skb);
  const timer = makeTimer(netns, state);
  for (let round = 0; round < 2; round++) {
    const found = resolve(skb, state);
    if (!found) return invalid(skb);
    const { entry, direction } = found;
    const verdict = trackProtocol({ entry, direction, packet: skb.packet, netns, timer });
    if (verdict === 'invalid') return invalid(skb);
    if (verdict === 'accept' || verdict === 'kill') account(entry, direction, skb.packet);
    if (verdict === 'kill') state.conntrack.kill(entry);
    if (verdict !== 'repeat') {
      if (direction === 'reply') entry.status.add('SEEN_REPLY');
      return;
    }
    state.conntrack.kill(entry);
  }
  invalid(skb);
}

/**
 * The packet leaves the stack or is delivered: its new connection enters the table
 * (`nf_confirm`, last at POSTROUTING and INPUT). False: another took the tuple meanwhile, the packet is dropped.
 */
export function conntrackConfirm(skb: Skb, state: NetnsState): boolean {
  const { ct } = skb;
  if (!ct || ct.status.has('CONFIRMED') || skb.ctDirection !== 'original') return true;
  return state.conntrack.confirm(ct);
}

/** An answer made by the kernel (ICMP error, RST of REJECT) rides on its cause's connection (`nf_ct_attach`). */
export function conntrackAttach(answer: Skb, cause: Skb): void {
  if (!cause.ct) return;
  setCt(answer, cause.ct, 'RELATED', cause.ctDirection === 'reply' ? 'original' : 'reply');
}
