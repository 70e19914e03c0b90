import { createContext, use } from 'react';
import type { RuleRef } from '../../core/linux/xtables/types';
import type { IpFamily } from '../../core/net/ip';
import { useActions, useBench } from '../../store/hooks';
import type { FlatStep } from '../../store/selectors';
import { lineOfRule, ruleLine, sameRule, type ChainIndex } from './rules-view.model';
import { readRuleOf, type RuleText } from './rule-text.model';
import type { AddressNames } from './names.model';

/** What every row of the datapath needs: whose rules these are. */
export interface DatapathScope {
  readonly node: string;
  readonly family: IpFamily;
  readonly index: ChainIndex | undefined;
  readonly names: AddressNames;
  /** The whole step under the playhead. */
  readonly now: number;
  /** The step whose row is in the tab order: that one, or the first of the hop when the packet is elsewhere. */
  readonly tabStop: number;
  /** Lines of the dump that the last edit added. */
  readonly changed: ReadonlySet<number>;
  /** It came just now. */
  readonly fresh: boolean;
}

export const DatapathContext = createContext<DatapathScope>({
  node: '',
  family: 'ipv4',
  index: undefined,
  names: new Map(),
  now: 0,
  tabStop: 0,
  changed: new Set(),
  fresh: false,
});

/** The scope of the datapath a component stands in. */
export function useScope(): DatapathScope {
  return use(DatapathContext);
}

/** The text of a rule of this node, cut into parts; undefined until the rules are there. */
export function useRuleText(ref: RuleRef): RuleText | undefined {
  const { index } = useScope();
  const line = index && ruleLine(index, ref);
  return line === undefined ? undefined : readRuleOf(ref.table, line);
}

/** Was this rule added by the last edit, and just now? */
export function useChangeOf(ref: RuleRef): 'fresh' | 'changed' | undefined {
  const { index, changed, fresh } = useScope();
  const line = changed.size > 0 && index ? lineOfRule(index, ref) : undefined;
  if (line === undefined || !changed.has(line)) return undefined;
  return fresh ? 'fresh' : 'changed';
}

/** Is this rule the selected one? */
export function useIsSelected(ref: RuleRef): boolean {
  const { node, family } = useScope();
  return useBench(({ view: { ruleSelection } }) =>
    Boolean(
      ruleSelection &&
      ruleSelection.netns === node &&
      ruleSelection.family === family &&
      sameRule(ruleSelection.ref, ref),
    ),
  );
}

/** Picks a rule of this node; a step moves the playhead with it. Picking the selected rule again lets it go. */
export function usePick(): (ref: RuleRef, step: FlatStep | undefined, selected: boolean) => void {
  const { node, family } = useScope();
  const { selectRule, setPlayhead, pause } = useActions();
  return (ref, step, selected) => {
    selectRule(selected ? undefined : { netns: node, family, ref });
    if (!step) return;
    pause();
    setPlayhead(step.index);
  };
}

/** Moves the playhead to a step and stops there. */
export function useGoTo(): (step: FlatStep) => void {
  const { setPlayhead, pause } = useActions();
  return (step) => {
    pause();
    setPlayhead(step.index);
  };
}
