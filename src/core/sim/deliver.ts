import { assertNever } from '../lib/result';
import { phrase, type Phrase } from '../lib/phrase';
import type { Socket } from '../linux/namespace';
import type { Netns } from '../linux/netns';
import { formatIp, isUnspecified, sameIp } from '../net/ip';
import { type L4Header, type Packet, type TcpHeader, formatEndpoint, tupleKey } from '../net/packet';
import { invertTuple, isIcmpError, makeTuple } from '../linux/conntrack/tuple';
import { socketWalker } from './walker';
import { INITIAL_TTL, makeSkb, resetFor, sendIcmpError } from './errors';
import { accept, findDial } from './userspace-proxy';
import type { Leg } from './trace';
import type { Passage, World } from './world';

/** First sequence number of whoever answers. */
export const SERVER_SEQ = 5000;

/** `__inet_lookup_listener` of net/ipv4/inet_hashtables.c: the address itself goes before any address. */
function socketFor(netns: Netns, { packet, indev }: Passage['skb']): Socket | undefined {
  const { l4, dst } = packet;
  if (l4.proto !== 'tcp' && l4.proto !== 'udp' && l4.proto !== 'sctp') return undefined;
  const listening = netns.sockets.filter(
    ({ proto, port, device }) => proto === l4.proto && port === l4.dport && (device ?? indev) === indev,
  );
  const exact = listening.find((socket) => socket.ip && sameIp(socket.ip, dst));
  return exact ?? listening.find(({ ip }) => !ip || (ip.family === dst.family && isUnspecified(ip)));
}

/**
 * First answer of a server to a client's first packet, as L4 header: SYN ACK, an echo reply; undefined: it answers
 * nothing.
 */
function findAnswer(l4: L4Header): L4Header | undefined {
  switch (l4.proto) {
    case 'tcp':
      if (!l4.flags.syn || l4.flags.ack) return undefined;
      return {
        proto: 'tcp',
        sport: l4.dport,
        dport: l4.sport,
        flags: { syn: true, ack: true },
        seq: SERVER_SEQ,
        ack: (l4.seq + 1) >>> 0,
      };
    case 'udp':
      return { proto: 'udp', sport: l4.dport, dport: l4.sport };
    case 'sctp':
      return l4.chunk === 'INIT' ? { proto: 'sctp', sport: l4.dport, dport: l4.sport, chunk: 'INIT-ACK' } : undefined;
    case 'icmp':
      return l4.type === 8 ? { ...l4, type: 0 } : undefined;
    case 'icmpv6':
      return l4.type === 128 ? { ...l4, type: 129 } : undefined;
    case 'other':
      return undefined;
    default:
      return assertNever(l4);
  }
}

/** Answer to a segment of an open connection: ACK, or FIN ACK to a FIN; undefined to the ACK that ends it. */
function continued(l4: TcpHeader, { closing }: World): TcpHeader | undefined {
  const flags = closing && l4.flags.fin ? { fin: true, ack: true } : { ack: true };
  if (closing && !l4.flags.fin) return undefined;
  return { ...l4, sport: l4.dport, dport: l4.sport, flags, seq: l4.ack, ack: (l4.seq + 1) >>> 0 };
}

/** A request's segment of a connection that both ends have. */
function ofOpen({ world, leg, skb }: Passage): TcpHeader | undefined {
  const { l4 } = skb.packet;
  if (!world.ongoing || leg.role !== 'request') return undefined;
  return l4.proto === 'tcp' && !l4.flags.syn && !l4.flags.rst ? l4 : undefined;
}

/** The caller hears that the other end closes too: its ACK is the last segment (`tcp_fin`, TCP_FIN_WAIT2). */
function acknowledgeFin(passage: Passage): void {
  const { world, leg, skb, netns } = passage;
  const { l4 } = skb.packet;
  if (!world.closing || leg.role !== 'reply' || l4.proto !== 'tcp' || !l4.flags.fin) return;
  const flags = { ack: true };
  const last = { ...l4, sport: l4.dport, dport: l4.sport, flags, seq: l4.ack, ack: (l4.seq + 1) >>> 0 };
  send(passage, 'request', netns.title, last);
}

function deliverTo(passage: Passage, to: string): void {
  passage.leg.step({ kind: 'deliver', to }, passage.skb);
  passage.leg.end({ kind: 'DELIVERED', netns: passage.netns.id, to });
}

function send(passage: Passage, role: Leg['role'], by: string, l4: L4Header): void {
  const { packet } = passage.skb;
  const answer: Packet = { family: packet.family, src: packet.dst, dst: packet.src, ttl: INITIAL_TTL, l4 };
  const start = { kind: 'originate', by, bound: true, ...(role === 'reply' ? saidTo(passage.world, l4) : {}) } as const;
  const second = passage.leg.second ? ({ second: true } as const) : {};
  passage.world.pending.push({ role, ...second, netns: passage.netns, skb: makeSkb(answer), start });
}

