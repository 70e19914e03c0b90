import type { Verdict } from '../../hooks';
import type { NftStatementExtension } from '../extension';
import { printVerdict } from '../text/print-set';

export interface VerdictSpec {
  readonly verdict: Verdict;
}

/** `accept`, `drop`, `return`, `continue`, `jump`, `goto`. */
export const verdict: NftStatementExtension<'verdict', VerdictSpec> = {
  name: 'verdict',
  reference: 'net/netfilter/nft_immediate.c',
  simulated: 'full',
  starts: ['accept', 'drop', 'return', 'continue', 'jump', 'goto'],
  parse: (parser) => {
    const found = parser.verdict();
    return found && { verdict: found };
  },
  print: (spec) => printVerdict(spec.verdict),
  run: (spec) => (spec.verdict.kind === 'CONTINUE' ? 'continue' : spec.verdict),
};
