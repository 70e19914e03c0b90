import { complement, type Fraction } from '../../core/lib/fraction';
import { meantProbability } from '../../core/linux/xtables/matches/statistic';

/** xt_statistic keeps a probability as an integer out of 2^31. */
const SCALE = 2 ** 31;

/**
 * The odds a written `--probability` stands for, by the engine's own reading of it: `0.33333333349`
 * is 1/3. Undefined for what is no probability.
 */
export function oddsOf(probability: string, negated = false): Fraction | undefined {
  if (!/^\d*\.?\d+(e[-+]?\d+)?$/i.test(probability)) return undefined;
  const value = Number(probability);
  if (value > 1) return undefined;
  const stored = Math.round(value * SCALE);
  if (stored === 0) return { num: negated ? 1n : 0n, den: 1n };
  const meant = meantProbability(stored);
  return negated ? complement(meant) : meant;
}
