import type { Route } from '../../core/linux/routing/fib';
import { routeText } from '../../core/linux/routing/route-text';
import type { FlatStep } from '../../store/selectors';

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
