import { finished } from '../lib/scan';
import { NF_ACCEPT, NF_DROP, type RuleRef } from '../linux/hooks';
import type { TargetEffect } from '../linux/xtables/extension';
import { TooLarge, type Diagram } from './diagram';
import { ChainCalls, DEEPEST } from './chain-calls';
import type { EndGroup, Fate } from './chain-ends';
import { KeptChains, type ChainReader, type RuleEnds } from './kept-chains';
import { calledChain, type PacketChain, type PacketTable, type RuleStage, type StepBranch } from './packet-table';
import { becomeKey, waysKey, type Become, type WayOut } from './become';
import type { Space } from './space';
import { MOST_CHANGES, type Change } from './mark-changes';
import type { RulesAsked } from './rules-asked';
import { marked, withAnyMark, relabelled, restrict } from './maps';

/** A table at a hook, and what is known of the packets that come. */
export interface TableInput {
  readonly table: PacketTable;
  /** The chain that packets come to; without it all go on. */
  readonly chain: string;
  readonly become: Become;
  readonly ways: readonly WayOut[];
  /** The table is asked before conntrack: its rules may tell that to leave packets alone. */
  readonly beforeConntrack?: boolean;
  /** No packet comes with a mark; what is said of those that do is not true. */
  readonly unmarked?: boolean;
  /** Calls of its chains, where they were counted for another hook. */
  readonly calls?: ChainCalls;
  /** The host that rules ask, the same text for the same: then what a chain does is remembered, and `after` must not ask for the rule. */
  readonly host?: string;
  /** All that decides what `after` says but of packets that get another source, as a text; absent: it is asked again in each state. */
  readonly follows?: string;
}

/** What becomes of packets behind a table, by how they leave it. */
export type AfterTable = (fate: Fate) => Diagram;

/** Where a rule stands, and what follows it: the next rule, and the rule behind the call of its chain. */
interface At {
  readonly chain: PacketChain;
  readonly index: number;
  readonly path: readonly string[];
  /** A cube that holds for all packets that come here. */
  readonly known: Diagram;
  readonly next: Diagram;
  readonly back: Diagram;
}

/** What follows a branch of a rule's part in the rule, and what becomes of packets it does not hold for. */
interface Rest {
  readonly onward: Diagram;
  readonly others: Diagram;
}

/** Packets that are sent to a chain, what it comes back to, and what becomes of the others. */
interface Call {
  readonly packets: Diagram;
  readonly others: Diagram;
  readonly back: Diagram;
}

type Unsayable = Extract<StepBranch['effect'], { readonly may: string }>;

/** How a chain is come to, and where it comes back to. */
type Called = Pick<At, 'path' | 'known' | 'back'>;

/** Does a part of a rule do nothing but ask? */
const isQuestion = ({ effect }: StepBranch): boolean =>
  effect !== 'break' &&
  'verdict' in effect &&
  effect.verdict.kind === 'CONTINUE' &&
  effect.mark === undefined &&
  !effect.untracks;

/** Thrown where a rule marks packets that were taken to have no mark. */
class Marked extends Error {}

/** Leaves from here on stand for what follows the call of a chain, by how deep that is and what was changed before. */
const HOLES = 0x20000000;

/**
 * One table as a function of the packets that come to it, made from its last rule to its first: of packets that a rule
 * holds for what its target makes of them, of others what the rules behind it do. A chain that some packets alone are sent
 * to is made by itself, with holes where it comes back, and put where they are: so it is never made for all the others.
 */
class TableReader {
  private readonly space: Space;
  private readonly input: TableInput;
  /** The cube of no mark at all, where all packets at the hook's own chain are taken to have none; else 1. */
  private readonly unmarked: Diagram;
  private readonly chains = new Map<string, { readonly map: Diagram; readonly ends: EndGroup }>();
  private readonly kept: KeptChains;
  /** Chains that lead back to themselves: what one does depends on the way to it. The kernel takes no such table. */
  private readonly loops: boolean;
  private readonly calls: ChainCalls;
  /** So many chains with holes are being made. */
  private holed = 0;

  constructor(space: Space, input: TableInput, endings: AfterTable) {
    this.space = space;
    this.input = input;
    this.unmarked = input.unmarked ? space.mark(0, 0xffffffff) : 1;
    this.calls = input.calls ?? finished(ChainCalls.inSteps(input.table, space.chainMemo));
    this.loops = this.calls.leadsBack(input.chain);
    const around = this.loops ? undefined : this.surroundings();
    this.kept = new KeptChains(space, { calls: this.calls, around, follows: input.follows, endings });
  }

  *read(): RulesAsked<Diagram> {
    const chain = this.input.table.chains.get(this.input.chain);
    if (!chain) return this.after({ verdict: NF_ACCEPT });
    const back = this.after({ verdict: chain.policy === 'DROP' ? NF_DROP : NF_ACCEPT });
    const made = yield* this.chain(chain, { path: [chain.name], known: this.unmarked, back });
    if (chain.length > 0) this.look({ chain, index: 0 });
    return made;
  }

