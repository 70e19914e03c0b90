import { add, complement, formatFraction, multiply, ONE, ZERO, type Fraction } from '../lib/fraction';
import type { IpAddress, IpFamily } from '../net/ip';
import { compareIp, getBits, maskWords } from '../net/ip';
import type { Hook, TableName } from '../linux/hooks';
import type { Namespace } from '../linux/namespace';
import {
  PACKET_FLAGS,
  PACKET_STATES,
  type PacketSide,
  type PacketSpace,
  type PacketState,
} from '../linux/packet-space';
import { packetsInSet } from '../linux/ipset/member-packets';
import type { Become, WayOut } from './become';
import { AskedBefore } from './asked-before';
import { ChainMemo } from './chain-memo';
import { Diagrams, type Diagram } from './diagram';
import { FieldSets } from './field-sets';
import { headerBits, type HeaderBits } from './header-bits';
import type { EndGroup } from './chain-ends';

interface SpaceInput {
  readonly family: IpFamily;
  /** Names of devices that rules can tell apart; the first is `''`, no device. */
  readonly devices: readonly string[];
  readonly netns?: Namespace;
  /** How many nodes there may be. */
  readonly limit?: number;
  /** How many nodes there will be, about. */
  readonly expected?: number;
  /** Another host's: its sets are of the same diagrams, so that one can be compared with the other. */
  readonly shared?: Space;
}

/** What decides besides the header: the kernel's draw, or nobody knows what; `about` names the question of it. */
export type Beside =
  | { readonly kind: 'draw'; readonly odds: Fraction }
  | { readonly kind: 'may'; readonly about: string };

/** Levels of named sets: below the header, above what is drawn. */
const FIRST_NAMED = 0x10000000;

/** The level of what was drawn first. */
export const LAST_BESIDE = 0x3fffffff;

const within = (address: IpAddress, masked: { address: IpAddress; mask: readonly number[] }): boolean =>
  address.words.every((own, i) => ((own ^ word(masked.address, i)) & (masked.mask[i] ?? 0)) === 0);

const word = (address: IpAddress, at: number): number => address.words[at] ?? 0;

/** All packets of a family, as sets of a diagram. What the rules so far made of the mark is in {@link marks}. */
export class Space implements PacketSpace {
  readonly family: IpFamily;
  readonly netns?: Namespace;
  /** What the packets that are asked about have become. */
  become: Become = {};
  /** The ways that packets leave by; empty: they have not been routed out. */
  ways: readonly WayOut[] = [];
  /** Packets that conntrack is told to leave alone, as the rules so far say. */
  untracked: Diagram = 0;
  /** What is asked by the rule that is read, in words: two unknowns with the same words are one question to a reader. */
  asking: () => string = () => '';
  /** The chain that is read, where one is: draws of different chains are different questions in every state of a host. */
  chain = '';
  /** Is it an ipset that rules change? Of a table by itself nobody can say. */
  isChanged: (set: string) => boolean = () => true;
  readonly all = 1;
  readonly none = 0;
  readonly diagrams: Diagrams;
  readonly bits: HeaderBits;
  readonly devices: readonly string[];
  /** Draws and unknowns; what is asked about later stands above: tables are read from their last rule on. */
  readonly beside: Beside[];
  /** Sets that stand as one question each, by that question's level less {@link FIRST_NAMED}. */
  private readonly named: Diagram[];
  private readonly names: Map<Diagram, Diagram>;
  readonly asks: AskedBefore;
  /** What was made of chains, in all states of hosts. */
  readonly chainMemo: ChainMemo<EndGroup>;
  /** Packets by what they came with. */
  private readonly came: FieldSets;
  /** The mark as the rules see it now, highest bit first: each bit a set of the packets that came. */
  marks: readonly Diagram[];

  constructor({ family, devices, netns, limit, expected, shared }: SpaceInput) {
    this.family = family;
    this.devices = devices;
    if (netns) this.netns = netns;
    this.diagrams = shared?.diagrams ?? new Diagrams(limit, expected);
    this.beside = shared?.beside ?? [];
    this.named = shared?.named ?? [];
    this.names = shared?.names ?? new Map<Diagram, Diagram>();
    this.asks = shared?.asks ?? new AskedBefore();
    this.chainMemo = shared?.chainMemo ?? new ChainMemo<EndGroup>();
    this.bits = headerBits(family, devices.length);
    this.came = shared?.came ?? new FieldSets(this.diagrams, this.bits, family);
    this.marks = this.marksAsTheyCame();
  }

  marksAsTheyCame(): readonly Diagram[] {
    return Array.from({ length: 32 }, (_, i) => this.diagrams.node(this.bits.fields.mark.first + i, 0, 1));
  }

  /** Packets that raw tells conntrack to leave alone, as a question of its own. */
  untrackedAsAsked(): Diagram {
    return this.diagrams.node(this.bits.fields.untracked.first, 0, 1);
  }

  both = (...sets: readonly Diagram[]): Diagram => this.diagrams.every(sets);
  either = (...sets: readonly Diagram[]): Diagram => this.diagrams.union(sets);
  not = (set: Diagram): Diagram => this.diagrams.not(set);

