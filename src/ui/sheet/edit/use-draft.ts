import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useActions, useBenchStore } from '../../../store/hooks';
import { fitSheets } from '../../../store/sheet-room';
import type { OwnSheet } from '../../../store/scene-state';
import { latinKey } from '../../shell/bench/shortcuts.model';
import { changed, keepEdited, openEdited, redo, undo, type Edited, type EditHistory } from './draft.model';

/** What is typed is kept and told anew once nothing came for so long, ms. */
const TYPED_MS = 350;

/** Changes a Sheet: `field`: where something is written, letters of which are one change. */
export type ChangeDraft = (change: (before: Edited) => Edited, field?: string) => void;

/** A Sheet while it is edited: kept as it changes, and undone. `full`: it is more than the browser keeps. Undefined: it cannot be read. */
export function useDraft(sheet: OwnSheet) {
  const store = useBenchStore();
  const { setSheets } = useActions();
  const [history, setHistory] = useState<EditHistory | undefined>(() => {
    const now = openEdited(sheet);
    return now && { past: [], now, undone: [], field: undefined };
  });
  const [full, setFull] = useState(false);
  const now = history?.now;
  const keep = useEffectEvent((): void => {
    if (!now) return;
    const { sheets } = store.getState().view;
    const kept = keepEdited(sheet.id, now);
    const before = sheets.find(({ id }) => id === sheet.id);
    if (!before || (before.text === kept.text && JSON.stringify(before.benches) === JSON.stringify(kept.benches)))
      return;
    const next = sheets.map((each) => (each.id === sheet.id ? kept : each));
    setFull(!fitSheets(next));
    if (fitSheets(next)) setSheets(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(), TYPED_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- with each change anew
  }, [now]);
  useEffect(() => () => keep(), []);
  const change = useCallback<ChangeDraft>(
    (make, field) => setHistory((before) => before && changed(before, make(before.now), field)),
    [],
  );
  const step = useCallback((by: typeof undo) => setHistory((before) => before && by(before)), []);
  useUndoKeys(step);
  return history && { ...history, change, step, full };
}

/** Undo and redo by key; within a text they are the browser's until nothing of it is left. */
function useUndoKeys(step: (by: typeof undo) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const key = latinKey(event.key);
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    // The text of a Sheet has its own: what cannot be read yet is no change of the Sheet.
    if (event.target instanceof Element && event.target.closest('[data-text]')) return;
    event.preventDefault();
    event.stopPropagation();
    step(key === 'y' || event.shiftKey ? redo : undo);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}