  /** What becomes of packets that leave the table here. */
  private after(fate: Fate): Diagram {
    return this.asTheyCome(this.kept.ending(fate));
  }

  /** A map without its questions for marks where none have been set: within a chain of some packets, one may be. */
  private asTheyCome(map: Diagram): Diagram {
    return this.holed === 0 ? this.space.diagrams.given(map, this.unmarked) : map;
  }

  private surroundings(): number | undefined {
    const { space, input, unmarked } = this;
    const { become, ways, host, beforeConntrack = false } = input;
    if (host === undefined) return undefined;
    const at = `${becomeKey(become)} ${waysKey(ways)} ${beforeConntrack} ${unmarked}`;
    return space.chainMemo.number(`${input.table.name} ${host} ${at}`);
  }

  /** A chain whose end, and every RETURN in it, leads to `back`. */
  private *chain(chain: PacketChain, called: Called): RulesAsked<Diagram> {
    const { path, known: cube, back } = called;
    const key = `${back} ${cube} ${this.loops ? path.join(' ') : chain.name}`;
    const known = this.chains.get(key);
    if (known !== undefined) {
      this.kept.keep(known.ends);
      return known.map;
    }
    if (path.length > DEEPEST) throw new TooLarge('chains within chains');
    const drawn = this.space.asked;
    const made = yield* this.kept.remembered(this.reader(chain, called));
    // A chain that is passed twice draws twice.
    if (this.space.asked === drawn) this.chains.set(key, made);
    return made.map;
  }

  /** A chain to be read from its last rule to its first: what one leaves alone is the next rule's. */
  private reader(chain: PacketChain, { path, known, back }: Called): ChainReader {
    const at = (index: number, next: Diagram): At => ({ chain, index, path, known, next, back });
    return {
      chain,
      back,
      place: `${this.holed > 0} ${back} ${known}`,
      stages: (index, next) => this.stages(at(index, next)),
      ends: (index, stages) => this.ends(at(index, 0), stages),
      make: ({ index, next }, stages) => this.rule(at(index, next), stages),
    };
  }

  private stages(at: At): readonly RuleStage[] {
    const { chain, index, known } = at;
    this.look(at);
    return chain.steps(index, this.space, (each) => this.space.diagrams.given(each, known));
  }

  /** Packets of a rule that are not asked by any behind it, and what becomes of them; undefined: some are. */
  private ends(at: At, stages: readonly RuleStage[]): RuleEnds | undefined {
    const branches = stages.map((stage) => (stage.length === 1 ? stage[0] : undefined));
    const last = branches.at(-1)?.effect;
    if (last === undefined || last === 'break' || 'may' in last) return undefined;
    if (last.verdict.kind === 'CONTINUE' || calledChain(last.verdict) !== undefined) return undefined;
    if (!branches.slice(0, -1).every((branch) => branch && isQuestion(branch))) return undefined;
    this.look(at);
    const packets = this.space.diagrams.every(branches.flatMap((branch) => branch?.packets ?? []));
    return { packets, map: this.take(last, at, 0) };
  }

  /** A rule, from its last part to its first. */
  private *rule(at: At, stages: readonly RuleStage[]): RulesAsked<Diagram> {
    this.look(at);
    let onward = at.next;
    for (const step of stages.toReversed()) {
      let others = at.next;
      for (const branch of step.toReversed()) others = yield* this.branch(branch, at, { onward, others });
      onward = others;
    }
    return onward;
  }

  /** Packets of one branch of a rule's part as it says, and the others. */
  private *branch({ packets, effect }: StepBranch, at: At, rest: Rest): RulesAsked<Diagram> {
    const { others } = rest;
    if (packets === 0) return others;
    const verdict = effect !== 'break' && 'verdict' in effect ? effect.verdict : undefined;
    const name = verdict && calledChain(verdict);
    if (name !== undefined)
      return yield* this.call(name, at, { packets, others, back: verdict?.kind === 'JUMP' ? at.next : at.back });
    return this.space.diagrams.choose(packets, this.taken(effect, at, rest), others);
  }

  /** What becomes of packets that a branch which calls no chain holds for. */
  private taken(effect: StepBranch['effect'], at: At, { onward }: Rest): Diagram {
    if (effect === 'break') return at.next;
    return 'may' in effect ? this.perhaps(effect, at, onward) : this.take(effect, at, onward);
  }

  /** What is asked from here on is asked by this rule, whether what it leads to was made just now or before. */
  private look({ chain, index }: Pick<At, 'chain' | 'index'>): void {
    const { space, input } = this;
    space.become = input.become;
    space.ways = input.ways;
    space.untracked = input.beforeConntrack === true ? space.untrackedAsAsked() : 0;
    space.asking = () => chain.text(index);
    space.chain = chain.name;
  }

