import { finished, type Steps } from '../lib/scan';
import type { RuleRef, Verdict } from '../linux/hooks';
import type { TargetEffect } from '../linux/xtables/extension';
import { TooLarge, type Diagram } from './diagram';
import type { PacketChain, PacketTable, StepBranch } from './packet-table';
import type { Space } from './space';

/** Packets on their way. */
interface Flow {
  readonly packets: Diagram;
  /** What the rules so far made of each bit of their mark, highest first. */
  readonly marks: readonly Diagram[];
  /** Packets among them that conntrack is told to leave alone. */
  readonly untracked: Diagram;
}

/** Packets that ended in a table: by which rule; absent: by its end or policy. */
interface Ended extends Flow {
  readonly by: RuleRef | undefined;
}

/** Packets that are in a chain once it has ended. */
interface Chained {
  readonly chain: PacketChain;
  /** Chains entered and not yet left, gotos included. */
  readonly path: readonly string[];
  /** Rules from this one on are not asked. */
  readonly until?: number;
}

/** A rule on somebody's way. */
interface RuleAt {
  readonly chain: PacketChain;
  readonly path: readonly string[];
  readonly index: number;
}

/** What a rule makes of packets: those that it does something with, and where all of them go on. */
interface RuleWay {
  readonly holds: Diagram;
  readonly past: Flow;
  readonly returned: readonly Flow[];
}

/** What is told of each rule that is asked: the packets that it does something with, though it may be to let them pass. */
type Watch = (chain: PacketChain, index: number, holds: Diagram) => void;

/** Rules asked in all, before a model is too large. */
const MOST_RULES = 20_000_000;
/** So many rules are asked before it is said how far that is: some milliseconds. */
const RULES_A_STEP = 256;
/** Chains within chains; as deep as a call may go here. */
const DEEPEST = 400;

/** Where some packets of a part of a rule go: to its next part, past the rule, or back. */
type Gone = Partial<Record<'on' | 'past' | 'returned', Flow>>;

/** One walk of all packets at once, through one table: what ipt_do_table() and nft_do_chain() do to each. */
export class TableWalk {
  readonly space: Space;
  readonly ended: Ended[] = [];
  /** Told of every rule with the packets that it does something with. */
  watch: Watch = () => undefined;
  /** Told of every chain with the packets that come to it. */
  enter: (chain: PacketChain, flow: Flow) => void = () => undefined;
  /** Told of every rule that sends packets out of its chain, to one that does not come back, or back. */
  leave: (chain: PacketChain, index: number) => void = () => undefined;
  private readonly table: PacketTable;
  private readonly length: number;
  private asked = 0;

