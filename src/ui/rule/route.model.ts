import { formatCidr, type Cidr, getBits, formatIp, isUnspecified } from '../../core/net/ip';
import type { Route } from '../../core/linux/routing/fib';
import type { FlatStep } from '../../store/selectors';

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

/** The words of a line of `ip route show`, in its order. */
export function routeWords(route: Route): readonly RouteWord[] {
  const { type, dst, via, dev, src, scope, metric } = route;
  return [
    ...(type === 'unicast' ? [] : [{ kind: 'word', text: type } as const]),
    destination(dst),
    ...pair('via', via && { kind: 'address', text: formatIp(via) }),
    ...pair('dev', dev === undefined ? undefined : { kind: 'device', text: dev }),
    ...pair('scope', scope === undefined || scope === 'global' ? undefined : { kind: 'word', text: scope }),
    ...pair('src', src && { kind: 'address', text: formatIp(src) }),
    ...pair('metric', metric === undefined ? undefined : { kind: 'word', text: String(metric) }),
  ];
}

/** The line as `ip route show` prints it; equal routes have equal lines. */
export function routeText(route: Route): string {
  return routeWords(route)
    .map(({ text }) => text)
    .join(' ');
}

export interface RouteTableView {
  readonly table: string;
  readonly routes: readonly { readonly route: Route; readonly chosen: boolean }[];
}

/** The kernel asks local, then main, then default; tables of `ip rule` stand between. */
const TABLE_RANK: Readonly<Record<string, number>> = { local: 0, main: 2, default: 3 };

function sameRoute(a: Route, b: Route | undefined): boolean {
  return b !== undefined && a.table === b.table && routeText(a) === routeText(b);
}

/** IPv4 above IPv6, and the longest prefix first: the first that fits is the one taken. */
function byFamilyAndLength(a: Route, b: Route): number {
  const [ipv6, other] = [a.dst.address.family === 'ipv6', b.dst.address.family === 'ipv6'];
  return ipv6 === other ? b.dst.prefix - a.dst.prefix : Number(ipv6) - Number(other);
}

/** Routes by table in the order they are asked, longest prefix first, the chosen one marked. */
export function routeTables(routes: readonly Route[], chosen: Route | undefined): readonly RouteTableView[] {
  const tables = new Map<string, Route[]>();
  for (const route of routes) tables.set(route.table, [...(tables.get(route.table) ?? []), route]);
  return [...tables]
    .sort(([a], [b]) => (TABLE_RANK[a] ?? 1) - (TABLE_RANK[b] ?? 1))
    .map(([table, inTable]) => ({
      table,
      routes: [...inTable].sort(byFamilyAndLength).map((route) => ({ route, chosen: sameRoute(route, chosen) })),
    }));
}

/** The last routing decision of a namespace at or before the playhead, in the same hop or an earlier one. */
export function routingAt(steps: readonly FlatStep[], playhead: number, netns: string): FlatStep | undefined {
  return steps.findLast((step) => step.index <= playhead && step.netns === netns && step.data.kind === 'routing');
}
