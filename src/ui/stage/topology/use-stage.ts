import { useMemo, useState, useEffect, useCallback } from 'react';
import type { Document } from '../../../core/document/document';
import { useBench, useActions } from '../../../store/hooks';
import { flattenedSteps } from '../../../store/selectors';
import type { RunState } from '../../../store/run-state';
import type { Bench, RunResult, RulesSummary, RulesView } from '../../../engine/protocol';
import { momentAt, type StageMoment, oddsByNetns, type DrawnOdds } from './moment.model';
import { listFocus, shownFamily } from './flows.model';
import { layoutStage, type PodSlots, type StageLayout } from './layout.model';
import type { StageModel } from './stage-types';
import { makeStage } from './topology.model';
import type { IpFamily } from '../../../core/net/ip';
import { useReactFlow, useStoreApi, type NodeChange, type OnNodeDrag } from '@xyflow/react';
import { useTranslations } from 'use-intl';
import { cardAt, stageNodes, type StageNode } from './stage-nodes.model';
import type { StageHistory } from './use-stage-edits';

const NONE: readonly RulesSummary[] = [];

/** Summaries of rules that the bench says nothing of: those the walk came by, and those that were fetched. */
function useWritten(bench: Bench, result: RunResult | undefined, views: RunState['rules']): readonly RulesSummary[] {
  const walked = result?.rules ?? NONE;
  const open = useMemo(() => bench.rules.filter(({ chains }) => chains === undefined), [bench]);
  return useMemo(() => {
    const fetched = open.length === 0 ? [] : Object.values(views).filter((view) => !has(walked, view));
    return fetched.length === 0 ? walked : [...walked, ...fetched.map(makeSummary)];
  }, [open, views, walked]);
}

function has(rules: readonly RulesSummary[], { netns, family }: RulesView): boolean {
  return rules.some((each) => each.netns === netns && each.family === family);
}

