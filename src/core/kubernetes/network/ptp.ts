import { everywhere, contains, getBits, hostCidr, type Cidr } from '../../net/ip';
import type { Device } from '../../linux/namespace';
import type { Route } from '../../linux/routing/fib';
import { firstOf, FLANNEL_TUNNELS, type PodLayout, type PodPlan } from './layout';
import { linkOf, routesToPods } from './routed';

/**
 * The ptp CNI plugin (containernetworking/plugins plugins/main/ptp) as kind and GKE use it: a link a Pod, whose host end
 * has the gateway's address; also what is in the Pod's own network goes over the gateway.
 */
export const PTP_LAYOUT: PodLayout<'ptp'> = {
  id: 'ptp',
  interfacePrefix: 'veth',
  plugins: ['ptp'],
  network: 'kindnet',
  tunnels: FLANNEL_TUNNELS,
  onNode: (node) => ({
    devices: node.pods.map((pod): Device => ({
      name: pod.veth,
      kind: 'veth',
      up: true,
      addresses: node.podCIDRs.map((cidr) => ({ address: firstOf(cidr), prefix: getBits(cidr.address.family) })),
      peer: { netns: pod.id, device: 'eth0' },
    })),
    routes: routesToPods(node),
  }),
  inPod: (pod, node) => ({
    devices: [linkOf(pod, node)],
    routes: node.podCIDRs.flatMap((cidr) => podRoutes(pod, cidr)),
  }),
};

/** The gateway on the link, and everything over it: the Pod's own network as well. */
function podRoutes(pod: PodPlan, cidr: Cidr): Route[] {
  const { family } = cidr.address;
  const own = pod.ips.filter((ip) => ip.family === family);
  if (own.length === 0) return [];
  const via = firstOf(cidr);
  const over = (dst: Cidr): Route => ({ table: 'main', type: 'unicast', dst, via, dev: 'eth0' });
  return [
    { table: 'main', type: 'unicast', dst: hostCidr(via), dev: 'eth0', scope: 'link' },
    ...(own.some((ip) => contains(cidr, ip)) ? [over(cidr)] : []),
    over(everywhere(family)),
  ];
}
