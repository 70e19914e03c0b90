import { finished, type Steps } from '../lib/scan';
import { formatIp } from '../net/ip';
import type { Hook } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import type { PacketState } from '../linux/packet-space';
import type { Diagram } from './diagram';
import { refusedBeforeAll } from './first-packets';
import { endText, FIRST_END, type HostEnd, type HostEnds } from './host-end';
import { CONNTRACK_PRIORITY, StationList, stayUnmarked, type HookStep, type Station } from './hook-stations';
import { HostRoutes } from './host-routes';
import { becomeKey, waysKey, type Become } from './become';
import { leftAlone } from './server-way';
import { DirectorMapper, type AfterHook, type HostParts } from './director-mapper';
import { becomeAnswer, giveBack, hideSource, type Tracking } from './tracking';
import type { Space } from './space';
import type { Fate } from './chain-ends';
import { alreadyMade, type RulesAsked } from './rules-asked';
import { mapTableInSteps } from './table-map';
import { listTranslations, type At, type NewDestination } from './translate';
import { marked, restrict, sentOver } from './maps';

const NO_DEVICE = '';

/** Where packets are that rules are asked about. */
type Arriving = At & { readonly beforeConntrack?: true };

/** Where a translation happens, and what follows it. */
interface Translating {
  readonly hook: Hook;
  readonly at: At;
  readonly onward: AfterInSteps;
}

/** Maps packets behind a hook, in steps. */
type AfterInSteps = (at: At) => RulesAsked<Diagram>;

interface MapperInput {
  readonly space: Space;
  readonly ends: HostEnds;
  readonly tracking: Tracking;
}

/** Composes what one host does to packets, from the last hook to the first: each part is a map from header to end. */
export class HostMapper implements HostParts {
  readonly netns: Netns;
  readonly space: Space;
  private readonly ends: HostEnds;
  readonly routes: HostRoutes;
  private readonly parts = new Map<string, Diagram>();
  private readonly stations: StationList;
  private readonly director: DirectorMapper;
  private readonly tracking: Tracking;
  /** The host as chains ask for it, in words that mean the same in every state. */
  private readonly host: string;

  constructor(netns: Netns, { space, ends, tracking }: MapperInput) {
    this.netns = netns;
    this.space = space;
    this.ends = ends;
    this.tracking = tracking;
    const sets = [...(netns.ipsets?.keys() ?? [])].filter((set) => space.isChanged(set));
    this.host = `${space.chainMemo.host(netns)} ${sets.join()}`;
    this.routes = new HostRoutes(netns, space, this.host);
    this.stations = new StationList(netns, space);
    this.director = new DirectorMapper(this);
  }

  /** Reads where all rules lead to; yields the share that is read, 0..1, and returns how many rules packets may come to. */
  prepare(): Steps<number> {
    return this.stations.prepare();
  }

  /** All packets that come in by a device, by how they end. */
  *received(): RulesAsked<Diagram> {
    const at = { become: becomeAnswer(this.tracking, { outdev: NO_DEVICE }), ways: [], unmarked: true };
    const begun = this.begun(yield* this.tracked('PREROUTING', at, (to) => this.routed(to)));
    return this.space.diagrams.choose(refusedBeforeAll(this.space), this.end({ kind: 'refused' }), begun);
  }

  /** All packets that a process of the host sends, by how they end. */
  *made(): RulesAsked<Diagram> {
    const { diagrams } = this.space;
    const { refused, ways } = this.routes.outgoing().made;
    const first = { become: becomeAnswer(this.tracking, { indev: NO_DEVICE }), ways: [], unmarked: true };
    const sent = yield* this.tracked('OUTPUT', first, (at) => this.output(at));
    const left = sentOver(this.space, sent, ways);
    return this.begun(diagrams.choose(refused, this.end({ kind: 'refused' }), left));
  }

