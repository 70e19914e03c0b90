import { makeEbpfState, ownSource, readAddressKey, type EbpfHost } from '../linux/ebpf/host';
import { leavesCluster } from '../linux/ebpf/endpoint-programs';
import { EBPF_PROGRAMS, type Whereabouts } from '../linux/ebpf/programs';
import type { Netns, Network } from '../linux/netns';
import { listRoutes } from '../linux/routing/derived-routes';
import { hostCidr, type Cidr, type IpAddress } from '../net/ip';
import { answersFor, findDevice, findPeer, type FrameLanding } from '../sim/neighbour';
import type { Diagram } from './diagram';
import { asSent, type AddressNow, type HeaderNow } from './header-now';
import { ProgramMaps } from './program-maps';
import type { LookupProgram, ProgramAct } from './program-acts';
import { routeOne, type RedirectWay } from './redirect-way';
import { SPECIAL_NETWORKS } from './router';
import type { Space } from './space';
import type { ProgramMemory } from './visits';

/** The device of a node that leads to its own Pods and through the tunnel. */
const HOST_DEVICE = 'cilium_host';

/** Tunnel and service address that a packet carries from one node to the next. */
export interface Encapsulation {
  /** Wrapped: another packet goes from node to node. */
  readonly overlay: boolean;
  /** True where the service that was asked is told with it. */
  readonly told: boolean;
}

/** Packets at a device of a node with programs. */
export interface AtPrograms {
  readonly netns: Netns;
  readonly device: string;
  readonly now: HeaderNow;
  readonly carried?: Encapsulation | undefined;
  /** The router they are handed to; absent: the destination itself. */
  readonly via?: IpAddress | undefined;
}

/** The next station of packets behind the programs of a node. */
export type ProgramNext =
  /** To the node's IP stack. */
  | { readonly kind: 'stack' }
  /** Into a Pod. */
  | { readonly kind: 'landed'; readonly landing: FrameLanding }
  /** Out of a device, whose program is asked yet. */
  | { readonly kind: 'sent'; readonly device: string; readonly via?: IpAddress | undefined }
  /** Out of a device, past the hooks; `frameTo`: another address than the packet's that the frame is for. */
  | {
      readonly kind: 'wire';
      readonly device: string;
      readonly via?: IpAddress | undefined;
      readonly frameTo?: IpAddress;
      readonly carried?: Encapsulation;
    }
  | Exclude<ProgramAct, { kind: 'passed' | 'translated' }>
  | { readonly kind: 'refused' };

/** Packets that go one way behind programs, with their header by then. */
export interface ProgramLeg {
  readonly packets: Diagram;
  readonly next: ProgramNext;
  readonly now: HeaderNow;
  /** Entries that the node remembers of it. */
  readonly did: ProgramMemory;
}

type Moving = AtPrograms & { readonly packets: Diagram; readonly did: ProgramMemory };

interface Landed {
  readonly where: Whereabouts;
  readonly landing?: FrameLanding | undefined;
}

/**
 * Cilium's programs for all packets that begin a connection (`sim/ebpf-devices.ts`, `sim/ebpf-sockets.ts`): what they look up is asked
 * of them for one packet of each kind. What they remember of packets before is not asked.
 */
export class ProgramWays {
  private readonly space: Space;
  private readonly network: Network;
  private readonly maps = new Map<string, ProgramMaps>();
  private readonly leaving = new Map<string, Diagram>();

  constructor(space: Space, network: Network) {
    this.space = space;
    this.network = network;
  }

  /** The act of the program at the sockets of a machine; undefined: there is none. */
  connect(netns: Netns, packets: Diagram, now: HeaderNow): readonly ProgramLeg[] | undefined {
    const node = netns.kind === 'pod' ? this.network.netns.get(netns.node ?? '') : netns;
    if (!node?.ebpf) return undefined;
    const at = { netns: node, device: '', now, packets, did: 'passed' } as const;
    const program = netns.kind === 'pod' ? 'pod-socket' : 'node-socket';
    return this.acted(program, at, (to) => [this.leg({ ...to, did: 'passed' }, { kind: 'stack' })]);
  }

