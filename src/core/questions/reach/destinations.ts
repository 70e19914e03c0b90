import type { Derived } from '../../document/kernel-parts';
import type { Document } from '../../document/document';
import { listFrontAddresses, namespacedName, type ClusterObjects, type ServiceObject } from '../../kubernetes/types';
import type { Netns, Network } from '../../linux/netns';
import type { Socket } from '../../linux/namespace';
import { formatIp, isUnspecified, parseIp, type IpFamily } from '../../net/ip';

/** What an address is asked for. `other`: a port that nothing in the cluster names. */
export type DestinationPort =
  | { readonly role: 'port'; readonly protocol: 'tcp' | 'udp' | 'sctp'; readonly port: number }
  | { readonly role: 'other'; readonly protocol: 'tcp'; readonly port: number }
  | { readonly role: 'ping'; readonly protocol: 'icmp'; readonly port: 0 };

export type DestinationKind = 'service' | 'external-ip' | 'load-balancer' | 'node-port' | 'pod' | 'node';

/** An address with what it is asked for, by the object that has it. */
export interface Destination {
  /** `service default/web 10.96.0.10 tcp 80`. */
  readonly id: string;
  readonly kind: DestinationKind;
  /** `default/web`, `node1`. */
  readonly name: string;
  readonly address: string;
  readonly asks: DestinationPort;
  /** Of a node port, whose address is asked, and which: the one its Node tells, another of its devices, 127.0.0.1. */
  readonly node?: string;
  readonly at?: 'own' | 'device' | 'loopback';
  /** The namespace that has the address, where one has. */
  readonly netns?: string;
  /** Only this caller means by the address who is meant here: a node by 127.0.0.1. */
  readonly onlyFrom?: string;
}

const PROTOCOLS = { TCP: 'tcp', UDP: 'udp', SCTP: 'sctp' } as const;

/** A port that nothing in the cluster names. */
function freePort(document: Document, network: Network): number {
  const named = new Set(
    document.cluster.services.flatMap(({ spec }) =>
      (spec.ports ?? []).flatMap(({ port, targetPort, nodePort }) => [port, targetPort, nodePort]),
    ),
  );
  for (const { sockets } of network.netns.values()) for (const { port } of sockets) named.add(port);
  let port = 4444;
  while (named.has(port)) port++;
  return port;
}

type Target = Omit<Destination, 'id' | 'asks'>;

function destination(target: Target, asks: DestinationPort): Destination {
  const at = target.node === undefined ? '' : ` ${target.node}`;
  return {
    ...target,
    asks,
    id: `${target.kind} ${target.name}${at} ${target.address} ${asks.protocol} ${asks.role === 'other' ? 'other' : asks.port}`,
  };
}

/** The ports that are named, one that is not, and an echo request. */
function allAsks(named: readonly DestinationPort[], free: number): readonly DestinationPort[] {
  return [...named, { role: 'other', protocol: 'tcp', port: free }, { role: 'ping', protocol: 'icmp', port: 0 }];
}

function servicePortsAsked({ spec }: ServiceObject): DestinationPort[] {
  return (spec.ports ?? []).map(({ port, protocol = 'TCP' }) => ({
    role: 'port',
    protocol: PROTOCOLS[protocol],
    port,
  }));
}

const ofFamily = (texts: readonly (string | undefined)[], family: IpFamily): string[] => [
  ...new Set(
    texts.flatMap((text) => {
      const address = parseIp(text ?? '');
      return address.ok && address.value.family === family ? [formatIp(address.value)] : [];
    }),
  ),
];

function serviceDestinations(service: ServiceObject, family: IpFamily, free: number): Destination[] {
  const { spec } = service;
  if (spec.type === 'ExternalName') return [];
  const name = namespacedName(service);
  const fronts: readonly (readonly [DestinationKind, readonly (string | undefined)[]])[] = [
    ['service', spec.clusterIPs?.length ? spec.clusterIPs : [spec.clusterIP]],
    ['external-ip', spec.externalIPs ?? []],
    ['load-balancer', listFrontAddresses(service).map(({ ip }) => ip)],
  ];
  return fronts.flatMap(([kind, texts]) =>
    ofFamily(texts, family).flatMap((address) =>
      allAsks(servicePortsAsked(service), free).map((asks) => destination({ kind, name, address }, asks)),
    ),
  );
}

