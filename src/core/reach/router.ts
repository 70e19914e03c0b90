import { fraction } from '../lib/fraction';
import { cidr, formatIp, isLoopback, isMulticast, isUnspecified, type Cidr, type IpAddress } from '../net/ip';
import type { Packet } from '../net/packet';
import type { Netns } from '../linux/netns';
import { isLinkLocal, listRoutes } from '../linux/routing/derived-routes';
import {
  addressType,
  hasOwnRules,
  lookupRoute,
  withNexthop,
  usesDevice,
  type Nexthop,
  type Route,
} from '../linux/routing/fib';
import { routeAgain, routeInput, routeOutput } from '../sim/route';
import { forwards } from '../sim/world';
import type { WayOut } from './become';
import { listEntrances } from './device-classes';
import { TooLarge, type Diagram } from './diagram';
import type { Space } from './space';

/** Packets of one decision: what they do next. */
export interface Routed {
  readonly packets: Diagram;
  readonly to:
    | { readonly kind: 'local'; readonly broadcast?: true }
    | { readonly kind: 'forward'; readonly device: string; readonly nexthop?: IpAddress }
    | { readonly kind: 'refused' };
}
type Way = Routed['to'];

interface Piece {
  readonly packets: Diagram;
  readonly address: IpAddress;
}

/** Lookups of the kernel's routes, before a host is too large. */
const MOST_LOOKUPS = 400_000;

/** Addresses that the kernel treats like no other, besides those of routes (`ip_route_input_slow`, `ip6_route_input`). */
export const SPECIAL_NETWORKS: readonly Cidr[] = [
  cidr('0.0.0.0/32'),
  cidr('0.0.0.0/8'),
  cidr('127.0.0.0/8'),
  cidr('224.0.0.0/4'),
  cidr('240.0.0.0/4'),
  cidr('224.0.0.1/32'),
  cidr('255.255.255.255/32'),
  cidr('::/128'),
  cidr('::1/128'),
  cidr('fe80::/10'),
  cidr('ff00::/8'),
  cidr('ff01::/16'),
  cidr('ff01::1/128'),
  cidr('ff02::/16'),
  cidr('ff02::1/128'),
];

function isSpecial(address: IpAddress): boolean {
  const [first = 0] = address.words;
  if (address.family === 'ipv6')
    return isUnspecified(address) || isLoopback(address) || isMulticast(address) || isLinkLocal(address);
  return first >>> 24 === 0 || first >>> 24 === 127 || first >>> 24 >= 224;
}

/** Where a route leads what it takes: its device, and the router it is handed to. */
const makeWay = ({ dev, via }: Route): Way => ({
  kind: 'forward',
  device: dev ?? '',
  ...(via ? { nexthop: via } : {}),
});

/**
 * The routing decisions of a host for all packets of a family at once. Addresses that routes, rules of routing and devices
 * cannot tell apart are asked for by one of them, and the kernel's own decision (`sim/route.ts`) answers for all.
 */
export class Router {
  private readonly space: Space;
  private readonly netns: Netns;
  private readonly sources: readonly Piece[];
  private readonly destinations: readonly Piece[];
  /** Devices that hand to IP what comes in by them, with the packets of each. */
  private readonly devices: readonly (readonly [string, Diagram])[];
  private readonly ruled: boolean;
  private readonly martians = new Map<string, Diagram>();
  private lookups = 0;

  /** Throws {@link TooLarge} where rules of routing ask for what is no address, device or mark. */
  constructor(space: Space, netns: Netns) {
    this.space = space;
    this.netns = netns;
    this.ruled = hasOwnRules(netns);
    const rules = (netns.rules ?? []).filter(({ family = space.family }) => family === space.family);
    if (rules.some(({ ipproto, sport, dport, tos }) => ipproto ?? sport ?? dport ?? tos))
      throw new TooLarge('rules of routing that ask for protocols, ports or tos');
    const asked = rules.flatMap(({ from, to }) => [from, to]).filter((each) => each !== undefined);
    const prefixes = [...SPECIAL_NETWORKS, ...listRoutes(netns).map(({ dst }) => dst), ...asked];
    space.become = {};
    this.sources = space.regions('src', prefixes);
    this.destinations = space.regions('dst', prefixes);
    const entrances = new Set(listEntrances(netns));
    this.devices = space.devices
      .filter((name) => entrances.has(name))
      .map((name) => [name, space.device('in', (each) => each === name)] as const);
  }

