import type { Cidr, IpAddress, IpFamily } from '../../net/ip';
import type { RouteType } from '../../linux/routing/fib';
import type { SourceSpan } from '../format';

/** A way out of a route: one `nexthop` line, or the route itself. */
export interface NextHop {
  readonly via?: IpAddress;
  readonly dev?: string;
  readonly weight?: number;
  /** What else stands there: `onlink`. */
  readonly rest: string;
}

/** A line of `ip route`, with the `nexthop` lines below it. */
export interface ListedRoute {
  readonly type: RouteType;
  readonly dst: Cidr;
  /** As it was written: `default`, `10.0.0.1`, `10.0.0.0/8`. */
  readonly to: string;
  readonly via?: IpAddress;
  readonly dev?: string;
  /** `main` where the listing names none and no command above does. */
  readonly table: string;
  /** Is the table written in the line? */
  readonly tableWritten: boolean;
  readonly proto?: string;
  readonly scope?: string;
  readonly src?: IpAddress;
  readonly metric?: number;
  /** Between the prefix and its way: `nhid 7`, `from fd00::1`, `encap …`. */
  readonly before: string;
  /** Behind the rest: `onlink`, `mtu 1492 hoplimit 255`, `error -101`. */
  readonly rest: string;
  readonly hops: NextHop[];
  /** Indented lines below it: `cache expires 595sec mtu 1492`. */
  readonly below: string[];
  readonly span: SourceSpan;
}

/** What the line above a listing asked for: `ip -6 route show table 500`. */
export interface Asked {
  readonly family?: IpFamily;
  readonly table?: string;
}

const COMMAND = /\bip((?:\s+-{1,2}[\w-]+)*)\s+(?:ro?(?:u(?:t(?:e)?)?)?|ru(?:le?)?)\b(.*)$/;

/** Reads a prompt line with `ip route …` in it. Undefined: no such command. */
export function askedBy(text: string): Asked | undefined {
  const found = COMMAND.exec(text.slice(0, 300));
  if (!found) return undefined;
  const [, options = '', words = ''] = found;
  const family = /-(?:6|f(?:amily)? inet6)/.test(options) ? 'ipv6' : undefined;
  const table = /(?:^|\s)t(?:a(?:b(?:le?)?)?)? (\S+)/.exec(words)?.[1];
  return { ...(family ? { family } : {}), ...(table === undefined || table === 'all' ? {} : { table }) };
}
