import { everywhere, contains, getBits, hostCidr, type IpAddress, type IpFamily } from '../../net/ip';
import type { Device } from '../../linux/namespace';
import type { Route } from '../../linux/routing/fib';
import { firstOf, type PodLayout, type NodeWithPods } from './layout';
import type { PodOverlay } from './overlay';

/** The addresses of cilium_host: the first of each podCIDR is taken for the one the agent draws. */
function hostAddresses({ podCIDRs }: Pick<NodeWithPods, 'podCIDRs'>): IpAddress[] {
  return podCIDRs.map(firstOf);
}

const toPods = (dst: Route['dst'], via: IpAddress): Route => ({
  table: 'main',
  type: 'unicast',
  dst,
  via,
  dev: 'cilium_host',
});

/** An address the node's podCIDRs do not hold. */
function isStray({ podCIDRs }: Pick<NodeWithPods, 'podCIDRs'>, address: IpAddress): boolean {
  return !podCIDRs.some((cidr) => contains(cidr, address));
}

const strayRoute = (address: IpAddress): Route => ({
  table: 'main',
  type: 'unicast',
  dst: hostCidr(address),
  dev: 'cilium_host',
  scope: 'link',
});

/** Other nodes' Pods are behind cilium_host, too, where there is a tunnel to them. */
function tunnelRoutes({ podCIDRs }: Pick<NodeWithPods, 'podCIDRs'>, other: Pick<NodeWithPods, 'podCIDRs'>): Route[] {
  return other.podCIDRs.flatMap((dst) => {
    const via = hostAddresses({ podCIDRs }).find(({ family }) => family === dst.address.family);
    return via ? [toPods(dst, via)] : [];
  });
}

/**
 * Links as Cilium lays them without endpoint routes: each Pod behind an interface of its own, with a program at it; the
 * node's own way to them is cilium_host. Its other end, cilium_net, is left out: nothing here passes it.
 */
export const CILIUM_LAYOUT: Omit<PodLayout<never>, 'id'> = {
  interfacePrefix: 'lxc',
  plugins: [],
  network: 'cilium',
  // Its programs wrap packets themselves; no device of the kernel's own does.
  tunnels: { ipip: 'tunl0', vxlan: 'cilium_vxlan', vxlan6: 'cilium_vxlan', vni: 0, port: 8472 },
  onNode: (node) => {
    const own = hostAddresses(node);
    const links = node.pods.map((pod): Device => ({
      name: pod.veth,
      kind: 'veth',
      up: true,
      addresses: [],
      proxyArp: true,
      peer: { netns: pod.id, device: 'eth0' },
    }));
    const addresses = own.map((address) => ({ address, prefix: getBits(address.family) }));
    return {
      devices: [{ name: 'cilium_host', kind: 'veth', up: true, addresses }, ...links],
      routes: [
        ...node.podCIDRs.flatMap((dst, at) => (own[at] ? [toPods(dst, own[at])] : [])),
        ...node.pods.flatMap(({ ips }) => ips.filter((each) => isStray(node, each)).map(strayRoute)),
      ],
    };
  },
  inPod: (pod, node) => ({
    devices: [
      {
        name: 'eth0',
        kind: 'veth',
        up: true,
        addresses: pod.ips.map((address) => ({ address, prefix: getBits(address.family) })),
        peer: { netns: node.name, device: pod.veth },
      },
    ],
    routes: [...new Set(pod.ips.map(({ family }) => family))].flatMap((family) => podRoutes(family, node)),
  }),
};

/** The default gateway is cilium_host, which the far end of the link answers ARP for. */
function podRoutes(family: IpFamily, node: Pick<NodeWithPods, 'podCIDRs'>): Route[] {
  const gateway = hostAddresses(node).find((address) => address.family === family);
  if (!gateway) return [{ table: 'main', type: 'unicast', dst: everywhere(family), dev: 'eth0', scope: 'link' }];
  return [
    { table: 'main', type: 'unicast', dst: hostCidr(gateway), dev: 'eth0', scope: 'link' },
    { table: 'main', type: 'unicast', dst: everywhere(family), via: gateway, dev: 'eth0' },
  ];
}

/** Through the tunnel programs put packets themselves: of the node it wants routes only. */
export const CILIUM_TUNNEL: Omit<PodOverlay<never>, 'id'> = {
  onNode: ({ node, others }) => ({ devices: [], routes: others.flatMap((other) => tunnelRoutes(node, other)) }),
};