  /** Packets that come in by a device of a node with programs. */
  receive(packets: Diagram, at: AtPrograms): readonly ProgramLeg[] {
    const port = findDevice(at.netns, at.device);
    const moving = { ...at, packets, did: 'passed' } as const;
    if (port?.peer && this.network.netns.get(port.peer.netns)?.kind === 'pod')
      return this.acted('from-container', moving, (to) => this.onward(to));
    return port?.segment === undefined ? [this.leg(moving, { kind: 'stack' })] : this.fromWire(moving);
  }

  /** Packets that leave by a device of a node with programs, behind the hooks or a redirect. */
  transmit(packets: Diagram, at: AtPrograms): readonly ProgramLeg[] {
    const { netns, device, via } = at;
    const moving = { ...at, packets, did: 'passed' } as const;
    if (device === HOST_DEVICE) return this.fromHost(moving);
    const out: ProgramNext = { kind: 'wire', device, via };
    if (findDevice(netns, device)?.segment === undefined || readHost(netns).settings.masquerade !== 'bpf')
      return [this.leg(moving, out)];
    return this.masqueraded(moving, out);
  }

  /** Answers that came in for a node's own address and have the header again that their request came with. */
  givenBack(packets: Diagram, at: AtPrograms): readonly ProgramLeg[] {
    const moving = { ...at, packets, did: 'passed' } as const;
    return this.located(moving).flatMap(([some, { where }]) => {
      const these = { ...moving, packets: some };
      if (where.kind === 'tunnel') return [this.wrapped(these, where.to, false)];
      if (where.kind !== 'elsewhere') return this.upOrIn(these);
      return this.redirected(these, (way, each) => [this.leg(each, { kind: 'wire', ...way })]);
    });
  }

  private fromWire(moving: Moving): readonly ProgramLeg[] {
    const { carried } = moving;
    if (carried?.told) return this.upOrIn({ ...moving, did: 'more' });
    return this.acted('from-netdev', moving, (to, spread) => (spread ? this.spread(to, spread) : this.upOrIn(to)));
  }

  /** A local endpoint gets it at once, but in legacy host routing, where the stack does; out of the tunnel always. */
  private upOrIn(moving: Moving): readonly ProgramLeg[] {
    const isDirect = readHost(moving.netns).settings.hostRouting === 'bpf' || moving.carried?.overlay === true;
    return this.located(moving).map(([packets, { landing }]) =>
      this.leg({ ...moving, packets }, isDirect && landing ? { kind: 'landed', landing } : { kind: 'stack' }),
    );
  }

  /** To an endpoint of this node at once; into the tunnel; by the stack, or past it. */
  private onward(moving: Moving): readonly ProgramLeg[] {
    const isPast = readHost(moving.netns).settings.hostRouting === 'bpf';
    return this.located(moving).flatMap(([packets, { where, landing }]) => {
      const these = { ...moving, packets };
      if (where.kind === 'tunnel') return [this.wrapped(these, where.to, false)];
      if (landing) return [this.leg(these, { kind: 'landed', landing })];
      return where.kind === 'elsewhere' && isPast
        ? this.redirected(these, (way, some) => [this.leg(some, { kind: 'sent', ...way })])
        : [this.leg(these, { kind: 'stack' })];
    });
  }

  /** To a backend of another node. */
  private spread(moving: Moving, how: 'snat' | 'told'): readonly ProgramLeg[] {
    const { settings } = readHost(moving.netns);
    const told = how === 'told';
    return this.located(moving, settings.tunnel || (told && settings.dsrInGeneve)).flatMap(([packets, { where }]) => {
      const these = { ...moving, packets };
      if (where.kind === 'tunnel') return [this.wrapped(these, where.to, told)];
      const carried = told ? { carried: { overlay: false, told } } : {};
      return this.redirected(these, (way, some) => [this.leg(some, { kind: 'wire', ...way, ...carried })]);
    });
  }

