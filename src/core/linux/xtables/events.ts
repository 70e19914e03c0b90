import type { ChainEvent, Told } from '../chain-walk';
import type { TableName, Verdict } from '../hooks';
import type { RuleRef } from './types';

/**
 * What a walk reports, in order; the fields of the trace's steps of the same kind. A rule's odds are those of holding
 * once reached; assumed: a part that is not simulated held, or the target took the packet.
 */
export type WalkEvent =
  | ({
      readonly kind: 'rule';
      readonly ref: RuleRef;
      /** What the target said; CONTINUE without a target. */
      readonly verdict: Verdict;
      /** The packet's mark before the target changed it. */
      readonly markBefore?: number;
    } & Told)
  | ChainEvent<TableName>;
