import type { Connection, Edge, IsValidConnection } from '@xyflow/react';
import { useCallback, useMemo } from 'react';
import type { FlowSource } from '../../core/document/document';
import { useActions, useBenchStore } from '../../store/hooks';
import { withFlow, type Goal } from './flows.model';
import type { Change } from './many.model';
import { goalOf, selectionOf, sourceOf, stageNodes, type StageNode } from './stage-nodes.model';
import type { StagePicture } from './use-stage';

export interface StageEdits {
  /** Moves Pods to a node, as one edit. */
  readonly moveTo: (pods: readonly StageNode[], node: string) => void;
  /** Makes the flow (unless it is there) and sends it. */
  readonly sendFlow: (from: FlowSource, goal: Goal) => void;
  readonly onConnect: (connection: Connection) => void;
  readonly isValidConnection: IsValidConnection;
  /** Turns a Pod's readiness over. */
  readonly turnReady: (node: StageNode) => void;
  /** Kills or removes a box, as far as it can be. */
  readonly remove: (node: StageNode) => void;
  /** Selects a box, if there is one. */
  readonly pick: (node: StageNode | undefined) => void;
  /** The box of that id on the stage. */
  readonly find: (id: string | null | undefined) => StageNode | undefined;
}

/** What can be done to the document on the stage itself. Every one is one undo step. */
export function useStageEdits({ stage, layout }: StagePicture): StageEdits {
  const { edit, send, select } = useActions();
  const bench = useBenchStore();
  const byId = useMemo(
    () => new Map(stageNodes(stage, layout, undefined).map((node) => [node.id, node])),
    [stage, layout],
  );
  const find = useCallback((id: string | null | undefined) => byId.get(id ?? ''), [byId]);
  const sendFlow = useCallback(
    (from: FlowSource, goal: Goal): void => {
      const { present } = bench.getState().document;
      const made = withFlow(present, from, goal);
      edit(() => made.document);
      send(made.id);
    },
    [bench, edit, send],
  );
  const onConnect = useCallback(
    ({ source, target }: Connection | Edge): void => {
      const [from, goal] = [sourceOf(find(source), stage), goalOf(find(target))];
      if (from && goal) sendFlow(from, goal);
    },
    [find, sendFlow, stage],
  );
  // Loaded when first needed: the first picture needs no edit.
  const change = (make: (many: typeof import('./many.model')) => Change): void => {
    if (stage.subject === 'cluster') void import('./many.model').then((many) => edit(make(many)));
  };
  return {
    moveTo: (nodes, to) => change(({ moveAll }) => moveAll(nodes, to)),
    sendFlow,
    onConnect,
    isValidConnection: ({ source, target }) =>
      source !== target && sourceOf(find(source), stage) !== undefined && goalOf(find(target)) !== undefined,
    turnReady: (node) => {
      const ready = node.type === 'pod' && node.data.pod.readiness === 'ready';
      change(({ onAll }) => onAll(ready ? 'notReady' : 'ready', [node]));
    },
    remove: (node) => change(({ onAll }) => onAll(node.type === 'pod' ? 'kill' : 'remove', [node])),
    pick: (node) => node && select(selectionOf(node)),
    find,
  };
}

/** The id of the stage's box an event happened in. */
export function nodeIdOf(target: EventTarget | null): string | null | undefined {
  return target instanceof Element ? target.closest('.react-flow__node')?.getAttribute('data-id') : undefined;
}
