import { err, ok, type Result } from '../lib/result';
import type { IpFamily } from '../net/ip';
import type { Hook, RuleRef, TableName, Verdict } from '../linux/hooks';
import type { Namespace } from '../linux/namespace';
import { CONTINUE, NF_ACCEPT, NF_DROP } from '../linux/hooks';
import type { TargetEffect } from '../linux/xtables/extension';
import { targetEffect, targetExtension, targetName } from '../linux/xtables/targets';
import { isBuiltIn, type XtChain, type XtRule, type XtTable } from '../linux/xtables/types';
import { deviceClasses } from './device-classes';
import { TooLarge, type Diagram } from './diagram';
import { ruleSet } from './rule-set';
import { Space } from './space';

/** How packets end in a table, and by which rule; of two such things each is another. */
export interface Fate {
  readonly verdict: Verdict;
  /** The rule that decides; absent: the policy, or the end of a table without the chain. */
  readonly by?: RuleRef<TableName>;
  readonly nat?: NonNullable<TargetEffect['nat']>;
  /** What the rule's target does cannot be said: the verdict is that of a packet it takes. */
  readonly may?: string;
}

/** Packets on their way: which, and what the rules so far made of each bit of their mark. */
interface Flow {
  readonly packets: Diagram;
  readonly marks: readonly Diagram[];
}

interface Ended extends Flow {
  readonly fate: number;
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
/** Numbers of leaves of sets. */
const FIRST_FATE = 2;

/** Everything one table does at one hook. */
export interface TableModel {
  readonly space: Space;
  readonly table: XtTable;
  readonly hook: Hook;
  /** Packets that can come, by how they end: a leaf's value is the place of its {@link Fate}, plus two. */
  readonly outcome: Diagram;
  readonly fates: readonly Fate[];
  /** Each bit of the mark afterwards, highest first, where {@link outcome} is defined. */
  readonly marks: () => readonly Diagram[];
}

/** One walk of all packets at once, through one table: what ipt_do_table() does to each. */
export class TableWalk {
  readonly space: Space;
  readonly fates: Fate[] = [];
  readonly ended: Ended[] = [];
  /** Told of every rule with the packets that it holds for. */
  watch: Watch = () => undefined;
  /** Told of every chain with the packets that come to it. */
  enter: (chain: XtChain, flow: Flow) => void = () => undefined;
  private readonly table: XtTable;
  private readonly known = new Map<string, number>();
  private asked = 0;

  constructor(space: Space, table: XtTable) {
    this.space = space;
    this.table = table;
  }

  /** Walks the hook's own chain with these packets to their ends, which are added to {@link ended}. */
  run(hook: Hook, packets: Diagram): void {
    const flow: Flow = { packets, marks: this.space.marksAsTheyCame() };
    const chain = this.table.chains.get(hook);
    if (!chain) this.end(flow, { verdict: NF_ACCEPT });
    else {
      const left = this.walk(flow, { chain, path: [hook] });
      this.end(left, { verdict: chain.policy === 'DROP' ? NF_DROP : NF_ACCEPT });
    }
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
      this.space.marks = here.marks;
      const set = ruleSet(rule, this.space);
      const holds = diagrams.and(set, here.packets);
      this.watch(chain, index, holds);
      if (holds === 0) continue;
      const rest: Flow = { packets: diagrams.minus(here.packets, set), marks: here.marks };
      const taken = this.take({ packets: holds, marks: here.marks }, rule, { chain, path, index });
      if (taken.flow && taken.returns) returned.push(taken.flow);
      here = taken.flow && !taken.returns ? this.join(taken.flow, rest) : rest;
    }
    return returned.reduce((all, one) => this.join(all, one), here);
  }

  /** The packets among these that a rule matches. */
  packetsOf(rule: XtRule, { packets, marks }: Flow): Diagram {
    this.space.marks = marks;
    return this.space.diagrams.and(ruleSet(rule, this.space), packets);
  }

  /** Adds packets that end here. */
  end({ packets, marks }: Flow, fate: Fate): void {
    if (packets === 0) return;
    const { by, verdict } = fate;
    const name = by ? `${by.chain} ${by.index} ${verdict.kind}` : verdict.kind;
    let number = this.known.get(name);
    if (number === undefined) {
      number = this.fates.length;
      this.known.set(name, number);
      this.fates.push(fate);
    }
    this.ended.push({ packets, marks, fate: number });
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
    if (verdict.kind === 'CONTINUE') return { flow: this.marked(flow, effect) };
    if (verdict.kind === 'RETURN') return { flow, returns: true };
    if (verdict.kind === 'JUMP' || verdict.kind === 'GOTO') return this.jump(flow, { verdict, path: at.path, by });
    this.settle(flow, effect, by);
    return { flow: undefined };
  }

