import { phrase } from '../../../lib/phrase';
import { isXtTable, type TableName } from '../../../linux/hooks';
import { printRule } from '../../../linux/xtables/rule-text';
import type { XtRule } from '../../../linux/xtables/types';
import { familyCheck, type Finding, type LintedFamily } from '../finding';

/** So many rules are told, those with most packets. */
const MOST_TOLD = 3;
/** Chains as long as this are not read through for what they counted. */
const MOST_RULES = 5000;

const REFUSES: ReadonlySet<string> = new Set(['DROP', 'REJECT']);

/** Packets that belong to no connection are dropped on every machine: that says nothing. */
const isOfInvalid = ({ matches }: XtRule): boolean =>
  matches.some(({ match, spec }) => /^(?:conntrack|state)$/.test(match) && JSON.stringify(spec).includes('INVALID'));

interface Refusal {
  readonly packets: number;
  readonly finding: Finding;
}

function* listRefusals({ family, tables }: LintedFamily, table: TableName): Generator<Refusal> {
  for (const chain of tables.get(table)?.chains.values() ?? []) {
    const { policy, counters } = chain;
    if (policy === 'DROP' && counters && counters.packets > 0) {
      const message = phrase('lint.refused-policy', { table, chain: chain.name, count: counters.packets });
      const places = [{ family, table, chain: chain.name }];
      yield { packets: counters.packets, finding: { id: 'refused-packets', severity: 'info', message, places } };
    }
    if (chain.length > MOST_RULES) continue;
    for (let index = 0; index < chain.length; index++) {
      const rule = chain.rule(index);
      const { packets = 0 } = rule.counters ?? {};
      const target = rule.target?.target ?? '';
      if (packets === 0 || !REFUSES.has(target) || isOfInvalid(rule)) continue;
      const words = printRule(rule, family);
      const values = { rule: `${table} ${chain.name} ${index + 1}`, words, count: packets };
      const message = phrase('lint.refused-packets', values);
      const places = [{ family, table, chain: chain.name, index }];
      yield { packets, finding: { id: 'refused-packets', severity: 'warning', message, places } };
    }
  }
}

/** Rules and policies that have refused packets, as their counters show: what somebody misses may be among them. */
export const REFUSED_PACKETS = familyCheck('refused-packets', (linted) =>
  [...linted.tables.keys()]
    .filter(isXtTable)
    .flatMap((table) => [...listRefusals(linted, table)])
    .toSorted((a, b) => b.packets - a.packets)
    .slice(0, MOST_TOLD)
    .map(({ finding }) => finding),
);
