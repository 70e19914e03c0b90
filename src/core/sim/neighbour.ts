import type { Device } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import { isOwnAddress, lookupRoute } from '../linux/routing/fib';
import type { Next } from './world';
import { contains, isMulticast, makeCidr, sameIp, type IpAddress } from '../net/ip';

/** Where a frame arrives. */
export interface FrameLanding {
  readonly netns: Netns;
  readonly device: string;
}

/** A frame that goes on to another port, or a packet the host itself deals with. */
export type BridgeNext = Next | { readonly kind: 'landed'; readonly landing: FrameLanding };

/** A device of a namespace by its name. */
export function findDevice(netns: Netns, name: string): Device | undefined {
  return netns.devices.find((device) => device.name === name);
}

/** From this value of `arp_ignore` on only addresses of the asked device are told, and with 8 none (net/ipv4/arp.c `arp_ignore`). */
const OWN_DEVICE_ONLY = 1;
const NEVER = 8;

function arpIgnore({ sysctls }: Netns, device: string): number {
  const of = (name: string): number => sysctls[`net.ipv4.conf.${name}.arp_ignore`] ?? 0;
  return Math.max(of('all'), of(device));
}

/**
 * Does this end of a link answer when somebody asks who has the address? Own addresses, and with proxy
 * ARP whatever it would route elsewhere (net/ipv4/arp.c `arp_process`).
 */
export function answersFor({ netns, device }: FrameLanding, address: IpAddress): boolean {
  const own = findDevice(netns, device);
  if (isMulticast(address) || address.words[0] === 0xffffffff) return true;
  if (own?.announces?.some((each) => sameIp(each, address))) return true;
  // ARP answers for any own address, neighbour discovery only for those of the device.
  const ignore = address.family === 'ipv4' ? arpIgnore(netns, device) : OWN_DEVICE_ONLY;
  if (ignore >= NEVER) return false;
  if (ignore < OWN_DEVICE_ONLY && isOwnAddress(netns, address)) return true;
  if (own?.addresses.some((each) => sameIp(each.address, address))) return true;
  if (!own?.proxyArp) return false;
  const route = lookupRoute(netns, { dst: address });
  return route?.dev !== device;
}

/** The other end of a veth. */
export function findPeer(network: Network, device: Device): FrameLanding | undefined {
  const netns = device.peer && network.netns.get(device.peer.netns);
  return netns && device.peer ? { netns, device: device.peer.device } : undefined;
}

/** The next hop of a frame at a bridge port: a neighbour on the bridge, else the bridge as gateway. */
export function addressee(netns: Netns, port: string, dst: IpAddress): IpAddress {
  const bridge = findDevice(netns, findDevice(netns, port)?.master ?? '');
  const own = bridge?.addresses.filter(({ address }) => address.family === dst.family) ?? [];
  const near = own.some(({ address, prefix }) => contains(makeCidr(address, prefix), dst));
  return near ? dst : (own[0]?.address ?? dst);
}
