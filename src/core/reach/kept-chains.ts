import type { ChainCalls } from './chain-calls';
import { endKey, everyEnd, groupEnds, type Ended, type EndGroup, type Fate } from './chain-ends';
import { markCube, moveRules, packetsOfStages, planFold, type ChainFold, type FoldedRule } from './chain-fold';
import { TooLarge, type Diagram } from './diagram';
import type { PacketChain, RuleStage } from './packet-table';
import { RULES_A_STEP, type RulesAsked } from './rules-asked';
import type { Space } from './space';

/** Packets that a rule takes, whatever follows it, and what becomes of them. */
export interface RuleEnds {
  readonly packets: Diagram;
  readonly map: Diagram;
}

/** A chain whose rules are made, and where it comes back to. */
export interface ChainReader {
  readonly chain: PacketChain;
  readonly back: Diagram;
  /** All that its map depends on beside what it says, as a text. */
  readonly place: string;
  /** Parts of a rule, where `next` follows it. */
  readonly stages: (index: number, next: Diagram) => readonly RuleStage[];
  /** The effect of a rule of these parts, where that does not depend on what follows it. */
  readonly ends: (index: number, stages: readonly RuleStage[]) => RuleEnds | undefined;
  /** The map of a rule of these parts, where `next` follows it. */
  readonly make: (
    at: { readonly index: number; readonly next: Diagram },
    stages: readonly RuleStage[],
  ) => RulesAsked<Diagram>;
}

/** Told of a rule once it is made; `since`: the moment before it, of what was asked and of ends. */
type RuleNote = (
  index: number,
  stages: readonly RuleStage[],
  since: { readonly asked: number; readonly led: number },
) => void;

interface KeepingInput {
  readonly calls: ChainCalls;
  /** The number of all that decides what a chain means, beside what it says; undefined: that is not known. */
  readonly around: number | undefined;
  /** All that decides what becomes of packets behind the table, as a text; undefined: each end has to be asked. */
  readonly follows: string | undefined;
  readonly endings: (fate: Fate) => Diagram;
}

/** Chains of a table as they were made in states before, and the ends of packets that they led to. */
export class KeptChains {
  /** Ends of packets so far, and what each led to. */
  private readonly led: (Ended | EndGroup)[] = [];
  private readonly space: Space;
  private readonly input: KeepingInput;
  private asked = 0;

  constructor(space: Space, input: KeepingInput) {
    this.space = space;
    this.input = input;
  }

  /** Behind the last question about a destination. */
  private get markEnd(): number {
    const { first, count } = this.space.bits.fields.dst;
    return first + count;
  }

  /** The fate of packets that end so; it is noted. */
  ending(fate: Fate, key?: string): Diagram {
    const { around, endings } = this.input;
    if (around === undefined) return endings(fate);
    const map = this.space.asks.apart(() => endings(fate));
    this.led.push([fate, map, key ?? endKey(fate)]);
    return map;
  }

  /** Notes ends that a chain led to when it was made. */
  keep(ends: EndGroup): void {
    if (ends.own.length + ends.inside.length > 0) this.led.push(ends);
  }

  /** A chain as it was made in another state, where nothing that it asks for is other than there; else it is made. Its ends are noted. */
  *remembered(reader: ChainReader): RulesAsked<{ readonly map: Diagram; readonly ends: EndGroup }> {
    const { chainMemo, asks } = this.space;
    const { calls, around, follows } = this.input;
    const content = around === undefined ? undefined : calls.content(reader.chain.name);
    const key = content === undefined ? undefined : `${content} ${around} ${reader.place}`;
    const kept = key === undefined ? undefined : chainMemo.find(key);
    if (kept && this.leadAsBefore(kept) && asks.repeat(kept.asked)) {
      this.keep(kept.ends);
      return kept;
    }
    const { moment } = asks;
    const before = this.led.length;
    const map = yield* key === undefined ? this.each(reader) : this.folded(reader);
    const ends = this.groupSince(before);
    if (key !== undefined)
      chainMemo.keep(key, { map, asked: asks.since(moment), ends, follows: ends.isSourceNat ? undefined : follows });
    return { map, ends };
  }

