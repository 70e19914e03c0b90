import type { SuiteResult } from './suite';

/** What was drawn with the same odds, and how often each outcome was seen. */
export interface Draws {
  /** Names with their odds; they sum to 1. */
  readonly odds: ReadonlyMap<string, number>;
  readonly seen: ReadonlyMap<string, number>;
}

/** Pearson's chi-square over many small tables, and what it is when the odds are right. */
export interface ChiSquare {
  readonly statistic: number;
  /** Expectation of the statistic: the degrees of freedom. */
  readonly freedom: number;
  /** Standard deviation, for the counts there are. */
  readonly deviation: number;
  /** Draws that were counted. */
  readonly draws: number;
}

/** An outcome that was seen and has no odds lies infinitely far out. */
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Sums the chi-square of every table. Most have a handful of draws, where the usual table of the distribution does not
 * hold: expectation and variance are the exact ones of a multinomial (J. B. S. Haldane, Biometrika 29, 1937), and their
 * sums over hundreds of tables are near enough to normal.
 */
export function chiSquare(tables: readonly Draws[]): ChiSquare {
  const parts = tables.map(chiSquareOf).filter(({ draws }) => draws > 0);
  const sum = (pick: (part: ChiSquare) => number): number => parts.reduce((total, part) => total + pick(part), 0);
  return {
    statistic: sum(({ statistic }) => statistic),
    freedom: sum(({ freedom }) => freedom),
    deviation: Math.sqrt(sum(({ deviation }) => deviation ** 2)),
    draws: sum(({ draws }) => draws),
  };
}

function chiSquareOf({ odds, seen }: Draws): ChiSquare {
  const possible = [...odds].filter(([, p]) => p > 0);
  const draws = [...seen.values()].reduce((total, each) => total + each, 0);
  const known = new Set(possible.map(([name]) => name));
  const impossible = [...seen].some(([name, count]) => count > 0 && !known.has(name));
  const statistic = possible.reduce(
    (total, [name, p]) => total + ((seen.get(name) ?? 0) - draws * p) ** 2 / (draws * p),
    0,
  );
  const k = possible.length;
  const inverse = possible.reduce((total, [, p]) => total + 1 / p, 0);
  const variance = 2 * (k - 1) + (inverse - k ** 2 - 2 * k + 2) / Math.max(1, draws);
  return {
    statistic: impossible ? NEVER : statistic,
    freedom: k - 1,
    deviation: Math.sqrt(Math.max(0, variance)),
    draws,
  };
}

/** Further out than this many standard deviations, the odds are wrong: where each draw is one by itself. */
export const BY_CHANCE = 4.5;
/** Where a scheduler goes round its servers, which is more even than chance. */
export const GOING_ROUND = 2;

/** Are the counts further from the odds than so many standard deviations? */
export function isTooFar({ statistic, freedom, deviation }: ChiSquare, most: number): boolean {
  return statistic - freedom > most * deviation + 1e-9;
}

/** `draws: chi-square 101.2 for 120 degrees of freedom, 1.3 standard deviations below`. */
function chiSquareText({ statistic, freedom, deviation }: ChiSquare): string {
  const away = deviation === 0 ? 0 : (statistic - freedom) / deviation;
  const place = `${Math.abs(away).toFixed(1)} standard deviations ${away < 0 ? 'below' : 'above'}`;
  return `draws: chi-square ${statistic.toFixed(1)} for ${freedom} degrees of freedom, ${place}`;
}

/** Are the odds of what was drawn those of the recorded counts? One check over all of them; `most`: standard deviations. */
export function oddsResult(name: string, draws: readonly Draws[], most: number): SuiteResult {
  const result = chiSquare(draws);
  const text = chiSquareText(result);
  const far = isTooFar(result, most);
  return {
    name: `${name}, by chi-square over all runs`,
    passed: far ? 0 : 1,
    total: 1,
    skipped: 0,
    notes: { [text]: result.draws },
    failures: far ? [{ id: name, diff: `    ${text}` }] : [],
  };
}
