import { getMemo, once } from '../../lib/memo';
import { type Fraction, formatFraction, multiply, ONE } from '../../lib/fraction';
import { phrase, type Phrase, type PhraseId } from '../../lib/phrase';
import { formatEndpoint, type Tuple, hasPorts, protocolNumber, type Packet } from '../../net/packet';
import type { Namespace } from '../namespace';
import { goesByTurns, type SchedulableServer, type IpvsScheduler } from './scheduler';
import {
  serverKey,
  serviceByKey,
  serviceKey,
  templateKey,
  type IpvsService,
  type IpvsTable,
  type IpvsConnection,
  type IpvsState,
  findServer,
  findService,
  FTP_DATA_PORT,
  FTP_PORT,
  type IpvsServer,
} from './service';
import { findScheduler } from './schedulers';
import { keepTemplate, serverOfTemplate, templateEnds } from './templates';

/** Input of the director for one packet. */
export interface DirectorInput {
  readonly netns: Namespace;
  readonly table: IpvsTable;
  readonly state: IpvsState;
  /** Milliseconds. */
  readonly now: number;
  readonly mark: number;
  /** The packet's conntrack entry was in the table before this packet (`ip_vs_conn_uses_old_conntrack`). */
  readonly oldConntrack: boolean;
  /** Made by this host, or received from lo. */
  readonly fromSelf: boolean;
  readonly draw: (where: string, odds: readonly Fraction[]) => number;
  /** One of so many continuations, and nobody knows with which odds. */
  readonly oneOf: (where: string, branches: number) => number;
  /** Nobody reads among whom was chosen. */
  readonly quiet?: true;
  /** The connection is over: conntrack's entry for it goes too (`ip_vs_conn_drop_conntrack`). */
  readonly forget: (conn: IpvsConnection) => void;
}

/** Decision of the director as a reader is told it. */
export interface DirectorFinding {
  readonly service: string;
  readonly scheduler: string;
  readonly candidates: readonly SchedulableServer[];
  readonly chosen?: string;
  readonly from: 'connection' | 'template' | 'scheduler';
  readonly odds?: string;
  readonly reason: Phrase;
  /** The choice was left open because the order of the kernel's list is not known. */
  readonly byListOrder?: true;
}

type DirectorVerdict =
  /** None of the director's business. */
  | { readonly kind: 'pass' }
  | { readonly kind: 'forward'; readonly conn: IpvsConnection; readonly finding: DirectorFinding }
  /** Nobody takes it: the sender is told port unreachable (`ip_vs_leave`). */
  | { readonly kind: 'unreachable'; readonly finding: DirectorFinding }
  | { readonly kind: 'drop'; readonly finding: DirectorFinding }
  /** The scheduler is not simulated. */
  | { readonly kind: 'unknown'; readonly finding: DirectorFinding };

/** A switch under net.ipv4.vs. */
export function vs(netns: Namespace, name: string, fallback: number): number {
  return netns.sysctls[`net.ipv4.vs.${name}`] ?? fallback;
}

/** The tuple of a packet with ports; undefined for other protocols, which are not balanced. */
export function tupleOfPorts(packet: Packet): Tuple | undefined {
  const { src, dst, l4 } = packet;
  if (!hasPorts(l4)) return undefined;
  return { protocol: protocolNumber(l4), src, sport: l4.sport, dst, dport: l4.dport };
}

/** How many connections each server has; active ones are counted apart. */
type ServerLoads = ReadonlyMap<string, { readonly active: number; readonly inactive: number }>;

function countLoads(state: IpvsState, service: IpvsService, now: number): ServerLoads {
  const counts = new Map<string, { active: number; inactive: number }>();
  for (const conn of state.ofService(serviceKey(service), now)) {
    const count = counts.get(conn.destination) ?? { active: 0, inactive: 0 };
    counts.set(conn.destination, count);
    if (conn.active) count.active++;
    else count.inactive++;
  }
  return counts;
}

const serverKeys = once(({ servers }: IpvsService): readonly string[] => servers.map(serverKey));

/** A server with what it has to do at that moment, counted when somebody asks: few schedulers do. */
class Candidate implements SchedulableServer {
  readonly key: string;
  readonly weight: number;
  readonly lastWeight: number;
  readonly #server: IpvsServer;
  readonly #loads: () => ServerLoads;

