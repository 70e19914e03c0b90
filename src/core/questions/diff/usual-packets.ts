import {
  formatIp,
  hostCidr,
  isLoopback,
  isMulticast,
  isUnspecified,
  sameIp,
  type Cidr,
  type IpAddress,
} from '../../net/ip';
import { FTP_DATA_PORT } from '../../linux/ipvs/service';
import { listRoutes } from '../../linux/routing/derived-routes';
import type { Netns } from '../../linux/netns';
import type { Diagram } from '../../reach/diagram';
import { SPECIAL_NETWORKS } from '../../reach/router';
import type { Space } from '../../reach/space';

const UDPLITE = 136;

/** Addresses that all hosts of a network listen to. */
const listBroadcasts = (hosts: readonly Netns[]): readonly Cidr[] =>
  hosts.flatMap((host) => listRoutes(host).flatMap(({ type, dst }) => (type === 'broadcast' ? [dst] : [])));

/** Addresses that a host has so that it listens to them, and sends nothing from: those of kube-ipvs0. */
const listVirtual = (hosts: readonly Netns[]): readonly Cidr[] =>
  hosts.flatMap(({ devices }) =>
    devices.flatMap(({ kind, addresses }) =>
      kind === 'dummy' ? addresses.map(({ address }) => hostCidr(address)) : [],
    ),
  );

/** Packets from the port of a virtual service of IPVS: no process gets it where the kernel takes one by itself. */
function fromServicePorts(space: Space, hosts: readonly Netns[]): Diagram {
  const ports = new Set(hosts.flatMap(({ ipvs }) => (ipvs?.services ?? []).map(({ port = 0 }) => port)));
  return space.either(...[...ports].filter((port) => port > 0).map((port) => space.port('src', port, port)));
}

const isLimitedBroadcast = (address: IpAddress): boolean => formatIp(address) === '255.255.255.255';

/**
 * Packets that somebody may send on purpose: between addresses that are somebody's, of a protocol whose ports are read, and not
 * from a port that the director of IPVS reads: of FTP's data, of a virtual service. What differs beside them is told last.
 */
export function usualPackets(space: Space, hosts: readonly Netns[]): Diagram {
  space.become = {};
  const shared = listBroadcasts(hosts);
  const silent = [...shared, ...listVirtual(hosts)];
  const isOneOf = (list: readonly Cidr[], address: IpAddress): boolean =>
    list.some((each) => sameIp(each.address, address));
  const isSomebodys = (address: IpAddress): boolean =>
    !isMulticast(address) && !isLoopback(address) && !isUnspecified(address) && !isLimitedBroadcast(address);
  return space.both(
    space.addressesWhere(
      'src',
      [...SPECIAL_NETWORKS, ...silent],
      (each) => isSomebodys(each) && !isOneOf(silent, each),
    ),
    space.addressesWhere(
      'dst',
      [...SPECIAL_NETWORKS, ...shared],
      (each) => isSomebodys(each) && !isOneOf(shared, each),
    ),
    space.not(space.protocol(UDPLITE)),
    ...(hosts.some(({ ipvs }) => ipvs)
      ? [space.not(space.port('src', FTP_DATA_PORT, FTP_DATA_PORT)), space.not(fromServicePorts(space, hosts))]
      : []),
  );
}
