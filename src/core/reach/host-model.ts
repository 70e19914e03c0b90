import { formatIp, hostCidr, type IpFamily } from '../net/ip';
import { phrase, type Phrase } from '../lib/phrase';
import { err, type Result } from '../lib/result';
import type { Hook, TableName } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import type { PacketState } from '../linux/packet-space';
import type { XtTable } from '../linux/xtables/types';
import { listRoutes } from '../linux/routing/derived-routes';
import { isLocalAddress } from '../linux/routing/fib';
import { ChainCalls, mayMark } from './chain-calls';
import { deviceClasses, listEntrances } from './device-classes';
import type { Diagram } from './diagram';
import { firstPackets, refusedBeforeAll } from './first-packets';
import { endText, HostEnds, type HostEnd } from './host-end';
import { Router, type Routed } from './router';
import { becomeKey, Space, type Become, type WayOut } from './space';
import { mapTable, type Fate } from './table-map';
import { orTooLarge } from './table-model';
import { listTranslations, type At, type NewDestination } from './translate';
import { marked, restrict, sentOver } from './maps';

/** Where packets begin: they come in by a device, or a process of the host sends them. */
export type FlowOrigin = 'received' | 'made';
export const FLOW_ORIGINS: readonly FlowOrigin[] = ['received', 'made'];

/** Ends begin at this value of a leaf. */
export const FIRST_END = 2;

/** All that a host does to the first packets of connections. */
export interface HostModel {
  readonly netns: Netns;
  readonly space: Space;
  readonly ends: HostEnds;
  /** Packets that can begin there. */
  readonly begins: Readonly<Record<FlowOrigin, Diagram>>;
  /** All packets by those devices and sources, whether they begin a connection or not. */
  readonly enters: Readonly<Record<FlowOrigin, Diagram>>;
  /** Packets that begin, by how they end: a leaf's value is the number of its {@link HostEnd}, plus {@link FIRST_END}. */
  readonly outcome: Readonly<Record<FlowOrigin, Diagram>>;
}

const NO_DEVICE = '';

/** Composes what one host does to packets, from the last hook to the first: each part is a map from header to end. */
class HostMapper {
  private readonly netns: Netns;
  private readonly space: Space;
  private readonly ends: HostEnds;
  private readonly router: Router;
  private readonly parts = new Map<string, Diagram>();
  private readonly calls = new Map<XtTable, ChainCalls>();

  constructor(netns: Netns, space: Space, ends: HostEnds) {
    this.netns = netns;
    this.space = space;
    this.ends = ends;
    this.router = new Router(space, netns);
  }

  /** All packets that come in by a device, by how they end. */
  received(): Diagram {
    const at = { become: { outdev: NO_DEVICE }, ways: [], unmarked: true };
    const begun = this.begun(this.tracked('PREROUTING', at, (to) => this.prerouting(to)));
    return this.space.diagrams.choose(refusedBeforeAll(this.space), this.end({ kind: 'refused' }), begun);
  }

  /** A table of the packets' family. */
  private table(name: TableName): XtTable | undefined {
    return this.netns.xtables[this.space.family]?.tables.get(name);
  }

  /** All packets that a process of the host sends, by how they end. */
  made(): Diagram {
    const { diagrams } = this.space;
    const { refused, ways } = this.wayOut(this.router.made());
    const first = { become: { indev: NO_DEVICE }, ways: [], unmarked: true };
    const sent = this.tracked('OUTPUT', first, (at) => this.output(at, ways));
    const left = sentOver(this.space, sent, ways);
    return this.begun(diagrams.choose(refused, this.end({ kind: 'refused' }), left));
  }

  /** Nothing has marked a packet that begins, nor told conntrack to leave it alone, nor translated it. */
  private begun(map: Diagram): Diagram {
    const untouched = restrict(this.space, map, { untracked: [0], dnat: [0] });
    return marked(this.space, untouched, { value: 0, mask: 0xffffffff });
  }

  comingIn(): Diagram {
    const { space, netns } = this;
    const names = new Set(listEntrances(netns));
    space.become = {};
    return space.device('in', (name) => names.has(name));
  }

