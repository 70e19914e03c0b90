import { isSingle } from '../datum';
import { COMPOSED, type NftExpression, type NftSetUse } from '../types';
import type { NftDatatype } from '../datatypes/datatype';
import type { Evaluated, NftContext, NftExpressionExtension } from '../extension';
import { lookUp } from '../sets';

export interface MapSpec {
  readonly key: NftExpression;
  readonly map: NftSetUse;
  readonly types: readonly NftDatatype[];
  readonly text: string;
}

function evaluate({ key, map }: MapSpec, ctx: NftContext): Evaluated {
  const found = lookUp(key, map, ctx);
  if (typeof found === 'string') return found;
  const { data } = found;
  // Without an element the rule ends.
  if (data?.kind !== 'pattern') return 'break';
  return data.pattern.every(isSingle) ? data.pattern.map(({ from }) => from) : 'unknown';
}

/** The value a map holds for a key. It is read where `map` stands (text/grammar.ts). */
export const map: NftExpressionExtension<'map', MapSpec> = {
  name: 'map',
  reference: 'net/netfilter/nft_lookup.c',
  ...COMPOSED,
  evaluate,
};