  /** Ends that were met since so many had been, as one. */
  private groupSince(before: number): EndGroup {
    const ends = groupEnds(this.led.splice(before));
    this.keep(ends);
    return ends;
  }

  /** Do these ends lead where they did? */
  private leadAsBefore({ ends, follows }: Pick<ChainFold, 'ends' | 'follows'>): boolean {
    if (follows !== undefined && follows === this.input.follows) return true;
    const { length } = this.led;
    const isSame = everyEnd(ends, ([fate, map, key]) => this.ending(fate, key) === map);
    this.led.length = length;
    return isSame;
  }

  /** The rules of a chain, from its last to its first; `note`: told of each, and what it made. */
  private *each(
    reader: ChainReader,
    note: RuleNote = () => undefined,
    indexes?: readonly number[],
  ): RulesAsked<Diagram> {
    const { asks, diagrams } = this.space;
    let next = reader.back;
    // Rules that end alike one behind the other are one: each by itself would go through all that follows them.
    let alike: { readonly sets: Diagram[]; readonly map: Diagram } = { sets: [], map: 0 };
    const join = (): void => {
      next = diagrams.choose(diagrams.union(alike.sets), alike.map, next);
    };
    const count = indexes?.length ?? reader.chain.length;
    for (let i = 0; i < count; i++) {
      if (++this.asked > MOST_RULES) throw new TooLarge('rules');
      if (this.asked % RULES_A_STEP === 0) yield RULES_A_STEP;
      const index = indexes?.[i] ?? count - 1 - i;
      const since = { asked: asks.moment, led: this.led.length };
      const stages = reader.stages(index, next);
      const ends = reader.ends(index, stages);
      if (alike.sets.length > 0 && ends?.map !== alike.map) join();
      if (!ends) {
        alike = { sets: [], map: 0 };
        next = yield* reader.make({ index, next }, stages);
      } else if (ends.map === alike.map && alike.sets.length > 0) alike.sets.push(ends.packets);
      else alike = { sets: [ends.packets], map: ends.map };
      note(index, stages, since);
    }
    if (alike.sets.length > 0) join();
    return next;
  }

  /** A long chain as it was in the state before, but for what an edit touched. */
  private *folded(reader: ChainReader): RulesAsked<Diagram> {
    const { chain, place } = reader;
    const contents = this.input.calls.contentsAt(chain.name);
    if (!contents) return yield* this.each(reader);
    const { asks, chainMemo } = this.space;
    const folds = chainMemo.once('long chains', () => new Map<string, ChainFold>());
    const visit = asks.visit(chain.name);
    const key = `${visit} ${this.input.around} ${place}`;
    const before = folds.get(key);
    folds.delete(key);
    const fold =
      (before && (yield* this.again(reader, { before, contents, visit }))) ??
      (yield* this.whole(reader, { contents, visit }));
    if (folds.size >= MOST_FOLDS) folds.clear();
    folds.set(key, fold);
    if (fold.turns.size > 0) asks.note();
    return fold.map;
  }

  private *whole(reader: ChainReader, { contents, visit }: LongChain): RulesAsked<ChainFold> {
    const { asks } = this.space;
    const { chain } = reader;
    const rules: FoldedRule[] = Array.from({ length: chain.length });
    const leave = asks.enter(visit);
    try {
      const map = yield* this.each(reader, this.noter(rules));
      return this.asFold({ chain, contents, rules, map, turns: asks.turns, edits: 0 });
    } finally {
      leave();
    }
  }

