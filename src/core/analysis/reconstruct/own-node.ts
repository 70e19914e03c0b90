import type { Device, Netns } from '../../linux/netns';
import { isLinkLocal } from '../../linux/routing/derived-routes';
import type { Route } from '../../linux/routing/types';
import { cidrOf, contains, formatCidr } from '../../net/cidr';
import { formatIp, isLoopback, sameIp, type IpAddress, type IpFamily } from '../../net/ip';
import { parseEndpoint } from '../../net/tuple';
import { isPodLink } from '../node/device-kinds';
import { NODE_ID } from '../node/node-id';
import type { Assumption, FoundService } from '../pasted-types';
import type { Observed } from './types';

type OwnNode = NonNullable<Observed['node']>;

/** What is known of the machine, without what was guessed. */
interface Told {
  readonly devices: readonly Device[];
  readonly node: Netns;
  readonly found: readonly FoundService[];
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];
/** Bridges whose network is the node's part of the Pod network: flannel, kubenet, kube-router, Cilium's example. */
const POD_BRIDGE = /^(?:cni\d|cbr\d|kube-bridge)/;

/**
 * The Node as the pasted texts tell of it: its name (a prompt, a configuration), the address other
 * nodes know it by, its part of the Pod network, and its Pods' own addresses. Guesses are left out:
 * they would be taken for told.
 */
export function ownNodeOf(
  node: Netns,
  { assumptions, found }: { readonly assumptions: readonly Assumption[]; readonly found: readonly FoundService[] },
): OwnNode | undefined {
  const guessed = new Set(assumptions.map(({ id }) => id));
  const devices = node.devices.filter(({ name }) => name !== 'lo' && !guessed.has(`interface:${name}`));
  const told: Told = { devices, node, found };
  const addresses = FAMILIES.flatMap((family) => ownAddress(told, family) ?? []);
  const podCIDRs = podNetworks(told);
  const pods = podAddresses(told);
  const name = node.title === NODE_ID || guessed.has('node:this') ? {} : { name: node.title };
  const known = {
    ...name,
    ...(addresses.length > 0 ? { addresses: addresses.map(formatIp) } : {}),
    ...(podCIDRs.length > 0 ? { podCIDRs } : {}),
    ...(pods.length > 0 ? { pods } : {}),
  };
  return Object.keys(known).length > 0 ? known : undefined;
}

/** kubelet reports one address a family: the API server's if it runs here, the one towards other nodes, the default route's. */
function ownAddress(told: Told, family: IpFamily): IpAddress | undefined {
  const own = told.devices.flatMap((device) => usable(device, family).map((address) => ({ device, address })));
  const servers = told.found
    .filter(({ name }) => name.startsWith('default/kubernetes'))
    .flatMap(({ endpoints }) => endpoints.flatMap((place) => parseEndpoint(place)?.address ?? []));
  const server = own.find(({ address }) => servers.some((each) => sameIp(each, address)));
  if (server) return server.address;
  const routes = told.node.routes.filter(
    ({ dst, table, type }) => dst.address.family === family && table === 'main' && type === 'unicast',
  );
  const towards = routes.find((route) => route.via !== undefined && route.dst.prefix > 0 && leadsToPods(told, route));
  const everywhere = routes
    .filter(({ dst }) => dst.prefix === 0)
    .toSorted((a, b) => (a.metric ?? 0) - (b.metric ?? 0))[0];
  for (const route of [towards, everywhere]) {
    const found = own.filter(({ device }) => device.name === route?.dev && device.kind !== 'tunnel');
    const source = found.find(({ address }) => route?.src && sameIp(route.src, address)) ?? found[0];
    if (source) return source.address;
  }
  return own.find(({ device }) => device.kind === 'physical' && device.up)?.address;
}

/** Addresses a node can be known by: not loopback, not of a link only. */
function usable({ kind, addresses }: Device, family: IpFamily): IpAddress[] {
  if (kind === 'dummy' || kind === 'loopback') return [];
  return addresses
    .map(({ address }) => address)
    .filter((address) => address.family === family && !isLoopback(address) && !isLinkLocal(address));
}

/** Do endpoints live behind the route? */
function leadsToPods({ found }: Told, { dst }: Route): boolean {
  return found.some(({ endpoints }) =>
    endpoints.some((place) => {
      const endpoint = parseEndpoint(place);
      return endpoint !== undefined && contains(dst, endpoint.address);
    }),
  );
}

/** The networks of the Pods' bridge; where each Pod has a link of its own, the node's blackholed blocks (BIRD, Calico). */
function podNetworks({ devices, node }: Told): string[] {
  const bridged = devices
    .filter(({ name }) => POD_BRIDGE.test(name))
    .flatMap(({ addresses }) => addresses)
    .filter(({ address }) => !isLinkLocal(address))
    .map(({ address, prefix }) => formatCidr(cidrOf(address, prefix)));
  const blocks = node.routes.filter(({ type, dst }) => type === 'blackhole' && dst.prefix > 0);
  return [...new Set([...bridged, ...blocks.map(({ dst }) => formatCidr(dst))])];
}

/** `10.244.1.5 dev cali…`: a route a Pod. */
function podAddresses({ node }: Told): string[] {
  return node.routes
    .filter(({ dst, dev, type }) => {
      const isHost = dst.prefix === (dst.address.family === 'ipv4' ? 32 : 128);
      return type === 'unicast' && isHost && dev !== undefined && isPodLink(dev);
    })
    .map(({ dst }) => formatCidr(dst));
}
