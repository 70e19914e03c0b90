import type { Phrase } from '../../lib/phrase';
import type { TableName, Verdict } from '../hooks';
import type { RuleRef } from './types';

/** What a walk reports, in order; the fields of the trace's steps of the same kind. */
export type WalkEvent =
  | {
      readonly kind: 'rule';
      readonly ref: RuleRef;
      /** What the target said; CONTINUE without a target. */
      readonly verdict: Verdict;
      /** The packet's mark before the target changed it. */
      readonly markBefore?: number;
      /** A random match decided: the odds of this rule once reached, `"1/3"`. */
      readonly odds?: string;
      /** A part is not simulated and was assumed to match, or the target to take the packet. */
      readonly assumed?: Phrase;
    }
  | {
      readonly kind: 'skip';
      readonly table: TableName;
      readonly chain: string;
      /** 0-based, inclusive. */
      readonly from: number;
      readonly to: number;
      /** A random match said no: the odds of that, for the last such rule of the run. */
      readonly odds?: string;
      readonly assumed?: Phrase;
    }
  | { readonly kind: 'return'; readonly table: TableName; readonly chain: string }
  | { readonly kind: 'policy'; readonly table: TableName; readonly chain: string; readonly verdict: Verdict };
