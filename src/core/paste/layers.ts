import { phrase } from '../lib/phrase';
import type { Diagnostic } from '../formats/format';
import type { TableName } from '../linux/hooks';
import { printRule } from '../linux/xtables/rule-text';
import type { XtChain, XtRuleset } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';
import type { Backend } from './backends';

/** A chain that knows the pasted text it was read from. */
export interface PastedChain extends XtChain {
  /** The id of the text; undefined for chains that were put in. */
  readonly source?: string;
}

/** A table as one text shows it. */
export interface TableLayer {
  readonly family: IpFamily;
  readonly table: TableName;
  readonly format: 'iptables-save' | 'iptables-list';
  /** All of it, not only some lines. */
  readonly whole: boolean;
  readonly source: string;
  /** The tool that printed it, if the text tells: the two keep tables of their own. */
  readonly backend?: Backend;
  readonly chains: ReadonlyMap<string, PastedChain>;
}

/** The chains of a table, each told where it came from. */
export function withSource(chains: Iterable<XtChain>, source: string): Map<string, PastedChain> {
  return new Map([...chains].map((chain) => [chain.name, { ...chain, source }]));
}

/** How many rules some chains have. */
export function rulesIn(chains: ReadonlyMap<string, XtChain>): number {
  let count = 0;
  for (const chain of chains.values()) count += chain.length;
  return count;
}

/** A pasted table, and whether all of it was pasted. */
export interface PastedTable {
  readonly name: TableName;
  readonly whole: boolean;
  readonly chains: ReadonlyMap<string, PastedChain>;
}

/** The tables of one family, put together from all texts. */
export interface PastedRuleset extends XtRuleset {
  readonly tables: ReadonlyMap<TableName, PastedTable>;
}

export interface Combined {
  readonly rulesets: Readonly<Partial<Record<IpFamily, PastedRuleset>>>;
  /** Layers of a table that another one was taken for. */
  readonly unused: ReadonlySet<TableLayer>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Puts the tables of several texts together into one node. A whole table replaces what came before
 * it, and is better than any excerpt; a dump is better than a listing; excerpts are joined.
 */
export function combineLayers(layers: readonly TableLayer[]): Combined {
  const groups = new Map<string, TableLayer[]>();
  for (const layer of layers) {
    const key = `${layer.family} ${layer.table}`;
    groups.set(key, [...(groups.get(key) ?? []), layer]);
  }
  const tables: Record<IpFamily, Map<TableName, PastedTable>> = { ipv4: new Map(), ipv6: new Map() };
  const unused = new Set<TableLayer>();
  const diagnostics: Diagnostic[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    tables[first.family].set(first.table, combineTable(group, unused, diagnostics));
  }
  const rulesets: Partial<Record<IpFamily, PastedRuleset>> = {};
  for (const family of ['ipv4', 'ipv6'] as const) {
    if (tables[family].size > 0) rulesets[family] = { tables: tables[family] };
  }
  return { rulesets, unused, diagnostics };
}

function combineTable(group: readonly TableLayer[], unused: Set<TableLayer>, diagnostics: Diagnostic[]): PastedTable {
  const name = group[0]?.table ?? 'filter';
  const wholes = group.filter(({ whole }) => whole);
  const best = wholes.findLast(({ format }) => format === 'iptables-save') ?? wholes.at(-1);
  if (best) {
    for (const layer of group) if (layer !== best) unused.add(layer);
    if (group.length > 1) diagnostics.push(takenFor(best, group));
    return { name, whole: true, chains: best.chains };
  }
  const chains = new Map<string, PastedChain>();
  for (const { chains: more, family } of group) {
    for (const [chain, shown] of more) {
      const known = chains.get(chain);
      chains.set(chain, known ? joinChains(known, shown, family) : shown);
    }
  }
  return { name, whole: false, chains };
}

function takenFor(best: TableLayer, group: readonly TableLayer[]): Diagnostic {
  const values = { table: best.table, count: group.length };
  return { severity: 'info', code: 'assumed', message: phrase('analysis.table.shown-again', values) };
}

/** Two excerpts of a chain: the longer if it has all of the other, else the first with what only the second has behind it. */
function joinChains(a: PastedChain, b: PastedChain, family: IpFamily): PastedChain {
  const [left, right] = [textsOf(a, family), textsOf(b, family)];
  const inLeft = new Set(left);
  const inRight = new Set(right);
  if (right.every((text) => inLeft.has(text))) return a;
  if (left.every((text) => inRight.has(text))) return b;
  const extra = right.flatMap((text, index) => (inLeft.has(text) ? [] : [index]));
  const at =
    <T>(read: (chain: PastedChain, index: number) => T): ((index: number) => T) =>
    (index) =>
      index < a.length ? read(a, index) : read(b, extra[index - a.length] ?? 0);
  return {
    ...a,
    length: a.length + extra.length,
    rule: at((chain, index) => chain.rule(index)),
    line: at((chain, index) => chain.line(index)),
    text: at((chain, index) => chain.text?.(index)),
  };
}

function textsOf(chain: XtChain, family: IpFamily): string[] {
  return Array.from({ length: chain.length }, (_, index) => printRule(chain.rule(index), family));
}
