import { parseRule, printRule } from '../../linux/xtables/rule-text';
import { copyRule, lengthOf, lineOf, ruleCount, ruleText, type ChainBuilder, type Section } from './section';

/** Above this many comparisons two listings of one chain are not aligned; the later one is taken. */
const MOST_COMPARISONS = 4_000_000;

function textOf(text: string, chain: ChainBuilder, index: number): string {
  return ruleText(text, chain, index).trim();
}

function textsOf(text: string, chain: ChainBuilder): string[] {
  return Array.from({ length: lengthOf(chain) }, (_none, index) => textOf(text, chain, index));
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
function joinChains(text: string, a: ChainBuilder, b: ChainBuilder, said: Repeated[]): ChainBuilder {
  const left = textsOf(text, a);
  const right = textsOf(text, b);
  const joined: ChainBuilder = {
    ...a,
    ...(b.policy ? { policy: b.policy } : {}),
    declared: a.declared || b.declared,
    rules: [],
  };
  const take = (from: ChainBuilder, index: number): void => copyRule(from, index, joined);
  const common = commonLengths(left, right);
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      said.push({ line: lineOf(b, j++), first: lineOf(a, i) });
      take(a, i++);
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

/** A rule that is on two lines of a text and stands once in the table. */
export interface Repeated {
  readonly line: number;
  readonly first: number;
}

/** What became of two sections of one table: `same`: the later says nothing new; `kept`: it is not of the same state. */
export interface Merged {
  readonly section: Section;
  readonly how: 'joined' | 'replaced' | 'kept' | 'contained' | 'same';
  /** The lines of rules that are in {@link section} already. */
  readonly repeated: readonly Repeated[];
  /** The lines of rules that are of another time. */
  readonly aside: readonly number[];
}

function linesOf(chains: Iterable<ChainBuilder>): number[] {
  return [...chains].flatMap((chain) =>
    Array.from({ length: lengthOf(chain) }, (_none, index) => lineOf(chain, index)),
  );
}

/** Where each rule of a part stands in the whole; undefined: it is not of the same state. */
function containedIn(text: string, whole: Section, part: Section): Repeated[] | undefined {
  const found: Repeated[] = [];
  for (const [name, chain] of part.chains) {
    const known = whole.chains.get(name);
    if (!known) return undefined;
    let at = 0;
    for (let i = 0; i < lengthOf(chain); i++) {
      const wanted = textOf(text, chain, i);
      while (at < lengthOf(known) && textOf(text, known, at) !== wanted) at++;
      if (at >= lengthOf(known)) return undefined;
      found.push({ line: lineOf(chain, i), first: lineOf(known, at++) });
    }
  }
  return found;
}

/** No more rules are compared as they are printed. */
const MOST_COMPARED = 20_000;

/** Are two states of a table the same rules, however they are written? */
function sameRules(text: string, earlier: Section, later: Section): boolean {
  if (ruleCount(earlier) !== ruleCount(later) || ruleCount(later) > MOST_COMPARED) return false;
  return [...later.chains].every(([name, chain]) => sameChain(text, earlier.chains.get(name), chain));
}

function sameChain(text: string, earlier: ChainBuilder | undefined, later: ChainBuilder): boolean {
  if (lengthOf(later) !== (earlier ? lengthOf(earlier) : 0) || policyOf(later) !== policyOf(earlier)) return false;
  if (!earlier) return true;
  for (let i = 0; i < lengthOf(later); i++) {
    const isWritten = textOf(text, earlier, i) === textOf(text, later, i);
    if (!isWritten && printed(text, earlier, i) !== printed(text, later, i)) return false;
  }
  return true;
}

const policyOf = (chain: ChainBuilder | undefined): string => chain?.policy ?? 'ACCEPT';

/** As the kernel's tools print it; of which family hardly matters, both sides are read alike. */
function printed(text: string, chain: ChainBuilder, index: number): string {
  const rule = textOf(text, chain, index);
  const family = rule.includes('::') ? 'ipv6' : 'ipv4';
  return printRule(parseRule(rule, family).rule, family);
}

/**
 * Two sections of the same table and family. A whole later one replaces the earlier, as
 * iptables-restore would. Beside a whole earlier one, commands and excerpts of some other time are
 * left aside. Excerpts are joined chain by chain.
 */
export function mergeSections(text: string, earlier: Section, later: Section): Merged {
  if (isWhole(later) && isWhole(earlier) && ruleCount(earlier) > 0) {
    if (sameRules(text, earlier, later))
      return { section: earlier, how: 'same', repeated: [], aside: linesOf(later.chains.values()) };
    // Policies alone are what somebody would set, not another state of the table.
    if (later.kind !== 'block' && ruleCount(later) === 0) {
      return { section: earlier, how: 'kept', repeated: [], aside: [] };
    }
  }
  if (isWhole(later)) return { section: later, how: 'replaced', repeated: [], aside: linesOf(earlier.chains.values()) };
  if (isWhole(earlier) && earlier.group !== later.group) {
    const repeated = containedIn(text, earlier, later);
    if (repeated) return { section: earlier, how: 'contained', repeated, aside: [] };
    return { section: earlier, how: 'kept', repeated: [], aside: linesOf(later.chains.values()) };
  }
  const chains = new Map(earlier.chains);
  const repeated: Repeated[] = [];
  const aside: number[] = [];
  for (const [name, chain] of later.chains) {
    const known = chains.get(name);
    if (!known) chains.set(name, chain);
    else if (lengthOf(known) * lengthOf(chain) > MOST_COMPARISONS) {
      for (const line of linesOf([known])) aside.push(line);
      chains.set(name, chain);
    } else chains.set(name, joinChains(text, known, chain, repeated));
  }
  return { section: { ...earlier, chains }, how: 'joined', repeated, aside };
}
