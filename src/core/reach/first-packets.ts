import type { Diagram } from './diagram';
import { multicastGroups } from './multicast';
import type { Space } from './space';
import { getBits, ip, maskWords, type IpAddress } from '../net/ip';
import type { PacketSide } from '../linux/packet-space';

const [ICMP, TCP, ICMPV6] = [1, 6, 58];
const ECHO_REQUEST = { ipv4: 8, ipv6: 128 } as const;

/**
 * Packets that begin a connection, as conntrack sees it: TCP with SYN alone, an echo request, and any of another protocol
 * (`tcp_new` in net/netfilter/nf_conntrack_proto_tcp.c, `nf_conntrack_icmp_packet` in nf_conntrack_proto_icmp.c).
 */
export function firstPackets(space: Space): Diagram {
  const { family, both, either, not, protocol } = space;
  const others = (['fin', 'rst', 'psh', 'ack', 'urg'] as const).map((flag) => not(space.flag(flag)));
  const icmp = family === 'ipv4' ? ICMP : ICMPV6;
  const foreign = family === 'ipv4' ? ICMPV6 : ICMP;
  return both(
    either(not(protocol(TCP)), both(space.flag('syn'), ...others)),
    either(not(protocol(icmp)), space.icmp(ECHO_REQUEST[family], 0)),
    not(protocol(foreign)),
  );
}

const [LOOPBACK6, MULTICAST6] = [ip('::1'), ip('ff00::')];
/** The two scopes of a multicast group that no host is asked by: reserved, and of the host itself. */
const NARROW_SCOPES = [0, 1];

/** Packets of IPv6 that come in by a device and are refused before any hook (`ip6_rcv_core` in net/ipv6/ip6_input.c). */
export function refusedBeforeAll(space: Space): Diagram {
  if (space.family === 'ipv4') return 0;
  const within = (side: PacketSide, address: IpAddress, prefix: number): Diagram =>
    space.address(side, { address, mask: maskWords('ipv6', prefix) });
  space.become = {};
  return space.either(
    within('src', LOOPBACK6, getBits('ipv6')),
    within('dst', LOOPBACK6, getBits('ipv6')),
    within('src', MULTICAST6, 8),
    ...multicastGroups(NARROW_SCOPES).map(({ address, prefix }) => within('dst', address, prefix)),
  );
}
