import type { NftDatum } from '../datum';
import { COMPOSED, type NftExpression } from '../types';
import { bitsDatum, type NftDatatype } from '../datatypes/datatype';
import type { Evaluated, NftContext, NftExpressionExtension } from '../extension';

export type BitOperator = '&' | '|' | '^' | '<<' | '>>';

export interface BitwiseSpec {
  readonly left: NftExpression;
  readonly operator: BitOperator;
  readonly right: NftExpression;
  readonly types: readonly NftDatatype[];
  /** As nft lists it, brackets and all. */
  readonly text: string;
}

function onBigints(a: bigint, b: bigint, operator: BitOperator, bits: number): bigint {
  switch (operator) {
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return BigInt.asUintN(bits, a << b);
    case '>>':
      return a >> b;
  }
}

function operate(a: NftDatum, b: NftDatum, operator: BitOperator, bits: number): NftDatum | undefined {
  if (typeof a === 'string' || typeof b === 'string') return undefined;
  const result = onBigints(BigInt(a), BigInt(b), operator, bits);
  return typeof a === 'bigint' ? result : Number(result);
}

/** Bits that are not known do not matter where they are masked out. */
function masked({ left, operator, right, types }: BitwiseSpec, ctx: NftContext): Evaluated | undefined {
  const bits = operator === '&' ? ctx.partly(left) : undefined;
  const mask = bits && typeof bits !== 'string' ? ctx.evaluate(right) : undefined;
  if (!bits || typeof bits === 'string' || !mask || typeof mask === 'string' || typeof mask[0] === 'string')
    return undefined;
  const wanted = BigInt(mask[0] ?? 0);
  return (wanted & ~bits.known) === 0n ? [bitsDatum(bits.value & wanted, types[0]?.bits ?? 32)] : undefined;
}

function evaluate(spec: BitwiseSpec, ctx: NftContext): Evaluated {
  const { left, operator, right, types } = spec;
  const a = ctx.evaluate(left);
  if (a === 'unknown') return masked(spec, ctx) ?? 'unknown';
  if (typeof a === 'string') return a;
  const b = ctx.evaluate(right);
  if (typeof b === 'string') return b;
  const result = operate(a[0] ?? 0, b[0] ?? 0, operator, types[0]?.bits ?? 32);
  return result === undefined ? 'unknown' : [result];
}

/** Arithmetic on bits: `meta mark & 0x4000`. It is read where operators are (text/grammar.ts). */
export const bitwise: NftExpressionExtension<'bitwise', BitwiseSpec> = {
  name: 'bitwise',
  reference: 'net/netfilter/nft_bitwise.c',
  ...COMPOSED,
  evaluate,
};
