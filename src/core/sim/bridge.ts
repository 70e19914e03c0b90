import { phrase, type PhraseId } from '../lib/phrase';
import type { Device } from '../linux/namespace';
import type { Netns } from '../linux/netns';
import { isOwnAddress } from '../linux/routing/fib';
import { formatIp, sameIp, type IpAddress, type IpFamily } from '../net/ip';
import { walkerOf } from './walker';
import { answerReject, sendIcmpError } from './errors';
import {
  answersFor,
  findDevice,
  findPeer,
  isAnswered,
  listAnswering,
  portFor,
  type BridgeNext,
  type FrameLanding,
} from './neighbour';
import { BEFORE_IP, BEHIND_IP, passArp, passFrame, passUnknownPort } from './frame-hooks';
import { runHook } from './hook';
import { hasRules } from './hook-order';
import type { HookOutcome } from './hook-outcome';
import { ipReceive, ipRouteIn, passDevice, sendOn } from './host';
import { routeInput, chooseNexthop } from './route';
import { ENDED, stop, sysctl, type Next, type Passage } from './world';

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

interface Crossing {
  readonly passage: Passage;
  readonly bridge: Device;
  readonly port: Device;
  /** The next hop that the sender resolved: its owner's MAC is the frame's destination. */
  frameTo: IpAddress;
}

/** Tells whether bridges of a namespace show packets of a family to iptables and nftables (br_netfilter). */
export function callsIptables(netns: Netns, family: IpFamily): boolean {
  const name = family === 'ipv4' ? 'iptables' : 'ip6tables';
  return hasRules(netns, family) && sysctl(netns, `net.bridge.bridge-nf-call-${name}`, 0) !== 0;
}

function finish(
  passage: Passage,
  outcome: HookOutcome,
  hook: 'FORWARD' | 'POSTROUTING' | 'PREROUTING',
): Next | undefined {
  if (outcome.kind === 'go-on') return undefined;
  if (outcome.kind === 'sent-on') return sendOn(passage, outcome);
  if (outcome.kind === 'rejected') answerReject(passage, outcome.with, hook);
  return outcome.next;
}

function up(crossing: Crossing, hooked: boolean): Next {
  const { passage, bridge, port } = crossing;
  const reason = phrase('sim.bridge.up', { bridge: bridge.name });
  passage.leg.step({ kind: 'bridge', bridge: bridge.name, inPort: port.name, action: 'up', reason }, passage.skb);
  const stopped = passFrame(passage, 'INPUT', { indev: port.name });
  if (stopped) return stopped;
  return hooked ? ipRouteIn(passage, bridge.name) : ipReceive(passage, bridge.name);
}

function discard({ passage, bridge, port }: Crossing, id: PhraseId, outPort?: string): Next {
  const reason = phrase(id, { bridge: bridge.name, port: outPort ?? port.name });
  const out = outPort ? { outPort } : {};
  const step = { kind: 'bridge', bridge: bridge.name, inPort: port.name, action: 'discard', reason } as const;
  passage.leg.step({ ...step, ...out }, passage.skb);
  return stop(passage, reason, { kind: 'DROPPED', netns: passage.netns.id, by: 'bridge' });
}

/** The hooks of a frame that crosses from port to port, those of `bridge` tables and, where they see it, those of IP. */
function crossHooks(crossing: Crossing, hooked: boolean, outPort: string): Next | undefined {
  const { passage, port } = crossing;
  const ports = { indev: port.name, outdev: outPort };
  return (
    passFrame(passage, 'FORWARD', { ...ports, asks: BEFORE_IP.FORWARD }) ??
    (hooked ? ipForwardHook(crossing, outPort) : undefined) ??
    passFrame(passage, 'FORWARD', { ...ports, asks: BEHIND_IP.FORWARD }) ??
    passFrame(passage, 'POSTROUTING', { outdev: outPort }) ??
    (hooked ? ipPostHook(crossing) : undefined)
  );
}

/** FORWARD of IP, of a frame (`br_nf_forward_ip`); its devices are the bridge. */
function ipForwardHook({ passage, bridge }: Crossing, outPort: string | undefined): Next | undefined {
  const { skb } = passage;
  skb.indev = bridge.name;
  skb.outdev = bridge.name;
  if (outPort !== undefined) skb.physout = outPort;
  return finish(passage, runHook(passage, 'FORWARD'), 'FORWARD');
}

/** POSTROUTING of IP, of a frame (`br_nf_post_routing`). */
function ipPostHook({ passage, frameTo }: Crossing): Next | undefined {
  const { skb } = passage;
  delete skb.indev;
  skb.nexthop = frameTo;
  return finish(passage, runHook(passage, 'POSTROUTING'), 'POSTROUTING');
}

