import { phrase, type Phrase } from '../../lib/phrase';
import {
  makeCidr,
  everywhere,
  contains,
  type Cidr,
  addToIp,
  formatIp,
  ip,
  parseIp,
  type IpAddress,
  type IpFamily,
  makeNetwork,
} from '../../net/ip';
import type { Route } from '../../linux/routing/fib';
import type { Evidence, FlowEnds } from '../pasted-types';
import { isInMap } from '../nft-maps';
import {
  deviceKind,
  addDevices,
  assume,
  deviceText,
  hasListedRoutes,
  pastedRouteText,
  type FamilyView,
  type Guess,
  type PastedNodePlan,
  type PlannedRoute,
  type PlannedDevice,
} from './plan';
import { uplinkOfAnswers, findTunnelPeer } from './behind';
import { planOtherNodes, spelledAddress, addressOfPlace } from './pod-network';

type Addresses = PlannedDevice['addresses'];

/** The wires machines stand on, by the networks of what is plugged in; found without asking every device. */
export class Wires {
  /** `ipv4 24 10.0.0.0` and the wire that was first there. */
  private readonly byNetwork = new Map<string, { readonly segment: string; readonly order: number }>();
  private readonly lengths = new Map<string, { readonly family: IpAddress['family']; readonly prefix: number }>();
  private readonly orders = new Map<string, number>();

  /** The wire one of these addresses is on: addresses in one network share it. */
  find(addresses: Addresses): string | undefined {
    let first: { readonly segment: string; readonly order: number } | undefined;
    for (const { address } of addresses) {
      for (const { family, prefix } of this.lengths.values()) {
        if (family !== address.family) continue;
        const found = this.byNetwork.get(makeKey(address, prefix));
        if (found && (!first || found.order < first.order)) first = found;
      }
    }
    return first?.segment;
  }

  /** A device with these addresses was plugged into the wire. */
  add(segment: string, addresses: Addresses): void {
    const order = this.orders.get(segment) ?? this.orders.size;
    this.orders.set(segment, order);
    for (const { address, prefix } of addresses) {
      const { family } = address;
      this.lengths.set(`${family} ${prefix}`, { family, prefix });
      const key = makeKey(address, prefix);
      const known = this.byNetwork.get(key);
      if (!known || order < known.order) this.byNetwork.set(key, { segment, order });
    }
  }
}

function makeKey(address: IpAddress, prefix: number): string {
  return `${address.family} ${prefix} ${formatIp(makeNetwork(address, prefix))}`;
}

interface OwnAddress {
  readonly address: IpAddress;
  readonly reason: Phrase;
  readonly evidence: readonly Evidence[];
}

const PREFIX = { ipv4: 24, ipv6: 64 } as const;
/** Tried in order until one is of a network that nothing names. */
const SPARE = {
  ipv4: ['10.0.0.10', '192.168.100.10', '172.31.0.10'],
  ipv6: ['fd00:c0de::10', 'fd00:c0df::10'],
} as const;

/** The device towards the rest of the world: the default route's, else the first physical one the rules name. */
export function planUplink(plan: PastedNodePlan): PastedNodePlan {
  const listed = listedUplink(plan);
  const names = plan.views.flatMap(({ clues }) => [...clues.interfaces.values()]);
  const physical = names.filter(({ value }) => !value.endsWith('+') && deviceKind(value) === 'physical');
  const named = physical.toSorted((a, b) => b.evidence.length - a.evidence.length)[0];
  const found = { ...plan, uplink: listed ?? named?.value ?? 'eth0' };
  return plan.views.reduce((made, view) => planAddress(made, view, named?.evidence ?? []), found);
}

