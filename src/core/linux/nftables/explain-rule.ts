import type { Ternary } from '../chain-walk';
import { cloneMemory } from '../state';
import type { ExplainedRule, ExplainedTest } from '../xtables/explain-rule';
import type { StatementOutcome } from './extension';
import { printStatement, runStatement, statementExtension } from './statements';
import { tableName, type NftRule, type NftStatement, type NftTable } from './types';
import { getRuleContext, type LiveContext, type Surroundings } from './walk';

interface RulePlace {
  readonly table: NftTable;
  readonly chain: string;
  readonly index: number;
}

/** Copies of all that statements may change, so that looking leaves no trace. */
function lookingContext({ table, chain, index }: RulePlace, around: Surroundings, decide: () => number): LiveContext {
  const { ct } = around.skb;
  const skb = { ...around.skb, ...(ct ? { ct: { ...ct } } : {}) };
  const state = { ...around.state, ...cloneMemory(around.state) };
  const ctx = getRuleContext({ ...around, skb, state, decide }, { table, chain, apply: () => undefined });
  ctx.ref = { table: tableName(table), chain, index };
  return ctx;
}

/** Statements that always go on or give their verdict tell a reader nothing. */
function isReported({ statement }: NftStatement): boolean {
  return !['counter', 'log', 'last', 'verdict', 'notrack'].includes(statement);
}

function statementAnswer(outcome: StatementOutcome, random: boolean, drawn: boolean | undefined): Ternary {
  if (random) return drawn ?? 'unknown';
  return outcome === 'unknown' ? 'unknown' : outcome !== 'break';
}

/**
 * Every statement of a rule that can end it, in order, up to and including the first that does. Changes nothing. A
 * random draw is not made again: it shows as `unknown`, unless `drawn` says how it fell.
 */
export function explainNftRule(rule: NftRule, place: RulePlace, around: Surroundings, drawn?: boolean): ExplainedRule {
  let random = false;
  const ctx = lookingContext(place, around, () => {
    random = true;
    return 0;
  });
  const tests: ExplainedTest[] = [];
  let open = false;
  for (const [position, statement] of rule.statements.entries()) {
    ctx.position = position;
    random = false;
    const { name, explain } = statementExtension(statement);
    const seen = explain?.(statement.spec, ctx);
    random = false;
    const outcome = runStatement(statement, ctx);
    const matched = statementAnswer(outcome, random, drawn);
    const expected = seen?.expected ?? printStatement(statement);
    if (isReported(statement)) tests.push({ part: name, matched, expected, actual: seen?.actual ?? '' });
    if (matched === false) return { matched: false, tests };
    open ||= matched === 'unknown';
    if (typeof outcome !== 'string') break;
  }
  return { matched: open ? 'unknown' : true, tests };
}
