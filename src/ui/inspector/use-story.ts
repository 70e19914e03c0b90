import { useEffect, useMemo } from 'react';
import { useActions, useBench } from '../../store/hooks';
import { rulesKey, shownSteps } from '../../store/selectors';
import type { FlatStep } from '../../store/selectors';
import { indexChains, ruleLine, type ChainIndex } from '../rules/rules-view.model';
import { storyOf, type LegStory } from './why.model';

/** The dumps of every namespace the packet came by that has rules, as far as they have been fetched. */
function useIndexes(steps: readonly FlatStep[]): ReadonlyMap<string, ChainIndex> {
  const { loadRules } = useActions();
  const bench = useBench((state) => state.run.bench);
  const rules = useBench((state) => state.run.rules);
  const family = steps[0]?.data.packet.family ?? 'ipv4';
  const wanted = useMemo(() => {
    const walked = new Set(steps.map(({ netns }) => netns));
    return (bench?.rules ?? [])
      .filter((each) => walked.has(each.netns) && each.family === family)
      .map(({ netns }) => netns);
  }, [bench, steps, family]);
  useEffect(() => {
    for (const netns of wanted) void loadRules(netns, family);
  }, [wanted, family, loadRules]);
  return useMemo(() => {
    const views = wanted.flatMap((netns) => rules[rulesKey(netns, family)] ?? []);
    return new Map(views.map((view) => [view.netns, indexChains(view)]));
  }, [wanted, rules, family]);
}

/** Rules in front of the decider that are looked at for a mark test. */
const FAR_ENOUGH = 200;

function testsMark(indexes: ReadonlyMap<string, ChainIndex>, rule: FlatStep): boolean {
  const index = indexes.get(rule.netns);
  if (!index || rule.data.kind !== 'rule') return false;
  const { ref } = rule.data;
  for (let at = ref.index; at >= Math.max(0, ref.index - FAR_ENOUGH); at--) {
    if (/-m mark|meta mark/.test(ruleLine(index, { ...ref, index: at }) ?? '')) return true;
  }
  return false;
}

/** Why each packet of the shown trace ended as it did, and the dumps to print the rules from. */
export function useStory(): { readonly story: readonly LegStory[]; readonly indexes: ReadonlyMap<string, ChainIndex> } {
  const steps = useBench(shownSteps);
  const trace = useBench((state) => state.run.result?.trace);
  const indexes = useIndexes(steps);
  const story = useMemo(
    () => (trace ? storyOf(trace, steps, (rule) => testsMark(indexes, rule)) : []),
    [trace, steps, indexes],
  );
  return { story, indexes };
}
