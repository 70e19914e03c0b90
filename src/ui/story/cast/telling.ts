/** So many of those that are chosen among have room in a lens. */
export const MOST_LISTED = 3;

/** Rungs of a ladder are closer where there are more of them: one that said no is not put away for one more Pod. */
export const MOST_RUNGS = 6;

/** Of many, `most` that tell: the first, the chosen and those beside it, the last; in their order. */
export function mostTelling<T>(items: readonly T[], isChosen: (item: T) => boolean, most: number): readonly T[] {
  if (items.length <= most) return items;
  const at = Math.max(0, items.findIndex(isChosen));
  const wanted = [at, 0, items.length - 1, at - 1, at + 1, ...items.keys()];
  const kept = new Set(wanted.filter((index) => index >= 0 && index < items.length).slice(0, 3 * most));
  const chosen = new Set([...kept].slice(0, most));
  return items.filter((_, index) => chosen.has(index));
}
