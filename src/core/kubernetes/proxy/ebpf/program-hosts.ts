import { Memo, once } from '../../../lib/memo';
import { addToIp, contains, hostCidr, parseCidr, type Cidr, type IpAddress } from '../../../net/ip';
import { addressKey, type EbpfHost, type ProgramSettings } from '../../../linux/ebpf/host';
import { indexLbMaps, type LbMaps } from '../../../linux/ebpf/lb-maps';
import type { NodeObject, PodObject } from '../../types';
import { addressOfText } from './addresses';
import { ciliumSettings, nodePortRange, type CiliumSettings } from './cilium-config';
import type { CiliumInput } from './context';
import { syncLbMaps } from './sync-lb-maps';

/** Where an agent wrote its addresses of cilium_host. */
const CILIUM_HOST = {
  ipv4: 'network.cilium.io/ipv4-cilium-host',
  ipv6: 'network.cilium.io/ipv6-cilium-host',
} as const;

function masqueradeOf(settings: CiliumSettings): ProgramSettings['masquerade'] {
  if (!settings['enable-ipv4-masquerade']) return 'none';
  return settings['enable-bpf-masquerade'] ? 'bpf' : 'iptables';
}

/** Through the node's IP stack: where it is asked for, and where netfilter has to give packets the node's address. */
export function isLegacy(settings: CiliumSettings): boolean {
  return settings['enable-host-legacy-routing'] || masqueradeOf(settings) === 'iptables';
}

/** Where Pods are routed, only direct return in Geneve wraps a packet. */
function tunnelDeviceOf(settings: CiliumSettings): ProgramSettings['tunnelDevice'] {
  const isRouted = settings['routing-mode'] === 'native';
  const protocol = isRouted ? settings['bpf-lb-dsr-dispatch'] : settings['tunnel-protocol'];
  return protocol === 'geneve' ? 'cilium_geneve' : 'cilium_vxlan';
}

/** Settings that an agent compiles its programs with. */
export function programSettings(settings: CiliumSettings): ProgramSettings {
  const loopback = addressOfText(settings['ipv4-service-loopback-address']);
  return {
    socketLb: settings['bpf-lb-sock-hostns-only'] ? 'hostns-only' : 'full',
    algorithm: settings['bpf-lb-algorithm'],
    maglev: { size: Number(settings['bpf-lb-maglev-table-size']), seed: settings['bpf-lb-maglev-hash-seed'] },
    mode: settings['bpf-lb-mode'],
    modeByFlag: settings['bpf-lb-mode-annotation'],
    noBackend: settings['service-no-backend-response'],
    nodePortRange: nodePortRange(settings),
    tunnel: settings['routing-mode'] === 'tunnel',
    tunnelDevice: tunnelDeviceOf(settings),
    dsrInGeneve: settings['bpf-lb-dsr-dispatch'] === 'geneve',
    hostRouting: isLegacy(settings) ? 'legacy' : 'bpf',
    xdp: settings['bpf-lb-acceleration'] !== 'disabled',
    masquerade: masqueradeOf(settings),
    mitigatesExternalIPs: !settings['disable-external-ip-mitigation'],
    loopback: loopback ?? { family: 'ipv4', words: [0xa9fe2a01] },
  };
}

function nodeAddresses({ status }: NodeObject): IpAddress[] {
  const named = (status.addresses ?? []).filter(({ type }) => type === 'InternalIP' || type === 'ExternalIP');
  return named.flatMap(({ address }) => addressOfText(address) ?? []);
}

/** The addresses of cilium_host: as the agent noted them, else the first of the node's podCIDR of a family is taken for it. */
function ciliumHostAddresses(node: NodeObject): IpAddress[] {
  const ranges = podRangesOf(node);
  return (['ipv4', 'ipv6'] as const).flatMap((family) => {
    const noted = addressOfText(node.metadata.annotations?.[CILIUM_HOST[family]] ?? '');
    const range = ranges.find(({ address }) => address.family === family);
    return noted ?? (range ? addToIp(range.address, 1) : []);
  });
}

/** IPv4 address of `cilium_host` on a node; undefined where the node has no IPv4. */
export function ciliumHostAddress(node: NodeObject): IpAddress | undefined {
  return ciliumHostAddresses(node).find(({ family }) => family === 'ipv4');
}

