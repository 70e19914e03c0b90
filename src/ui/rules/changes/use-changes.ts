import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Document } from '../../../core/document/document';
import { useActions, useBench } from '../../../store/hooks';
import { rulesKey } from '../../../store/selectors';
import type { RulesView } from '../../../engine/protocol';
import type { Actions } from '../../../store/types';
import type { Changes } from '../../../engine/questions/changes';
import { isEditOf } from './is-edit.model';

/** What the last edit changed in a node's listing, as long as no other edit has. */
export interface LastChanges extends Changes {
  /** It came just now: its lines flash. */
  readonly fresh: boolean;
}

/** Lines flash for so long. Milliseconds. */
const FLASH = 2400;

interface Track {
  /** Of the listing. */
  readonly edition: number;
  readonly document: Document | undefined;
  readonly changes?: LastChanges | undefined;
}

const tracks = new Map<string, Track>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function put(key: string, track: Track): void {
  tracks.set(key, track);
  for (const listener of listeners) listener();
}

/** Takes note of a node's listing; when an edit has changed it, what changed is asked for. */
function note(view: RulesView, document: Document | undefined, ask: Actions['changes']): void {
  const key = rulesKey(view.netns, view.family);
  const known = tracks.get(key);
  const { edition } = view;
  if (known?.edition === edition) return;
  const edited = known?.document && document && isEditOf(known.document, document);
  put(key, { edition, document });
  if (!edited) return;
  void later(() => ask(view)).then((changes) => {
    if (!changes || tracks.get(key)?.edition !== edition) return;
    // An edit that changed nothing here leaves what the one before did.
    if (changes.groups.length === 0) return put(key, { edition, document, changes: known.changes });
    put(key, { edition, document, changes: { ...changes, fresh: true } });
    setTimeout(() => {
      const now = tracks.get(key);
      if (now?.changes && now.edition === edition) put(key, { ...now, changes: { ...now.changes, fresh: false } });
    }, FLASH);
  });
}

/** Once the frame that shows the listing is painted. */
async function later<T>(ask: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return ask();
}

/** What the last edit changed in this listing; undefined: nothing, or it is not known yet. */
export function useChanges(view: RulesView | undefined): LastChanges | undefined {
  const document = useBench((state) => state.run.shownDocument);
  const { changes } = useActions();
  useEffect(() => {
    if (view) note(view, document, changes);
  }, [view, document, changes]);
  const track = useSyncExternalStore(subscribe, () => view && tracks.get(rulesKey(view.netns, view.family)));
  return track?.edition === view?.edition ? track?.changes : undefined;
}

/** The changed lines, to be asked one by one. */
export function useChangedLines(changes: Changes | undefined): ReadonlySet<number> {
  return useMemo(() => new Set(changes?.lines), [changes]);
}
