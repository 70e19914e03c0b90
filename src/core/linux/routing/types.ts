import type { Cidr } from '../../net/cidr';
import type { IpAddress, IpFamily } from '../../net/ip';

export type RouteType =
  | 'unicast'
  | 'local'
  | 'broadcast'
  | 'anycast'
  | 'multicast'
  | 'unreachable'
  | 'prohibit'
  | 'blackhole'
  | 'throw';

/** One way of a route that has several: a `nexthop` line. */
export interface Nexthop {
  readonly via?: IpAddress;
  readonly dev?: string;
  /** Its share of the flows; absent: 1. */
  readonly weight?: number;
}

/** A line of `ip route show table T`. */
export interface Route {
  /** `local`, `main`, `default` or a number. */
  readonly table: string;
  readonly type: RouteType;
  readonly dst: Cidr;
  readonly via?: IpAddress;
  readonly dev?: string;
  readonly src?: IpAddress;
  readonly scope?: 'host' | 'link' | 'global';
  readonly metric?: number;
  /** Only for packets with these bits of type of service (`ip route add ... tos 0x10`). */
  readonly tos?: number;
  /** Several ways, one for each flow; `via` and `dev` are then those of the way taken. */
  readonly nexthops?: readonly Nexthop[];
}

/** From one port to another, both included. */
export interface PortRange {
  readonly min: number;
  readonly max: number;
}

/** A line of `ip rule`. */
export interface RoutingRule {
  readonly priority: number;
  /** Each family has rules of its own; absent: one of both. */
  readonly family?: IpFamily;
  /** `not`: it applies to all that the rest does not fit. */
  readonly not?: boolean;
  readonly from?: Cidr;
  readonly to?: Cidr;
  /** `lo`: what is made here. */
  readonly iif?: string;
  readonly oif?: string;
  readonly fwmark?: { readonly value: number; readonly mask: number };
  readonly tos?: number;
  /** A protocol number. */
  readonly ipproto?: number;
  readonly sport?: PortRange;
  readonly dport?: PortRange;
  /** A table; not looked at with `action` and `goto`. */
  readonly lookup: string;
  /** Routes with a prefix no longer than this are passed over. */
  readonly suppressPrefixLength?: number;
  /** Instead of a table: refuse, or do nothing. */
  readonly action?: 'unreachable' | 'prohibit' | 'blackhole' | 'nop';
  /** Instead of a table: go on at the rule with this priority. */
  readonly goto?: number;
}
