import { formatIp, type IpAddress } from '../net/ip';
import type { PacketSide, PacketState } from '../linux/packet-space';
import type { Diagram } from './diagram';

/**
 * Packets as they have become since they came: each field that is here is a constant of all of them, and rules ask it in
 * place of the header's question.
 */
export interface Become {
  readonly src?: IpAddress;
  readonly dst?: IpAddress;
  /** One that nobody knows: the kernel took it. */
  readonly sport?: 'any';
  readonly dport?: 'any';
  /** An address that is another by now, which nobody can say of all of them. */
  readonly hidden?: PacketSide;
  readonly state?: PacketState;
  /** `''`: none. */
  readonly indev?: string;
  readonly outdev?: string;
  /** The director of IPVS leaves them alone: it has had them (`skb->ipvs_property`), or they go to all hosts. */
  readonly directed?: true;
}

/** A key of what packets have become: equal where it is the same. */
export function becomeKey({ src, dst, ...rest }: Become): string {
  const { sport, dport, hidden, state, indev, outdev, directed } = rest;
  const addresses = [src, dst].map((address) => (address ? formatIp(address) : ''));
  return JSON.stringify([...addresses, sport, dport, hidden, state, indev, outdev, directed]);
}

/** A key of ways out of a host, of one space: equal where they are the same. */
export function waysKey(ways: readonly WayOut[]): string {
  return ways.map(({ device, nexthop, packets }) => `${device} ${nexthop ? formatIp(nexthop) : ''} ${packets}`).join();
}

/** One way out of a host: packets that leave by a device, and the router they are handed to. */
export interface WayOut {
  readonly device: string;
  readonly nexthop?: IpAddress;
  readonly packets: Diagram;
}
