import type { NftStatementExtension } from '../extension';
import type { Parser } from '../text/parser';

export interface NotSimulatedSpec {
  readonly verb: string;
  readonly words: readonly string[];
}

/** Statements that hand the packet to something that is not here, and how many words belong to them at most. */
const VERBS = ['queue', 'tproxy', 'dup', 'fwd', 'synproxy', 'flow', 'xt'] as const;
const VERDICTS = new Set(['accept', 'drop', 'return', 'continue', 'jump', 'goto', 'comment', 'counter', '']);

/** All words up to what surely begins another statement. */
function parse(parser: Parser): NotSimulatedSpec | undefined {
  const verb = parser.takeOne(VERBS);
  if (!verb) return undefined;
  const words: string[] = [];
  while (!VERDICTS.has(parser.peek())) words.push(parser.next());
  return { verb, words };
}

/** `queue`, `tproxy`, `dup`, `fwd`, `synproxy`, `flow add`, `xt`: read and said, not run. */
export const notSimulated: NftStatementExtension<'not simulated', NotSimulatedSpec> = {
  name: 'not simulated',
  reference: 'net/netfilter/nft_queue.c',
  simulated: 'no',
  starts: VERBS,
  parse,
  print: ({ verb, words }) => [verb, ...words].join(' '),
  run: () => 'unknown',
};
