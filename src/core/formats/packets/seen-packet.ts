import type { IpAddress } from '../../net/ip';
import type { SourceSpan } from '../format';

/** A packet that a machine saw and somebody posted a line of: what a walk of the same one begins with. */
export interface SeenPacket {
  /** The device it came in by; absent: the machine made it, or the line does not say. */
  readonly indev?: string;
  /** The device it leaves by; empty text: the line says that none was chosen yet. */
  readonly outdev?: string;
  /** The device a capture saw it leave by: made by the machine, or forwarded. */
  readonly capturedOut?: string;
  readonly src: IpAddress;
  readonly dst: IpAddress;
  readonly protocol: 'tcp' | 'udp' | 'sctp' | 'icmp';
  /** 0: the line does not say it, or the protocol has none. */
  readonly sport: number;
  readonly dport: number;
  /** `--log-prefix` of the rule that wrote the line. */
  readonly prefix?: string;
  /** The packet is an answer by its flags or type: the packet to ask about is its request. */
  readonly isAnswer?: true;
  readonly span: SourceSpan;
}

const NUMBERS: Readonly<Record<string, SeenPacket['protocol']>> = {
  '1': 'icmp',
  '6': 'tcp',
  '17': 'udp',
  '58': 'icmp',
  '132': 'sctp',
  ICMPV6: 'icmp',
};
const NAMES = ['tcp', 'udp', 'sctp', 'icmp'] as const;

/** `TCP`, `ICMPv6`, `132`; undefined: no protocol that packets here have. */
export function findPacketProtocol(text: string): SeenPacket['protocol'] | undefined {
  return NAMES.find((name) => name === text.toLowerCase()) ?? NUMBERS[text.toUpperCase()];
}
