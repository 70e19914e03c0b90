import type { Socket } from '../../linux/netns';
import { containerPorts } from '../controllers/endpoint-pods';
import { podIPsOf } from '../controllers/deployment';
import { namespacedName } from '../meta';
import type { EndpointSliceObject, PodObject, Protocol } from '../types';
import type { NetworkOptions } from './options';

type Proto = Socket['proto'];
const BOTH: readonly Proto[] = ['tcp', 'udp'];

/** A port something listens on. */
export interface Port {
  readonly proto: Proto;
  readonly port: number;
}

/** The ports that EndpointSlices lead to, by address text. */
export type SlicePorts = ReadonlyMap<string, readonly Port[]>;

/** Collects where the slices of a cluster lead. */
export function slicePorts(slices: readonly EndpointSliceObject[]): SlicePorts {
  const byAddress = new Map<string, Port[]>();
  for (const slice of slices) {
    const ports = (slice.ports ?? []).flatMap(({ port, protocol }) =>
      port ? [{ proto: protoOf(protocol), port }] : [],
    );
    for (const endpoint of slice.endpoints ?? []) {
      const address = endpoint.addresses?.[0];
      if (address === undefined) continue;
      const known = byAddress.get(address);
      byAddress.set(address, known ? [...known, ...ports] : ports);
    }
  }
  return byAddress;
}

function protoOf(protocol: Protocol | undefined): Proto {
  return (protocol ?? 'TCP').toLowerCase() as Proto;
}

/** The sockets of a Pod. */
export function podSockets(pod: PodObject, slices: SlicePorts, mode: NetworkOptions['listeners']): Socket[] {
  const declared = containerPorts(pod).map((port) => ({ proto: protoOf(port.protocol), port: port.containerPort }));
  const led = podIPsOf(pod).flatMap((ip) => slices.get(ip) ?? []);
  const owner = namespacedName(pod);
  if (mode === 'every-protocol') return everyProtocol([...declared, ...led], owner);
  return sockets(declared.length > 0 ? declared : led, owner);
}

/** The sockets behind an address that slices name and no Pod has. */
export function strangerSockets(
  address: string,
  slices: SlicePorts,
  mode: NetworkOptions['listeners'],
  owner: string,
): Socket[] {
  const led = slices.get(address) ?? [];
  return mode === 'every-protocol' ? everyProtocol(led, owner) : sockets(led, owner);
}

function everyProtocol(ports: readonly Port[], owner: string): Socket[] {
  return sockets(
    ports.flatMap(({ proto, port }) =>
      (proto === 'sctp' ? ['sctp' as const] : BOTH).map((each) => ({ proto: each, port })),
    ),
    owner,
  );
}

function sockets(ports: readonly Port[], owner: string): Socket[] {
  const seen = new Map(ports.map((port) => [`${port.proto} ${port.port}`, port]));
  return [...seen.values()].map(({ proto, port }) => ({ proto, port, owner, reply: 'echo' }));
}

/** Adds sockets to those of a namespace; the first one has a port. */
export function addSockets(sockets: Socket[], more: readonly Socket[]): void {
  for (const socket of more) {
    const isTaken = sockets.some((known) => known.proto === socket.proto && known.port === socket.port);
    if (!isTaken) sockets.push(socket);
  }
}
