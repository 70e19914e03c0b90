import { finished, type Steps } from '../lib/scan';
import type { RuleRef, Verdict } from '../linux/hooks';
import type { TargetEffect } from '../linux/xtables/extension';
import { TooLarge, type Diagram } from './diagram';
import { sumRules, type PacketChain, type PacketTable, type RuleStage, type StepBranch } from './packet-table';
import { RULES_A_STEP } from './rules-asked';
import type { Space } from './space';

/** Packets on their way, said as what is left to ask of them where a cube holds that is known of all. */
export interface RuleFlow {
  readonly packets: Diagram;
  /** What the rules so far made of each bit of their mark, highest first; of other packets it says nothing. */
  readonly marks: readonly Diagram[];
  /** Packets among them that conntrack is told to leave alone. */
  readonly untracked: Diagram;
}

/** Packets in a chain, once it is walked. */
interface Chained {
  readonly chain: PacketChain;
  /** Cubes that hold for all of them, of different questions. */
  readonly known: readonly Diagram[];
  /** Chains entered and not yet left, gotos included. */
  readonly path: readonly string[];
  /** Rules from this one on are not asked. */
  readonly until?: number;
}

/** A rule on somebody's way. */
interface RuleAt extends Omit<Chained, 'until'> {
  readonly index: number;
}

/** Some of the packets that come to a rule; `known`: a cube that holds for them, where one does. */
interface Among extends RuleFlow {
  readonly known?: Diagram;
}

type ToChain = Extract<Verdict, { readonly kind: 'JUMP' | 'GOTO' }>;

/** What a rule makes of packets: those that it does something with, and where all of them go on. */
interface RuleWay {
  readonly holds: Diagram;
  readonly past: RuleFlow;
  readonly returned: readonly RuleFlow[];
}

/** The same while its parts are gone through. */
interface RuleOn {
  holds: Diagram;
  past: RuleFlow;
  readonly returned: RuleFlow[];
}

/** One part of a rule: what came of the parts before it, and what it is beside its branches. */
interface PartAt {
  readonly at: RuleAt;
  readonly way: RuleOn;
  readonly isLast: boolean;
  /** Does the part do something to packets, whatever its branches do? */
  readonly acts: boolean;
}

/** What is told of each rule that is asked: whether it does something with any packet, though it may be to let it pass. */
type Watch = (chain: PacketChain, index: number, holds: boolean) => void;

/** The cube of all packets. */
const ALL: Diagram = 1;
/** Rules asked in all, before a model is too large. */
const MOST_RULES = 20_000_000;
/** Chains within chains; as deep as a call may go here. */
const DEEPEST = 400;

/** Where some packets of a part of a rule go: to its next part, past the rule, or back. */
type Gone = Partial<Record<'on' | 'past' | 'returned', RuleFlow>>;

/** One walk of all packets at once, through one table: what ipt_do_table() and nft_do_chain() do to each. */
export class TableWalk {
  readonly space: Space;
  /** The rules by which packets ended; absent: by the table's end or a policy. */
  readonly ended: (RuleRef | undefined)[] = [];
  /** Told of every rule that is asked. */
  watch: Watch = () => undefined;
  /** Told of every chain with the packets that come to it, what is known of them, and the chains that they are in. */
  enter: (chain: PacketChain, flow: RuleFlow, inside: Pick<Chained, 'known' | 'path'>) => void = () => undefined;
  /** Is it of no interest what becomes of packets that a base chain's rule sends to a chain, there and behind? */
  skips: (rule: Pick<RuleAt, 'chain' | 'index'>, to: string) => boolean = () => false;
  /** Told of every rule that sends packets out of its chain, to one that does not come back, or back. */
  leave: (chain: PacketChain, index: number) => void = () => undefined;
  private readonly table: PacketTable;
  private readonly length: number;
  /** Each bit of a mark that no rule has set. */
  private readonly came: readonly Diagram[];
  private asked = 0;
  /** Is it asked which packets a rule does something with? */
  private tellsWhich = false;

  constructor(space: Space, table: PacketTable) {
    this.space = space;
    this.table = table;
    this.length = sumRules(table);
    this.came = space.marksAsTheyCame();
  }

  /** Walks a base chain, by its name, with these packets to their ends; what ends them is added to {@link ended}. */
  *run(base: string, flow: RuleFlow): Steps<void> {
    const chain = this.table.chains.get(base);
    this.end(chain ? yield* this.walk(flow, { chain, path: [base], known: [] }) : flow, undefined);
  }

