import type { ChainEvent, Told } from '../chain-walk';
import type { NftTableName, Verdict } from '../hooks';
import type { RuleRef } from '../xtables/types';

export type NftRuleRef = RuleRef<NftTableName>;

/** One lookup in a set or map, in the words of a trace's rule step. */
export interface SetLookup {
  readonly set: string;
  readonly key: string;
  readonly element?: string;
  readonly size: number;
}

/** What a walk reports, in order; the fields of the trace's steps of the same kind. */
export type NftWalkEvent =
  | ({
      readonly kind: 'rule';
      readonly ref: NftRuleRef;
      readonly verdict: Verdict;
      readonly markBefore?: number;
      readonly lookup?: SetLookup;
    } & Told)
  | ChainEvent<NftTableName>;
