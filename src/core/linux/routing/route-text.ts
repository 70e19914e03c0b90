import { formatCidr, type Cidr, getBits, formatIp, isUnspecified } from '../../net/ip';
import type { Nexthop, Route } from './fib';

/** A word of a route as `ip route` prints it. */
export interface RouteWord {
  readonly kind: 'word' | 'address' | 'device';
  readonly text: string;
}

function destination(dst: Cidr): RouteWord {
  if (dst.prefix === 0 && isUnspecified(dst.address)) return { kind: 'word', text: 'default' };
  const host = dst.prefix === getBits(dst.address.family);
  return { kind: 'address', text: host ? formatIp(dst.address) : formatCidr(dst) };
}

function pair(name: string, value: RouteWord | undefined): RouteWord[] {
  return value ? [{ kind: 'word', text: name }, value] : [];
}

/** A `nexthop` line of a route with several ways; `ip -o` prints it on the same one. */
function wayWords({ via, dev, weight = 1 }: Nexthop): readonly RouteWord[] {
  return [
    { kind: 'word', text: 'nexthop' },
    ...pair('via', via && { kind: 'address', text: formatIp(via) }),
    ...pair('dev', dev === undefined ? undefined : { kind: 'device', text: dev }),
    ...pair('weight', { kind: 'word', text: String(weight) }),
  ];
}

/** The words of a line of `ip route show`, in its order (iproute2, ip/iproute.c `print_route`). */
export function routeWords(route: Route): readonly RouteWord[] {
  const { type, dst, via, dev, src, scope, metric, nexthops = [] } = route;
  return [
    ...(type === 'unicast' ? [] : [{ kind: 'word', text: type } as const]),
    destination(dst),
    ...pair('via', via && { kind: 'address', text: formatIp(via) }),
    ...pair('dev', dev === undefined ? undefined : { kind: 'device', text: dev }),
    ...pair('scope', scope === undefined || scope === 'global' ? undefined : { kind: 'word', text: scope }),
    ...pair('src', src && { kind: 'address', text: formatIp(src) }),
    ...pair('metric', metric === undefined ? undefined : { kind: 'word', text: String(metric) }),
    ...nexthops.flatMap(wayWords),
  ];
}

/** The line as `ip route show` prints it; equal routes have equal lines. */
export function routeText(route: Route): string {
  return routeWords(route)
    .map(({ text }) => text)
    .join(' ');
}
