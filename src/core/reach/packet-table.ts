import type { AnyTableName, Verdict } from '../linux/hooks';
import type { PacketSet } from '../linux/packet-space';
import type { TargetEffect } from '../linux/xtables/extension';
import type { Space } from './space';

/** Some of the packets that come to a part of a rule, and what it does to them. */
export interface StepBranch {
  readonly packets: PacketSet;
  /** `break`: the rule ends. `may`: the name of a target of which nobody can say what it takes, and may it mark the others? */
  readonly effect: TargetEffect | 'break' | { readonly may: string; readonly marks: boolean };
}

/** One part of a rule: of its branches the first that holds for a packet decides; for others the rule ends. */
export type RuleStage = readonly StepBranch[];

/** A set without what is known of the packets that come. */
export type Simplify = (set: PacketSet) => PacketSet;

/** A chain of a table as all packets see it, whoever wrote it. */
export interface PacketChain {
  readonly name: string;
  readonly length: number;
  /** What ends it, of a hook's own. */
  readonly policy?: 'ACCEPT' | 'DROP' | undefined;
  /** Parts of a rule in their order. */
  readonly steps: (index: number, space: Space, simplify: Simplify) => readonly RuleStage[];
  /** Chains that a rule may lead to. */
  readonly leadsTo: (index: number) => readonly string[];
  /** Does a part of a rule do more to packets than tell which of them the next part is asked of? */
  readonly acts: (index: number, part: number) => boolean;
  /** Does the rule hold for some packets alone? */
  readonly asks: (index: number) => boolean;
  /** May the rule set the mark of a packet that goes on? */
  readonly marks: (index: number) => boolean;
  /** The rule in words that say all of it but the state of the host that it asks for; absent: no words do. */
  readonly says?: (index: number) => string | undefined;
  /** The rule as people see it. */
  readonly text: (index: number) => string;
}

/** Chains by name; going through all of them is dear where there are many. */
type PacketChains = Pick<ReadonlyMap<string, PacketChain>, 'get' | 'has'> & {
  readonly values: () => Iterable<PacketChain>;
};

/** A table as all packets see it. */
export interface PacketTable {
  readonly name: AnyTableName;
  readonly chains: PacketChains;
  /** The chains it was made of, where nothing else decides what one says: the same object is the same chain. */
  readonly source?: ReadonlyMap<string, object>;
  /** May one rule lead to several chains? */
  readonly forks: boolean;
}

/** The chain that a verdict leads to. */
export function calledChain(verdict: Verdict): string | undefined {
  return verdict.kind === 'JUMP' || verdict.kind === 'GOTO' ? verdict.chain : undefined;
}

/** Counts the rules of a table. */
export function sumRules({ chains }: PacketTable): number {
  let sum = 0;
  for (const { length } of chains.values()) sum += length;
  return sum;
}
