import type { NodeWithPods } from './layout';
import type { Device, TunnelPeer } from '../../linux/namespace';
import type { Route } from '../../linux/routing/fib';
import { getBits, type IpFamily } from '../../net/ip';
import { listPodNetworks, findNodeAddress, tunnelAddress, type OverlaySite, type PodOverlay } from './overlay';

/** 1500 without the outer IPv4 header, UDP, VXLAN and the inner Ethernet header; IPv6 has 20 bytes more. */
const MTU = { ipv4: 1450, ipv6: 1430 } as const;

/**
 * VXLAN, as flannel's backend and Calico's `vxlanMode: Always` lay it: the next hop is the other node's tunnel address,
 * and neighbours and forwarding entries, which the agent writes, say which machine that is (`nolearning`).
 */
export const VXLAN_OVERLAY: PodOverlay<'vxlan'> = {
  id: 'vxlan',
  mtu: MTU.ipv4,
  onNode: (site) => {
    const families = (['ipv4', 'ipv6'] as const).filter((family) => hasEnd(site.node, family));
    return {
      devices: families.map((family) => makeDevice(site, family)),
      routes: families.flatMap((family) => site.others.flatMap((other) => routesTo(other, family, site))),
    };
  },
};

function hasEnd(node: NodeWithPods, family: IpFamily): boolean {
  return findNodeAddress(node, family) !== undefined && tunnelAddress(node, family) !== undefined;
}

function nameOf({ names }: OverlaySite, family: IpFamily): string {
  return family === 'ipv4' ? names.vxlan : names.vxlan6;
}

function makeDevice(site: OverlaySite, family: IpFamily): Device {
  const { node, others, names } = site;
  const own = tunnelAddress(node, family);
  const local = findNodeAddress(node, family);
  const peers = others.flatMap((other): TunnelPeer[] => {
    const [nexthop, remote] = [tunnelAddress(other, family), findNodeAddress(other, family)];
    return nexthop && remote ? [{ nexthop, remote }] : [];
  });
  return {
    name: nameOf(site, family),
    kind: 'tunnel',
    up: true,
    addresses: own ? [{ address: own, prefix: getBits(family) }] : [],
    mtu: MTU[family],
    tunnel: { kind: 'vxlan', vni: names.vni, port: names.port, peers, ...(local ? { local } : {}) },
  };
}

function routesTo(other: NodeWithPods, family: IpFamily, site: OverlaySite): Route[] {
  const via = tunnelAddress(other, family);
  if (!via || !findNodeAddress(other, family)) return [];
  return listPodNetworks(other)
    .filter(({ address }) => address.family === family)
    .map((dst) => ({ table: 'main', type: 'unicast', dst, via, dev: nameOf(site, family) }));
}
