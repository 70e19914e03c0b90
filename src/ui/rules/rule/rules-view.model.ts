import { once } from '../../../core/lib/memo';
import type { RuleRef } from '../../../core/linux/hooks';
import { indexOfChains, lineOfRule, type Chains } from '../../../engine/chain-index';
import type { Row, RulesView } from '../../../engine/protocol';

/** A listing with its chains by table, name and line. */
export interface ChainIndex extends Chains {
  readonly view: RulesView;
}

/** Prepares lookups; once for all views of the same chains. */
export const indexChains = once((view: RulesView, memo): ChainIndex => ({ view, ...indexOfChains(view.chains, memo) }));

/** A rule as it is listed; undefined when it is not, or its row is not there yet. */
export function findRow(index: ChainIndex, ref: RuleRef): Row | undefined {
  const line = lineOfRule(index, ref);
  return line === undefined ? undefined : index.view.rows[line];
}
