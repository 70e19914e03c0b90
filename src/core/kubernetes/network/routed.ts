import { everywhere, hostCidr, getBits, ip, type IpFamily } from '../../net/ip';
import type { Device } from '../../linux/namespace';
import type { Route } from '../../linux/routing/fib';
import { type PodLayout, type NodeWithPods, type PodPlan } from './layout';

/** Calico's: Felix makes the VXLAN device, the kernel's ipip module its own (felix/dataplane/linux). */
const TUNNELS = { ipip: 'tunl0', vxlan: 'vxlan.calico', vxlan6: 'vxlan-v6.calico', vni: 4096, port: 4789 } as const;

const GATEWAY = { ipv4: ip('169.254.1.1'), ipv6: ip('fe80::1') } as const;

/**
 * Point-to-point links as Calico lays them: the node has a route to each Pod's address and answers
 * ARP for a gateway that exists nowhere; Pods of a node reach one another through its routing.
 */
export const ROUTED_LAYOUT: PodLayout<'routed'> = {
  id: 'routed',
  interfacePrefix: 'cali',
  plugins: ['calico'],
  network: 'k8s-pod-network',
  tunnels: TUNNELS,
  onNode: (node) => ({
    devices: node.pods.map((pod): Device => ({
      name: pod.veth,
      kind: 'veth',
      up: true,
      addresses: [],
      proxyArp: true,
      peer: { netns: pod.id, device: 'eth0' },
    })),
    routes: [
      // What no Pod of the node has does not leave it again: BIRD's route to the node's own block.
      ...node.podCIDRs.map((dst): Route => ({ table: 'main', type: 'blackhole', dst })),
      ...routesToPods(node),
    ],
  }),
  inPod: (pod, node) => ({
    devices: [linkOf(pod, node)],
    routes: [...new Set(pod.ips.map((address) => address.family))].flatMap(defaultRoutes),
  }),
};

/** A route of its own to each address of a node's Pods, over the link of the Pod. */
export function routesToPods({ pods }: NodeWithPods): Route[] {
  return pods.flatMap((pod) =>
    pod.ips.map((address): Route => ({
      table: 'main',
      type: 'unicast',
      dst: hostCidr(address),
      dev: pod.veth,
      scope: 'link',
    })),
  );
}

/** The Pod's end of its link: its addresses alone, without a network. */
export function linkOf(pod: PodPlan, node: Pick<NodeWithPods, 'name'>): Device {
  return {
    name: 'eth0',
    kind: 'veth',
    up: true,
    addresses: pod.ips.map((address) => ({ address, prefix: getBits(address.family) })),
    peer: { netns: node.name, device: pod.veth },
  };
}

function defaultRoutes(family: IpFamily): Route[] {
  const gateway = GATEWAY[family];
  return [
    { table: 'main', type: 'unicast', dst: hostCidr(gateway), dev: 'eth0', scope: 'link' },
    { table: 'main', type: 'unicast', dst: everywhere(family), via: gateway, dev: 'eth0' },
  ];
}
