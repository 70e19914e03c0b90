import type { NftDatum } from '../datum';
import { COMPOSED, type NftExpression } from '../types';
import type { NftDatatype } from '../datatypes/datatype';
import type { Evaluated, NftContext, NftExpressionExtension } from '../extension';

export interface ConcatSpec {
  readonly parts: readonly NftExpression[];
  readonly types: readonly NftDatatype[];
  readonly text: string;
}

/** Is it one of several parts? */
export function isConcat(expression: NftExpression): expression is { expression: 'concat'; spec: ConcatSpec } {
  return expression.expression === 'concat';
}

/** Parts are loaded in order, and the first that fails ends the rule. */
function evaluate({ parts }: ConcatSpec, ctx: NftContext): Evaluated {
  const values: NftDatum[] = [];
  let open = false;
  for (const part of parts) {
    const found = ctx.evaluate(part);
    if (found === 'break') return 'break';
    if (found === 'unknown') open = true;
    else values.push(...found);
  }
  return open ? 'unknown' : values;
}

/** Several values side by side: `ip daddr . tcp dport`. It is read where dots are (text/grammar.ts). */
export const concat: NftExpressionExtension<'concat', ConcatSpec> = {
  name: 'concat',
  reference: 'net/netfilter/nf_tables_core.c',
  ...COMPOSED,
  evaluate,
};
