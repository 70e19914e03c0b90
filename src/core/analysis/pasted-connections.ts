import type { ListedDirected } from '../formats/ipvsadm-connections';
import type { LiveEntry } from '../linux/conntrack/table';
import { NOTHING_LAST } from '../linux/conntrack/tcp';
import { emptySide, seenSide } from '../linux/conntrack/tcp-window';
import type { ConntrackEntry, TcpCtState } from '../linux/conntrack/types';
import type { IpvsTable } from '../linux/ipvs/types';
import type { Netns, Network } from '../linux/netns';
import { isOwnAddress, lookupRoute } from '../linux/routing/fib';
import { createState, type NetnsState } from '../linux/state';
import { formatIp, sameIp, type IpAddress } from '../net/ip';
import { tupleKey, type Tuple } from '../net/tuple';
import { isConnection, listedByIpvs, remember } from './directed-connections';
import type { SimFlow } from '../sim/simulate';
import type { SimState } from '../sim/world';

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
  /** Who knew it: netfilter, or the director of IPVS. */
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
  /** What the director directs by: how packets reach a server. */
  readonly table?: IpvsTable;
}

/** A pasted machine; its name if there are several. */
interface Known {
  readonly id: string;
  readonly name?: string;
}

/** The connections of a pasted node as packets can be sent through them. Those of other protocols are left out. */
export function connectionsOf(
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
    const original = endsOf(node, entry.original);
    const reply = endsOf(node, entry.reply);
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

function endsOf(node: Netns, { protocol, src, sport, dst, dport }: Tuple): ConnectionEnds | undefined {
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
 * What the machines remember when a flow is sent: the connections that were pasted, bound and confirmed as
 * they were listed (`nf_conntrack_find_get` finds them, and nat is not asked again). TCP windows are in no
 * listing: both sides are let through (IP_CT_TCP_FLAG_BE_LIBERAL), as after a pick-up, unless the flow is out of them.
 */
export function stateOfConnections(known: ReadonlyMap<string, KnownConnections>, flow: SimFlow): SimState {
  return new Map([...known].filter(([, of]) => knowsAny(of)).map(([id, of]) => [id, stateOf(of, flow)]));
}

/** Were any connections of a machine pasted? */
export function knowsAny({ entries, directed }: KnownConnections): boolean {
  return entries.length + directed.length > 0;
}

function stateOf({ entries, directed, table }: KnownConnections, { src, dst, segment }: SimFlow): NetnsState {
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
  for (const each of directed.length > FEW ? directed.filter(isFor) : directed) remember(state.ipvs, each, table);
  return state;
}

function alive(live: LiveEntry, { status, mark, timeout, tcpState }: ConntrackEntry, windows: boolean): LiveEntry {
  for (const each of status) live.status.add(each);
  live.mark = mark;
  live.timeout = timeout;
  live.expires = timeout * 1000;
  live.srcNatDone = true;
  live.dstNatDone = true;
  if (tcpState !== undefined) live.tcp = trackingOf(tcpState, windows);
  return live;
}

/** `windows`: of sides that were seen, whose windows are known to conntrack; else of any. */
function trackingOf(state: TcpCtState, windows: boolean): NonNullable<LiveEntry['tcp']> {
  const side = windows ? seenSide : (): ReturnType<typeof emptySide> => ({ ...emptySide(), liberal: true });
  return {
    state,
    seen: [side(), side()],
    ...NOTHING_LAST,
  };
}