  /** From an address of the host. */
  fromHere(): Diagram {
    const { space, netns } = this;
    space.become = {};
    const locals = listRoutes(netns).map(({ dst }) => dst);
    const own = netns.devices.flatMap(({ addresses }) => addresses.map(({ address }) => address));
    const hosts = own.filter(({ family }) => family === space.family).map(hostCidr);
    return space.addressesWhere('src', [...locals, ...hosts], (address) => isLocalAddress(netns, address));
  }

  /** raw, then conntrack: a connection that begins, unless raw says to leave it alone (`nf_conntrack_in`). */
  private tracked(hook: Hook, at: At, then: (at: At) => Diagram): Diagram {
    const later = { ...at, unmarked: this.stayUnmarked('raw', at) };
    const as = (state: PacketState): Diagram => then({ ...later, become: { ...at.become, state } });
    const { diagrams, bits } = this.space;
    const untracked = diagrams.node(bits.fields.untracked.first, 0, 1);
    const onward = diagrams.choose(untracked, as('UNTRACKED'), as('NEW'));
    const table = this.table('raw');
    if (!table) return onward;
    const before = { ...at, become: { ...at.become, state: 'INVALID' } } as const;
    return mapTable(
      this.space,
      { table, hook, calls: this.countCalls(table), ...before, beforeConntrack: true },
      this.after(() => onward),
    );
  }

  private prerouting(at: At): Diagram {
    const later = { ...at, unmarked: this.stayUnmarked('mangle', at) };
    return this.tables(
      ['mangle'],
      'PREROUTING',
      at,
      this.translated('PREROUTING', later, (to) => this.routed(to)),
    );
  }

  /** Has nothing marked packets behind a table either? */
  private stayUnmarked(name: TableName, { unmarked = false }: At): boolean {
    const table = this.table(name);
    return unmarked && !(table && mayMark(table));
  }

  /** Behind PREROUTING: to this host, to another, or nowhere (`ip_rcv_finish`). */
  private routed(at: At): Diagram {
    return this.once('routed', at, () => {
      const { diagrams } = this.space;
      const { refused, local, ways } = this.wayOut(this.router.received());
      const { outdev: _none, ...become } = at.become;
      const forward = ways.length === 0 ? 0 : this.forwarded({ become, ways });
      const rest = local === 0 ? forward : diagrams.choose(local, this.input(at), forward);
      return diagrams.choose(refused, this.end({ kind: 'refused' }), rest);
    });
  }

  private wayOut(routed: readonly Routed[]): { refused: Diagram; local: Diagram; ways: readonly WayOut[] } {
    const of = (kind: 'local' | 'refused'): Diagram =>
      this.space.diagrams.union(routed.flatMap(({ to, packets }) => (to.kind === kind ? [packets] : [])));
    const ways = routed.flatMap(({ to, packets }): WayOut[] =>
      to.kind === 'forward' ? [{ device: to.device, ...(to.nexthop ? { nexthop: to.nexthop } : {}), packets }] : [],
    );
    return { refused: of('refused'), local: of('local'), ways };
  }

  private input({ become }: At): Diagram {
    const at = { become: { ...become, outdev: NO_DEVICE }, ways: [] };
    const arrived = this.translated('INPUT', at, (to) => this.arrived(to));
    return this.tables(['mangle', 'filter', 'security'], 'INPUT', at, arrived);
  }

  private forwarded(at: At): Diagram {
    return this.tables(['mangle', 'filter', 'security'], 'FORWARD', at, this.postrouting(at));
  }

  private postrouting(at: At): Diagram {
    return this.tables(
      ['mangle'],
      'POSTROUTING',
      at,
      this.translated('POSTROUTING', at, (to) => this.transmitted(to)),
    );
  }

  /** OUTPUT, whose rules are asked about the first out device; a destination that it changed has a route of its own. */
  private output(at: At, ways: readonly WayOut[]): Diagram {
    const { diagrams, bits } = this.space;
    const { become } = at;
    const after = this.wayOut(this.router.again());
    const unchanged = this.postrouting({ become, ways });
    const sent = this.postrouting({ become, ways: after.ways });
    const changed = diagrams.choose(after.refused, this.end({ kind: 'refused' }), sent);
    const onward = diagrams.choose(diagrams.node(bits.fields.dnat.first, 0, 1), changed, unchanged);
    const filtered = this.tables(['filter', 'security'], 'OUTPUT', { become, ways: at.ways }, onward);
    const later = { ...at, unmarked: this.stayUnmarked('mangle', at) };
    return this.tables(
      ['mangle'],
      'OUTPUT',
      at,
      this.translated('OUTPUT', later, () => filtered),
    );
  }

