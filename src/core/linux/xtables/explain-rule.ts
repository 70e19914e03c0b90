import { formatIp } from '../../net/ip';
import { protocolNumber } from '../../net/packet';
import type { Ternary } from '../chain-walk';
import { cloneMemory } from '../state';
import { headerGroups, headerMatches, type RuleHeader } from './evaluate';
import type { HookContext } from './extension';
import { explainMatch, testMatch } from './matches';
import { protocolName } from './syntax/protocols';
import type { XtRule } from './types';

/** One test of the header for the reader. */
interface HeaderTest {
  readonly part: string;
  readonly matched: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** Every test of the header, in the kernel's order. */
function explainHeader(rule: RuleHeader, ctx: HookContext): HeaderTest[] {
  const { packet } = ctx.skb;
  const one = (only: RuleHeader, actual: string): HeaderTest => {
    const words = headerGroups(only)[0] ?? [];
    const part = words.find((word) => word.startsWith('-')) ?? '';
    return { part, matched: headerMatches(only, ctx), expected: words.join(' '), actual };
  };
  const tests: HeaderTest[] = [];
  if (rule.src) tests.push(one({ src: rule.src }, `-s ${formatIp(packet.src)}`));
  if (rule.dst) tests.push(one({ dst: rule.dst }, `-d ${formatIp(packet.dst)}`));
  if (rule.indev) tests.push(one({ indev: rule.indev }, ctx.skb.indev === undefined ? '' : `-i ${ctx.skb.indev}`));
  if (rule.outdev) tests.push(one({ outdev: rule.outdev }, ctx.skb.outdev === undefined ? '' : `-o ${ctx.skb.outdev}`));
  if (rule.proto) tests.push(one({ proto: rule.proto }, `-p ${protocolName(protocolNumber(packet.l4))}`));
  if (rule.fragment) tests.push(one({ fragment: rule.fragment }, ''));
  return tests;
}

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
