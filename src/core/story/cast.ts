import { addressesOfService } from '../kubernetes/service-addresses';
import { getNamespace, type ClusterObjects } from '../kubernetes/types';
import type { Socket } from '../linux/namespace';
import type { Netns } from '../linux/netns';
import { formatIp, isLoopback, printedIp, type IpAddress } from '../net/ip';
import { formatEndpoint, hasPorts, type Packet } from '../net/packet';
import type { StoryEnd, StoryHeader } from './moment';
import {
  plainName,
  serviceAt,
  serviceName,
  serviceFromObject,
  serviceFromRules,
  type ServiceAt,
  type ServicesByAddress,
} from './service-at';
import type { StoryWalk, WalkStep } from './walk';

export { plainName } from './service-at';

/** Names whatever an address of a walk belongs to. */
export interface Cast {
  /** Both ends of a packet that is seen in a namespace. */
  readonly header: (packet: Packet, netns: string) => StoryHeader;
  /** `10.244.1.3:8080`: who listens there. */
  readonly endpoint: (address: IpAddress, port: number | undefined, netns: string) => StoryEnd;
  /** What people call a namespace: `node1`, `web-fd6gp`. */
  readonly title: (netns: string) => string;
  /** What a process is called: `default/web` -> `web`. */
  readonly process: (owner: string) => string;
  readonly isPod: (netns: string) => boolean;
  /** Does a process of that name open connections of its own for those it takes? */
  readonly isProxy: (netns: string, process: string) => boolean;
}

/**
 * Names of the addresses in a walk. Objects are looked through once, for the addresses that the walk's packets have,
 * and `more`.
 */
export function makeCast(
  { derived }: Pick<StoryWalk, 'derived'>,
  steps: readonly WalkStep[],
  more: readonly string[] = [],
): Cast {
  const seen = new Set([...listAddresses(steps), ...more]);
  const owners = indexOwners(derived.network.netns.values(), seen);
  const aside = indexAside(derived.network.netns.values(), seen);
  const services = servicesAt([...foundServices(derived.found, seen), ...ownServices(derived.settled, seen)]);
  const nodePorts = indexNodePorts(derived.settled, derived.found);
  const title = (id: string): string => plainName(derived.network.netns.get(id)?.title ?? id);
  const ask: CastLookup = { owners, aside, services, nodePorts, title, netns: (id) => derived.network.netns.get(id) };
  const endpoint: Cast['endpoint'] = (address, port, netns) => makeEnd(ask, { address, port, netns });
  return {
    endpoint,
    header: rememberHeaders((packet, netns) => {
      const [sport, dport] = hasPorts(packet.l4) ? [packet.l4.sport, packet.l4.dport] : [undefined, undefined];
      return { from: endpoint(packet.src, sport, netns), to: endpoint(packet.dst, dport, netns) };
    }),
    title,
    process: plainName,
    isPod: (id) => ask.netns(id)?.kind === 'pod',
    isProxy: (id, process) =>
      ask.netns(id)?.sockets.some(({ owner, reply }) => owner === process && reply === 'proxy') ?? false,
  };
}

/** A packet passes many steps of a namespace as it is: its ends are named once there. */
function rememberHeaders(make: Cast['header']): Cast['header'] {
  const known = new Map<Packet, Map<string, StoryHeader>>();
  return (packet, netns) => {
    const own = known.get(packet) ?? new Map<string, StoryHeader>();
    known.set(packet, own);
    const header = own.get(netns) ?? make(packet, netns);
    own.set(netns, header);
    return header;
  };
}

function listAddresses(steps: readonly WalkStep[]): ReadonlySet<string> {
  const packets = new Set(
    steps.flatMap(({ data }) => ('before' in data && data.before ? [data.packet, data.before] : [data.packet])),
  );
  const ends = [...packets].flatMap(({ src, dst }) => [formatIp(src), formatIp(dst)]);
  const chosen = steps.flatMap(({ data }) =>
    data.kind === 'ipvs'
      ? data.candidates.map(({ server }) => getHost(server))
      : data.kind === 'ebpf' || data.kind === 'vfp'
        ? (data.candidates ?? []).map(getHost)
        : [],
  );
  return new Set([...ends, ...chosen]);
}

/** `10.0.0.1:80` -> `10.0.0.1`, `[fd00::1]:80` -> `fd00::1`. */
function getHost(endpoint: string): string {
  return endpoint.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}

/**
 * Namespaces by the address that they have on lo or on a dummy, 127.0.0.0/8 and ::1 left out. It is their own (a router's,
 * that of NodeLocal DNSCache), or one of a Service, as IPVS binds it to kube-ipvs0 on every node.
 */
function indexAside(all: Iterable<Netns>, seen: ReadonlySet<string>): ReadonlyMap<string, readonly Netns[]> {
  const owners = new Map<string, readonly Netns[]>();
  for (const netns of all) {
    const aside = netns.devices.filter(({ kind }) => kind === 'dummy' || kind === 'loopback');
    for (const { address } of aside.flatMap(({ addresses }) => addresses)) {
      const text = formatIp(address);
      if (seen.has(text) && !isLoopback(address)) owners.set(text, [...(owners.get(text) ?? []), netns]);
    }
  }
  return owners;
}

