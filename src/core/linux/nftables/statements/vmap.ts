import { printExpression, listTypes } from '../expressions';
import type { NftStatementExtension } from '../extension';
import { lookUp } from '../sets';
import { printEvaluated, printSetUse } from '../text/print-set';
import type { NftExpression, NftSetUse } from '../types';

export interface VmapSpec {
  readonly key: NftExpression;
  readonly map: NftSetUse;
}

/** A verdict looked up: without an element the rule ends, without a word in the trace. */
export const vmap: NftStatementExtension<'vmap', VmapSpec> = {
  name: 'vmap',
  reference: 'net/netfilter/nft_lookup.c',
  simulated: 'full',
  parse: (parser) => {
    const key = parser.expression();
    if (!key || !parser.take('vmap')) return undefined;
    const map = parser.setUse(parser.typesOf(key), 'verdict');
    return map && { key, map };
  },
  print: ({ key, map }) => `${printExpression(key)} vmap ${printSetUse(map)}`,
  explain: (spec, ctx) => {
    const { key } = spec;
    return {
      expected: vmap.print(spec),
      actual: `${printExpression(key)} ${printEvaluated(ctx.evaluate(key), listTypes(key))}`,
    };
  },
  run: ({ key, map }, ctx) => {
    const found = lookUp(key, map, ctx);
    if (typeof found === 'string') return found;
    return found.data?.kind === 'verdict' ? found.data.verdict : 'break';
  },
};