  /** What comes in by a device, behind PREROUTING (`ip_route_input`). */
  received(): Routed[] {
    return this.merged(this.ruled ? this.eachAlone(this.space.all) : this.byRoute());
  }

  /** What a process of the host sends to, before OUTPUT (`ip_route_output_key_hash`); its source is one of the host's. */
  made(): Routed[] {
    const ask = ({ address }: Piece): Way => {
      const found = routeOutput(this.netns, { dst: address, mark: 0, anySource: true });
      return found.ok ? this.outWay(found.value) : { kind: 'refused' };
    };
    return this.split(this.space.all, ask);
  }

  /** What OUTPUT sent elsewhere (`ip_route_me_harder`). */
  again(): Routed[] {
    const sources = this.sourcesByType();
    const routed = this.destinations.flatMap((to) => {
      const ways = sources.map((from): Way => {
        const found = routeAgain(this.netns, { src: from.address, dst: to.address }, 0);
        return found.ok ? this.outWay(found.value) : { kind: 'refused' };
      });
      return this.shared(to.packets, sources, ways);
    });
    return this.merged(routed);
  }

  /** Packets whose sources have a way each; where that is one way or none, those refused are one question. */
  private shared(among: Diagram, sources: readonly Piece[], ways: readonly Way[]): Routed[] {
    const { diagrams } = this.space;
    const byKey = new Map(ways.map((to) => [wayKey(to), to]));
    const those = (key: string): Diagram =>
      diagrams.union(sources.flatMap(({ packets }, i) => (wayKey(ways[i] as Way) === key ? [packets] : [])));
    const isPair = byKey.size === 2 && byKey.has('refused');
    const refused = isPair ? this.space.name(those('refused')) : 0;
    return [...byKey].map(([key, to]) => {
      const from = isPair ? (key === 'refused' ? refused : diagrams.not(refused)) : those(key);
      return { packets: diagrams.and(among, from), to };
    });
  }

  /** Sources of one type together, but for those that the kernel treats like no other: no route asks which of them it is. */
  private sourcesByType(): readonly Piece[] {
    const byType = new Map<string, { readonly address: IpAddress; readonly sets: Diagram[] }>();
    for (const { packets, address } of this.sources) {
      const type = isSpecial(address) ? formatIp(address) : addressType(this.netns, address);
      const open = byType.get(type) ?? { address, sets: [] };
      open.sets.push(packets);
      byType.set(type, open);
    }
    return [...byType.values()].map(({ address, sets }) => ({ address, packets: this.space.diagrams.union(sets) }));
  }

  private outWay({ route, device, nexthop }: { route: Route; device: string; nexthop: IpAddress }): Way {
    if (this.ruled || (route.nexthops?.length ?? 0) > 1) throw new TooLarge('ways of packets that are made here');
    return { kind: 'forward', device, ...(route.via ? { nexthop } : {}) };
  }

  private split(among: Diagram, ask: (piece: Piece) => Way): Routed[] {
    const { diagrams } = this.space;
    const routed = this.destinations.flatMap((piece): Routed[] => {
      const packets = diagrams.and(piece.packets, among);
      return packets === 0 ? [] : [{ packets, to: ask(piece) }];
    });
    return this.merged(routed);
  }

  /** Packets of one way together. */
  private merged(routed: readonly Routed[]): Routed[] {
    const byWay = new Map<string, { readonly to: Way; readonly sets: Diagram[] }>();
    for (const { packets, to } of routed) {
      const open = byWay.get(wayKey(to)) ?? { to, sets: [] };
      open.sets.push(packets);
      byWay.set(wayKey(to), open);
    }
    return [...byWay.values()].map(({ to, sets }) => ({ to, packets: this.space.diagrams.union(sets) }));
  }