  /** Out of the device; what leaves by lo comes in by it, routed already and translated for good. */
  private transmitted({ become, ways }: At): Diagram {
    const isLoop = (name: string): boolean =>
      name === 'lo' || this.netns.devices.some((device) => device.kind === 'loopback' && device.name === name);
    return this.space.diagrams.union(
      ways.map(({ device, nexthop, packets }) => {
        const via = nexthop ? { via: formatIp(nexthop) } : {};
        const end = isLoop(device)
          ? this.loopedBack({ become: { ...become, indev: device, outdev: NO_DEVICE }, ways: [] })
          : this.seen(become, { kind: 'sent', device, ...via });
        return this.space.diagrams.and(packets, end);
      }),
    );
  }

  private loopedBack(at: At): Diagram {
    return this.once('looped', at, () => {
      const inside = this.tables(['mangle', 'filter', 'security'], 'INPUT', at, this.arrived(at));
      return this.tables(['raw', 'mangle'], 'PREROUTING', at, inside);
    });
  }

  private arrived({ become }: At): Diagram {
    return this.seen(become, { kind: 'local' });
  }

  /** Tables one after the other that translate nothing, and what follows them. */
  private tables(names: readonly TableName[], hook: Hook, at: At, then: Diagram): Diagram {
    return names.toReversed().reduce((next, name) => {
      const table = this.table(name);
      return table
        ? mapTable(
            this.space,
            { table, hook, calls: this.countCalls(table), ...at },
            this.after(() => next),
          )
        : next;
    }, then);
  }

  /** The table nat, which is asked for what conntrack follows alone (`nf_nat_inet_fn`), and what follows. */
  private translated(hook: Hook, at: At, then: (at: At) => Diagram): Diagram {
    const table = this.table('nat');
    if (!table || at.become.state === 'UNTRACKED') return then(at);
    const made = new Map<string, Diagram>();
    const accepted = ({ nat }: Fate): Diagram => {
      const key = nat ? JSON.stringify(nat) : '';
      const known = made.get(key) ?? (nat ? this.listTranslations(nat, { hook, at, onward: then }) : then(at));
      made.set(key, known);
      return known;
    };
    return mapTable(this.space, { table, hook, calls: this.countCalls(table), ...at }, this.after(accepted));
  }

  private listTranslations(
    nat: NonNullable<Fate['nat']>,
    { hook, at, onward }: { readonly hook: Hook; readonly at: At; readonly onward: (at: At) => Diagram },
  ): Diagram {
    const { netns, space } = this;
    return space.diagrams.union(
      listTranslations(at, { nat, hook, netns, space }).map(({ packets, to }) => {
        if (to.kind === 'destination') return space.diagrams.and(packets, this.towards(to.is, onward(at)));
        if (to.kind === 'dropped') return space.diagrams.and(packets, this.end({ kind: 'dropped' }));
        if (to.kind === 'unknown') return space.diagrams.and(packets, this.end({ kind: 'unknown', why: to.why }));
        const become: Become = { ...at.become, ...(to.src ? { src: to.src } : {}), sport: 'any' };
        return space.diagrams.and(packets, onward({ become, ways: at.ways }));
      }),
    );
  }

  /** What becomes of packets that go elsewhere from here: all that follows asks for the new destination. */
  private towards({ dst, dport }: NewDestination, then: Diagram): Diagram {
    const known = { dnat: [1], ...(dst ? { dst: dst.words } : {}), ...(dport === undefined ? {} : { dport: [dport] }) };
    const to = endText(dst, dport);
    return restrict(this.space, then, known, (value) => {
      if (value < FIRST_END) return value;
      const end = this.ends.at(value - FIRST_END);
      const arrives = to !== undefined && (end.kind === 'sent' || end.kind === 'local');
      return arrives ? this.end({ ...end, dst: to }) : this.space.diagrams.leaf(value);
    });
  }

  private countCalls(table: XtTable): ChainCalls {
    const calls = this.calls.get(table) ?? new ChainCalls(table);
    this.calls.set(table, calls);
    return calls;
  }

