/** A reduced rational. Plain data on the edges is its text, `"1/3"`. */
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

/** What a draw of the kernel really gives: `hits` of 2^`bits` numbers, each as likely. */
export interface BinaryShare {
  readonly hits: number;
  readonly bits: number;
}

/** The nearest double of a share. */
export function shareNumber({ hits, bits }: BinaryShare): number {
  return hits / 2 ** bits;
}

/** A share in full, never reduced: `715820724/2^31`. */
export function formatShare({ hits, bits }: BinaryShare): string {
  return `${hits}/2^${bits}`;
}

/** Reads what {@link formatShare} printed. */
export function parseShare(text: string): BinaryShare {
  const [hits, bits] = text.split('/2^');
  return { hits: Number(hits), bits: Number(bits) };
}

/** The shortest decimal that is kept as this share: `0.33333` for 715820724/2^31. */
export function decimalOfShare({ hits, bits }: BinaryShare): string {
  const value = shareNumber({ hits, bits });
  for (let decimals = 0; decimals < 20; decimals++) {
    const text = value.toFixed(decimals);
    if (Math.round(Number(text) * 2 ** bits) === hits) return text;
  }
  return String(value);
}

/** Is the share exactly this fraction? */
export function isShareOf({ hits, bits }: BinaryShare, { num, den }: Fraction): boolean {
  return BigInt(hits) * den === num * 2n ** BigInt(bits);
}

/** `715820724/2^31 = 0.33333`: the share that a draw of the kernel gives. `none` where it is the one meant. */
export function shareText(share: string | undefined): string {
  return share === undefined ? 'none' : `${share} = ${decimalOfShare(parseShare(share))}`;
}

/** `≈ 1/3`: odds that the kernel draws a little otherwise. */
export function aboutOdds(meant: string, differs: boolean): string {
  return differs ? `≈ ${meant}` : meant;
}
