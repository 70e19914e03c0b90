import { complement, formatFraction, multiply, ONE, parseFraction, type Fraction } from '../../core/lib/fraction';
import { oddsOf } from './odds.model';
import { deterministicTests, readRule, type RuleText } from './rule-text.model';

/** One rung of a probability ladder: a rule that draws, or the one that takes what is left. */
export interface Rung {
  /** 0-based in its chain. */
  readonly index: number;
  readonly target: string;
  readonly comment?: string;
  /** The odds of this rule once it is reached: `1/2`; `1` for the last. */
  readonly conditional: string;
  /** What the rules above leave for it to draw from: `2/3`. */
  readonly left: string;
  /** left x conditional, reduced: `1/3`. */
  readonly resulting: string;
}

export interface Ladder {
  readonly rungs: readonly Rung[];
  /** All rungs come out the same: `1/3` each. */
  readonly equal?: string;
}

interface Draw {
  readonly index: number;
  readonly rule: RuleText;
  readonly odds: Fraction;
}

/** Chains longer than this are no ladder of Pods: no Service has as many endpoints. */
const MOST_RULES = 20_000;

type LineAt = (index: number) => string | undefined;

function drawAt(index: number, lineAt: LineAt): Draw | undefined {
  const line = lineAt(index);
  if (line === undefined || !line.includes('--probability')) return undefined;
  const rule = readRule(line);
  const odds = rule?.draw && oddsOf(rule.draw.probability, rule.draw.negated);
  return rule?.target && odds ? { index, rule, odds } : undefined;
}

function drawsOf(length: number, lineAt: LineAt): Draw[] {
  if (length > MOST_RULES) return [];
  return Array.from({ length }, (_, index) => drawAt(index, lineAt)).filter((draw) => draw !== undefined);
}

/** The rule right below the draws that asks for the same packets and does not draw: it takes what is left. */
function remainderOf(draws: readonly Draw[], lineAt: LineAt): Draw | undefined {
  const last = draws.at(-1);
  const index = (last?.index ?? -1) + 1;
  const line = lineAt(index);
  const rule = line === undefined ? undefined : readRule(line);
  if (!last || !rule?.target || rule.draw) return undefined;
  return deterministicTests(rule) === deterministicTests(last.rule) ? { index, rule, odds: ONE } : undefined;
}

function climb(draws: readonly Draw[]): Rung[] {
  let left = ONE;
  return draws.map(({ index, rule, odds }) => {
    const rung: Rung = {
      index,
      target: rule.target ?? '',
      ...(rule.comment === undefined ? {} : { comment: rule.comment }),
      conditional: formatFraction(odds),
      left: formatFraction(left),
      resulting: formatFraction(multiply(left, odds)),
    };
    left = multiply(left, complement(odds));
    return rung;
  });
}

/** Draws are one ladder only if they ask for the same packets; else each is odds of its own. */
function sameTests(draws: readonly Draw[]): boolean {
  const first = draws[0] && deterministicTests(draws[0].rule);
  return draws.every((draw) => deterministicTests(draw.rule) === first);
}

/**
 * The probability ladder of a chain, exact: kube-proxy spreads n endpoints as 1/n, 1/(n-1), … 1/2 and
 * "the rest" (writeServiceToEndpointRules, pkg/proxy/iptables/proxier.go), each odds conditional on the
 * rules above. Undefined when no rule of the chain draws, or the draws are not about the same packets.
 */
export function ladderOf(length: number, lineAt: LineAt): Ladder | undefined {
  const draws = drawsOf(length, lineAt);
  if (draws.length === 0 || !sameTests(draws)) return undefined;
  const remainder = remainderOf(draws, lineAt);
  const rungs = climb(remainder ? [...draws, remainder] : draws);
  const first = rungs[0]?.resulting;
  const equal = rungs.length > 1 && rungs.every((rung) => rung.resulting === first) ? first : undefined;
  return equal === undefined ? { rungs } : { rungs, equal };
}

/** `2/3 · 1/2 = 1/3` for a rung below the first; `1/3` for the first. */
export function rungSum(rung: Rung): string {
  if (rung.left === '1') return rung.resulting;
  if (rung.conditional === '1') return rung.resulting;
  return `${rung.left} · ${rung.conditional} = ${rung.resulting}`;
}

/** Share of a whole, for the width of a bar. */
export function shareOf(odds: string): number {
  const { num, den } = parseFraction(odds);
  return Number(num) / Number(den);
}