  /** A chain as it is kept; its ends are noted: those of `before`, too, or all of its rules'. */
  private asFold(
    made: Omit<ChainFold, 'ends' | 'follows'>,
    before?: { readonly ends: EndGroup; readonly indexes: readonly number[] },
  ): ChainFold {
    const { rules } = made;
    const groups = before
      ? [before.ends, ...before.indexes.flatMap((at) => rules[at]?.ends ?? [])]
      : rules.map((each) => each.ends);
    const ends = groupEnds(groups.filter(({ own, inside }) => own.length + inside.length > 0));
    this.keep(ends);
    return { ...made, ends, follows: ends.isSourceNat ? undefined : this.input.follows };
  }

  /** The chain with what an edit touched made again; undefined: it has to be made whole. */
  private *again(
    reader: ChainReader,
    { before, contents, visit }: LongChain & { readonly before: ChainFold },
  ): RulesAsked<ChainFold | undefined> {
    if (!this.leadAsBefore(before)) return undefined;
    const { asks, diagrams, bits } = this.space;
    const { chain } = reader;
    const leave = asks.enter(visit, before.turns);
    try {
      const packetsAt = (index: number): Diagram => this.packetsAt(reader, index);
      const lasting = { from: bits.fields.untracked.first + 1, to: bits.count };
      const plan = planFold(before, { chain, contents, packetsAt, diagrams, lasting, markEnd: this.markEnd });
      if (!plan) return undefined;
      // Whose turn a question is that several rules ask, only making all of them tells.
      if (!this.forgetAlone(plan.gone) || !this.forgetAlone(plan.repeated)) return undefined;
      const { turns } = asks;
      const rules = moveRules(before, plan);
      const made = yield* this.each(reader, this.noter(rules), plan.indexes);
      const repeated = new Set(plan.repeated);
      const come = rules.slice(plan.span.from, plan.span.after).flatMap(({ words }) => words);
      if (come.some((words) => repeated.has(words))) return undefined;
      for (const { from } of asks.since(0).values()) if (from > 0) return undefined;
      const map = diagrams.choose(plan.packets, made, before.map);
      const edits = before.edits + 1;
      // Ends of rules that are gone are asked in vain: now and then they are left out.
      const older = edits % MOST_EDITS === 0 ? undefined : { ends: before.ends, indexes: plan.indexes };
      return this.asFold({ chain, contents, rules, turns, map, edits }, older);
    } finally {
      leave();
    }
  }

  /** Forgets that rules asked these; false: others ask one of them, too. */
  private forgetAlone(asked: readonly string[]): boolean {
    const { asks } = this.space;
    asks.forget(asked);
    return !asked.some((words) => asks.turns.has(words));
  }

  /** Packets that a rule does something with at most; nothing counts as asked. */
  private packetsAt({ stages }: ChainReader, index: number): Diagram {
    const { asks, diagrams } = this.space;
    const { moment } = asks;
    const packets = packetsOfStages(stages(index, 0), diagrams);
    asks.rewind(moment);
    return packets;
  }

  /** Notes each rule of a long chain; its ends are taken from those that were met. */
  private noter(rules: FoldedRule[]): RuleNote {
    return (index, stages, since) => {
      const { asks, diagrams } = this.space;
      const ends = groupEnds(this.led.splice(since.led));
      const packets = packetsOfStages(stages, diagrams);
      const mark = markCube(diagrams, packets, this.markEnd);
      rules[index] = { packets, mark, words: asks.wordsSince(since.asked), ends };
    };
  }
}

/** Rules asked in all, before a model is too large. */
const MOST_RULES = 20_000_000;

/** After so many edits the ends of a long chain are listed anew. */
const MOST_EDITS = 32;

/** So many long chains are kept rule by rule, before all of them are forgotten. */
const MOST_FOLDS = 64;

/** A long chain: what is known of its rules, and which visit of it that is. */
interface LongChain {
  readonly contents: readonly number[];
  readonly visit: string;
}
