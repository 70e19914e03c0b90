import { Memo } from '../lib/memo';
import type { Network, Netns } from '../linux/netns';
import { formatIp, sameIp, type IpAddress } from '../net/ip';
import type { RecentClient } from '../formats/xt-recent';
import type { ListedDirected } from '../formats/ipvsadm-connections';
import type { LiveEntry, ConntrackEntry, TcpCtState } from '../linux/conntrack/table';
import { NOTHING_LAST } from '../linux/conntrack/tcp';
import { emptySide, seenSide } from '../linux/conntrack/tcp-window';
import {
  type IpvsTable,
  type IpvsServer,
  type IpvsService,
  findServer,
  findService,
  serverKey,
  serviceKey,
  type IpvsState,
} from '../linux/ipvs/service';
import { isOwnAddress, lookupRoute } from '../linux/routing/fib';
import { createState, type NetnsState } from '../linux/state';
import { tupleKey, type Tuple } from '../net/packet';
import type { SimFlow } from '../sim/simulate';
import type { SimState } from '../sim/world';

const DIRECTED_CONNECTIONS_PROTOCOLS: Readonly<Record<string, number>> = { TCP: 6, UDP: 17, SCTP: 132 };
/** States that count as active (`tcp_state_active_table`, `sctp_state_active_table`). */
const ACTIVE: ReadonlySet<string> = new Set(['ESTABLISHED', 'SYN_SENT', 'SYN_RECV', 'SYNACK']);

/** A connection, not a template: those have no client port (`ip_vs_sched_persist`). */
function isConnection({ protocol, client }: ListedDirected): boolean {
  return client.port !== 0 && DIRECTED_CONNECTIONS_PROTOCOLS[protocol] !== undefined;
}

/** A connection as it is listed: from the client to the service, answered by the server. */
function listedByIpvs(
  { protocol, client, virtual, server, state, expires }: ListedDirected,
  index: number,
): { readonly by: 'ipvs'; readonly state: string; readonly entry: ConntrackEntry } {
  const number = DIRECTED_CONNECTIONS_PROTOCOLS[protocol] ?? 0;
  const ends = { protocol: number, src: client.address, sport: client.port };
  const back = { protocol: number, dst: client.address, dport: client.port };
  const entry: ConntrackEntry = {
    id: index + 1,
    zone: 0,
    original: { ...ends, dst: virtual.address, dport: virtual.port },
    reply: { ...back, src: server.address, sport: server.port },
    status: [],
    timeout: expires,
    mark: 0,
  };
  return { by: 'ipvs', state, entry };
}

const NO_SERVICES: IpvsTable = { services: [] };

/** The services connections belong to; `memo`: of one reading of them. */
interface Directed {
  readonly table: IpvsTable | undefined;
  readonly memo: Memo;
}

/** The service of a connection and the server it was given to; where the table lacks them, as the line tells. */
function boundTo(
  { protocol, virtual, server }: ListedDirected,
  { table = NO_SERVICES, memo }: Directed,
): { readonly service: IpvsService; readonly server: IpvsServer } {
  const number = DIRECTED_CONNECTIONS_PROTOCOLS[protocol] ?? 0;
  const told: IpvsServer = { ...server, weight: 1, forward: 'masq' };
  const service = findService(table, { protocol: number, ...virtual, mark: 0 }, memo);
  return {
    service: service ?? { protocol: number, ...virtual, scheduler: 'rr', servers: [] },
    server: findServer(service, serverKey(told)) ?? told,
  };
}

/**
 * Puts a listed connection, or the template that keeps a client with its server, among those the director
 * knows (`ip_vs_conn_in_get` finds it, and no scheduler is asked). What goes by a firewall mark is left out.
 */