  /** Packets through a chain; those that come out of it by its end or a RETURN. Yields the share of the table's rules that were asked, 0..1. */
  *walk(flow: RuleFlow, { chain, path, known, until = chain.length }: Chained): Steps<RuleFlow> {
    this.enter(chain, flow, { known, path });
    let here = flow;
    const returned: RuleFlow[] = [];
    for (let index = 0; index < until && here.packets !== 0; index++) {
      if (++this.asked > MOST_RULES) throw new TooLarge('rules');
      if (this.asked % RULES_A_STEP === 0) yield Math.min(1, this.asked / this.length);
      const way = yield* this.rule(here, { chain, path, known, index });
      this.watch(chain, index, way.holds !== 0);
      returned.push(...way.returned);
      here = way.past;
    }
    return returned.reduce((all, one) => this.join(all, one), here);
  }

  /** The packets among these that a rule does something with; nothing is done. */
  packetsOf(flow: RuleFlow, { chain, index, known }: Omit<RuleAt, 'path'>): Diagram {
    const before = this.ended.length;
    const { watch, enter, leave } = this;
    this.watch = () => undefined;
    this.enter = () => undefined;
    this.leave = () => undefined;
    this.tellsWhich = true;
    const { holds } = finished(this.rule(flow, { chain, path: [chain.name], known, index }));
    this.ended.length = before;
    this.tellsWhich = false;
    Object.assign(this, { watch, enter, leave });
    return holds;
  }

  /** Packets through the parts of a rule. */
  private *rule(flow: RuleFlow, at: RuleAt): Steps<RuleWay> {
    const { chain, index } = at;
    const way: RuleOn = { past: { ...flow, packets: 0 }, returned: [], holds: 0 };
    let here = flow;
    let parts = this.partsOf(here, at);
    for (let part = 0; part < parts.length && here.packets !== 0; part++) {
      const { marks } = here;
      const isLast = part === parts.length - 1;
      here = yield* this.part(here, parts[part] ?? [], { at, way, isLast, acts: chain.acts(index, part) });
      // What a later part asks of the mark it asks of the one that was set.
      if (here.marks !== marks && !isLast) parts = this.partsOf(here, at);
    }
    return way;
  }

  /** Packets through one part of a rule; those that come to the next one. */
  private *part(flow: RuleFlow, branches: RuleStage, { at, way, isLast, acts }: PartAt): Steps<RuleFlow> {
    let on: RuleFlow = { ...flow, packets: 0 };
    let left = flow.packets;
    for (const [nth, { packets, effect }] of branches.entries()) {
      const rest = { ...flow, packets: left };
      const some = this.among(rest, packets);
      if (some.packets === 0) continue;
      const gone = yield* this.take(some, effect, { ...at, known: some.known ? [...at.known, some.known] : at.known });
      const past = isLast ? (gone.past ?? gone.on) : gone.past;
      if (acts || isDeed(effect) || (isLast && gone.on)) way.holds = this.held(way.holds, some);
      if (gone.returned) way.returned.push(this.lifted(gone.returned, some));
      if (past?.packets === some.packets && nth === branches.length - 1) {
        // All of them come back: whoever stays is whoever came.
        way.past = this.join(way.past, this.changed(rest, packets, past));
        return on;
      }
      left = this.space.diagrams.minus(left, packets);
      if (past) way.past = this.join(way.past, this.lifted(past, some));
      if (gone.on && !isLast) on = this.join(on, this.lifted(gone.on, some));
    }
    way.past = this.join(way.past, { ...flow, packets: left });
    return on;
  }

  /** Packets of a flow that are in a set, said without what the set's leading cube says. */
  private among(flow: RuleFlow, set: Diagram): Among {
    const { diagrams, bits } = this.space;
    const cube = diagrams.leadingCube(set, bits.fields.untracked.first + 1, bits.count - 1);
    if (cube === ALL) return { ...flow, packets: diagrams.and(set, flow.packets) };
    const packets = diagrams.and(diagrams.given(set, cube), diagrams.given(flow.packets, cube));
    if (packets === 0) return { ...flow, packets };
    const marks = flow.marks.map((is, at) => (is === this.came[at] ? is : diagrams.given(is, cube)));
    return {
      packets,
      marks: marks.every((is, at) => is === flow.marks[at]) ? flow.marks : marks,
      untracked: diagrams.given(flow.untracked, cube),
      known: cube,
    };
  }

  /** Packets of a set as they are said outside of it. */
  private lifted(flow: RuleFlow, { known }: Among): RuleFlow {
    return known === undefined ? flow : { ...flow, packets: this.space.diagrams.and(known, flow.packets) };
  }

  /** Packets of which those in a set have changed, and none is gone. */
  private changed(flow: RuleFlow, set: Diagram, { marks, untracked }: RuleFlow): RuleFlow {
    const choose = (is: Diagram, was: Diagram): Diagram => (is === was ? is : this.space.diagrams.choose(set, is, was));
    return {
      packets: flow.packets,
      marks: marks === flow.marks ? marks : marks.map((is, at) => choose(is, flow.marks[at] as Diagram)),
      untracked: choose(untracked, flow.untracked),
    };
  }

