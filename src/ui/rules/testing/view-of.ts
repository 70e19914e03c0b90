import { HOOKS, TABLES, type Hook, type TableName } from '../../../core/linux/hooks';
import type { ChainView, RulesView } from '../../../engine/protocol';

interface Draft {
  table: TableName;
  name: string;
  policy?: 'ACCEPT' | 'DROP';
  hook?: Hook;
  length: number;
  firstLine: number;
}

function chainOf(line: string, table: TableName): Draft {
  const [, name = '', policy = '-'] = /^:(\S+) (\S+)/.exec(line) ?? [];
  const hook = HOOKS.find((known) => known === name);
  return {
    table,
    name,
    length: 0,
    firstLine: 0,
    ...(hook ? { hook } : {}),
    ...(policy === 'ACCEPT' || policy === 'DROP' ? { policy } : {}),
  };
}

/** A {@link RulesView} of an iptables-save text, for tests of the models: line offsets and chains only, nothing is evaluated. */
export function viewOf(text: string, netns = 'node1'): RulesView {
  const chains = new Map<string, Draft>();
  const offsets: number[] = [];
  let table: TableName = 'filter';
  let offset = 0;
  for (const [number, line] of text.split('\n').entries()) {
    offsets.push(offset);
    offset += line.length + 1;
    if (line.startsWith('*')) table = TABLES.find((known) => known === line.slice(1).trim()) ?? table;
    if (line.startsWith(':')) chains.set(`${table} ${chainOf(line, table).name}`, chainOf(line, table));
    const chain = chains.get(`${table} ${/^(?:\[\S+\] )?-A (\S+)/.exec(line)?.[1]}`);
    if (!chain) continue;
    if (chain.length === 0) chain.firstLine = number;
    chain.length += 1;
  }
  return {
    netns,
    family: 'ipv4',
    text,
    offsets: Uint32Array.from(offsets),
    chains: [...chains.values()] as ChainView[],
    edition: 1,
  };
}
