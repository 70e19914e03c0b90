import { assertNever } from '../lib/result';
import { phrase } from '../lib/phrase';
import type { DeviceHook, Hook } from '../linux/hooks';
import type { Route } from '../linux/routing/fib';
import { lengthBounds } from '../linux/skb';
import { isUnspecified, sameIp, type IpAddress } from '../net/ip';
import { deliver } from './deliver';
import { answerReject, sendIcmpError } from './errors';
import { runDeviceHook, runHook } from './hook';
import type { HookOutcome } from './hook-outcome';
import { findDevice } from './neighbour';
import { refusedBeforeHooks, routeInput, type InputDecision, routeOutput, chooseNexthop } from './route';
import { unwrap } from './tunnel';
import { ENDED, stop, type Next, type Passage } from './world';

/** Runs a hook; undefined: the packet goes on. A REJECT is answered here. */
function passHook(passage: Passage, hook: Hook): Next | undefined {
  const outcome = runHook(passage, hook);
  if (outcome.kind === 'go-on') return undefined;
  if (outcome.kind === 'sent-on') return sendOn(passage, outcome);
  if (outcome.kind === 'rejected') answerReject(passage, outcome.with, hook);
  return outcome.next;
}

/** Runs the chains at a device; undefined: the packet goes on. */
export function passDevice(passage: Passage, hook: DeviceHook, device: string): Next | undefined {
  const outcome = runDeviceHook(passage, hook, device);
  if (outcome.kind === 'go-on' || outcome.kind === 'sent-on') return undefined;
  if (outcome.kind === 'rejected') answerReject(passage, outcome.with, hook === 'INGRESS' ? 'PREROUTING' : 'OUTPUT');
  return outcome.next;
}

/**
 * Sends a packet of the IPVS director through OUTPUT as if it were made here, without an in device, and POSTROUTING
 * (`ip_vs_nat_send_or_cont`).
 */
export function sendOn(passage: Passage, sent: Extract<HookOutcome, { kind: 'sent-on' }>): Next {
  const { skb } = passage;
  const { indev } = skb;
  delete skb.indev;
  delete passage.reroutedTo;
  skb.outdev = sent.device;
  skb.nexthop = sent.nexthop;
  const stopped = passHook(passage, 'OUTPUT');
  if (stopped) return stopped;
  if (indev !== undefined) skb.indev = indev;
  const towards: { readonly device: string; readonly nexthop: IpAddress } = passage.reroutedTo ?? sent;
  return postrouting(passage, towards.device, towards.nexthop, passage.route?.via !== undefined);
}

/** A packet comes in by a device: PREROUTING, then the routing decision. */
export function ipReceive(passage: Passage, device: string): Next {
  const { skb, netns } = passage;
  const loopback = netns.devices.find((own) => own.name === device)?.kind === 'loopback' || device === 'lo';
  const refused = refusedBeforeHooks(skb, loopback);
  if (refused) return stop(passage, refused, { kind: 'MARTIAN', netns: netns.id, reason: refused });
  skb.indev = device;
  delete skb.outdev;
  const dst = skb.packet.dst;
  const stopped = passHook(passage, 'PREROUTING');
  if (stopped) return stopped;
  // What comes back over lo, or as a copy of an own broadcast, was routed when it was sent.
  return passage.route && sameIp(dst, skb.packet.dst) ? ipLocal(passage) : ipRouteIn(passage, device);
}

/** Behind PREROUTING: to this host, to another, or nowhere (`ip_rcv_finish`). */
export function ipRouteIn(passage: Passage, device: string): Next {
  const { skb, leg } = passage;
  const decision = routeInput(passage.netns, skb, device);
  switch (decision.kind) {
    case 'local': {
      passage.broadcast = decision.broadcast;
      if (decision.route) passage.route = decision.route;
      const reason = phrase(decision.broadcast ? 'sim.routing.broadcast' : 'sim.routing.local');
      const route = decision.route ? { route: decision.route } : {};
      leg.step({ kind: 'routing', decision: 'local', again: false, reason, ...route }, skb);
      return ipLocal(passage);
    }
    case 'forward':
      return ipForward(passage, chooseNexthop(passage, decision.route), decision.reason);
    case 'martian':
    case 'no-route':
      return refuse(passage, decision);
    default:
      return assertNever(decision);
  }
}

function refuse(passage: Passage, decision: Extract<InputDecision, { kind: 'martian' | 'no-route' }>): Next {
  const { skb, leg, netns } = passage;
  const { reason } = decision;
  const route = decision.kind === 'no-route' && decision.route ? { route: decision.route } : {};
  leg.step({ kind: 'routing', decision: 'none', again: false, reason, ...route }, skb);
  if (decision.kind === 'martian') return stop(passage, reason, { kind: 'MARTIAN', netns: netns.id, reason });
  if (decision.error) sendIcmpError(passage, decision.error);
  return stop(passage, reason, { kind: 'NO_ROUTE', netns: netns.id, reason });
}

