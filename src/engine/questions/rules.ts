import type { XtRuleset } from '../../core/linux/xtables/types';
import type { IpFamily } from '../../core/net/ip';
import type { Engine } from '../engine';
import type { RulesView } from '../protocol';
import { besideOf } from '../rules-summary';
import { rulesView, type Printed } from '../rules-text';

/** Which rules. */
export interface RulesAsked {
  readonly netns: string;
  readonly family: IpFamily;
}

const NO_RULES: XtRuleset = { tables: new Map() };

/** The rules of a namespace, printed anew only when they are others: a node may have half a million. */
export function rules(engine: Engine, { netns, family }: RulesAsked): RulesView {
  const { session, printed, memo } = engine;
  const ruleset = session.derived.network.netns.get(netns)?.xtables[family] ?? NO_RULES;
  const now: Printed = { netns, family, ruleset, beside: besideOf(session.derived, netns, family) };
  const key = `${netns} ${family}`;
  const last = printed.get(key);
  if (last && isSame(last, now)) return last.view;
  const view = { ...rulesView(now, memo), edition: (last?.view.edition ?? 0) + 1 };
  const before = last && { netns, family, ruleset: last.ruleset, ...(last.beside ? { beside: last.beside } : {}) };
  printed.set(key, { ...now, view, ...(before ? { before } : {}) });
  return view;
}

/** By what decides their text. */
function isSame(a: Printed, b: Printed): boolean {
  const [nft, other] = [a.beside?.nft, b.beside?.nft];
  const isSameNft = nft?.ruleset === other?.ruleset && nft?.generated === other?.generated;
  return a.ruleset === b.ruleset && isSameNft && a.beside?.ipvs === b.beside?.ipvs;
}
