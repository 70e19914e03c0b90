import { phrase } from '../../lib/phrase';
import { isLinkLocal } from '../../linux/routing/derived-routes';
import {
  contains,
  formatCidr,
  formatIp,
  getBits,
  hostCidr,
  makeCidr,
  parseIp,
  type Cidr,
  type IpAddress,
  type IpFamily,
} from '../../net/ip';
import type { FoundRoute } from '../machine/types';
import type { Evidence } from '../pasted-types';
import {
  addDevices,
  assume,
  deviceKind,
  hasListedRoutes,
  type FamilyView,
  type Guess,
  type PastedNodePlan,
  type PlannedDevice,
} from './plan';
import { podsOfRules } from './pod-network';

/** An address that the machine's own listings put behind one of its devices: a Pod's or a container's. */
export interface LinkedPod {
  readonly address: IpAddress;
  readonly device: string;
  readonly evidence: Evidence;
  /** `default/web-0` */
  readonly name?: string;
}

/** States of a neighbour that nobody answered for (ip-neighbour(8)). */
const SILENT = /^(?:FAILED|INCOMPLETE|NONE|NOARP)$/;

type Machine = Pick<PastedNodePlan, 'machine' | 'devices'>;

/** The kind of a device: as it was listed, else as its name tells. */
function kindIn({ devices }: Machine, name: string): PlannedDevice['kind'] {
  return devices.get(name)?.kind ?? deviceKind(name);
}

/** The Pods at the other end of a device: of a veth one, of a bridge those behind its ports. Hosts on a wire are no Pods. */
const leadsToPods = (plan: Machine, device: string): boolean => /^(?:veth|bridge)$/.test(kindIn(plan, device));

function linkedByRoute(plan: Machine, { route, evidence }: FoundRoute): LinkedPod[] {
  const { type, dst, dev, via, nexthops } = route;
  const isOne = type === 'unicast' && dst.prefix === getBits(dst.address.family);
  if (!isOne || via || nexthops || dev === undefined || !leadsToPods(plan, dev)) return [];
  return [{ address: dst.address, device: dev, evidence }];
}

/** Pods by a capture: a packet that came in by the link of a Pod is from it, one that left by it is for it. */
function linkedByPacket(plan: Machine): readonly LinkedPod[] {
  return plan.machine.seen.packets.slice(0, MOST_LOOKED).flatMap(({ value, evidence }) =>
    (
      [
        [value.indev, value.src],
        [value.capturedOut ?? value.outdev, value.dst],
      ] as const
    ).flatMap(([device, address]) =>
      device !== undefined && kindIn(plan, device) === 'veth' ? [{ address, device, evidence }] : [],
    ),
  );
}

/** Packets of longer captures are not looked through. */
const MOST_LOOKED = 2000;

/**
 * Pods behind the machine's own devices, each address once: by routes to one address (Calico, AWS VPC CNI, Azure, GKE),
 * by answers of `ip route get`, by packets seen on their links, and by neighbours that answered. Addresses of the machine itself are left out.
 */
export function listBehind(plan: Machine): readonly LinkedPod[] {
  const { machine, devices } = plan;
  const own = new Set(
    [...devices.values()].flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address))),
  );
  const byRoute = [...machine.answers, ...machine.routes].flatMap((found) => linkedByRoute(plan, found));
  const byNeighbour = machine.neighbours.flatMap(
    ({ value: { address: text, dev, state = '' }, evidence }): LinkedPod[] => {
      const address = parseIp(text);
      if (!address.ok || SILENT.test(state) || !leadsToPods(plan, dev)) return [];
      return [{ address: address.value, device: dev, evidence }];
    },
  );
  const all = [...linkedByPacket(plan), ...byNeighbour, ...byRoute].filter(
    ({ address }) => !own.has(formatIp(address)) && !isLinkLocal(address),
  );
  return [...new Map(all.map((each) => [formatIp(each.address), each])).values()];
}

/** Pods that rules and sets of this machine name are on the bridge of its Pods, where it has one. */
export function standPodsOfRules(plan: PastedNodePlan, view: FamilyView): PastedNodePlan {
  const { podDevice } = plan;
  if (podDevice?.layout !== 'bridge') return plan;
  const known = new Set(plan.behind.map(({ address }) => formatIp(address)));
  const own = podsOfRules(plan, view).filter(({ address }) => !known.has(formatIp(address)));
  return { ...plan, behind: [...plan.behind, ...own.map((pod) => ({ ...pod, device: podDevice.name }))] };
}

/** Addresses of a family that packets may come from; first those that are no Service's endpoint, so that a sender does not ask itself. */
export function sendersBehind(plan: PastedNodePlan, family: IpFamily): readonly LinkedPod[] {
  const own = plan.behind.filter(({ address }) => address.family === family);
  const taken = plan.views.find((view) => view.family === family)?.taken;
  return own.toSorted((a, b) => Number(taken?.has(formatIp(a.address))) - Number(taken?.has(formatIp(b.address))));
}

/** Networks that nothing tells the length of. */
const SOME_PREFIX = { ipv4: 24, ipv6: 64 } as const;

/**
 * Devices that routes name and no listing of devices shows, with the address a route says the machine has there:
 * `10.0.0.0/24 dev eth0 … src 10.0.0.5`, else `default via 10.0.0.1 dev eth0 src 10.0.0.5`. What `ip route get` told to be the
 * next hop of something is the gateway.
 */
