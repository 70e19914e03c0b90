import { add, fraction, formatFraction, type Fraction } from '../../core/lib/fraction';

/**
 * How far the text may be from what was meant: xt_statistic keeps 31 bits (net/netfilter/xt_statistic.c)
 * of the ten decimals kube-proxy wrote, so one step of 2^-31 covers both roundings.
 */
const TOLERANCE = fraction(1n, 2n ** 31n);
/** Above this many equal parts (no Service has more endpoints) a decimal is what somebody meant. */
const MOST_PARTS = 20_000n;

/** A decimal text as the exact fraction it writes; undefined for anything else. */
function decimal(text: string): Fraction | undefined {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '0', digits = ''] = match;
  return fraction(BigInt(whole + digits), 10n ** BigInt(digits.length));
}

function lessOrEqual(a: Fraction, b: Fraction): boolean {
  return a.num * b.den <= b.num * a.den;
}

/** The fraction with the smallest denominator in [low, high] (Stern-Brocot; both not negative). */
function simplestBetween(low: Fraction, high: Fraction): Fraction {
  const floor = low.num / low.den;
  const whole = fraction(floor);
  if (lessOrEqual(low, whole)) return whole;
  if (lessOrEqual(fraction(floor + 1n), high)) return fraction(floor + 1n);
  const below = (value: Fraction): Fraction => fraction(value.den, value.num - floor * value.den);
  const rest = simplestBetween(below(high), below(low));
  return add(whole, fraction(rest.den, rest.num));
}

function minus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den - b.num * a.den, a.den * b.den);
}

/** The decimal with the fewest digits in [low, high]. */
function shortestDecimal(written: Fraction, low: Fraction, high: Fraction): Fraction {
  for (let scale = 10n; scale < 10n ** 11n; scale *= 10n) {
    const rounded = fraction((written.num * scale * 2n + written.den) / (written.den * 2n), scale);
    if (lessOrEqual(low, rounded) && lessOrEqual(rounded, high)) return rounded;
  }
  return written;
}

/**
 * The odds a written `--probability` stands for: the simplest fraction that is kept as the same
 * integer. `0.33333333349` is 1/3, because 715827883 of 2147483648 is what 1/3 becomes.
 */
export function oddsOf(probability: string): Fraction | undefined {
  const written = decimal(probability);
  if (!written || written.num > written.den) return undefined;
  if (written.num === 0n || written.num === written.den) return written;
  const low = lessOrEqual(written, TOLERANCE) ? written : minus(written, TOLERANCE);
  const high = add(written, TOLERANCE);
  const simplest = simplestBetween(low, high);
  return simplest.den <= MOST_PARTS ? simplest : shortestDecimal(written, low, high);
}

/** `1/3`, or `probability` as written where it cannot be read. */
export function oddsText(probability: string): string {
  const odds = oddsOf(probability);
  return odds ? formatFraction(odds) : probability;
}
