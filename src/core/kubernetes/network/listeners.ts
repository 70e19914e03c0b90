import type { Socket } from '../../linux/namespace';
import { containerPorts } from '../controllers/endpoint-pods';
import { listPodIPs } from '../pods';
import { getNamespace, namespacedName, type EndpointSliceObject, type PodObject, type Protocol } from '../types';

/**
 * `declared`: a Pod listens where its containers say; if they say nothing, where slices lead to it. `every-protocol`: on all of
 * these ports, TCP and UDP both, SCTP where it is named (how recordings were made).
 */
export type Listeners = 'declared' | 'every-protocol' | undefined;

type Proto = Socket['proto'];
const BOTH: readonly Proto[] = ['tcp', 'udp'];

/** A port something listens on. */
export interface Port {
  readonly proto: Proto;
  readonly port: number;
}

/** The ports that EndpointSlices lead to, by address text; by the name of the Pod that is meant; by `atNode`. */
export type SlicePorts = ReadonlyMap<string, readonly Port[]>;

const API_SERVER = 'kube-apiserver';

/** Key of the ports at an address for which no Pod is named, and the process that listens there; `''`: nobody tells which. */
const atNode = (address: string, process: string): string => `${address}/${process}`;

function processBehind({ metadata: { labels, namespace = 'default' } }: EndpointSliceObject): string {
  return `${namespace}/${labels?.['kubernetes.io/service-name']}` === 'default/kubernetes' ? API_SERVER : '';
}

/** Collects where the slices of a cluster lead. */
export function slicePorts(slices: readonly EndpointSliceObject[]): SlicePorts {
  const led = new Map<string, readonly Port[]>();
  for (const slice of slices) {
    const ports = (slice.ports ?? []).flatMap(({ port, protocol }) =>
      port ? [{ proto: getProto(protocol), port }] : [],
    );
    for (const { addresses = [], targetRef } of slice.endpoints ?? []) {
      const [address] = addresses;
      if (address === undefined) continue;
      const whose = targetRef?.name
        ? `${targetRef.namespace ?? getNamespace(slice)}/${targetRef.name}`
        : atNode(address, processBehind(slice));
      for (const key of [address, whose]) led.set(key, [...(led.get(key) ?? []), ...ports]);
    }
  }
  return led;
}

function getProto(protocol: Protocol | undefined): Proto {
  return (protocol ?? 'TCP').toLowerCase() as Proto;
}

/** The sockets of a Pod. Where it has its node's addresses, slices that lead there without naming it lead to somebody else. */
export function podSockets(pod: PodObject, slices: SlicePorts, mode: Listeners): Socket[] {
  const declared = containerPorts(pod).map((port) => ({ proto: getProto(port.protocol), port: port.containerPort }));
  const owner = namespacedName(pod);
  const led = (pod.spec.hostNetwork ? [owner] : listPodIPs(pod)).flatMap((key) => slices.get(key) ?? []);
  if (mode === 'every-protocol') return everyProtocol([...declared, ...led], owner);
  return sockets(declared.length > 0 ? declared : led, owner);
}

/** The sockets behind an address that slices name and no Pod has. */
export function sliceSockets(address: string, slices: SlicePorts, mode: Listeners, owner: string): Socket[] {
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

/** One socket a port; where nobody names who listens, it is called by its port. */
function sockets(ports: readonly Port[], owner: string): Socket[] {
  const seen = new Map(ports.map((port) => [`${port.proto} ${port.port}`, port]));
  return [...seen.values()].map(({ proto, port }) => ({ proto, port, owner: owner || `:${port}`, reply: 'echo' }));
}

/** Adds sockets to those of a namespace; the first one has a port. */
export function addSockets(sockets: Socket[], more: readonly Socket[]): void {
  for (const socket of more) {
    const isTaken = sockets.some((known) => known.proto === socket.proto && known.port === socket.port);
    if (!isTaken) sockets.push(socket);
  }
}

/** Where slices lead, and the addresses in them that no Pod has. */
interface NodeFacts {
  readonly slices: SlicePorts;
  readonly strangers: readonly string[];
  readonly options: { readonly listeners?: Listeners };
}

/** Sockets on a node's own address that are no Pod's, as far as slices tell: the API server's, and those of processes nobody names. */
export function nodeListeners(node: string, address: string, { slices, strangers, options }: NodeFacts): Socket[] {
  const { listeners } = options;
  const others = strangers.includes(address) ? address : atNode(address, '');
  const led = [[atNode(address, API_SERVER), API_SERVER] as const, [others, ''] as const];
  return led.flatMap(([key, process]) =>
    sliceSockets(key, slices, listeners, listeners === 'every-protocol' ? `node/${node}` : process),
  );
}
