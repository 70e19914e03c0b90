import { decimalOfShare, parseFraction, parseShare, toNumber } from '../../core/lib/fraction';

/** `715820724/2^31 = 0.33333`: the share that a draw of the kernel gives. `none` where it is the one meant. */
export function shareText(share: string | undefined): string {
  return share === undefined ? 'none' : `${share} = ${decimalOfShare(parseShare(share))}`;
}

/** Whether a share is the one that was written in a rule of iptables (31 bits), or drawn among elements (32 bits). */
export function drawnBy(share: string | undefined): 'written' | 'drawn' {
  return share?.endsWith('/2^31') === true ? 'written' : 'drawn';
}

/** Decimals beyond which a difference of odds is one of doubles. */
const MOST_DECIMALS = 14;
const LEAST_DECIMALS = 4;

/**
 * Odds as the kernel's draws give them, in as many decimals as tell them from the fraction that was meant:
 * `0.33333` beside 1/3. Undefined where they are the same.
 */
export function kernelDecimal(meant: string | undefined, kernel: number | undefined): string | undefined {
  if (meant === undefined || kernel === undefined) return undefined;
  const value = toNumber(parseFraction(meant));
  for (let decimals = LEAST_DECIMALS; decimals <= MOST_DECIMALS; decimals++) {
    const differs = kernel.toFixed(decimals) !== value.toFixed(decimals);
    // One more, so that rounding does not stand for a difference.
    if (differs) return kernel.toFixed(decimals + 1).replace(/0+$/, '');
  }
  return undefined;
}
