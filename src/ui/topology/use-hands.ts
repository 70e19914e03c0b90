import type { NodeChange } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useActions } from '../../store/hooks';
import { goalOf, selectionOf, sourceOf, type StageNode } from './stage-nodes.model';
import type { StageEdits } from './use-stage-edits';
import type { StagePicture } from './use-stage';

const NONE: ReadonlySet<string> = new Set();

/** What is held on the stage: several boxes selected, or a flow whose end is still to be chosen. */
export interface Hands {
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
export function useHands({ stage }: StagePicture, { sendFlow, find }: StageEdits): Hands {
  const { select } = useActions();
  const [picked, setPicked] = useState(NONE);
  const [aiming, aim] = useState<StageNode>();
  const clear = useCallback(() => setPicked(NONE), []);
  const pick = useCallback((node: StageNode) => setPicked((old) => toggled(old, node.id)), []);
  // What was removed is no longer selected.
  const pickedNodes = useMemo(() => [...picked].flatMap((id) => find(id) ?? []), [picked, find]);
  const take = (node: StageNode, together: boolean): void => {
    const [from, goal] = [sourceOf(aiming, stage), goalOf(node)];
    if (aiming) {
      if (!from || !goal || node.id === aiming.id) return;
      sendFlow(from, goal);
      aim(undefined);
    } else if (together) pick(node);
    else {
      clear();
      select(selectionOf(node));
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