  /** Nothing has marked a packet that begins, nor told conntrack to leave it alone, nor translated it. */
  private begun(map: Diagram): Diagram {
    const { tracking } = this;
    const dnat = tracking.state === 'ESTABLISHED' && tracking.gives.src === 'nat' ? 1 : 0;
    const untouched = restrict(this.space, map, { untracked: [0], dnat: [dnat] });
    return marked(this.space, untouched, { value: 0, mask: 0xffffffff });
  }

  /** A hook where packets begin: rules, conntrack, which a connection begins for unless they say not to, and the rules behind it. */
  private *tracked(hook: Hook, at: At, then: AfterInSteps): RulesAsked<Diagram> {
    const { rules } = this.stations.at(hook);
    const before = rules.filter(({ priority }) => priority < CONNTRACK_PRIORITY);
    const later = { ...at, unmarked: stayUnmarked(before, at) };
    const { state: tracked } = this.tracking;
    const as = (state: PacketState): RulesAsked<Diagram> =>
      this.hook(hook, { ...later, become: { ...at.become, state } }, then);
    const { diagrams, bits } = this.space;
    // No rule tells conntrack to leave them alone.
    if (before.length === 0) return yield* as(tracked);
    const untracked = diagrams.node(bits.fields.untracked.first, 0, 1);
    const onward = diagrams.choose(untracked, yield* as('UNTRACKED'), yield* as(tracked));
    const asked = { ...at, become: { ...at.become, state: 'INVALID' }, beforeConntrack: true } as const;
    return yield* this.through(before, asked, () => alreadyMade(onward));
  }

  /** Behind PREROUTING: to this host, to another, or nowhere (`ip_rcv_finish`). */
  private routed(at: At): RulesAsked<Diagram> {
    return this.once('routed', at, () => this.route(at));
  }

  private *route(at: At): RulesAsked<Diagram> {
    const { diagrams } = this.space;
    const { refused, local, broadcast, ways } = this.routes.received();
    const { outdev: _none, ...become } = at.become;
    const forward = ways.length === 0 ? 0 : yield* this.forwarded({ become, ways });
    const own = local === 0 ? forward : diagrams.choose(local, yield* this.input(at), forward);
    const rest = broadcast === 0 ? own : diagrams.choose(broadcast, yield* this.heard(at), own);
    return diagrams.choose(refused, this.end({ kind: 'refused' }), rest);
  }

  private input({ become }: At): RulesAsked<Diagram> {
    return this.hook('INPUT', { become: { ...become, outdev: NO_DEVICE }, ways: [] }, (to) =>
      alreadyMade(this.arrived(to)),
    );
  }

  /** Broadcasts are none of the director's business. */
  private heard(at: At): RulesAsked<Diagram> {
    return this.input(this.netns.ipvs ? leftAlone(at) : at);
  }

  private forwarded(at: At): RulesAsked<Diagram> {
    const { tracking } = this;
    const isDirected = tracking.state === 'ESTABLISHED' && tracking.gives.src === 'director';
    return this.hook('FORWARD', at, (to) =>
      this.postrouting(isDirected ? { ...to, become: hideSource(to.become) } : to),
    );
  }

  private postrouting(at: At): RulesAsked<Diagram> {
    return this.hook('POSTROUTING', at, (to) => this.transmitted(to));
  }

  /** Behind OUTPUT, whose rules were asked about the first out device: a destination that they changed has a route of its own. */
  private *output({ become, ways }: At): RulesAsked<Diagram> {
    // The director found a server on this host: their way stays.
    if (ways.length > 0) return yield* this.postrouting({ become, ways });
    const { diagrams, bits } = this.space;
    const { made, again: after } = this.routes.outgoing();
    const unchanged = yield* this.postrouting({ become, ways: made.ways });
    // What a connection's first packet became decides no other's way.
    if (this.tracking.state !== 'NEW') return unchanged;
    const sent = yield* this.postrouting({ become, ways: after.ways });
    const changed = diagrams.choose(after.refused, this.end({ kind: 'refused' }), sent);
    return diagrams.choose(diagrams.node(bits.fields.dnat.first, 0, 1), changed, unchanged);
  }

