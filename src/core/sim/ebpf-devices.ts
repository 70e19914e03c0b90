import { phrase, type Phrase } from '../lib/phrase';
import type { DsrInfo, NetdevResult } from '../linux/ebpf/from-netdev';
import { isDsrUnread } from '../linux/ebpf/host';
import { EBPF_PROGRAMS } from '../linux/ebpf/programs';
import type { Device } from '../linux/namespace';
import type { IpAddress } from '../net/ip';
import { formatIp } from '../net/ip';
import { formatEndpoint, type Packet } from '../net/packet';
import type { Walker, NewEbpfStep } from './walker';
import { askSocket, attach, byPhrase, ebpfMemories, saidOf, tellPeer, type Attached } from './ebpf-sockets';
import { INITIAL_TTL, makeSkb } from './errors';
import { answersFor, findDevice, findPeer, type BridgeNext, type FrameLanding } from './neighbour';
import { chooseNexthop, routeOutput } from './route';
import { stop, type Passage } from './world';

/** The device of the node that leads to its own Pods and through the tunnel (`cilium_host`). */
const HOST_DEVICE = 'cilium_host';

/** A packet at a device with a program. */
interface AtDevice {
  readonly passage: Passage;
  readonly device: string;
  readonly at: Attached;
}

function attached(passage: Passage, device: string): AtDevice | undefined {
  const at = attach(passage.world, passage.netns, passage.skb.packet);
  return at && { passage, device, at };
}

/** Writes down what a program did; `now`: the packet it made of the one it got. */
function record({ passage }: Pick<AtDevice, 'passage'>, step: Omit<NewEbpfStep, 'kind'>, now?: Packet): void {
  const { skb, leg } = passage;
  const before = skb.packet;
  const isChanged = now !== undefined && now !== before;
  if (isChanged) skb.packet = now;
  leg.step({ kind: 'ebpf', ...step, ...(isChanged ? { before } : {}) }, skb);
}

const says = (reason: Phrase): { readonly reason: Phrase } => ({ reason });

/** A packet comes in by a device of a node with programs. Undefined: it goes up to the IP stack. */
function ebpfReceive(passage: Passage, port: Device): BridgeNext | undefined {
  const here = attached(passage, port.name);
  if (!here) return undefined;
  if (port.peer && passage.world.network.netns.get(port.peer.netns)?.kind === 'pod') return fromPod(here);
  return port.segment === undefined ? undefined : fromWire(here);
}

/** `cil_from_container`: a Pod sends. */
function fromPod(here: AtDevice): BridgeNext | undefined {
  const { passage, device, at } = here;
  const { packet } = passage.skb;
  const result = EBPF_PROGRAMS.fromContainer(at.run, packet);
  const program = 'cil_from_container';
  if (result.kind === 'pass') {
    record(here, { program, device, did: 'passed', ...says(phrase('sim.ebpf.no-frontend')), ...saidOf(at, {}) });
    return onward(here);
  }
  const said = saidOf(at, result);
  if (result.kind === 'translated') {
    record(here, { program, device, did: 'translated', ...says(byPhrase(result.chosen)), ...said }, result.packet);
    return onward(here);
  }
  if (result.kind === 'drop') return dropped(here, program, { why: 'DROP_NO_SERVICE', said });
  if (result.kind === 'unread') {
    record(here, { program, device, did: 'passed', ...says(phrase('sim.ebpf.hairpin-six')), ...said });
    return unread(here, 'hairpin-six');
  }
  return refused(here, program, { said, source: packet.dst });
}

/** To an endpoint of this node at once; into the tunnel; by the stack, or past it. */
function onward(here: AtDevice): BridgeNext | undefined {
  const { passage, at } = here;
  const { dst } = passage.skb.packet;
  const where = EBPF_PROGRAMS.whereabouts(at.run, dst);
  if (where.kind === 'endpoint') return toEndpoint(here);
  if (where.kind === 'own') return undefined;
  if (where.kind === 'tunnel') return wrap(here, where.to);
  return at.node.host.settings.hostRouting === 'bpf' ? redirect(passage) : undefined;
}

type FrontendFields = ReturnType<typeof saidOf>;

