import { phrase } from '../lib/phrase';
import type { Device, Netns, Network } from '../linux/netns';
import type { IpAddress } from '../net/ip';
import { bridgeTransmit } from './bridge-out';
import { answersFor, deviceOf, peerOf, type Landing } from './neighbour';
import { sendIcmpError } from './errors';
import { ENDED, stop, type Next, type Passage } from './world';

function onSegment(network: Network, netns: Netns, device: Device, nexthop: IpAddress): Landing | undefined {
  const segment = network.segments.find((candidate) => candidate.name === device.segment);
  for (const member of segment?.members ?? []) {
    const other = network.netns.get(member.netns);
    if (!other || (other.id === netns.id && member.device === device.name)) continue;
    const landing = { netns: other, device: member.device };
    if (answersFor(landing, nexthop)) return landing;
  }
  return undefined;
}

/** Nobody answers for the next hop. A gateway that is not drawn is the way out of the picture. */
function nobody(passage: Passage, device: string, nexthop: IpAddress, viaGateway: boolean): Next {
  const { netns, leg, skb } = passage;
  leg.step({ kind: 'transmit', device, end: viaGateway ? 'outside' : 'nobody' }, skb);
  if (viaGateway) {
    const reason = phrase('sim.link.left-to-gateway', { device });
    leg.end({ kind: 'LEFT', netns: netns.id, device, reason });
    return ENDED;
  }
  const reason = phrase('sim.link.no-neighbour', { device });
  sendIcmpError(passage, skb.packet.family === 'ipv4' ? { type: 3, code: 1 } : { type: 1, code: 3 });
  return stop(
    passage,
    reason,
    { kind: 'DROPPED', netns: netns.id, by: 'neighbour' },
    skb.local ? 'EHOSTUNREACH' : undefined,
  );
}

/** The frame leaves the picture: what is behind the device is not known. */
function left(passage: Passage, device: string): Next {
  const reason = phrase('sim.link.left', { device });
  passage.leg.step({ kind: 'transmit', device, end: 'outside' }, passage.skb);
  passage.leg.end({ kind: 'LEFT', netns: passage.netns.id, device, reason });
  return ENDED;
}

/** Hands a frame to the other end. Undefined: it went nowhere and the walk has ended. */
export function transmit(
  passage: Passage,
  { device: name, nexthop, viaGateway }: Extract<Next, { kind: 'transmit' }>,
): Landing | undefined {
  const { netns, world, leg, skb } = passage;
  const device = deviceOf(netns, name);
  if (device?.mac === undefined) delete skb.frameSource;
  else skb.frameSource = device.mac;
  if (device?.kind === 'loopback' || name === 'lo') {
    leg.step({ kind: 'transmit', device: name, to: { netns: netns.id, device: name } }, skb);
    return { netns, device: name };
  }
  if (device?.kind === 'bridge') return bridgeTransmit(passage, device, nexthop, viaGateway);
  const landing =
    device && (device.peer ? peerOf(world.network, device) : onSegment(world.network, netns, device, nexthop));
  if (!landing) {
    if (device?.segment) nobody(passage, name, nexthop, viaGateway);
    else left(passage, name);
    return undefined;
  }
  const bridged = deviceOf(landing.netns, landing.device)?.master !== undefined;
  if (device.peer && !bridged && !answersFor(landing, nexthop)) {
    nobody(passage, name, nexthop, viaGateway);
    return undefined;
  }
  leg.step({ kind: 'transmit', device: name, to: { netns: landing.netns.id, device: landing.device } }, skb);
  return landing;
}
