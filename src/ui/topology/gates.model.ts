import { HOOKS, TABLE_ORDER, type Hook, type TableName } from '../../core/linux/hooks';
import type { IpFamily } from '../../core/net/ip';
import type { Bench } from '../../worker/protocol';

/** The rules that stand in one table's built-in chain at a gate (jumps lead further). */
export interface GateTable {
  readonly table: TableName;
  readonly rules: number;
  readonly policy?: 'ACCEPT' | 'DROP';
}

/** One of the five places netfilter is asked, with what is there. */
export interface Gate {
  readonly hook: Hook;
  /** In the kernel's order; only tables that exist. */
  readonly tables: readonly GateTable[];
}

/** The five gates of a namespace. A namespace without rules has five empty gates. */
export function gatesOf(bench: Bench, netns: string, family: IpFamily): readonly Gate[] {
  const chains = bench.rules.find((rules) => rules.netns === netns && rules.family === family)?.chains ?? [];
  return HOOKS.map((hook) => ({
    hook,
    tables: TABLE_ORDER[hook].flatMap((table): GateTable[] => {
      const chain = chains.find((candidate) => candidate.table === table && candidate.hook === hook);
      if (!chain) return [];
      return [{ table, rules: chain.length, ...(chain.policy ? { policy: chain.policy } : {}) }];
    }),
  }));
}

/** The tables of a gate worth a line: those with rules, or with a policy that drops. */
export function tellingTables(gate: Gate): readonly GateTable[] {
  return gate.tables.filter(({ rules, policy }) => rules > 0 || policy === 'DROP');
}

/** Rules of the namespace in all its chains. */
export function ruleCountOf(bench: Bench, netns: string, family: IpFamily): number {
  return bench.rules.find((rules) => rules.netns === netns && rules.family === family)?.ruleCount ?? 0;
}