/** Sends a frame out by one port of a pasted bridge, behind whose ports nobody is told: the walk ends `LEFT` there. */
function leaveByPort(crossing: Crossing, hooked: boolean): BridgeNext {
  const { passage, bridge, port } = crossing;
  const reason = phrase('sim.link.left', { device: bridge.name });
  const step = { kind: 'bridge', bridge: bridge.name, inPort: port.name, action: 'forward', reason } as const;
  passage.leg.step(step, passage.skb);
  const shown = hooked ? (ipForwardHook(crossing, undefined) ?? ipPostHook(crossing)) : undefined;
  const stopped = shown ?? passUnknownPort(passage, ['FORWARD', 'POSTROUTING']);
  if (stopped) return stopped;
  passage.leg.end({ kind: 'LEFT', netns: passage.netns.id, device: bridge.name, reason });
  return ENDED;
}

/** From port to port: hairpin decides whether back out of the same one (`should_deliver`). */
function forward(crossing: Crossing, hooked: boolean): BridgeNext {
  const { passage, bridge, port } = crossing;
  const found = portFor(passage.world.network, { netns: passage.netns, device: bridge.name }, crossing.frameTo);
  if (!found) {
    const { devices, openWires } = passage.netns;
    const blind = openWires ?? devices.some((device) => device.master === bridge.name && !device.peer);
    return blind ? leaveByPort(crossing, hooked) : discard(crossing, 'sim.bridge.no-port');
  }
  const outPort = found.port.name;
  if (outPort === port.name && !port.hairpin) return discard(crossing, 'sim.bridge.hairpin-off', port.name);
  const { skb, leg } = passage;
  const reason = phrase(outPort === port.name ? 'sim.bridge.hairpin' : 'sim.bridge.forward', { port: outPort });
  const names = { bridge: bridge.name, inPort: port.name, outPort };
  leg.step({ kind: 'bridge', ...names, action: 'forward', reason }, skb);
  const refused = crossHooks(crossing, hooked, outPort) ?? passDevice(passage, 'EGRESS', outPort);
  if (refused) return refused;
  const to = { netns: found.landing.netns.id, device: found.landing.device };
  leg.step({ kind: 'transmit', device: outPort, to }, skb);
  return { kind: 'landed', landing: found.landing };
}

/**
 * A destination changed in PREROUTING is routed again: out of the same bridge it stays a frame,
 * otherwise the host takes it (`br_nf_pre_routing_finish`).
 */
function afterDnat(crossing: Crossing): 'bridged' | 'up' {
  const { passage, bridge } = crossing;
  const { netns, skb } = passage;
  const decision = routeInput(netns, skb, bridge.name);
  if (decision.kind !== 'forward') return 'up';
  const route = chooseNexthop(passage, decision.route);
  if (route.dev !== bridge.name) return 'up';
  crossing.frameTo = route.via ?? skb.packet.dst;
  return 'bridged';
}

/** A frame comes in by a device: by a port to its bridge, else up to IP. Of one that comes in by a bridge no port is known. */
export function receiveFrame(passage: Passage, name: string, frameTo: IpAddress): BridgeNext {
  const device = findDevice(passage.netns, name);
  if (device?.master) return bridgeReceive(passage, device, frameTo);
  const unseen = device?.kind === 'bridge' ? passUnknownPort(passage, ['PREROUTING', 'INPUT']) : undefined;
  return unseen ?? ipReceive(passage, name);
}

/** A frame comes in by a port of a bridge (net/bridge/br_netfilter_hooks.c, br_input.c). */
function bridgeReceive(passage: Passage, port: Device, frameTo: IpAddress): BridgeNext {
  const { netns, skb } = passage;
  const bridge = findDevice(netns, port.master ?? '');
  if (!bridge) return ENDED;
  const crossing: Crossing = { passage, bridge, port, frameTo };
  const hooked = callsIptables(netns, skb.packet.family);
  const indev = port.name;
  const before = passFrame(passage, 'PREROUTING', { indev, asks: BEFORE_IP.PREROUTING });
  if (before) return before;
  let isUp: boolean | undefined;
  if (hooked) {
    skb.indev = bridge.name;
    skb.physin = port.name;
    const { dst } = skb.packet;
    const stopped = finish(passage, runHook(passage, 'PREROUTING'), 'PREROUTING');
    if (stopped) return stopped;
    if (!sameIp(dst, skb.packet.dst)) isUp = afterDnat(crossing) === 'up';
  }
  const behind = passFrame(passage, 'PREROUTING', { indev, asks: BEHIND_IP.PREROUTING });
  if (behind) return behind;
  // Who answered for the address is whom the frame is for; with proxy ARP the bridge itself did.
  isUp ??=
    isOwnAddress(netns, frameTo) || (bridge.proxyArp === true && answersFor({ netns, device: bridge.name }, frameTo));
  return isUp ? up(crossing, hooked) : forward(crossing, hooked);
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
  const isThere = bridged ? isAnswered(world.network, landing, nexthop) : answersFor(landing, nexthop);
  if (device.peer && !isThere) {
    nobody(passage, name, nexthop, viaGateway);
    return undefined;
  }
  if (passArp(passage, netns) ?? passArp(passage, landing.netns)) return undefined;
  leg.step({ kind: 'transmit', device: name, to: { netns: landing.netns.id, device: landing.device } }, skb);
  return landing;
}
