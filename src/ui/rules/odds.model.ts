import { PROBABILITY_SCALE, writtenOdds, type WrittenOdds } from '../../core/linux/xtables/matches/statistic';

/**
 * The odds a written `--probability` stands for, by the engine's own reading of it: `0.33333333349` is meant to be
 * 1/3, and 715827883/2^31 to the kernel. Undefined for what is no probability.
 */
export function oddsOf(probability: string, negated = false): WrittenOdds | undefined {
  if (!/^\d*\.?\d+(e[-+]?\d+)?$/i.test(probability)) return undefined;
  const value = Number(probability);
  return value > 1 ? undefined : writtenOdds(Math.round(value * PROBABILITY_SCALE), negated);
}
