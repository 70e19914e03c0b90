import type { Hook, TableName } from '../hooks';

/** The chains the kernel makes by itself, in the order iptables-save lists them. */
export const BUILT_IN_CHAINS: Readonly<Record<TableName, readonly Hook[]>> = {
  raw: ['PREROUTING', 'OUTPUT'],
  mangle: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
  nat: ['PREROUTING', 'INPUT', 'OUTPUT', 'POSTROUTING'],
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  security: ['INPUT', 'FORWARD', 'OUTPUT'],
};

/** Is it a hook's chain in this table? */
export function isBuiltIn(table: TableName, chain: string): boolean {
  return BUILT_IN_CHAINS[table].some((name) => name === chain);
}

/** Built-in chains in their order, then the others by name (strcmp), as iptables-save lists them. */
export function chainOrder(table: TableName, names: Iterable<string>): string[] {
  const all = [...names];
  const builtIn = BUILT_IN_CHAINS[table].filter((name) => all.includes(name));
  const user = all.filter((name) => !isBuiltIn(table, name)).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return [...builtIn, ...user];
}