/** What the listings show: the way of the default route, else the first device with an address of its own. */
function listedUplink(plan: PastedNodePlan): string | undefined {
  const { machine, listedRoutes, devices } = plan;
  const byDefault = listedRoutes
    .filter(({ table, dst, type }) => table === 'main' && type === 'unicast' && dst.prefix === 0)
    .flatMap((route) => wayOut(route) ?? [])
    .toSorted((a, b) => a.metric - b.metric)[0]?.dev;
  const asked = byDefault ?? uplinkOfAnswers(plan);
  if (asked !== undefined || machine.links.length === 0) return asked;
  const own = [...devices.values()].filter(({ kind, addresses }) => kind === 'physical' && addresses.length > 0);
  return own.find(({ down }) => !down)?.name ?? own[0]?.name;
}

/** The device of a route, of one with several ways the first. */
function wayOut({ dev, nexthops, metric = 0 }: Route): { readonly dev: string; readonly metric: number } | undefined {
  const first = dev ?? nexthops?.find((way) => way.dev !== undefined)?.dev;
  return first === undefined ? undefined : { dev: first, metric };
}

/** The address the machine itself speaks with: the source its default route names, else its uplink's. */
export function speaksWith({ listedRoutes, devices, uplink }: PastedNodePlan, family: IpFamily): IpAddress | undefined {
  const named = listedRoutes.find(
    ({ table, dst, src }) => table === 'main' && dst.prefix === 0 && src?.family === family,
  )?.src;
  return named ?? devices.get(uplink)?.addresses.find(({ address }) => address.family === family)?.address;
}

function planAddress(plan: PastedNodePlan, view: FamilyView, named: readonly Evidence[]): PastedNodePlan {
  const { family } = view;
  const own = ownAddress(plan, view);
  const prefix = PREFIX[family];
  const network = makeCidr(own.address, prefix);
  const device = { name: plan.uplink, kind: deviceKind(plan.uplink), addresses: [{ address: own.address, prefix }] };
  const stated = assume(addDevices(plan, device), {
    about: 'interface',
    what: plan.uplink,
    value: deviceText(device),
    reason: own.reason,
    evidence: own.evidence.length > 0 ? own.evidence : named,
  });
  const gateway = freeIn(view, network, 1, [own.address]);
  const other = findTunnelPeer(plan, family) ?? freeIn(view, network, 2, [own.address, gateway]);
  return {
    ...stated,
    gateways: { ...plan.gateways, [family]: plan.gateways[family] ?? gateway },
    others: { ...plan.others, [family]: other },
  };
}

/** The first address of a network, from an offset on, that no endpoint and nobody else has. */
function freeIn(view: FamilyView, network: Cidr, from: number, others: readonly IpAddress[]): IpAddress {
  const avoid = new Set([...others, ...apiServers(view)].map(formatIp));
  for (let offset = from; offset < 254; offset++) {
    const address = addToIp(network.address, offset);
    if (!avoid.has(formatIp(address)) && !view.taken.has(formatIp(address))) return address;
  }
  return addToIp(network.address, from);
}

function apiServers({ services }: FamilyView): IpAddress[] {
  return services
    .filter(({ name }) => name.startsWith('default/kubernetes'))
    .flatMap(({ endpoints }) =>
      endpoints.flatMap(({ place }) => (place === undefined ? [] : (addressOfPlace(place) ?? []))),
    );
}

