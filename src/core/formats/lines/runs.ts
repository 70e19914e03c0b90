import type { Lines } from './text-lines';

/** The parts of some runs that others hold too; both ascend. */
export function intersect(runs: readonly Lines[], others: readonly Lines[]): Lines[] {
  const found: Lines[] = [];
  let at = 0;
  for (const { from, to } of runs) {
    while (at < others.length && (others[at]?.to ?? 0) < from) at++;
    for (let i = at; i < others.length; i++) {
      const other = others[i];
      if (!other || other.from > to) break;
      found.push({ from: Math.max(from, other.from), to: Math.min(to, other.to) });
    }
  }
  return found;
}

/** Runs without what was taken of them; both ascend. */
export function subtract(runs: readonly Lines[], taken: readonly Lines[]): Lines[] {
  const left: Lines[] = [];
  let at = 0;
  for (const { from, to } of runs) {
    let next = from;
    while (at < taken.length && (taken[at]?.to ?? 0) < from) at++;
    for (let i = at; i < taken.length; i++) {
      const own = taken[i];
      if (!own || own.from > to) break;
      if (own.from > next) left.push({ from: next, to: own.from - 1 });
      next = own.to + 1;
    }
    if (next <= to) left.push({ from: next, to });
  }
  return left;
}

/** All lines of two lists of runs that share none; both ascend. */
export function merge(runs: readonly Lines[], others: readonly Lines[]): Lines[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...runs, ...others].toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && last.to === from - 1) last.to = to;
    else merged.push({ from, to });
  }
  return merged;
}
