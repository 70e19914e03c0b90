import { nftString } from '../text/quoted';
import type { NftStatementExtension } from '../extension';

export interface CounterSpec {
  /** A counter of the table, shared by rules. */
  readonly name?: string;
  readonly packets?: number;
  readonly bytes?: number;
}

/** Counts what comes by. */
export const counter: NftStatementExtension<'counter', CounterSpec> = {
  name: 'counter',
  reference: 'net/netfilter/nft_counter.c',
  simulated: 'irrelevant',
  starts: ['counter'],
  parse: (parser) => {
    if (!parser.take('counter')) return undefined;
    if (parser.take('name')) return { name: parser.string() };
    if (!parser.take('packets')) return {};
    const packets = Number(parser.next());
    return parser.take('bytes') ? { packets, bytes: Number(parser.next()) } : { packets };
  },
  print: ({ name, packets, bytes }) =>
    name === undefined ? `counter packets ${packets ?? 0} bytes ${bytes ?? 0}` : `counter name ${nftString(name)}`,
  run: () => 'continue',
};
