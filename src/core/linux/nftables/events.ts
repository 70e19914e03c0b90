import type { Phrase } from '../../lib/phrase';
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
  | {
      readonly kind: 'rule';
      readonly ref: NftRuleRef;
      readonly verdict: Verdict;
      readonly markBefore?: number;
      readonly odds?: string;
      readonly assumed?: Phrase;
      readonly lookup?: SetLookup;
    }
  | {
      readonly kind: 'skip';
      readonly table: NftTableName;
      readonly chain: string;
      readonly from: number;
      readonly to: number;
      readonly odds?: string;
      readonly assumed?: Phrase;
    }
  | { readonly kind: 'return'; readonly table: NftTableName; readonly chain: string }
  | { readonly kind: 'policy'; readonly table: NftTableName; readonly chain: string; readonly verdict: Verdict };
