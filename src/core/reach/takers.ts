import { isUnspecified, maskWords, getBits } from '../net/ip';
import type { Socket } from '../linux/namespace';
import type { Netns } from '../linux/netns';
import type { Diagram } from './diagram';
import type { HeaderNow } from './header-now';
import type { Space } from './space';

const PROTOCOLS = { tcp: 6, udp: 17, sctp: 132 } as const;
const ICMP = { ipv4: 1, ipv6: 58 } as const;

/** Takers of packets that a host lets in. */
export type Taker =
  /** A process. */
  | { readonly kind: 'socket'; readonly socket: Socket }
  /** The kernel, which answers an echo request. */
  | { readonly kind: 'kernel' }
  /** Nobody listens. */
  | { readonly kind: 'nobody' }
  /** What is on the host is not told. */
  | { readonly kind: 'untold' };

/** Protocols whose answers go alike: their number, and the first answer as it differs from the request. */
export interface AnswerKind {
  readonly packets: Diagram;
  /** Without a connection that it belongs to conntrack takes it for the first of one, or for invalid. */
  readonly stray: 'NEW' | 'INVALID';
  readonly flags?: readonly ['syn', 'ack'];
  /** Type and code of an echo reply, where others have a port. */
  readonly dport?: number;
}

/** First packets by the answer they get (`findAnswer` of `sim/deliver.ts`). */
export function listAnswerKinds(space: Space): readonly AnswerKind[] {
  const isV4 = space.family === 'ipv4';
  return [
    { packets: space.protocol(PROTOCOLS.tcp), stray: 'INVALID', flags: ['syn', 'ack'] },
    { packets: space.protocol(PROTOCOLS.udp), stray: 'NEW' },
    { packets: space.protocol(PROTOCOLS.sctp), stray: 'INVALID' },
    { packets: space.protocol(ICMP[space.family]), stray: 'INVALID', dport: (isV4 ? 0 : 129) << 8 },
  ];
}

/** Packets at a host that come to a socket, as they have this header by now. */
function packetsTo(space: Space, { proto, port, ip }: Socket, now: HeaderNow): Diagram {
  space.become = {};
  const to = space.protocol(PROTOCOLS[proto]);
  const portSet =
    typeof now.dport === 'number'
      ? Number(now.dport === port)
      : now.dport === 'any' || now.dport === 'dialled'
        ? space.may()
        : space.port(now.dport === 'dport' ? 'dst' : 'src', port, port);
  if (!ip || isUnspecified(ip)) return ip && ip.family !== space.family ? 0 : space.both(to, portSet);
  if (ip.family !== space.family) return 0;
  const address =
    typeof now.dst === 'string'
      ? space.address(now.dst, { address: ip, mask: maskWords(ip.family, getBits(ip.family)) })
      : Number(ip.words.every((word, i) => word === (now.dst as typeof ip).words[i]));
  return space.both(to, portSet, address);
}

/** All packets that a host lets in by a device, by who takes them (`__inet_lookup_listener`: its own address before any). */
export function listTakers(
  space: Space,
  { sockets, untold }: Netns,
  { now, device }: { readonly now: HeaderNow; readonly device: string },
): readonly { readonly packets: Diagram; readonly by: Taker }[] {
  const here = sockets.filter((socket) => (socket.device ?? device) === device);
  const isOwn = ({ ip }: Socket): boolean => ip !== undefined && !isUnspecified(ip);
  let left: Diagram = 1;
  const taken = [...here.filter(isOwn), ...here.filter((each) => !isOwn(each))].map((socket) => {
    const packets = space.both(packetsTo(space, socket, now), left);
    left = space.diagrams.minus(left, packets);
    return { packets, by: { kind: 'socket', socket } as const };
  });
  const echo = space.both(space.protocol(ICMP[space.family]), left);
  const rest = space.diagrams.minus(left, echo);
  const untaken: Taker = { kind: untold === undefined ? 'nobody' : 'untold' };
  return [
    ...taken,
    { packets: echo, by: { kind: untold === 'host' ? 'untold' : 'kernel' } },
    { packets: rest, by: untaken },
  ];
}
