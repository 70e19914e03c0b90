import { contains, sameIp, type IpAddress } from '../../net/ip';
import { hasPorts, withEndpoints, type Packet, type Tuple } from '../../net/packet';
import { chooseBackend, clientOfAddress, type ChosenBackend } from './choose-backend';
import {
  addressKey,
  findCt,
  isLocal,
  isSyn,
  lbProtocol,
  putCt,
  reversed,
  tupleOf,
  type ProgramRun,
  findNat,
  tunnelTowards,
  ownSource,
  putNat,
  type EbpfHost,
  type CiliumTables,
} from './host';
import type { LbBackend, LbService } from './lb-maps';

/** Why a program drops a packet, as `cilium monitor` names it (bpf/lib/common.h DROP_*). */
export type EbpfDrop =
  | 'DROP_NOT_IN_SRC_RANGE'
  | 'DROP_IS_CLUSTER_IP'
  | 'DROP_NO_SERVICE'
  | 'DROP_NAT_NO_MAPPING'
  | 'DROP_INVALID';

/** The service a backend's node is told of: in an IP option or a Geneve option. */
export interface DsrInfo {
  readonly address: IpAddress;
  readonly port: number;
}

/** Result of `cil_from_netdev` for a packet that came in by a device. */
export type NetdevResult =
  /** No service and no reply: up to delivery or the node's stack. */
  | { readonly kind: 'pass'; readonly packet: Packet }
  | { readonly kind: 'drop'; readonly why: EbpfDrop; readonly service?: LbService }
  /** ICMP port unreachable, also for TCP, with the service's address as its source. */
  | { readonly kind: 'reject'; readonly service: LbService }
  /** To an endpoint of this node; its source stays. */
  | { readonly kind: 'local'; readonly packet: Packet; readonly service: LbService; readonly chosen?: ChosenBackend }
  /** Out again to another node. */
  | {
      readonly kind: 'remote';
      readonly packet: Packet;
      readonly service: LbService;
      readonly chosen?: ChosenBackend;
      readonly dsr?: DsrInfo;
    }
  /** A reply to a connection this node spread: back to the client. */
  | { readonly kind: 'reply'; readonly packet: Packet };

const drop = (why: EbpfDrop, service?: LbService): NetdevResult => ({
  kind: 'drop',
  why,
  ...(service ? { service } : {}),
});

/** The frontend of packets from outside: by address, port and protocol; keys of old have no protocol. */
function lookup({ host }: ProgramRun, { protocol, dst, dport }: Tuple, packet: Packet): LbService | undefined {
  const key = { address: dst, port: dport, scope: 0 } as const;
  const found = host.maps.service({ ...key, protocol: lbProtocol(packet) });
  return protocol === 0 ? undefined : (found ?? host.maps.service({ ...key, protocol: 'ANY' }));
}

/** From 1.19 on: the address is a service's, whatever the port. */
function isWildcard({ host }: ProgramRun, address: IpAddress): boolean {
  return host.maps.service({ address, port: 0, protocol: 'ANY', scope: 0 }) !== undefined;
}

/** The backend of a connection: the one it has, if it still may; else a new one. */
function backendOf(
  run: ProgramRun,
  service: LbService,
  packet: Packet,
  tuple: Tuple,
): { readonly backend: LbBackend; readonly chosen?: ChosenBackend } | undefined {
  const { host, state } = run;
  const known = findCt(state, 'SVC', tuple);
  const before = known && host.maps.backend(known.backendId);
  const stays = before && (before.state === 'active' || !isSyn(packet.l4));
  const chosen = stays ? undefined : chooseBackend(run, service, clientOfAddress(packet.src), packet);
  const backend = stays ? before : chosen?.backend;
  if (!backend) return undefined;
  const entry = { backendId: backend.id, revNat: service.id, flags: isSyn(packet.l4) ? [] : (['SeenNonSyn'] as const) };
  putCt(state, { direction: 'SVC', tuple, packet }, entry);
  return { backend, ...(chosen ? { chosen } : {}) };
}

/** May a client use the frontend by its source ranges? */
function isAllowed({ host }: ProgramRun, service: LbService, src: IpAddress): boolean {
  if (!service.flags.includes('check source-range')) return true;
  return host.maps.isInRange(service.id, src) !== service.flags.includes('deny');
}

