import type { AnyTableName } from '../../core/linux/hooks';
import type { RuleRef } from '../../core/linux/xtables/types';
import type { ChainView, RulesView } from '../../engine/protocol';

/** The text of a 0-based line, without its line end; empty past the last one. */
export function lineText(view: RulesView, line: number): string {
  const start = view.offsets[line];
  if (start === undefined) return '';
  const end = view.offsets[line + 1] ?? (view.text.endsWith('\n') ? view.text.length : view.text.length + 1);
  const text = view.text.slice(start, end - 1);
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

/** How many lines the dump has; the empty one after a final line end does not count. */
export function lineCount(view: RulesView): number {
  const last = view.offsets.at(-1);
  if (last === undefined) return 0;
  return view.offsets.length - (last >= view.text.length ? 1 : 0);
}

/** The longest line in characters: how wide a virtualised list has to be. */
export function longestLine(view: RulesView): number {
  let longest = 0;
  for (let i = 0; i < view.offsets.length; i++) {
    const end = view.offsets[i + 1] ?? view.text.length + 1;
    longest = Math.max(longest, end - 1 - (view.offsets[i] ?? 0));
  }
  return longest;
}

/** The chains of one table: those the kernel enters in the order they are listed, the others by name. */
interface TableChains {
  readonly entered: ChainView[];
  readonly named: ChainView[];
}

/** The chains of a dump by table and name, and by the lines they take. */
export interface ChainIndex {
  readonly view: RulesView;
  readonly byTable: ReadonlyMap<AnyTableName, TableChains>;
  /** Chains the kernel enters by itself, as they are listed. */
  readonly entered: readonly ChainView[];
  /** Chains that have rules, by first line. */
  readonly byLine: readonly ChainView[];
}

const indexes = new WeakMap<RulesView, ChainIndex>();

/** Prepares lookups, once a view. Chains are listed by name already: sorting them costs a look, a map of 136,000 a tenth of a second. */
export function indexChains(view: RulesView): ChainIndex {
  const known = indexes.get(view);
  if (known) return known;
  const byTable = new Map<AnyTableName, TableChains>();
  const byLine: ChainView[] = [];
  for (const chain of view.chains) {
    const table = byTable.get(chain.table) ?? { entered: [], named: [] };
    if (table.entered.length + table.named.length === 0) byTable.set(chain.table, table);
    (chain.hook ? table.entered : table.named).push(chain);
    if (chain.length > 0) byLine.push(chain);
  }
  for (const { named } of byTable.values()) sortOnce(named, (a, b) => a.name < b.name);
  sortOnce(byLine, (a, b) => a.firstLine < b.firstLine);
  const entered = view.chains.filter(({ hook }) => hook);
  const index = { view, byTable, entered, byLine };
  indexes.set(view, index);
  return index;
}

/** Sorts what is not in order yet: to look costs a tenth of sorting. */
function sortOnce<T>(items: T[], isBefore: (a: T, b: T) => boolean): void {
  for (let at = 1; at < items.length; at++) {
    if (!isBefore(items[at]!, items[at - 1]!)) continue;
    items.sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
    return;
  }
}

/** The chain of a table, if the dump has it. */
export function findChain(index: ChainIndex, table: AnyTableName, name: string): ChainView | undefined {
  const chains = index.byTable.get(table);
  const entered = chains?.entered.find((chain) => chain.name === name);
  if (!chains || entered) return entered;
  const { named } = chains;
  let low = 0;
  let high = named.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (named[middle]!.name < name) low = middle + 1;
    else high = middle;
  }
  return named[low]?.name === name ? named[low] : undefined;
}

/** The 0-based line of a rule. */
export function lineOfRule(index: ChainIndex, ref: RuleRef): number | undefined {
  const chain = findChain(index, ref.table, ref.chain);
  return chain && ref.index < chain.length ? chain.firstLine + ref.index : undefined;
}

/** The text of a rule as iptables-save prints it; undefined when the dump does not have it. */
export function ruleLine(index: ChainIndex, ref: RuleRef): string | undefined {
  const line = lineOfRule(index, ref);
  return line === undefined ? undefined : lineText(index.view, line);
}

/** Which rule stands on a 0-based line; undefined for `*table`, `:CHAIN` and other lines. */
export function ruleAtLine(index: ChainIndex, line: number): RuleRef | undefined {
  const { byLine } = index;
  let low = 0;
  let high = byLine.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (byLine[middle]!.firstLine <= line) low = middle;
    else high = middle - 1;
  }
  const chain = byLine[low];
  if (!chain || line < chain.firstLine || line >= chain.firstLine + chain.length) return undefined;
  return { table: chain.table, chain: chain.name, index: line - chain.firstLine };
}

/** Two references to the same rule. */
export function sameRule(a: RuleRef | undefined, b: RuleRef | undefined): boolean {
  return a?.table === b?.table && a?.chain === b?.chain && a?.index === b?.index;
}
