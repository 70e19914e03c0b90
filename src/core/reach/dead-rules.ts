import type { Result } from '../lib/result';
import type { IpFamily } from '../net/ip';
import type { Hook, RuleRef, TableName } from '../linux/hooks';
import type { Namespace } from '../linux/namespace';
import type { XtChain, XtTable } from '../linux/xtables/types';
import { listHooks, openTableSpace, orTooLarge } from './table-model';
import { TableWalk } from './table-walk';

/** A rule that holds for no packet that comes to it, whatever nobody knows of it may be. */
export interface DeadRule {
  readonly rule: RuleRef<TableName>;
  /**
   * `unreached`: no packet comes to its chain; `covered`: rules before it in its chain, or in chains these jump to, take
   * every packet it would hold for; `never`: no packet that comes to its chain is one it holds for.
   */
  readonly why: 'unreached' | 'covered' | 'never';
  /** Of a covered rule: those that take its packets, in the order they do. */
  readonly by: readonly RuleRef<TableName>[];
}

/** The rules, by chain, that decide some packet. */
type Alive = Map<string, Uint8Array>;

/** Packets that came to a chain, with what their mark was. */
type Entries = Map<string, { readonly walk: TableWalk; readonly flow: Parameters<TableWalk['enter']>[1] }[]>;

interface DeadInput {
  readonly table: XtTable;
  readonly family: IpFamily;
  readonly netns?: Namespace;
  readonly limit?: number;
}

function watchHook(input: DeadInput, hook: Hook, { alive, entries }: { alive: Alive; entries: Entries }): void {
  const space = openTableSpace(input);
  const packets = space.possible(hook, input.table.name);
  const walk = new TableWalk(space, input.table);
  walk.watch = ({ name, length }, index, holds) => {
    if (holds === 0) return;
    const rules = alive.get(name) ?? new Uint8Array(length);
    rules[index] = 1;
    alive.set(name, rules);
  };
  walk.enter = ({ name }, flow) => {
    if (flow.packets === 0) return;
    const all = entries.get(name) ?? [];
    entries.set(name, all);
    const same = all.findIndex((entry) => entry.walk === walk && entry.flow.marks === flow.marks);
    const before = all[same];
    if (before) {
      const together = walk.space.diagrams.over(before.flow.packets, flow.packets);
      all[same] = { walk, flow: { ...flow, packets: together } };
    } else all.push({ walk, flow });
  };
  walk.run(hook, { packets, marks: space.marksAsTheyCame(), untracked: space.none });
}

/** The rules that take the packets of a rule for which none is left. */
function explain(chain: XtChain, index: number, { table, entries }: { table: XtTable; entries: Entries }): DeadRule {
  const rule: RuleRef<TableName> = { table: table.name, chain: chain.name, index };
  const came = entries.get(chain.name) ?? [];
  if (came.length === 0) return { rule, why: 'unreached', by: [] };
  const takers = new Map<string, RuleRef<TableName>>();
  for (const { walk, flow } of came) {
    const { ended } = walk;
    const before = ended.length;
    const packets = walk.packetsOf(chain.rule(index), flow);
    walk.enter = () => undefined;
    walk.watch = (inChain, at, holds) => {
      const target = holds === 0 ? undefined : inChain.rule(at).target;
      if (inChain === chain && (target?.target === 'RETURN' || target?.target === 'GOTO'))
        takers.set(`${chain.name} ${at}`, { table: table.name, chain: chain.name, index: at });
    };
    walk.walk({ ...flow, packets }, { chain, path: [chain.name], until: index });
    for (const end of ended.slice(before)) {
      const { by } = end;
      if (by) takers.set(`${by.chain} ${by.index}`, by);
    }
    ended.length = before;
  }
  return takers.size > 0 ? { rule, why: 'covered', by: [...takers.values()] } : { rule, why: 'never', by: [] };
}

/**
 * Every rule of a table that holds for no packet that can come to it: at any of the table's hooks, in any state of its
 * connection, with any mark. Taking all of them away changes the end of no packet. Exact but for what nobody can say of a
 * rule (a limit, a set that is not listed): such a rule counts as alive, and takes nothing for sure.
 */
export function findDeadRules(input: DeadInput): Result<readonly DeadRule[], string> {
  return orTooLarge(() => {
    const alive: Alive = new Map();
    const entries: Entries = new Map();
    for (const hook of listHooks(input.table)) watchHook(input, hook, { alive, entries });
    return [...input.table.chains.values()].flatMap((chain) => {
      const rules = alive.get(chain.name);
      return Array.from({ length: chain.length }, (_, index) => index)
        .filter((index) => rules?.[index] !== 1)
        .map((index) => explain(chain, index, { table: input.table, entries }));
    });
  });
}
