import type { NodeWithPods } from './layout';
import type { Device } from '../../linux/namespace';
import type { Route } from '../../linux/routing/fib';
import type { Cidr } from '../../net/ip';
import { listPodNetworks, findNodeAddress, routeDirectly, tunnelAddress, type PodOverlay } from './overlay';

/** 1500 without the outer header. */
const MTU = 1480;

/**
 * IP in IP, as Calico's `ipipMode: Always` and flannel's ipip backend lay it: one device without a far end, and routes
 * whose next hop is the other node itself. IPv6 is not wrapped: it is routed.
 */
export const IPIP_OVERLAY: PodOverlay<'ipip'> = {
  id: 'ipip',
  mtu: MTU,
  onNode: ({ node, others, names: { ipip: name } }) => {
    const own = tunnelAddress(node, 'ipv4');
    const local = findNodeAddress(node, 'ipv4');
    if (!own || !local) return { devices: [], routes: others.flatMap((other) => directly(other)) };
    const device: Device = {
      name,
      kind: 'tunnel',
      up: true,
      addresses: [{ address: own, prefix: 32 }],
      mtu: MTU,
      tunnel: { kind: 'ipip' },
    };
    return { devices: [device], routes: others.flatMap((other) => throughTunnel(other, name)) };
  },
};

function directly(other: NodeWithPods): Route[] {
  return listPodNetworks(other).flatMap((dst) => routeDirectly(other, dst));
}

function throughTunnel(other: NodeWithPods, dev: string): Route[] {
  const route = (dst: Cidr): Route[] => {
    const via = dst.address.family === 'ipv4' ? findNodeAddress(other, 'ipv4') : undefined;
    return via ? [{ table: 'main', type: 'unicast', dst, via, dev }] : routeDirectly(other, dst);
  };
  return listPodNetworks(other).flatMap(route);
}
