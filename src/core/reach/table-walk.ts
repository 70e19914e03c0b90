import type { Hook, RuleRef, TableName, Verdict } from '../linux/hooks';
import { CONTINUE } from '../linux/hooks';
import type { TargetEffect } from '../linux/xtables/extension';
import { targetEffect, targetExtension } from '../linux/xtables/targets';
import type { XtChain, XtRule, XtTable } from '../linux/xtables/types';
import { TooLarge, type Diagram } from './diagram';
import { ruleSet } from './rule-set';
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
  readonly by: RuleRef<TableName> | undefined;
}

/** Packets that are in a chain once it has ended. */
interface Chained {
  readonly chain: XtChain;
  /** Chains entered and not yet left, gotos included. */
  readonly path: readonly string[];
  /** Rules from this one on are not asked. */
  readonly until?: number;
}

/** What is told of each rule that is asked. */
type Watch = (chain: XtChain, index: number, holds: Diagram) => void;

/** Rules asked in all, before a model is too large. */
const MOST_RULES = 20_000_000;
/** Chains within chains; as deep as a call may go here. */
const DEEPEST = 400;

/** One walk of all packets at once, through one table: what ipt_do_table() does to each. */
export class TableWalk {
  readonly space: Space;
  readonly ended: Ended[] = [];
  /** Told of every rule with the packets that it holds for. */
  watch: Watch = () => undefined;
  /** Told of every chain with the packets that come to it. */
  enter: (chain: XtChain, flow: Flow) => void = () => undefined;
  private readonly table: XtTable;
  private asked = 0;

  constructor(space: Space, table: XtTable) {
    this.space = space;
    this.table = table;
  }

  /** Walks the hook's own chain with these packets to their ends, which are added to {@link ended}. */
  run(hook: Hook, flow: Flow): void {
    const chain = this.table.chains.get(hook);
    this.end(chain ? this.walk(flow, { chain, path: [hook] }) : flow, undefined);
  }

  /** Packets through a chain; those that come out of it by its end or a RETURN. */
  walk(flow: Flow, { chain, path, until = chain.length }: Chained): Flow {
    const { diagrams } = this.space;
    this.enter(chain, flow);
    let here = flow;
    const returned: Flow[] = [];
    for (let index = 0; index < until && here.packets !== 0; index++) {
      if (++this.asked > MOST_RULES) throw new TooLarge('rules');
      const rule = chain.rule(index);
      this.read(here);
      const set = ruleSet(rule, this.space);
      const holds = diagrams.and(set, here.packets);
      this.watch(chain, index, holds);
      if (holds === 0) continue;
      const rest: Flow = { ...here, packets: diagrams.minus(here.packets, set) };
      const taken = this.take({ ...here, packets: holds }, rule, { chain, path, index });
      if (taken.flow && taken.returns) returned.push(taken.flow);
      here = taken.flow && !taken.returns ? this.join(taken.flow, rest) : rest;
    }
    return returned.reduce((all, one) => this.join(all, one), here);
  }

  /** The packets among these that a rule matches. */
  packetsOf(rule: XtRule, flow: Flow): Diagram {
    this.read(flow);
    return this.space.diagrams.and(ruleSet(rule, this.space), flow.packets);
  }

  /** What a rule reads of packets besides their headers. */
  private read({ marks, untracked }: Flow): void {
    this.space.marks = marks;
    this.space.untracked = untracked;
  }

  private end(flow: Flow, by: Ended['by']): void {
    if (flow.packets !== 0) this.ended.push({ ...flow, by });
  }

  /** What a rule's target does to the packets it holds for: those that go on, if any. */
  private take(
    flow: Flow,
    rule: XtRule,
    at: { readonly chain: XtChain; readonly path: readonly string[]; readonly index: number },
  ): { readonly flow: Flow | undefined; readonly returns?: true } {
    const by: RuleRef<TableName> = { table: this.table.name, chain: at.chain.name, index: at.index };
    const effect = this.effectOf(rule);
    if (!effect) return { flow: this.perhaps(flow, rule, by) };
    const { verdict } = effect;
    if (effect.untracks)
      return { flow: { ...flow, untracked: this.space.diagrams.over(flow.untracked, flow.packets) } };
    if (verdict.kind === 'CONTINUE') return { flow: this.marked(flow, effect) };
    if (verdict.kind === 'RETURN') return { flow, returns: true };
    if (verdict.kind === 'JUMP' || verdict.kind === 'GOTO') return this.jump(flow, { verdict, path: at.path, by });
    this.end(flow, by);
    return { flow: undefined };
  }

  private effectOf({ target }: XtRule): TargetEffect | undefined {
    if (!target) return { verdict: CONTINUE };
    const isChain = target.target === 'JUMP' || target.target === 'GOTO';
    return isChain && !this.table.chains.has(target.spec.chain) ? undefined : targetEffect(target);
  }

  /** A target of which nobody can say what it does: it takes the packets, or lets them go on, with any mark. */
  private perhaps(flow: Flow, { target }: XtRule, by: RuleRef<TableName>): Flow {
    const { diagrams } = this.space;
    const takes = this.space.may();
    this.end({ ...flow, packets: diagrams.and(takes, flow.packets) }, by);
    const rest = { ...flow, packets: diagrams.minus(flow.packets, takes) };
    const known = target && targetExtension(target).simulated === 'no';
    return known ? rest : { ...rest, marks: rest.marks.map(() => this.space.may()) };
  }

  private jump(
    flow: Flow,
    {
      verdict,
      path,
      by,
    }: { readonly verdict: Verdict; readonly path: readonly string[]; readonly by: RuleRef<TableName> },
  ): { readonly flow: Flow | undefined; readonly returns?: true } {
    const name = verdict.kind === 'JUMP' || verdict.kind === 'GOTO' ? verdict.chain : '';
    const chain = this.table.chains.get(name);
    if (!chain || path.includes(name)) {
      this.end(flow, by);
      return { flow: undefined };
    }
    if (path.length > DEEPEST) throw new TooLarge('chains within chains');
    const left = this.walk(flow, { chain, path: [...path, name] });
    return verdict.kind === 'GOTO' ? { flow: left, returns: true } : { flow: left };
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