function remember(state: IpvsState, listed: ListedDirected, directed: Directed): void {
  const protocol = DIRECTED_CONNECTIONS_PROTOCOLS[listed.protocol];
  if (protocol === undefined) return;
  const { client, virtual } = listed;
  const { service, server } = boundTo(listed, directed);
  const bound = { service: serviceKey(service), expires: listed.expires * 1000 };
  if (client.port === 0) {
    state.addTemplate({
      ...bound,
      protocol,
      client: client.address,
      virtual: virtual.address,
      virtualPort: virtual.port,
      server: server.address,
      serverPort: server.port,
      destination: serverKey(server),
      assured: listed.state === 'ASSURED',
      timeout: (service.persistentSeconds ?? listed.expires) * 1000,
    });
    return;
  }
  state.add({
    ...bound,
    protocol,
    client: client.address,
    clientPort: client.port,
    virtual: virtual.address,
    virtualPort: virtual.port,
    server: server.address,
    serverPort: server.port,
    forward: server.forward,
    destination: serverKey(server),
    // kube-proxy sets net.ipv4.vs.conntrack; what conntrack knows of it is in its own listing.
    conntrack: true,
    noOutput: server.forward !== 'masq',
    state: listed.state,
    active: ACTIVE.has(listed.state),
  });
}

/** One end of a connection asks the other: what a flow needs to be a packet of it. */
export interface ConnectionEnds {
  /** Absent: the node itself sends. */
  readonly device?: string;
  readonly from: string;
  readonly to: string;
  readonly protocol: 'tcp' | 'udp' | 'sctp' | 'icmp';
  readonly port: number;
  readonly sourcePort: number;
  /** Of several machines: the one that knew it. */
  readonly node?: string;
}

/** A connection the node knew, and how a packet of it is sent, in both directions. */
export interface PastedConnection {
  /** Of several machines: its name. */
  readonly node?: string;
  /** Table that holds the connection: netfilter's, or that of IPVS. */
  readonly by: 'conntrack' | 'ipvs';
  /** As the listing calls it: `ESTABLISHED`, `UDP`; absent: it tells none. */
  readonly state?: string;
  readonly entry: ConntrackEntry;
  readonly original: ConnectionEnds;
  readonly reply: ConnectionEnds;
}

/** So many of a machine are listed; all of them count for packets. */
const MOST_LISTED = 2000;
const PROTOCOLS: Readonly<Record<number, ConnectionEnds['protocol']>> = {
  1: 'icmp',
  6: 'tcp',
  17: 'udp',
  58: 'icmp',
  132: 'sctp',
};

/** What a machine remembers of connections. */
export interface KnownConnections {
  readonly entries: readonly ConntrackEntry[];
  readonly directed: readonly ListedDirected[];
  /** Clients that lists of xt_recent hold. */
  readonly clients: readonly RecentClient[];
  /** What the director directs by: how packets reach a server. */
  readonly table?: IpvsTable;
}

/** A pasted machine; its name if there are several. */
interface Known {
  readonly id: string;
  readonly name?: string;
}

/** The connections of a pasted node as packets can be sent through them. Those of other protocols are left out. */
export function listConnections(
  network: Network,
  { id, name }: Known,
  known: KnownConnections | undefined,
): PastedConnection[] {
  const node = network.netns.get(id);
  const of = name === undefined ? {} : { node: name };
  if (!node || !known) return [];
  const all = [
    ...known.entries.slice(0, MOST_LISTED).map((entry) => ({ by: 'conntrack' as const, entry, state: entry.tcpState })),
    ...known.directed.filter(isConnection).slice(0, MOST_LISTED).map(listedByIpvs),
  ];
  return all.flatMap(({ by, entry, state }) => {
    const original = findEnds(node, entry.original);
    const reply = findEnds(node, entry.reply);
    return original && reply
      ? [
          {
            ...of,
            by,
            ...(state === undefined ? {} : { state }),
            entry,
            original: { ...original, ...of },
            reply: { ...reply, ...of },
          },
        ]
      : [];
  });
}

function findEnds(node: Netns, { protocol, src, sport, dst, dport }: Tuple): ConnectionEnds | undefined {
  const named = PROTOCOLS[protocol];
  if (!named) return undefined;
  const device = deviceTowards(node, src);
  return {
    ...(device === undefined ? {} : { device }),
    from: formatIp(src),
    to: formatIp(dst),
    protocol: named,
    port: named === 'icmp' ? 0 : dport,
    sourcePort: sport,
  };
}

