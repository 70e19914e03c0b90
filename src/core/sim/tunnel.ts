import { phrase, type Phrase } from '../lib/phrase';
import { createNamedRng } from '../lib/random';
import { UDP, makeTuple } from '../linux/conntrack/tuple';
import type { Device, Tunnel, TunnelPeer } from '../linux/namespace';
import type { Skb } from '../linux/skb';
import { sameIp, type IpAddress } from '../net/ip';
import { protocolNumber, tupleKey, VXLAN_PORT, type L4Header, type Packet, type Wrapped } from '../net/packet';
import { INITIAL_TTL, sendIcmpError } from './errors';
import { findDevice } from './neighbour';
import { routeOutput } from './route';
import { stop, type Next, type Passage } from './world';

/** IPv4 in IPv4 (RFC 2003). */
const IPIP = 4;
/** `net.ipv4.ip_local_port_range`: the outer source port is a hash of the inner flow, laid into it (`udp_flow_src_port`). */
const LOCAL_PORTS = { least: 32_768, count: 28_231 } as const;
/** A tunnel in a tunnel in a tunnel: `XMIT_RECURSION_LIMIT`. */
const DEEPEST = 8;

/** How many headers a packet is wrapped in. */
function depthOf({ inner }: Packet): number {
  return inner ? 1 + depthOf(inner.packet) : 0;
}

/** The destination of the outer packet: the tunnel's one remote, the entry of the forwarding database, or the next hop itself. */
function findPeer({ kind, remote, peers = [] }: Tunnel, nexthop: IpAddress): TunnelPeer | undefined {
  if (remote || kind === 'ipip') return { nexthop, remote: remote ?? nexthop };
  return peers.find((peer) => sameIp(peer.nexthop, nexthop));
}

/**
 * The next hop's hardware address is known, but no host behind it: what nobody is to get is counted and dropped without
 * a word, what many get is taken by whoever has that address, which no listing tells (`vxlan_xmit`).
 */
function unplaced(passage: Passage, device: string, { lladdr = '', isFlooded }: TunnelPeer): Next {
  const reason = phrase(isFlooded ? 'sim.tunnel.flooded' : 'sim.tunnel.no-entry', { device, lladdr });
  const { id: netns } = passage.netns;
  return stop(
    passage,
    reason,
    isFlooded ? { kind: 'UNKNOWN', netns, reason } : { kind: 'DROPPED', netns, by: 'tunnel' },
  );
}

/** Of the traffic class only ECN is seen outside; a mark of congestion is not (`INET_ECN_encapsulate`). */
function outerTos({ tos = 0 }: Packet): Pick<Packet, 'tos'> {
  const ecn = tos & 3;
  return ecn === 0 ? {} : { tos: ecn === 3 ? 2 : ecn };
}

/** The header between the outer address and the packet that is carried. */
function outerHeader({ world, netns, skb }: Passage, { kind, port = VXLAN_PORT }: Tunnel): L4Header {
  if (kind === 'ipip') return { proto: 'other', protocol: IPIP };
  const drawn = createNamedRng(world.seed, `${netns.id} ${tupleKey(makeTuple(skb.packet))}`);
  return { proto: 'udp', sport: LOCAL_PORTS.least + drawn.below(LOCAL_PORTS.count), dport: port };
}

/**
 * Puts another packet into the buffer: conntrack, hooks and routing of the old one are forgotten, the mark stays
 * (`skb_scrub_packet`).
 */
function becomes(passage: Passage, packet: Packet, local: boolean): void {
  const { skb } = passage;
  const known: Skb = { packet, mark: skb.mark, local };
  for (const key of Object.keys(skb) as (keyof Skb)[]) if (!(key in known)) delete skb[key];
  Object.assign(skb, known);
  delete passage.route;
  delete passage.reroutedTo;
  delete passage.broadcast;
}

function refuse(passage: Passage, reason: Phrase): Next {
  const { skb, netns } = passage;
  const { family } = skb.packet;
  if (!skb.packet.inner) sendIcmpError(passage, family === 'ipv4' ? { type: 3, code: 1 } : { type: 1, code: 3 });
  return stop(passage, reason, { kind: 'DROPPED', netns: netns.id, by: 'tunnel' });
}

