import { asLast, once, type Memo } from '../../lib/memo';
import type { Device, Socket } from '../../linux/namespace';
import type { Netns, Network } from '../../linux/netns';
import { getBits, parseIp, type IpAddress } from '../../net/ip';
import { listClusterDNS } from '../dns/cluster-dns';
import { finding, type ObjectFinding } from '../finding';
import type { ProxyModeId } from '../mode-ids';
import { listClusterIPs, namespacedName, type ClusterObjects, type NodeObject } from '../types';
import { LOCAL_DNS } from '../writers/nodelocaldns';
import { nodeSettings } from './node-settings';

const OWNER = 'node-local-dns';
const DEVICE = 'nodelocaldns';
const UPSTREAM = 'kube-system/kube-dns-upstream';
/** `cache { success 9984 30 }` of its Corefile. */
const KEPT_SECONDS = 30;
const DNS_PORT = 53;
/** `health 169.254.20.10:8080` of its Corefile. */
const HEALTH_PORT = 8080;

/** Inputs of the caches of nodes beside the objects. */
export interface CacheGround {
  readonly cluster: ClusterObjects;
  /** The modes of nodes' kube-proxies, by name. */
  readonly modes: ReadonlyMap<string, ProxyModeId>;
  readonly memo: Memo;
}

/** The DNS cache of one node: where it listens, and whom it asks what it does not know. */
interface Cache {
  readonly listens: readonly string[];
  readonly upstream: readonly string[];
}

/** Does a node have a DNS cache of its own? Programs of eBPF and switches of Windows translate what is for kube-dns before one could. */
export function runsDnsCache(node: NodeObject, mode: ProxyModeId): boolean {
  return nodeSettings(node).writers?.includes('nodelocaldns') === true && mode !== 'ebpf' && mode !== 'kernelspace';
}

/**
 * `__PILLAR__CLUSTER__DNS__` of the Corefile: node-cache puts the address of kube-dns-upstream there, a Service with the
 * Pods of kube-dns whose address the node does not have; for IPVS the documentation puts kube-dns itself there.
 */
function cacheOf({ cluster, modes }: CacheGround, node: NodeObject): Cache {
  const own = listClusterDNS(cluster).filter(isIPv4);
  if (modes.get(node.metadata.name) === 'ipvs') return { listens: [LOCAL_DNS], upstream: own };
  const upstream = cluster.services.find((service) => namespacedName(service) === UPSTREAM);
  return { listens: [LOCAL_DNS, ...own], upstream: listClusterIPs(upstream).filter(isIPv4) };
}

const isIPv4 = (text: string): boolean => !text.includes(':');

/** The network with the DNS caches of nodes that run one; and what there is to say of them. */
export function withDnsCaches(
  network: Network,
  ground: CacheGround,
): { readonly network: Network; readonly findings: readonly ObjectFinding[] } {
  const { cluster, modes, memo } = ground;
  const wanted = cluster.nodes.filter((node) => nodeSettings(node).writers?.includes('nodelocaldns'));
  const findings = wanted.flatMap((node) => cacheFindings(node, ground));
  const running = wanted.filter((node) => runsDnsCache(node, modes.get(node.metadata.name) ?? 'iptables'));
  if (running.length === 0) return { network, findings };
  const netns = new Map(network.netns);
  for (const node of running) {
    const { name } = node.metadata;
    const own = netns.get(name);
    if (own) netns.set(name, cachingNode(own, memo, sameCache(cacheOf(ground, node), memo, name)));
  }
  return { network: { ...network, netns }, findings };
}

const sameCache = asLast<Cache>();

/**
 * A node with the dummy its cache listens on, which nobody brings up (pkg/netif/netif.go of kubernetes/dns), and with its
 * sockets.
 */
const cachingNode = once((node: Netns, _memo, cache: Cache): Netns => {
  const listens = cache.listens.flatMap(toAddress);
  const device: Device = {
    name: DEVICE,
    kind: 'dummy',
    up: false,
    addresses: listens.map((address) => ({ address, prefix: getBits(address.family) })),
  };
  const health: Socket = { proto: 'tcp', port: HEALTH_PORT, owner: OWNER, reply: 'echo', ...first(listens) };
  const sockets = listens.flatMap((ip) => (['udp', 'tcp'] as const).map((proto) => cacheSocket(proto, ip, cache)));
  return { ...node, devices: [...node.devices, device], sockets: [...sockets, health, ...node.sockets] };
});

const first = ([ip]: readonly IpAddress[]): { readonly ip?: IpAddress } => (ip ? { ip } : {});

function toAddress(text: string): readonly IpAddress[] {
  const address = parseIp(text);
  return address.ok ? [address.value] : [];
}

function cacheSocket(proto: 'tcp' | 'udp', ip: IpAddress, { upstream }: Cache): Socket {
  const endpoints = upstream.flatMap(toAddress).map((address) => ({ address, port: DNS_PORT }));
  const proxy = { endpoints, attempts: 1, keptSeconds: KEPT_SECONDS, dialler: 'dns-cache' } as const;
  return { proto, ip, port: DNS_PORT, owner: OWNER, reply: 'proxy', proxy };
}

const PATH = "metadata.annotations['rulewalk/rule-writers']";
const DOUBT = { severity: 'warning', code: 'assumed' } as const;
const NOTE = { severity: 'info', code: 'assumed' } as const;

function cacheFindings(node: NodeObject, ground: CacheGround): readonly ObjectFinding[] {
  const mode = ground.modes.get(node.metadata.name) ?? 'iptables';
  const values = { node: node.metadata.name, mode, address: LOCAL_DNS };
  if (!runsDnsCache(node, mode)) return [finding(node, DOUBT, PATH, 'writers.dns-not-here', values)];
  if (listClusterDNS(ground.cluster).length === 0)
    return [finding(node, DOUBT, PATH, 'writers.dns-no-service', values)];
  if (mode === 'ipvs') return [finding(node, NOTE, PATH, 'writers.dns-ipvs', values)];
  return cacheOf(ground, node).upstream.length === 0
    ? [finding(node, DOUBT, PATH, 'writers.dns-no-upstream', values)]
    : [];
}
