import type { XtRuleset } from '../../core/linux/xtables/types';
import type { IpFamily } from '../../core/net/ip';
import type { Engine } from '../engine';
import type { RulesView } from '../protocol';
import { besideOf } from '../rules-summary';

/** Which rules. */
export interface RulesAsked {
  readonly netns: string;
  readonly family: IpFamily;
}

const NO_RULES: XtRuleset = { tables: new Map() };

/** The rules of a namespace, printed anew only when they are others: a node may have half a million. */
export function rules({ session: { derived }, print }: Engine, { netns, family }: RulesAsked): RulesView {
  const ruleset = derived.network.netns.get(netns)?.xtables[family] ?? NO_RULES;
  const { nft, ipvs } = besideOf(derived, netns, family);
  return print(`${netns} ${family}`, netns, family, ruleset, nft.ruleset, nft.generated, ipvs);
}
