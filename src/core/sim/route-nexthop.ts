import { fraction } from '../lib/fraction';
import { takeWay } from '../linux/routing/fib';
import type { Nexthop, Route } from '../linux/routing/types';
import { formatCidr } from '../net/cidr';
import { formatIp } from '../net/ip';
import { hasPorts, protocolNumber, type Packet } from '../net/packet';
import { deviceOf } from './neighbour';
import { sysctl, type Passage } from './world';

/** Ways over a device that is down are not taken (RTNH_F_DEAD). */
function waysOf({ nexthops = [] }: Route, { netns }: Passage): Nexthop[] {
  return nexthops.filter(({ dev }) => dev === undefined || deviceOf(netns, dev)?.up !== false);
}

/** What the kernel hashes: the addresses, with fib_multipath_hash_policy also the ports; of an error those it quotes. */
function flowKey({ netns }: Passage, packet: Packet): string {
  const { l4, family } = packet;
  const about = (l4.proto === 'icmp' || l4.proto === 'icmpv6') && l4.quoted ? l4.quoted : packet;
  const ends = `${formatIp(about.src)} ${formatIp(about.dst)}`;
  const byPorts = sysctl(netns, `net.${family}.fib_multipath_hash_policy`, 0) !== 0;
  if (!byPorts || !hasPorts(about.l4)) return ends;
  return `${ends} ${protocolNumber(about.l4)} ${about.l4.sport} ${about.l4.dport}`;
}

/**
 * One way of a route that has several (net/ipv4/fib_semantics.c `fib_select_multipath`). The hash is seeded at
 * boot, so that each way has the odds of its weight; packets of one flow keep theirs.
 */
export function chooseNexthop(passage: Passage, route: Route, packet = passage.skb.packet): Route {
  const ways = waysOf(route, passage);
  const [first] = ways;
  if (!first) return route;
  if (ways.length === 1) return takeWay(route, first);
  const { nexthops } = passage.state;
  const where = `route ${formatCidr(route.dst)}`;
  const key = `${where} ${route.table} ${flowKey(passage, packet)}`;
  const weights = ways.map(({ weight = 1 }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const probabilities = weights.map((weight) => fraction(weight, total));
  const chosen = nexthops.get(key) ?? passage.world.decide({ kind: 'random', where, probabilities });
  nexthops.set(key, chosen);
  return takeWay(route, ways[chosen] ?? first);
}
