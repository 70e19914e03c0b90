import type { Document } from '../core/document/document';
import type { BenchState, CompareState, SharedView, ViewState } from './types';

/** Before anything is compared. */
export const NOTHING_COMPARED: CompareState = {
  open: false,
  tab: 'walk',
  panes: undefined,
  probe: undefined,
  outcome: undefined,
  documents: {},
};

/** What another document brings: the comparison of its link; else none, but a comparison that is open stays open. */
export function comparedOf({ compare }: SharedView, old: CompareState): Pick<ViewState, 'compare' | 'compareTick'> {
  if (!compare) return { compare: { ...NOTHING_COMPARED, open: old.open }, compareTick: 0 };
  const { tick, ...rest } = compare;
  return { compare: rest, compareTick: tick };
}

/** Texts pasted into another document may be larger than what a link or the browser's storage takes. */
const LARGEST = 200_000;

function isSmall({ pasted }: Document): boolean {
  return pasted.texts.reduce((size, { text }) => size + text.length, 0) < LARGEST;
}

/** The comparison as a link or the autosave carries it, with the documents its panes use; nothing where there is none. */
export function sharedCompared({ view }: Pick<BenchState, 'view'>): Pick<SharedView, 'compare'> {
  const { compare, compareTick } = view;
  if (!compare.open && compare.panes === undefined) return {};
  const used = new Set(compare.panes?.map(({ document }) => document));
  const documents = Object.entries(compare.documents).filter(([key, each]) => used.has(key) && isSmall(each));
  return { compare: { ...compare, tick: compareTick, documents: Object.fromEntries(documents) } };
}