  private fromHost(moving: Moving): readonly ProgramLeg[] {
    return this.located(moving).map(([packets, { where, landing }]) => {
      const these = { ...moving, packets };
      if (where.kind === 'tunnel') return this.wrapped(these, where.to, false);
      return this.leg(these, landing ? { kind: 'landed', landing } : { kind: 'unknown', why: HOST_DEVICE });
    });
  }

  /** Into the tunnel: on the wire it is a packet from node to node. */
  private wrapped(moving: Moving, tunnel: IpAddress, told: boolean): ProgramLeg {
    const way = routeOne(moving.netns, tunnel);
    if (!way) return this.leg(moving, { kind: 'refused' });
    return this.leg(moving, { kind: 'wire', ...way, frameTo: tunnel, carried: { overlay: true, told } });
  }

  /** Packets of Pods that leave the cluster get the node's address. */
  private masqueraded(moving: Moving, out: ProgramNext): readonly ProgramLeg[] {
    const { netns, packets, now } = moving;
    const { diagrams } = this.space;
    const own = ownSource(readHost(netns), this.space.family, 'node');
    const taken = diagrams.and(packets, asSent(this.space, this.leavingCluster(netns), now));
    const to = own && { ...now, src: own, sport: 'any' as const };
    // An echo request has no ports that its answer is known by.
    const ported = this.space.either(...[6, 17, 132].map((protocol) => this.space.protocol(protocol)));
    const each = (
      [
        [diagrams.and(taken, ported), 'snat'],
        [diagrams.minus(taken, ported), 'more'],
      ] as const
    ).map(([these, did]) =>
      to
        ? this.leg({ ...moving, packets: these, now: to, did }, out)
        : this.leg({ ...moving, packets: these }, { kind: 'dropped' }),
    );
    const rest = this.leg({ ...moving, packets: diagrams.minus(packets, taken) }, out);
    return [rest, ...each].filter((leg) => leg.packets !== 0);
  }

  /** Packets, as they are at a node, of its Pods to what is outside of the cluster. */
  private leavingCluster(netns: Netns): Diagram {
    const { space } = this;
    const host = readHost(netns);
    const known = this.leaving.get(netns.id) ?? this.listLeaving(host);
    this.leaving.set(netns.id, known);
    space.become = {};
    return known;
  }

  private listLeaving(host: EbpfHost): Diagram {
    const { space } = this;
    space.become = {};
    const pods = [...host.endpoints].map(readAddressKey).filter(({ family }) => family === space.family);
    const [pod] = pods;
    if (!pod) return 0;
    const others = [...host.ownAddresses, ...[...host.remoteNodes].map(readAddressKey)].map(hostCidr);
    const run = { host, state: makeEbpfState(), decide: () => 0 };
    const l4 = { proto: 'other', protocol: 255 } as const;
    return space.both(
      space.addressesWhere('src', pods.map(hostCidr), (src) =>
        pods.some((each) => each.words.join() === src.words.join()),
      ),
      space.addressesWhere('dst', [...others, ...host.podRanges], (dst) =>
        leavesCluster(run, { family: space.family, src: pod, dst, ttl: 64, l4 }),
      ),
    );
  }

  /** Packets of each way that the kernel's routes give programs (`fib_redirect`); those without one are refused. */
  private redirected(
    moving: Moving,
    then: (way: RedirectWay, moving: Moving) => readonly ProgramLeg[],
  ): readonly ProgramLeg[] {
    const { netns } = moving;
    const prefixes = [...SPECIAL_NETWORKS, ...listRoutes(netns).map(({ dst }) => dst)];
    const ways = this.split(moving, prefixes, (address) => routeOne(netns, address));
    return ways.flatMap(([packets, way]) =>
      way ? then(way, { ...moving, packets }) : [this.leg({ ...moving, packets }, { kind: 'refused' })],
    );
  }