/** Answer of a DNS server to the name asked for, as a phrase; cut (TC) where a datagram has no room for it. */
function saidTo({ question }: World, { proto }: L4Header): { readonly name?: string; readonly reason?: Phrase } {
  if (!question) return {};
  const { name, answer, cut } = question;
  return { name, reason: proto === 'udp' ? (cut ?? answer) : answer };
}

/** A proxying process takes what comes on its second connection; a datagram it passes on at once. */
function toProxy(passage: Passage): boolean {
  const { leg, world } = passage;
  const dial = leg.second && leg.role !== 'request' ? findDial(passage) : undefined;
  if (!dial) return false;
  const { client, netns, socket, over } = dial;
  deliverTo(passage, socket.owner);
  const answer = client.l4.proto === 'udp' && over ? findAnswer(client.l4) : undefined;
  if (!answer) return true;
  const packet: Packet = { family: client.family, src: client.dst, dst: client.src, ttl: INITIAL_TTL, l4: answer };
  const start = { kind: 'originate', by: socket.owner, bound: true, ...saidTo(world, answer) } as const;
  world.pending.push({ role: 'reply', netns, skb: makeSkb(packet), start });
  return true;
}

/** A client's packet reaches a proxying process: TCP is accepted at once, whatever comes of it. */
function proxied(passage: Passage, socket: Socket): void {
  const { l4 } = passage.skb.packet;
  deliverTo(passage, socket.owner);
  const answer = l4.proto === 'tcp' ? findAnswer(l4) : undefined;
  if (answer) send(passage, 'reply', socket.owner, answer);
  accept(passage, socket);
}

/** Is it what the socket of whoever sent a packet waits for: that packet's tuple, turned round? */
function belongsTo(caller: World['caller'], { netns, skb }: Passage): boolean {
  if (netns.id !== caller.netns) return false;
  const { packet } = skb;
  const asked = isIcmpError(packet.l4) ? quotedBy(packet) : packet;
  if (!asked) return false;
  const [near, far] = asked === packet ? [packet.dst, packet.src] : [asked.src, asked.dst];
  if (!sameIp(near, caller.packet.src) || !sameIp(far, caller.packet.dst)) return false;
  return portsFit(asked, caller.packet, asked !== packet);
}

function quotedBy(packet: Packet): Packet | undefined {
  return packet.l4.proto === 'icmp' || packet.l4.proto === 'icmpv6' ? packet.l4.quoted : undefined;
}

function portsFit(packet: Packet, request: Packet, quoted: boolean): boolean {
  const [a, b] = [packet.l4, request.l4];
  if (a.proto !== b.proto) return false;
  if (!('sport' in a) || !('sport' in b)) return true;
  return quoted ? a.sport === b.sport && a.dport === b.dport : a.sport === b.dport && a.dport === b.sport;
}

/** Nothing tells whether a request is taken here: the host itself is a guess, or what listens on it. */
function isUnknownHost({ netns, leg, skb }: Passage): boolean {
  if (netns.untold === undefined || leg.role !== 'request') return false;
  const { proto } = skb.packet.l4;
  return netns.untold === 'host' || (proto !== 'icmp' && proto !== 'icmpv6');
}

/** The picture ends where the packet arrives. */
function endUnknown({ leg, skb, netns }: Passage): void {
  const { dst, l4 } = skb.packet;
  const address = formatIp(dst);
  const reason =
    netns.untold === 'processes' && 'dport' in l4
      ? phrase('sim.host.untold-port', { address, proto: l4.proto, port: l4.dport })
      : phrase('sim.host.untold', { address });
  leg.step({ kind: 'stop', reason, unknown: true }, skb);
  leg.end({ kind: 'LEFT', netns: netns.id, device: skb.indev ?? '', reason });
}

/** Nobody listens: TCP resets, UDP sends port unreachable, SCTP aborts. */
function refuse(passage: Passage, why?: Phrase): void {
  const { skb, netns, leg } = passage;
  const { l4, family } = skb.packet;
  const reason = why ?? phrase('sim.socket.none', { proto: l4.proto, port: 'dport' in l4 ? l4.dport : 0 });
  leg.step({ kind: 'stop', reason }, skb);
  leg.end({ kind: 'NO_SOCKET', netns: netns.id, reason });
  if (!passage.world.answers) return;
  if (l4.proto === 'tcp' && !l4.flags.rst) send(passage, 'error', 'kernel', resetFor(l4));
  else if (l4.proto === 'udp') sendIcmpError(passage, family === 'ipv4' ? { type: 3, code: 3 } : { type: 1, code: 4 });
  else if (l4.proto === 'sctp' && l4.chunk !== 'ABORT') {
    send(passage, 'error', 'kernel', { proto: 'sctp', sport: l4.dport, dport: l4.sport, chunk: 'ABORT' });
  } else if (l4.proto === 'other')
    sendIcmpError(passage, family === 'ipv4' ? { type: 3, code: 2 } : { type: 4, code: 1 });
}

