import { countConnections } from '../../state';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { statementMemoryKey } from '../sets';

export interface NftConnlimitSpec {
  readonly over: boolean;
  readonly count: number;
}

/** The packet's connection is counted in, by rule or by element of a set (`nft_connlimit_do_eval`). */
function run({ over, count }: NftConnlimitSpec, ctx: NftContext): StatementOutcome {
  const counted = countConnections(ctx, `nft ${statementMemoryKey(ctx)}`, '');
  return counted > count === over ? 'continue' : 'break';
}

/** `ct count over 20`: how many connections are open at once. */
export const nftConnlimit: NftStatementExtension<'connlimit', NftConnlimitSpec> = {
  name: 'connlimit',
  reference: 'net/netfilter/nft_connlimit.c',
  simulated: 'full',
  starts: ['ct'],
  parse: (parser) => {
    if (!parser.take('ct', 'count')) return undefined;
    const over = parser.take('over');
    const count = Number(parser.next());
    return Number.isInteger(count) ? { over, count } : undefined;
  },
  print: ({ over, count }) => `ct count ${over ? 'over ' : ''}${count}`,
  tests: 'counts',
  run,
};
