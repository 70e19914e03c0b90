import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useActions } from '../../../store/hooks';
import { findSelection, type StageNode } from './stage-nodes.model';
import type { MenuPlace } from './StageMenu';
import type { Clipboard } from './use-clipboard';
import { type StageHistory, findNodeId, type StageEdits } from './use-stage-edits';
import { useClipboard } from './use-clipboard';
import { findValue, VALUES, type ValueAt, type ValueName } from './value-at.model';

/** A value being changed, and where. */
interface ValuePlace {
  readonly x: number;
  readonly y: number;
  readonly value: ValueAt;
}

/** What keys, right clicks and double clicks on the stage lead to. */
export interface Gestures {
  readonly menu: MenuPlace | undefined;
  readonly openMenu: (at: MenuPlace) => void;
  readonly closeMenu: () => void;
  readonly value: ValuePlace | undefined;
  readonly closeValue: () => void;
  readonly clipboard: Clipboard;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onContextMenu: (event: MouseEvent) => void;
    readonly onDoubleClick: (event: MouseEvent) => void;
  };
}

export function useGestures(pane: HTMLElement | null, edits: StageEdits, hands: StageHistory): Gestures {
  const { select, showLeft } = useActions();
  const [menu, openMenu] = useState<MenuPlace>();
  const [value, setValue] = useState<ValuePlace>();
  const chosen = (): readonly StageNode[] => {
    if (hands.picked.size > 0) return hands.pickedNodes;
    const focused = edits.find(findNodeId(document.activeElement));
    return focused ? [focused] : [];
  };
  const clipboard = useClipboard(pane, chosen);
  const onContextMenu = (event: MouseEvent): void => {
    const node = edits.find(findNodeId(event.target));
    event.preventDefault();
    const many = node !== undefined && hands.picked.size > 1 && hands.picked.has(node.id);
    if (!many) edits.pick(node);
    openMenu({ x: event.clientX, y: event.clientY, node, many });
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const node = edits.find(findNodeId(event.target));
    if (!node || hands.aiming) return;
    const name =
      event.target instanceof Element ? event.target.closest('[data-value]')?.getAttribute('data-value') : null;
    const found = node.type === 'service' && isValue(name) ? findValue(node.data.chip, name) : undefined;
    if (name === 'ready') edits.turnReady(node);
    else if (found) setValue({ x: event.clientX, y: event.clientY + 8, value: found });
    else {
      select(findSelection(node));
      showLeft('cluster');
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const node = edits.find(findNodeId(event.target));
    if (!node || event.defaultPrevented) return;
    const onBox = event.target instanceof HTMLElement && event.target.tagName !== 'BUTTON';
    if (event.key === 'Enter' && onBox) hands.take(node, event.shiftKey);
    else if (event.key === 'F2' && node.type === 'service') openValue(event.currentTarget, node);
    else if (event.key === 'Delete' || event.key === 'Backspace') edits.remove(node);
    else return;
    event.preventDefault();
  };
  const openValue = (stage: HTMLElement, node: Extract<StageNode, { type: 'service' }>): void => {
    const found = findValue(node.data.chip, 'port');
    const box = findBox(stage, node.id)?.getBoundingClientRect();
    if (found && box) setValue({ x: box.left, y: box.bottom + 4, value: found });
  };
  return {
    menu,
    openMenu,
    closeMenu: () => {
      openMenu(undefined);
      focusBox(pane, menu?.node);
    },
    value,
    closeValue: () => setValue(undefined),
    clipboard,
    handlers: { onKeyDown, onContextMenu, onDoubleClick },
  };
}

function isValue(name: string | null | undefined): name is ValueName {
  return VALUES.some((known) => known === name);
}

function findBox(stage: HTMLElement | null, id: string): HTMLElement | undefined {
  const boxes = [...(stage?.querySelectorAll<HTMLElement>('.react-flow__node') ?? [])];
  return boxes.find((box) => box.dataset['id'] === id);
}

/** The focus goes back to the box whose menu was closed. */
function focusBox(stage: HTMLElement | null, node: StageNode | undefined): void {
  if (node) requestAnimationFrame(() => findBox(stage, node.id)?.focus());
}
