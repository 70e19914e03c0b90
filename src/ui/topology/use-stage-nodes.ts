import { useReactFlow, useStoreApi, type NodeChange, type OnNodeDrag } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { cardAt, stageNodes, type StageNode } from './stage-nodes.model';
import type { Hands } from './use-stage-edits';
import type { StagePicture } from './use-stage';

interface Options {
  readonly hands: Hands;
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
    const over = target(pointOf(event));
    setDragged({ id: node.id, position: node.position });
    setDropOn(node.type === 'pod' && over !== node.data.node ? over : undefined);
  };
  const onNodeDragStop: OnNodeDrag<StageNode> = (event, node) => {
    const over = target(pointOf(event));
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
function pointOf(event: MouseEvent | TouchEvent | React.MouseEvent | React.TouchEvent): PointLike {
  if ('clientX' in event) return event;
  return event.changedTouches[0] ?? { clientX: 0, clientY: 0 };
}

/** What a screen reader calls each box. */
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
