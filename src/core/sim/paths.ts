import type { Choice, Decide } from '../linux/chain-walk';
import { cloneState } from '../linux/state';
import type { SimState } from './world';

/** One decision as it was met on a run. */
export interface Decision {
  readonly choice: Choice;
  readonly taken: number;
}

/** A copy of the state for one run; the kernel's ports are drawn anew from the seed. */
export function makeCopy(state: SimState | undefined, seed: number): SimState {
  return new Map([...(state ?? [])].map(([id, each]) => [id, cloneState(each, seed)] as const));
}

/** The first branch that can happen at all. */
export function firstBranch(choice: Choice, from = 0): number | undefined {
  const count = choice.kind === 'random' ? choice.probabilities.length : choice.branches;
  for (let branch = from; branch < count; branch++) {
    if (choice.kind === 'unknown' || choice.probabilities[branch]?.num !== 0n) return branch;
  }
  return undefined;
}

/** The next path in depth-first order: the last decision that has another branch takes it. */
export function nextPath(decisions: readonly Decision[]): number[] | undefined {
  for (let at = decisions.length - 1; at >= 0; at--) {
    const { choice, taken } = decisions[at] as Decision;
    const branch = firstBranch(choice, taken + 1);
    if (branch !== undefined) return [...decisions.slice(0, at).map((decision) => decision.taken), branch];
  }
  return undefined;
}

/** Runs along a path of decisions and on by first branches; gives what came of it and every decision that was met. */
export function runDeciding<T>(
  path: readonly number[],
  run: (decide: (choice: Choice) => number) => T,
): { readonly made: T; readonly decisions: readonly Decision[] } {
  const decisions: Decision[] = [];
  const made = run((choice) => {
    const taken = path[decisions.length] ?? firstBranch(choice) ?? 0;
    decisions.push({ choice, taken });
    return taken;
  });
  return { made, decisions };
}

/**
 * Wraps `decide` so that one unknown has one answer in a walk: a packet is in a set that was not pasted, or it is not,
 * whichever rule asks.
 */
export function answeringAlike(decide: Decide): Decide {
  const answers = new Map<string, boolean>();
  return (choice) => {
    if (choice.kind !== 'unknown' || !choice.asks) return decide(choice);
    const { what, negated } = choice.asks;
    const known = answers.get(what) ?? (decide(choice) === 0) !== negated;
    answers.set(what, known);
    return known === negated ? 1 : 0;
  };
}
