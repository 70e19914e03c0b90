import { asLast, once, type Memo } from '../../lib/memo';
import { phrase, type Phrase } from '../../lib/phrase';
import { sha256Hex } from '../../lib/sha';
import { LOOPBACK, type Device, type Socket } from '../../linux/namespace';
import type { Netns, Network } from '../../linux/netns';
import type { Route } from '../../linux/routing/fib';
import {
  addToIp,
  contains,
  formatIp,
  getBits,
  hostCidr,
  makeCidr,
  parseCidr,
  parseIp,
  sameIp,
  type IpAddress,
} from '../../net/ip';
import { isNodeReady } from '../controllers/deployment';
import { findInternalIP } from '../controllers/nodes';
import { slicesByService } from '../endpoint';
import { listPodCIDRs } from '../proxy/shared/local-traffic';
import { listFrontAddresses } from './front-addresses';
import { balancerOf, type BalancerSettings } from './load-balancer-settings';
import {
  namespacedName,
  type ClusterObjects,
  type Endpoint,
  type NodeObject,
  type ServiceObject,
  type ServicePort,
} from '../types';

/** The load balancer, as a machine outside. */
export const BALANCER_ID = 'load-balancer';

const NO_BALANCERS = 'node.kubernetes.io/exclude-from-external-load-balancers';

/** Where a load balancer may send, and whether its health check lets it. */
export interface BalancerTarget {
  /** The node, or the endpoint's `namespace/name`. */
  readonly name: string;
  readonly addresses: readonly IpAddress[];
  readonly isIn: boolean;
  readonly why: Phrase;
}

/** What decides targets beside the objects. */
export interface BalancerGround {
  readonly cluster: ClusterObjects;
  /** Nodes whose kube-proxy does not run. */
  readonly stopped: ReadonlySet<string>;
  readonly memo: Memo;
}

/** The targets of a Service's load balancer, with what its health check finds. */
export function balancerTargets(service: ServiceObject, ground: BalancerGround): readonly BalancerTarget[] {
  const settings = balancerOf(service);
  if (!settings) return [];
  if (settings.kind === 'proxy' && settings.targets === 'pods') return podTargets(service, ground);
  const targets = ground.cluster.nodes.map((node) => nodeTarget(service, node, ground));
  return settings.kind === 'announce' ? announcing(service, targets, ground) : targets;
}

function listEndpoints(service: ServiceObject, { cluster, memo }: BalancerGround): readonly Endpoint[] {
  const slices = slicesByService(cluster.endpointSlices, memo).get(namespacedName(service)) ?? [];
  return slices.flatMap(({ endpoints = [] }) => endpoints);
}

const canServe = ({ conditions }: Endpoint): boolean => conditions?.serving ?? conditions?.ready ?? true;
const isReady = ({ conditions }: Endpoint): boolean => conditions?.ready !== false;

function listAddresses(node: NodeObject): readonly IpAddress[] {
  const texts = (['ipv4', 'ipv6'] as const).map((family) => findInternalIP(node, family));
  return texts.flatMap((text) => parsed(text ?? ''));
}

function parsed(text: string): readonly IpAddress[] {
  const address = parseIp(text);
  return address.ok ? [address.value] : [];
}

/**
 * Local: kube-proxy answers 200 on healthCheckNodePort while an endpoint here is ready
 * (pkg/proxy/healthcheck/service_health.go); Cluster: /healthz of kube-proxy (proxy_health.go).
 */
function nodeTarget(service: ServiceObject, node: NodeObject, ground: BalancerGround): BalancerTarget {
  const { name } = node.metadata;
  const { externalTrafficPolicy, healthCheckNodePort: port = 0 } = service.spec;
  const target = (isIn: boolean, why: Phrase): BalancerTarget => ({ name, addresses: listAddresses(node), isIn, why });
  if (node.metadata.labels?.[NO_BALANCERS] !== undefined) {
    return target(false, phrase('kubernetes.balancer.excluded', { node: name }));
  }
  if (!isNodeReady(node)) return target(false, phrase('kubernetes.balancer.not-ready', { node: name }));
  if (ground.stopped.has(name)) return target(false, phrase('kubernetes.balancer.no-proxy', { node: name }));
  if (externalTrafficPolicy !== 'Local') return target(true, phrase('kubernetes.balancer.healthz', { node: name }));
  const local = listEndpoints(service, ground).filter((each) => each.nodeName === name && isReady(each)).length;
  return target(local > 0, phrase('kubernetes.balancer.local', { node: name, port, count: local }));
}

