import type { AnyTableName } from '../../linux/hooks';
import type { IpFamily } from '../../net/ip';

/** A rule that is in one of two dumps only. */
export interface RuleEdit {
  readonly kind: 'added' | 'removed';
  /** 0-based, in the chain of the dump that has it. */
  readonly index: number;
  /** What follows `-A CHAIN `, as the kernel prints it. */
  readonly text: string;
  /** The same rule stands elsewhere in the other dump's chain: only its place changed. */
  readonly moved?: boolean;
}

export interface ChainDifference {
  readonly family: IpFamily;
  readonly table: AnyTableName;
  /** The name in the later dump; of a removed chain, in the earlier one. */
  readonly chain: string;
  /** `renamed`: the same rules under another hash; `previous` is the earlier name. */
  readonly kind: 'added' | 'removed' | 'renamed' | 'changed';
  readonly previous?: string;
  readonly policy?: { readonly before: string; readonly after: string };
  readonly edits: readonly RuleEdit[];
  /** The program that owns the chain, if its name tells. */
  readonly owner?: string;
}

export interface SetDifference {
  readonly set: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The set was made otherwise: `hash:ip family inet …`. */
  readonly made?: { readonly before: string; readonly after: string };
}

/** What of two dumps differs. Counters, the order of chains, and orders kube-proxy leaves to chance are no difference. */
export interface RulesetDifference {
  readonly chains: readonly ChainDifference[];
  readonly sets: readonly SetDifference[];
}