  constructor(key: string, server: IpvsServer, loads: () => ServerLoads) {
    this.key = key;
    this.weight = server.weight;
    this.lastWeight = server.weight || (server.lastWeight ?? 0);
    this.#server = server;
    this.#loads = loads;
  }

  get active(): number {
    return (this.#server.connections?.active ?? 0) + (this.#loads().get(this.key)?.active ?? 0);
  }

  get inactive(): number {
    return (this.#server.connections?.inactive ?? 0) + (this.#loads().get(this.key)?.inactive ?? 0);
  }
}

/** The servers of a service with what they have to do now; of a quiet input counted if the scheduler asks. */
export function listSchedulableServers(
  { state, now, quiet, netns }: Pick<DirectorInput, 'state' | 'now' | 'quiet' | 'netns'>,
  service: IpvsService | undefined,
): readonly SchedulableServer[] {
  if (!service) return [];
  let counted = quiet ? undefined : countLoads(state, service, now);
  const loads = (): ServerLoads => (counted ??= countLoads(state, service, now));
  const keys = serverKeys(service, getMemo(netns));
  return service.servers.map((server, nth) => new Candidate(keys[nth] ?? '', server, loads));
}

/** Finding for a packet of a connection that is known already. */
export function knownFinding(
  input: Pick<DirectorInput, 'netns' | 'table' | 'state' | 'now' | 'quiet'>,
  conn: IpvsConnection,
): DirectorFinding {
  const service = serviceByKey(input.table, conn.service, getMemo(input.netns));
  return {
    service: conn.service,
    scheduler: service?.scheduler ?? '',
    candidates: input.quiet ? [] : listSchedulableServers(input, service),
    chosen: formatEndpoint(conn.server, conn.serverPort),
    from: 'connection',
    reason: phrase('ipvs.connection-known', { state: conn.state }),
  };
}

const PASS = { kind: 'pass' } as const;

/** Only a SYN begins a TCP connection (`tcp_conn_schedule`), only INIT one of SCTP (`sctp_conn_schedule`). */
function maySchedule(netns: Namespace, { l4 }: Packet): boolean {
  if (l4.proto === 'tcp') return !l4.flags.rst && (l4.flags.syn === true || vs(netns, 'sloppy_tcp', 0) !== 0);
  return l4.proto !== 'sctp' || l4.chunk === 'INIT' || vs(netns, 'sloppy_sctp', 0) !== 0;
}

const inverted = ({ protocol, src, sport, dst, dport }: Tuple): Tuple => ({
  protocol,
  src: dst,
  sport: dport,
  dst: src,
  dport: sport,
});

/** A packet of no known connection: a virtual service may make it one (`ip_vs_try_to_schedule`). */
function scheduleNew(input: DirectorInput, packet: Packet, tuple: Tuple): DirectorVerdict {
  const { table, netns, state, mark } = input;
  if (!maySchedule(netns, packet)) return PASS;
  const { protocol, dst: address, dport: port } = tuple;
  const service = findService(table, { protocol, address, port, mark }, getMemo(netns));
  if (!service || tuple.sport === FTP_DATA_PORT) return PASS;
  if (input.fromSelf && state.findIn(inverted(tuple), input.now)) return PASS;
  const persistent = service.persistentSeconds !== undefined;
  if (!persistent && service.fwmark === undefined && port !== service.port) {
    return leave(service, port, findingFor(input, service, 'ipvs.port-needs-persistence'));
  }
  return persistent ? schedulePersistent(input, service, packet, tuple) : scheduleOne(input, service, packet, tuple);
}

function findingFor(input: DirectorInput, service: IpvsService, reason: PhraseId): DirectorFinding {
  const { scheduler } = service;
  return {
    service: serviceKey(service),
    scheduler,
    candidates: listSchedulableServers(input, service),
    from: 'scheduler',
    reason: phrase(reason, { scheduler }),
  };
}

/** Nobody takes it. Packets that only look like FTP data go on (`ip_vs_leave`). */
function leave(
  service: IpvsService,
  port: number,
  finding: DirectorFinding,
): Extract<DirectorVerdict, { kind: 'unreachable' | 'pass' }> {
  if (service.port === FTP_PORT && port !== FTP_PORT) return PASS;
  return { kind: 'unreachable', finding };
}

type Choice =
  | { readonly kind: 'chosen'; readonly server: IpvsServer; readonly finding: DirectorFinding }
  | Extract<DirectorVerdict, { kind: 'unreachable' | 'unknown' | 'pass' }>;

function reasonFor(scheduler: IpvsScheduler, drawn: boolean): Phrase {
  const { name } = scheduler;
  if (!drawn) return phrase('ipvs.scheduled', { scheduler: name });
  return phrase(goesByTurns(name) ? 'ipvs.scheduled-turn' : 'ipvs.scheduled-drawn', { scheduler: name });
}

/** Asks the scheduler of a service (`svc->scheduler->schedule`). */
function choose(input: DirectorInput, service: IpvsService, packet: Packet, port: number): Choice {
  const { state, netns, now } = input;
  const found = findingFor(input, service, 'ipvs.no-server');
  const scheduler = findScheduler(service.scheduler);
  if (!scheduler) {
    const reason = phrase('ipvs.scheduler-unknown', { scheduler: service.scheduler });
    return { kind: 'unknown', finding: { ...found, reason } };
  }
  let odds: Fraction | undefined;
  let guessed = false;
  const where = `ipvs ${found.service} ${scheduler.name}`;
  const chosen = scheduler.schedule({
    memo: getMemo(netns),
    service,
    servers: found.candidates,
    packet,
    memory: state.memory(found.service),
    now,
    expiration: vs(netns, `${scheduler.name}_expiration`, 86_400) * 1000,
    draw: (each) => {
      const branch = input.draw(where, each);
      odds = multiply(odds ?? ONE, each[branch] ?? ONE);
      return branch;
    },
    oneOf: (branches) => {
      guessed = true;
      return input.oneOf(where, branches);
    },
  });
  const server = chosen && service.servers[found.candidates.indexOf(chosen)];
  if (!chosen || !server) {
    const empty = service.servers.length === 0 ? 'ipvs.no-server' : 'ipvs.no-server-able';
    return leave(service, port, { ...found, reason: phrase(empty, { scheduler: scheduler.name }) });
  }
  const finding: DirectorFinding = {
    ...found,
    chosen: chosen.key,
    ...(odds && !guessed ? { odds: formatFraction(odds) } : {}),
    reason: reasonFor(scheduler, odds !== undefined || guessed),
    ...(service.unordered && (odds || guessed) ? { byListOrder: true } : {}),
  };
  return { kind: 'chosen', server, finding };
}

interface NewConnection {
  readonly service: IpvsService;
  readonly server: IpvsServer;
  readonly tuple: Tuple;
  readonly template?: string;
}

/** `ip_vs_conn_new`: a server without a port of its own is asked at the port the client named. */
function connect(input: DirectorInput, { service, server, tuple, template }: NewConnection): IpvsConnection {
  const { netns, now, state } = input;
  const ownPort = template === undefined || tuple.dport === service.port;
  const conn: IpvsConnection = {
    protocol: tuple.protocol,
    client: tuple.src,
    clientPort: tuple.sport,
    virtual: tuple.dst,
    virtualPort: tuple.dport,
    server: server.address,
    serverPort: ownPort && server.port !== 0 ? server.port : tuple.dport,
    forward: server.forward,
    service: serviceKey(service),
    destination: serverKey(server),
    ...(template === undefined ? {} : { template }),
    conntrack: vs(netns, 'conntrack', 0) !== 0,
    noOutput: server.forward !== 'masq',
    state: 'NONE',
    active: false,
    expires: now + 3000,
  };
  state.add(conn);
  return conn;
}

/** `ip_vs_schedule` of a service without persistence. */
function scheduleOne(input: DirectorInput, service: IpvsService, packet: Packet, tuple: Tuple): DirectorVerdict {
  const choice = choose(input, service, packet, tuple.dport);
  if (choice.kind !== 'chosen') return choice;
  const conn = connect(input, { service, server: choice.server, tuple });
  return { kind: 'forward', conn, finding: choice.finding };
}

/** `ip_vs_sched_persist`: the template decides, and one is made where there is none. */
function schedulePersistent(input: DirectorInput, service: IpvsService, packet: Packet, tuple: Tuple): DirectorVerdict {
  const kept = serverOfTemplate(input, service, {
    key: templateKey(templateEnds(service, tuple)),
    expireQuiescent: vs(input.netns, 'expire_quiescent_template', 0) !== 0,
  });
  const choice: Choice = kept
    ? { kind: 'chosen', server: kept, finding: templateFinding(input, service, kept) }
    : choose(input, service, packet, tuple.dport);
  if (choice.kind !== 'chosen') return choice;
  const template = keepTemplate(input, service, { server: choice.server, tuple });
  const conn = connect(input, { service, server: choice.server, tuple, template });
  return { kind: 'forward', conn, finding: choice.finding };
}

function templateFinding(input: DirectorInput, service: IpvsService, server: IpvsServer): DirectorFinding {
  const seconds = service.persistentSeconds ?? 0;
  return {
    ...findingFor(input, service, 'ipvs.template'),
    chosen: serverKey(server),
    from: 'template',
    reason: phrase('ipvs.template', { seconds }),
  };
}

function drop(input: DirectorInput, conn: IpvsConnection, reason: PhraseId): DirectorVerdict {
  return { kind: 'drop', finding: { ...knownFinding(input, conn), reason: phrase(reason) } };
}

/** Takes a connection out; conntrack's entry too, unless the packet brought a new one (`ip_vs_conn_expire_now`). */
function expire(input: DirectorInput, conn: IpvsConnection): void {
  if (!input.oldConntrack) conn.conntrack = false;
  input.state.remove(conn);
  if (conn.conntrack) input.forget(conn);
}

function beginsConnection({ l4 }: Packet): boolean {
  if (l4.proto === 'tcp') return l4.flags.syn === true;
  return l4.proto === 'sctp' && l4.chunk === 'INIT';
}

/** May a new connection have the ports of this one (`is_new_conn_expected`)? */
function isOverForReuse(conn: IpvsConnection, mode: number): boolean {
  if (conn.template !== undefined) return false;
  if (conn.protocol === 132) return conn.state === 'CLOSED';
  if (conn.state === 'TIME_WAIT' || conn.state === 'CLOSE') return true;
  return (mode & 2) !== 0 && conn.state === 'FIN_WAIT' && conn.noOutput;
}

/**
 * A known connection may have to make way: its server takes no new ones, its ports are used anew, or its
 * server is gone (`ip_vs_in_hook`). Returns the verdict if that ends it; undefined: schedule anew.
 */
function follow(input: DirectorInput, conn: IpvsConnection, packet: Packet): DirectorVerdict | undefined {
  const { netns, table } = input;
  const expireNodest = vs(netns, 'expire_nodest_conn', 0) !== 0;
  const reuse = vs(netns, 'conn_reuse_mode', 1);
  const server = findServer(serviceByKey(table, conn.service, getMemo(netns)), conn.destination);
  const old = conn.conntrack && input.oldConntrack;
  if (beginsConnection(packet)) {
    const quiet = expireNodest && server?.weight === 0;
    if (quiet || (reuse !== 0 && isOverForReuse(conn, reuse))) {
      expire(input, conn);
      return old ? drop(input, conn, quiet ? 'ipvs.drop-quiet' : 'ipvs.drop-reuse') : undefined;
    }
  }
  if (server) return { kind: 'forward', conn, finding: knownFinding(input, conn) };
  if (!expireNodest) return drop(input, conn, 'ipvs.drop-server-gone');
  expire(input, conn);
  return old ? drop(input, conn, 'ipvs.drop-server-gone-expired') : undefined;
}

/**
 * A packet that may be for a virtual service (net/netfilter/ipvs/ip_vs_core.c `ip_vs_in_hook`), TCP, UDP
 * or SCTP. What is new becomes a connection in `state`.
 */
export function ipvsIn(input: DirectorInput, packet: Packet): DirectorVerdict {
  const tuple = tupleOfPorts(packet);
  if (!tuple) return { kind: 'pass' };
  const known = input.state.findIn(tuple, input.now);
  return (known && follow(input, known, packet)) ?? scheduleNew(input, packet, tuple);
}
