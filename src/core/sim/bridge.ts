import { phrase, type PhraseId } from '../lib/phrase';
import type { Device } from '../linux/namespace';
import type { Netns } from '../linux/netns';
import { isOwnAddress } from '../linux/routing/fib';
import { sameIp, type IpAddress, type IpFamily } from '../net/ip';
import { answerReject } from './errors';
import { answersFor, findDevice, portFor, type BridgeNext } from './neighbour';
import { BEFORE_IP, BEHIND_IP, passFrame, passUnknownPort } from './frame-hooks';
import { runHook } from './hook';
import { hasRules } from './hook-order';
import type { HookOutcome } from './hook-outcome';
import { ipReceive, ipRouteIn, passDevice, sendOn } from './host';
import { routeInput, chooseNexthop } from './route';
import { ENDED, stop, sysctl, type Next, type Passage } from './world';

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
