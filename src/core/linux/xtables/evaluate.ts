import { phrase } from '../../lib/phrase';
import type { HookContext } from './extension';
import type { Question } from '../choice';
import { isStateful, printMatch, testMatch, type Match } from './matches';
import { askedOfSet } from './matches/set';
import { headerMatches } from './rule-header';
import { targetExtension } from './targets';
import type { XtRule } from './types';

/** The context whose `matchIndex` follows the match being tested. */
type Live = { -readonly [K in keyof HookContext]: HookContext[K] };

/**
 * Does the rule match? Tests run in the kernel's order and stop at the first that fails, so what a
 * test remembers (recent --set) stays although a later one fails. A test that is not simulated is
 * asked of `ctx.decide` only if every other one holds, the target could change something, and then
 * once per rule; before a test that remembers it has to be asked at once.
 */
export function testRule(rule: XtRule, ctx: Live): boolean {
  if (!headerMatches(rule, ctx)) return false;
  let open: Match | undefined;
  for (let index = 0; index < rule.matches.length; index++) {
    const match = rule.matches[index] as Match;
    if (open && isStateful(match, ctx)) {
      if (!ask(open, ctx)) return false;
      open = undefined;
    }
    ctx.matchIndex = index;
    const outcome = testMatch(match, ctx);
    if (outcome === false) return false;
    if (outcome === 'unknown') open ??= match;
  }
  return !open || (hasEffect(rule) && ask(open, ctx));
}

/** A rule without target only counts; LOG only writes a line. */
function hasEffect({ target }: XtRule): boolean {
  return target !== undefined && (target.target === 'JUMP' || targetExtension(target).simulated !== 'irrelevant');
}

function ask(match: Match, ctx: HookContext): boolean {
  const name = match.match === 'unrecognised' ? match.spec.name : match.match;
  const where = `${ctx.ref.table} ${ctx.ref.chain} ${ctx.ref.index + 1}`;
  const reason = phrase('xtables.match-unknown', { name, where });
  const asks = questionOf(match, ctx);
  return ctx.decide({ kind: 'unknown', where, reason, branches: 2, ...(asks ? { asks } : {}) }) === 0;
}

/** The same test of the same packet at the same hook has one answer, unless it remembers; what was not understood is no test yet. */
function questionOf(match: Match, ctx: HookContext): Question | undefined {
  if (match.match === 'set') return askedOfSet(match.spec, ctx);
  if (match.match === 'unrecognised' || isStateful(match, ctx)) return undefined;
  const { packet, mark, indev, outdev, physin, physout } = ctx.skb;
  const test = printMatch(match, ctx.family);
  return {
    what: JSON.stringify([ctx.netns.id, ctx.hook, test, packet, mark, indev, outdev, physin, physout]),
    negated: false,
  };
}
