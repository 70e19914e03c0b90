import { useEffect, useMemo } from 'react';
import type { IpFamily } from '../../core/net/ip';
import { useActions } from '../../store/hooks';
import type { RunState } from '../../store/types';
import type { Bench, RulesSummary, RulesView, RunResult } from '../../engine/protocol';
import type { StageModel } from './stage-types';

const NONE: readonly RulesSummary[] = [];

/** What is known of rules the bench says nothing of: those the walk came by, and those that were fetched. */
export function useWritten(
  bench: Bench,
  result: RunResult | undefined,
  views: RunState['rules'],
): readonly RulesSummary[] {
  const walked = result?.rules ?? NONE;
  const open = useMemo(() => bench.rules.filter(({ chains }) => chains === undefined), [bench]);
  return useMemo(() => {
    const fetched = open.length === 0 ? [] : Object.values(views).filter((view) => !has(walked, view));
    return fetched.length === 0 ? walked : [...walked, ...fetched.map(summaryOf)];
  }, [open, views, walked]);
}

function has(rules: readonly RulesSummary[], { netns, family }: RulesView): boolean {
  return rules.some((each) => each.netns === netns && each.family === family);
}

function summaryOf({ netns, family, chains }: RulesView): RulesSummary {
  return { netns, family, chains, ruleCount: chains.reduce((count, { length }) => count + length, 0) };
}

/** Fetches the rules of nodes that are drawn whole and that no packet came by. */
export function useRulesOfCards({ nodes }: StageModel, family: IpFamily): void {
  const { loadRules } = useActions();
  useEffect(() => {
    for (const { id, rules } of nodes) if (rules === undefined) void loadRules(id, family);
  }, [nodes, family, loadRules]);
}