  /** Out of the device; what leaves by lo comes in by it, routed already and translated for good. */
  private *transmitted({ become, ways }: At): RulesAsked<Diagram> {
    const isLoop = (name: string): boolean =>
      name === 'lo' || this.netns.devices.some((device) => device.kind === 'loopback' && device.name === name);
    const sent: Diagram[] = [];
    for (const { device, nexthop, packets } of ways) {
      const via = nexthop ? { via: formatIp(nexthop), nexthop } : {};
      const end = isLoop(device)
        ? yield* this.loopedBack({ become: { ...become, indev: device, outdev: NO_DEVICE }, ways: [] })
        : this.seen(become, { kind: 'sent', device, ...via });
      sent.push(this.space.diagrams.and(packets, end));
    }
    return this.space.diagrams.union(sent);
  }

  private loopedBack(at: At): RulesAsked<Diagram> {
    return this.once('looped', at, () => this.comeBack(at));
  }

  private *comeBack(at: At): RulesAsked<Diagram> {
    const inside = yield* this.through(this.stations.at('INPUT').rules, at, (to) => alreadyMade(this.arrived(to)));
    return yield* this.through(this.stations.at('PREROUTING').rules, at, () => alreadyMade(inside));
  }

  private arrived({ become }: At): Diagram {
    return this.seen(become, { kind: 'local' });
  }

  /** All rules at a hook but those that conntrack is asked behind, and nat at its place. */
  private hook(hook: Hook, at: At, then: AfterInSteps): RulesAsked<Diagram> {
    const { rules, nat } = this.stations.at(hook);
    const isFirst = hook === 'PREROUTING' || hook === 'OUTPUT';
    const asked = isFirst ? rules.filter(({ priority }) => priority >= CONNTRACK_PRIORITY) : rules;
    if (!nat || at.become.state === 'UNTRACKED' || at.become.state === 'INVALID') return this.through(asked, at, then);
    const before = asked.filter(({ priority }) => priority <= nat.priority);
    const behind = asked.filter(({ priority }) => priority > nat.priority);
    // A rule of nat may have marked them.
    const onward: AfterInSteps = ({ become, ways }) => {
      const to = { become, ways };
      return this.once(`behind ${hook}`, to, () => this.through(behind, to, then));
    };
    const { tracking } = this;
    if (tracking.state === 'ESTABLISHED')
      return this.through(before, at, (to) => onward({ ...to, become: giveBack(tracking, hook, to.become) }));
    return this.through(before, at, (to) => this.translated(nat.rules, { hook, at: to, onward }));
  }

  /** Steps of a hook one after the other, but for nat, and the map that follows. */
  private *through([first, ...rest]: readonly HookStep[], at: Arriving, then: AfterInSteps): RulesAsked<Diagram> {
    if (!first) return yield* then(at);
    if (first.kind === 'director') return this.directed(at, (to) => finished(this.through(rest, to, then)));
    const next = yield* this.through(rest, { ...at, unmarked: stayUnmarked([first], at) }, then);
    return yield* mapTableInSteps(
      this.space,
      { ...first, ...at, host: this.host, follows: this.follows(next) },
      this.after(() => next),
    );
  }

  /** What begins a connection is the director's; of an answer it knows whether it is one of its own. */
  private directed(at: At, then: AfterHook): Diagram {
    const { tracking } = this;
    if (tracking.state === 'NEW') return this.director.directed(at, then);
    const isOwn = tracking.state === 'ESTABLISHED' && tracking.gives.src === 'director';
    return isOwn ? then(leftAlone(at)) : this.director.passedBy(at, then);
  }

  /** Sent by the director: the rules of OUTPUT, which see no in device, but not nat, which has bound its connection. */
  sentByDirector(at: At): Diagram {
    const inside = { ...at, become: { ...at.become, indev: NO_DEVICE } };
    const sent = (): RulesAsked<Diagram> =>
      this.through(this.stations.at('OUTPUT').rules, inside, () => this.postrouting(at));
    return finished(this.once('sent on', at, sent));
  }

