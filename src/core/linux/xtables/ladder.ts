import {
  complement,
  formatFraction,
  formatShare,
  multiply,
  ONE,
  shareNumber,
  toNumber,
  type Fraction,
} from '../../lib/fraction';
import type { IpFamily } from '../../net/ip';
import { printHeader } from './evaluate';
import { printMatch } from './matches';
import { writtenOdds, type WrittenOdds } from './matches/statistic';
import { targetName } from './targets';
import type { XtChain, XtRule } from './types';

/** One rung of a probability ladder: a rule that draws, or the one that takes what is left. */
export interface Rung {
  /** 0-based in its chain. */
  readonly index: number;
  /** The name after `-j`. */
  readonly target: string;
  /** The rule's comment, as kube-proxy writes it: `default/web:http -> 10.244.1.5:8080`. */
  readonly comment?: string;
  /** Odds of the rule, given that the packet reached it: `1/2`; `1` where it does not draw. */
  readonly conditional: string;
  /** Odds that the rules above leave: `2/3`. */
  readonly left: string;
  /** left x conditional, reduced: `1/3`. */
  readonly resulting: string;
  /** The number the kernel compares with, where it is not what is meant: `715820724/2^31`. */
  readonly kernelConditional?: string;
  /** Odds by the kernel's draws, to the nearest double. */
  readonly kernel: number;
}

export interface Ladder {
  readonly rungs: readonly Rung[];
  /** All rungs come out the same: `1/3` each. */
  readonly equal?: string;
}

interface Draw {
  readonly index: number;
  readonly rule: XtRule;
  readonly odds: WrittenOdds;
}

/** Chains longer than this are no ladder of Pods: no Service has as many endpoints. */
const MOST_RULES = 20_000;

/** The odds of a rule that draws (`-m statistic --mode random`). */
function findOdds({ matches }: XtRule): WrittenOdds | undefined {
  for (const match of matches) {
    if (match.match !== 'statistic' || match.spec.mode?.value !== 'random') continue;
    const { value = 0, negated = false } = match.spec.probability ?? {};
    return writtenOdds(value, negated);
  }
  return undefined;
}

function drawsIn(chain: XtChain): Draw[] {
  if (chain.length > MOST_RULES) return [];
  return Array.from({ length: chain.length }, (_, index): Draw | undefined => {
    // Only to spare reading the others.
    if (chain.text?.(index)?.includes('--prob') === false) return undefined;
    const rule = chain.rule(index);
    const odds = findOdds(rule);
    return rule.target && odds ? { index, rule, odds } : undefined;
  }).filter((draw) => draw !== undefined);
}

/** Rules for which this is the same ask for the same packets: remark and draw left out. */
export function testedBy(rule: XtRule, family: IpFamily): string {
  const matches = rule.matches.filter(({ match }) => match !== 'comment' && match !== 'statistic');
  return [...printHeader(rule), ...matches.map((match) => printMatch(match, family))].flat().join(' ');
}

/** The rule right below the draws that asks for the same packets and does not draw: it takes what is left. */
function collectRemainder(draws: readonly Draw[], chain: XtChain, family: IpFamily): Draw[] {
  const last = draws.at(-1);
  const index = (last?.index ?? -1) + 1;
  if (!last || index >= chain.length) return [];
  const rule = chain.rule(index);
  if (!rule.target || findOdds(rule) || testedBy(rule, family) !== testedBy(last.rule, family)) return [];
  return [{ index, rule, odds: { meant: ONE } }];
}

/** Odds that the rungs above leave: as meant, and to the nearest double as the kernel draws. */
interface Left {
  readonly meant: Fraction;
  readonly kernel: number;
}

function makeRung({ index, rule, odds }: Draw, left: Left): Rung {
  const comment = rule.matches.find(({ match }) => match === 'comment');
  const words = comment?.match === 'comment' ? comment.spec.comment?.value : undefined;
  return {
    index,
    target: rule.target ? targetName(rule.target) : '',
    ...(words === undefined ? {} : { comment: words }),
    conditional: formatFraction(odds.meant),
    left: formatFraction(left.meant),
    resulting: formatFraction(multiply(left.meant, odds.meant)),
    ...(odds.kernel ? { kernelConditional: formatShare(odds.kernel) } : {}),
    kernel: left.kernel * kernelOf(odds),
  };
}

const kernelOf = ({ meant, kernel }: WrittenOdds): number => (kernel ? shareNumber(kernel) : toNumber(meant));

function climb(draws: readonly Draw[]): Rung[] {
  let left: Left = { meant: ONE, kernel: 1 };
  return draws.map((draw) => {
    const rung = makeRung(draw, left);
    const { odds } = draw;
    left = { meant: multiply(left.meant, complement(odds.meant)), kernel: left.kernel * (1 - kernelOf(odds)) };
    return rung;
  });
}

/**
 * The probability ladder of a chain, as meant and as written: kube-proxy spreads n endpoints as 1/n, 1/(n-1), … 1/2 and
 * "the rest" (writeServiceToEndpointRules, pkg/proxy/iptables/proxier.go), each odds conditional on the rules above.
 * Undefined when no rule of the chain draws, or the draws are not about the same packets.
 */
export function findLadder(chain: XtChain, family: IpFamily): Ladder | undefined {
  const draws = drawsIn(chain);
  const [first, ...others] = draws;
  const asked = first && testedBy(first.rule, family);
  if (!first || others.some(({ rule }) => testedBy(rule, family) !== asked)) return undefined;
  const rungs = climb([...draws, ...collectRemainder(draws, chain, family)]);
  const odds = rungs[0]?.resulting;
  const equal = rungs.length > 1 && rungs.every((rung) => rung.resulting === odds) ? odds : undefined;
  return equal === undefined ? { rungs } : { rungs, equal };
}
