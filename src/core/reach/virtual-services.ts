import { getMemo } from '../lib/memo';
import { fraction, multiply, add, ONE, ZERO, type Fraction } from '../lib/fraction';
import { getBits, maskWords, type IpAddress } from '../net/ip';
import type { Packet } from '../net/packet';
import type { Netns } from '../linux/netns';
import { listSchedulableServers, vs } from '../linux/ipvs/director';
import type { IpvsScheduler } from '../linux/ipvs/scheduler';
import { findScheduler } from '../linux/ipvs/schedulers';
import {
  FTP_DATA_PORT,
  FTP_PORT,
  IpvsState,
  newMemory,
  serviceKey,
  type IpvsServer,
  type IpvsService,
} from '../linux/ipvs/service';
import { becomeKey, type Become } from './become';
import type { Diagram } from './diagram';
import type { Space } from './space';

const [TCP, UDP, SCTP] = [6, 17, 132];
/** Ports below are no data of an FTP service (`ip_vs_service_find`), but for FTP's own. */
const FIRST_USER_PORT = 1024;
const LAST_PORT = 0xffff;

/** Runs of a scheduler that are tried: each of its draws makes more. */
const MOST_RUNS = 2000;

/** One server that a service may give a first connection to; none: nobody takes it. */
export interface ServerChoice {
  readonly server?: IpvsServer;
  /** Absent: nobody can say with which odds it is this one. */
  readonly odds?: Fraction;
}

/** Packets that a service is found for. */
interface Listening {
  readonly service: IpvsService;
  readonly packets: Diagram;
  /** By its own port, or by a mark. */
  readonly exact: boolean;
}

/** First packets to a virtual service, with its choice of servers. */
export interface Directed extends Listening {
  /** Servers that may get them; empty: the scheduler is not simulated. */
  readonly choices: readonly ServerChoice[];
  /** Fate of packets that nobody takes (`ip_vs_leave`). */
  readonly left: 'pass' | 'unreachable';
  /** Servers are asked at the port that the client named. */
  readonly keepsPort: boolean;
}

/** Thrown by a scheduler's packet: what it chooses hangs on more than the service. */
class AsksPacket extends Error {}

/** A service of a host, and the scheduler it goes by. */
interface Scheduled {
  readonly netns: Netns;
  readonly service: IpvsService;
  readonly scheduler: IpvsScheduler;
}

/** One run of a scheduler whose draws are told; what it drew from, and whether nobody knows the odds of that. */
function runScheduler({ netns, service, scheduler }: Scheduled, script: readonly number[]) {
  const drawn: { readonly odds: readonly Fraction[]; readonly taken: number }[] = [];
  let guessed = false;
  const draw = (odds: readonly Fraction[]): number => {
    const taken = script[drawn.length] ?? 0;
    drawn.push({ odds, taken });
    return taken;
  };
  const servers = listSchedulableServers({ netns, state: new IpvsState(), now: 0, quiet: true }, service);
  const chosen = scheduler.schedule({
    memo: getMemo(netns),
    service,
    servers,
    memory: newMemory(),
    now: 0,
    expiration: vs(netns, `${scheduler.name}_expiration`, 86_400) * 1000,
    draw,
    oneOf: (branches) => {
      guessed = true;
      return draw(Array.from({ length: branches }, () => fraction(1, branches)));
    },
    get packet(): Packet {
      throw new AsksPacket();
    },
  });
  return { server: chosen && service.servers[servers.indexOf(chosen)], drawn, guessed };
}

/** Any of the servers that take connections, or nobody where one has lost its weight: some schedulers give up then. */
function anyOf({ servers }: IpvsService): ServerChoice[] {
  const able = servers.filter(({ weight }) => weight > 0).map((server): ServerChoice => ({ server }));
  const all = able.length < servers.length || able.length === 0 ? [...able, {}] : able;
  return all.length === 1 ? all.map((one) => ({ ...one, odds: ONE })) : all;
}

/** Every server that a scheduler may choose for the first packet, with its odds (`svc->scheduler->schedule`). */
function exploreScheduler(scheduled: Scheduled): readonly ServerChoice[] {
  const odds = new Map<IpvsServer | undefined, Fraction>();
  const open: number[][] = [[]];
  for (let runs = 0; open.length > 0; runs++) {
    const script = open.pop() ?? [];
    const { server, drawn, guessed } = runScheduler(scheduled, script);
    if (guessed || runs > MOST_RUNS) return anyOf(scheduled.service);
    let share = ONE;
    drawn.forEach((draw, i) => {
      for (let other = 1; i >= script.length && other < draw.odds.length; other++)
        open.push([...drawn.slice(0, i).map(({ taken }) => taken), other]);
      share = multiply(share, draw.odds[draw.taken] ?? ZERO);
    });
    odds.set(server, add(odds.get(server) ?? ZERO, share));
  }
  return [...odds].map(([server, share]) => ({ ...(server ? { server } : {}), odds: share }));
}

