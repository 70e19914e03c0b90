import { isXtTable, TABLE_ORDER, TABLE_PRIORITY, type AnyTableName, type Hook } from '../../core/linux/hooks';
import type { ChainView } from '../../engine/protocol';

/** A chain the kernel enters by itself at a hook: a table's built-in chain of iptables, or a base chain of nftables. */
export interface Stand {
  readonly table: AnyTableName;
  readonly chain: string;
  /** What a line of it is called: `nat`, `ip kube-proxy nat-prerouting`. */
  readonly name: string;
  readonly priority: number;
  /** Asked for the first packet of a connection only. */
  readonly nat: boolean;
  readonly length: number;
}

/** Where iptables registers a table at a hook; nat stands with dstnat or srcnat (include/uapi/linux/netfilter_ipv4.h). */
function getPriority(table: keyof typeof TABLE_PRIORITY, hook: Hook): number {
  if (table !== 'nat') return TABLE_PRIORITY[table];
  return hook === 'PREROUTING' || hook === 'OUTPUT' ? -100 : 100;
}

/** The chains of a namespace that are asked at a hook, in the kernel's order: by priority; of equal ones of nftables the last made first. */
export function standsAt(chains: Iterable<ChainView>, hook: Hook): readonly Stand[] {
  const stands: Stand[] = [];
  const base: Stand[] = [];
  for (const { table, name: chain, hook: at, base: registered, length } of chains) {
    if (at !== hook) continue;
    if (isXtTable(table)) {
      if (!TABLE_ORDER[hook].includes(table)) continue;
      stands.push({ table, chain, name: table, priority: getPriority(table, hook), nat: table === 'nat', length });
    } else if (registered) {
      const { priority, type } = registered;
      base.unshift({ table, chain, name: `${table} ${chain}`, priority, nat: type === 'nat', length });
    }
  }
  return [...stands, ...base].sort((a, b) => a.priority - b.priority);
}

/** `-110`, with a minus that is one. */
export function priorityText(priority: number): string {
  return priority < 0 ? `−${-priority}` : String(priority);
}
