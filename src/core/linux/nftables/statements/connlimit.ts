import type { NftStatementExtension } from '../extension';

export interface ConnlimitSpec {
  readonly over: boolean;
  readonly count: number;
}

/** `ct count over 20`: how many connections there are is not counted here. */
export const connlimit: NftStatementExtension<'connlimit', ConnlimitSpec> = {
  name: 'connlimit',
  reference: 'net/netfilter/nft_connlimit.c',
  simulated: 'no',
  starts: ['ct'],
  parse: (parser) => {
    if (!parser.take('ct', 'count')) return undefined;
    const over = parser.take('over');
    const count = Number(parser.next());
    return Number.isInteger(count) ? { over, count } : undefined;
  },
  print: ({ over, count }) => `ct count ${over ? 'over ' : ''}${count}`,
  tests: 'compares',
  run: () => 'unknown',
};
