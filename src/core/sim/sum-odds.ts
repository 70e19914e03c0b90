import { add, formatFraction, parseFraction, toNumber, ZERO } from '../lib/fraction';
import type { Outcome } from './trace';

type ToldOdds = Pick<Outcome, 'probability' | 'kernelProbability'>;

/** Doubles that were added differ by this much where what they stand for does not; the kernel draws of 2^32 numbers. */
const NOISE = 2 ** -44;

/**
 * The odds that one of some outcomes comes: as meant, and where the kernel's draws give others, as it draws. Nothing is
 * known of them where it is not of one.
 */
export function sumOdds(outcomes: readonly ToldOdds[]): ToldOdds {
  let meant = ZERO;
  let kernel = 0;
  for (const { probability, kernelProbability } of outcomes) {
    if (probability === undefined) return {};
    const own = parseFraction(probability);
    meant = add(meant, own);
    kernel += kernelProbability ?? toNumber(own);
  }
  const differs = Math.abs(kernel - toNumber(meant)) > NOISE;
  return { probability: formatFraction(meant), ...(differs ? { kernelProbability: kernel } : {}) };
}
