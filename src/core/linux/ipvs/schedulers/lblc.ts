import { formatIp } from '../../../net/ip';
import { connectionOverhead, isOverloaded, leastLoaded, type IpvsScheduler } from '../scheduler';

/** Locality-based least connection: a destination address stays with its server until that is overloaded. */
export const lblc: IpvsScheduler = {
  name: 'lblc',
  reference: 'net/netfilter/ipvs/ip_vs_lblc.c',
  schedule: (input) => {
    const { servers, memory, packet, now } = input;
    const address = formatIp(packet.dst);
    const kept = memory.destinations.get(address)?.servers[0];
    const known = servers.find(({ key }) => key === kept);
    if (known && known.weight > 0 && !isOverloaded(known, servers)) return known;
    const chosen = leastLoaded(input, connectionOverhead);
    if (chosen) memory.destinations.set(address, { servers: [chosen.key], lastModified: now });
    return chosen;
  },
};
