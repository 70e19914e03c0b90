import { once } from '../../lib/memo';
import { everywhere, contains, getBits } from '../../net/ip';
import type { Device } from '../../linux/namespace';
import type { Route } from '../../linux/routing/fib';
import type { Netns } from '../../linux/netns';
import { firstOf, type NodeWithPods, type PodLayout, type PodPlan } from './layout';

/** The adapter behind which the other nodes are, and that of a Pod, as Windows names them. */
const ADAPTER = 'Ethernet';
const POD_ADAPTER = 'vEthernet';

/**
 * Pods as ports of a node's virtual switch: what win-bridge and win-overlay of containernetworking/plugins ask HNS for. The
 * gateway is the first address of the podCIDR, for which the switch answers itself. flannel wants VNI 4096 and UDP port 4789
 * where Windows is to be understood. HNS draws the names of ports; here they are of the Pod.
 */
export const WINDOWS_LAYOUT: Omit<PodLayout<never>, 'id'> = {
  interfacePrefix: 'vport',
  plugins: [],
  network: 'windows',
  tunnels: { ipip: 'ipip', vxlan: 'vxlan4096', vxlan6: 'vxlan4096-v6', vni: 4096, port: 4789 },
  onNode: (node) => ({
    devices: node.pods.map((pod): Device => ({
      name: pod.veth,
      kind: 'veth',
      up: true,
      addresses: [],
      proxyArp: true,
      peer: { netns: pod.id, device: POD_ADAPTER },
    })),
    routes: [],
  }),
  inPod: (pod, node) => ({
    devices: [
      {
        name: POD_ADAPTER,
        kind: 'veth',
        up: true,
        addresses: pod.ips.map((address) => ({ address, prefix: makePrefix(node, address) })),
        peer: { netns: node.name, device: pod.veth },
      },
    ],
    routes: node.podCIDRs.flatMap((cidr) => gatewayRoutes(pod, firstOf(cidr))),
  }),
};

/** Options with which the links of Pods are called as ports of a switch. */
export const withSwitchPorts = once((options: object): { readonly interfacePrefix: string } => ({
  ...options,
  interfacePrefix: WINDOWS_LAYOUT.interfacePrefix,
}));

function makePrefix({ podCIDRs }: Pick<NodeWithPods, 'podCIDRs'>, address: PodPlan['ips'][number]): number {
  return podCIDRs.find((cidr) => contains(cidr, address))?.prefix ?? getBits(address.family);
}

function gatewayRoutes({ ips }: PodPlan, via: PodPlan['ips'][number]): Route[] {
  if (!ips.some(({ family }) => family === via.family)) return [];
  return [{ table: 'main', type: 'unicast', dst: everywhere(via.family), via, dev: POD_ADAPTER }];
}

/** A node's namespace on Windows: its adapter is named otherwise, and VFP is at the ports of its switch. */
export function asWindows(node: Netns): Netns {
  const rename = (name: string): string => (name === 'eth0' ? ADAPTER : name);
  const { kernel: _linux, ...rest } = node;
  return {
    ...rest,
    programs: 'vfp',
    devices: node.devices.map((device) => ({ ...device, name: rename(device.name) })),
    routes: node.routes.map((route) => (route.dev === undefined ? route : { ...route, dev: rename(route.dev) })),
    sysctls: {},
  };
}