/** The best reason there is to know the node's address. */
function ownAddress(plan: PastedNodePlan, view: FamilyView): OwnAddress {
  const { clues, family } = view;
  const said = addressGiven(plan, family);
  const at = { device: plan.uplink, prefix: PREFIX[family] };
  if (said) return { address: said, reason: phrase('analysis.address.own', { ...at, how: 'given' }), evidence: [] };
  const known = [...clues.ownAddresses.values()].find(({ value }) => !isInside(plan, value));
  if (known) {
    const how = clues.seen.has(formatIp(known.value)) ? 'seen' : 'told';
    return { address: known.value, reason: phrase('analysis.address.own', { ...at, how }), evidence: known.evidence };
  }
  const spelled = spelledAddress(plan.hostname ?? '');
  if (spelled?.family === family) {
    return {
      address: spelled,
      reason: phrase('analysis.address.hostname', { host: plan.hostname ?? '' }),
      evidence: [],
    };
  }
  const beside = plan.proxy
    ? undefined
    : plan.machine.ipvs?.value.services.find((each) => each.address?.family === family);
  if (beside?.address) {
    const address = freeIn(view, makeCidr(beside.address, PREFIX[family]), 10, [beside.address]);
    return {
      address,
      reason: phrase('analysis.address.director', { address: formatIp(beside.address) }),
      evidence: [],
    };
  }
  const [server] = apiServers(view);
  if (server) {
    const address = freeIn(view, makeCidr(server, PREFIX[family]), 10, []);
    return { address, reason: phrase('analysis.address.beside', { server: formatIp(server) }), evidence: [] };
  }
  return { address: spare(plan, family), reason: phrase('analysis.address.spare'), evidence: [] };
}

/** What a person said, or what rules tie to the device. */
function addressGiven(plan: PastedNodePlan, family: IpFamily): IpAddress | undefined {
  const fact = plan.facts.interfaces?.find(({ name }) => name === plan.uplink);
  for (const text of fact?.addresses ?? []) {
    const parsed = parseIp(text.split('/')[0] ?? '');
    if (parsed.ok && parsed.value.family === family) return parsed.value;
  }
  return plan.devices.get(plan.uplink)?.addresses.find(({ address }) => address.family === family)?.address;
}

/** Is it on one of the node's own bridges or in the Pod network? */
function isInside(plan: PastedNodePlan, address: IpAddress): boolean {
  const onDevice = [...plan.devices.values()].some(({ addresses }) =>
    addresses.some((own) => contains(makeCidr(own.address, own.prefix), address)),
  );
  return onDevice || plan.podNetworks.some((network) => contains(network, address));
}

/** An address in a network of which no text names one: what is made up beside it is nobody's then either. */
function spare(plan: PastedNodePlan, family: IpFamily): IpAddress {
  const view = plan.views.find((candidate) => candidate.family === family);
  const prefixes = [...(view?.clues.prefixes.values() ?? [])].filter(({ prefix }) => prefix >= 8);
  const named = [...prefixes.map(({ address }) => address), ...(view?.endpoints ?? []), ...directed(plan)];
  const fits = SPARE[family].find((text) => {
    const network = makeCidr(ip(text), PREFIX[family]);
    return (
      !isInside(plan, ip(text)) &&
      !prefixes.some((cidr) => contains(cidr, ip(text))) &&
      !named.some((address) => contains(network, address))
    );
  });
  return ip(fits ?? SPARE[family][0]);
}

/** Addresses that IPVS has: its virtual ones, and those of its servers. */
function directed({ machine }: PastedNodePlan): readonly IpAddress[] {
  return (machine.ipvs?.value.services ?? []).flatMap(({ address, servers }) => [
    ...(address ? [address] : []),
    ...servers.map((server) => server.address),
  ]);
}

/** The way to other nodes' Pods and to everything else. */
export function planRoutes(plan: PastedNodePlan): PastedNodePlan {
  const tunnel = findTunnelDevice(plan);
  const beside = planOtherNodes(tunnel === undefined ? plan : { ...plan, tunnel });
  return plan.views.reduce((made, { family }) => routeFamily(made, family), beside);
}

function routeFamily(plan: PastedNodePlan, family: IpFamily): PastedNodePlan {
  if (hasListedRoutes(plan, family)) return plan;
  const [gateway, others] = [plan.gateways[family], plan.others[family]];
  const network = plan.podNetworks.find(({ address }) => address.family === family);
  // Where kubectl lists the Nodes there is no other one: each Pod it shows has its way.
  const toPods = network && others && plan.machine.named.nodes.length === 0;
  const dev = plan.tunnel ?? plan.uplink;
  const made = toPods ? addRoute(plan, { dst: network, via: others, dev }, phrase('analysis.route.pods')) : plan;
  if (!gateway) return made;
  return addRoute(made, { dst: everywhere(family), via: gateway, dev: plan.uplink }, phrase('analysis.route.default'));
}

