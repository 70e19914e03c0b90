import type { Connection, Edge, IsValidConnection } from '@xyflow/react';
import { useCallback, useMemo } from 'react';
import type { FlowSource } from '../../core/document/document';
import { removeNode } from '../../core/document/edits/nodes';
import { killPod } from '../../core/document/edits/pods';
import { removeService } from '../../core/document/edits/services';
import { useActions, useBenchStore } from '../../store/hooks';
import { withFlow, type Goal } from './flows.model';
import { moveAll } from './many.model';
import { goalOf, selectionOf, sourceOf, stageNodes, type StageNode } from './stage-nodes.model';
import type { StagePicture } from './use-stage';

export interface StageEdits {
  /** Moves Pods to a node, as one edit. */
  readonly moveTo: (pods: readonly StageNode[], node: string) => void;
  /** Makes the flow (unless it is there) and sends it. */
  readonly sendFlow: (from: FlowSource, goal: Goal) => void;
  readonly onConnect: (connection: Connection) => void;
  readonly isValidConnection: IsValidConnection;
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
  const remove = (node: StageNode): void => {
    if (stage.subject === 'pasted') return;
    if (node.type === 'pod') edit((doc) => killPod(doc, node.data.pod));
    if (node.type === 'service') edit((doc) => removeService(doc, node.data.chip));
    if (node.type === 'card') edit((doc) => removeNode(doc, node.data.card.name));
    if (node.type === 'compact') edit((doc) => removeNode(doc, node.data.node.name));
  };
  return {
    moveTo: (nodes, to) => edit(moveAll(nodes, to)),
    sendFlow,
    onConnect,
    isValidConnection: ({ source, target }) =>
      source !== target && sourceOf(find(source), stage) !== undefined && goalOf(find(target)) !== undefined,
    remove,
    pick: (node) => node && select(selectionOf(node)),
    find,
  };
}

/** The id of the stage's box an event happened in. */
export function nodeIdOf(target: EventTarget | null): string | null | undefined {
  return target instanceof Element ? target.closest('.react-flow__node')?.getAttribute('data-id') : undefined;
}
