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
  /** CT --zone-orig, --zone-reply: the zone counts in this direction only. */
  zoneDirection?: CtDirection;
  /** CT --helper: what a connection begun by this packet is given. */
  helper?: string;
  indev?: string;
  outdev?: string;
  /** The bridge ports, when the frame crosses a bridge with br_netfilter on. */
  physin?: string;
  physout?: string;
  /** The link-layer address the frame came from, where the picture has one. */
  frameSource?: string;
  /** IPVS has dealt with it (`ipvs_property`): its hooks let it pass. */
  ipvsProperty?: boolean;
  /** Made by this host, not received. */
  local: boolean;
  /** The next hop chosen by routing: what MASQUERADE picks an address for. */
  nexthop?: IpAddress;
}
