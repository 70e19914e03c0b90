import type { DeviceKind } from '../../linux/netns';

/** What a device is, told by the names programs give them; the first row that fits. */
const KINDS: readonly (readonly [pattern: RegExp, kind: DeviceKind])[] = [
  [/^lo$/, 'loopback'],
  [
    /^(?:docker\d|docker_gwbridge|br-|br\d|bridge\d|cni\d|cbr\d|virbr|lxcbr|lxdbr|kube-bridge|weave$|crio-|podman|nerdctl|mynet|xenbr|vmbr|ovs|mpqemubr)/,
    'bridge',
  ],
  [
    /^(?:flannel|vxlan|geneve|tunl|wireguard|wg|tun|tap|ipip|gre|ip6tnl|sit|ppp|tailscale|cilium_vxlan|antrea-tun|vpn|utun)/,
    'tunnel',
  ],
  [/^(?:cali|veth|lxc|azv|eni|gke|vif|vnet|cilium|antrea|ovn)/, 'veth'],
  [/^(?:kube-ipvs|dummy|nodelocaldns)/, 'dummy'],
];

/** `docker0` -> bridge, `cali82a8bb394bd` -> veth, `eth0` -> physical. */
export function deviceKind(name: string): DeviceKind {
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'physical';
}

/** Is it the Pod's end of nothing else: a veth a CNI makes for one Pod each? */
export function isPodLink(name: string): boolean {
  return /^(?:cali|eni|lxc|azv|gke|veth)/.test(name);
}

const DEVICE_KINDS: ReadonlySet<string> = new Set<DeviceKind>([
  'loopback',
  'physical',
  'veth',
  'bridge',
  'dummy',
  'tunnel',
]);

/** The kind a person wrote, or what the name tells. */
export function kindOr(text: string | undefined, name: string): DeviceKind {
  return text !== undefined && DEVICE_KINDS.has(text) ? (text as DeviceKind) : deviceKind(name);
}
