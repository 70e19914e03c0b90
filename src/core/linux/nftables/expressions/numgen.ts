import { INTEGER } from '../datatypes/symbols';
import type { Evaluated, NftContext, NftExpressionExtension } from '../extension';
import { statementMemoryKey } from '../sets';
import type { Parser } from '../text/parser';

export interface NumgenSpec {
  readonly kind: 'inc' | 'random';
  readonly modulus: number;
  readonly offset: number;
}

function parse(parser: Parser): NumgenSpec | undefined {
  if (!parser.take('numgen')) return undefined;
  const kind = parser.takeOne(['inc', 'random'] as const);
  if (!kind || !parser.take('mod')) return undefined;
  const modulus = Number(parser.next());
  const offset = parser.take('offset') ? Number(parser.next()) : 0;
  return Number.isInteger(modulus) && modulus > 0 && Number.isInteger(offset) ? { kind, modulus, offset } : undefined;
}

/** The counter belongs to the rule; the first packet draws 0 (`nft_ng_inc_gen`). */
function increment({ modulus, offset }: NumgenSpec, ctx: NftContext): Evaluated {
  const { state } = ctx;
  const key = `numgen ${statementMemoryKey(ctx)}`;
  const value = ((state.nth.get(key) ?? modulus - 1) + 1) % modulus;
  state.nth.set(key, value);
  return [value + offset];
}

/** A number that counts up, or is drawn, for each packet that comes by. */
export const numgen: NftExpressionExtension<'numgen', NumgenSpec> = {
  name: 'numgen',
  reference: 'net/netfilter/nft_numgen.c',
  simulated: 'full',
  starts: ['numgen'],
  parse,
  print: ({ kind, modulus, offset }) => `numgen ${kind} mod ${modulus}${offset ? ` offset ${offset}` : ''}`,
  types: () => [INTEGER],
  evaluate: (spec, ctx) => (spec.kind === 'inc' ? increment(spec, ctx) : 'unknown'),
  draw: ({ kind, modulus, offset }) => (kind === 'random' ? { modulus, offset } : undefined),
};
