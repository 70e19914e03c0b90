import { type BinaryShare, type Fraction, formatFraction, formatShare } from '../lib/fraction';
import type { Phrase } from '../lib/phrase';
import { NF_DROP, type AnyTableName, type Verdict } from './hooks';

/** Three-valued logic: `unknown` where an option was read but is not simulated. */
export type Ternary = true | false | 'unknown';

/** The kernel draws: each branch has a probability as it is meant, and they sum to 1. */
export interface RandomChoice {
  readonly kind: 'random';
  readonly where: string;
  readonly probabilities: readonly Fraction[];
  /** Odds of each branch by the kernel's own draws, where its numbers cannot be shared out as meant. */
  readonly kernel?: readonly BinaryShare[];
}

/** A point where the outcome is not decided by the rules and the packet alone. */
export type Choice =
  | RandomChoice
  | {
      /** We do not know: both continuations are possible, without odds. Branch 0 = it matches, 1 = it does not. */
      readonly kind: 'unknown';
      readonly where: string;
      readonly reason: Phrase;
      readonly branches: 2;
      /** The question, where another rule may ask the same: one answer holds for both. */
      readonly asks?: RuleQuestion;
    };

/** A question that is not a rule's own: is this member of that set? */
export interface RuleQuestion {
  /** Equal texts in one namespace ask the same. */
  readonly what: string;
  /** The rule holds where the answer is no. */
  readonly negated: boolean;
}

/**
 * Decides every {@link Choice} of one run. The simulator stays sequential and pure: to explore all
 * outcomes it is run again with another decider (sim/explore.ts).
 */
export type Decide = (choice: Choice) => number;

/** Draws and assumptions made while rules were evaluated. */
interface DrawRecord {
  odds?: Fraction;
  kernelOdds?: BinaryShare | undefined;
  assumed?: Phrase;
}

/** The same in the words of an event: `"1/3"` as meant, `"715820724/2^31"` as the kernel draws where that differs. */
export interface EventOdds {
  readonly odds?: string;
  readonly kernelOdds?: string;
  readonly assumed?: Phrase;
}

/** Event between rules; its fields are those of the trace's steps of the same kind. */
export type ChainEvent<T extends AnyTableName> =
  | ({
      readonly kind: 'skip';
      readonly table: T;
      readonly chain: string;
      /** 0-based, inclusive. Odds and assumptions are those of the last such rule of the run. */
      readonly from: number;
      readonly to: number;
    } & EventOdds)
  | { readonly kind: 'return'; readonly table: T; readonly chain: string }
  | { readonly kind: 'policy'; readonly table: T; readonly chain: string; readonly verdict: Verdict };

/** A chain as far as walking needs it. */
interface Chain {
  readonly name: string;
  readonly length: number;
}

/** Table, base chain and reader that a walk goes by. */
interface ChainWalkInput<T extends AnyTableName, C extends Chain> {
  readonly table: T;
  /** Where the hook begins, and whose policy ends the walk. */
  readonly base: C;
  readonly policy?: 'ACCEPT' | 'DROP';
  readonly chainOf: (name: string) => C | undefined;
  /** Why no chain may be entered any more, given how many are entered and not left, and how many were in all. */
  readonly refuses: (open: number, entered: number) => string | undefined;
  readonly record: (event: ChainEvent<T>) => void;
}

/** Where a jump came from. */
interface Frame<C> {
  readonly chain: C;
  readonly next: number;
  /** How many chains of the path were entered before the jump. */
  readonly depth: number;
}

/**
 * The place of a packet among the chains of one table: jumps, gotos, returns and the policy, which ipt_do_table()
 * (net/ipv4/netfilter/ip_tables.c) and nft_do_chain() (net/netfilter/nf_tables_core.c) do alike. Rules that did not
 * hold are reported as runs. A chain entered again before it was left would never end: STOLEN by `LOOP`.
 */
export class ChainWalk<T extends AnyTableName, C extends Chain> {
  chain: C;
  index = 0;
  private readonly input: ChainWalkInput<T, C>;
  private readonly stack: Frame<C>[] = [];
  /** Chains entered and not yet left, gotos included. */
  private readonly path: string[];
  private entered = 0;
  /** First rule of the run that did not hold and was not reported yet. */
  private skipFrom = 0;
  private skipped: DrawRecord = {};
  private asked: DrawRecord = {};