  private effectOf({ target }: XtRule): TargetEffect | undefined {
    if (!target) return { verdict: CONTINUE };
    const isChain = target.target === 'JUMP' || target.target === 'GOTO';
    return isChain && !this.table.chains.has(target.spec.chain) ? undefined : targetEffect(target);
  }

  /** A target that ends the packets in this table; one that may find no address drops them instead. */
  private settle(flow: Flow, { verdict, nat }: TargetEffect, by: RuleRef<TableName>): void {
    if (!nat || nat.range) {
      this.end(flow, { verdict, by, ...(nat ? { nat } : {}) });
      return;
    }
    const { diagrams } = this.space;
    const found = this.space.may();
    this.end({ ...flow, packets: diagrams.and(found, flow.packets) }, { verdict, by, nat });
    this.end({ ...flow, packets: diagrams.minus(flow.packets, found) }, { verdict: NF_DROP, by });
  }

  /** A target of which nobody can say what it does: it takes the packets, or lets them go on, with any mark. */
  private perhaps(flow: Flow, { target }: XtRule, by: RuleRef<TableName>): Flow {
    const { diagrams } = this.space;
    const name = target ? targetName(target) : '';
    const takes = this.space.may();
    const verdict: Verdict = { kind: 'STOLEN', by: name };
    this.end({ ...flow, packets: diagrams.and(takes, flow.packets) }, { verdict, by, may: name });
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
      this.end(flow, { verdict: { kind: 'STOLEN', by: 'LOOP' }, by });
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
    return { packets: flow.packets, marks };
  }

  /** Two flows without a packet in common, as one. */
  private join(one: Flow, other: Flow): Flow {
    if (one.packets === 0) return other;
    if (other.packets === 0) return one;
    const { diagrams } = this.space;
    const marks =
      one.marks === other.marks
        ? one.marks
        : one.marks.map((is, i) => diagrams.choose(one.packets, is, other.marks[i] as Diagram));
    return { packets: diagrams.over(one.packets, other.packets), marks };
  }
}

interface ModelInput {
  readonly table: XtTable;
  readonly hook: Hook;
  readonly family: IpFamily;
  readonly netns?: Namespace;
  /** How many nodes of diagrams there may be. */
  readonly limit?: number;
}

/** The packets that can come to a table at a hook, and a walk for them that has not begun. */
export function openWalk({ table, hook, family, netns, limit }: ModelInput): {
  readonly walk: TableWalk;
  readonly packets: Diagram;
} {
  const known = netns?.devices.map(({ name }) => name) ?? [];
  const space = new Space({
    family,
    devices: deviceClasses([table], known),
    ...(netns ? { netns } : {}),
    ...(limit === undefined ? {} : { limit }),
  });
  return { walk: new TableWalk(space, table), packets: space.possible(hook, table.name) };
}

/** Makes something that may be too large: then the error says of what there was too much. */
export function orTooLarge<T>(make: () => T): Result<T, string> {
  try {
    return ok(make());
  } catch (error) {
    // A chain of so many draws that the stack is not deep enough is too large, too.
    if (error instanceof TooLarge || error instanceof RangeError) return err(error.message);
    throw error;
  }
}

/** All that a table does to packets at a hook (ipt_do_table() in net/ipv4/netfilter/ip_tables.c), for all of them. */
export function modelTable(input: ModelInput): Result<TableModel, string> {
  return orTooLarge(() => {
    const { walk, packets } = openWalk(input);
    walk.run(input.hook, packets);
    const { space, fates, ended } = walk;
    const { diagrams } = space;
    const leaves = ended.map(({ packets: some, fate }) => diagrams.and(some, diagrams.leaf(fate + FIRST_FATE)));
    const markBit = (i: number): Diagram =>
      diagrams.union(ended.map(({ packets: some, marks }) => diagrams.and(some, marks[i] as Diagram)));
    return {
      space,
      table: input.table,
      hook: input.hook,
      outcome: diagrams.union(leaves),
      fates,
      marks: () => Array.from({ length: 32 }, (_, i) => markBit(i)),
    };
  });
}

/** The fate that a leaf's value stands for. */
export function findFate({ fates }: Pick<TableModel, 'fates'>, value: number): Fate | undefined {
  return fates[value - FIRST_FATE];
}

/** Hooks at which a table has a chain of the kernel's own. */
export function listHooks(table: XtTable): Hook[] {
  return [...table.chains.keys()].filter((name): name is Hook => isBuiltIn(table.name, name));
}
