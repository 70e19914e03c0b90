import { formatFraction, multiply, ONE, type Fraction } from '../../lib/fraction';
import { phrase, type Phrase, type PhraseId } from '../../lib/phrase';
import type { Packet } from '../../net/packet';
import type { Tuple } from '../../net/tuple';
import type { Netns } from '../netns';
import { candidatesOf, vs, type DirectorInput, type DirectorVerdict, type Finding } from './finding';
import { keepTemplate, serverOfTemplate, templateKey } from './persistence';
import type { IpvsScheduler } from './scheduler';
import { findScheduler } from './schedulers';
import { findServer, findService, FTP_DATA_PORT, FTP_PORT, serverKey, serviceKey } from './service';
import type { IpvsConnection } from './state';
import type { IpvsServer, IpvsService } from './types';

const PASS = { kind: 'pass' } as const;

/** Only a SYN begins a TCP connection (`tcp_conn_schedule`), only INIT one of SCTP (`sctp_conn_schedule`). */
function maySchedule(netns: Netns, { l4 }: Packet): boolean {
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
export function scheduleNew(input: DirectorInput, packet: Packet, tuple: Tuple): DirectorVerdict {
  const { table, netns, state, mark } = input;
  if (!maySchedule(netns, packet)) return PASS;
  const { protocol, dst: address, dport: port } = tuple;
  const service = findService(table, { protocol, address, port, mark });
  if (!service || tuple.sport === FTP_DATA_PORT) return PASS;
  if (input.fromSelf && state.findIn(inverted(tuple), input.now)) return PASS;
  const persistent = service.persistentSeconds !== undefined;
  if (!persistent && service.fwmark === undefined && port !== service.port) {
    return leave(service, port, findingFor(input, service, 'ipvs.port-needs-persistence'));
  }
  return persistent ? schedulePersistent(input, service, packet, tuple) : scheduleOne(input, service, packet, tuple);
}

function findingFor(input: DirectorInput, service: IpvsService, reason: PhraseId): Finding {
  const { scheduler } = service;
  return {
    service: serviceKey(service),
    scheduler,
    candidates: candidatesOf(input.state, service, input.now),
    from: 'scheduler',
    reason: phrase(reason, { scheduler }),
  };
}

/** Nobody takes it. Packets that only look like FTP data go on (`ip_vs_leave`). */
function leave(
  service: IpvsService,
  port: number,
  finding: Finding,
): Extract<DirectorVerdict, { kind: 'unreachable' | 'pass' }> {
  if (service.port === FTP_PORT && port !== FTP_PORT) return PASS;
  return { kind: 'unreachable', finding };
}

type Choice =
  | { readonly kind: 'chosen'; readonly server: IpvsServer; readonly finding: Finding }
  | Extract<DirectorVerdict, { kind: 'unreachable' | 'unknown' | 'pass' }>;

function reasonFor(scheduler: IpvsScheduler, drawn: boolean): Phrase {
  return phrase(drawn ? 'ipvs.scheduled-drawn' : 'ipvs.scheduled', { scheduler: scheduler.name });
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
  const server = chosen && findServer(service, chosen.key);
  if (!chosen || !server) {
    const empty = service.servers.length === 0 ? 'ipvs.no-server' : 'ipvs.no-server-able';
    return leave(service, port, { ...found, reason: phrase(empty, { scheduler: scheduler.name }) });
  }
  const finding: Finding = {
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
  const { state, netns, now } = input;
  const key = templateKey(service, packet, tuple.dport, tuple.protocol);
  const expireQuiescent = vs(netns, 'expire_quiescent_template', 0) !== 0;
  const query = { state, key, service, now, expireQuiescent };
  const kept = serverOfTemplate(query);
  const choice: Choice = kept
    ? { kind: 'chosen', server: kept, finding: templateFinding(input, service, kept) }
    : choose(input, service, packet, tuple.dport);
  if (choice.kind !== 'chosen') return choice;
  keepTemplate(query, choice.server);
  const conn = connect(input, { service, server: choice.server, tuple, template: key });
  return { kind: 'forward', conn, finding: choice.finding };
}

function templateFinding(input: DirectorInput, service: IpvsService, server: IpvsServer): Finding {
  const seconds = service.persistentSeconds ?? 0;
  return {
    ...findingFor(input, service, 'ipvs.template'),
    chosen: serverKey(server),
    from: 'template',
    reason: phrase('ipvs.template', { seconds }),
  };
}
