import type { RuleRef, Verdict } from '../linux/hooks';
import type { TargetEffect } from '../linux/xtables/extension';
import type { Diagram } from './diagram';

/** How packets end in a table, and by which rule. */
export interface Fate {
  readonly verdict: Verdict;
  /** The rule that decides; absent: the policy, or the end of a table without the chain. */
  readonly by?: RuleRef;
  readonly nat?: NonNullable<TargetEffect['nat']>;
  /** What the rule's target does cannot be said: the verdict is that of a packet it takes. */
  readonly may?: string;
}

/** An end of packets, and what becomes of them behind the table. */
export type Ended = readonly [fate: Fate, map: Diagram, key: string];

/** Ends without those that are the same but for their rule. */
export function differentEnds(ends: readonly Ended[]): readonly Ended[] {
  if (ends.length < 2) return ends;
  return [...new Map(ends.map((ended) => [ended[2], ended])).values()];
}

/** A key of an end: the same for those that are the same but for their rule. */
export const endKey = ({ verdict, nat, may }: Fate): string =>
  `${verdict.kind === 'ACCEPT' ? '' : JSON.stringify(verdict)} ${nat ? JSON.stringify(nat) : ''} ${may ?? ''}`;
