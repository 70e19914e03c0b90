import type { Leg, Outcome } from '../../core/sim/trace';
import { aboutOdds, parseFraction, toNumber } from '../../core/lib/fraction';

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

/** Odds in a badge or in the middle of a sentence, and how the kernel draws them, for those who look closer. */
export interface OddsText {
  readonly meant: string;
  /** `1/3` where that is what is drawn, `≈ 1/3` where it is what is meant. */
  readonly short: string;
  /** `0.33333`; `none`: as meant. */
  readonly kernel: string;
}

/** The odds of an outcome, or of several; undefined: something unknown decides. */
export function oddsText({
  probability,
  kernelProbability,
}: Pick<Outcome, 'probability' | 'kernelProbability'>): OddsText | undefined {
  if (probability === undefined) return undefined;
  const kernel = kernelDecimal(probability, kernelProbability);
  return { meant: probability, short: aboutOdds(probability, kernel !== undefined), kernel: kernel ?? 'none' };
}

/** HTTP status with which a proxy answered a request by itself (404); undefined: it passed the request on, or nobody read it. */
export function ownStatus(http: Outcome['http']): number | undefined {
  return typeof http === 'number' ? http : undefined;
}

/** HTTP status of the answer on a leg, where a proxy read the request and answered by itself; undefined: it did not. */
export function answeredStatus({ hops }: Pick<Leg, 'hops'>): number | undefined {
  const first = hops[0]?.steps[0];
  return first?.kind === 'originate' ? ownStatus(first.http) : undefined;
}

/**
 * A name that fits `max` characters: the end is kept because it is what tells the Pods of one
 * Deployment apart (`web-7d4b9c6f5d-x2x9k` -> `web-7d4…x2x9k`).
 */
export function shortName(name: string, max: number): string {
  if (name.length <= max) return name;
  const tail = Math.min(5, max - 2);
  return `${name.slice(0, max - tail - 1)}…${name.slice(-tail)}`;
}

/** Splits `namespace/name`; a bare name is in `default`. */
export function splitName(namespaced: string): { readonly namespace: string; readonly name: string } {
  const slash = namespaced.indexOf('/');
  if (slash < 0) return { namespace: 'default', name: namespaced };
  return { namespace: namespaced.slice(0, slash), name: namespaced.slice(slash + 1) };
}

/** `1.25 s`, `340 ms`, `2:05`: as fine as the step between two ticks. */
export function formatTime(ms: number): string {
  const sign = ms < 0 ? '-' : '';
  const all = Math.abs(ms);
  if (all < 1000) return `${sign}${Math.round(all)} ms`;
  if (all < 60_000) return `${sign}${Number((all / 1000).toFixed(3))} s`;
  const minutes = Math.floor(all / 60_000);
  const seconds = Number(((all % 60_000) / 1000).toFixed(1));
  return `${sign}${minutes}:${String(seconds).padStart(2, '0')}`;
}
