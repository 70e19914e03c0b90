import { formatIp, type IpAddress, type IpFamily } from '../../net/ip';
import { formatEndpoint, type Packet } from '../../net/packet';
import type { Decide } from '../chain-walk';
import { fromContainer, toContainer, toNetdev } from './endpoint-programs';
import { fromNetdev, type DsrInfo } from './from-netdev';
import {
  addressKey,
  isOwn,
  lbProtocol,
  type EbpfHost,
  type EbpfState,
  type ProgramRun,
  type Table,
  findCt,
  tunnelTowards,
  reversed,
  tupleOf,
} from './host';
import type { LbIndex, LbKey, LbService } from './lb-maps';
import { socketConnect, socketPeer, type AskingSocket } from './sock-lb';

/** One look into a map of BPF. */
export interface EbpfLookup {
  /** `cilium_lb4_services_v2`. */
  readonly map: string;
  /** As `cilium-dbg bpf` prints keys: `10.96.0.10:80/TCP (0)`. */
  readonly key: string;
  /** Value under the key; absent: there is none. */
  readonly value?: string;
}

/** Where an address is, as a program tells from its maps. */
export type Whereabouts =
  /** `cilium_lxc`: an endpoint of this node. */
  | { readonly kind: 'endpoint' }
  /** An address of the node itself. */
  | { readonly kind: 'own' }
  /** `cilium_ipcache`: behind a tunnel to that node. */
  | { readonly kind: 'tunnel'; readonly to: IpAddress }
  | { readonly kind: 'elsewhere' };

/** `10.96.0.10:80/TCP`, with `/i` in the scope of clients inside. */
export function frontendKey({ address, port, protocol, scope }: LbKey): string {
  return `${formatEndpoint(address, port)}${protocol === 'ANY' ? '' : `/${protocol}`}${scope === 1 ? '/i' : ''}`;
}

/** Text of a master in `cilium-dbg bpf lb list`: `0.0.0.0:0 (3) (0) [ClusterIP, non-routable]`. */
export function masterValue({ id, type, flags, count, qcount }: LbService): string {
  return `0.0.0.0:0 (${id}) (0) [${[type, ...flags].join(', ')}] count=${count} qcount=${qcount}`;
}

/** The maps of a node, each look into them written down. */
function watchedMaps(maps: LbIndex, log: EbpfLookup[], lb: string): LbIndex {
  const look = <T>(map: string, key: string, found: T | undefined, print: (value: T) => string): T | undefined => {
    log.push({ map, key, ...(found === undefined ? {} : { value: print(found) }) });
    return found;
  };
  return {
    maps: maps.maps,
    service: (key) => look(`${lb}_services_v2`, `${frontendKey(key)} (0)`, maps.service(key), masterValue),
    backend: (id) =>
      look(`${lb}_backends_v3`, String(id), maps.backend(id), ({ address, port, state }) =>
        [formatEndpoint(address, port), state].join(' '),
      ),
    reverseNat: (id) =>
      look(`${lb}_reverse_nat`, String(id), maps.reverseNat(id), ({ address, port }) => formatEndpoint(address, port)),
    hasAffinityMatch: (id, backendId) => {
      const found = maps.hasAffinityMatch(id, backendId) || undefined;
      return look('cilium_lb_affinity_match', `${id} ${backendId}`, found, () => '1') === true;
    },
    isInRange: (id, address) => {
      const found = maps.isInRange(id, address) || undefined;
      return look(`${lb}_source_range`, `${id} ${formatIp(address)}`, found, () => '1') === true;
    },
    maglev: (id) => look(`${lb}_maglev`, String(id), maps.maglev(id), (ids) => `[${ids.join(' ')}]`),
  };
}

