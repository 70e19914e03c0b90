import type { BinaryShare, Fraction } from '../lib/fraction';
import type { Phrase } from '../lib/phrase';

/** Three-valued logic: `unknown` where an option was read but is not simulated. */
export type Ternary = true | false | 'unknown';

/** The kernel draws: each branch has a probability as it is meant, and they sum to 1. */
export interface RandomChoice {
  readonly kind: 'random';
  readonly where: string;
  readonly probabilities: readonly Fraction[];
  /** What each branch really gets, where the numbers the kernel draws cannot be shared out as meant. */
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
      /** What is asked, where another rule may ask the same: whatever is the answer, it is the same for both. */
      readonly asks?: Question;
    };

/** A question that is not a rule's own: is this member of that set? */
export interface Question {
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
