import type { IpAddress } from '../net/ip';
import type { Packet } from '../net/packet';
import type { CtDirection, CtState } from './conntrack/types';
import type { LiveEntry } from './conntrack/table';

/**
 * A packet inside one namespace (struct sk_buff). Mutable, as in the kernel: hooks and targets
 * change it in place; the {@link Packet} it carries is immutable.
 */
export interface Skb {
  packet: Packet;
  mark: number;
  ctState?: CtState;
  ctDirection?: CtDirection;
  ct?: LiveEntry;
  /** The conntrack zone CT --zone gave it in raw; absent: 0. */
  zone?: number;
  indev?: string;
  outdev?: string;
  /** The bridge ports, when the frame crosses a bridge with br_netfilter on. */
  physin?: string;
  physout?: string;
  /** The link-layer address the frame came from, where the picture has one. */
  frameSource?: string;
  /** Made by this host, not received. */
  local: boolean;
  /** The next hop chosen by routing: what MASQUERADE picks an address for. */
  nexthop?: IpAddress;
}
