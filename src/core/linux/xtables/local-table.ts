import { contains, maskWords, networkOf } from '../../net/cidr';
import { isMulticast, sameIp, type IpAddress } from '../../net/ip';
import type { Device, Netns } from '../netns';

/** RTN_* as `-m addrtype` asks for them; main-table types (BLACKHOLE...) are never seen by it. */
export type AddressType = 'UNICAST' | 'LOCAL' | 'BROADCAST' | 'MULTICAST';

/**
 * What an IPv4 address is to this host: a lookup in the local table only (inet_addr_type() in
 * net/ipv4/fib_frontend.c). `device` limits it to what belongs to that device.
 */
export function addressType(netns: Netns, address: IpAddress, device?: string): AddressType {
  const word = address.words[0] ?? 0;
  if (address.family === 'ipv4' && (word >>> 24 === 0 || word === 0xffffffff)) return 'BROADCAST';
  if (isMulticast(address)) return 'MULTICAST';
  for (const wanted of ['LOCAL', 'BROADCAST'] as const) {
    const owner = netns.devices.find((candidate) => candidate.up && typeOn(candidate, address) === wanted);
    if (owner) return device === undefined || owner.name === device ? wanted : 'UNICAST';
  }
  return explicitType(netns, address, device) ?? 'UNICAST';
}

/** The entries fib_add_ifaddr() makes for a device's addresses. */
function typeOn(device: Device, address: IpAddress): 'LOCAL' | 'BROADCAST' | undefined {
  let found: 'BROADCAST' | undefined;
  for (const own of device.addresses) {
    if (own.address.family !== address.family) continue;
    if (sameIp(own.address, address)) return 'LOCAL';
    const net = networkOf(own.address, own.prefix);
    if (address.family !== 'ipv4' || !contains({ address: net, prefix: own.prefix }, address)) continue;
    const last = ((net.words[0] ?? 0) | ~(maskWords('ipv4', own.prefix)[0] ?? 0)) >>> 0;
    if (own.prefix < 31 && address.words[0] === last) found = 'BROADCAST';
    else if (device.kind === 'loopback') return 'LOCAL';
  }
  return found;
}

function explicitType(netns: Netns, address: IpAddress, device?: string): AddressType | undefined {
  let best: { prefix: number; type: AddressType } | undefined;
  for (const route of netns.routes) {
    if (route.table !== 'local' || !contains(route.dst, address)) continue;
    if (best && best.prefix >= route.dst.prefix) continue;
    const type = route.type === 'local' ? 'LOCAL' : route.type === 'broadcast' ? 'BROADCAST' : 'UNICAST';
    best = { prefix: route.dst.prefix, type: device === undefined || route.dev === device ? type : 'UNICAST' };
  }
  return best?.type;
}
