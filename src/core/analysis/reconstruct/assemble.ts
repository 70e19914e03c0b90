import { minorOf } from '../../kubernetes/release';
import type { ClusterObjects, KubeProxyConfig, ProxyModeId } from '../../kubernetes/types';
import { contains, parseCidr } from '../../net/cidr';
import { parseIp } from '../../net/ip';
import { configOf } from './config';
import { entriesOf, localityOf, type EndpointEntry } from './endpoint-entries';
import { nodeAddressOf, type NodeAddress } from './node-address';
import { makePods, nodeObject } from './pods';
import { groupServices, serviceObject, type ReadService } from './services';
import { slicesOf } from './slices';
import type { Observed, OtherNode, ReadPort, ReadProxy } from './types';

const NODE = 'this-node';
const OTHER = 'other-node';
const ZONE = 'this-zone';

/** A cluster made of what was read, and the parts that tell how. */
export interface Assembled {
  readonly cluster: ClusterObjects;
  readonly config: KubeProxyConfig;
  readonly node: string;
  readonly services: readonly ReadService[];
  readonly entries: ReadonlyMap<ReadPort, readonly EndpointEntry[]>;
  readonly addresses: readonly NodeAddress[];
  /** Machines that are Nodes beside it. */
  readonly others: readonly OtherNode[];
}

/** Makes API objects that have kube-proxy write what was read; one proxy a family. */
export function assemble(
  mode: ProxyModeId,
  proxies: readonly ReadProxy[],
  release: string,
  { node: given = {}, others: told = [] }: Pick<Observed, 'node' | 'others'>,
): Assembled {
  const config = configOf(mode, proxies, release);
  const services = groupServices(proxies.flatMap(({ ports }) => ports));
  const node = given.name ?? NODE;
  const addresses = proxies
    .filter(({ noAddress }) => !noAddress)
    .map((proxy) => nodeAddressOf(proxy, given.addresses ?? []));
  const locality = localityOf(services, {
    ...localSet(proxies),
    podCIDRs: [...(given.podCIDRs ?? []), ...(given.pods ?? [])],
    fallsBack: minorOf(release) >= 26,
  });
  const entries = new Map(
    services.flatMap(({ ports }) => ports.map((port) => [port, entriesOf(port, locality)] as const)),
  );
  const all = ownAddresses(proxies, addresses, given.addresses ?? []);
  const otherNode = node === OTHER ? `${OTHER}-2` : OTHER;
  const others = told.filter(({ name }) => name !== node);
  const taken = new Set([...all, ...others.flatMap(({ addresses = [] }) => addresses)]);
  const elsewhere = placesOf(others, otherNode);
  const { pods, podOf } = makePods(services, entries, { config, taken, node, elsewhere });
  const names = { node, elsewhere, zone: ZONE, podOf };
  const hinted = [...entries.values()].some((list) => list.some(({ hint }) => hint));
  const own = nodeObject(node, {
    addresses: all,
    ...(given.podCIDRs ? { podCIDRs: given.podCIDRs } : {}),
    ...(hinted ? { zone: ZONE } : {}),
  });
  const made = others.map(({ name, ...known }) => nodeObject(name, known));
  if (pods.some(({ spec }) => spec.nodeName === otherNode)) made.push(nodeObject(otherNode, {}));
  const cluster: ClusterObjects = {
    nodes: [own, ...made],
    pods,
    deployments: [],
    services: services.map((service) => serviceObject(service, isHinted(service, entries))),
    endpointSlices: services.flatMap((service) => slicesOf(service, entries, names)),
  };
  return { cluster, config, node, services, entries, addresses, others };
}

/** The Node that has an address in its part of the Pod network; where none does one is made up. */
function placesOf(others: readonly OtherNode[], madeUp: string): (ip: string) => string {
  const parts = others.flatMap(({ name, podCIDRs = [], pods = [] }) =>
    [...podCIDRs, ...pods].flatMap((text) => {
      const cidr = parseCidr(text);
      return cidr.ok ? [{ name, cidr: cidr.value }] : [];
    }),
  );
  return (ip) => {
    const address = parts.length > 0 ? parseIp(ip) : undefined;
    const found = address?.ok ? parts.find(({ cidr }) => contains(cidr, address.value)) : undefined;
    return found?.name ?? madeUp;
  };
}

function isHinted({ ports }: ReadService, entries: ReadonlyMap<ReadPort, readonly EndpointEntry[]>): boolean {
  return ports.some((port) => entries.get(port)?.some(({ hint }) => hint !== undefined) ?? false);
}

function localSet(proxies: readonly ReadProxy[]): { endpoints?: ReadonlySet<string> } {
  const sets = proxies.flatMap(({ localEndpoints }) => (localEndpoints ? [...localEndpoints] : []));
  return proxies.some(({ localEndpoints }) => localEndpoints) ? { endpoints: new Set(sets) } : {};
}

/** The node's addresses, its chosen one of each family first. */
function ownAddresses(
  proxies: readonly ReadProxy[],
  chosen: readonly NodeAddress[],
  given: readonly string[],
): string[] {
  const told = [...given, ...proxies.flatMap(({ nodeAddresses }) => nodeAddresses)];
  const loopback = /^127\.|^::1$|^fe80:/;
  return [...new Set([...chosen.map(({ address }) => address), ...told.filter((text) => !loopback.test(text))])];
}
