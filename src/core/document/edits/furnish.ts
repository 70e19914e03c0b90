import type { ClusterObjects, ClusterSettings, NodeObject } from '../../kubernetes/types';
import {
  cidrOf,
  contains,
  formatCidr,
  parseCidr,
  type Cidr,
  addToIp,
  formatIp,
  parseIp,
  type IpAddress,
  type IpFamily,
} from '../../net/ip';
import type { Reconstruction } from '../../paste/proxy/types';

type Made = Pick<Reconstruction, 'cluster' | 'config' | 'node'>;

/** What a cluster on the bench needs besides what rules tell: ranges, and a place for every address. */
export interface Furnished {
  readonly cluster: ClusterObjects;
  readonly settings: Omit<ClusterSettings, 'clusterDomain'>;
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];
/** `--service-cluster-ip-range` of kubeadm. */
const SERVICES: Readonly<Record<IpFamily, string>> = { ipv4: '10.96.0.0/12', ipv6: 'fd00:10:96::/112' };
/** At most so narrow: a Service range, the Pod network, a Node's part of it, the network the Nodes are on. */
const NARROWEST = { services: { ipv4: 24, ipv6: 112 }, pods: { ipv4: 16, ipv6: 48 }, node: { ipv4: 24, ipv6: 64 } };
/** `--service-node-port-range`. */
const NODE_PORTS: readonly [number, number] = [30_000, 32_767];

/**
 * Puts a reconstructed cluster where Pods can have wires: every Node with a part of the Pod network that
 * holds its Pods and no other's, ranges that hold what was read. kube-proxy's rules do not change by it.
 */
export function furnish({ cluster, config, node }: Made): Furnished {
  const families = FAMILIES.filter((family) => addressesOf(cluster.nodes[0]).some((each) => each.family === family));
  const pods = podNetworks(cluster, config.clusterCIDR ?? '', families);
  const nodes = withAddresses(withPodCIDRs(cluster, node, families), cluster);
  const physical = addressesOf(nodes[0]);
  return {
    cluster: { ...cluster, nodes },
    settings: {
      serviceClusterIPRange: families.map((family) => serviceRange(cluster, family)),
      clusterCIDR: pods.map(formatCidr),
      serviceNodePortRange: nodePortRange(cluster),
      physicalNetwork: families.flatMap((family) => {
        const own = physical.find((address) => address.family === family);
        return own ? [formatCidr(cidrOf(own, NARROWEST.node[family]))] : [];
      }),
    },
  };
}

function ips(texts: readonly (string | undefined)[]): IpAddress[] {
  return texts.flatMap((text) => {
    const parsed = parseIp(text ?? '');
    return parsed.ok ? [parsed.value] : [];
  });
}

function cidrs(texts: readonly string[]): Cidr[] {
  return texts.flatMap((text) => {
    const parsed = parseCidr(text.trim());
    return parsed.ok ? [parsed.value] : [];
  });
}

function addressesOf(node: NodeObject | undefined): IpAddress[] {
  return ips((node?.status.addresses ?? []).map(({ address }) => address));
}

/** The longest prefix with all of them, at most so long; undefined without any. */
function holding(addresses: readonly IpAddress[], longest: number): Cidr | undefined {
  const [first] = addresses;
  if (!first) return undefined;
  for (let prefix = longest; prefix > 0; prefix--) {
    const cidr = cidrOf(first, prefix);
    if (addresses.every((address) => contains(cidr, address))) return cidr;
  }
  return cidrOf(first, 0);
}

function serviceRange({ services }: ClusterObjects, family: IpFamily): string {
  const used = ips(services.flatMap(({ spec }) => spec.clusterIPs ?? [])).filter((each) => each.family === family);
  const [usual] = cidrs([SERVICES[family]]);
  if (usual && used.every((address) => contains(usual, address))) return SERVICES[family];
  const found = holding(used, NARROWEST.services[family]);
  return found ? formatCidr(found) : SERVICES[family];
}

function nodePortRange({ services }: ClusterObjects): readonly [number, number] {
  const used = services.flatMap(({ spec }) => (spec.ports ?? []).flatMap(({ nodePort }) => nodePort ?? []));
  return [Math.min(NODE_PORTS[0], ...used), Math.max(NODE_PORTS[1], ...used)];
}

function podIPs({ pods }: ClusterObjects, node?: string): IpAddress[] {
  return ips(
    pods.filter(({ spec }) => node === undefined || spec.nodeName === node).map(({ status }) => status?.podIP),
  );
}

