import { withNexthop, type Nexthop, type Route } from '../linux/routing/fib';
import type { Netns } from '../linux/netns';
import { listRoutes } from '../linux/routing/derived-routes';
import { routeText } from '../linux/routing/route-text';

/** A route as its table has it, of which one of several next hops was taken; `others`: the ones that were not. */
export interface MultipathRoute {
  readonly whole: Route;
  readonly others: readonly Nexthop[];
}

/**
 * Finds the route of a table whose ways one was taken of: a hash of the packet's addresses decides which (`fib_select_multipath`,
 * net/ipv4/fib_semantics.c). Undefined: the route has one way.
 */
export function findMultipathRoute(netns: Netns | undefined, taken: Route): MultipathRoute | undefined {
  const text = routeText(taken);
  const isTaken = (route: Route, way: Nexthop): boolean => routeText(withNexthop(route, way)) === text;
  const whole = (netns ? listRoutes(netns) : []).find(
    (route) => route.table === taken.table && route.nexthops?.some((way) => isTaken(route, way)),
  );
  const others = whole?.nexthops?.filter((way) => !isTaken(whole, way)) ?? [];
  return whole && others.length > 0 ? { whole, others } : undefined;
}