export function takeRoutedDevices(plan: PastedNodePlan): PastedNodePlan {
  const found = [...plan.machine.routes, ...plan.machine.answers];
  const own = found.filter(({ route }) => route.type === 'unicast' && route.dev !== undefined && route.dev !== 'lo');
  const taken = [...own.filter(isConnected), ...own].reduce(takeDevice, plan);
  const gateways = { ...taken.gateways };
  for (const { route } of plan.machine.answers) {
    if (route.via && !isByTunnel(route)) gateways[route.via.family] = route.via;
  }
  return { ...taken, gateways };
}

function isConnected({ route: { src, dst, via } }: FoundRoute): boolean {
  return src !== undefined && !via && contains(dst, src) && dst.prefix < getBits(src.family);
}

function takeDevice(plan: PastedNodePlan, found: FoundRoute): PastedNodePlan {
  const { dev = '', src, dst } = found.route;
  const known = plan.devices.get(dev);
  const kind = kindIn(plan, dev);
  const isToldHere = kind === 'physical' && !known?.addresses.some(({ address }) => address.family === src?.family);
  const isOwn = src !== undefined && (isConnected(found) || isToldHere);
  if (known && !isOwn) return plan;
  const prefix = isConnected(found) ? dst.prefix : SOME_PREFIX[dst.address.family];
  const reason = phrase('analysis.interface.routed', { device: dev });
  return assume(addDevices(plan, { name: dev, kind, addresses: isOwn ? [{ address: src, prefix }] : [] }), {
    about: 'interface',
    what: dev,
    value: dev,
    reason,
    evidence: [found.evidence],
  });
}

const isByTunnel = ({ dev }: { readonly dev?: string }): boolean => dev !== undefined && deviceKind(dev) === 'tunnel';

/** The other end of a tunnel, as the kernel answered for a Pod of another node. */
export function findTunnelPeer({ machine }: PastedNodePlan, family: IpFamily): IpAddress | undefined {
  return machine.answers.find(({ route }) => route.via?.family === family && isByTunnel(route))?.route.via;
}

/** The device towards the gateway that `ip route get` told. */
export function uplinkOfAnswers({ machine }: PastedNodePlan): string | undefined {
  // The way to Pods of other nodes through a tunnel is no way to the world.
  return machine.answers.find(({ route }) => route.type === 'unicast' && route.via !== undefined && !isByTunnel(route))
    ?.route.dev;
}

/** Ways without a next hop that the kernel was asked for, where no listing shows the family's routes. */
export function takeAnswers(plan: PastedNodePlan): PastedNodePlan {
  const answered = plan.machine.answers.flatMap(({ route: { dst, dev, via, type } }) =>
    type !== 'unicast' || dev === undefined || via ? [] : [{ dst, dev }],
  );
  const forwarded = listForwarded(plan).filter(({ dev }) => plan.devices.has(dev));
  const fresh = [...answered, ...forwarded].filter(({ dst }) => !hasListedRoutes(plan, dst.address.family));
  return { ...plan, routes: [...plan.routes, ...fresh] };
}

/** Addresses that packets were logged to be passed on to, each behind the device that the line names (net/netfilter/nf_log_syslog.c). */
function listForwarded({ machine }: PastedNodePlan): readonly { readonly dst: Cidr; readonly dev: string }[] {
  const passed = machine.seen.packets
    .slice(0, MOST_LOOKED)
    .flatMap(({ value: { indev, outdev = '', dst } }) =>
      indev === undefined || outdev === '' || deviceKind(outdev) === 'veth'
        ? []
        : [{ dst: hostCidr(dst), dev: outdev }],
    );
  return [...new Map(passed.map((each) => [formatCidr(each.dst), each])).values()];
}

/**
 * Pods whose addresses are in a network the machine is plugged into (AWS VPC CNI, Azure CNI): whoever asks there is answered by
 * the machine's device, as the cloud's network does. It is stated, and written to the devices.
 */
export function announcePods(plan: PastedNodePlan): PastedNodePlan {
  const told = new Set<LinkedPod>();
  const uplinkFirst = [...plan.devices.values()].toSorted(
    (a, b) => Number(b.name === plan.uplink) - Number(a.name === plan.uplink),
  );
  const devices = new Map(plan.devices);
  const guesses: Guess[] = [];
  for (const device of uplinkFirst) {
    if (device.kind !== 'physical' || device.down) continue;
    const networks = device.addresses.map(({ address, prefix }) => makeCidr(address, prefix));
    const isInside = ({ address }: LinkedPod): boolean => networks.some((network) => contains(network, address));
    const inside = plan.behind.filter((each) => !told.has(each) && isInside(each));
    for (const each of inside) told.add(each);
    const [first] = inside;
    if (!first) continue;
    devices.set(device.name, { ...device, announces: inside.map(({ address }) => address) });
    guesses.push(guessAnnounced(device.name, inside, first));
  }
  return assume({ ...plan, devices }, ...guesses);
}

function guessAnnounced(device: string, inside: readonly LinkedPod[], { evidence }: LinkedPod): Guess {
  const shown = inside.slice(0, MOST_SHOWN).map(({ address }) => formatIp(address));
  const more = inside.length > MOST_SHOWN ? ` (+${inside.length - MOST_SHOWN})` : '';
  const reason = phrase('analysis.address.announced', { device, count: inside.length });
  const value = `${device} ${shown.join(' ')}${more}`;
  return { about: 'address', what: `announced ${device}`, value, reason, evidence: [evidence] };
}

/** So many addresses of a guess are written out. */
const MOST_SHOWN = 4;
