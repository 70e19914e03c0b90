import { contains, formatIp, parseCidr, parseIp, type Cidr, type IpAddress, type IpFamily } from '../../../net/ip';
import type { Memo } from '../../../lib/memo';
import { ownNode, type ClusterObjects, type NodeObject } from '../../types';

/** Flags of kube-proxy and facts of the machine that decide what HNS is asked for. */
export interface WinkernelSettings {
  /** Type of the HNS network; `l2tunnel` is handled as l2bridge. */
  readonly networkType: 'l2bridge' | 'overlay';
  /** `--source-vip`: read in an overlay only, and needed there. */
  readonly sourceVip?: string;
  /** `--enable-dsr`: direct return for clusterIPs. */
  readonly enableDsr: boolean;
  /** Windows has it: then Services with externalTrafficPolicy Local use it whatever the flag says. Absent: it has. */
  readonly hasDsr?: boolean;
  /** `--forward-healthcheck-vip` with the HNS endpoint `--root-hnsendpoint-name` names. */
  readonly healthCheckEndpoint?: string;
}

/** Input of one kube-proxy on Windows. */
export interface KernelspaceInput {
  /** Defaults filled, EndpointSlices present. */
  readonly cluster: ClusterObjects;
  readonly node: string;
  readonly family: IpFamily;
  readonly settings: WinkernelSettings;
  /** Results of earlier syncs. Absent: none. */
  readonly memo?: Memo;
}

/** A network of Pods and the node behind which it is: a RemoteSubnetRoute policy of the overlay. */
interface RemoteSubnet {
  readonly range: Cidr;
  readonly providerAddress: string;
}

/** All kube-proxy knows besides Services and slices. */
export interface KernelspaceContext extends KernelspaceInput {
  /** 127.0.0.1 where the Node has no address. */
  readonly nodeIP: string;
  readonly hasDsr: boolean;
  readonly remoteSubnets: readonly RemoteSubnet[];
  /** Addresses of all nodes. */
  readonly nodeAddresses: ReadonlySet<string>;
  /** Pods of the node with a network of their own: the CNI plugin made an endpoint of each. */
  readonly localEndpoints: ReadonlySet<string>;
}

function printed(text: string, family: IpFamily): string | undefined {
  const parsed = parseIp(text);
  return parsed.ok && parsed.value.family === family ? formatIp(parsed.value) : undefined;
}

/** The InternalIPs of a Node of a family. */
export function listAddresses({ status }: NodeObject, family: IpFamily): string[] {
  const internal = (status.addresses ?? []).filter(({ type }) => type === 'InternalIP');
  return internal.flatMap(({ address }) => printed(address, family) ?? []);
}

function remoteSubnet(node: NodeObject, family: IpFamily): RemoteSubnet[] {
  const [providerAddress] = listAddresses(node, family);
  const ranges = node.spec.podCIDRs ?? [node.spec.podCIDR ?? ''];
  return ranges.flatMap((text) => {
    const parsed = parseCidr(text);
    const fits = parsed.ok && parsed.value.address.family === family && providerAddress !== undefined;
    return fits ? [{ range: parsed.value, providerAddress }] : [];
  });
}

/** Context of a sync: the node and its network. */
export function makeKernelspaceContext(input: KernelspaceInput): KernelspaceContext {
  const { cluster, node, family } = input;
  const own = ownNode(cluster, node);
  const others = cluster.nodes.filter((each) => each !== own);
  const pods = cluster.pods.filter(({ spec }) => spec.nodeName === node && spec.hostNetwork !== true);
  const podIPs = pods.flatMap(({ status }) => status?.podIPs?.map(({ ip }) => ip) ?? [status?.podIP ?? '']);
  return {
    ...input,
    hasDsr: input.settings.hasDsr ?? true,
    nodeIP: (own && listAddresses(own, family)[0]) ?? (family === 'ipv4' ? '127.0.0.1' : '::1'),
    remoteSubnets: others.flatMap((each) => remoteSubnet(each, family)),
    nodeAddresses: new Set(cluster.nodes.flatMap((each) => listAddresses(each, family))),
    localEndpoints: new Set(podIPs.flatMap((text) => printed(text, family) ?? [])),
  };
}

/** The other end of the tunnel to an address; the node's own where no route leads to it. */
export function providerAddress(
  { remoteSubnets, nodeAddresses, nodeIP }: KernelspaceContext,
  address: IpAddress,
): string {
  const text = formatIp(address);
  if (nodeAddresses.has(text)) return text;
  return remoteSubnets.find(({ range }) => contains(range, address))?.providerAddress ?? nodeIP;
}

/** An address outside of the cluster, or of another node itself: no tunnel leads to a Pod there. */
export function isOutsidePods({ remoteSubnets, localEndpoints }: KernelspaceContext, address: IpAddress): boolean {
  return !localEndpoints.has(formatIp(address)) && !remoteSubnets.some(({ range }) => contains(range, address));
}