function dropped(here: AtDevice, program: string, { why, said }: { why: string; said: FrontendFields }): BridgeNext {
  const { passage, device } = here;
  const reason = phrase('sim.ebpf.drop', { why });
  record(here, { program, device, did: 'dropped', reason, ...said });
  return stop(passage, reason, { kind: 'DROPPED', netns: passage.netns.id, by: program });
}

/** ICMP port unreachable, also for TCP, from the service's address, out of the device the packet came in by. */
function refused(
  here: AtDevice,
  program: string,
  { said, source }: { said: FrontendFields; source: IpAddress },
): BridgeNext {
  const { passage, device } = here;
  const { packet } = passage.skb;
  const reason = phrase('sim.ebpf.no-backend', { service: said.service ?? '' });
  record(here, { program, device, did: 'refused', reason, ...said });
  const isFour = packet.family === 'ipv4';
  const error = isFour
    ? ({ proto: 'icmp', type: 3, code: 3 } as const)
    : ({ proto: 'icmpv6', type: 1, code: 4 } as const);
  const l4 = { ...error, quoted: packet };
  const answer: Packet = { family: packet.family, src: source, dst: packet.src, ttl: INITIAL_TTL, l4 };
  const isLink = findDevice(passage.netns, device)?.peer !== undefined;
  const out = isLink ? { port: device } : { redirects: true as const };
  const start = { kind: 'originate', by: 'kernel', bound: false, ...out } as const;
  passage.world.pending.push({ role: 'error', netns: passage.netns, skb: makeSkb(answer), start });
  const rejected = { kind: 'REJECTED', netns: passage.netns.id, with: 'icmp-port-unreachable', by: program } as const;
  return stop(passage, reason, rejected);
}

/** Ends a packet as unknown: this case of the programs was not read in Cilium's sources. */
function unread(
  { passage }: AtDevice,
  why: 'dsr-inside' | 'no-endpoint' | 'hairpin-six' | 'dsr-in-tunnel',
): BridgeNext {
  const reason = phrase(`sim.ebpf.${why}`);
  return stop(passage, reason, { kind: 'UNKNOWN', netns: passage.netns.id, reason });
}

/** The Pod that has an address, behind the device that leads to it. */
function findPod({ world, netns }: Passage, address: IpAddress): { port: string; landing: FrameLanding } | undefined {
  for (const device of netns.devices) {
    const landing = findPeer(world.network, device);
    if (landing?.netns.kind === 'pod' && answersFor(landing, address)) return { port: device.name, landing };
  }
  return undefined;
}

/** `cil_to_container`: into the Pod; an answer to what was translated at its interface is made one of the service. */
function toEndpoint(here: AtDevice): BridgeNext | undefined {
  const { passage, at } = here;
  const { packet } = passage.skb;
  // It never comes to the device that gives it the service's address: what the Pod's program does was not read.
  if (EBPF_PROGRAMS.isTold(at.run, packet)) return unread(here, 'dsr-inside');
  const restored = EBPF_PROGRAMS.toContainer(at.run, packet);
  const found = findPod(passage, restored.dst);
  if (!found) return undefined;
  const did = restored === packet ? 'delivered' : 'restored';
  const reason = phrase(did === 'delivered' ? 'sim.ebpf.to-endpoint' : 'sim.ebpf.restored');
  record(here, { program: 'cil_to_container', device: found.port, did, reason, ...saidOf(at, {}) }, restored);
  const { landing } = found;
  passage.leg.step(
    { kind: 'transmit', device: found.port, to: { netns: landing.netns.id, device: landing.device } },
    passage.skb,
  );
  return { kind: 'landed', landing };
}

