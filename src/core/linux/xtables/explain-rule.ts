import type { Ternary } from '../choice';
import { cloneMemory } from '../state';
import type { HookContext } from './extension';
import { explainMatch, testMatch } from './matches';
import { explainHeader, headerMatches } from './rule-header';
import type { XtRule } from './types';

/** One test of a rule, as a reader sees it. */
export interface ExplainedTest {
  /** `-s`, `tcp`, `statistic`. */
  readonly part: string;
  readonly matched: Ternary;
  readonly expected: string;
  readonly actual: string;
}

export interface ExplainedRule {
  readonly matched: Ternary;
  readonly tests: readonly ExplainedTest[];
}

/**
 * Every test of the rule in the kernel's order, up to and including the first that fails. Changes
 * nothing. A random draw is not made again: it shows as `unknown` with its odds, unless `drawn` says
 * how it fell.
 */
export function explainRule(rule: XtRule, ctx: HookContext, drawn?: boolean): ExplainedRule {
  const tests: ExplainedTest[] = [...firstFailing(explainHeader(rule, ctx))];
  if (!headerMatches(rule, ctx)) return { matched: false, tests };
  let open = false;
  let matched: Ternary = true;
  for (const [matchIndex, match] of rule.matches.entries()) {
    let random = false;
    const decide = (): number => {
      random = true;
      return drawn === false ? 1 : 0;
    };
    const looked = { ...ctx, state: { ...ctx.state, ...cloneMemory(ctx.state) }, matchIndex, decide };
    const outcome = testMatch(match, looked);
    const shown: Ternary = random && drawn === undefined ? 'unknown' : outcome;
    const part = match.match === 'unrecognised' ? match.spec.name : match.match;
    tests.push({ part, matched: shown, ...explainMatch(match, ctx) });
    if (shown === false) return { matched: false, tests };
    open ||= shown === 'unknown';
  }
  matched = open ? 'unknown' : true;
  return { matched, tests };
}

function firstFailing<T extends { readonly matched: boolean }>(tests: readonly T[]): readonly T[] {
  const at = tests.findIndex((test) => !test.matched);
  return at < 0 ? tests : tests.slice(0, at + 1);
}