/** Facts that are the same for all nodes of a cluster. */
interface Around {
  readonly podRanges: readonly Cidr[];
  readonly tunnels: readonly { readonly node: string; readonly range: Cidr; readonly to: IpAddress }[];
  readonly addresses: ReadonlyMap<string, readonly IpAddress[]>;
}

/** `cilium_ipcache`: an entry of each Pod; those of a podCIDR are behind one node. */
const around = once((nodes: readonly NodeObject[], _memo, pods: readonly PodObject[]): Around => {
  const ranges = nodes.flatMap((node) => {
    const [to] = nodeAddresses(node);
    return to ? podRangesOf(node).map((range) => ({ node: node.metadata.name, range, to })) : [];
  });
  const homes = new Map(ranges.map(({ node, to }) => [node, to]));
  const strays = pods.flatMap(({ spec, ...pod }) => {
    const [node = '', to] = [spec.nodeName, homes.get(spec.nodeName ?? '')];
    const own = to && spec.hostNetwork !== true ? podAddresses({ spec, ...pod }) : [];
    const outside = own.filter((address) => !ranges.some(({ range }) => contains(range, address)));
    return to ? outside.map((address) => ({ node, range: hostCidr(address), to })) : [];
  });
  return {
    podRanges: ranges.map(({ range }) => range),
    tunnels: [...ranges, ...strays],
    addresses: new Map(nodes.map((node) => [node.metadata.name, nodeAddresses(node)])),
  };
});

/** The podCIDRs of a Node. */
export function podRangesOf({ spec }: NodeObject): Cidr[] {
  return [...new Set([spec.podCIDR ?? '', ...(spec.podCIDRs ?? [])])].flatMap((text) => {
    const parsed = parseCidr(text);
    return parsed.ok ? [parsed.value] : [];
  });
}

function podAddresses({ status }: PodObject): IpAddress[] {
  const texts = status?.podIPs?.map(({ ip }) => ip) ?? [status?.podIP ?? ''];
  return texts.flatMap((text) => addressOfText(text) ?? []);
}

/** Addresses that slices name on a node, where no Pod has them: an endpoint of the node all the same. */
function podlessOn({ endpointSlices }: CiliumInput['cluster'], own: readonly Cidr[]): IpAddress[] {
  const named = endpointSlices.flatMap(({ endpoints }) =>
    (endpoints ?? []).map(({ addresses }) => addresses?.[0] ?? ''),
  );
  const all = [...new Set(named)].flatMap((text) => addressOfText(text) ?? []);
  return all.filter((address) => own.some((range) => contains(range, address)));
}

/** A node with Cilium's programs at work and the maps its agent writes; undefined: the Node has no address. */
export function programHost(input: CiliumInput, maps: LbMaps): EbpfHost | undefined {
  const { cluster, node: name, memo = new Memo() } = input;
  const node = cluster.nodes.find(({ metadata }) => metadata.name === name);
  const own = node ? nodeAddresses(node) : [];
  if (!node || own.length === 0) return undefined;
  const ciliumHosts = ciliumHostAddresses(node);
  const { podRanges, tunnels, addresses } = around(cluster.nodes, memo, cluster.pods);
  const pods = cluster.pods.filter(({ spec }) => spec.nodeName === name && spec.hostNetwork !== true);
  const endpoints = [...pods.flatMap(podAddresses), ...podlessOn(cluster, podRangesOf(node))];
  const others = [...addresses].filter(([other]) => other !== name).flatMap(([, each]) => each);
  return {
    name,
    maps: indexLbMaps(maps, memo),
    settings: programSettings(ciliumSettings(input.config)),
    nodeAddresses: own,
    ciliumHosts,
    ownAddresses: [...own, ...ciliumHosts],
    endpoints: new Set(endpoints.map(addressKey)),
    podRanges,
    tunnels: tunnels.filter((each) => each.node !== name),
    remoteNodes: new Set(others.map(addressKey)),
  };
}

/** Nodes of a cluster with Cilium's programs at work, each with the maps its agent writes. A Node without addresses is left out. */
export function programHosts(input: Omit<CiliumInput, 'node'>): EbpfHost[] {
  const { cluster, memo = new Memo() } = input;
  return cluster.nodes.flatMap(({ metadata: { name } }) => {
    const own: CiliumInput = { ...input, node: name, memo: memo.of(name) };
    return programHost(own, syncLbMaps(own)) ?? [];
  });
}