function isDsr({ host }: ProgramRun, service: LbService, packet: Packet): boolean {
  if (service.flags.includes('dsr')) return true;
  const { mode, modeByFlag } = host.settings;
  if (modeByFlag) return false;
  return mode === 'dsr' || (mode === 'hybrid' && packet.l4.proto === 'tcp');
}

/** A backend of another node: translated here, or told to that node. */
function toRemote(
  run: ProgramRun,
  service: LbService,
  packet: Packet,
  chosen: ChosenBackend | undefined,
): NetdevResult {
  const { host } = run;
  const said = { service, ...(chosen ? { chosen } : {}) };
  if (service.type === 'HostPort') return drop('DROP_NO_SERVICE', service);
  if (isDsr(run, service, packet)) {
    return { kind: 'remote', packet, ...said, dsr: { address: service.address, port: service.port } };
  }
  // Other nodes themselves have no tunnel: their processes see this node (`tail_nodeport_nat_egress_ipv4`).
  const isWrapped = host.settings.tunnel && tunnelTowards(host, packet.dst) !== undefined;
  const translated = snat(run, packet, isWrapped ? 'cilium_host' : 'node');
  return translated ? { kind: 'remote', packet: translated, ...said } : drop('DROP_NAT_NO_MAPPING', service);
}

/**
 * A packet to a frontend (bpf/lib/nodeport.h `nodeport_svc_lb4`): the checks in their order, a backend, and where it is. One that
 * sent it gets it with its own source (DISABLE_LOOPBACK_LB, later no USE_LOOPBACK_LB, in bpf_host.c): 169.254.42.1 is for Pods alone.
 */
function balance(run: ProgramRun, service: LbService, packet: Packet, tuple: Tuple): NetdevResult {
  const { host, state } = run;
  if (!isAllowed(run, service, packet.src)) return drop('DROP_NOT_IN_SRC_RANGE', service);
  if (service.flags.includes('non-routable')) return drop('DROP_IS_CLUSTER_IP', service);
  const found = backendOf(run, service, packet, tuple);
  if (!found)
    return host.settings.noBackend === 'reject' ? { kind: 'reject', service } : drop('DROP_NO_SERVICE', service);
  const { backend, chosen } = found;
  const translated = withEndpoints(packet, { dst: backend.address, dport: backend.port });
  const local = isLocal(host, backend.address);
  // A node that tells the backend's own keeps nothing but the choice.
  if (local || !isDsr(run, service, packet)) {
    const out = tupleOf(translated);
    if (out)
      putCt(state, { direction: 'OUT', tuple: out, packet }, { backendId: 0, revNat: service.id, flags: ['NodePort'] });
  }
  if (!local) return toRemote(run, service, translated, chosen);
  return { kind: 'local', packet: translated, service, ...(chosen ? { chosen } : {}) };
}

/** The source of a reply becomes the service's address, by the connection it answers (`lb4_rev_nat`). */
export function reverseDnat({ host, state }: ProgramRun, packet: Packet): Packet | undefined {
  const tuple = tupleOf(packet);
  const asked = tuple && reversed(tuple);
  const told = tuple && findCt(state, 'IN', reversed(tuple))?.service;
  const entry = asked && findCt(state, 'OUT', asked);
  const from = told ?? (entry && entry.revNat !== 0 ? host.maps.reverseNat(entry.revNat) : undefined);
  return from && withEndpoints(packet, { src: from.address, sport: from.port });
}

/** The packet tells which service it was sent to (DSR): the reply will have that source. */
function takeDsr({ state }: ProgramRun, packet: Packet, dsr: DsrInfo): void {
  const tuple = tupleOf(packet);
  if (!tuple) return;
  putCt(state, { direction: 'IN', tuple, packet }, { backendId: 0, revNat: 0, flags: ['DSRInternal'], service: dsr });
}

/**
 * Remembers a packet that came in for a Pod itself (bpf_lxc.c `ipv4_policy`): its answers are no connections of the
 * Pod's own.
 */