  /** Without rules of routing the destination alone chooses the route; the source is judged by that route's kind. */
  private byRoute(): Routed[] {
    const { diagrams } = this.space;
    const byRoute = new Map<Route | undefined, { readonly sets: Diagram[]; readonly address: IpAddress }>();
    const routed: Routed[] = [];
    for (const { packets, address } of this.destinations) {
      const route = lookupRoute(this.netns, { dst: address });
      if (isSpecial(address) || route?.type === 'broadcast')
        for (const each of this.eachAlone(packets, address)) routed.push(each);
      else {
        const open = byRoute.get(route) ?? { sets: [], address };
        open.sets.push(packets);
        byRoute.set(route, open);
      }
    }
    const judged = [...byRoute].flatMap(([route, { sets, address }]) =>
      this.judged(diagrams.union(sets), route, address),
    );
    return [...routed, ...judged];
  }

  /** Packets of one route: those whose source is no martian go its way. */
  private judged(among: Diagram, route: Route | undefined, dst: IpAddress): Routed[] {
    const { diagrams } = this.space;
    const martian = this.space.name(
      diagrams.union(this.devices.map(([name, packets]) => diagrams.and(packets, this.martiansBy(name, route, dst)))),
    );
    const rest = diagrams.minus(among, martian);
    const refused = diagrams.and(among, martian);
    return [
      ...(refused === 0 ? [] : [{ packets: refused, to: { kind: 'refused' } as const }]),
      ...(rest === 0 ? [] : this.ways(rest, this.decide(route))),
    ];
  }

  /** What the route says to a source that is none of ours: the kernel's decision without its judgement of the source. */
  private decide(route: Route | undefined): Way | Route {
    const { family } = this.space;
    if (route?.type === 'local' || (route?.type === 'anycast' && family === 'ipv6')) return { kind: 'local' };
    return route?.type === 'unicast' && forwards(this.netns, family) ? route : { kind: 'refused' };
  }

  /** Sources that are refused at a device for what goes by a route of this kind. */
  private martiansBy(device: string, route: Route | undefined, dst: IpAddress): Diagram {
    const kind = `${route?.type} ${route ? usesDevice(route, device) : ''} ${device}`;
    const known = this.martians.get(kind);
    if (known !== undefined) return known;
    const refused = this.sources.filter(({ address }) => {
      const { kind: decided } = this.ask({ src: address, dst }, device, 0);
      return decided === 'martian' || decided === 'no-route';
    });
    const made = this.space.diagrams.union(refused.map(({ packets }) => packets));
    this.martians.set(kind, made);
    return made;
  }

  /** Every device, source, destination and mark by itself. */
  private eachAlone(among: Diagram, only?: IpAddress): Routed[] {
    const { diagrams } = this.space;
    const destinations = only ? [{ packets: among, address: only }] : this.destinations;
    return this.devices.flatMap(([device, here]) =>
      this.marksOf(diagrams.and(among, here)).flatMap(([mark, marked]) =>
        destinations.flatMap((to) => {
          const towards = diagrams.and(marked, to.packets);
          if (towards === 0) return [];
          const decided = this.sourcesByDecision((src) => this.ask({ src, dst: to.address }, device, mark));
          return decided.flatMap(([way, sources]) => {
            const packets = diagrams.and(towards, sources);
            return packets === 0 ? [] : this.ways(packets, way);
          });
        }),
      ),
    );
  }

  /** Sources of one decision together. */
  private sourcesByDecision(ask: (src: IpAddress) => ReturnType<typeof routeInput>): [Way | Route, Diagram][] {
    const byWay = new Map<Route | string, { readonly way: Way | Route; readonly sets: Diagram[] }>();
    for (const { packets, address } of this.sources) {
      const way = decidedWay(ask(address));
      const key = 'kind' in way ? wayKey(way) : way;
      const open = byWay.get(key) ?? { way, sets: [] };
      open.sets.push(packets);
      byWay.set(key, open);
    }
    return [...byWay.values()].map(({ way, sets }) => [way, this.space.diagrams.union(sets)]);
  }

