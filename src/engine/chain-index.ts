import type { AnyTableName, RuleRef } from '../core/linux/hooks';
import { once } from '../core/lib/memo';
import { countBefore } from '../core/lib/sorted';
import type { ChainView } from './protocol';

/** The chains of one table: those the kernel enters in the order they are listed, the others by name. */
interface TableChains {
  readonly entered: ChainView[];
  readonly named: ChainView[];
}

/** The chains of a listing by table and name, and by the lines they take. */
export interface Chains {
  readonly byTable: ReadonlyMap<AnyTableName, TableChains>;
  /** Chains the kernel enters by itself, as they are listed. */
  readonly entered: readonly ChainView[];
  /** Chains that have rules, by first line. */
  readonly byLine: readonly ChainView[];
}

/** Prepares lookups, once a listing. Chains are listed by name already: sorting them costs a look, a map of 136,000 a tenth of a second. */
export const indexOfChains = once((chains: readonly ChainView[]): Chains => {
  const byTable = new Map<AnyTableName, TableChains>();
  const byLine: ChainView[] = [];
  for (const chain of chains) {
    const table = byTable.get(chain.table) ?? { entered: [], named: [] };
    if (table.entered.length + table.named.length === 0) byTable.set(chain.table, table);
    (chain.hook ? table.entered : table.named).push(chain);
    if (chain.length > 0) byLine.push(chain);
  }
  for (const { named } of byTable.values()) sortOnce(named, (a, b) => a.name < b.name);
  sortOnce(byLine, (a, b) => a.firstLine < b.firstLine);
  return { byTable, entered: chains.filter(({ hook }) => hook), byLine };
});

/** Sorts what is not in order yet: to look costs a tenth of sorting. */
function sortOnce<T>(items: T[], isBefore: (a: T, b: T) => boolean): void {
  for (let at = 1; at < items.length; at++) {
    if (!isBefore(items[at]!, items[at - 1]!)) continue;
    items.sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
    return;
  }
}

/** The chain of a table, if it is listed. */
export function findChain({ byTable }: Chains, table: AnyTableName, name: string): ChainView | undefined {
  const chains = byTable.get(table);
  const entered = chains?.entered.find((chain) => chain.name === name);
  if (!chains || entered) return entered;
  const { named } = chains;
  const found = named[countBefore(named.length, (at) => named[at]!.name < name)];
  return found?.name === name ? found : undefined;
}

/** The 0-based line of a rule. */
export function lineOfRule(chains: Chains, ref: RuleRef): number | undefined {
  const chain = findChain(chains, ref.table, ref.chain);
  return chain && ref.index < chain.length ? chain.firstLine + ref.index : undefined;
}

/** Which rule stands on a 0-based line; undefined for `*table`, `:CHAIN` and other lines. */
export function ruleAtLine({ byLine }: Chains, line: number): RuleRef | undefined {
  const chain = byLine[countBefore(byLine.length, (at) => byLine[at]!.firstLine <= line) - 1];
  if (!chain || line < chain.firstLine || line >= chain.firstLine + chain.length) return undefined;
  return { table: chain.table, chain: chain.name, index: line - chain.firstLine };
}

/** Two references to the same rule. */
export function sameRule(a: RuleRef | undefined, b: RuleRef | undefined): boolean {
  return a?.table === b?.table && a?.chain === b?.chain && a?.index === b?.index;
}

/** A rule of a namespace, wherever texts of rules are handed over by it. */
export function ruleKey(netns: string, { table, chain, index }: RuleRef): string {
  return `${netns} ${table} ${chain} ${index}`;
}