/** What kube-proxy was told if it is wide enough to be cut, else what holds the Pods. */
function podNetworks(cluster: ClusterObjects, told: string, families: readonly IpFamily[]): Cidr[] {
  const known = cidrs(told.split(','));
  return families.flatMap((family) => {
    const own = known.find(({ address, prefix }) => address.family === family && prefix < NARROWEST.node[family]);
    const listed = cidrs(cluster.nodes.flatMap(({ spec }) => spec?.podCIDRs ?? [])).map(({ address }) => address);
    const used = [...podIPs(cluster), ...listed].filter((address) => address.family === family);
    const [usual] = cidrs([family === 'ipv4' ? '10.244.0.0/16' : 'fd00:10:244::/48']);
    return own ?? holding(used, NARROWEST.pods[family]) ?? usual ?? [];
  });
}

/** Every Node with the networks its Pods are in, no network with two Nodes. A Node that has podCIDRs keeps them. */
function withPodCIDRs(cluster: ClusterObjects, first: string, families: readonly IpFamily[]): readonly NodeObject[] {
  const taken: Cidr[] = cidrs(cluster.nodes.flatMap(({ spec }) => spec?.podCIDRs ?? []));
  return cluster.nodes.map((node) => {
    const { name } = node.metadata;
    const own = cidrs(node.spec?.podCIDRs ?? []);
    const added = families
      .filter((family) => own.every(({ address }) => address.family !== family))
      .flatMap((family) => partsFor(podIPs(cluster, name), podIPs(others(cluster, name)), taken, family))
      .slice(0, name === first ? MOST_OWN : undefined);
    taken.push(...added);
    if (added.length === 0) return node;
    const podCIDRs = [...own, ...added].map(formatCidr);
    return { ...node, spec: { ...node.spec, podCIDR: podCIDRs[0], podCIDRs } };
  });
}

/** A node with Pods in more networks than this has no podCIDR that tells anything. */
const MOST_OWN = 16;

function others(cluster: ClusterObjects, name: string): ClusterObjects {
  return { ...cluster, pods: cluster.pods.filter(({ spec }) => spec.nodeName !== name) };
}

/** The networks some addresses are in, as wide as they can be without one of the others' addresses. */
function partsFor(
  own: readonly IpAddress[],
  foreign: readonly IpAddress[],
  taken: readonly Cidr[],
  family: IpFamily,
): Cidr[] {
  const parts = new Map<string, Cidr>();
  let left = own.filter((address) => address.family === family && !taken.some((cidr) => contains(cidr, address)));
  const widest = NARROWEST.node[family];
  for (let prefix = widest; prefix <= widest + 4 && left.length > 0; prefix++) {
    const blocked = new Set(foreign.map((address) => formatCidr(cidrOf(address, prefix))));
    const isFree = (cidr: Cidr): boolean =>
      !blocked.has(formatCidr(cidr)) && !taken.some((other) => overlap(other, cidr));
    left = left.filter((address) => {
      const cidr = cidrOf(address, prefix);
      if (isFree(cidr)) parts.set(formatCidr(cidr), cidr);
      return !isFree(cidr);
    });
  }
  return [...parts.values()];
}

function overlap(a: Cidr, b: Cidr): boolean {
  if (a.address.family !== b.address.family) return false;
  return contains(a, b.address) || contains(b, a.address);
}

/** Nodes without an address get one beside the first Node's that is nobody's endpoint; a Pod bridge's own address is not the Node's. */
function withAddresses(nodes: readonly NodeObject[], cluster: ClusterObjects): readonly NodeObject[] {
  const used = new Set([
    ...nodes.flatMap((node) => addressesOf(node).map(formatIp)),
    ...cluster.endpointSlices.flatMap(({ endpoints }) => (endpoints ?? []).flatMap(({ addresses = [] }) => addresses)),
  ]);
  const near = nodes[0] ? addressesOf(nodes[0]) : [];
  return nodes.map((node, index) => {
    if (index === 0) return withoutBridges(node);
    if (addressesOf(node).length > 0) return node;
    const added = FAMILIES.flatMap((family) => {
      const beside = near.find((address) => address.family === family);
      return beside ? [freeBeside(beside, used)] : [];
    });
    const addresses = added.map((address) => ({ type: 'InternalIP', address }));
    return { ...node, status: { ...node.status, addresses } };
  });
}

function freeBeside(address: IpAddress, used: Set<string>): string {
  const network = cidrOf(address, NARROWEST.node[address.family]);
  for (let offset = 2; offset < 240; offset++) {
    const text = formatIp(addToIp(network.address, offset));
    if (used.has(text)) continue;
    used.add(text);
    return text;
  }
  return formatIp(addToIp(network.address, 240));
}

/** The first address of a podCIDR is the bridge's: the network around the rules gives it to the bridge. */
function withoutBridges(node: NodeObject): NodeObject {
  const bridges = new Set(cidrs(node.spec?.podCIDRs ?? []).map(({ address }) => formatIp(addToIp(address, 1))));
  const addresses = (node.status.addresses ?? []).filter(({ address }) => !bridges.has(address));
  return addresses.length === 0 ? node : { ...node, status: { ...node.status, addresses } };
}
