import { everywhere, contains, hostCidr } from '../../net/ip';
import type { Device } from '../../linux/namespace';
import type { Route } from '../../linux/routing/fib';
import { firstOf, FLANNEL_TUNNELS, withPrefix, type PodLayout, type NodeWithPods, type PodPlan } from './layout';

const BRIDGE = 'cni0';

/**
 * The bridge CNI plugin (containernetworking/plugins plugins/main/bridge) as flannel and kind use
 * it: cni0 has the first address of each podCIDR, each Pod is a port of it, and Pods of a node
 * reach one another on the link.
 */
export const BRIDGE_LAYOUT: PodLayout<'bridge'> = {
  id: 'bridge',
  interfacePrefix: 'veth',
  plugins: ['bridge', 'flannel'],
  network: 'cbr0',
  tunnels: FLANNEL_TUNNELS,
  bridge: BRIDGE,
  onNode: (node, { hairpin, bridge: name = BRIDGE, isGateway = true }) => {
    const bridge: Device = {
      name,
      kind: 'bridge',
      up: true,
      addresses: isGateway ? node.podCIDRs.map((cidr) => ({ address: firstOf(cidr), prefix: cidr.prefix })) : [],
    };
    const ports = node.pods.map((pod): Device => ({
      name: pod.veth,
      kind: 'veth',
      up: true,
      addresses: [],
      master: name,
      hairpin,
      peer: { netns: pod.id, device: 'eth0' },
    }));
    return { devices: [bridge, ...ports], routes: node.pods.flatMap((pod) => strayRoutes(pod, node, name)) };
  },
  inPod: (pod, node) => ({
    devices: [
      {
        name: 'eth0',
        kind: 'veth',
        up: true,
        addresses: pod.ips.map((ip) => withPrefix(ip, node.podCIDRs)),
        peer: { netns: node.name, device: pod.veth },
      },
    ],
    routes: node.podCIDRs.flatMap((cidr) => podRoutes(pod, cidr)),
  }),
};

type Network = NodeWithPods['podCIDRs'][number];

/** The default route; on-link to the gateway first if the Pod's address is from elsewhere. */
function podRoutes(pod: PodPlan, cidr: Network): Route[] {
  const { family } = cidr.address;
  const own = pod.ips.filter((ip) => ip.family === family);
  if (own.length === 0) return [];
  const gateway = firstOf(cidr);
  const route: Route = { table: 'main', type: 'unicast', dst: everywhere(family), via: gateway, dev: 'eth0' };
  if (own.some((ip) => contains(cidr, ip))) return [route];
  return [{ table: 'main', type: 'unicast', dst: hostCidr(gateway), dev: 'eth0', scope: 'link' }, route];
}

/** Addresses outside the podCIDR need a route of their own. */
function strayRoutes(pod: PodPlan, node: NodeWithPods, dev: string): Route[] {
  return pod.ips
    .filter((ip) => !node.podCIDRs.some((cidr) => contains(cidr, ip)))
    .map((ip) => ({ table: 'main', type: 'unicast', dst: hostCidr(ip), dev, scope: 'link' }));
}
