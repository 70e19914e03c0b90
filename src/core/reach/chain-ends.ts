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

/** Ends that a chain led to: its own rules', and those of chains that they call. */
export interface EndGroup {
  readonly own: readonly Ended[];
  readonly inside: readonly EndGroup[];
  /** Does one of them give packets another source? */
  readonly isSourceNat: boolean;
}

const NO_ENDS: EndGroup = { own: [], inside: [], isSourceNat: false };

/** Ends without those that are the same but for their rule. */
function differentEnds(ends: readonly Ended[]): readonly Ended[] {
  if (ends.length < 2) return ends;
  return [...new Map(ends.map((ended) => [ended[2], ended])).values()];
}

/** Ends in the order they were met, and those of chains, as one. */
export function groupEnds(ends: readonly (Ended | EndGroup)[]): EndGroup {
  const own: Ended[] = [];
  const inside: EndGroup[] = [];
  for (const each of ends) {
    if ('own' in each) inside.push(each);
    else own.push(each);
  }
  const [first] = inside;
  if (own.length === 0 && inside.length < 2) return first ?? NO_ENDS;
  const isSourceNat = own.some(([{ nat }]) => nat?.manip === 'SRC') || inside.some((each) => each.isSourceNat);
  return { own: differentEnds(own), inside, isSourceNat };
}

/** Is something true of every end of a group? */
export function everyEnd({ own, inside }: EndGroup, isTrue: (end: Ended) => boolean): boolean {
  return own.every(isTrue) && inside.every((each) => everyEnd(each, isTrue));
}

/** A key of an end: the same for those that are the same but for their rule. */
export const endKey = ({ verdict, nat, may }: Fate): string =>
  `${verdict.kind === 'ACCEPT' ? '' : JSON.stringify(verdict)} ${nat ? JSON.stringify(nat) : ''} ${may ?? ''}`;
