import type { IpAddress, IpFamily } from '../net/ip';
import type { Fraction } from '../lib/fraction';
import type { Namespace } from './namespace';

/** A set of packets: a number that means something to the {@link PacketSpace} that gave it; equal sets of one space have equal numbers. */
export type PacketSet = number;

export type PacketSide = 'src' | 'dst';
export type DeviceSide = 'in' | 'out';

/** States of conntrack that rules ask for (`getCtState`). */
export const PACKET_STATES = ['NEW', 'ESTABLISHED', 'RELATED', 'INVALID', 'UNTRACKED'] as const;
export type PacketState = (typeof PACKET_STATES)[number];

/** The flags that a rule can ask of a TCP header, in the order of the header's bits. */
export const PACKET_FLAGS = ['fin', 'syn', 'rst', 'psh', 'ack', 'urg'] as const;
export type PacketFlag = (typeof PACKET_FLAGS)[number];

/** A network, or an address with a mask that may have holes. */
interface Masked {
  readonly address: IpAddress;
  readonly mask: readonly number[];
}

/** A question to an ipset as `-m set` writes it; with anything besides {@link set} more than membership is asked. */
export interface SetTest {
  readonly set?: {
    readonly value: { readonly name: string; readonly directions: readonly PacketSide[] };
    readonly negated: boolean;
  };
}

/**
 * All packets that can be at one hook, as matches see it who say which of them they hold for. A match has no packet
 * here: what it cannot say of all packets it leaves to {@link PacketSpace.may}.
 */
export interface PacketSpace {
  readonly family: IpFamily;
  /** Addresses, routes and sets; absent: not known, as of a dump of rules alone. */
  readonly netns?: Namespace;
  readonly all: PacketSet;
  readonly none: PacketSet;
  readonly both: (...sets: readonly PacketSet[]) => PacketSet;
  readonly either: (...sets: readonly PacketSet[]) => PacketSet;
  readonly not: (set: PacketSet) => PacketSet;
  readonly protocol: (number: number) => PacketSet;
  readonly address: (side: PacketSide, masked: Masked) => PacketSet;
  /** Addresses from one to another, both ends included. */
  readonly addressRange: (side: PacketSide, min: IpAddress, max: IpAddress) => PacketSet;
  /** Addresses by a test whose answer is the same for all that lie in the same of these prefixes. */
  readonly addressesWhere: (
    side: PacketSide,
    prefixes: readonly { readonly address: IpAddress; readonly prefix: number }[],
    test: (address: IpAddress) => boolean,
  ) => PacketSet;
  /** Ports, of protocols that have them; that the packet is of one is for the caller to say. */
  readonly port: (side: PacketSide, min: number, max: number) => PacketSet;
  /** Type and code of ICMP; that the packet is ICMP is for the caller to say. */
  readonly icmp: (type: number, code?: number) => PacketSet;
  readonly flag: (flag: PacketFlag) => PacketSet;
  /** By name; the packet's device is `''` where it has none. */
  readonly device: (side: DeviceSide, test: (name: string) => boolean) => PacketSet;
  /** The mark as the rules before left it. */
  readonly mark: (value: number, mask: number) => PacketSet;
  readonly state: (states: readonly PacketState[]) => PacketSet;
  /** Packets whose connection is translated at that end by now (IPS_SRC_NAT, IPS_DST_NAT); undefined: not known here. */
  readonly translated: (side: PacketSide) => PacketSet | undefined;
  /** Packets that an ipset's answer holds for; undefined: the set is not here, or its answer hangs on more than the header. */
  readonly inSet: (test: SetTest) => PacketSet | undefined;
  /** A draw of the kernel's own for this rule, which holds with these odds. */
  readonly draw: (odds: Fraction) => PacketSet;
  /** Nobody can say of which packets this rule's question holds: any of them, or none. */
  readonly may: () => PacketSet;
}

/** The set, or all but it. */
export function unless(space: PacketSpace, negated: boolean, set: PacketSet): PacketSet {
  return negated ? space.not(set) : set;
}
