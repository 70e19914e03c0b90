import type { TcpHeader } from '../../net/packet';
import type { TcpCtState } from './table';

/** Sequence space of one side (struct ip_ct_tcp_state). */
interface TcpSide {
  end: number;
  maxEnd: number;
  maxWindow: number;
  maxAck: number;
  maxAckSet: boolean;
  liberal: boolean;
  closeInit: boolean;
}

/** struct ip_ct_tcp. */
export interface TcpTracking {
  state: TcpCtState;
  /** [original, reply]. */
  readonly seen: readonly [TcpSide, TcpSide];
  lastDirection: 0 | 1;
  lastIndex: TcpIndex | 'none set';
  lastSeq: number;
  lastAck: number;
  lastEnd: number;
  simultaneousOpen: boolean;
  challengeAck: boolean;
}

/** The kinds of segment the state table distinguishes (enum tcp_bit_set). */
export type TcpIndex = 'syn' | 'synack' | 'fin' | 'ack' | 'rst' | 'none';

/** The window a stack announces where the packet does not say: Linux's usual first one. */
const WINDOW = 64240;
const MAX_ACK_WINDOW = 66000;

const u32 = (value: number): number => value >>> 0;
const before = (a: number, b: number): boolean => ((a - b) | 0) < 0;
const after = (a: number, b: number): boolean => before(b, a);

export { before };

/** Sequence number behind the segment; packets here carry no payload. */
export function segmentEnd(header: TcpHeader): number {
  return u32(header.seq + (header.flags.syn ? 1 : 0) + (header.flags.fin ? 1 : 0));
}

/** A side nothing is known of. */
export function emptySide(): TcpSide {
  return { end: 0, maxEnd: 0, maxWindow: 0, maxAck: 0, maxAckSet: false, liberal: false, closeInit: false };
}

/** Sequence space of the sender of a connection's first packet (`tcp_new`). */
export function firstSide(header: TcpHeader): TcpSide {
  const end = segmentEnd(header);
  const maxEnd = header.flags.syn ? end : u32(end + WINDOW);
  return { ...emptySide(), end, maxEnd, maxWindow: WINDOW, liberal: !header.flags.syn };
}

/** A side of a connection that was seen from its beginning; its sequence space starts at 0. */
export function seenSide(): TcpSide {
  return { ...emptySide(), maxEnd: WINDOW, maxWindow: WINDOW };
}

function initSender(sender: TcpSide, end: number): void {
  sender.end = end;
  sender.maxEnd = end;
  sender.maxWindow = WINDOW;
}

function pickUp(sender: TcpSide, receiver: TcpSide, end: number, ack: number): void {
  sender.end = end;
  sender.maxWindow = WINDOW;
  sender.maxEnd = u32(end + WINDOW);
  if (receiver.maxWindow === 0) {
    receiver.end = ack;
    receiver.maxEnd = ack;
  } else if (ack === u32(receiver.end + 1)) receiver.end = u32(receiver.end + 1);
}

/** Brings the sender's side up before it is judged. True: a simultaneous open, accepted as it is. */
function prepareSender(tcp: TcpTracking, direction: 0 | 1, header: TcpHeader): boolean {
  const [sender, receiver] = getSides(tcp, direction);
  const end = segmentEnd(header);
  if (sender.maxWindow === 0) {
    if (!header.flags.syn) pickUp(sender, receiver, end, header.ack);
    else {
      initSender(sender, end);
      return !header.flags.ack;
    }
  } else if (reinitialized(tcp, direction) && after(end, sender.end)) {
    initSender(sender, end);
  } else if (header.flags.syn && direction === 1 && tcp.state === 'SYN_SENT') {
    initSender(sender, end);
    return !header.flags.ack;
  }
  return false;
}

const reinitialized = (tcp: TcpTracking, direction: 0 | 1): boolean =>
  (tcp.state === 'SYN_SENT' && direction === 0) || (tcp.state === 'SYN_RECV' && direction === 1);

function getSides(tcp: TcpTracking, direction: 0 | 1): [sender: TcpSide, receiver: TcpSide] {
  return direction === 0 ? [tcp.seen[0], tcp.seen[1]] : [tcp.seen[1], tcp.seen[0]];
}

function effectiveAck(header: TcpHeader, receiver: TcpSide): number {
  if (!header.flags.ack) return receiver.end;
  return header.flags.rst && header.ack === 0 ? receiver.end : header.ack;
}

function update(tcp: TcpTracking, direction: 0 | 1, header: TcpHeader, at: { end: number; ack: number }): void {
  const [sender, receiver] = getSides(tcp, direction);
  sender.maxWindow = Math.max(sender.maxWindow, WINDOW);
  if (after(at.end, sender.end)) sender.end = at.end;
  if (header.flags.ack && (!sender.maxAckSet || after(at.ack, sender.maxAck))) {
    sender.maxAck = at.ack;
    sender.maxAckSet = true;
  }
  if (receiver.maxWindow !== 0 && after(at.end, sender.maxEnd)) receiver.maxWindow += u32(at.end - sender.maxEnd);
  if (after(u32(at.ack + WINDOW), u32(receiver.maxEnd - 1))) receiver.maxEnd = u32(at.ack + WINDOW);
}

type WindowVerdict = 'accept' | 'ignore' | 'invalid';

/**
 * Is the segment where the connection expects one (`tcp_in_window`)? `ignore`: let through without
 * believing it; `invalid`: conntrack disowns the packet.
 */
export function inWindow(
  tcp: TcpTracking,
  direction: 0 | 1,
  options: { readonly header: TcpHeader; readonly index: TcpIndex; readonly liberal: boolean },
): WindowVerdict {
  const { header, index, liberal } = options;
  const [sender, receiver] = getSides(tcp, direction);
  if (prepareSender(tcp, direction, header)) return 'accept';
  const ack = effectiveAck(header, receiver);
  const answersSyn = header.flags.rst === true && header.seq === 0 && tcp.state === 'SYN_SENT';
  const seq = answersSyn ? sender.end : header.seq;
  const end = answersSyn ? sender.end : segmentEnd(header);
  const lenient = sender.liberal || liberal;
  const verdict = judge(sender, receiver, { seq, ack, end });
  if (verdict !== 'accept') return lenient ? 'accept' : verdict;
  update(tcp, direction, header, { end, ack });
  if (index === 'ack') Object.assign(tcp, { lastDirection: direction, lastSeq: seq, lastAck: ack, lastEnd: end });
  return 'accept';
}

function judge(
  sender: TcpSide,
  receiver: TcpSide,
  at: { readonly seq: number; readonly ack: number; readonly end: number },
): WindowVerdict {
  const ackLow = u32(receiver.end - Math.max(sender.maxWindow, MAX_ACK_WINDOW) - 1);
  const inReceiveWindow = after(at.end, u32(sender.end - receiver.maxWindow - 1));
  if (!before(at.seq, u32(sender.maxEnd + 1))) {
    const overshot = u32(at.end - sender.maxEnd + 1);
    const tolerable =
      receiver.maxWindow !== 0 && inReceiveWindow && after(at.ack, ackLow) && overshot <= receiver.maxWindow;
    if (!tolerable || !before(at.ack, u32(receiver.end + 1))) return 'invalid';
    sender.end = at.end;
    return 'ignore';
  }
  if (!before(at.ack, u32(receiver.end + 1))) return 'invalid';
  if (receiver.maxWindow !== 0 && !inReceiveWindow) return 'ignore';
  return after(at.ack, ackLow) ? 'accept' : 'ignore';
}