  /** What follows a table: its accepted packets go on, others have ended. */
  private after(accepted: (fate: Fate) => Diagram): (fate: Fate) => Diagram {
    return (fate) => {
      const { verdict, may } = fate;
      if (may !== undefined) return this.end({ kind: 'unknown', why: may });
      if (verdict.kind === 'ACCEPT') return accepted(fate);
      if (verdict.kind === 'DROP') return this.end({ kind: 'dropped' });
      if (verdict.kind === 'REJECT') return this.end({ kind: 'rejected', why: verdict.with });
      return this.end({ kind: 'unknown', why: verdict.kind === 'STOLEN' ? verdict.by : '' });
    };
  }

  /** An end, and whom it seems to come from where that is not who sent it. */
  private seen({ src }: Become, end: HostEnd): Diagram {
    if (!src) return this.end(end);
    return this.space.diagrams.choose(
      this.space.name(this.space.sourceIs(src)),
      this.end(end),
      this.end({ ...end, src: formatIp(src) }),
    );
  }

  private end(end: HostEnd): Diagram {
    return this.space.diagrams.leaf(this.ends.number(end) + FIRST_END);
  }

  private once(part: string, { become, ways }: At, make: () => Diagram): Diagram {
    const key = `${part} ${becomeKey(become)} ${ways.map(({ device, packets }) => `${device} ${packets}`).join()}`;
    const known = this.parts.get(key) ?? make();
    this.parts.set(key, known);
    return known;
  }
}

/** Why nothing is said of a host; undefined: it can be modelled. */
function refusal(netns: Netns, family: IpFamily): Phrase | undefined {
  const tables = [...(netns.nftables?.tables.values() ?? [])];
  if (tables.some(({ chains }) => [...chains.values()].some(({ base }) => base !== undefined)))
    return phrase('reach.host.nftables');
  if (netns.ipvs) return phrase('reach.host.ipvs');
  if (netns.ebpf) return phrase('reach.host.ebpf');
  if (netns.vswitch) return phrase('reach.host.windows');
  const isPart = (netns.excerpts?.[family]?.size ?? 0) > 0 || (netns.unled?.[family]?.length ?? 0) > 0;
  if (netns.untoldMarks?.[family]) return phrase('reach.host.part');
  return isPart ? phrase('reach.host.part') : undefined;
}

/** About so many nodes come of one rule, through all hooks of a host. */
const NODES_OF_RULE = 64;

/** A space that can tell apart all that the rules of these hosts can; `limit`: nodes of diagrams, before it is too large. */
export function openHostSpace(
  hosts: readonly Netns[],
  { family = 'ipv4', limit }: { readonly family?: IpFamily; readonly limit?: number | undefined } = {},
): Space {
  const tables = hosts.flatMap(({ xtables }) => [...(xtables[family]?.tables.values() ?? [])]);
  const devices = hosts.flatMap((host) => host.devices.map(({ name }) => name));
  const chains = tables.flatMap((table) => [...table.chains.values()]);
  return new Space({
    family,
    devices: deviceClasses(tables, devices),
    expected: NODES_OF_RULE * chains.reduce((sum, { length }) => sum + length, 0),
    ...(limit === undefined ? {} : { limit }),
  });
}

/**
 * All that a host's iptables, routes and addresses do to packets of a family that begin a connection: a function from
 * header to end, with the odds of draws. Fails where it has rules of another kind, is here in part only, or is too large.
 */
export function modelHost(
  netns: Netns,
  shared: { readonly space: Space; readonly ends: HostEnds },
): Result<HostModel, Phrase> {
  const refused = refusal(netns, shared.space.family);
  if (refused) return err(refused);
  const { devices, family } = shared.space;
  const space = new Space({ family, devices, netns, shared: shared.space });
  const made = orTooLarge(() => {
    const mapper = new HostMapper(netns, space, shared.ends);
    const enters = { received: mapper.comingIn(), made: mapper.fromHere() };
    const first = firstPackets(space);
    return {
      enters,
      begins: { received: space.both(enters.received, first), made: space.both(enters.made, first) },
      outcome: { received: mapper.received(), made: mapper.made() },
    };
  });
  if (!made.ok) return err(phrase('reach.host.too-large', { of: made.error }));
  return { ok: true, value: { netns, space, ends: shared.ends, ...made.value } };
}
