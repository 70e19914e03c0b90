import { useMemo, useState, useEffect } from 'react';
import type { Document } from '../../core/document/document';
import { useBench, useActions } from '../../store/hooks';
import { flattenedSteps } from '../../store/selectors';
import type { RunState } from '../../store/types';
import type { Bench, RunResult, RulesSummary, RulesView } from '../../engine/protocol';
import { momentAt, type Moment, oddsByNetns, type Odds } from './moment.model';
import { focusOf, shownFamily } from './focus.model';
import { layoutStage, type Slots, type StageLayout } from './layout.model';
import type { StageModel } from './stage-types';
import { stageOf } from './topology.model';
import type { IpFamily } from '../../core/net/ip';

const NONE: readonly RulesSummary[] = [];

/** What is known of rules the bench says nothing of: those the walk came by, and those that were fetched. */
function useWritten(bench: Bench, result: RunResult | undefined, views: RunState['rules']): readonly RulesSummary[] {
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
function useRulesOfCards({ nodes }: StageModel, family: IpFamily): void {
  const { loadRules } = useActions();
  useEffect(() => {
    for (const { id, rules } of nodes) if (rules === undefined) void loadRules(id, family);
  }, [nodes, family, loadRules]);
}

/** What is shown of the document; a frame behind the rules where nothing moved. */
export interface Shown {
  readonly document: Document;
  readonly bench: Bench;
  readonly result: RunResult | undefined;
  readonly rules: RunState['rules'];
}

export interface StagePicture {
  readonly stage: StageModel;
  readonly layout: StageLayout;
  readonly odds: Odds;
}

/** Lays stages out one after the other; Pods keep their slots from one to the next. */
function createLayouter(): (stage: StageModel) => StageLayout {
  let slots: Slots | undefined;
  return (stage) => {
    const layout = layoutStage(stage, slots);
    slots = layout.slots;
    return layout;
  };
}

/** What the stage draws of the shown document and bench; the same object as long as neither changes. */
export function useStagePicture({ document, bench, result, rules }: Shown): StagePicture {
  const selection = useBench(({ view }) => view.selection);
  const [layouter] = useState(createLayouter);
  const family = shownFamily(result, bench);
  // A selection changes what is drawn only where Pods are counted: the key keeps the rest still.
  const wanted = useMemo(() => [...focusOf(result, selection, bench)].join('\n'), [result, selection, bench]);
  const written = useWritten(bench, result, rules);
  const stage = useMemo(
    () => stageOf(document, bench, { family, focus: new Set(wanted.split('\n')), written }),
    [document, bench, family, wanted, written],
  );
  useRulesOfCards(stage, family);
  const layout = useMemo(() => layouter(stage), [layouter, stage]);
  const odds = useMemo(() => oddsByNetns(result), [result]);
  return useMemo(() => ({ stage, layout, odds }), [stage, layout, odds]);
}

/** What the stage shows at the whole step under the playhead; another object once a step, not once a frame. */
export function useMomentNow(result: RunResult | undefined): Moment {
  const steps = flattenedSteps(result);
  const index = useBench(({ view }) => Math.floor(view.playhead + 1e-6));
  return useMemo(() => momentAt(steps, Math.min(index, steps.length - 1)), [steps, index]);
}
