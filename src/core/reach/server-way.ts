import { cidr, isLoopback, maskWords, type IpAddress, type IpFamily } from '../net/ip';
import type { Netns } from '../linux/netns';
import { vs } from '../linux/ipvs/director';
import { serverKey, type IpvsServer } from '../linux/ipvs/service';
import { hasOwnRules } from '../linux/routing/fib';
import { routeOutput } from '../sim/route';
import type { Become } from './become';
import { TooLarge, type Diagram } from './diagram';
import type { Space } from './space';
import type { At } from './translate';

const LOOPBACK = { ipv4: cidr('127.0.0.0/8'), ipv6: cidr('::1/128') } as const;

/** How a virtual service's packets come to a server of it. */
type ServerWay =
  /** To a process of this host, untouched. */
  | { readonly kind: 'here' }
  /** With the server's address, which is one of this host's. */
  | { readonly kind: 'local'; readonly loopback: boolean }
  | { readonly kind: 'sent'; readonly device: string; readonly nexthop?: IpAddress }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * The way to a server (`ip_vs_nat_xmit`, net/netfilter/ipvs/ip_vs_xmit.c). Throws {@link TooLarge} where rules of routing or
 * several ways choose it.
 */
export function wayToServer(netns: Netns, server: IpvsServer): ServerWay {
  if (server.forward === 'local') return { kind: 'here' };
  if (server.forward !== 'masq') return { kind: 'unknown', why: `IPVS ${serverKey(server)} ${server.forward}` };
  const found = routeOutput(netns, { dst: server.address, mark: 0, anySource: true });
  if (!found.ok) return { kind: 'dropped' };
  const { route, device, nexthop } = found.value;
  if (route.type === 'local') return { kind: 'local', loopback: isLoopback(server.address) };
  if (hasOwnRules(netns) || (route.nexthops?.length ?? 0) > 1) throw new TooLarge('ways to servers of IPVS');
  return { kind: 'sent', device, ...(route.via ? { nexthop } : {}) };
}

/** Packets that are refused on such a way: from a loopback address to another host, from another host to a loopback address. */
export function refusedTowards(space: Space, way: Extract<ServerWay, { kind: 'local' | 'sent' }>): Diagram {
  if (way.kind === 'local')
    return way.loopback ? space.device('in', (name) => name !== '' && name !== 'lo') : space.none;
  const { address, prefix } = LOOPBACK[space.family];
  return space.address('src', { address, mask: maskWords(space.family, prefix) });
}

/** Packets that the director does not touch. */
export function leftAlone({ become, ways }: At): At {
  return { become: { ...become, directed: true }, ways };
}

/** Packets that the director has sent on: it has told conntrack, or taken them off its books (`ip_vs_notrack`). */
export function becomeDirected(netns: Netns, { become, ways }: At): At {
  const untracked: Become = vs(netns, 'conntrack', 0) === 0 ? { state: 'UNTRACKED' } : {};
  return { become: { ...become, ...untracked, directed: true }, ways };
}

/** The error that a sender is told where nobody takes its connection (`ip_vs_leave`). */
export function unreachableBy(family: IpFamily): string {
  return family === 'ipv4' ? 'icmp-port-unreachable' : 'icmp6-port-unreachable';
}
