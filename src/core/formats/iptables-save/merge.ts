import type { ChainBuilder, Section } from './section';

/** Above this many comparisons two listings of one chain are not aligned; the later one is taken. */
const MOST_COMPARISONS = 4_000_000;

function textOf(text: string, chain: ChainBuilder, index: number): string {
  return text.slice(chain.starts[index], chain.ends[index]).trim();
}

/** Lengths of the longest common subsequence of two chains' tails, row by row. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const rows: Uint32Array[] = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = rows[i] as Uint32Array;
    const below = rows[i + 1] as Uint32Array;
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

/**
 * Joins two excerpts of the same chain: each shows some of its rules in order, so the shortest
 * sequence that has both in order. Rules of `b` that `a` has already are not doubled.
 */
function joinChains(text: string, a: ChainBuilder, b: ChainBuilder): ChainBuilder {
  const left = a.starts.map((_start, index) => textOf(text, a, index));
  const right = b.starts.map((_start, index) => textOf(text, b, index));
  const joined: ChainBuilder = {
    ...a,
    ...(b.policy ? { policy: b.policy } : {}),
    declared: a.declared || b.declared,
    starts: [],
    ends: [],
    lines: [],
  };
  const take = (from: ChainBuilder, index: number): void => {
    joined.starts.push(from.starts[index] ?? 0);
    joined.ends.push(from.ends[index] ?? 0);
    joined.lines.push(from.lines[index] ?? 0);
  };
  const common = commonLengths(left, right);
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      take(a, i++);
      j++;
    } else if (j >= right.length || (i < left.length && lead(common, i + 1, j) >= lead(common, i, j + 1))) take(a, i++);
    else take(b, j++);
  }
  return joined;
}

function lead(common: readonly Uint32Array[], i: number, j: number): number {
  return common[i]?.[j] ?? 0;
}

/** Does a section show a whole table rather than some lines of it? */
function isWhole(section: Section): boolean {
  return section.kind === 'block' || [...section.chains.values()].some((chain) => chain.policy);
}

/** What became of two sections of one table: `kept`: the later says nothing new, or is not of the same state. */
export interface Merged {
  readonly section: Section;
  readonly how: 'joined' | 'replaced' | 'kept' | 'contained';
}

function isContained(text: string, whole: Section, part: Section): boolean {
  for (const [name, chain] of part.chains) {
    const known = whole.chains.get(name);
    if (!known) return false;
    let at = 0;
    for (let i = 0; i < chain.starts.length; i++) {
      const wanted = textOf(text, chain, i);
      while (at < known.starts.length && textOf(text, known, at) !== wanted) at++;
      if (at++ >= known.starts.length) return false;
    }
  }
  return true;
}

/**
 * Two sections of the same table and family. A whole later one replaces the earlier, as
 * iptables-restore would. Beside a whole earlier one, commands and excerpts of some other time are
 * left aside. Excerpts are joined chain by chain.
 */
export function mergeSections(text: string, earlier: Section, later: Section): Merged {
  if (isWhole(later)) return { section: later, how: 'replaced' };
  if (isWhole(earlier) && earlier.group !== later.group) {
    return { section: earlier, how: isContained(text, earlier, later) ? 'contained' : 'kept' };
  }
  const chains = new Map(earlier.chains);
  for (const [name, chain] of later.chains) {
    const known = chains.get(name);
    if (!known || known.starts.length * chain.starts.length > MOST_COMPARISONS) chains.set(name, chain);
    else chains.set(name, joinChains(text, known, chain));
  }
  return { section: { ...earlier, chains }, how: 'joined' };
}
