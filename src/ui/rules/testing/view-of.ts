import { HOOKS, TABLES, type Hook, type TableName } from '../../../core/linux/hooks';
import { findLadder } from '../../../core/linux/xtables/ladder';
import { cutRule } from '../../../core/linux/xtables/rule-text';
import { rulesetFromLines } from '../../../core/linux/xtables/ruleset-text';
import type { ChainView, Row, RulesView } from '../../../engine/protocol';

interface Draft {
  table: TableName;
  name: string;
  policy?: 'ACCEPT' | 'DROP';
  hook?: Hook;
  length: number;
  line: number;
  firstLine: number;
}

function chainOf(line: string, table: TableName): Draft {
  const [, name = '', policy = '-'] = /^:(\S+) (\S+)/.exec(line) ?? [];
  const hook = HOOKS.find((known) => known === name);
  return {
    table,
    name,
    length: 0,
    line: 0,
    firstLine: 0,
    ...(hook ? { hook } : {}),
    ...(policy === 'ACCEPT' || policy === 'DROP' ? { policy } : {}),
  };
}

/** A {@link RulesView} of an iptables-save text, line for line, for tests of the models: nothing is evaluated. */
export function viewOf(text: string, netns = 'node1'): RulesView {
  const chains = new Map<string, Draft>();
  const rules = new Map<Draft, string[]>();
  const places: ({ readonly chain: Draft; readonly index: number } | undefined)[] = [];
  const lines = text.replace(/\n$/, '').split('\n');
  let table: TableName = 'filter';
  for (const [number, line] of lines.entries()) {
    if (line.startsWith('*')) table = TABLES.find((known) => known === line.slice(1).trim()) ?? table;
    if (line.startsWith(':'))
      chains.set(`${table} ${chainOf(line, table).name}`, { ...chainOf(line, table), line: number });
    const [, name, rule = ''] = /^(?:\[\S+\] )?-A (\S+) ?(.*)$/.exec(line) ?? [];
    const chain = chains.get(`${table} ${name}`);
    places.push(chain && { chain, index: chain.length });
    if (!chain) continue;
    if (chain.length === 0) chain.firstLine = number;
    chain.length += 1;
    rules.set(chain, [...(rules.get(chain) ?? []), rule]);
  }
  const rowAt = rowsOf(rules);
  return {
    netns,
    family: 'ipv4',
    chains: [...chains.values()] as ChainView[],
    lines: lines.length,
    width: Math.max(...lines.map(({ length }) => length)),
    remarks: [],
    rows: Object.fromEntries(lines.map((line, number) => [number, rowAt(line, places[number])])),
    edition: 1,
  };
}

function rowsOf(rules: ReadonlyMap<Draft, readonly string[]>) {
  const ladders = new Map(
    [...rules].map(([chain, texts]) => {
      const lines = { rules: texts.map((text) => ({ text })) };
      const { tables } = rulesetFromLines(new Map([[chain.table, new Map([[chain.name, lines]])]]), 'ipv4');
      return [chain, findLadder(tables.get(chain.table)!.chains.get(chain.name)!, 'ipv4')] as const;
    }),
  );
  return (text: string, place?: { readonly chain: Draft; readonly index: number }): Row => {
    if (!place) return { text, at: [], structure: text.startsWith('*') ? 'table' : 'other' };
    const { chain, index } = place;
    const ladder = ladders.get(chain);
    const parts = [
      { kind: 'append' as const, text: `-A ${chain.name} ` },
      ...cutRule(rules.get(chain)?.[index] ?? '', 'ipv4'),
    ];
    const target = parts.findLast(({ kind }) => kind === 'target');
    const name = target && 'name' in target ? target.name : undefined;
    return {
      text,
      at: [{ kind: 'rule', table: chain.table, chain: chain.name, index }],
      rule: { parts, ...(name === undefined ? {} : { target: name }), ...(ladder ? { ladder } : {}) },
    };
  };
}
