/** Letters that have to change, come, go or swap places with the next to make one word of another. */
function distance(one: string, other: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Finds the word of a list that was meant by another, at most a third of its letters away; undefined: none is near. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  const [best] = known
    .map((each) => ({ each, far: distance(word, each) }))
    .toSorted((a, b) => a.far - b.far || (a.each < b.each ? -1 : 1));
  return best && best.far <= Math.max(1, Math.floor(best.each.length / 3)) ? best.each : undefined;
}
