import { add, complement, multiply, ONE, ZERO, type Fraction } from '../lib/fraction';
import type { IpAddress, IpFamily } from '../net/ip';
import { getBits, maskWords } from '../net/ip';
import type { Hook, TableName } from '../linux/hooks';
import type { Namespace } from '../linux/namespace';
import {
  PACKET_FLAGS,
  PACKET_STATES,
  type PacketSide,
  type PacketSpace,
  type PacketState,
} from '../linux/packet-space';
import { Diagrams, type Diagram } from './diagram';
import { headerBits, type HeaderBits, type QuestionField } from './header-bits';

interface SpaceInput {
  readonly family: IpFamily;
  /** Names of devices that rules can tell apart; the first is `''`, no device. */
  readonly devices: readonly string[];
  readonly netns?: Namespace;
  /** How many nodes there may be. */
  readonly limit?: number;
}

/** What decides besides the header: the kernel's draw, or nobody knows what. */
export type Beside = { readonly kind: 'draw'; readonly odds: Fraction } | { readonly kind: 'may' };

const word = (address: IpAddress, at: number): number => address.words[at] ?? 0;

/** All packets of a family, as sets of a diagram. What the rules so far made of the mark is in {@link marks}. */
export class Space implements PacketSpace {
  readonly family: IpFamily;
  readonly netns?: Namespace;
  readonly all = 1;
  readonly none = 0;
  readonly diagrams: Diagrams;
  readonly bits: HeaderBits;
  readonly devices: readonly string[];
  /** Draws and unknowns, in the order of their levels, from the header's last on. */
  readonly beside: Beside[] = [];
  /** The mark as the rules see it now, highest bit first: each bit a set of the packets that came. */
  marks: readonly Diagram[];

  constructor({ family, devices, netns, limit }: SpaceInput) {
    this.family = family;
    this.devices = devices;
    if (netns) this.netns = netns;
    this.diagrams = new Diagrams(limit);
    this.bits = headerBits(family, devices.length);
    this.marks = this.marksAsTheyCame();
  }

  marksAsTheyCame(): readonly Diagram[] {
    return Array.from({ length: 32 }, (_, i) => this.diagrams.node(this.bits.fields.mark.first + i, 0, 1));
  }

  both = (...sets: readonly Diagram[]): Diagram => this.diagrams.every(sets);
  either = (...sets: readonly Diagram[]): Diagram => this.diagrams.union(sets);
  not = (set: Diagram): Diagram => this.diagrams.not(set);

  protocol = (number: number): Diagram => this.equals('protocol', number);

  address = (side: PacketSide, { address, mask }: { address: IpAddress; mask: readonly number[] }): Diagram => {
    const { first, count } = this.bits.fields[side];
    let made: Diagram = 1;
    for (let i = count - 1; i >= 0; i--) {
      const bit = 31 - (i & 31);
      if (((mask[i >> 5] ?? 0) >>> bit) & 1) made = this.literal(first + i, (word(address, i >> 5) >>> bit) & 1, made);
    }
    return made;
  };

  addressRange = (side: PacketSide, min: IpAddress, max: IpAddress): Diagram =>
    this.both(this.bound(side, min, 'least'), this.bound(side, max, 'most'));

  addressesWhere = (
    side: PacketSide,
    prefixes: readonly { readonly address: IpAddress; readonly prefix: number }[],
    test: (address: IpAddress) => boolean,
  ): Diagram => {
    const { diagrams, family } = this;
    let seen: Diagram = 0;
    let holds: Diagram = 0;
    const longestFirst = prefixes.filter(({ address }) => address.family === family);
    for (const { address, prefix } of longestFirst.toSorted((a, b) => b.prefix - a.prefix)) {
      const region = diagrams.minus(this.address(side, { address, mask: maskWords(family, prefix) }), seen);
      if (region === 0) continue;
      if (test(this.anAddressOf(side, region))) holds = diagrams.over(holds, region);
      seen = diagrams.over(seen, region);
    }
    const rest = diagrams.not(seen);
    return rest !== 0 && test(this.anAddressOf(side, rest)) ? diagrams.over(holds, rest) : holds;
  };

