import { formatIp } from '../../../net/ip';
import {
  connectionOverhead,
  isOverloaded,
  leastLoaded,
  type SchedulableServer,
  type IpvsScheduler,
  type ScheduleInput,
} from '../scheduler';
import type { DestinationSet } from '../service';

/** The first of a set that no other beats: fewest connections for its weight, or most (`ip_vs_dest_set_min`, `_max`). */
function extreme(members: readonly SchedulableServer[], sign: 1 | -1): SchedulableServer | undefined {
  const able = members.filter(({ weight }) => weight > 0);
  const beats = (a: SchedulableServer, b: SchedulableServer): boolean =>
    sign * connectionOverhead(a) * b.weight < sign * connectionOverhead(b) * a.weight;
  return able.reduce<SchedulableServer | undefined>(
    (best, each) => (!best || beats(each, best) ? each : best),
    undefined,
  );
}

/** After a quiet time the busiest of a set leaves it again. */
function shrink(set: DestinationSet, members: readonly SchedulableServer[], input: ScheduleInput): DestinationSet {
  if (set.servers.length < 2 || input.now <= set.lastModified + input.expiration) return set;
  const busiest = extreme(members, -1);
  if (!busiest) return set;
  return { servers: set.servers.filter((key) => key !== busiest.key), lastModified: input.now };
}

function fromSet(set: DestinationSet, input: ScheduleInput, address: string): SchedulableServer | undefined {
  const { servers, memory, now } = input;
  const members = set.servers.flatMap((key) => servers.filter((server) => server.key === key));
  const least = extreme(members, 1);
  const kept = shrink(set, members, input);
  memory.destinations.set(address, kept);
  if (least && !isOverloaded(least, servers)) return least;
  const chosen = leastLoaded(input, connectionOverhead);
  if (chosen && !kept.servers.includes(chosen.key)) {
    memory.destinations.set(address, { servers: [chosen.key, ...kept.servers], lastModified: now });
  }
  return chosen;
}

/** Locality-based least connection with replication: a destination address has a set of servers, which grows under load. */
export const lblcr: IpvsScheduler = {
  name: 'lblcr',
  reference: 'net/netfilter/ipvs/ip_vs_lblcr.c',
  schedule: (input) => {
    const address = formatIp(input.packet.dst);
    const set = input.memory.destinations.get(address);
    if (set) return fromSet(set, input, address);
    const chosen = leastLoaded(input, connectionOverhead);
    if (chosen) input.memory.destinations.set(address, { servers: [chosen.key], lastModified: input.now });
    return chosen;
  },
};
