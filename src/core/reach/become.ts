import { formatIp, type IpAddress } from '../net/ip';
import type { PacketState } from '../linux/packet-space';
import type { Diagram } from './diagram';

/**
 * Packets as they have become since they came: each field that is here is a constant of all of them, and rules ask it in
 * place of the header's question.
 */
export interface Become {
  readonly src?: IpAddress;
  /** The kernel took one that nobody knows. */
  readonly sport?: 'any';
  readonly state?: PacketState;
  /** `''`: none. */
  readonly indev?: string;
  readonly outdev?: string;
  /** The director of IPVS leaves them alone: it has had them (`skb->ipvs_property`), or they go to all hosts. */
  readonly directed?: true;
}

/** A key of what packets have become: equal where it is the same. */
export function becomeKey({ src, ...rest }: Become): string {
  return JSON.stringify([
    src ? formatIp(src) : '',
    rest.sport,
    rest.state,
    rest.indev,
    rest.outdev,

    rest.directed,
  ]);
}

/** One way out of a host: packets that leave by a device, and the router they are handed to. */
export interface WayOut {
  readonly device: string;
  readonly nexthop?: IpAddress;
  readonly packets: Diagram;
}