  constructor(space: Space, table: PacketTable) {
    this.space = space;
    this.table = table;
    this.length = [...table.chains.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Walks a base chain, by its name, with these packets to their ends, which are added to {@link ended}. */
  *run(base: string, flow: Flow): Steps<void> {
    const chain = this.table.chains.get(base);
    this.end(chain ? yield* this.walk(flow, { chain, path: [base] }) : flow, undefined);
  }

  /** Packets through a chain; those that come out of it by its end or a RETURN. Yields the share of the table's rules that were asked, 0..1. */
  *walk(flow: Flow, { chain, path, until = chain.length }: Chained): Steps<Flow> {
    this.enter(chain, flow);
    let here = flow;
    const returned: Flow[] = [];
    for (let index = 0; index < until && here.packets !== 0; index++) {
      if (++this.asked > MOST_RULES) throw new TooLarge('rules');
      if (this.asked % RULES_A_STEP === 0) yield Math.min(1, this.asked / this.length);
      const way = yield* this.rule(here, { chain, path, index });
      this.watch(chain, index, way.holds);
      returned.push(...way.returned);
      here = way.past;
    }
    return returned.reduce((all, one) => this.join(all, one), here);
  }

  /** The packets among these that a rule does something with; nothing is done. */
  packetsOf(chain: PacketChain, index: number, flow: Flow): Diagram {
    const before = this.ended.length;
    const { watch, enter, leave } = this;
    this.watch = () => undefined;
    this.enter = () => undefined;
    this.leave = () => undefined;
    const { holds } = finished(this.rule(flow, { chain, path: [chain.name], index }));
    this.ended.length = before;
    Object.assign(this, { watch, enter, leave });
    return holds;
  }

  /** Packets through the parts of a rule. */
  private *rule(flow: Flow, at: RuleAt): Steps<RuleWay> {
    const { chain, index } = at;
    const nobody: Flow = { ...flow, packets: 0 };
    const returned: Flow[] = [];
    let [here, past, holds] = [flow, nobody, 0];
    let parts = this.partsOf(here, at);
    for (let part = 0; part < parts.length && here.packets !== 0; part++) {
      const { marks } = here;
      let [rest, on] = [here.packets, nobody];
      for (const branch of parts[part] ?? []) {
        const packets = this.space.diagrams.and(branch.packets, rest);
        rest = this.space.diagrams.minus(rest, branch.packets);
        if (packets === 0) continue;
        const gone = yield* this.take({ ...here, packets }, branch.effect, at);
        if (isDeed(branch.effect) || chain.acts(index, part)) holds = this.space.diagrams.over(holds, packets);
        on = gone.on ? this.join(on, gone.on) : on;
        past = gone.past ? this.join(past, gone.past) : past;
        if (gone.returned) returned.push(gone.returned);
      }
      past = this.join(past, { ...here, packets: rest });
      here = on;
      // What a later part asks of the mark it asks of the one that was set.
      if (here.marks !== marks && part + 1 < parts.length) parts = this.partsOf(here, at);
    }
    return { holds: this.space.diagrams.over(holds, here.packets), past: this.join(past, here), returned };
  }

  /** What the parts of a rule do to packets that come so. */
  private partsOf({ marks, untracked }: Flow, { chain, index }: RuleAt): ReturnType<PacketChain['steps']> {
    this.space.marks = marks;
    this.space.untracked = untracked;
    return chain.steps(index, this.space, (set) => set);
  }

  private end(flow: Flow, by: Ended['by']): void {
    if (flow.packets !== 0) this.ended.push({ ...flow, by });
  }

  /** What a part of a rule does to the packets it holds for. */
  private *take(flow: Flow, effect: StepBranch['effect'], at: RuleAt): Steps<Gone> {
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
    if (verdict.kind === 'JUMP' || verdict.kind === 'GOTO') return yield* this.jump(flow, { verdict, by, at });
    this.end(flow, by);
    return {};
  }

  /** What nobody can say of a part of a rule: it takes the packets, or lets them go on, with any mark if it may. */
  private perhaps(flow: Flow, marks: boolean, by: RuleRef): Flow {
    const { diagrams } = this.space;
    const takes = this.space.may();
    this.end({ ...flow, packets: diagrams.and(takes, flow.packets) }, by);
    const rest = { ...flow, packets: diagrams.minus(flow.packets, takes) };
    return marks ? { ...rest, marks: rest.marks.map(() => this.space.may()) } : rest;
  }

  private *jump(
    flow: Flow,
    { verdict, by, at }: { readonly verdict: Verdict; readonly by: RuleRef; readonly at: RuleAt },
  ): Steps<Gone> {
    const name = verdict.kind === 'JUMP' || verdict.kind === 'GOTO' ? verdict.chain : '';
    const chain = this.table.chains.get(name);
    if (!chain) return { past: this.perhaps(flow, false, by) };
    if (at.path.includes(name)) {
      this.end(flow, by);
      return {};
    }
    if (at.path.length > DEEPEST) throw new TooLarge('chains within chains');
    if (verdict.kind === 'GOTO') this.leave(at.chain, at.index);
    const left = yield* this.walk(flow, { chain, path: [...at.path, name] });
    return verdict.kind === 'GOTO' ? { returned: left } : { past: left };
  }

  private marked(flow: Flow, { mark }: TargetEffect): Flow {
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
  private join(one: Flow, other: Flow): Flow {
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
