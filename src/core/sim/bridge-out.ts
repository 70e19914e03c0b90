import { phrase } from '../lib/phrase';
import type { Device, Netns } from '../linux/netns';
import type { IpAddress } from '../net/ip';
import { sendIcmpError } from './errors';
import { answersFor, peerOf, type Landing } from './neighbour';
import { stop, type Passage } from './world';

/** A port of a bridge and who is behind it. */
interface PortEnd {
  readonly port: Device;
  readonly landing: Landing;
}

/** Ports of a bridge with the far ends of their veths. */
function portsOf(passage: Passage, netns: Netns, bridge: string): PortEnd[] {
  return netns.devices
    .filter((device) => device.master === bridge && device.up)
    .flatMap((port) => {
      const landing = peerOf(passage.world.network, port);
      return landing ? [{ port, landing }] : [];
    });
}

/** The port whose far end has an address: what ARP and the forwarding database together find. */
export function portFor(passage: Passage, bridge: string, address: IpAddress): PortEnd | undefined {
  return portsOf(passage, passage.netns, bridge).find(({ landing }) => answersFor(landing, address));
}

/** The host sends over its bridge: the frame goes out of the port behind which the next hop is. */
export function bridgeTransmit(
  passage: Passage,
  bridge: Device,
  nexthop: IpAddress,
  viaGateway: boolean,
): Landing | undefined {
  const { leg, skb, netns } = passage;
  const found = portFor(passage, bridge.name, nexthop);
  const known = netns.devices.some((device) => device.master === bridge.name && device.peer);
  const isLeft = !found && (!known || viaGateway);
  leg.step({ kind: 'transmit', device: bridge.name, end: isLeft ? 'outside' : 'bridge' }, skb);
  const shared = { kind: 'bridge', bridge: bridge.name } as const;
  if (found) {
    const reason = phrase('sim.bridge.out', { port: found.port.name });
    leg.step({ ...shared, outPort: found.port.name, action: 'forward', reason }, skb);
    const to = { netns: found.landing.netns.id, device: found.landing.device };
    leg.step({ kind: 'transmit', device: found.port.name, to }, skb);
    return found.landing;
  }
  const reason = phrase(known ? 'sim.bridge.no-port' : 'sim.link.left', { bridge: bridge.name, device: bridge.name });
  if (isLeft) {
    leg.end({ kind: 'LEFT', netns: netns.id, device: bridge.name, reason });
    return undefined;
  }
  leg.step({ ...shared, action: 'discard', reason }, skb);
  sendIcmpError(passage, skb.packet.family === 'ipv4' ? { type: 3, code: 1 } : { type: 1, code: 3 });
  stop(passage, reason, { kind: 'DROPPED', netns: netns.id, by: 'neighbour' }, skb.local ? 'EHOSTUNREACH' : undefined);
  return undefined;
}
