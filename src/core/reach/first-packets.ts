import type { Diagram } from './diagram';
import type { Space } from './space';

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
