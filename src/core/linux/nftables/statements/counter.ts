import type { NftStatementExtension } from '../extension';
import { parseObjectUse, printObjectUse, type ObjectUse } from '../object-use';
import type { Parser } from '../text/parser';

export interface CounterSpec {
  /** A counter of the table, shared by rules. */
  readonly object?: ObjectUse;
  readonly packets?: number;
  readonly bytes?: number;
}

function parse(parser: Parser): CounterSpec | undefined {
  if (!parser.take('counter')) return undefined;
  if (parser.take('name')) {
    const object = parseObjectUse(parser);
    return object && { object };
  }
  const spec: { packets?: number; bytes?: number } = {};
  for (;;) {
    const word = parser.takeOne(['packets', 'bytes'] as const);
    if (!word) return spec;
    const count = Number(parser.next());
    if (!Number.isInteger(count)) return undefined;
    spec[word] = count;
  }
}

/** Counts what comes by. A map that names no counter for the packet ends the rule (`nft_objref_map_eval`). */
export const counter: NftStatementExtension<'counter', CounterSpec> = {
  name: 'counter',
  reference: 'net/netfilter/nft_counter.c',
  simulated: 'irrelevant',
  starts: ['counter'],
  parse,
  print: ({ object, packets = 0, bytes = 0 }) =>
    object ? `counter name ${printObjectUse(object)}` : `counter packets ${packets} bytes ${bytes}`,
  run: ({ object }, ctx) => {
    const found = object?.by ? ctx.evaluate(object.by) : [];
    return typeof found === 'string' ? found : 'continue';
  },
};
