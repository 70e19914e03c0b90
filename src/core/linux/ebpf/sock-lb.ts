import { isLoopback, isUnspecified, type IpAddress } from '../../net/ip';
import { chooseBackend, type ChosenBackend } from './choose-backend';
import { addressKey, isOwn, type EbpfHost, type ProgramRun } from './host';
import type { LbKey, LbProtocol, LbService } from './lb-maps';

/** A socket that connects or sends: in a Pod, or in the node's own namespace. */
export interface AskingSocket {
  /** Undefined: the node's own. */
  readonly pod?: string;
  /** The socket, told apart from others of the node. */
  readonly cookie: string;
  /** The socket is connected: a datagram keeps its backend. */
  readonly connected?: boolean;
}

/** Destination a socket asks for. */
export interface SocketTarget {
  readonly address: IpAddress;
  readonly port: number;
  readonly protocol: LbProtocol;
}

/** Why a socket's destination stays as it is. */
export type Untouched = 'pod-socket' | 'protocol' | 'no-service' | 'external-ip' | 'host-port' | 'loopback-only';

/** Result of `cil_sock4_connect` and `cil_sock4_sendmsg` for a destination. */
export type SocketResult =
  | { readonly kind: 'untouched'; readonly why: Untouched }
  | { readonly kind: 'translated'; readonly service: LbService; readonly chosen: ChosenBackend }
  /** connect() fails: there is no backend. */
  | { readonly kind: 'failed'; readonly errno: 'EHOSTUNREACH'; readonly service: LbService };

/** The frontend of a key for clients of the cluster: where it stands twice, the one of scope 1 or none. */
export function lookupInside({ maps }: EbpfHost, key: Omit<LbKey, 'scope'>): LbService | undefined {
  const found = maps.service({ ...key, scope: 0 }) ?? maps.service({ ...key, protocol: 'ANY', scope: 0 });
  return found?.flags.includes('two-scopes') ? maps.service({ ...found, scope: 1 }) : found;
}

/** Any address of the family, as NodePorts and hostPorts are written. */
const anyOf = ({ family, words }: IpAddress): IpAddress => ({ family, words: words.map(() => 0) });

/** NodePorts answer at every address of every node, hostPorts at those of this one (`sock4_wildcard_lookup`). */
function lookupWildcard(host: EbpfHost, target: SocketTarget, isHostSocket: boolean): LbService | undefined {
  const [from, to] = host.settings.nodePortRange;
  const isNodePort = target.port >= from && target.port <= to;
  const loopback = isLoopback(target.address) && isHostSocket;
  const own = loopback || isOwn(host, target.address);
  if (!own && !(isNodePort && host.remoteNodes.has(addressKey(target.address)))) return undefined;
  const found = lookupInside(host, { ...target, address: anyOf(target.address) });
  return found && (found.type === 'NodePort') === isNodePort ? found : undefined;
}

/** Addresses a socket leaves alone though they have a frontend. */
function isLeftAlone(host: EbpfHost, service: LbService, target: SocketTarget): Untouched | undefined {
  const isExact = !isUnspecified(service.address);
  if (service.flags.includes('loopback') && !isLoopback(target.address)) return 'loopback-only';
  if (!isExact || isOwn(host, target.address) || !host.settings.mitigatesExternalIPs) return undefined;
  if (service.type === 'ExternalIPs') return 'external-ip';
  return service.type === 'HostPort' ? 'host-port' : undefined;
}

/**
 * A socket connects, or sends without being connected: its destination becomes a backend before there is a packet
 * (bpf/bpf_sock.c `__sock4_xlate_fwd`). Affinity is that of the network namespace.
 */
export function socketConnect(run: ProgramRun, socket: AskingSocket, target: SocketTarget): SocketResult {
  const { host, state } = run;
  if (socket.pod !== undefined && host.settings.socketLb === 'hostns-only')
    return { kind: 'untouched', why: 'pod-socket' };
  if (target.protocol !== 'TCP' && target.protocol !== 'UDP') return { kind: 'untouched', why: 'protocol' };
  const service = lookupInside(host, target) ?? lookupWildcard(host, target, socket.pod === undefined);
  if (!service || service.port === 0) return { kind: 'untouched', why: 'no-service' };
  const why = isLeftAlone(host, service, target);
  if (why) return { kind: 'untouched', why };
  const chosen =
    connected(run, socket, service) ?? chooseBackend(run, service, { key: `netns ${socket.pod ?? 'host'}` });
  if (!chosen) return { kind: 'failed', errno: 'EHOSTUNREACH', service };
  const { address, port } = target;
  state.sockets.set(socketKey(socket, chosen.backend), { address, port, id: service.id });
  return { kind: 'translated', service, chosen };
}

/** A socket that is connected stays so: its backend is that of the connection, whatever the map says by now. */
function connected({ host, state }: ProgramRun, socket: AskingSocket, service: LbService): ChosenBackend | undefined {
  if (!socket.connected) return undefined;
  const known = service.slots.flatMap(({ backendId }) => host.maps.backend(backendId) ?? []);
  const found = known.find((backend) => state.sockets.get(socketKey(socket, backend))?.id === service.id);
  return found && { backend: found, by: 'connection' };
}

const socketKey = ({ cookie }: AskingSocket, { address, port }: { address: IpAddress; port: number }): string =>
  `${cookie} ${addressKey(address)} ${port}`;

/**
 * Address that recvmsg and getpeername give the process: the one it asked for, while that frontend is still the same.
 */
export function socketPeer(
  { host, state }: ProgramRun,
  socket: AskingSocket,
  from: { readonly address: IpAddress; readonly port: number },
): { readonly address: IpAddress; readonly port: number } {
  const asked = state.sockets.get(socketKey(socket, from));
  return asked && host.maps.reverseNat(asked.id) ? { address: asked.address, port: asked.port } : from;
}