/** The program finds the way itself and hands the packet to the device (`fib_redirect`): no hook is asked. */
function redirect(passage: Passage): BridgeNext {
  const { skb, netns, leg } = passage;
  const choose: Parameters<typeof routeOutput>[1]['choose'] = (route) => chooseNexthop(passage, route);
  const found = routeOutput(netns, { dst: skb.packet.dst, mark: 0, anySource: true, packet: skb.packet, choose });
  // bpf_fib_lookup() forwards by routes of unicast alone: no anycast, no broadcast (BPF_FIB_LKUP_RET_NOT_FWDED).
  if (!found.ok || found.value.route.type !== 'unicast') {
    const reason = phrase('sim.ebpf.no-route');
    return stop(passage, reason, { kind: 'NO_ROUTE', netns: netns.id, reason });
  }
  const { route, device, nexthop } = found.value;
  passage.route = route;
  const reason = phrase('sim.ebpf.redirect', { device });
  leg.step({ kind: 'routing', decision: 'forward', route, device, again: false, reason }, skb);
  if (skb.packet.ttl <= 1) {
    return stop(passage, phrase('sim.routing.ttl'), { kind: 'TTL_EXCEEDED', netns: netns.id });
  }
  skb.packet = { ...skb.packet, ttl: skb.packet.ttl - 1 };
  return { kind: 'transmit', device, nexthop, viaGateway: route.via !== undefined };
}

/** Into the tunnel: on the wire it is a packet from node to node. */
function wrap(here: AtDevice, tunnel: IpAddress, dsr?: DsrInfo): BridgeNext {
  const { passage, at } = here;
  const { tunnelDevice } = at.node.host.settings;
  const { skb, netns } = passage;
  const found = routeOutput(netns, { dst: tunnel, mark: 0, anySource: true });
  const reason = phrase('sim.ebpf.tunnel', { node: formatIp(tunnel) });
  record(here, { program: 'cil_to_overlay', device: tunnelDevice, did: 'wrapped', reason, lookups: [] });
  if (!found.ok) return stop(passage, reason, { kind: 'NO_ROUTE', netns: netns.id, reason });
  skb.carries = { tunnel, ...(dsr ? { dsr } : {}) };
  const { route, device, nexthop } = found.value;
  return { kind: 'transmit', device, nexthop, viaGateway: route.via !== undefined };
}

/** A packet comes in by the wire: `cil_from_netdev`, out of the tunnel `cil_from_overlay`, for other nodes' backends in XDP. */
function fromWire(here: AtDevice): BridgeNext | undefined {
  const { passage, at } = here;
  const { carries } = passage.skb;
  delete passage.skb.carries;
  const { packet } = passage.skb;
  const result = EBPF_PROGRAMS.fromNetdev(at.run, packet, carries?.dsr);
  const isOverlay = carries?.tunnel !== undefined;
  const isEarly = at.node.host.settings.xdp && (result.kind === 'remote' || result.kind === 'reply');
  const program = isOverlay ? 'cil_from_overlay' : isEarly ? 'cil_xdp_entry' : 'cil_from_netdev';
  const device = isOverlay ? at.node.host.settings.tunnelDevice : here.device;
  return act({ ...here, device }, program, result);
}

/** Carries out the result of a program at a device: passes on, translates, redirects or drops, and records the step. */
function act(here: AtDevice, program: string, result: NetdevResult): BridgeNext | undefined {
  const { passage, device, at } = here;
  const said = saidOf(at, 'service' in result ? { ...result } : {});
  switch (result.kind) {
    case 'drop':
      return dropped(here, program, { why: result.why, said });
    case 'reject':
      return refused(here, program, { said, source: passage.skb.packet.dst });
    case 'pass':
      record(here, { program, device, did: 'passed', reason: phrase('sim.ebpf.no-frontend'), ...said });
      return upOrIn(here, program);
    case 'reply': {
      record(
        here,
        { program, device, did: 'restored', reason: phrase('sim.ebpf.reverse-snat'), ...said },
        result.packet,
      );
      return upOrIn(here, program) ?? backOut(here);
    }
    case 'local': {
      const reason = result.chosen ? byPhrase(result.chosen) : phrase('sim.ebpf.by-connection');
      record(here, { program, device, did: 'translated', reason, ...said }, result.packet);
      return upOrIn(here, program);
    }
    case 'remote':
      return spread(here, program, result);
  }
}