  /** Packets by where their destination is, as a node's programs tell. */
  private located(moving: Moving, isWrapped = readHost(moving.netns).settings.tunnel): readonly [Diagram, Landed][] {
    const { netns } = moving;
    const host = readHost(netns);
    const endpoints = [...host.endpoints].map(readAddressKey);
    const hosts = [...endpoints, ...host.ownAddresses, host.settings.loopback].map(hostCidr);
    const run = { host, state: makeEbpfState(), decide: () => 0 };
    return this.split(moving, [...hosts, ...host.tunnels.map(({ range }) => range)], (address) => {
      const where = EBPF_PROGRAMS.whereabouts(run, address, isWrapped);
      return { where, landing: where.kind === 'endpoint' ? this.findPod(netns, address) : undefined };
    });
  }

  /** Packets by what is said of their destination, which is asked for one of each of these ranges. */
  private split<T>(
    { packets, now }: Moving,
    prefixes: readonly Cidr[],
    ask: (address: IpAddress) => T,
  ): readonly [Diagram, T][] {
    const { space } = this;
    const byKey = new Map<string, { readonly is: T; readonly sets: Diagram[] }>();
    for (const region of this.listRegions(now.dst, prefixes)) {
      const is = ask(region.address);
      const open = byKey.get(answerKey(is)) ?? { is, sets: [] };
      open.sets.push(region.packets);
      byKey.set(answerKey(is), open);
    }
    return [...byKey.values()].flatMap(({ is, sets }): [Diagram, T][] => {
      const these = space.both(packets, space.either(...sets));
      return these === 0 ? [] : [[these, is]];
    });
  }

  private listRegions(dst: AddressNow, prefixes: readonly Cidr[]): ReturnType<Space['regions']> {
    if (typeof dst !== 'string') return [{ packets: 1, address: dst }];
    this.space.become = {};
    return this.space.regions(dst, prefixes);
  }

  private findPod(netns: Netns, address: IpAddress): FrameLanding | undefined {
    const landings = netns.devices.map((device) => findPeer(this.network, device));
    return landings.find((landing) => landing?.netns.kind === 'pod' && answersFor(landing, address));
  }

  /** Packets at a program that looks frontends up, by what it does. */
  private acted(
    program: LookupProgram,
    moving: Moving,
    then: (moving: Moving, spread?: 'snat' | 'told') => readonly ProgramLeg[],
  ): readonly ProgramLeg[] {
    const { space } = this;
    const maps = this.mapsOf(moving.netns);
    const map = space.diagrams.and(moving.packets, asSent(space, maps.of(program), moving.now));
    return space.diagrams.listLeaves(map).flatMap((leaf) => {
      const packets = space.diagrams.where(map, leaf);
      const act = maps.act(leaf);
      if (act.kind === 'passed') return then({ ...moving, packets });
      if (act.kind !== 'translated') return [this.leg({ ...moving, packets }, act)];
      const now = translatedBy(moving.now, act);
      return then({ ...moving, packets, now, did: rememberAct(program, act.spread) }, act.spread);
    });
  }

  private mapsOf(netns: Netns): ProgramMaps {
    const known = this.maps.get(netns.id) ?? new ProgramMaps(this.space, readHost(netns));
    this.maps.set(netns.id, known);
    return known;
  }

  private leg({ packets, now, did }: Moving, next: ProgramNext): ProgramLeg {
    return { packets, next, now, did };
  }
}

function rememberAct(program: LookupProgram, spread: 'snat' | 'told' | undefined): ProgramMemory {
  if (program === 'from-container') return 'container';
  if (spread === 'told') return 'more';
  return spread ?? 'local';
}

function readHost({ ebpf, title }: Netns): EbpfHost {
  if (!ebpf) throw new RangeError(`no programs at ${title}`);
  return ebpf.host;
}

function translatedBy(now: HeaderNow, { to, src, spread }: Extract<ProgramAct, { kind: 'translated' }>): HeaderNow {
  return {
    src: src ?? now.src,
    dst: to.dst ?? now.dst,
    sport: spread === 'snat' ? 'any' : now.sport,
    dport: to.dport ?? now.dport,
  };
}

/** Equal for what is said alike. */
function answerKey(is: unknown): string {
  return JSON.stringify(is, (name, value: unknown) => (name === 'netns' ? (value as Netns).id : value));
}