function podTargets(service: ServiceObject, ground: BalancerGround): readonly BalancerTarget[] {
  return listEndpoints(service, ground).map((endpoint) => {
    const text = endpoint.addresses?.[0] ?? '';
    const name = endpoint.targetRef?.name ?? text;
    const why = phrase('kubernetes.balancer.pod', { pod: name, ready: isReady(endpoint) ? 'yes' : 'no' });
    return { name, addresses: parsed(text), isIn: isReady(endpoint), why };
  });
}

/**
 * One speaker answers for the address: of the nodes that may, the one whose name and the address have the smallest hash
 * (speaker/layer2_controller.go of MetalLB, `ShouldAnnounce`). Speakers do not ask kube-proxy.
 */
function announcing(
  service: ServiceObject,
  targets: readonly BalancerTarget[],
  ground: BalancerGround,
): readonly BalancerTarget[] {
  const address = ingressAddresses(service)[0];
  const serving = listEndpoints(service, ground).filter(canServe);
  const local = new Set(serving.map(({ nodeName }) => nodeName));
  const isLocal = service.spec.externalTrafficPolicy === 'Local';
  const labelled = new Map(ground.cluster.nodes.map((node) => [node.metadata.name, node.metadata.labels ?? {}]));
  const may = targets
    .map(({ name }) => name)
    .filter((name) => labelled.get(name)?.[NO_BALANCERS] === undefined && (!isLocal || local.has(name)));
  const rank = new Map(may.map((name) => [name, sha256Hex(`${name}#${address ? formatIp(address) : ''}`)]));
  const [first] =
    serving.length === 0 ? [] : may.toSorted((a, b) => ((rank.get(a) ?? '') < (rank.get(b) ?? '') ? -1 : 1));
  return targets.map((target) => {
    const isIn = target.name === first;
    const why = isIn
      ? 'announces'
      : may.includes(target.name) && serving.length > 0
        ? 'other-announces'
        : 'may-not-announce';
    return { ...target, isIn, why: phrase(`kubernetes.balancer.${why}`, { node: target.name }) };
  });
}

/** The addresses a load balancer gave a Service. */
function ingressAddresses(service: ServiceObject): readonly IpAddress[] {
  return listFrontAddresses(service).flatMap(({ ip }) => parsed(ip));
}

/** What one Service puts outside: routes to its addresses, and what answers for them. */
interface Front {
  readonly service: string;
  readonly kind: BalancerSettings['kind'];
  readonly addresses: readonly IpAddress[];
  readonly sockets: readonly Socket[];
  /** Of a machine that passes on: the nodes. */
  readonly nexthops: readonly IpAddress[];
  /** Who answers for the address in its place. */
  readonly announcer?: string;
}

function makeFront(service: ServiceObject, settings: BalancerSettings, ground: BalancerGround): Front {
  const targets = balancerTargets(service, ground).filter(({ isIn }) => isIn);
  const addresses = ingressAddresses(service);
  const announcer = settings.kind === 'announce' ? targets[0]?.name : undefined;
  return {
    service: namespacedName(service),
    kind: settings.kind,
    addresses,
    sockets: settings.kind === 'proxy' ? proxySockets(service, settings, { targets, addresses, ground }) : [],
    nexthops: settings.kind === 'passthrough' ? targets.flatMap((target) => target.addresses) : [],
    ...(announcer === undefined ? {} : { announcer }),
  };
}

interface Proxying {
  readonly targets: readonly BalancerTarget[];
  readonly addresses: readonly IpAddress[];
  readonly ground: BalancerGround;
}

