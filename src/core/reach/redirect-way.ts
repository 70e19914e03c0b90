import type { Netns } from '../linux/netns';
import { hasOwnRules } from '../linux/routing/fib';
import type { IpAddress } from '../net/ip';
import { routeOutput } from '../sim/route';
import { TooLarge } from './diagram';

/** The way out of a node that the kernel's routes give programs. */
export interface RedirectWay {
  readonly device: string;
  readonly via?: IpAddress;
}

/**
 * The route that `bpf_fib_lookup()` finds to an address (net/core/filter.c); undefined: none of unicast. Throws {@link TooLarge} where
 * rules of routing or several ways choose it.
 */
export function routeOne(netns: Netns, dst: IpAddress): RedirectWay | undefined {
  const found = routeOutput(netns, { dst, mark: 0, anySource: true });
  if (!found.ok || found.value.route.type !== 'unicast') return undefined;
  const { route, device, nexthop } = found.value;
  if (hasOwnRules(netns) || (route.nexthops?.length ?? 0) > 1) throw new TooLarge('ways of packets past the hooks');
  return { device, ...(route.via ? { via: nexthop } : {}) };
}
