import type { NftStatementExtension } from '../extension';

export interface LastSpec {
  readonly used?: string;
}

/** Remembers when a packet came by. */
export const last: NftStatementExtension<'last', LastSpec> = {
  name: 'last',
  reference: 'net/netfilter/nft_last.c',
  simulated: 'irrelevant',
  starts: ['last'],
  parse: (parser) => {
    if (!parser.take('last')) return undefined;
    return parser.take('used') ? { used: parser.next() } : {};
  },
  print: ({ used }) => `last${used === undefined ? '' : ` used ${used}`}`,
  run: () => 'continue',
};