/** Namespace that has each address on a device that is neither loopback nor a dummy. */
function indexOwners(all: Iterable<Netns>, seen: ReadonlySet<string>): ReadonlyMap<string, Netns> {
  const owners = new Map<string, Netns>();
  for (const netns of all) {
    for (const { kind, addresses } of netns.devices) {
      if (kind === 'dummy' || kind === 'loopback') continue;
      for (const { address } of addresses) {
        const text = formatIp(address);
        if (seen.has(text) && !owners.has(text)) owners.set(text, netns);
      }
    }
  }
  return owners;
}

function ownServices(
  cluster: ClusterObjects | undefined,
  seen: ReadonlySet<string>,
): readonly (readonly [string, ServiceAt])[] {
  return (cluster?.services ?? []).flatMap((service) =>
    addressesOfService(service).flatMap((text) =>
      seen.has(text) ? [[text, serviceFromObject(service)] as const] : [],
    ),
  );
}

function servicesAt(all: readonly (readonly [string, ServiceAt])[]): ServicesByAddress {
  const services = new Map<string, ServiceAt[]>();
  for (const [address, named] of all) services.set(address, [...(services.get(address) ?? []), named]);
  return services;
}

type Found = StoryWalk['derived']['found'];

function foundServices(found: Found, seen: ReadonlySet<string>): readonly (readonly [string, ServiceAt])[] {
  return found.flatMap((each) =>
    [each.address, ...(each.external ?? [])].flatMap((text) => {
      const printed = printedIp(text);
      return printed !== undefined && seen.has(printed) ? [[printed, serviceFromRules(each)] as const] : [];
    }),
  );
}

function indexNodePorts(cluster: ClusterObjects | undefined, found: Found): ReadonlyMap<number, string> {
  const ports = new Map<number, string>();
  for (const { nodePort, name } of found) if (nodePort !== undefined) ports.set(nodePort, serviceName(name));
  for (const service of cluster?.services ?? []) {
    for (const { nodePort } of service.spec.ports ?? []) {
      if (nodePort !== undefined) ports.set(nodePort, plainName(`${getNamespace(service)}/${service.metadata.name}`));
    }
  }
  return ports;
}

interface CastLookup {
  readonly owners: ReadonlyMap<string, Netns>;
  readonly aside: ReadonlyMap<string, readonly Netns[]>;
  readonly services: ServicesByAddress;
  readonly nodePorts: ReadonlyMap<number, string>;
  readonly title: (netns: string) => string;
  readonly netns: (id: string) => Netns | undefined;
}

const KINDS = { pod: 'pod', node: 'node', client: 'outside', router: 'outside' } as const satisfies Record<
  Netns['kind'],
  StoryEnd['kind']
>;

interface StageEnd {
  readonly address: IpAddress;
  readonly port: number | undefined;
  readonly netns: string;
}

function makeEnd(asked: CastLookup, { address, port, netns }: StageEnd): StoryEnd {
  const text = formatIp(address);
  const base = {
    text: port === undefined ? text : formatEndpoint(address, port),
    address: text,
    ...(port === undefined ? {} : { port }),
  };
  // Loopback is whoever the packet is with.
  const all = asked.services.get(text) ?? [];
  const owner = isLoopback(address)
    ? asked.netns(netns)
    : (asked.owners.get(text) ?? (all.length > 0 ? undefined : findAside(asked, text, netns)));
  const service = serviceAt(all, port);
  if (service && !owner) return { ...base, kind: 'service', name: service.name };
  if (!owner) return { ...base, kind: 'unknown', name: text };
  return { ...base, ...ownedBy(asked, owner, port), netns: owner.id };
}

/** Where several have it each answers for itself: the machine where the packet is seen, or the node of that Pod. */
function findAside({ aside, netns: find }: CastLookup, text: string, netns: string): Netns | undefined {
  const having = aside.get(text) ?? [];
  const near = find(netns)?.node ?? netns;
  return having.length === 1 ? having[0] : having.find(({ id }) => id === near);
}

/** What listens, by name; undefined: nobody told it, and the socket is called by its port (`:443`) or its address. */
function processName({ owner }: Socket): string | undefined {
  return owner.startsWith(':') || printedIp(owner) !== undefined ? undefined : owner;
}

/** A node's port may be a Service's nodePort, that of a Pod of its own network, or that of a process: `kube-apiserver`. */
function ownedBy({ nodePorts, title }: CastLookup, owner: Netns, port: number | undefined) {
  const kind = KINDS[owner.kind];
  const nodePortOf = kind === 'node' && port !== undefined ? nodePorts.get(port) : undefined;
  if (nodePortOf !== undefined) return { kind, name: title(owner.id), nodePortOf };
  const listening = kind === 'node' ? owner.sockets.filter((socket) => socket.port === port) : [];
  const tenant = listening.find((socket) => socket.owner.includes('/'));
  if (tenant) return { kind: 'pod' as const, name: plainName(tenant.owner) };
  return { kind, name: listening.map(processName).find(Boolean) ?? title(owner.id) };
}
