import type { NftStatementExtension } from '../extension';
import type { Parser } from '../text/parser';

export interface NftLogSpec {
  /** `prefix "x" level debug`, as written. */
  readonly words: readonly string[];
}

const OPTIONS = new Set(['prefix', 'level', 'group', 'snaplen', 'queue-threshold', 'flags']);

/** One option and its value; `flags tcp sequence,options` has several words. */
function option(parser: Parser): string[] {
  const words = [parser.next(), parser.next()];
  if (words[0] !== 'flags') return words;
  while (parser.peek() === ',' || parser.peek() === 'sequence' || parser.peek() === 'options')
    words.push(parser.next());
  return words;
}

/** In the order log_stmt_print() has them; `level warn` goes without saying. */
const ORDER = ['prefix', 'group', 'snaplen', 'queue-threshold', 'level', 'flags'] as const;

function listed(words: readonly string[]): string[] {
  const starts = words.flatMap((word, at) => (OPTIONS.has(word) ? [at] : []));
  const parts = starts.map((at, i) => words.slice(at, starts[i + 1]));
  const said = parts.filter(([option, value]) => option !== 'level' || value !== 'warn');
  const place = ([option = '']: readonly string[]): number => ORDER.findIndex((each) => each === option);
  return said.toSorted((a, b) => place(a) - place(b)).flat();
}

/** Writes a line about the packet. */
export const log: NftStatementExtension<'log', NftLogSpec> = {
  name: 'log',
  reference: 'net/netfilter/nft_log.c',
  simulated: 'irrelevant',
  starts: ['log'],
  parse: (parser) => {
    if (!parser.take('log')) return undefined;
    const words: string[] = [];
    while (OPTIONS.has(parser.peek())) words.push(...option(parser));
    return { words };
  },
  print: ({ words }) => ['log', ...listed(words)].join(' ').replaceAll(' , ', ','),
  run: () => 'continue',
};