/**
 * A packet leaves by a tunnel device: it becomes what the outer one carries, which the host sends as if it had made it
 * (net/ipv4/ip_tunnel.c `ip_tunnel_xmit`, drivers/net/vxlan `vxlan_xmit_one`, both by `iptunnel_xmit`).
 *
 * @returns why it went nowhere; undefined: `passage` has the outer packet now, which is to be sent
 */
export function wrap(passage: Passage, device: Device, nexthop: IpAddress): Next | undefined {
  const { skb, netns, leg } = passage;
  const { name, tunnel } = device;
  if (!tunnel) return undefined;
  leg.step({ kind: 'transmit', device: name, end: 'tunnel' }, skb);
  const before = skb.packet;
  if (depthOf(before) >= DEEPEST) return refuse(passage, phrase('sim.tunnel.loop', { device: name }));
  if (tunnel.kind === 'ipip' && before.family === 'ipv6')
    return refuse(passage, phrase('sim.tunnel.family', { device: name }));
  const peer = findPeer(tunnel, nexthop);
  if (!peer) return refuse(passage, phrase('sim.tunnel.no-peer', { device: name }));
  const { remote } = peer;
  if (!remote) return unplaced(passage, name, peer);
  const asked = { dst: remote, mark: tunnel.kind === 'vxlan' ? skb.mark : 0, anySource: true };
  const found = routeOutput(netns, { ...asked, ...(tunnel.local ? { src: tunnel.local } : {}) });
  if (!found.ok) return refuse(passage, phrase('sim.routing.output-failed', { errno: found.error }));
  if (found.value.device === name) return refuse(passage, phrase('sim.tunnel.loop', { device: name }));
  const ttl = tunnel.kind === 'ipip' ? before.ttl : INITIAL_TTL;
  const inner: Wrapped = {
    by: tunnel.kind,
    ...(tunnel.vni === undefined ? {} : { vni: tunnel.vni }),
    packet: before,
  };
  const ends = { family: remote.family, src: found.value.src, dst: remote };
  const packet: Packet = { ...ends, ttl, ...outerTos(before), l4: outerHeader(passage, tunnel), inner };
  becomes(passage, packet, true);
  leg.step({ kind: 'tunnel', device: name, action: 'wrap', by: tunnel.kind, before }, skb);
  passage.world.recorder.assume(phrase('sim.tunnel.headers-only', { device: name }));
  return undefined;
}

/** Is the tunnel where a packet that was delivered here ends? */
function takes({ kind, local, remote, vni, port = VXLAN_PORT }: Tunnel, { src, dst, l4, inner }: Packet): boolean {
  if (inner?.by !== kind || (local && !sameIp(local, dst)) || (remote && !sameIp(remote, src))) return false;
  if (kind === 'ipip') return protocolNumber(l4) === IPIP;
  return protocolNumber(l4) === UDP && l4.proto === 'udp' && l4.dport === port && inner.vni === vni;
}

/**
 * A packet that INPUT let pass is one of a tunnel here: what it carries is taken out and comes in by the tunnel's device
 * (net/ipv4/ipip.c `ipip_rcv`, drivers/net/vxlan `vxlan_rcv`).
 *
 * @returns that device; undefined: no tunnel of this host takes it
 */
export function unwrap(passage: Passage): string | undefined {
  const { skb, netns, leg } = passage;
  const before = skb.packet;
  if (!before.inner) return undefined;
  const device = netns.devices.find(({ up, tunnel }) => up && tunnel !== undefined && takes(tunnel, before));
  if (!device) return undefined;
  const { by, packet } = before.inner;
  becomes(passage, packet, false);
  leg.step({ kind: 'tunnel', device: device.name, action: 'unwrap', by, before }, skb);
  leg.step({ kind: 'receive', device: device.name }, skb);
  return device.name;
}

/** The device that a packet is about to leave by, if it is a tunnel whose far end is known. */
export function findTunnel({ netns }: Passage, name: string): Device | undefined {
  const device = findDevice(netns, name);
  return device?.up && device.tunnel ? device : undefined;
}