  protocol = (number: number): Diagram => this.came.equals('protocol', number);

  address = (side: PacketSide, { address, mask }: { address: IpAddress; mask: readonly number[] }): Diagram => {
    const is = this.become[side];
    if (is) return within(is, { address, mask }) ? 1 : 0;
    if (this.become.hidden === side) return mask.some((word) => word !== 0) ? this.may() : 1;
    return this.came.address(side, { address, mask });
  };

  addressRange = (side: PacketSide, min: IpAddress, max: IpAddress): Diagram => {
    const is = this.become[side];
    if (is) return compareIp(is, min) >= 0 && compareIp(is, max) <= 0 ? 1 : 0;
    if (this.become.hidden === side) return this.may();
    return this.came.addressRange(side, min, max);
  };

  addressesWhere = (
    side: PacketSide,
    prefixes: readonly { readonly address: IpAddress; readonly prefix: number }[],
    test: (address: IpAddress) => boolean,
  ): Diagram => {
    const is = this.become[side];
    if (is) return test(is) ? 1 : 0;
    if (this.become.hidden === side) return this.may();
    const { diagrams } = this;
    return diagrams.union(
      this.regions(side, prefixes).flatMap(({ packets, address }) => (test(address) ? [packets] : [])),
    );
  };

  /** All addresses of a side in pieces that lie in the same of these prefixes, each with one address of it. */
  regions(
    side: PacketSide,
    prefixes: readonly { readonly address: IpAddress; readonly prefix: number }[],
  ): readonly { readonly packets: Diagram; readonly address: IpAddress }[] {
    const { diagrams, family } = this;
    const is = this.become[side];
    if (is) return [{ packets: 1, address: is }];
    let seen: Diagram = 0;
    const pieces: { packets: Diagram; address: IpAddress }[] = [];
    const take = (packets: Diagram): void => {
      if (packets !== 0) pieces.push({ packets, address: this.anAddressOf(side, packets) });
    };
    const longestFirst = prefixes.filter(({ address }) => address.family === family);
    for (const { address, prefix } of longestFirst.toSorted((a, b) => b.prefix - a.prefix)) {
      const region = this.address(side, { address, mask: maskWords(family, prefix) });
      take(diagrams.minus(region, seen));
      seen = diagrams.over(seen, region);
    }
    take(diagrams.not(seen));
    return pieces;
  }

  port = (side: PacketSide, min: number, max: number): Diagram => {
    const field = side === 'src' ? 'sport' : 'dport';
    if (this.become[field] === 'any') return min === 0 && max === 0xffff ? 1 : this.may();
    return this.came.between(field, min, max);
  };

  /** ICMP has its type and code where others have the destination port, as in conntrack's tuples. */
  icmp = (type: number, code?: number): Diagram =>
    code === undefined
      ? this.came.between('dport', type << 8, (type << 8) | 0xff)
      : this.came.equals('dport', (type << 8) | code);

  flag = (flag: (typeof PACKET_FLAGS)[number]): Diagram =>
    this.diagrams.node(this.bits.fields.flags.first + PACKET_FLAGS.indexOf(flag), 0, 1);

  device = (side: 'in' | 'out', test: (name: string) => boolean): Diagram => {
    const field = side === 'in' ? 'indev' : 'outdev';
    const is = this.become[field];
    if (is !== undefined) return test(is) ? 1 : 0;
    if (side === 'out' && this.ways.length > 0)
      return this.either(...this.ways.flatMap(({ device, packets }) => (test(device) ? [packets] : [])));
    return this.either(...this.devices.flatMap((name, i) => (test(name) ? [this.came.equals(field, i)] : [])));
  };

  mark = (value: number, mask: number): Diagram => {
    if ((value & ~mask) >>> 0 !== 0) return 0;
    const wanted = this.marks.flatMap((set, i) => {
      const bit = 31 - i;
      if (((mask >>> bit) & 1) === 0) return [];
      return [(value >>> bit) & 1 ? set : this.not(set)];
    });
    return this.both(...wanted);
  };

  state = (states: readonly PacketState[]): Diagram => {
    const is = this.become.state;
    if (is) {
      const rest = this.diagrams.minus(states.includes(is) ? 1 : 0, this.untracked);
      return states.includes('UNTRACKED') ? this.diagrams.over(this.untracked, rest) : rest;
    }
    return this.either(...[...new Set(states)].map((state) => this.came.equals('state', PACKET_STATES.indexOf(state))));
  };

  draw = (odds: Fraction): Diagram => this.ask({ kind: 'draw', odds }, formatFraction(odds));
  may = (): Diagram => {
    const about = this.asking();
    return this.ask({ kind: 'may', about }, `? ${about}`);
  };

  /** How often it was drawn, or asked what nobody knows. */
  get asked(): number {
    return this.asks.count;
  }

  /**
   * Begins with another state of the same hosts, whose packets pass none of those before: a draw of the same chain with the
   * same odds is the same question there, so that what has not changed is the same map. Draws of one state stay apart.
   */
  beginState(): void {
    this.asks.beginState();
  }