  /** Packets by what rules of routing can ask of their mark. */
  private marksOf(packets: Diagram): (readonly [number, Diagram])[] {
    const { diagrams } = this.space;
    const asked = (this.netns.rules ?? []).reduce((bits, { fwmark }) => bits | (fwmark?.mask ?? 0), 0);
    let parts: (readonly [number, Diagram])[] = packets === 0 ? [] : [[0, packets]];
    for (const [i, set] of this.space.marksAsTheyCame().entries()) {
      const bit = 31 - i;
      if (((asked >>> bit) & 1) === 0) continue;
      parts = parts.flatMap(([mark, some]) => {
        const one = diagrams.and(set, some);
        const zero = diagrams.minus(some, set);
        return [
          ...(one === 0 ? [] : [[(mark | (1 << bit)) >>> 0, one] as const]),
          ...(zero === 0 ? [] : [[mark, zero] as const]),
        ];
      });
    }
    return parts;
  }

  private ask({ src, dst }: Pick<Packet, 'src' | 'dst'>, device: string, mark: number): ReturnType<typeof routeInput> {
    if (++this.lookups > MOST_LOOKUPS) throw new TooLarge('routing decisions');
    const packet: Packet = { family: this.space.family, src, dst, ttl: 64, l4: { proto: 'other', protocol: 255 } };
    return routeInput(this.netns, { packet, mark, local: false, indev: device }, device);
  }

  /** Packets on the ways of a route: one, or a hash of each flow's ends draws (`fib_select_multipath`). */
  private ways(packets: Diagram, to: Way | Route): Routed[] {
    if ('kind' in to) return [{ packets, to }];
    const alive = (to.nexthops ?? []).filter(
      ({ dev }) => this.netns.devices.find(({ name }) => name === dev)?.up !== false,
    );
    const [first] = alive;
    if (!first || alive.length === 1) return [{ packets, to: makeWay(first ? withNexthop(to, first) : to) }];
    return this.drawn(packets, to, alive);
  }

  private drawn(packets: Diagram, route: Route, ways: readonly Nexthop[]): Routed[] {
    const { diagrams } = this.space;
    let left = packets;
    let weight = ways.reduce((sum, { weight: own = 1 }) => sum + own, 0);
    return ways.map((way, i) => {
      const own = way.weight ?? 1;
      const taken = i === ways.length - 1 ? 1 : this.space.draw(fraction(own, weight));
      const some = diagrams.and(taken, left);
      left = diagrams.minus(left, taken);
      weight -= own;
      return { packets: some, to: makeWay(withNexthop(route, way)) };
    });
  }
}

function decidedWay(decision: ReturnType<typeof routeInput>): Way | Route {
  if (decision.kind === 'forward') return decision.route;
  if (decision.kind !== 'local') return { kind: 'refused' };
  return { kind: 'local', ...(decision.broadcast ? { broadcast: true } : {}) };
}

const wayKey = (to: Way): string =>
  to.kind === 'forward'
    ? `${to.device} ${to.nexthop ? formatIp(to.nexthop) : ''}`
    : `${to.kind}${'broadcast' in to ? ' broadcast' : ''}`;

/** Routed packets by what they do next: refused, to this host, to all hosts of a network and so to this one, or on their ways. */
export function splitWays(
  space: Space,
  routed: readonly Routed[],
): { refused: Diagram; local: Diagram; broadcast: Diagram; ways: readonly WayOut[] } {
  const all = (key: string): Diagram =>
    space.diagrams.union(routed.flatMap(({ to, packets }) => (wayKey(to) === key ? [packets] : [])));
  const ways = routed.flatMap(({ to, packets }): WayOut[] =>
    to.kind === 'forward' ? [{ device: to.device, ...(to.nexthop ? { nexthop: to.nexthop } : {}), packets }] : [],
  );
  return { refused: all('refused'), local: all('local'), broadcast: all('local broadcast'), ways };
}