/** Addresses that others can ask a node by: those of kube-ipvs0 and dummies are Services'. */
function nodeAddresses(node: Netns, family: IpFamily): string[] {
  return node.devices.flatMap(({ kind, addresses }) =>
    kind === 'dummy' || kind === 'loopback'
      ? []
      : addresses.flatMap(({ address }) => (address.family === family ? [formatIp(address)] : [])),
  );
}

/** The addresses by which a node is asked for a node port, each with what it is to the node. */
function nodePortAddresses(
  node: Netns,
  told: readonly string[],
  family: IpFamily,
): Pick<Target, 'address' | 'at' | 'onlyFrom'>[] {
  const own = nodeAddresses(node, family).map((address) => ({
    address,
    at: told.includes(address) ? ('own' as const) : ('device' as const),
  }));
  const loopback = family === 'ipv4' ? '127.0.0.1' : '::1';
  return [...own, { address: loopback, at: 'loopback', onlyFrom: `node ${node.id}` }];
}

function nodePortDestinations(
  service: ServiceObject,
  nodes: readonly Netns[],
  { cluster, family }: { cluster: ClusterObjects; family: IpFamily },
): Destination[] {
  const name = namespacedName(service);
  return (service.spec.ports ?? []).flatMap(({ nodePort, protocol = 'TCP' }) => {
    if (nodePort === undefined) return [];
    const asks: DestinationPort = { role: 'port', protocol: PROTOCOLS[protocol], port: nodePort };
    return nodes.flatMap((node) => {
      const told = toldAddresses(cluster, node.id, family);
      return nodePortAddresses(node, told, family).map((at) =>
        destination({ kind: 'node-port', name, node: node.id, netns: node.id, ...at }, asks),
      );
    });
  });
}

const listens = ({ ip }: Socket, address: string): boolean => !ip || isUnspecified(ip) || formatIp(ip) === address;

interface MachineContext {
  readonly family: IpFamily;
  readonly free: number;
  /** Addresses that objects tell of it. */
  readonly told: readonly string[];
}

/** A machine by its own addresses: the ports that a process of it listens on. */
function machineDestinations(
  netns: Netns,
  target: Pick<Target, 'kind' | 'name'>,
  { family, free, told }: MachineContext,
): Destination[] {
  return nodeAddresses(netns, family).flatMap((address) => {
    const open = netns.sockets.filter((socket) => socket.reply !== 'proxy' && listens(socket, address));
    const named = new Map(
      open.map(({ proto, port }) => [`${proto} ${port}`, { role: 'port' as const, protocol: proto, port }]),
    );
    const at = target.kind === 'pod' ? {} : { at: told.includes(address) ? ('own' as const) : ('device' as const) };
    return allAsks([...named.values()], free).map((asks) =>
      destination({ ...target, address, netns: netns.id, ...at }, asks),
    );
  });
}

/** The addresses that the cluster's Node of a machine tells. */
function toldAddresses({ nodes }: ClusterObjects, id: string, family: IpFamily): string[] {
  const { status } = nodes.find(({ metadata }) => metadata.name === id) ?? {};
  return ofFamily(
    (status?.addresses ?? []).map(({ address }) => address),
    family,
  );
}

/** Everything that can be asked for by an address that an object of the cluster has. */
export function listDestinations(
  document: Document,
  { network, settled }: Derived,
  family: IpFamily,
): readonly Destination[] {
  const cluster = settled ?? document.cluster;
  const free = freePort(document, network);
  const machines = [...network.netns.values()];
  const nodes = machines.filter(({ kind }) => kind === 'node');
  const named = new Set(cluster.pods.map(namespacedName));
  const pods = machines.filter(({ kind, id }) => kind === 'pod' && named.has(id));
  return [
    ...cluster.services.flatMap((service) => serviceDestinations(service, family, free)),
    ...cluster.services.flatMap((service) => nodePortDestinations(service, nodes, { cluster, family })),
    ...pods.flatMap((pod) => machineDestinations(pod, { kind: 'pod', name: pod.id }, { family, free, told: [] })),
    ...nodes.flatMap((node) =>
      machineDestinations(
        node,
        { kind: 'node', name: node.id },
        { family, free, told: toldAddresses(cluster, node.id, family) },
      ),
    ),
  ];
}
