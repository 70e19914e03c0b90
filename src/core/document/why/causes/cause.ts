import type { Phrase } from '../../../lib/phrase';
import type { RuleRef } from '../../../linux/xtables/types';
import type { IpFamily } from '../../../net/ip';
import type { Concern, WalkedFlow } from '../candidate';

/** Why a flow ends as it does, in objects, settings and rules: read off the document and the walk, never guessed. */
export interface Cause {
  readonly says: Phrase;
  readonly about?: Concern;
  /** The rule it is told by. */
  readonly rule?: { readonly netns: string; readonly family: IpFamily; readonly ref: RuleRef };
}

/** One kind of cause; none: it is not of that kind. */
export type FindCauses = (walked: WalkedFlow) => readonly Cause[];
