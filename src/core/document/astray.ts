import type { Network } from '../linux/netns';
import { formatIp, isLoopback, type IpAddress } from '../net/ip';
import { hasPorts, formatEndpoint, parseEndpoint } from '../net/packet';
import type { SimFlow } from '../sim/simulate';
import type { Outcome } from '../sim/trace';
import type { FoundService } from '../paste/pasted-types';

/** How a packet ended, as far as it is asked here. */
export type PacketEnd = Pick<Outcome, 'disposition' | 'arrived'>;

/** Where an endpoint of a Service port is. */
export interface EndpointPlace {
  /** `10.244.1.5:8080` */
  readonly place: string;
  /** The namespace whose address that is said to be; absent: nothing tells. */
  readonly netns?: string;
}

/** The endpoints of the Service port that somebody asked for, all of them. */
export type AskedEndpoints = readonly EndpointPlace[];

/**
 * Tells of an end whether the packet was delivered, but not to one of the endpoints: to another address or port, or to
 * somebody who has the address of an endpoint without being it. Never where `endpoints` is undefined: no Service was
 * asked for, or nobody can tell who its endpoints are; nor of kube-proxy itself, which asks an endpoint in turn
 * (userspace mode).
 */
export function astrayFrom(endpoints: AskedEndpoints | undefined, { netns }: Network): (end: PacketEnd) => boolean {
  return ({ disposition, arrived }) => {
    if (!endpoints || disposition.kind !== 'DELIVERED' || !arrived || !hasPorts(arrived.l4)) return false;
    const { netns: by } = disposition;
    const { dport } = arrived.l4;
    const isProxied = netns.get(by)?.sockets.some(({ reply, port }) => reply === 'proxy' && port === dport) ?? false;
    const place = formatEndpoint(arrived.dst, dport);
    return !isProxied && !endpoints.some((each) => each.place === place && (each.netns ?? by) === by);
  };
}

/**
 * The endpoints of the Service of pasted texts that a packet asked for: by clusterIP, externalIP or address of a load
 * balancer and port, or by an address of a node and nodePort. What kubectl lists counts before what rules lead to.
 */
export function endpointsFound(
  found: readonly FoundService[],
  sent: Pick<SimFlow, 'dst' | 'dport' | 'proto'>,
  network: Network,
): AskedEndpoints | undefined {
  const asked = formatIp(sent.dst);
  const isOwn = isNodeAddress(network, sent.dst);
  const ports = found.filter(
    ({ address, external = [], port, nodePort, protocol }) =>
      protocol === sent.proto &&
      (((address === asked || external.includes(asked)) && port === sent.dport) || (isOwn && nodePort === sent.dport)),
  );
  const lists = ports.map(knownEndpoints);
  if (lists.length === 0 || lists.some((list) => list === undefined)) return undefined;
  return lists.flatMap((list = []) => list.map((place) => ({ place })));
}

/** Is it an address of a node that others can ask? Those of kube-ipvs0 and dummies are Services'. */
export function isNodeAddress({ netns }: Network, address: IpAddress): boolean {
  const text = formatIp(address);
  if (isLoopback(address)) return false;
  return [...netns.values()].some(
    ({ kind, devices }) =>
      kind === 'node' &&
      devices.some(
        (device) => device.kind !== 'dummy' && device.addresses.some((own) => formatIp(own.address) === text),
      ),
  );
}

/** Undefined: some are not told, or rules without any do not say that there are none. */
function knownEndpoints({ endpoints, listed, refused }: FoundService): readonly string[] | undefined {
  if (listed) return listed;
  if (endpoints.length === 0) return refused === 'REJECT' ? [] : undefined;
  return endpoints.every((place) => parseEndpoint(place) !== undefined) ? endpoints : undefined;
}
