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

/** A port of a bridge and who is behind it. */
interface PortEnd {
  readonly port: Device;
  readonly landing: FrameLanding;
}

/** Ports of a bridge with the far ends of their veths. */
function listPorts(network: Network, { netns, device: bridge }: FrameLanding): PortEnd[] {
  return netns.devices
    .filter((device) => device.master === bridge && device.up)
    .flatMap((port) => {
      const landing = findPeer(network, port);
      return landing ? [{ port, landing }] : [];
    });
}

/** The port of a bridge whose far end has an address: what ARP and the forwarding database together find. */
export function portFor(network: Network, bridge: FrameLanding, address: IpAddress): PortEnd | undefined {
  return listPorts(network, bridge).find(({ landing }) => answersFor(landing, address));
}

/** Tells whether anybody answers who asks at a port of a bridge: the bridge, or who is behind another port, known or not. */
export function anyoneAnswers(network: Network, { netns, device }: FrameLanding, address: IpAddress): boolean {
  const bridge = findDevice(netns, device)?.master ?? '';
  const isBlind = netns.devices.some(({ master, peer }) => master === bridge && !peer);
  if (isBlind || answersFor({ netns, device: bridge }, address)) return true;
  return listPorts(network, { netns, device: bridge }).some(({ landing }) => answersFor(landing, address));
}

/** The machines on the wire of a device that answer for an address, each by the first of its devices there. */
export function listAnswering(
  network: Network,
  { netns, device: name }: FrameLanding,
  nexthop: IpAddress,
): readonly FrameLanding[] {
  const segment = network.segments.find((candidate) => candidate.name === findDevice(netns, name)?.segment);
  const found = new Map<string, FrameLanding>();
  for (const member of segment?.members ?? []) {
    const other = network.netns.get(member.netns);
    if (!other || found.has(other.id) || (other.id === netns.id && member.device === name)) continue;
    const landing = { netns: other, device: member.device };
    if (answersFor(landing, nexthop)) found.set(other.id, landing);
  }
  return [...found.values()];
}
