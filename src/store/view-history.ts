import type { BenchState } from './types';
import type { BenchStore } from './store';

/** Marks a place in the browser's history: the view that was seen there. */
const VIEW = 'rulewalk-view';
const COMPARED = ' compared';

/** `story`, `bench compared`. */
const nameView = ({ view: { depth, compare } }: Pick<BenchState, 'view'>): string =>
  `${depth}${compare.open ? COMPARED : ''}`;

function marked(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

/** The view of a name, as it was left. */
function goTo(bench: BenchStore, name: string): void {
  const depth = name.startsWith('story') ? 'story' : 'bench';
  bench.setState(({ view }) => ({
    view: { ...view, depth, opensWith: depth, compare: { ...view.compare, open: name.endsWith(COMPARED) } },
  }));
}

/**
 * From now on story, bench and comparison are places of the browser's history: its way back leads from one to the one before,
 * and not out of the page. What is on the bench is no part of them: that undo takes back.
 */
export function followViews(bench: BenchStore): void {
  let shown = nameView(bench.getState());
  history.replaceState({ ...marked(), [VIEW]: shown }, '');
  bench.subscribe((state) => {
    const next = nameView(state);
    if (next === shown) return;
    shown = next;
    // A place of no view is that of the window or the link which led here: who goes back has done with it.
    if (VIEW in marked()) history.pushState({ [VIEW]: next }, '');
    else history.replaceState({ [VIEW]: next }, '');
  });
  addEventListener('popstate', () => {
    const wanted = marked()[VIEW];
    if (typeof wanted !== 'string' || wanted === shown) return;
    shown = wanted;
    goTo(bench, wanted);
  });
}
