import type { NftTableName } from '../hooks';
import { drawOf, evaluateExpression } from './expressions';
import type { NftContext } from './extension';
import { runStatement } from './statements';
import { tableName } from './types';

/** A context whose rule and statement change as they are run. */
export type LiveContext = { -readonly [K in keyof NftContext]: NftContext[K] };

/** What rules are run for: a packet at a hook of a namespace. */
export type Surroundings = Pick<NftContext, 'family' | 'hook' | 'skb' | 'netns' | 'state' | 'decide'>;

/** Everything rules of a table can see of a packet; `chain` is where they begin. */
export function contextOf(
  around: Surroundings,
  { table, chain, apply }: Pick<NftContext, 'table' | 'apply'> & { readonly chain: string },
): LiveContext {
  const name: NftTableName = tableName(table);
  const live: LiveContext = {
    ...around,
    table,
    ref: { table: name, chain, index: 0 },
    position: 0,
    apply,
    evaluate: (expression) => evaluateExpression(expression, live),
    drawOf: (expression) => drawOf(expression, live),
    run: (statement, owner) => runStatement(statement, { ...live, owner }),
    looked: () => undefined,
  };
  return live;
}