/** A local endpoint gets it: at once, or in legacy host routing by the stack. Out of the tunnel always at once. */
function upOrIn(here: AtDevice, program: string): BridgeNext | undefined {
  const { passage, at } = here;
  const isDirect = at.node.host.settings.hostRouting === 'bpf' || program === 'cil_from_overlay';
  const { kind } = EBPF_PROGRAMS.whereabouts(at.run, passage.skb.packet.dst);
  return kind === 'endpoint' && isDirect ? toEndpoint(here) : undefined;
}

/** A reply whose client is not of this node: to it, by the route or the tunnel. */
function backOut(here: AtDevice): BridgeNext | undefined {
  const { passage, at } = here;
  const where = EBPF_PROGRAMS.whereabouts(at.run, passage.skb.packet.dst);
  passage.skb.snatDone = true;
  if (where.kind === 'tunnel') return wrap(here, where.to);
  return where.kind === 'elsewhere' ? redirect(passage) : undefined;
}

function spread(here: AtDevice, program: string, result: Extract<NetdevResult, { kind: 'remote' }>): BridgeNext {
  const { passage, device, at } = here;
  const { dsr, chosen } = result;
  const { dsrInGeneve, tunnel } = at.node.host.settings;
  const how = dsr
    ? phrase(dsrInGeneve ? 'sim.ebpf.dsr-geneve' : 'sim.ebpf.dsr', { service: formatEndpoint(dsr.address, dsr.port) })
    : chosen
      ? byPhrase(chosen)
      : phrase('sim.ebpf.by-connection');
  const step = { program, device, did: dsr ? 'told' : 'spread', reason: how, ...saidOf(at, result) } as const;
  record(here, step, result.packet);
  if (dsr && isDsrUnread(at.node.host)) return unread(here, 'dsr-in-tunnel');
  passage.skb.snatDone = true;
  const where = EBPF_PROGRAMS.whereabouts(at.run, result.packet.dst, tunnel || (dsr !== undefined && dsrInGeneve));
  if (where.kind === 'tunnel') return wrap(here, where.to, dsr);
  const next = redirect(passage);
  if (dsr) passage.skb.carries = { dsr };
  return next;
}

/**
 * A packet leaves by a device of a node with programs: `cil_to_netdev`, or at cilium_host `cil_from_host`, which is the
 * way to the node's own Pods and into the tunnel. Undefined: it leaves as it is now.
 */
function ebpfTransmit(passage: Passage, device: Device): BridgeNext | undefined {
  const here = attached(passage, device.name);
  if (!here) return undefined;
  if (device.name === HOST_DEVICE) return fromHost(here);
  const { skb } = passage;
  if (device.segment === undefined || skb.carries?.tunnel || skb.snatDone) return undefined;
  const { at } = here;
  const program = 'cil_to_netdev';
  const result = EBPF_PROGRAMS.toNetdev(at.run, skb.packet);
  const said = saidOf(at, {});
  if (!result) return dropped(here, program, { why: 'DROP_NAT_NO_MAPPING', said });
  const { did, packet } = result;
  if (did === 'nothing') return undefined;
  const reason = phrase(did === 'reverse' ? 'sim.ebpf.reverse-dnat' : 'sim.ebpf.masquerade');
  record(
    here,
    { program, device: device.name, did: did === 'reverse' ? 'restored' : 'masqueraded', reason, ...said },
    packet,
  );
  return undefined;
}

function fromHost(here: AtDevice): BridgeNext {
  const { passage, at, device } = here;
  const where = EBPF_PROGRAMS.whereabouts(at.run, passage.skb.packet.dst);
  const step = { program: 'cil_from_host', device, did: 'passed', lookups: [] } as const;
  if (where.kind === 'tunnel') {
    record(here, { ...step, reason: phrase('sim.ebpf.from-host') });
    return wrap(here, where.to);
  }
  const into = where.kind === 'endpoint' ? toEndpoint(here) : undefined;
  if (into) return into;
  record(here, { ...step, reason: phrase('sim.ebpf.no-endpoint') });
  return unread(here, 'no-endpoint');
}

/** Everything that walks packets through programs. */
export const EBPF_WALKER: Walker = {
  askSocket,
  tellPeer,
  receive: ebpfReceive,
  transmit: ebpfTransmit,
  redirect,
  memories: ebpfMemories,
};
