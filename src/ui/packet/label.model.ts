import { assertNever } from '../../core/lib/assert';
import { formatIp, type IpAddress } from '../../core/net/ip';
import { hasPorts, type L4Header, type Packet, type TcpFlags } from '../../core/net/packet';
import { headerBefore, type FlatStep } from '../../store/selectors';
import type { AddressKind } from '../common/address-kind.model';
import type { Tone } from '../theme/verdicts';

/** A piece of the packet's label. `was`: struck through, what the header said before; `now`: what it says since. `end`: how the leg ended. */
export interface LabelPart {
  readonly text: string;
  readonly tone: AddressKind | 'plain' | 'tag' | 'end';
  readonly variant?: 'was' | 'now';
  readonly verdict?: Tone;
}

/** `SYN` and where it goes, then `src → dst`; a rewritten half shows what it was and what it became. */
export function labelOf(step: FlatStep, kindOf: (address: IpAddress) => AddressKind): readonly LabelPart[] {
  const { packet } = step.data;
  const before = headerBefore(step.data);
  return [
    { text: `${step.role === 'request' ? '→' : '←'} ${tagOf(packet.l4)}`, tone: 'tag' },
    ...halfOf('src', packet, before, kindOf),
    { text: '→', tone: 'plain' },
    ...halfOf('dst', packet, before, kindOf),
  ];
}

type Side = 'src' | 'dst';

function halfOf(
  side: Side,
  packet: Packet,
  before: Packet | undefined,
  kindOf: (address: IpAddress) => AddressKind,
): LabelPart[] {
  const now = { text: endpointOf(packet, side), tone: kindOf(packet[side]) };
  const was = before && { text: endpointOf(before, side), tone: kindOf(before[side]) };
  if (!was || was.text === now.text) return [now];
  return [
    { ...was, variant: 'was' },
    { ...now, variant: 'now' },
  ];
}

/** `10.0.0.1:80`, `[fd00::1]:80`, or the bare address where there are no ports. */
export function endpointOf(packet: Packet, side: Side): string {
  const address = formatIp(packet[side]);
  if (!hasPorts(packet.l4)) return address;
  const port = side === 'src' ? packet.l4.sport : packet.l4.dport;
  return packet.family === 'ipv6' ? `[${address}]:${port}` : `${address}:${port}`;
}

/** What the packet is, as tcpdump would say: `SYN`, `SYN-ACK`, `RST`, `UDP`, `ICMP 3/3`. */
export function tagOf(l4: L4Header): string {
  switch (l4.proto) {
    case 'tcp':
      return flagsOf(l4.flags);
    case 'udp':
      return 'UDP';
    case 'sctp':
      return `SCTP ${l4.chunk}`;
    case 'icmp':
    case 'icmpv6':
      return `${l4.proto === 'icmp' ? 'ICMP' : 'ICMPv6'} ${l4.type}/${l4.code}`;
    case 'other':
      return `IP ${l4.protocol}`;
    default:
      return assertNever(l4);
  }
}

function flagsOf({ syn, ack, fin, rst, psh }: TcpFlags): string {
  if (rst) return 'RST';
  const names = [syn && 'SYN', fin && 'FIN', psh && 'PSH', ack && 'ACK'].filter(Boolean);
  return names.length > 0 ? names.join('-') : 'TCP';
}
