import type { ViewState } from '../../store/types';

/** What the page remembers of the switch that shows pictures above the table. */
export const PICTURES = 'compare-pictures';

type Looked = Pick<ViewState, 'collapsed' | 'depth' | 'compare'>;

/** Are pictures shown above the table? Who comes from the story sees them, unless they were folded away. */
export function isPictured({ collapsed, depth }: Omit<Looked, 'compare'>): boolean {
  return !(collapsed[PICTURES] ?? depth !== 'story');
}

/** Is it told as the story is: pictures under the story's own header, and what they are worked with in its menus? */
export function isTold(view: Looked): boolean {
  return view.depth === 'story' && view.compare.tab === 'walk' && isPictured(view);
}
