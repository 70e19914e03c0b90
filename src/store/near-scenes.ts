import type { Locale } from '../content/phrases';

/** So many are offered. */
const MOST = 3;
/** Letters of a name that are looked at: no scene has a longer one. */
const LONGEST = 40;

/** How many letters are put in, left out or changed from one word to another (Levenshtein). */
export function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const letter = one[at];
    const next = [at + 1];
    for (let to = 0; to < other.length; to++)
      next.push(Math.min((next[to] ?? 0) + 1, (row[to + 1] ?? 0) + 1, (row[to] ?? 0) + (other[to] === letter ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The scenes whose ids are nearest to what was typed, with the links that open them: `Why this Pod? (#s=why-this-pod)`. */
export async function nearScenes(typed: string, locale: Locale): Promise<string> {
  const { SCENES, TIME_SCENES } = await import('../content/scenes');
  const wanted = typed.slice(0, LONGEST).toLowerCase();
  return [...SCENES, ...TIME_SCENES]
    .map(({ id, title }) => ({ id, title: title[locale], apart: lettersApart(wanted, id) }))
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, MOST)
    .map(({ id, title }) => `${title} (#s=${id})`)
    .join(', ');
}
