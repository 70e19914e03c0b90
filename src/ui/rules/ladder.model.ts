import {
  complement,
  formatFraction,
  formatShare,
  multiply,
  ONE,
  parseFraction,
  shareNumber,
  toNumber,
  type Fraction,
} from '../../core/lib/fraction';
import type { WrittenOdds } from '../../core/linux/xtables/matches/statistic';
import { kernelDecimal } from '../common/odds-text.model';
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
  /** The number the kernel compares with, where it is not what is meant: `715820724/2^31`. */
  readonly kernelConditional?: string;
  /** What the kernel's draws give it, where it is not what is meant: `0.33333`. */
  readonly kernelResulting?: string;
}

export interface Ladder {
  readonly rungs: readonly Rung[];
  /** All rungs come out the same: `1/3` each. */
  readonly equal?: string;
}

interface Draw {
  readonly index: number;
  readonly rule: RuleText;
  readonly odds: WrittenOdds;
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
  return deterministicTests(rule) === deterministicTests(last.rule) ? { index, rule, odds: { meant: ONE } } : undefined;
}

/** What the rungs above leave: as meant, and to the nearest double as the kernel draws. */
interface Left {
  readonly meant: Fraction;
  readonly kernel: number;
}

function rungOf({ index, rule, odds }: Draw, left: Left): Rung {
  const resulting = formatFraction(multiply(left.meant, odds.meant));
  const kernelResulting = kernelDecimal(resulting, left.kernel * kernelOf(odds));
  return {
    index,
    target: rule.target ?? '',
    ...(rule.comment === undefined ? {} : { comment: rule.comment }),
    conditional: formatFraction(odds.meant),
    left: formatFraction(left.meant),
    resulting,
    ...(odds.kernel ? { kernelConditional: formatShare(odds.kernel) } : {}),
    ...(kernelResulting === undefined ? {} : { kernelResulting }),
  };
}

const kernelOf = ({ meant, kernel }: WrittenOdds): number => (kernel ? shareNumber(kernel) : toNumber(meant));

function climb(draws: readonly Draw[]): Rung[] {
  let left: Left = { meant: ONE, kernel: 1 };
  return draws.map((draw) => {
    const rung = rungOf(draw, left);
    const { odds } = draw;
    left = { meant: multiply(left.meant, complement(odds.meant)), kernel: left.kernel * (1 - kernelOf(odds)) };
    return rung;
  });
}

/** Draws are one ladder only if they ask for the same packets; else each is odds of its own. */
function sameTests(draws: readonly Draw[]): boolean {
  const first = draws[0] && deterministicTests(draws[0].rule);
  return draws.every((draw) => deterministicTests(draw.rule) === first);
}

/**
 * The probability ladder of a chain, as meant and as written: kube-proxy spreads n endpoints as 1/n, 1/(n-1), … 1/2 and
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