function makeSummary({ netns, family, chains }: RulesView): RulesSummary {
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
export interface ShownStage {
  readonly document: Document;
  readonly bench: Bench;
  readonly result: RunResult | undefined;
  readonly rules: RunState['rules'];
}

export interface StagePicture {
  readonly stage: StageModel;
  readonly layout: StageLayout;
  readonly odds: DrawnOdds;
}

/** Lays stages out one after the other; Pods keep their slots from one to the next. */
function createLayouter(): (stage: StageModel) => StageLayout {
  let slots: PodSlots | undefined;
  return (stage) => {
    const layout = layoutStage(stage, slots);
    slots = layout.slots;
    return layout;
  };
}

/** The stage and its layout for the shown document and bench; the same object as long as neither changes. */
export function useStagePicture({ document, bench, result, rules }: ShownStage): StagePicture {
  const selection = useBench(({ view }) => view.selection);
  const [layouter] = useState(createLayouter);
  const family = shownFamily(result, bench);
  // A selection changes what is drawn only where Pods are counted: the key keeps the rest still.
  const wanted = useMemo(() => [...listFocus(result, selection, bench)].join('\n'), [result, selection, bench]);
  const written = useWritten(bench, result, rules);
  const stage = useMemo(
    () => makeStage(document, bench, { family, focus: new Set(wanted.split('\n')), written }),
    [document, bench, family, wanted, written],
  );
  useRulesOfCards(stage, family);
  const layout = useMemo(() => layouter(stage), [layouter, stage]);
  const odds = useMemo(() => oddsByNetns(result), [result]);
  return useMemo(() => ({ stage, layout, odds }), [stage, layout, odds]);
}

/** The state of the stage at the whole step under the playhead; another object once a step, not once a frame. */
export function useMomentNow(result: RunResult | undefined): StageMoment {
  const steps = flattenedSteps(result);
  const index = useBench(({ view }) => Math.floor(view.playhead + 1e-6));
  return useMemo(() => momentAt(steps, Math.min(index, steps.length - 1)), [steps, index]);
}

interface Options {
  readonly hands: StageHistory;
  /** Shows which node a dragged Pod would move to. */
  readonly setDropOn: (node: string | undefined) => void;
  readonly move: (pods: readonly StageNode[], node: string) => void;
}

/**
 * The nodes xyflow shows. Positions are the layout's; a dragged Pod is away from its place only
 * until it is let go: then the document is edited (or not) and everything is where it belongs.
 */
export function useStageNodes({ stage, layout }: StagePicture, { hands, setDropOn, move }: Options) {
  const { screenToFlowPosition } = useReactFlow();
  const flow = useStoreApi();
  const { select } = useActions();
  const selection = useBench(({ view }) => view.selection);
  const { picked, pickedNodes } = hands;
  const label = useAccessibleName();
  const built = useMemo(
    () => stageNodes(stage, layout, selection).map((node) => ({ ...node, ...label(node) })),
    [stage, layout, selection, label],
  );
  const [dragged, setDragged] = useState<Dragged>();
  const shown = useMemo(
    () => (picked.size === 0 ? built : built.map((node) => (picked.has(node.id) ? { ...node, selected: true } : node))),
    [built, picked],
  );
  const nodes = useMemo(
    () => (dragged ? shown.map((node) => (node.id === dragged.id ? { ...node, ...dragged } : node)) : shown),
    [shown, dragged],
  );

  const target = useCallback(
    (event: { readonly clientX: number; readonly clientY: number }): string | undefined =>
      cardAt(stage, layout, screenToFlowPosition({ x: event.clientX, y: event.clientY })),
    [stage, layout, screenToFlowPosition],
  );
  const onNodeDrag: OnNodeDrag<StageNode> = (event, node) => {
    const over = target(getPoint(event));
    setDragged({ id: node.id, position: node.position });
    setDropOn(node.type === 'pod' && over !== node.data.node ? over : undefined);
  };
  const onNodeDragStop: OnNodeDrag<StageNode> = (event, node) => {
    const over = target(getPoint(event));
    setDropOn(undefined);
    // One of several that are selected takes the others along.
    const moved = picked.has(node.id) ? pickedNodes : [node];
    if (node.type === 'pod' && over !== undefined && over !== node.data.node) move(moved, over);
    setDragged(undefined);
  };
  const handlers = {
    onNodeDrag,
    onNodeDragStop,
    onNodesChange: (changes: NodeChange<StageNode>[]) => flow.getState().userSelectionRect && hands.onMarquee(changes),
    onNodeClick: (event: React.MouseEvent, node: StageNode) => hands.take(node, isTogether(event)),
    onPaneClick: () => {
      select(undefined);
      hands.clear();
    },
  };
  return { nodes, handlers };
}

/** Adds to what is selected instead of replacing it. */
function isTogether({ shiftKey, ctrlKey, metaKey }: React.MouseEvent): boolean {
  return shiftKey || ctrlKey || metaKey;
}

interface Dragged {
  readonly id: string;
  readonly position: StageNode['position'];
}

interface PointLike {
  readonly clientX: number;
  readonly clientY: number;
}

/** The pointer of a mouse or touch event. */
function getPoint(event: MouseEvent | TouchEvent | React.MouseEvent | React.TouchEvent): PointLike {
  if ('clientX' in event) return event;
  return event.changedTouches[0] ?? { clientX: 0, clientY: 0 };
}

/** The name of each box for a screen reader. */
function useAccessibleName(): (node: StageNode) => { readonly ariaLabel?: string } {
  const t = useTranslations('topology');
  return useCallback(
    (node) => {
      const named = (ariaLabel: string): { ariaLabel: string } => ({ ariaLabel });
      if (node.type === 'pod') {
        const { pod } = node.data;
        return named(t('podName', { name: pod.name, address: pod.address, readiness: t(pod.readiness) }));
      }
      if (node.type === 'card')
        return named(t('nodeName', { name: node.data.card.name, address: node.data.card.address }));
      if (node.type === 'compact') {
        return named(t('nodeName', { name: node.data.node.name, address: node.data.node.address }));
      }
      if (node.type === 'service') {
        const { name, address, port } = node.data.chip;
        const place = port === 0 ? `${address}, ${t('untoldPort')}` : `${address}:${port}`;
        return named(t('serviceName', { name, address: place }));
      }
      if (node.type === 'outside') {
        return named(t('outsideName', { name: node.data.box.title, address: node.data.box.address }));
      }
      return {};
    },
    [t],
  );
}