/** Rules that name flannel.1, tunl0 or vxlan.calico tell what Pod traffic leaves by. */
function findTunnelDevice(plan: PastedNodePlan): string | undefined {
  return [...plan.devices.keys()].find((name) => /^(?:flannel|tunl0|vxlan\.calico|cilium_vxlan)/.test(name));
}

function addRoute(plan: PastedNodePlan, route: PlannedRoute, reason: Phrase): PastedNodePlan {
  const value = pastedRouteText(route);
  const what = value.split(' ')[0] ?? '';
  return assume({ ...plan, routes: [...plan.routes, route] }, { about: 'route', what, value, reason });
}

/**
 * A packet that comes in by a physical device for an address no text names would be sent back by the same
 * device: such an address is taken to be the node's own. Only where no listing shows the device's addresses.
 */
export function withArrivals(plan: PastedNodePlan, flows: readonly FlowEnds[]): PastedNodePlan {
  let { devices } = plan;
  const guesses: Guess[] = [];
  for (const { from, to } of flows) {
    const device = devices.get(from.device ?? '');
    const target = parseIp(to.address ?? '');
    if (
      !device ||
      device.kind !== 'physical' ||
      !target.ok ||
      !leadsBack(plan, device.name, target.value.family) ||
      !isUnnamed({ ...plan, devices }, device.name, target.value)
    )
      continue;
    const address = { address: target.value, prefix: PREFIX[target.value.family] };
    devices = new Map(devices).set(device.name, { ...device, addresses: [...device.addresses, address] });
    const text = formatIp(target.value);
    const reason = phrase('analysis.address.arrives', { device: device.name, address: text });
    const what = `${device.name} ${text}`;
    guesses.push({ about: 'address', what, value: `${what}/${address.prefix}`, reason });
  }
  return guesses.length === 0 ? plan : assume({ ...plan, devices }, ...guesses);
}

/** Would a packet for nobody known leave by the device that it came in by? */
function leadsBack({ listedRoutes, gateways, uplink }: PastedNodePlan, device: string, family: IpFamily): boolean {
  const listed = listedRoutes.find(
    ({ dst, type }) => type === 'unicast' && dst.prefix === 0 && dst.address.family === family,
  );
  const out = listed ? listed.dev : gateways[family] && uplink;
  return out === undefined || out === device;
}

/** Does nothing tell where an address is, or whose it is? */
function isUnnamed(
  { views, devices, listed, machine, listedRoutes, routes, podNetworks }: PastedNodePlan,
  name: string,
  address: IpAddress,
): boolean {
  if (machine.allLinks || listed.has(name)) return false;
  const text = formatIp(address);
  const view = views.find(({ family }) => family === address.family);
  const isNamed =
    !view ||
    view.taken.has(text) ||
    isInMap(machine.nft, address) ||
    machine.tables.some(({ value: { rows } }) =>
      rows.some(({ cells }) => cells.some((cell) => cell?.includes(text))),
    ) ||
    view.services.some(({ clusterIP, external }) => clusterIP === text || external.includes(text)) ||
    view.clues.destinations.some(({ place }) => formatIp(place.address) === text);
  if (isNamed) return false;
  const routed = [...listedRoutes, ...routes].filter(({ dst }) => dst.prefix > 0).map(({ dst }) => dst);
  const own = [...devices.values()].flatMap(({ addresses }) => addresses);
  const networks = own.map((each) => makeCidr(each.address, each.prefix));
  return ![...routed, ...networks, ...podNetworks].some((network) => contains(network, address));
}