  constructor(input: ChainWalkInput<T, C>) {
    this.input = input;
    this.chain = input.base;
    this.path = [input.base.name];
  }

  /** The next rule is about to be evaluated. */
  ask(): void {
    this.asked = {};
  }

  /** Notes what the answer to a question means for the rule. */
  answer(choice: Choice, branch: number): void {
    if (choice.kind === 'unknown') {
      this.asked.assumed = choice.reason;
      return;
    }
    const odds = choice.probabilities[branch];
    const kernelOdds = choice.kernel?.[branch];
    if (odds) this.asked = { ...this.asked, odds, ...(kernelOdds ? { kernelOdds } : {}) };
  }

  /** The rule did not hold: on to the next. */
  pass(): void {
    const { odds, kernelOdds, assumed } = this.asked;
    if (odds) this.skipped = { ...this.skipped, odds, kernelOdds };
    if (assumed) this.skipped.assumed = assumed;
    this.index++;
  }

  /** The rule held: what did not before it is reported, if it was not yet, and what this one asked is told. */
  hold(): EventOdds {
    this.report();
    this.index++;
    this.skipFrom = this.index;
    return eventOdds(this.asked);
  }

  /** Does what a rule says. A verdict ends the walk. */
  follow(verdict: Verdict): Verdict | undefined {
    switch (verdict.kind) {
      case 'CONTINUE':
        return undefined;
      case 'RETURN':
        return this.leave('rule');
      case 'JUMP':
        this.stack.push({ chain: this.chain, next: this.index, depth: this.path.length });
        return this.enter(verdict.chain);
      case 'GOTO':
        return this.enter(verdict.chain);
      case 'ACCEPT':
      case 'DROP':
      case 'REJECT':
      case 'STOLEN':
        return verdict;
    }
  }

  /** The end of a chain, or a return: back behind the jump, or the policy. */
  leave(by: 'end' | 'rule'): Verdict | undefined {
    const { record, table, base } = this.input;
    this.report();
    const frame = this.stack.pop();
    // A goto out of the base chain: the other chain ends first.
    if (by === 'end' && this.chain !== base) record({ kind: 'return', table, chain: this.chain.name });
    if (!frame) return this.end();
    this.path.length = frame.depth;
    this.stand(frame.chain, frame.next);
    return undefined;
  }

  private enter(name: string): Verdict | undefined {
    const chain = this.input.chainOf(name);
    // A chain that is not there cannot be jumped to: the kernel has refused the ruleset, or this is a part of it.
    if (!chain) return { kind: 'STOLEN', by: name };
    if (this.path.includes(name)) return { kind: 'STOLEN', by: 'LOOP' };
    const refused = this.input.refuses(this.path.length, ++this.entered);
    if (refused) return { kind: 'STOLEN', by: refused };
    this.path.push(name);
    this.stand(chain, 0);
    return undefined;
  }

  private stand(chain: C, index: number): void {
    this.chain = chain;
    this.index = index;
    this.skipFrom = index;
    this.skipped = {};
  }

  private end(): Verdict {
    const { record, table, base, policy } = this.input;
    const verdict: Verdict = policy === 'DROP' ? NF_DROP : { kind: 'ACCEPT' };
    record({ kind: 'policy', table, chain: base.name, verdict });
    return verdict;
  }

  /** Reports the rules before this one that did not hold, as one event: before this one changes the packet. */
  report(): void {
    const { skipFrom, index, chain, skipped } = this;
    const { record, table } = this.input;
    if (index > skipFrom) {
      record({ kind: 'skip', table, chain: chain.name, from: skipFrom, to: index - 1, ...eventOdds(skipped) });
    }
    this.skipFrom = index;
    this.skipped = {};
  }
}

const CERTAIN: EventOdds = {};

function eventOdds({ odds, kernelOdds, assumed }: DrawRecord): EventOdds {
  if (!odds && !kernelOdds && !assumed) return CERTAIN;
  return {
    ...(odds ? { odds: formatFraction(odds) } : {}),
    ...(kernelOdds ? { kernelOdds: formatShare(kernelOdds) } : {}),
    ...(assumed ? { assumed } : {}),
  };
}
