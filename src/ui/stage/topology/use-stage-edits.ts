import type { Connection, Edge, IsValidConnection, NodeChange } from '@xyflow/react';
import { useCallback, useMemo, useEffect, useState } from 'react';
import type { FlowSource } from '../../../core/document/document';
import { useActions, useBenchStore } from '../../../store/hooks';
import { withFlow, type PacketDestination } from './flows.model';
import type { ObjectsChange } from './many.model';
import { findPacketDestination, findSelection, flowSource, stageNodes, type StageNode } from './stage-nodes.model';
import type { StagePicture } from './use-stage';

export interface StageEdits {
  /** Moves Pods to a node, as one edit. */
  readonly moveTo: (pods: readonly StageNode[], node: string) => void;
  /** Makes the flow (unless it is there) and sends it. */
  readonly sendFlow: (from: FlowSource, goal: PacketDestination) => void;
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

/** Edits of the document by hand on the stage. Every one is one undo step. */
export function useStageEdits({ stage, layout }: StagePicture): StageEdits {
  const { edit, send, select } = useActions();
  const bench = useBenchStore();
  const byId = useMemo(
    () => new Map(stageNodes(stage, layout, undefined).map((node) => [node.id, node])),
    [stage, layout],
  );
  const find = useCallback((id: string | null | undefined) => byId.get(id ?? ''), [byId]);
  const sendFlow = useCallback(
    (from: FlowSource, goal: PacketDestination): void => {
      const { present } = bench.getState().document;
      const made = withFlow(present, from, goal);
      edit(() => made.document);
      send(made.id);
    },
    [bench, edit, send],
  );
  const onConnect = useCallback(
    ({ source, target }: Connection | Edge): void => {
      const [from, goal] = [flowSource(find(source), stage), findPacketDestination(find(target))];
      if (from && goal) sendFlow(from, goal);
    },
    [find, sendFlow, stage],
  );
  // Loaded when first needed: the first picture needs no edit.
  const change = (make: (many: typeof import('./many.model')) => ObjectsChange): void => {
    if (stage.subject === 'cluster') void import('./many.model').then((many) => edit(make(many)));
  };
  return {
    moveTo: (nodes, to) => change(({ moveAll }) => moveAll(nodes, to)),
    sendFlow,
    onConnect,
    isValidConnection: ({ source, target }) =>
      source !== target &&
      flowSource(find(source), stage) !== undefined &&
      findPacketDestination(find(target)) !== undefined,
    turnReady: (node) => {
      const ready = node.type === 'pod' && node.data.pod.readiness === 'ready';
      change(({ editAll }) => editAll(ready ? 'notReady' : 'ready', [node]));
    },
    remove: (node) => change(({ editAll }) => editAll(node.type === 'pod' ? 'kill' : 'remove', [node])),
    pick: (node) => node && select(findSelection(node)),
    find,
  };
}

/** The id of the stage's box an event happened in. */
export function findNodeId(target: EventTarget | null): string | null | undefined {
  return target instanceof Element ? target.closest('.react-flow__node')?.getAttribute('data-id') : undefined;
}

const NONE: ReadonlySet<string> = new Set();

/** What is held on the stage: several boxes selected, or a flow whose end is still to be chosen. */
export interface StageHistory {
  /** Ids of the boxes selected together; empty unless there are several, or one was picked by hand. */
  readonly picked: ReadonlySet<string>;
  readonly pickedNodes: readonly StageNode[];
  readonly pick: (node: StageNode) => void;
  readonly clear: () => void;
  /** Takes what xyflow's marquee selects. */
  readonly onMarquee: (changes: readonly NodeChange<StageNode>[]) => void;
  /** The box a flow begins at while its end is chosen. */
  readonly aiming: StageNode | undefined;
  readonly aim: (node: StageNode | undefined) => void;
  /** A box was clicked, tapped or entered: it ends a flow, joins the selection, or is selected alone. */
  readonly take: (node: StageNode, together: boolean) => void;
}

/** Several at a time, and flows from anything to anything. Nothing of this is in the document until it is done. */
export function useStageHistory({ stage }: StagePicture, { sendFlow, find }: StageEdits): StageHistory {
  const { select } = useActions();
  const [picked, setPicked] = useState(NONE);
  const [aiming, aim] = useState<StageNode>();
  const clear = useCallback(() => setPicked(NONE), []);
  const pick = useCallback((node: StageNode) => setPicked((old) => toggled(old, node.id)), []);
  // What was removed is no longer selected.
  const pickedNodes = useMemo(() => [...picked].flatMap((id) => find(id) ?? []), [picked, find]);
  const take = (node: StageNode, together: boolean): void => {
    const [from, goal] = [flowSource(aiming, stage), findPacketDestination(node)];
    if (aiming) {
      if (!from || !goal || node.id === aiming.id) return;
      sendFlow(from, goal);
      aim(undefined);
    } else if (together) pick(node);
    else {
      clear();
      select(findSelection(node));
    }
  };
  const onMarquee = (changes: readonly NodeChange<StageNode>[]): void => {
    const found = changes.flatMap((change) => (change.type === 'select' ? [change] : []));
    if (found.length > 0) setPicked((old) => withChanges(old, found));
  };
  useEscape(aiming !== undefined || picked.size > 0, () => {
    clear();
    aim(undefined);
  });
  return { picked, pickedNodes, pick, clear, onMarquee, aiming, aim, take };
}

function toggled(old: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(old);
  if (!next.delete(id)) next.add(id);
  return next;
}

function withChanges(
  old: ReadonlySet<string>,
  changes: readonly { readonly id: string; readonly selected: boolean }[],
): ReadonlySet<string> {
  const next = new Set(old);
  for (const { id, selected } of changes) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Escape lets go, wherever the focus is. */
function useEscape(on: boolean, letGo: () => void): void {
  useEffect(() => {
    if (!on) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) letGo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
