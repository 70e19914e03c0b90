/** An exact, reduced rational. Plain data on the edges is its text, `"1/3"`. */
export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** Builds a reduced fraction; the denominator must not be zero. */
export function fraction(num: bigint | number, den: bigint | number = 1n): Fraction {
  const n = BigInt(num);
  const d = BigInt(den);
  const g = gcd(n < 0n ? -n : n, d) || 1n;
  return { num: n / g, den: d / g };
}

export const ONE: Fraction = fraction(1);
export const ZERO: Fraction = fraction(0);

/** a * b. */
export function multiply(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.num, a.den * b.den);
}

/** a + b. */
export function add(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den + b.num * a.den, a.den * b.den);
}

/** 1 - a. */
export function complement(a: Fraction): Fraction {
  return fraction(a.den - a.num, a.den);
}

/** `1/3`; whole numbers print without a denominator. */
export function formatFraction(a: Fraction): string {
  return a.den === 1n ? a.num.toString() : `${a.num}/${a.den}`;
}

/** The nearest double, for drawing bars and sampling. */
export function toNumber(a: Fraction): number {
  return Number(a.num) / Number(a.den);
}

/** Reads what {@link formatFraction} printed. */
export function parseFraction(text: string): Fraction {
  const [num = '0', den = '1'] = text.split('/');
  return fraction(BigInt(num), BigInt(den));
}