  port = (side: PacketSide, min: number, max: number): Diagram => {
    const field = side === 'src' ? 'sport' : 'dport';
    return this.both(this.numbers(field, min, 'least'), this.numbers(field, max, 'most'));
  };

  /** ICMP has its type and code where others have the destination port, as in conntrack's tuples. */
  icmp = (type: number, code?: number): Diagram =>
    code === undefined ? this.port('dst', type << 8, (type << 8) | 0xff) : this.equals('dport', (type << 8) | code);

  flag = (flag: (typeof PACKET_FLAGS)[number]): Diagram =>
    this.diagrams.node(this.bits.fields.flags.first + PACKET_FLAGS.indexOf(flag), 0, 1);

  device = (side: 'in' | 'out', test: (name: string) => boolean): Diagram => {
    const field = side === 'in' ? 'indev' : 'outdev';
    return this.either(...this.devices.flatMap((name, i) => (test(name) ? [this.equals(field, i)] : [])));
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

  state = (states: readonly PacketState[]): Diagram =>
    this.either(...[...new Set(states)].map((state) => this.equals('state', PACKET_STATES.indexOf(state))));

  draw = (odds: Fraction): Diagram => this.ask({ kind: 'draw', odds });
  may = (): Diagram => this.ask({ kind: 'may' });

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
      const beside = this.beside[this.diagrams.level(node) - this.bits.count];
      sure &&= beside?.kind === 'draw';
      const holds = beside?.kind === 'draw' ? beside.odds : undefined;
      visit(this.diagrams.low(node), holds ? multiply(weight, complement(holds)) : weight);
      visit(this.diagrams.high(node), holds ? multiply(weight, holds) : weight);
    };
    visit(map, ONE);
    return { sure, odds };
  }

  /** A field's number is this. */
  private equals(field: QuestionField, value: number): Diagram {
    const { first, count } = this.bits.fields[field];
    let made: Diagram = 1;
    for (let i = count - 1; i >= 0; i--) made = this.literal(first + i, (value >>> (count - 1 - i)) & 1, made);
    return made;
  }

  private numbers(field: 'sport' | 'dport', value: number, end: 'least' | 'most'): Diagram {
    const { first, count } = this.bits.fields[field];
    return this.compared(first, count, { end, bitAt: (i) => (value >>> (count - 1 - i)) & 1 });
  }

  private bound(side: PacketSide, address: IpAddress, end: 'least' | 'most'): Diagram {
    const bitAt = (i: number): number => (word(address, i >> 5) >>> (31 - (i & 31))) & 1;
    return this.compared(this.bits.fields[side].first, getBits(this.family), { end, bitAt });
  }

  /** Numbers not less, or not more, than one whose bits these are. */
  private compared(
    first: number,
    count: number,
    { end, bitAt }: { readonly end: 'least' | 'most'; readonly bitAt: (i: number) => number },
  ): Diagram {
    let made: Diagram = 1;
    for (let i = count - 1; i >= 0; i--) {
      const bit = bitAt(i);
      if (end === 'least') made = bit ? this.diagrams.node(first + i, 0, made) : this.diagrams.node(first + i, made, 1);
      else made = bit ? this.diagrams.node(first + i, 1, made) : this.diagrams.node(first + i, made, 0);
    }
    return made;
  }

  private literal(level: number, bit: number, then: Diagram): Diagram {
    return bit ? this.diagrams.node(level, 0, then) : this.diagrams.node(level, then, 0);
  }

  /** Asked anew each time: a rule that is passed twice draws twice. */
  private ask(beside: Beside): Diagram {
    this.beside.push(beside);
    return this.diagrams.node(this.bits.count + this.beside.length - 1, 0, 1);
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
