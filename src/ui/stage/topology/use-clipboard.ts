import { useEffect, useState, useEffectEvent } from 'react';
import { useActions, useBenchStore } from '../../../store/hooks';
import { type StageNode } from './stage-nodes.model';

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
