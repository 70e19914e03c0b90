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
}

/** A line of `ip rule`. */
export interface RoutingRule {
  readonly priority: number;
  /** Each family has rules of its own; absent: one of both. */
  readonly family?: IpFamily;
  readonly from?: Cidr;
  readonly to?: Cidr;
  readonly iif?: string;
  readonly fwmark?: { readonly value: number; readonly mask: number };
  readonly lookup: string;
}