function notice({ host, state }: ProgramRun, packet: Packet, tuple: Tuple): void {
  const isInside = host.podRanges.some((range) => contains(range, packet.src));
  if (isInside || !host.endpoints.has(addressKey(packet.dst))) return;
  putCt(state, { direction: 'IN', tuple, packet }, { backendId: 0, revNat: 0, flags: [] });
}

/**
 * A packet comes in by a device (bpf/bpf_host.c `cil_from_netdev`, bpf/lib/nodeport.h `nodeport_lb4`): a frontend's,
 * a reply of a connection that was spread here, one that another node told of, or neither. `dsr`: what it carries.
 */
export function fromNetdev(run: ProgramRun, packet: Packet, dsr?: DsrInfo): NetdevResult {
  const tuple = tupleOf(packet);
  if (!tuple || !hasPorts(packet.l4)) return { kind: 'pass', packet };
  if (dsr) {
    takeDsr(run, packet, dsr);
    return { kind: 'pass', packet };
  }
  const service = lookup(run, tuple, packet);
  if (service && service.port !== 0) return balance(run, service, packet, tuple);
  if (isWildcard(run, packet.dst)) return drop('DROP_NO_SERVICE');
  const restored = reverseSnat(run, packet);
  if (!restored) {
    notice(run, packet, tuple);
    return { kind: 'pass', packet };
  }
  return { kind: 'reply', packet: reverseDnat(run, restored) ?? restored };
}

/** How often another port is tried where one is taken (SNAT_COLLISION_RETRIES). */
const TRIES = 32;
const LAST_PORT = 0xffff;

/** The first port of translated sources: above the NodePorts. */
function firstPort({ settings }: EbpfHost): number {
  return settings.nodePortRange[1] + 1;
}

/** Is the port free for this destination: would replies to it be anybody else's? */
function isFree(state: CiliumTables, tuple: Tuple, to: { address: IpAddress; port: number }, client: Tuple): boolean {
  const back = reversed({ ...tuple, src: to.address, sport: to.port });
  const known = findNat(state, 'IN', back);
  return !known || (known.port === client.sport && sameIp(known.address, client.src));
}

/** The client's own port if it may stay, else another. The kernel draws it: any free one would be as right. */
function choosePort(run: ProgramRun, tuple: Tuple, address: IpAddress): number | undefined {
  const first = firstPort(run.host);
  const size = LAST_PORT - first + 1;
  const start = tuple.sport >= first ? tuple.sport : first + (tuple.sport % size);
  for (let at = 0; at < TRIES; at++) {
    const port = first + ((start - first + at) % size);
    if (isFree(run.state, tuple, { address, port }, tuple)) return port;
  }
  return undefined;
}

/**
 * Gives a packet the node's source, the same one for all packets of its connection, and remembers the way back
 * (bpf/lib/nat.h `snat_v4_nat`). Undefined: no port is free, or no address of the family (DROP_NAT_NO_MAPPING).
 */
export function snat(run: ProgramRun, packet: Packet, device: 'node' | 'cilium_host'): Packet | undefined {
  const { state, host } = run;
  const tuple = tupleOf(packet);
  const address = ownSource(host, packet.family, device);
  if (!address) return undefined;
  // Echo requests keep their id here; the kernel draws another where it is taken.
  if (!tuple) return withEndpoints(packet, { src: address });
  const known = findNat(state, 'OUT', tuple);
  const port = known?.port ?? choosePort(run, tuple, address);
  if (port === undefined) return undefined;
  const to = known ?? { address, port };
  const translated = withEndpoints(packet, { src: to.address, sport: to.port });
  putNat(state, { direction: 'OUT', tuple, packet }, to);
  const back = reversed({ ...tuple, src: to.address, sport: to.port });
  putNat(state, { direction: 'IN', tuple: back, packet }, { address: tuple.src, port: tuple.sport });
  return translated;
}

/** A reply to a translated source gets its own destination back; undefined: it is none. */
export function reverseSnat({ state }: ProgramRun, packet: Packet): Packet | undefined {
  const tuple = tupleOf(packet);
  const to = tuple && findNat(state, 'IN', tuple);
  return to && withEndpoints(packet, { dst: to.address, dport: to.port });
}
