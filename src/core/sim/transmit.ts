import { phrase } from '../lib/phrase';
import type { Device } from '../linux/namespace';
import { formatIp, type IpAddress } from '../net/ip';
import { walkerOf } from './walker';
import { sendIcmpError } from './errors';
import { passArp, passFrame, passUnknownPort } from './frame-hooks';
import { passDevice } from './host';
import {
  answersFor,
  findDevice,
  findPeer,
  anyoneAnswers,
  listAnswering,
  portFor,
  type FrameLanding,
} from './neighbour';
import { ENDED, stop, type Next, type Passage } from './world';

/** The host sends over its bridge: the frame goes out of the port behind which the next hop is. */
function bridgeTransmit(
  passage: Passage,
  bridge: Device,
  nexthop: IpAddress,
  viaGateway: boolean,
): FrameLanding | undefined {
  const { leg, skb, netns } = passage;
  const found = portFor(passage.world.network, { netns, device: bridge.name }, nexthop);
  const known = netns.devices.some((device) => device.master === bridge.name && device.peer);
  const isLeft = !found && (!known || viaGateway || netns.openWires === true);
  leg.step({ kind: 'transmit', device: bridge.name, end: isLeft ? 'outside' : 'bridge' }, skb);
  const shared = { kind: 'bridge', bridge: bridge.name } as const;
  if (found) {
    const reason = phrase('sim.bridge.out', { port: found.port.name });
    leg.step({ ...shared, outPort: found.port.name, action: 'forward', reason }, skb);
    const outdev = found.port.name;
    if (passFrame(passage, 'OUTPUT', { outdev }) ?? passFrame(passage, 'POSTROUTING', { outdev })) return undefined;
    if (passDevice(passage, 'EGRESS', outdev)) return undefined;
    const to = { netns: found.landing.netns.id, device: found.landing.device };
    leg.step({ kind: 'transmit', device: found.port.name, to }, skb);
    return found.landing;
  }
  const reason = phrase(known && !isLeft ? 'sim.bridge.no-port' : 'sim.link.left', {
    bridge: bridge.name,
    device: bridge.name,
  });
  if (isLeft) {
    if (passUnknownPort(passage, ['OUTPUT', 'POSTROUTING'])) return undefined;
    leg.end({ kind: 'LEFT', netns: netns.id, device: bridge.name, reason });
    return undefined;
  }
  leg.step({ ...shared, action: 'discard', reason }, skb);
  sendIcmpError(passage, skb.packet.family === 'ipv4' ? { type: 3, code: 1 } : { type: 1, code: 3 });
  stop(passage, reason, { kind: 'DROPPED', netns: netns.id, by: 'neighbour' }, skb.local ? 'EHOSTUNREACH' : undefined);
  return undefined;
}

/** Where several answer for one address, the first answer that comes in is kept: nobody can tell whose it is. */
function onSegment({ netns, state, world }: Passage, device: Device, nexthop: IpAddress): FrameLanding | undefined {
  const answering = listAnswering(world.network, { netns, device: device.name }, nexthop);
  if (answering.length < 2) return answering[0];
  const address = formatIp(nexthop);
  const where = `neighbour ${device.name} ${address}`;
  const known = state.nexthops.get(where);
  if (known !== undefined) return answering[known];
  const machines = answering.map((landing) => landing.netns.title).join(', ');
  const reason = phrase('sim.link.several-answer', { address, machines });
  const isFirst = (): boolean => world.decide({ kind: 'unknown', where, reason, branches: 2 }) === 0;
  let chosen = 0;
  while (chosen < answering.length - 1 && !isFirst()) chosen++;
  world.recorder.assume(reason);
  state.nexthops.set(where, chosen);
  return answering[chosen];
}

/** Nobody answers for the next hop. A gateway that is not drawn is the way out of the picture. */
function nobody(passage: Passage, device: string, nexthop: IpAddress, viaGateway: boolean): Next {
  const { netns, leg, skb } = passage;
  if (netns.openWires && !viaGateway) return left(passage, device);
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
): FrameLanding | undefined {
  const { netns, world, leg, skb } = passage;
  const device = findDevice(netns, name);
  const taken = device && walkerOf(passage.world, netns)?.transmit(passage, device);
  if (taken?.kind === 'landed') return taken.landing;
  if (taken) return taken.kind === 'transmit' ? transmit(passage, taken) : undefined;
  if (passDevice(passage, 'EGRESS', name)) return undefined;
  if (device?.mac === undefined) delete skb.frameSource;
  else skb.frameSource = device.mac;
  if (device?.kind === 'loopback' || name === 'lo') {
    leg.step({ kind: 'transmit', device: name, to: { netns: netns.id, device: name } }, skb);
    return { netns, device: name };
  }
  if (device?.kind === 'bridge') return bridgeTransmit(passage, device, nexthop, viaGateway);
  const landing = device && (device.peer ? findPeer(world.network, device) : onSegment(passage, device, nexthop));
  if (!landing) {
    if (device?.segment) nobody(passage, name, nexthop, viaGateway);
    else left(passage, name);
    return undefined;
  }
  const bridged = findDevice(landing.netns, landing.device)?.master !== undefined;
  const isThere = bridged ? anyoneAnswers(world.network, landing, nexthop) : answersFor(landing, nexthop);
  if (device.peer && !isThere) {
    nobody(passage, name, nexthop, viaGateway);
    return undefined;
  }
  if (passArp(passage, netns) ?? passArp(passage, landing.netns)) return undefined;
  leg.step({ kind: 'transmit', device: name, to: { netns: landing.netns.id, device: landing.device } }, skb);
  return landing;
}
