import { asLast, once, type Memo } from '../../lib/memo';
import { phrase } from '../../lib/phrase';
import { LOOPBACK, type Device, type Socket } from '../../linux/namespace';
import type { Netns, Network } from '../../linux/netns';
import type { Route } from '../../linux/routing/fib';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import {
  addToIp,
  contains,
  formatCidr,
  formatIp,
  getBits,
  hostCidr,
  makeCidr,
  parseCidr,
  sameIp,
  type IpAddress,
  type IpFamily,
} from '../../net/ip';
import { formatEndpoint } from '../../net/packet';
import { findInternalIP } from '../controllers/nodes';
import { slicesByService } from '../endpoint';
import type { GeneratedChain, GeneratedRule, GeneratedXtables, KernelState, Origin } from '../proxy/mode';
import { listPodCIDRs } from '../proxy/shared/local-traffic';
import {
  balancerTargets,
  ingressAddresses,
  parsed,
  type BalancerGround,
  type BalancerTarget,
} from './load-balancer-targets';
import { BALANCER_FIELD, balancerOf, type BalancerSettings } from './load-balancer-settings';
import { FORWARDS } from './outside';
import { getNamespace, namespacedName, type NodeObject, type ServiceObject, type ServicePort } from '../types';

/** The load balancer, as a machine outside. */
export const BALANCER_ID = 'load-balancer';

/** The network with machines in front, and the rules these wrote, by `netns family`; absent: none. */
export interface Fronted {
  readonly network: Network;
  readonly outside?: ReadonlyMap<string, KernelState>;
}

/** Routes to the addresses of one Service outside, and the machines that answer for them. */
interface Front {
  readonly service: string;
  readonly namespace: string;
  readonly name: string;
  readonly targets: BalancerSettings['targets'];
  readonly kind: BalancerSettings['kind'];
  readonly addresses: readonly IpAddress[];
  readonly sockets: readonly Socket[];
  /** Of one that translates. */
  readonly translations: readonly Translation[];
  readonly masquerades: boolean;
  /** Of a machine that passes on: the nodes. */
  readonly nexthops: readonly IpAddress[];
  /** The node that answers ARP for the address in its place. */
  readonly announcer?: string;
}

