import { CLIENT_ID } from '../kubernetes/network';
import type { Device, Netns, Network } from '../linux/netns';
import type { Route } from '../linux/routing/types';
import { cidrOf, contains, hostCidr } from '../net/cidr';
import { bitsOf, parseIp, sameIp, type IpAddress } from '../net/ip';
import type { Flow } from './document';

/**
 * Gives the client outside every address flows want to come from, and nodes a way back to it:
 * the internet in one machine. Addresses some machine already has stay where they are.
 */
export function withOutsideAddresses(network: Network, texts: readonly string[]): Network {
  const wanted = texts.flatMap((text) => {
    const parsed = parseIp(text);
    return parsed.ok ? [parsed.value] : [];
  });
  const fresh = wanted.filter(
    (address, index) =>
      wanted.findIndex((other) => sameIp(other, address)) === index &&
      ![...network.netns.values()].some((netns) => owns(netns, address)),
  );
  if (fresh.length === 0 || !network.netns.has(CLIENT_ID)) return network;
  const change = (netns: Netns): Netns =>
    netns.id === CLIENT_ID ? withAddresses(netns, fresh) : netns.kind === 'node' ? withRoutes(netns, fresh) : netns;
  return { ...network, netns: new Map([...network.netns].map(([id, netns]) => [id, change(netns)])) };
}

/** The addresses flows want to come from, as they are written. */
export function outsideAddresses(flows: readonly Flow[]): string[] {
  return flows.flatMap(({ from }) => (from.kind === 'external' && from.address ? [from.address] : []));
}

function owns({ devices }: Netns, address: IpAddress): boolean {
  return devices.some(({ addresses }) => addresses.some((own) => sameIp(own.address, address)));
}

function withAddresses(client: Netns, fresh: readonly IpAddress[]): Netns {
  const add = (device: Device): Device =>
    device.kind === 'physical'
      ? {
          ...device,
          addresses: [...device.addresses, ...fresh.map((address) => ({ address, prefix: bitsOf(address.family) }))],
        }
      : device;
  return { ...client, devices: client.devices.map(add) };
}

function withRoutes(node: Netns, fresh: readonly IpAddress[]): Netns {
  const wire = node.devices.find(({ kind }) => kind === 'physical');
  if (!wire) return node;
  const reached = (address: IpAddress): boolean =>
    wire.addresses.some((own) => contains(cidrOf(own.address, own.prefix), address));
  const routes = fresh
    .filter((address) => !reached(address))
    .map((address): Route => ({
      table: 'main',
      type: 'unicast',
      dst: hostCidr(address),
      dev: wire.name,
      scope: 'link',
    }));
  return { ...node, routes: [...node.routes, ...routes] };
}