/** Sockets here ask that nothing be fragmented on its way: the sender is told how much fits (`ip_exceeds_mtu`, `ip6_forward`). */
function tooBig(passage: Passage, device: string, mtu: number): Next {
  const { skb, netns } = passage;
  sendIcmpError(passage, skb.packet.family === 'ipv4' ? { type: 3, code: 4 } : { type: 2, code: 0 });
  return stop(passage, phrase('sim.routing.mtu', { device, mtu }), { kind: 'DROPPED', netns: netns.id, by: 'mtu' });
}

function ipForward(passage: Passage, route: Route, reason = phrase('sim.routing.forward')): Next {
  const { skb, leg, netns } = passage;
  const device = route.dev ?? '';
  passage.route = route;
  leg.step({ kind: 'routing', decision: 'forward', route, device, again: false, reason }, skb);
  if (skb.packet.ttl <= 1) {
    sendIcmpError(passage, skb.packet.family === 'ipv4' ? { type: 11, code: 0 } : { type: 3, code: 0 });
    return stop(passage, phrase('sim.routing.ttl'), { kind: 'TTL_EXCEEDED', netns: netns.id });
  }
  const { mtu } = findDevice(netns, device) ?? {};
  if (mtu !== undefined && lengthBounds(skb.packet).min > mtu) return tooBig(passage, device, mtu);
  skb.packet = { ...skb.packet, ttl: skb.packet.ttl - 1 };
  skb.outdev = device;
  skb.nexthop = route.via ?? skb.packet.dst;
  const stopped = passHook(passage, 'FORWARD');
  if (stopped) return stopped;
  const towards = passage.reroutedTo ?? { device, nexthop: skb.nexthop };
  return postrouting(passage, towards.device, towards.nexthop, passage.route?.via !== undefined);
}

/** The last hook, then out of the device. */
function postrouting(passage: Passage, device: string, nexthop: IpAddress, viaGateway: boolean): Next {
  const { skb } = passage;
  skb.outdev = device;
  skb.nexthop = nexthop;
  return passHook(passage, 'POSTROUTING') ?? { kind: 'transmit', device, nexthop, viaGateway };
}

function ipLocal(passage: Passage): Next {
  delete passage.skb.outdev;
  const stopped = passHook(passage, 'INPUT');
  if (stopped) return stopped;
  const tunnel = unwrap(passage);
  if (tunnel !== undefined) return ipReceive(passage, tunnel);
  deliver(passage);
  return ENDED;
}

function isBroadcast({ skb, route, netns }: Passage): boolean {
  const { family, dst } = skb.packet;
  if (family !== 'ipv4' || findDevice(netns, skb.outdev ?? '')?.kind === 'loopback') return false;
  return dst.words[0] === 0xffffffff || route?.type === 'broadcast';
}

/**
 * A broadcast is heard by its sender too: a copy passes POSTROUTING and comes in again by the same device
 * (`ip_mc_output`).
 */
function receiveOwnCopy(passage: Passage, device: string, nexthop: IpAddress): void {
  const { leg } = passage;
  const copy: Passage = { ...passage, broadcast: true, skb: { ...passage.skb }, leg: { ...leg, end: () => undefined } };
  if (postrouting(copy, device, nexthop, false).kind === 'ended') return;
  leg.step({ kind: 'transmit', device, to: { netns: passage.netns.id, device } }, copy.skb);
  copy.skb.local = false;
  leg.step({ kind: 'receive', device }, copy.skb);
  ipReceive(copy, device);
}

/**
 * A packet made here: routed first, then OUTPUT, then POSTROUTING. `bound`: its source was asked for,
 * so routing judges it; otherwise the packet came ready from a raw socket.
 */
export function ipOutput(passage: Passage, { bound, oif }: { readonly bound: boolean; readonly oif?: string }): Next {
  const { skb, netns, leg } = passage;
  const { dst, src } = skb.packet;
  const { tos = 0 } = skb.packet;
  const choose = (route: Route): Route => chooseNexthop(passage, route);
  const only = oif === undefined ? {} : { oif };
  const asked = { dst, mark: skb.mark, tos, packet: skb.packet, choose, anySource: true, ...only };
  const found = routeOutput(netns, { ...asked, ...(bound ? { src } : {}) });
  if (!found.ok) {
    const reason = phrase('sim.routing.output-failed', { errno: found.error });
    leg.step({ kind: 'routing', decision: 'none', again: false, reason }, skb);
    return stop(passage, reason, { kind: 'NO_ROUTE', netns: netns.id, reason }, found.error);
  }
  const { route, device, nexthop } = found.value;
  passage.route = route;
  // A raw socket that names no source gets the route's before any hook (raw_send_hdrinc()).
  if (src.family === 'ipv4' && isUnspecified(src)) skb.packet = { ...skb.packet, src: found.value.src };
  leg.step(
    { kind: 'routing', decision: 'output', route, device, again: false, reason: phrase('sim.routing.output') },
    skb,
  );
  skb.outdev = device;
  skb.nexthop = nexthop;
  const stopped = passHook(passage, 'OUTPUT');
  if (stopped) return stopped;
  const towards = passage.reroutedTo ?? { device, nexthop };
  if (isBroadcast(passage)) receiveOwnCopy(passage, towards.device, towards.nexthop);
  return postrouting(passage, towards.device, towards.nexthop, passage.route?.via !== undefined);
}
