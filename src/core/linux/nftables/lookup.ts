import type { Evaluated, NftContext, StatementOutcome } from './extension';
import { drawn } from './drawn';
import { findLive, liveSize, mayHold } from './live-set';
import { cutsOf } from './set-index';
import { printElement } from './text/print-set';
import { printValues } from './text/print-pattern';
import { tableName, type NftElement, type NftExpression, type NftSet, type NftSetUse } from './types';
import { datumKey, type NftDatum } from './values';

/** The set a rule uses; undefined if the table has none of that name. */
export function setOf(use: NftSetUse, { table }: NftContext): NftSet | undefined {
  return use.kind === 'set' ? use.set : table.sets.get(use.name);
}

/** What a set's state is kept under. */
export function setKey(set: NftSet, { table }: Pick<NftContext, 'table'>): string {
  return set.name === undefined ? '' : `${tableName(table)} ${set.name}`;
}

/** What the key of a lookup is, with a draw made so that equal answers are one branch. */
function keyFor(expression: NftExpression, set: NftSet, ctx: NftContext): Evaluated {
  const values = ctx.evaluate(expression);
  if (values !== 'unknown') return values;
  const draw = ctx.drawOf(expression);
  if (!draw) return 'unknown';
  const owner = { key: setKey(set, ctx), state: ctx.state };
  const elementAt = (value: number): string => {
    const found = findLive(set, [value], owner);
    return found ? JSON.stringify(found.data ?? true) : '';
  };
  return [drawn(draw, cutsOf(set), elementAt, ctx)];
}

function note(set: NftSet, values: readonly NftDatum[], element: NftElement | undefined, ctx: NftContext): void {
  const { keyTypes, data, name } = set;
  ctx.looked(() => ({
    set: name === undefined ? '{ … }' : `@${name}`,
    key: printValues(values, keyTypes),
    ...(element ? { element: printElement(element, keyTypes, data) } : {}),
    size: liveSize(set, { key: setKey(set, ctx), state: ctx.state }),
  }));
}

/** Found elements run what belongs to them: their limits and counters may end the rule. */
function runElement(element: NftElement, set: NftSet, values: readonly NftDatum[], ctx: NftContext): StatementOutcome {
  const owner = `${setKey(set, ctx)} ${datumKey(values)}`;
  for (const statement of element.statements ?? set.statements ?? []) {
    const outcome = ctx.run(statement, owner);
    if (outcome !== 'continue') return outcome;
  }
  return 'continue';
}

/** A part of a concatenation is not known, but the others are in no element. */
function isRuledOut(expression: NftExpression, set: NftSet, ctx: NftContext): boolean {
  if (expression.expression !== 'concat') return false;
  const parts = expression.spec.parts.map((part) => ctx.evaluate(part));
  if (parts.some((part) => typeof part !== 'string' && part.length !== 1)) return false;
  const values = parts.map((part) => (typeof part === 'string' ? undefined : part[0]));
  return !mayHold(set, values, { key: setKey(set, ctx), state: ctx.state });
}

/** What a lookup found: `element` is absent if there is none. */
interface Found {
  readonly values: readonly NftDatum[];
  readonly element?: NftElement;
  readonly data?: NftElement['data'];
}

/**
 * Looks an expression up in a set or a map (`nft_lookup_eval`). A set is asked in constant time, or by its
 * sorted intervals, however large it is.
 */
export function lookUp(expression: NftExpression, use: NftSetUse, ctx: NftContext): Found | 'break' | 'unknown' {
  const set = setOf(use, ctx);
  if (!set) return 'unknown';
  const values = keyFor(expression, set, ctx);
  if (values === 'unknown' && isRuledOut(expression, set, ctx)) return { values: [] };
  if (typeof values === 'string') return values;
  const element = findLive(set, values, { key: setKey(set, ctx), state: ctx.state });
  note(set, values, element, ctx);
  if (!element) return { values };
  const outcome = runElement(element, set, values, ctx);
  if (outcome !== 'continue') return outcome === 'break' ? 'break' : 'unknown';
  return { values, element, ...(element.data ? { data: element.data } : {}) };
}