  inSet: PacketSpace['inSet'] = (test) => packetsInSet(test, this, this.isChanged);

  /** Packets as there can be at a hook's table: a device where one is, a state that the table can see. */
  possible(hook: Hook, table: TableName): Diagram {
    const is = (side: 'in' | 'out', present: boolean): Diagram =>
      this.device(side, (name) => (name !== '') === present);
    const devices = {
      PREROUTING: [is('in', true), is('out', false)],
      INPUT: [is('in', true), is('out', false)],
      FORWARD: [is('in', true), is('out', true)],
      OUTPUT: [is('in', false), is('out', true)],
      POSTROUTING: [this.device('in', () => true), is('out', true)],
    }[hook];
    // nat is asked for what begins a connection only (nf_nat_inet_fn() in net/netfilter/nf_nat_core.c).
    return this.both(...devices, this.state(table === 'nat' ? ['NEW', 'RELATED'] : PACKET_STATES));
  }

  /**
   * A set as one question, asked below the header: of a set that stands under very many destinations, none of which it
   * asks for. `spellOut` of `maps.ts` puts the set in its place again.
   */
  name(set: Diagram): Diagram {
    if (this.diagrams.isLeaf(set)) return set;
    const known = this.names.get(set) ?? this.diagrams.node(FIRST_NAMED + this.named.push(set) - 1, 0, 1);
    this.names.set(set, known);
    return known;
  }

  /** The set that a level stands for. */
  namedAt(level: number): Diagram | undefined {
    return this.named[level - FIRST_NAMED];
  }

  /** What is drawn, or not known, at a level that is no question of the header. */
  besideAt(level: number): Beside | undefined {
    return this.beside[LAST_BESIDE - level];
  }

  /** The odds of each leaf that is left where the header is decided; `sure` is false where something nobody knows is asked. */
  oddsOf(map: Diagram): { readonly sure: boolean; readonly odds: ReadonlyMap<number, Fraction> } {
    let sure = true;
    const odds = new Map<number, Fraction>();
    const visit = (node: Diagram, weight: Fraction): void => {
      if (this.diagrams.isLeaf(node)) {
        const value = this.diagrams.value(node);
        odds.set(value, add(odds.get(value) ?? ZERO, weight));
        return;
      }
      const beside = this.besideAt(this.diagrams.level(node));
      sure &&= beside?.kind === 'draw';
      const holds = beside?.kind === 'draw' ? beside.odds : undefined;
      visit(this.diagrams.low(node), holds ? multiply(weight, complement(holds)) : weight);
      visit(this.diagrams.high(node), holds ? multiply(weight, holds) : weight);
    };
    visit(map, ONE);
    return { sure, odds };
  }

  /** True of a map that asks for a draw, or for what nobody knows. */
  asksBeside(map: Diagram): boolean {
    const seen = new Set<Diagram>([map]);
    for (const node of seen) {
      if (this.diagrams.isLeaf(node)) continue;
      if (this.besideAt(this.diagrams.level(node)) !== undefined) return true;
      seen.add(this.diagrams.low(node)).add(this.diagrams.high(node));
    }
    return false;
  }

  /** Packets whose connection has another end than they were sent with; its destination is a question of its own. */
  translated = (side: PacketSide): Diagram | undefined => {
    if (!this.become.state) return undefined;
    if (side === 'dst') return this.diagrams.node(this.bits.fields.dnat.first, 0, 1);
    return this.become.src || this.become.sport !== undefined ? this.may() : 0;
  };

  /** Packets with this source, as they came. */
  sourceIs(address: IpAddress): Diagram {
    const { become } = this;
    this.become = {};
    const set = this.address('src', { address, mask: maskWords(this.family, getBits(this.family)) });
    this.become = become;
    return set;
  }

  /** What is drawn, or not known, at a level, as another question of the same kind. Throws where there is none. */
  askAgain(level: number): Diagram {
    const beside = this.besideAt(level);
    if (!beside) throw new RangeError(`no draw ${level}`);
    return this.askNew(beside);
  }

  /** Asked anew each time: a rule that is passed twice draws twice. */
  private ask(beside: Beside, words: string): Diagram {
    return this.asks.find(`${this.chain} ${words}`, () => this.askNew(beside));
  }

  private askNew(beside: Beside): Diagram {
    this.beside.push(beside);
    return this.diagrams.node(LAST_BESIDE - (this.beside.length - 1), 0, 1);
  }

  private anAddressOf(side: PacketSide, region: Diagram): IpAddress {
    const { first, count } = this.bits.fields[side];
    const words = Array.from({ length: count >> 5 }, () => 0);
    let node = region;
    while (node > 1) {
      const i = this.diagrams.level(node) - first;
      const low = this.diagrams.low(node);
      if (low === 0) words[i >> 5] = ((words[i >> 5] ?? 0) | (1 << (31 - (i & 31)))) >>> 0;
      node = low === 0 ? this.diagrams.high(node) : low;
    }
    return { family: this.family, words };
  }
}
