import type { NftDatatype } from '../datatypes/datatype';
import type { NftExpressionExtension } from '../extension';
import { printPattern } from '../text/print-set';
import type { NftPattern } from '../datum';

export interface ImmediateSpec {
  readonly types: readonly NftDatatype[];
  readonly pattern: NftPattern;
}

/** A constant. It is read where its type is known, by what it stands beside. */
export const immediate: NftExpressionExtension<'immediate', ImmediateSpec> = {
  name: 'immediate',
  reference: 'net/netfilter/nft_immediate.c',
  simulated: 'full',
  starts: [],
  parse: () => undefined,
  print: ({ pattern, types }) => printPattern(pattern, types),
  types: ({ types }) => types,
  evaluate: ({ pattern }) => pattern.map(({ from }) => from),
};
