import type { Ternary } from '../../chain-walk';
import type { Socket } from '../../namespace';
import type { Namespace } from '../../namespace';
import { isLocalAddress } from '../../routing/fib';
import { sameIp } from '../../../net/ip';
import type { Packet } from '../../../net/packet';
import type { MatchExtension } from '../extension';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  transparent: field('--transparent', FLAG),
  nowildcard: field('--nowildcard', FLAG),
  restoreSkmark: field('--restore-skmark', FLAG),
};
export type SocketSpec = TableSpec<typeof FIELDS>;

function listenersFor({ sockets }: Namespace, { dst, l4 }: Packet): Socket[] {
  if (l4.proto !== 'tcp' && l4.proto !== 'udp') return [];
  return sockets.filter(
    ({ proto, port, ip }) => proto === l4.proto && port === l4.dport && (ip === undefined || sameIp(ip, dst)),
  );
}

/** A segment that does not open a connection may belong to one, and a datagram to a client: those sockets are not listed. */
function mayBeAnothers(netns: Namespace, { dst, l4 }: Packet): boolean {
  const opens = l4.proto === 'tcp' && l4.flags.syn === true && l4.flags.ack !== true;
  return !opens && isLocalAddress(netns, dst);
}

/** Listeners are looked up by the packet's destination; one on every address counts with --nowildcard only (`xt_socket_lookup`). */
function lookUp(spec: SocketSpec, netns: Namespace, packet: Packet): Ternary {
  const { l4 } = packet;
  // An error is about the socket of the packet it quotes.
  if (l4.proto === 'icmp' || l4.proto === 'icmpv6') return l4.quoted ? 'unknown' : false;
  if (l4.proto !== 'tcp' && l4.proto !== 'udp') return false;
  const listening = listenersFor(netns, packet);
  if (listening.some(({ ip }) => ip !== undefined || spec.nowildcard)) return true;
  return mayBeAnothers(netns, packet) ? 'unknown' : false;
}

/** Is there a socket for the packet on this host? */
export const socket: MatchExtension<'socket', SocketSpec> = tableMatch({
  name: 'socket',
  reference: 'net/netfilter/xt_socket.c',
  fields: FIELDS,
  simulated: 'partly',
  test: (spec, { netns, skb }) => {
    const found = lookUp(spec, netns, skb.packet);
    // Whether it is transparent, and its mark, are not known of a socket here.
    return found === true && (spec.transparent || spec.restoreSkmark) ? 'unknown' : found;
  },
  actual: (_spec, { netns, skb }) =>
    listenersFor(netns, skb.packet)
      .map(({ owner }) => owner)
      .join(', '),
});
