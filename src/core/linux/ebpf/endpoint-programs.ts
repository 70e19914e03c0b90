import { contains, sameIp } from '../../net/ip';
import { withEndpoints, type Packet } from '../../net/packet';
import { chooseBackend, type ChosenBackend } from './choose-backend';
import { reverseDnat, snat } from './from-netdev';
import { addressKey, findCt, isOwn, lbProtocol, putCt, reversed, tupleOf, type ProgramRun } from './host';
import type { LbService } from './lb-maps';
import { lookupInside } from './sock-lb';

/** Result of the program at a Pod's interface for a packet the Pod sends. */
export type ContainerResult =
  | { readonly kind: 'pass'; readonly packet: Packet }
  | {
      readonly kind: 'translated';
      readonly packet: Packet;
      readonly service: LbService;
      readonly chosen: ChosenBackend;
    }
  | { readonly kind: 'reject'; readonly service: LbService }
  | { readonly kind: 'drop'; readonly service: LbService }
  /** A Pod that reaches itself by IPv6: there is no other source for it, and what becomes of it was not read. */
  | { readonly kind: 'unread'; readonly service: LbService };

/**
 * Translation of each packet at the Pod (bpf/bpf_lxc.c `cil_from_container`): where sockets of Pods are left alone, and
 * for SCTP. Slots are always drawn; external IPs are translated, too; a Pod that reaches itself gets another source.
 */
export function fromContainer(run: ProgramRun, packet: Packet): ContainerResult {
  const { host, state } = run;
  const tuple = tupleOf(packet);
  const perPacket = host.settings.socketLb === 'hostns-only' || packet.l4.proto === 'sctp';
  if (!tuple || !perPacket) return { kind: 'pass', packet };
  const key = { address: packet.dst, port: tuple.dport, protocol: lbProtocol(packet) };
  const service = lookupInside(host, key);
  if (!service || service.port === 0) return { kind: 'pass', packet };
  const known = findCt(state, 'SVC', tuple);
  const before = known && host.maps.backend(known.backendId);
  const fresh = (): ChosenBackend | undefined => chooseBackend(run, service, { key: addressKey(packet.src) });
  const chosen: ChosenBackend | undefined = before ? { backend: before, by: 'connection' } : fresh();
  if (!chosen) return { kind: host.settings.noBackend === 'reject' ? 'reject' : 'drop', service };
  const { backend } = chosen;
  if (packet.family === 'ipv6' && sameIp(backend.address, packet.src)) return { kind: 'unread', service };
  putCt(state, { direction: 'SVC', tuple, packet }, { backendId: backend.id, revNat: service.id, flags: [] });
  const loops = sameIp(backend.address, packet.src);
  const change = { dst: backend.address, dport: backend.port, ...(loops ? { src: host.settings.loopback } : {}) };
  const translated = withEndpoints(packet, change);
  const out = tupleOf(translated);
  const flags = loops ? (['LBLoopback'] as const) : [];
  if (out) putCt(state, { direction: 'OUT', tuple: out, packet }, { backendId: backend.id, revNat: service.id, flags });
  return { kind: 'translated', packet: translated, service, chosen };
}

/**
 * A packet reaches the Pod that asked (`cil_to_container`): a reply of a connection translated here has the service's
 * address as its source again. One to 169.254.42.1 is the Pod's own.
 */
export function toContainer(run: ProgramRun, packet: Packet): Packet {
  const { state, host } = run;
  const tuple = tupleOf(packet);
  const entry = tuple && findCt(state, 'OUT', reversed(tuple));
  if (!entry || entry.flags.includes('NodePort')) return packet;
  const restored = reverseDnat(run, packet) ?? packet;
  const loops = entry.flags.includes('LBLoopback') && sameIp(packet.dst, host.settings.loopback);
  return loops ? withEndpoints(restored, { dst: packet.src }) : restored;
}

/** A packet on its way out by a device, as the program left it. */
export interface ToNetdev {
  readonly packet: Packet;
  /** `reverse`: a local backend's reply has the service's address; `masquerade`: the node's own. */
  readonly did: 'nothing' | 'reverse' | 'masquerade';
}

/**
 * A packet leaves by a device (bpf/bpf_host.c `cil_to_netdev`): replies of local backends get the service's address, and
 * what Pods send out of the cluster the node's, unless netfilter does that. Undefined: no port is free.
 */
export function toNetdev(run: ProgramRun, packet: Packet): ToNetdev | undefined {
  const { host } = run;
  const reply = reverseDnat(run, packet);
  if (reply) return { packet: reply, did: 'reverse' };
  if (host.settings.masquerade !== 'bpf' || isAnswer(run, packet) || !leavesCluster(run, packet))
    return { packet, did: 'nothing' };
  const translated = snat(run, packet, 'node');
  return translated && { packet: translated, did: 'masquerade' };
}

/** Does a Pod of this node answer somebody whose packet came in for it? */
function isAnswer({ state }: ProgramRun, packet: Packet): boolean {
  const tuple = tupleOf(packet);
  return tuple !== undefined && findCt(state, 'IN', reversed(tuple)) !== undefined;
}

/** From a Pod of this node to what is no Pod; in a tunnel other nodes count as outside. */
export function leavesCluster({ host }: ProgramRun, { src, dst }: Packet): boolean {
  if (!host.endpoints.has(addressKey(src)) || isOwn(host, dst)) return false;
  if (host.podRanges.some((range) => contains(range, dst))) return false;
  return host.settings.tunnel || !host.remoteNodes.has(addressKey(dst));
}
