import { fraction, isShareOf, ZERO, type BinaryShare } from '../lib/fraction';
import { takeWay } from '../linux/routing/fib';
import type { Decide, RandomChoice } from '../linux/choice';
import type { Netns } from '../linux/netns';
import type { NetnsState } from '../linux/state';
import { sourceForRoute } from '../linux/routing/source-address';
import type { Nexthop, Route } from '../linux/routing/types';
import { formatCidr } from '../net/cidr';
import { formatIp, sameIp, type IpAddress } from '../net/ip';
import { hasPorts, protocolNumber, type Packet } from '../net/packet';
import { deviceOf } from './neighbour';
import { sysctl, type Passage } from './world';

/** Whose packet asks for a way, where, and who decides. */
interface Asked {
  readonly netns: Netns;
  readonly state: NetnsState;
  readonly decide: Decide;
  readonly packet: Packet;
  /** Made here. */
  readonly local: boolean;
}

/** Ways over a device that is down are not taken (RTNH_F_DEAD). */
function waysOf({ nexthops = [] }: Route, { netns }: Asked): Nexthop[] {
  return nexthops.filter(({ dev }) => dev === undefined || deviceOf(netns, dev)?.up !== false);
}

/** What the kernel hashes: the addresses, with fib_multipath_hash_policy also the ports; of an error those it quotes. */
function flowKey({ netns }: Asked, packet: Packet): string {
  const { l4, family } = packet;
  const about = (l4.proto === 'icmp' || l4.proto === 'icmpv6') && l4.quoted ? l4.quoted : packet;
  const ends = `${formatIp(about.src)} ${formatIp(about.dst)}`;
  const byPorts = sysctl(netns, `net.${family}.fib_multipath_hash_policy`, 0) !== 0;
  if (!byPorts || !hasPorts(about.l4)) return ends;
  return `${ends} ${protocolNumber(about.l4)} ${about.l4.sport} ${about.l4.dport}`;
}

/** The address a host would speak with over a way (`fib_info_update_nhc_saddr`). */
function sourceOver(route: Route, way: Nexthop, { netns }: Asked, dst: IpAddress): IpAddress | undefined {
  return sourceForRoute(netns, takeWay(route, way), dst);
}

/** A way takes the 31-bit hashes up to its bound, which is rounded (net/ipv4/fib_semantics.c `fib_rebalance`). */
function oddsOf(weights: readonly number[], total: number): Pick<RandomChoice, 'probabilities' | 'kernel'> {
  const bits = 31;
  const probabilities = weights.map((weight) => fraction(weight, total));
  let sum = 0;
  const bounds = weights.map((weight) => Math.round(((sum += weight) / total) * 2 ** bits));
  const kernel = bounds.map((bound, i): BinaryShare => ({ hits: bound - (bounds[i - 1] ?? 0), bits }));
  const asMeant = kernel.every((share, i) => isShareOf(share, probabilities[i] ?? ZERO));
  return asMeant ? { probabilities } : { probabilities, kernel };
}

function draw(asked: Asked, route: Route, ways: readonly Nexthop[], packet: Packet): Route {
  const { nexthops } = asked.state;
  const where = `route ${formatCidr(route.dst)}`;
  const key = `${where} ${route.table} ${flowKey(asked, packet)}`;
  const weights = ways.map(({ weight = 1 }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = nexthops.get(key) ?? asked.decide({ kind: 'random', where, ...oddsOf(weights, total) });
  nexthops.set(key, chosen);
  return takeWay(route, ways[chosen] ?? {});
}

/**
 * One way of a route that has several (net/ipv4/fib_semantics.c `fib_select_multipath`). The hash is seeded at
 * boot, so that each way has the odds of its weight; packets of one flow keep theirs. What is made here goes the
 * way its source address belongs to.
 */
export function chooseNexthop({ netns, state, world, skb }: Passage, route: Route): Route {
  const { packet, local } = skb;
  const asked: Asked = { netns, state, decide: world.decide, packet, local };
  const ways = waysOf(route, asked);
  const [first] = ways;
  if (!first) return route;
  const own = ways.filter((way) => {
    const source = local && sourceOver(route, way, asked, packet.dst);
    return source && sameIp(source, packet.src);
  });
  const [mine] = own;
  if (mine && own.length < ways.length) return takeWay(route, mine);
  return ways.length === 1 ? takeWay(route, first) : draw(asked, route, ways, packet);
}

/** A socket without an address takes that of a way; where all ways have the same, none is drawn for it. */
export function chooseWayForSource(asked: Asked, route: Route): Route {
  const { packet } = asked;
  const ways = waysOf(route, asked);
  const sources = ways.flatMap((way) => sourceOver(route, way, asked, packet.dst) ?? []);
  const [first] = sources;
  const same = first !== undefined && sources.every((source) => sameIp(source, first));
  if (same || ways.length < 2) return takeWay(route, ways[0] ?? {});
  return draw(asked, route, ways, packet);
}