/** Where packets of an address come in: where its own would be sent. */
function deviceTowards(node: Netns, address: IpAddress): string | undefined {
  if (isOwnAddress(node, address)) return undefined;
  const route = lookupRoute(node, { dst: address });
  return route?.dev ?? route?.nexthops?.[0]?.dev;
}

/** More entries than that are not copied for each outcome: then only those of the flow's own hosts count. */
const FEW = 500;

/**
 * The conntrack and IPVS state of the machines when a flow is sent: the connections that were pasted, bound and confirmed as
 * they were listed (`nf_conntrack_find_get` finds them, and nat is not asked again). TCP windows are in no listing: both sides
 * are let through (IP_CT_TCP_FLAG_BE_LIBERAL), as after a pick-up, unless the flow is out of them.
 */
export function stateOfConnections(known: ReadonlyMap<string, KnownConnections>, flow: SimFlow): SimState {
  return new Map([...known].filter(([, of]) => knowsAny(of)).map(([id, of]) => [id, getState(of, flow)]));
}

/** Were any connections of a machine pasted? */
export function knowsAny({ entries, directed, clients }: KnownConnections): boolean {
  return entries.length + directed.length + clients.length > 0;
}

function getState({ entries, directed, clients, table }: KnownConnections, { src, dst, segment }: SimFlow): NetnsState {
  const isNear = ({ original, reply }: ConntrackEntry): boolean =>
    [original, reply].some((tuple) =>
      [tuple.src, tuple.dst].some((address) => sameIp(address, dst) || (src !== undefined && sameIp(address, src))),
    );
  const wanted = entries.length > FEW ? entries.filter(isNear) : entries;
  const state = createState();
  const seen = new Set<string>();
  for (const entry of wanted) {
    const key = `${entry.zone} ${tupleKey(entry.original)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const live = state.conntrack.create({ id: entry.zone }, entry.original, entry.reply);
    state.conntrack.confirm(alive(live, entry, segment === 'out-of-window'));
  }
  const isFor = ({ client, virtual, server }: ListedDirected): boolean =>
    [client, virtual, server].some(
      ({ address }) => sameIp(address, dst) || (src !== undefined && sameIp(address, src)),
    );
  const services = { table, memo: new Memo() };
  for (const each of directed.length > FEW ? directed.filter(isFor) : directed) remember(state.ipvs, each, services);
  rememberClients(state, clients);
  return state;
}

/** Puts clients into the lists they were found in: that they came is told, when is not. */
function rememberClients({ recent, recentTtl }: NetnsState, clients: readonly RecentClient[]): void {
  for (const { list, address, ttl, stamps } of clients) {
    if (list === undefined) continue;
    const held = recent.get(list) ?? new Map<string, number[]>();
    recent.set(
      list,
      held.set(
        formatIp(address),
        Array.from({ length: stamps }, () => NaN),
      ),
    );
    recentTtl.set(`${list} ${formatIp(address)}`, ttl);
  }
}

function alive(live: LiveEntry, { status, mark, timeout, tcpState }: ConntrackEntry, windows: boolean): LiveEntry {
  for (const each of status) live.status.add(each);
  live.mark = mark;
  live.timeout = timeout;
  live.expires = timeout * 1000;
  live.srcNatDone = true;
  live.dstNatDone = true;
  if (tcpState !== undefined) live.tcp = makeTracking(tcpState, windows);
  return live;
}

/** `windows`: of sides that were seen, whose windows are known to conntrack; else of any. */
function makeTracking(state: TcpCtState, windows: boolean): NonNullable<LiveEntry['tcp']> {
  const side = windows ? seenSide : (): ReturnType<typeof emptySide> => ({ ...emptySide(), liberal: true });
  return {
    state,
    seen: [side(), side()],
    ...NOTHING_LAST,
  };
}
