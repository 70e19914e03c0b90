import { contains, networkOf } from '../../net/cidr';
import { isLoopback, type IpAddress } from '../../net/ip';
import type { Device, InterfaceAddress, Netns } from '../netns';

function isLinkLocal(address: IpAddress): boolean {
  const first = address.words[0] ?? 0;
  return address.family === 'ipv4' ? first >>> 16 === 0xa9fe : first >>> 22 === 0x3fa;
}

/** Host-scope addresses (127/8, ::1) are never chosen for the wire. */
function usable(device: Device, family: IpAddress['family']): InterfaceAddress[] {
  return device.addresses.filter(({ address }) => address.family === family && !isLoopback(address));
}

/**
 * The address MASQUERADE takes. IPv4 (inet_select_addr()): of the out device the first whose subnet
 * has the next hop, else its first; without any, a global one of another device. IPv6
 * (ipv6_dev_get_saddr()): of the same scope, on the out device if it has one, with the longest
 * prefix in common with the destination.
 */
export function selectSource(
  netns: Netns,
  outdev: string | undefined,
  nexthop: IpAddress,
  destination: IpAddress,
): IpAddress | undefined {
  const out = netns.devices.find((device) => device.name === outdev);
  return nexthop.family === 'ipv4'
    ? (selectIpv4(out, nexthop) ?? globalOf(netns, out))
    : selectIpv6(netns, out, destination);
}

function selectIpv4(out: Device | undefined, nexthop: IpAddress): IpAddress | undefined {
  const own = out ? usable(out, 'ipv4') : [];
  const near = own.find((each) =>
    contains({ address: networkOf(each.address, each.prefix), prefix: each.prefix }, nexthop),
  );
  return (near ?? own[0])?.address;
}

function globalOf(netns: Netns, out: Device | undefined): IpAddress | undefined {
  const masters = netns.devices.toSorted((a, b) => Number(b.name === out?.master) - Number(a.name === out?.master));
  for (const device of masters) {
    const found = usable(device, 'ipv4').find(({ address }) => !isLinkLocal(address));
    if (device.up && found) return found.address;
  }
  return undefined;
}

function selectIpv6(netns: Netns, out: Device | undefined, destination: IpAddress): IpAddress | undefined {
  const wantLocal = isLinkLocal(destination);
  const score = (device: Device, { address }: InterfaceAddress): number =>
    (isLinkLocal(address) === wantLocal ? 1000 : 0) + (device === out ? 500 : 0) + commonBits(address, destination);
  let best: { score: number; address: IpAddress } | undefined;
  for (const device of netns.devices) {
    if (!device.up || (wantLocal && device !== out)) continue;
    for (const own of usable(device, 'ipv6')) {
      const points = score(device, own);
      if (!best || points > best.score) best = { score: points, address: own.address };
    }
  }
  return best?.address;
}

function commonBits(a: IpAddress, b: IpAddress): number {
  let bits = 0;
  for (let i = 0; i < a.words.length; i++) {
    const same = Math.clz32((a.words[i] ?? 0) ^ (b.words[i] ?? 0));
    bits += same;
    if (same < 32) break;
  }
  return bits;
}