function proxySockets(service: ServiceObject, settings: BalancerSettings, proxying: Proxying): readonly Socket[] {
  return proxying.addresses.flatMap((ip) =>
    (service.spec.ports ?? []).map((port): Socket => {
      const endpoints = endpointsFor(service, port, { ...proxying, family: ip.family, settings });
      const reason = phrase('kubernetes.balancer.dials', {
        spread: settings.spread,
        protocol: settings.proxyProtocol ? 'yes' : 'no',
        targets: settings.targets,
      });
      const proxy = {
        endpoints,
        attempts: 1,
        reason,
        ...(settings.spread === 'hash' ? { isHashed: true as const } : {}),
      };
      return { proto: toProto(port), ip, port: port.port, owner: BALANCER_ID, reply: 'proxy', proxy };
    }),
  );
}

function toProto({ protocol = 'TCP' }: ServicePort): Socket['proto'] {
  return protocol.toLowerCase() as Socket['proto'];
}

function endpointsFor(
  service: ServiceObject,
  port: ServicePort,
  {
    targets,
    settings,
    family,
    ground,
  }: Proxying & { readonly settings: BalancerSettings; readonly family: IpAddress['family'] },
): NonNullable<Socket['proxy']>['endpoints'] {
  const number = settings.targets === 'nodes' ? port.nodePort : undefined;
  const slices = slicesByService(ground.cluster.endpointSlices, ground.memo).get(namespacedName(service)) ?? [];
  return targets.flatMap(({ addresses }) => {
    const address = addresses.find((each) => each.family === family);
    if (!address) return [];
    const own = slices.find(({ endpoints = [] }) =>
      endpoints.some((each) => each.addresses?.[0] === formatIp(address)),
    );
    const target = number ?? own?.ports?.find(({ name = '' }) => name === (port.name ?? ''))?.port;
    return target === undefined ? [] : [{ address, port: target }];
  });
}

/**
 * The network with what stands in front of Services of type LoadBalancer that say so: a machine on the wire that
 * passes on or proxies, and nodes that answer for addresses.
 */
export function withLoadBalancers(network: Network, ground: BalancerGround): Network {
  const { cluster, memo } = ground;
  const fronts = cluster.services.flatMap((service) => {
    const settings = balancerOf(service);
    return settings ? [makeFront(service, settings, ground)] : [];
  });
  return fronts.length === 0
    ? network
    : balanced(network, memo, sameFronts(fronts, memo), sameNodes(podRoutes(cluster.nodes), memo));
}

const sameFronts = asLast<readonly Front[]>();
const sameNodes = asLast<readonly Route[]>();

/** A balancer reaches Pods by their nodes, as a cloud's network does. */
function podRoutes(nodes: readonly NodeObject[]): readonly Route[] {
  return nodes.flatMap((node) =>
    listPodCIDRs(node).flatMap((text): Route[] => {
      const cidr = parseCidr(text);
      if (!cidr.ok) return [];
      const via = parsed(findInternalIP(node, cidr.value.address.family) ?? '')[0];
      return via ? [{ table: 'main', type: 'unicast', dst: cidr.value, via, dev: 'eth0' }] : [];
    }),
  );
}

const balanced = once((network: Network, memo, fronts: readonly Front[], toPods: readonly Route[]): Network => {
  const client = [...network.netns.values()].find(({ kind, id }) => kind === 'client' && id === 'client');
  const wire = client?.devices.find(({ segment }) => segment !== undefined);
  if (!client || !wire) return network;
  const own = machineAddresses(network, wire);
  const machine = balancerNetns({ own, wire, fronts, toPods, memo, gateways: client.routes });
  const change = (netns: Netns): Netns => {
    if (netns.kind === 'client' && netns.id === 'client')
      return { ...netns, routes: routesTo(netns.routes, fronts, own) };
    return netns.kind === 'node' ? changedNode(netns, fronts, own) : netns;
  };
  const all = new Map([...network.netns].map(([id, netns]) => [id, change(netns)] as const));
  const isNeeded = fronts.some(({ kind }) => kind !== 'announce');
  if (!isNeeded) return { ...network, netns: all };
  const segments = network.segments.map((segment) =>
    segment.name === wire.segment
      ? { ...segment, members: [...segment.members, { netns: BALANCER_ID, device: wire.name }] }
      : segment,
  );
  return { ...network, netns: all.set(BALANCER_ID, machine), segments };
});

