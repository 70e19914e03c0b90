import { HOOKS, isXtTable, type AnyTableName, type Hook } from '../../core/linux/hooks';
import type { IpFamily } from '../../core/net/ip';
import type { RulesSummary } from '../../engine/protocol';
import { standsAt } from '../rules/stands.model';

/** The rules that stand in one table's built-in chain at a gate (jumps lead further). */
export interface GateTable {
  /** `nat`; a base chain of nftables: `nat-prerouting`. */
  readonly table: string;
  /** Base chains of nftables. */
  readonly priority?: number;
  readonly rules: number;
  readonly policy?: 'ACCEPT' | 'DROP';
  /** Where its rules stand. */
  readonly at: { readonly table: AnyTableName; readonly chain: string };
}

/** One of the five places netfilter is asked, with what is there. */
export interface Gate {
  readonly hook: Hook;
  /** In the kernel's order; only tables that exist. */
  readonly tables: readonly GateTable[];
}

/** The five gates of a namespace. A namespace without rules has five empty gates. */
export function gatesOf(known: readonly RulesSummary[], netns: string, family: IpFamily): readonly Gate[] {
  const chains = summaryOf(known, netns, family)?.chains ?? [];
  return HOOKS.map((hook) => ({
    hook,
    tables: standsAt(chains, hook).map(({ table, chain, length: rules, priority }): GateTable => {
      const policy = chains.find((each) => each.table === table && each.name === chain)?.policy;
      const of = isXtTable(table) ? { table } : { table: chain, priority };
      return { ...of, rules, ...(policy ? { policy } : {}), at: { table, chain } };
    }),
  }));
}

/** The tables of a gate worth a line: those with rules, or with a policy that drops. */
export function tellingTables(gate: Gate): readonly GateTable[] {
  return gate.tables.filter(({ rules, policy }) => rules > 0 || policy === 'DROP');
}

/** Rules of the namespace in all its chains. Undefined: there are some, and they are not written yet. */
export function ruleCountOf(known: readonly RulesSummary[], netns: string, family: IpFamily): number | undefined {
  const isOf = (rules: RulesSummary): boolean => rules.netns === netns && rules.family === family;
  return known.some(isOf) ? summaryOf(known, netns, family)?.ruleCount : 0;
}

/** What is known of a namespace's rules; of several the one that says most. */
function summaryOf(known: readonly RulesSummary[], netns: string, family: IpFamily): RulesSummary | undefined {
  return known.find((rules) => rules.netns === netns && rules.family === family && rules.chains !== undefined);
}