/**
 * A segment of a known connection that arrives untranslated, because some conntrack disowned it: who gets it has
 * that connection with another address, and resets this one. Undefined: not so, as far as any conntrack knows.
 */
function untranslated({ world, skb }: Passage): Phrase | undefined {
  const { packet } = skb;
  if (packet.l4.proto !== 'tcp' || packet.l4.flags.syn) return undefined;
  const tuple = makeTuple(packet);
  for (const { conntrack } of world.states.values()) {
    const found = conntrack.lookup(0, tuple);
    if (!found) continue;
    const { entry, direction } = found;
    const meant = invertTuple(direction === 'original' ? entry.reply : entry.original);
    if (!meant || tupleKey(meant) === tupleKey(tuple)) continue;
    const { sport, dport } = packet.l4;
    return phrase('sim.socket.untranslated', {
      from: formatEndpoint(packet.src, sport),
      own: formatEndpoint(meant.src, meant.sport),
      to: formatEndpoint(packet.dst, dport),
    });
  }
  return undefined;
}

/** Why a TCP segment that begins nothing has nobody here; undefined where the usual reason holds. */
function withoutConnection(passage: Passage, listens: boolean): Phrase | undefined {
  const { l4, inner } = passage.skb.packet;
  if (inner) return phrase('sim.tunnel.none', { kind: inner.by });
  if (l4.proto !== 'tcp' || !listens) return undefined;
  return phrase('sim.socket.no-connection', { port: l4.dport });
}

/** The kernel completes a handshake for whoever listens; data waits in the socket, and nobody reads it. */
function hold(passage: Passage, { owner, port }: Socket): void {
  const { leg, skb, netns } = passage;
  const { l4 } = skb.packet;
  leg.step({ kind: 'deliver', to: owner, unread: phrase('sim.socket.held', { owner, proto: l4.proto, port }) }, skb);
  leg.end({ kind: 'DELIVERED', netns: netns.id, to: owner });
  const answer = l4.proto === 'tcp' ? findAnswer(l4) : undefined;
  if (answer && leg.role === 'request') send(passage, 'reply', owner, answer);
}

/** The end of INPUT: to a socket, to the caller, or to the kernel's own handlers. */
export function deliver(passage: Passage): void {
  const { world, skb, netns, leg } = passage;
  const { l4 } = skb.packet;
  if (!world.answers) return deliverTo(passage, netns.title);
  const waiting = leg.role === 'request' ? world.asker : world.caller;
  if (waiting && belongsTo(waiting, passage)) {
    const walker = leg.role === 'reply' ? socketWalker(world, netns) : undefined;
    const told = walker?.tellPeer(world, netns, skb.packet);
    if (told) leg.step(told, skb);
    deliverTo(passage, netns.title);
    return acknowledgeFin(passage);
  }
  if (toProxy(passage)) return;
  const stray = leg.role === 'request' ? untranslated(passage) : undefined;
  if (stray && l4.proto === 'tcp' && !l4.flags.rst) return refuse(passage, stray);
  const socket = socketFor(netns, skb);
  const goesOn = ofOpen(passage);
  if (socket && (l4.proto !== 'tcp' || (l4.flags.syn && !l4.flags.ack) || goesOn)) {
    if (socket.reply === 'proxy' && leg.role === 'request') return proxied(passage, socket);
    if (socket.reply === 'held') return hold(passage, socket);
    deliverTo(passage, socket.owner);
    const answer = goesOn ? continued(goesOn, world) : findAnswer(l4);
    if (answer && leg.role === 'request') send(passage, 'reply', socket.owner, answer);
    return;
  }
  if (isUnknownHost(passage)) return endUnknown(passage);
  if ((l4.proto === 'tcp' && l4.flags.rst) || isIcmpError(l4)) return deliverTo(passage, 'kernel');
  if (l4.proto !== 'icmp' && l4.proto !== 'icmpv6')
    return refuse(passage, withoutConnection(passage, socket !== undefined));
  deliverTo(passage, 'kernel');
  const answer = findAnswer(l4);
  if (answer) send(passage, 'reply', 'kernel', answer);
}
