import { phrase } from '../../../lib/phrase';
import type { TableName } from '../../../linux/hooks';
import { printRule } from '../../../linux/xtables/rule-text';
import type { XtRule } from '../../../linux/xtables/types';
import { findJump } from '../../../paste/layers';
import { TableEffects, touches, type Effects, endsHere, isStateless } from '../rule-kinds';
import { familyCheck, placedRules, type Finding, type LintedFamily } from '../finding';

/**
 * The same rule twice in a chain, where the second is not already known to match nothing, and can go: its tests
 * remember nothing, no rule between undoes what the first did or changes what is asked, and doing it twice is
 * doing it once.
 */
export const DUPLICATE_RULE = familyCheck('duplicate-rule', (linted) =>
  [...linted.tables].flatMap(([table, content]) => {
    const effects = new TableEffects(content);
    return [...content.chains.values()].flatMap(({ name, length }) =>
      length < 2 ? [] : ofChain(linted, { table, chain: name, effects }),
    );
  }),
);

interface ChainScope {
  readonly table: TableName;
  readonly chain: string;
  readonly effects: TableEffects;
}

/** A rule that leaves something changed, by its place. */
interface Change {
  readonly index: number;
  readonly left: Effects;
}

function ofChain(linted: LintedFamily, { table, chain, effects }: ChainScope): Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, number>();
  const changes: Change[] = [];
  for (const { rule, place } of placedRules(linted, table, chain)) {
    if (!rule.target || endsHere(rule)) continue;
    const { index } = place;
    const text = printRule(rule, linted.family);
    const first = seen.get(text);
    seen.set(text, index);
    const left = effects.of(rule);
    if (!changesNothing(left)) changes.push({ index, left });
    if (first === undefined || !canGo(rule, left, listBetween(changes, first, index))) continue;
    const message = phrase('lint.duplicate-rule', { chain, rule: index + 1, first: first + 1 });
    findings.push({ id: 'duplicate-rule', severity: 'info', message, places: [{ ...place, index: first }, place] });
  }
  return findings;
}

function listBetween(changes: readonly Change[], from: number, to: number): Effects[] {
  return changes.flatMap(({ index, left }) => (index > from && index < to ? [left] : []));
}

function canGo(rule: XtRule, own: Effects, others: readonly Effects[]): boolean {
  if (!isStateless(rule) || !own.repeatable || [own, ...others].some((each) => touches(each, rule))) return false;
  // A chain may ask for what it changed itself, or for what was changed since.
  if (findJump(rule) !== undefined) return others.length === 0 && changesNothing(own);
  return others.every((each) => (each.mark & own.mark) === 0);
}

function changesNothing({ mark, conntrack, sets, anything }: Effects): boolean {
  return mark === 0 && !conntrack && !sets && !anything;
}
