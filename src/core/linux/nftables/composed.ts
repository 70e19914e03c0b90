import type { NftDatatype } from './datatypes/datatype';

/** What is known of an expression made of others once it is read: what it gives, and its words as nft lists them. */
interface Composed {
  readonly types: readonly NftDatatype[];
  readonly text: string;
}

/** The half that expressions made of others have in common: no word of their own starts them, the grammar reads them. */
export const COMPOSED = {
  simulated: 'full',
  starts: [],
  parse: () => undefined,
  print: ({ text }: Composed) => text,
  types: ({ types }: Composed) => types,
} as const;
