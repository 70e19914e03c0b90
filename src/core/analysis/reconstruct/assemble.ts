import { minorOf } from '../../kubernetes/release';
import type { ClusterObjects, KubeProxyConfig, ProxyModeId } from '../../kubernetes/types';
import { configOf } from './config';
import { entriesOf, localityOf, type EndpointEntry } from './endpoint-entries';
import { nodeAddressOf, type NodeAddress } from './node-address';
import { makePods, nodeObject } from './pods';
import { groupServices, serviceObject, type ReadService } from './services';
import { slicesOf } from './slices';
import type { Observed, ReadPort, ReadProxy } from './types';

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
}

/** Makes API objects that have kube-proxy write what was read; one proxy a family. */
export function assemble(
  mode: ProxyModeId,
  proxies: readonly ReadProxy[],
  release: string,
  given: Observed['node'] = {},
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
  const { pods, podOf } = makePods(services, entries, { config, taken: new Set(all), node, otherNode });
  const names = { node, otherNode, zone: ZONE, podOf };
  const hinted = [...entries.values()].some((list) => list.some(({ hint }) => hint));
  const own = nodeObject(node, {
    addresses: all,
    ...(given.podCIDRs ? { podCIDRs: given.podCIDRs } : {}),
    ...(hinted ? { zone: ZONE } : {}),
  });
  const others = pods.some(({ spec }) => spec.nodeName === otherNode) ? [nodeObject(otherNode, {})] : [];
  const cluster: ClusterObjects = {
    nodes: [own, ...others],
    pods,
    deployments: [],
    services: services.map((service) => serviceObject(service, isHinted(service, entries))),
    endpointSlices: services.flatMap((service) => slicesOf(service, entries, names)),
  };
  return { cluster, config, node, services, entries, addresses };
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