/** A table of what a node remembers, each look into it written down. */
function watchedTable<V>(map: string, table: Table<V>, log: EbpfLookup[], print: (value: V) => string): Table<V> {
  return {
    get: (key) => {
      const found = table.get(key);
      log.push({ map, key, ...(found === undefined ? {} : { value: print(found) }) });
      return found;
    },
    set: (key, value) => table.set(key, value),
    delete: (key) => table.delete(key),
  };
}

/** One run of a program. `takeLookups`: what it looked up since it was asked that last. */
export interface WatchedRun extends ProgramRun {
  readonly takeLookups: () => readonly EbpfLookup[];
}

/** A node, what it remembers, and who draws. */
interface EbpfRun {
  readonly host: EbpfHost;
  readonly state: EbpfState;
  readonly decide: Decide;
}

/** Begins a run of a node's programs for a packet of a family. */
export function watchRun({ host, state, decide }: EbpfRun, family: IpFamily): WatchedRun {
  const lookups: EbpfLookup[] = [];
  const v = family === 'ipv6' ? '6' : '4';
  const { now, ct, nat, affinity, sockets } = state;
  const tables = {
    now,
    ct: watchedTable(`cilium_ct${v}_global`, ct, lookups, printCt),
    nat: watchedTable(`cilium_snat_v${v}_external`, nat, lookups, ({ to }) => formatEndpoint(to.address, to.port)),
    affinity: watchedTable(`cilium_lb${v}_affinity`, affinity, lookups, ({ backendId }) => `backend ${backendId}`),
    sockets: watchedTable(`cilium_lb${v}_reverse_sk`, sockets, lookups, ({ address, port }) =>
      formatEndpoint(address, port),
    ),
  };
  return {
    host: { ...host, maps: watchedMaps(host.maps, lookups, `cilium_lb${v}`) },
    state: tables,
    decide,
    takeLookups: () => lookups.splice(0),
  };
}

function printCt({
  flags,
  revNat,
  backendId,
}: {
  flags: readonly string[];
  revNat: number;
  backendId: number;
}): string {
  return `Flags=[ ${flags.join(' ')} ] RevNAT=${revNat} BackendID=${backendId}`;
}

/** Where an address is (`lookup_ip4_endpoint`, `lookup_ip4_remote_endpoint`). The loopback source is a Pod's own. */
export function whereabouts({ host }: ProgramRun, address: IpAddress, isWrapped = host.settings.tunnel): Whereabouts {
  const isLoop = addressKey(host.settings.loopback) === addressKey(address);
  if (isLoop || host.endpoints.has(addressKey(address))) return { kind: 'endpoint' };
  if (isOwn(host, address)) return { kind: 'own' };
  const to = isWrapped ? tunnelTowards(host, address) : undefined;
  return to ? { kind: 'tunnel', to } : { kind: 'elsewhere' };
}

/** The programs of a node as the walk calls them. */
export const EBPF_PROGRAMS = {
  watchRun,
  whereabouts,
  fromContainer,
  toContainer,
  toNetdev,
  fromNetdev: (run: ProgramRun, packet: Packet, dsr?: DsrInfo) => fromNetdev(run, packet, dsr),
  connect: (run: ProgramRun, socket: AskingSocket, packet: Packet) =>
    socketConnect(run, socket, { address: packet.dst, port: getPort(packet), protocol: lbProtocol(packet) }),
  peer: (run: ProgramRun, socket: AskingSocket, from: { readonly address: IpAddress; readonly port: number }) =>
    socketPeer(run, socket, from),
  /** Does a packet answer a connection that another node told of (DSR)? */
  isTold: ({ state }: ProgramRun, packet: Packet): boolean => {
    const tuple = tupleOf(packet);
    return tuple !== undefined && findCt(state, 'IN', reversed(tuple))?.service !== undefined;
  },
  frontendKey,
} as const;

function getPort({ l4 }: Packet): number {
  return 'dport' in l4 ? l4.dport : 0;
}

/** A node with programs at its devices and sockets: what their maps hold. */
export interface EbpfNode {
  readonly host: EbpfHost;
}