  /** Sends packets to a chain that comes back to `back`; others go on. */
  private *call(name: string, at: At, { packets, others, back }: Call): RulesAsked<Diagram> {
    const { diagrams } = this.space;
    const { path, known } = at;
    const chain = this.input.table.chains.get(name);
    if (!chain) return diagrams.choose(packets, this.perhaps({ may: name, marks: false }, at, at.next), others);
    if (path.includes(name))
      return diagrams.choose(
        packets,
        this.after({ verdict: { kind: 'STOLEN', by: 'LOOP' }, by: this.ref(at) }),
        others,
      );
    const inside = { path: [...path, name], known: this.knownIn(name, packets, known) };
    if (packets === this.space.all) {
      const whole = yield* this.chain(chain, { ...inside, back });
      this.look(at);
      return whole;
    }
    const hole = HOLES + path.length * MOST_CHANGES;
    this.holed++;
    const holed = yield* this.chain(chain, { ...inside, back: diagrams.leaf(hole) });
    this.holed--;
    this.look(at);
    return this.filled(this.asTheyCome(holed), hole, { packets, others, back });
  }

  /** What is known of packets in a chain that those of a set are sent to; where many are, it is made once for all. */
  private knownIn(name: string, set: Diagram, known: Diagram): Diagram {
    const { diagrams, bits } = this.space;
    if (set === this.space.all) return known;
    if (!this.calls.isAlone(name)) return 1;
    const cube = diagrams.leadingCube(set, bits.fields.untracked.first + 1, bits.count - 1);
    return diagrams.and(cube, this.holed === 0 ? diagrams.given(known, this.unmarked) : known);
  }

  /** A chain's own map where a set holds, its holes filled by what it comes back to; the rest elsewhere. */
  private filled(made: Diagram, hole: number, { packets, others, back }: Call): Diagram {
    const { diagrams } = this.space;
    const holes = diagrams.listLeaves(made, hole).filter((leaf) => diagrams.value(leaf) < hole + MOST_CHANGES);
    const changedBack = (leaf: Diagram): Diagram =>
      this.space.chainMemo.changes
        .at(diagrams.value(leaf) - hole)
        .reduceRight((map, change) => this.changed(map, change), back);
    if (holes[0] === made) return diagrams.choose(packets, changedBack(made), others);
    const filled = diagrams.choose(packets, made, others);
    if (holes.length === 0) return filled;
    const here = diagrams.and(packets, made);
    return holes
      .map((leaf) => [leaf, diagrams.where(here, leaf)] as const)
      .filter(([, where]) => where !== 0)
      .reduce((map, [leaf, where]) => diagrams.choose(where, changedBack(leaf), map), filled);
  }

  private ref({ chain, index }: At): RuleRef {
    return { table: this.input.table.name, chain: chain.name, index };
  }

  /** What becomes of packets by a part of a rule that leads to no chain. */
  private take({ verdict, nat, mark, untracks }: TargetEffect, at: At, onward: Diagram): Diagram {
    if (verdict.kind === 'RETURN') return at.back;
    if (verdict.kind !== 'CONTINUE') return this.after({ verdict, by: this.ref(at), ...(nat ? { nat } : {}) });
    if (untracks) return this.changed(onward, 'untracked');
    return mark === undefined ? onward : this.changed(onward, mark);
  }

  /** A map as it is for packets that were changed before; a hole keeps that in mind. */
  private changed(map: Diagram, change: Change): Diagram {
    const { space } = this;
    if (change !== 'untracked' && this.holed === 0 && this.unmarked !== 1) throw new Marked();
    const made =
      change === 'untracked'
        ? restrict(space, map, { untracked: [1] })
        : change === 'any'
          ? withAnyMark(space, map)
          : marked(space, map, change);
    // What follows the hook's own chain has none, and may be a map of millions.
    if (this.holed === 0) return made;
    const { diagrams } = space;
    const holes = diagrams.listLeaves(made, HOLES).filter((leaf) => diagrams.value(leaf) >= HOLES);
    if (holes.length === 0) return made;
    return relabelled(space, made, (value) => diagrams.leaf(value < HOLES ? value : this.holeBehind(value, change)));
  }

  private holeBehind(value: number, change: Change): number {
    const number = (value - HOLES) % MOST_CHANGES;
    return value - number + this.space.chainMemo.changes.before(number, change);
  }

  /** A target of which nobody can say what it does: it takes the packets, or lets them go on, with any mark if it may. */
  private perhaps({ may, marks }: Unsayable, at: At, onward: Diagram): Diagram {
    const takes = this.space.may();
    const rest = marks ? this.changed(onward, 'any') : onward;
    const taken = this.after({ verdict: { kind: 'STOLEN', by: may }, by: this.ref(at), may });
    return this.space.diagrams.choose(takes, taken, rest);
  }
}

/**
 * Maps the packets that come to a table to their ends (ipt_do_table() in net/ipv4/netfilter/ip_tables.c), of all of them:
 * `after` says it of those that leave it one way. Throws {@link TooLarge}.
 */
export function* mapTableInSteps(space: Space, input: TableInput, after: AfterTable): RulesAsked<Diagram> {
  try {
    return yield* new TableReader(space, input, after).read();
  } catch (error) {
    if (!(error instanceof Marked)) throw error;
    return yield* new TableReader(space, { ...input, unmarked: false }, after).read();
  }
}

/** The same at once. */
export function mapTable(space: Space, input: TableInput, after: AfterTable): Diagram {
  return finished(mapTableInSteps(space, input, after));
}