/** Free addresses below those of the client, one each family. */
function machineAddresses({ netns }: Network, wire: Device): Device['addresses'] {
  const taken = new Set(
    [...netns.values()].flatMap(({ devices }) =>
      devices.flatMap((each) => each.addresses.map(({ address }) => formatIp(address))),
    ),
  );
  return wire.addresses
    .filter(({ prefix, address }) => prefix < getBits(address.family))
    .flatMap(({ address, prefix }) => {
      for (let below = 1; below < 256; below++) {
        const free = addToIp(address, -below);
        if (!contains(makeCidr(address, prefix), free)) return [];
        if (!taken.has(formatIp(free))) return [{ address: free, prefix }];
      }
      return [];
    });
}

interface Machine {
  readonly own: Device['addresses'];
  readonly wire: Device;
  readonly fronts: readonly Front[];
  readonly toPods: readonly Route[];
  readonly memo: Memo;
  readonly gateways: readonly Route[];
}

function balancerNetns({ own, wire, fronts, toPods, memo, gateways }: Machine): Netns {
  const taken = fronts.flatMap(({ kind, addresses }) => (kind === 'proxy' ? addresses : []));
  const passed = fronts.filter(({ kind }) => kind === 'passthrough');
  const device: Device = {
    ...wire,
    addresses: [...own, ...taken.map((address) => ({ address, prefix: getBits(address.family) }))],
  };
  return {
    id: BALANCER_ID,
    title: BALANCER_ID,
    kind: 'router',
    devices: [LOOPBACK, device],
    routes: [
      ...gateways.filter(({ dst }) => dst.prefix === 0),
      ...passed.flatMap((front) => front.addresses.map((address) => passingRoute(address, front))),
      ...toPods,
    ],
    sockets: fronts.flatMap(({ sockets }) => sockets),
    sysctls: {
      'net.ipv4.conf.all.rp_filter': 0,
      'net.ipv4.ip_forward': 1,
      'net.ipv6.conf.all.forwarding': 1,
      'net.ipv4.fib_multipath_hash_policy': 1,
      'net.ipv6.fib_multipath_hash_policy': 1,
      'net.ipv4.conf.all.send_redirects': 0,
    },
    xtables: {},
    memo,
  };
}

/** Packets of one connection go to one node; where none is in, they are dropped. */
function passingRoute(address: IpAddress, { nexthops }: Front): Route {
  const ways = nexthops.filter(({ family }) => family === address.family).map((via) => ({ via, dev: 'eth0' }));
  const base = { table: 'main', dst: hostCidr(address) } as const;
  const [first] = ways;
  if (!first) return { ...base, type: 'blackhole' };
  return ways.length === 1 ? { ...base, type: 'unicast', ...first } : { ...base, type: 'unicast', nexthops: ways };
}

/** Routes to the addresses of load balancers, in the place of those there are. */
function routesTo(routes: readonly Route[], fronts: readonly Front[], own: Device['addresses']): readonly Route[] {
  const fresh = fronts.flatMap(({ kind, addresses }) =>
    addresses.flatMap((address): Route[] => {
      const base = { table: 'main', type: 'unicast', dst: hostCidr(address), dev: 'eth0' } as const;
      const via = own.find((each) => each.address.family === address.family)?.address;
      if (kind !== 'passthrough') return [{ ...base, scope: 'link' }];
      return via ? [{ ...base, via }] : [];
    }),
  );
  const isFresh = ({ dst }: Route): boolean =>
    fresh.some((each) => each.dst.prefix === dst.prefix && sameIp(each.dst.address, dst.address));
  return [...routes.filter((route) => !isFresh(route)), ...fresh];
}

function changedNode(netns: Netns, fronts: readonly Front[], own: Device['addresses']): Netns {
  const announced = fronts.filter(({ announcer }) => announcer === netns.id).flatMap(({ addresses }) => addresses);
  const devices = announced.length === 0 ? netns.devices : netns.devices.map((each) => withAnnounced(each, announced));
  return { ...netns, devices, routes: routesTo(netns.routes, fronts, own) };
}

function withAnnounced(device: Device, announced: readonly IpAddress[]): Device {
  return device.segment === undefined ? device : { ...device, announces: announced };
}