/** Servers that a service may give a first packet to (`ip_vs_schedule`, net/netfilter/ipvs/ip_vs_core.c). */
function schedule(netns: Netns, { fresh: _stands, ...service }: IpvsService): readonly ServerChoice[] {
  const scheduler = findScheduler(service.scheduler);
  if (!scheduler) return [];
  // A client that was here before stays with its server: who was is not known.
  if (service.persistentSeconds !== undefined) return anyOf(service);
  try {
    return exploreScheduler({ netns, service, scheduler });
  } catch (error) {
    if (error instanceof AsksPacket) return anyOf(service);
    throw error;
  }
}

function addressed(space: Space, { protocol = 0, address }: IpvsService & { readonly address: IpAddress }): Diagram {
  const { family } = address;
  const host = space.address('dst', { address, mask: maskWords(family, getBits(family)) });
  return space.both(host, space.protocol(protocol));
}

/** Packets of a service by more ports than its own: data of FTP, and any port of a service that names none. */
function addressedWide(space: Space, service: IpvsService & { readonly address: IpAddress }): Diagram {
  if (service.port === 0) return addressed(space, service);
  const data = [space.port('dst', FTP_DATA_PORT, FTP_DATA_PORT), space.port('dst', FIRST_USER_PORT, LAST_PORT)];
  return space.both(addressed(space, service), space.either(...data));
}

/** Services in the order that a packet's is looked for (`ip_vs_service_find` in net/netfilter/ipvs/ip_vs_ctl.c). */
function listListening(space: Space, services: readonly IpvsService[]): readonly (readonly Listening[])[] {
  const ported = space.either(...[TCP, UDP, SCTP].map((protocol) => space.protocol(protocol)));
  const marked = services.flatMap((service): Listening[] => {
    const isOurs = service.servers.every(({ address }) => address.family === space.family);
    if (!service.fwmark || !isOurs) return [];
    return [{ service, exact: true, packets: space.both(space.mark(service.fwmark, 0xffffffff), ported) }];
  });
  const own = services.filter(
    (service): service is IpvsService & { readonly address: IpAddress } =>
      service.fwmark === undefined && service.address?.family === space.family,
  );
  const exact = own.flatMap((service): Listening[] => {
    const { port = 0 } = service;
    const packets = space.both(addressed(space, service), space.port('dst', port, port));
    return port === 0 ? [] : [{ service, exact: true, packets }];
  });
  const wide = (at: number): Listening[] =>
    own
      .filter(({ port, protocol }) => port === at && (at === 0 || protocol === TCP))
      .map((service) => ({ service, exact: false, packets: addressedWide(space, service) }));
  return [marked, exact, wide(FTP_PORT), wide(0)];
}

/** The virtual services of a host, and whom they give first packets to. */
export class VirtualServices {
  private readonly space: Space;
  private readonly netns: Netns;
  private readonly scheduled = new Map<IpvsService, readonly ServerChoice[]>();
  private readonly found = new Map<string, readonly Directed[]>();

  constructor(space: Space, netns: Netns) {
    this.space = space;
    this.netns = netns;
  }

  /** Packets to each service as they are by then; disjoint sets. */
  at(become: Become): readonly Directed[] {
    const key = becomeKey({
      ...(become.src ? { src: become.src } : {}),
      ...(become.sport ? { sport: become.sport } : {}),
    });
    const found = this.found.get(key) ?? this.list(become);
    this.found.set(key, found);
    return found;
  }

  private list(become: Become): readonly Directed[] {
    const { space } = this;
    space.become = become;
    space.asking = () => 'IPVS';
    const notData = space.not(space.port('src', FTP_DATA_PORT, FTP_DATA_PORT));
    let seen: Diagram = space.none;
    return listListening(space, this.netns.ipvs?.services ?? []).flatMap((found) => {
      const own = space.both(space.not(seen), notData);
      seen = space.either(seen, ...found.map(({ packets }) => packets));
      return found.map((each) => this.direct({ ...each, packets: space.both(each.packets, own) }));
    });
  }

  /** A service's decision on packets that it is found for (`ip_vs_try_to_schedule`). */
  private direct(found: Listening): Directed {
    const { service, exact } = found;
    const persistent = service.persistentSeconds !== undefined;
    return {
      ...found,
      choices: exact || persistent ? this.choices(service) : [{ odds: ONE }],
      left: service.port === FTP_PORT && !exact ? 'pass' : 'unreachable',
      keepsPort: persistent && (!exact || service.fwmark !== undefined),
    };
  }

  private choices(service: IpvsService): readonly ServerChoice[] {
    const known = this.scheduled.get(service) ?? schedule(this.netns, service);
    this.scheduled.set(service, known);
    return known;
  }
}

/** The name that a service's unknown choice is told by: `IPVS TCP 10.96.0.10:80 sh`. */
export function serviceText(service: IpvsService): string {
  return `IPVS ${serviceKey(service)} ${service.scheduler}`;
}