  /** Which packets a rule holds for, or where nobody asks for more, whether it does for any. */
  private held(before: Diagram, some: Among): Diagram {
    return this.tellsWhich ? this.space.diagrams.over(before, this.lifted(some, some).packets) : ALL;
  }

  /** What the parts of a rule do to packets that come so. */
  private partsOf({ marks, untracked }: RuleFlow, { chain, index, known }: RuleAt): ReturnType<PacketChain['steps']> {
    this.space.marks = marks;
    this.space.untracked = untracked;
    const { diagrams } = this.space;
    return chain.steps(index, this.space, (set) => known.reduce((left, cube) => diagrams.given(left, cube), set));
  }

  private end({ packets }: Pick<RuleFlow, 'packets'>, by: RuleRef | undefined): void {
    if (packets !== 0) this.ended.push(by);
  }

  /** What a part of a rule does to the packets it holds for. */
  private *take(flow: RuleFlow, effect: StepBranch['effect'], at: RuleAt): Steps<Gone> {
    const by: RuleRef = { table: this.table.name, chain: at.chain.name, index: at.index };
    if (effect === 'break') return { past: flow };
    if ('may' in effect) return { on: this.perhaps(flow, effect.marks, by) };
    const { verdict } = effect;
    if (effect.untracks) return { on: { ...flow, untracked: this.space.diagrams.over(flow.untracked, flow.packets) } };
    if (verdict.kind === 'CONTINUE') return { on: this.marked(flow, effect) };
    if (verdict.kind === 'RETURN') {
      this.leave(at.chain, at.index);
      return { returned: flow };
    }
    if (verdict.kind === 'JUMP' || verdict.kind === 'GOTO') return yield* this.jump(flow, verdict, at);
    this.end(flow, by);
    return {};
  }

  /** What nobody can say of a part of a rule: it takes the packets, or lets them go on, with any mark if it may. */
  private perhaps(flow: RuleFlow, marks: boolean, by: RuleRef): RuleFlow {
    const { diagrams } = this.space;
    const takes = this.space.may();
    this.end({ ...flow, packets: diagrams.and(takes, flow.packets) }, by);
    const rest = { ...flow, packets: diagrams.minus(flow.packets, takes) };
    return marks ? { ...rest, marks: rest.marks.map(() => this.space.may()) } : rest;
  }

  private *jump(flow: RuleFlow, verdict: ToChain, at: RuleAt): Steps<Gone> {
    const { chain: name } = verdict;
    const by: RuleRef = { table: this.table.name, chain: at.chain.name, index: at.index };
    const chain = this.table.chains.get(name);
    if (!chain) return { past: this.perhaps(flow, false, by) };
    if (at.path.includes(name)) {
      this.end(flow, by);
      return {};
    }
    if (at.path.length === 1 && this.skips(at, name)) return {};
    if (at.path.length > DEEPEST) throw new TooLarge('chains within chains');
    const isGoto = verdict.kind === 'GOTO';
    if (isGoto) this.leave(at.chain, at.index);
    const left = yield* this.walk(flow, { chain, path: [...at.path, name], known: at.known });
    return isGoto ? { returned: left } : { past: left };
  }

  private marked(flow: RuleFlow, { mark }: TargetEffect): RuleFlow {
    if (mark === undefined) return flow;
    const marks = flow.marks.map((is, i) => {
      if (mark === 'any') return this.space.may();
      const bit = 31 - i;
      const set = (mark.value >>> bit) & 1;
      if ((mark.mask >>> bit) & 1) return set;
      return set ? this.space.not(is) : is;
    });
    return { ...flow, marks };
  }

  /** Two flows without a packet in common, as one. */
  private join(one: RuleFlow, other: RuleFlow): RuleFlow {
    if (one.packets === 0) return other;
    if (other.packets === 0) return one;
    const { diagrams } = this.space;
    const of = (is: Diagram, or: Diagram): Diagram => (is === or ? is : diagrams.choose(one.packets, is, or));
    return {
      packets: diagrams.over(one.packets, other.packets),
      marks: one.marks === other.marks ? one.marks : one.marks.map((is, i) => of(is, other.marks[i] as Diagram)),
      untracked: of(one.untracked, other.untracked),
    };
  }
}

/** Does an effect do more than to ask the next part of its rule? */
function isDeed(effect: StepBranch['effect']): boolean {
  if (effect === 'break') return false;
  if ('may' in effect) return true;
  return effect.verdict.kind !== 'CONTINUE' || effect.mark !== undefined || effect.untracks === true;
}
