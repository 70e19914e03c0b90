import type { ConntrackEntry, CtStatus } from '../../../core/linux/conntrack/table';
import { hasPorts, protocolNumber, type Packet, formatEndpoint, type Tuple } from '../../../core/net/packet';
import type { Trace } from '../../../core/sim/trace';
import type { FlatStep } from '../../../store/selectors';
import type { ConnectionEnds, PastedConnection } from '../../../core/paste/pasted-connections';
import type { Flow } from '../../../core/document/document';
import type { Route } from '../../../core/linux/routing/fib';
import { routeText } from '../../../core/linux/routing/route-text';

/** A packet of a connection that both ends have already. */
export function connectionFlow({
  device,
  from,
  to,
  protocol,
  port,
  sourcePort,
  node,
}: ConnectionEnds): Omit<Flow, 'id'> {
  return {
    from: {
      kind: 'interface',
      address: from,
      ...(device === undefined ? {} : { device }),
      ...(node === undefined ? {} : { node }),
    },
    to: { kind: 'address', address: to },
    protocol,
    port,
    sourcePort,
    ongoing: true,
  };
}

/** Connections that name an address, a port or a state. */
export function matchingEntries(connections: readonly PastedConnection[], typed: string): readonly PastedConnection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return connections;
  return connections.filter(({ entry, original, reply, node = '', state = '' }) => {
    const ends = [original, reply].flatMap(({ from, to, port, sourcePort }) => [from, to, port, sourcePort]);
    const text = [node, ...ends, state, original.protocol, ...entry.status].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What of an entry is different since the step before. */
export type EntryChange = 'new' | 'original' | 'reply' | 'status' | 'state' | 'timeout' | 'confirmed' | 'lost';

/** `making`: not in the table yet, only on its packet. `lost`: its packet was dropped before it could be confirmed. */
type EntryPhase = 'making' | 'confirmed' | 'lost';

/** A connection of one namespace as it is at the playhead. */
export interface ShownEntry {
  readonly entry: ConntrackEntry;
  readonly phase: EntryPhase;
  /** Changed by the very step under the playhead. */
  readonly changes: readonly EntryChange[];
}

interface Live {
  entry: ConntrackEntry;
  phase: EntryPhase;
}

/** The reply tuple of a connection whose packet now looks like this (nf_ct_invert_tuple). */
function findReply(packet: Packet): Tuple | undefined {
  const { l4, src, dst } = packet;
  if (!hasPorts(l4)) return undefined;
  return { protocol: protocolNumber(l4), src: dst, sport: l4.dport, dst: src, dport: l4.sport };
}

function withNat(entry: ConntrackEntry, packet: Packet, manip: 'SRC' | 'DST'): ConntrackEntry {
  const reply = findReply(packet);
  const added: CtStatus = manip === 'SRC' ? 'SRC_NAT' : 'DST_NAT';
  const status = entry.status.includes(added) ? entry.status : [...entry.status, added];
  return { ...entry, status, ...(reply ? { reply } : {}) };
}

function confirmed({ entry }: Live): Live {
  const status: readonly CtStatus[] = entry.status.includes('CONFIRMED')
    ? entry.status
    : [...entry.status, 'CONFIRMED'];
  return { entry: { ...entry, status }, phase: 'confirmed' };
}

/** Applies the steps of one namespace in order; `current` is the entry of the packet on its way. */
class Replay {
  readonly live = new Map<number, Live>();
  #current: number | undefined;

  take({ data, step }: FlatStep): void {
    if (step === 0) this.#current = undefined;
    if (data.kind === 'conntrack' && data.entry) {
      this.#current = data.entry.id;
      this.live.set(data.entry.id, { entry: data.entry, phase: data.created ? 'making' : 'confirmed' });
    }
    const now = this.#current === undefined ? undefined : this.live.get(this.#current);
    if (!now || this.#current === undefined) return;
    if (data.kind === 'nat' && data.by === 'rule') {
      this.live.set(this.#current, { ...now, entry: withNat(now.entry, data.packet, data.manip) });
    }
    if (now.phase !== 'making') return;
    if (data.kind === 'transmit' || data.kind === 'deliver') this.live.set(this.#current, confirmed(now));
    if (data.kind === 'stop') this.live.set(this.#current, { ...now, phase: 'lost' });
  }
}

function replay(steps: readonly FlatStep[], until: number): ReadonlyMap<number, Live> {
  const state = new Replay();
  for (const step of steps) if (step.index <= until) state.take(step);
  return state.live;
}

function tupleText(tuple: Tuple): string {
  return `${tuple.protocol} ${formatEndpoint(tuple.src, tuple.sport)} > ${formatEndpoint(tuple.dst, tuple.dport)}`;
}

function listChanges(before: Live | undefined, after: Live): EntryChange[] {
  if (!before) return ['new'];
  const [a, b] = [before.entry, after.entry];
  const changed: [boolean, EntryChange][] = [
    [tupleText(a.original) !== tupleText(b.original), 'original'],
    [tupleText(a.reply) !== tupleText(b.reply), 'reply'],
    [a.status.join() !== b.status.join(), 'status'],
    [a.tcpState !== b.tcpState, 'state'],
    [a.timeout !== b.timeout, 'timeout'],
    [before.phase !== after.phase && after.phase === 'confirmed', 'confirmed'],
    [before.phase !== after.phase && after.phase === 'lost', 'lost'],
  ];
  return changed.filter(([is]) => is).map(([, name]) => name);
}

/**
 * The connections of a namespace as they are at the playhead: replayed from the conntrack and NAT steps
 * up to it. After its last step they are what the trace ended with.
 */
export function entriesAt(
  trace: Trace,
  steps: readonly FlatStep[],
  playhead: number,
  netns: string,
): readonly ShownEntry[] {
  const here = steps.filter((step) => step.netns === netns);
  const before = replay(here, playhead - 1);
  const now = new Map(replay(here, playhead));
  if (here.every(({ index }) => index <= playhead)) {
    for (const entry of trace.conntrack[netns] ?? []) now.set(entry.id, { entry, phase: 'confirmed' });
  }
  return [...now.values()].map((live) => ({ ...live, changes: listChanges(before.get(live.entry.id), live) }));
}

/** Namespaces that track connections in this trace, in the order the packet first comes by. */
export function trackingNetns(trace: Trace, steps: readonly FlatStep[]): readonly string[] {
  const seen = steps.filter(({ data }) => data.kind === 'conntrack').map(({ netns }) => netns);
  const ended = Object.keys(trace.conntrack).filter((netns) => (trace.conntrack[netns] ?? []).length > 0);
  return [...new Set([...seen, ...ended])];
}

export interface RouteTableView {
  readonly table: string;
  readonly routes: readonly { readonly route: Route; readonly chosen: boolean }[];
}

/** The kernel asks local, then main, then default; tables of `ip rule` stand between. */
const TABLE_RANK: Readonly<Record<string, number>> = { local: 0, main: 2, default: 3 };

function sameRoute(a: Route, b: Route | undefined): boolean {
  return b !== undefined && a.table === b.table && routeText(a) === routeText(b);
}

/** IPv4 above IPv6, and the longest prefix first: the first that fits is the one taken. */
function byFamilyAndLength(a: Route, b: Route): number {
  const [ipv6, other] = [a.dst.address.family === 'ipv6', b.dst.address.family === 'ipv6'];
  return ipv6 === other ? b.dst.prefix - a.dst.prefix : Number(ipv6) - Number(other);
}

/** Routes by table in the order they are asked, longest prefix first, the chosen one marked. */
export function routeTables(routes: readonly Route[], chosen: Route | undefined): readonly RouteTableView[] {
  const tables = new Map<string, Route[]>();
  for (const route of routes) tables.set(route.table, [...(tables.get(route.table) ?? []), route]);
  return [...tables]
    .sort(([a], [b]) => (TABLE_RANK[a] ?? 1) - (TABLE_RANK[b] ?? 1))
    .map(([table, inTable]) => ({
      table,
      routes: [...inTable].sort(byFamilyAndLength).map((route) => ({ route, chosen: sameRoute(route, chosen) })),
    }));
}

/** The last routing decision of a namespace at or before the playhead, in the same hop or an earlier one. */
export function routingAt(steps: readonly FlatStep[], playhead: number, netns: string): FlatStep | undefined {
  return steps.findLast((step) => step.index <= playhead && step.netns === netns && step.data.kind === 'routing');
}
