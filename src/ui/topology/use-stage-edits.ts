import type { Connection, Edge, IsValidConnection, NodeChange } from '@xyflow/react';
import { useCallback, useMemo, useEffect, useState, useEffectEvent } from 'react';
import type { FlowSource } from '../../core/document/document';
import { useActions, useBenchStore } from '../../store/hooks';
import { withFlow, type Goal } from './flows.model';
import type { ObjectsChange } from './many.model';
import { findGoal, findSelection, flowSource, stageNodes, type StageNode } from './stage-nodes.model';
import type { StagePicture } from './use-stage';

/** What became of the last copy or paste. */
export type ClipboardNews =
  | { readonly kind: 'copied' | 'pasted'; readonly count: number }
  | { readonly kind: 'noCopy' | 'noPaste' };

export interface Clipboard {
  readonly news: ClipboardNews | undefined;
  readonly copy: (nodes: readonly StageNode[]) => void;
  readonly paste: () => void;
}

/** A longer text goes the way of every paste: it is a dump, or a whole cluster. */
const LONGEST = 200_000;
const OBJECT = /(^|\n|[{,])\s*(- )?"?kind"?\s*:\s*"?[A-Z]/;

/**
 * Copies objects of the stage as YAML and adds those that are pasted while it has the focus. Everything else that is
 * pasted (rules, dumps) goes the page's own way.
 */
export function useClipboard(pane: HTMLElement | null, chosen: () => readonly StageNode[]): Clipboard {
  const { edit } = useActions();
  const bench = useBenchStore();
  const [news, setNews] = useState<ClipboardNews>();
  const copy = (nodes: readonly StageNode[]): void => {
    void put(nodes)
      .then((count) => setNews({ kind: 'copied', count }))
      .catch(() => setNews({ kind: 'noCopy' }));
  };
  const put = async (nodes: readonly StageNode[]): Promise<number> => {
    const { copyObjects } = await import('./clipboard');
    return copyObjects(bench.getState(), nodes);
  };
  const add = async (text: string): Promise<void> => {
    const { addCopies, objectsOfYaml } = await import('./clipboard');
    const objects = objectsOfYaml(text);
    if (!objects) return setNews({ kind: 'noPaste' });
    edit((doc) => addCopies(doc, objects));
    setNews({ kind: 'pasted', count: objects.length });
  };
  const paste = (): void => {
    void navigator.clipboard
      .readText()
      .then(add)
      .catch(() => setNews({ kind: 'noPaste' }));
  };
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const nodes = chosen();
    if (!isHere(pane) || nodes.length === 0 || window.getSelection()?.toString()) return;
    event.preventDefault();
    copy(nodes);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const built = bench.getState().document.present.subject === 'cluster';
    if (!built || !isHere(pane) || text.length > LONGEST || !OBJECT.test(text)) return;
    event.preventDefault();
    void add(text);
  });
  useEffect(() => {
    const taken = (event: ClipboardEvent): void => onPaste(event);
    const given = (event: ClipboardEvent): void => onCopy(event);
    // Before the page's own listener: what is taken here is not taken again.
    window.addEventListener('paste', taken, true);
    window.addEventListener('copy', given);
    return () => {
      window.removeEventListener('paste', taken, true);
      window.removeEventListener('copy', given);
    };
  }, []);
  return { news, copy, paste };
}

/** Has the stage the focus? */
function isHere(pane: HTMLElement | null): boolean {
  return pane?.contains(document.activeElement) ?? false;
}

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
      const [from, goal] = [flowSource(find(source), stage), findGoal(find(target))];
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
      source !== target && flowSource(find(source), stage) !== undefined && findGoal(find(target)) !== undefined,
    turnReady: (node) => {
      const ready = node.type === 'pod' && node.data.pod.readiness === 'ready';
      change(({ onAll }) => onAll(ready ? 'notReady' : 'ready', [node]));
    },
    remove: (node) => change(({ onAll }) => onAll(node.type === 'pod' ? 'kill' : 'remove', [node])),
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
    const [from, goal] = [flowSource(aiming, stage), findGoal(node)];
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