  /** Rules of nat, which are asked of what conntrack follows alone (`nf_nat_inet_fn`) until one translates, and what follows. */
  private *translated(rules: readonly Station[], { hook, at, onward }: Translating): RulesAsked<Diagram> {
    const made = new Map<string, Diagram>();
    const behind = yield* onward(at);
    const accepted =
      (next: Diagram) =>
      ({ nat }: Fate): Diagram => {
        if (!nat) return next;
        const key = JSON.stringify(nat);
        const known = made.get(key) ?? this.listTranslations(nat, { hook, at, onward, behind });
        made.set(key, known);
        return known;
      };
    let next = behind;
    for (const [i, station] of [...rules.entries()].toReversed()) {
      const unmarked = stayUnmarked(rules.slice(0, i), at);
      const input = { ...station, ...at, unmarked, host: this.host, follows: this.follows(next, behind) };
      next = yield* mapTableInSteps(this.space, input, this.after(accepted(next)));
    }
    return next;
  }

  /** All that decides what follows a table, as a text. */
  private follows(...maps: readonly Diagram[]): string {
    return `${maps.join()} ${this.space.chainMemo.thing(this.ends)}`;
  }

  private listTranslations(
    nat: NonNullable<Fate['nat']>,
    { hook, at, onward, behind }: Translating & { readonly behind: Diagram },
  ): Diagram {
    const { netns, space, routes } = this;
    const translated = routes.once(`${hook} ${becomeKey(at.become)} ${waysKey(at.ways)} ${JSON.stringify(nat)}`, () =>
      listTranslations(at, { nat, hook, netns, space }),
    );
    return space.diagrams.union(
      translated.map(({ packets, to }) => {
        if (to.kind === 'destination') return space.diagrams.and(packets, this.towards(to.is, behind));
        if (to.kind === 'dropped') return space.diagrams.and(packets, this.end({ kind: 'dropped' }));
        if (to.kind === 'unknown') return space.diagrams.and(packets, this.end({ kind: 'unknown', why: to.why }));
        const become: Become = { ...at.become, ...(to.src ? { src: to.src } : {}), sport: 'any' };
        return space.diagrams.and(packets, finished(onward({ become, ways: at.ways })));
      }),
    );
  }

  /** What becomes of packets that go elsewhere from here: all that follows asks for the new destination. */
  towards({ dst, dport }: NewDestination, then: Diagram, byNat = 1): Diagram {
    const known = {
      ...(byNat ? { dnat: [1] } : {}),
      ...(dst ? { dst: dst.words } : {}),
      ...(dport === undefined ? {} : { dport: [dport] }),
    };
    const to = endText(dst, dport);
    const told = { ...(dst ? { address: dst } : {}), ...(dport === undefined ? {} : { port: dport }) };
    const { chainMemo } = this.space;
    return chainMemo.once(`towards ${to ?? ''} ${then} ${byNat} ${chainMemo.thing(this.ends)}`, () =>
      restrict(this.space, then, known, (value) => {
        if (value < FIRST_END) return value;
        const end = this.ends.at(value - FIRST_END);
        const isTold = end.kind === 'sent' || end.kind === 'local' || (this.ends.tellsWays && end.kind === 'rejected');
        return isTold && to !== undefined ? this.end({ ...end, dst: to, to: told }) : this.space.diagrams.leaf(value);
      }),
    );
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
  private seen({ src, sport }: Become, end: HostEnd): Diagram {
    const own = this.ends.tellsWays && sport !== undefined ? { ...end, sport } : end;
    if (!src) return this.end(own);
    return this.space.diagrams.choose(
      this.space.name(this.space.sourceIs(src)),
      this.end(own),
      this.end({ ...own, src: formatIp(src), from: src }),
    );
  }

  end(end: HostEnd): Diagram {
    return this.space.diagrams.leaf(this.ends.number(end) + FIRST_END);
  }

  private *once(part: string, { become, ways }: At, make: () => RulesAsked<Diagram>): RulesAsked<Diagram> {
    const key = `${part} ${becomeKey(become)} ${waysKey(ways)}`;
    const known = this.parts.get(key) ?? (yield* make());
    this.parts.set(key, known);
    return known;
  }
}