function makeFront(service: ServiceObject, settings: BalancerSettings, ground: BalancerGround): Front {
  const targets = balancerTargets(service, ground).filter(({ isIn }) => isIn);
  const addresses = ingressAddresses(service);
  const announcer = settings.kind === 'announce' ? targets[0]?.name : undefined;
  return {
    service: namespacedName(service),
    namespace: getNamespace(service),
    name: service.metadata.name,
    targets: settings.targets,
    kind: settings.kind,
    addresses,
    sockets: settings.kind === 'proxy' ? proxySockets(service, settings, { targets, addresses, ground }) : [],
    translations: settings.kind === 'nat' ? translationsOf(service, settings, { targets, addresses, ground }) : [],
    masquerades: settings.masquerades,
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

/** One port of a balancer that translates, with those it may put in its place. */
interface Translation {
  /** Of the port in the Service. */
  readonly index: number;
  readonly address: IpAddress;
  readonly proto: Socket['proto'];
  readonly port: number;
  readonly endpoints: NonNullable<Socket['proxy']>['endpoints'];
}

function translationsOf(
  service: ServiceObject,
  settings: BalancerSettings,
  proxying: Proxying,
): readonly Translation[] {
  return proxying.addresses.flatMap((address) =>
    (service.spec.ports ?? []).map((port, index) => {
      const endpoints = endpointsFor(service, port, { ...proxying, family: address.family, settings });
      return { index, address, proto: toProto(port), port: port.port, endpoints };
    }),
  );
}

/** A connection is drawn for once, and conntrack keeps to it; the source is changed where that is said. */
function generatedRules(fronts: readonly Front[]): ReadonlyMap<IpFamily, GeneratedXtables> {
  const families = new Set(fronts.flatMap(({ translations }) => translations.map(({ address }) => address.family)));
  return new Map(
    [...families].map((family) => {
      const own = fronts.flatMap((front) =>
        front.translations.filter(({ address }) => address.family === family).map((each) => ({ ...front, ...each })),
      );
      const chain = (name: string, rules: readonly GeneratedRule[] = []): readonly [string, GeneratedChain] => [
        name,
        { name, policy: 'ACCEPT', rules },
      ];
      const chains = new Map([
        chain('PREROUTING', own.flatMap(drawingRules)),
        chain('INPUT'),
        chain('OUTPUT'),
        chain('POSTROUTING', own.flatMap(sourceRules)),
      ]);
      return [family, { tables: new Map([['nat', chains]]) }] as const;
    }),
  );
}

/** The rule of one front, and the object that asked for it. */
type OfFront = Front & Translation;

function drawingRules({ address, proto, port, endpoints, index, ...front }: OfFront): readonly GeneratedRule[] {
  const { service, namespace, name, targets } = front;
  const why = phrase('kubernetes.balancer.translates', { service, targets });
  const origin: Origin = { kind: 'Service', namespace, name, field: `spec.ports[${index}].port`, why };
  const head = `-d ${formatCidr(hostCidr(address))} -p ${proto} -m ${proto} --dport ${port}`;
  return endpoints.map((to, at) => {
    const left = endpoints.length - at;
    const draw = left === 1 ? '' : ` -m statistic --mode random --probability ${(1 / left).toFixed(10)}`;
    return { text: `${head}${draw} -j DNAT --to-destination ${formatEndpoint(to.address, to.port)}`, origin };
  });
}

function sourceRules({ address, proto, port, masquerades, namespace, name }: OfFront): readonly GeneratedRule[] {
  if (!masquerades) return [];
  const why = phrase('kubernetes.balancer.masquerades');
  const origin: Origin = { kind: 'Service', namespace, name, field: BALANCER_FIELD, why };
  const match = `-m conntrack --ctstate DNAT --ctorigdst ${formatIp(address)} --ctorigdstport ${port}`;
  return [{ text: `-p ${proto} ${match} -j MASQUERADE`, origin }];
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
export function withLoadBalancers(network: Network, ground: BalancerGround): Fronted {
  const { cluster, memo } = ground;
  const fronts = cluster.services.flatMap((service) => {
    const settings = balancerOf(service);
    return settings ? [makeFront(service, settings, ground)] : [];
  });
  return fronts.length === 0
    ? { network }
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

const balanced = once((network: Network, memo, fronts: readonly Front[], toPods: readonly Route[]): Fronted => {
  const client = [...network.netns.values()].find(({ kind, id }) => kind === 'client' && id === 'client');
  const wire = client?.devices.find(({ segment }) => segment !== undefined);
  if (!client || !wire) return { network };
  const own = machineAddresses(network, wire);
  const rules = generatedRules(fronts);
  const machine = balancerNetns({ own, wire, fronts, toPods, memo, gateways: client.routes, rules });
  const back = fronts.some(({ kind, masquerades }) => kind === 'nat' && !masquerades) ? routesBack(wire, own) : [];
  const change = (netns: Netns): Netns => {
    if (netns.kind === 'client' && netns.id === 'client')
      return { ...netns, routes: routesTo(netns.routes, fronts, own) };
    return netns.kind === 'node' ? changedNode(netns, { fronts, own, back }) : netns;
  };
  const all = new Map([...network.netns].map(([id, netns]) => [id, change(netns)] as const));
  const isNeeded = fronts.some(({ kind }) => kind !== 'announce');
  if (!isNeeded) return { network: { ...network, netns: all } };
  const segments = network.segments.map((segment) =>
    segment.name === wire.segment
      ? { ...segment, members: [...segment.members, { netns: BALANCER_ID, device: wire.name }] }
      : segment,
  );
  const outside = new Map(
    [...rules].map(([family, xtables]) => [`${BALANCER_ID} ${family}`, { xtables, sysctls: {} }] as const),
  );
  return { network: { ...network, netns: all.set(BALANCER_ID, machine), segments }, outside };
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
  readonly rules: ReadonlyMap<IpFamily, GeneratedXtables>;
}

function balancerNetns({ own, wire, fronts, toPods, memo, gateways, rules }: Machine): Netns {
  const taken = fronts.flatMap(({ kind, addresses }) => (kind === 'proxy' ? addresses : []));
  const passed = fronts.filter(({ kind }) => kind === 'passthrough' || kind === 'nat');
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
      ...FORWARDS,
      'net.ipv4.fib_multipath_hash_policy': 1,
      'net.ipv6.fib_multipath_hash_policy': 1,
    },
    xtables: Object.fromEntries(
      [...rules].map(([family, { tables }]) => [family, rulesetFromLines(tables, family, memo)]),
    ),
    memo,
  };
}

/** Packets of one connection go to one node; where none is in, or they were not translated, they are dropped. */
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
      if (kind === 'proxy' || kind === 'announce') return [{ ...base, scope: 'link' }];
      return via ? [{ ...base, via }] : [];
    }),
  );
  const isFresh = ({ dst }: Route): boolean =>
    fresh.some((each) => each.dst.prefix === dst.prefix && sameIp(each.dst.address, dst.address));
  return [...routes.filter((route) => !isFresh(route)), ...fresh];
}

/** Routes of nodes back to clients through the balancer: one that keeps the source sees replies only where nodes send them by it (a cloud's network, LVS-NAT). */
function routesBack(client: Device, own: Device['addresses']): readonly Route[] {
  return client.addresses.flatMap(({ address }): Route[] => {
    const via = own.find((each) => each.address.family === address.family)?.address;
    return via ? [{ table: 'main', type: 'unicast', dst: hostCidr(address), via, dev: 'eth0' }] : [];
  });
}

interface Changes {
  readonly fronts: readonly Front[];
  readonly own: Device['addresses'];
  readonly back: readonly Route[];
}

function changedNode(netns: Netns, { fronts, own, back }: Changes): Netns {
  const announced = fronts.filter(({ announcer }) => announcer === netns.id).flatMap(({ addresses }) => addresses);
  const devices = announced.length === 0 ? netns.devices : netns.devices.map((each) => withAnnounced(each, announced));
  return { ...netns, devices, routes: [...routesTo(netns.routes, fronts, own), ...back] };
}

function withAnnounced(device: Device, announced: readonly IpAddress[]): Device {
  return device.segment === undefined ? device : { ...device, announces: announced };
}
