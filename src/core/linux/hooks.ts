/** The five places netfilter is asked (include/uapi/linux/netfilter.h). */
export const HOOKS = ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'] as const;
export type Hook = (typeof HOOKS)[number];

/** Where a device is asked, before packets come up to IP and behind all of it (NF_NETDEV_INGRESS, NF_NETDEV_EGRESS). */
export type DeviceHook = 'INGRESS' | 'EGRESS';

/** Is it one of the five of IP, rather than one of a device? */
export function isIpHook(hook: Hook | DeviceHook): hook is Hook {
  return hook !== 'INGRESS' && hook !== 'EGRESS';
}

export const TABLES = ['raw', 'mangle', 'nat', 'filter', 'security'] as const;
export type TableName = (typeof TABLES)[number];

/** A table of nftables, named with its family: `ip kube-proxy`. */
export type NftTableName = `${'ip' | 'ip6' | 'inet' | 'bridge' | 'arp' | 'netdev'} ${string}`;

/** A table of either kind, as steps of a trace name it. */
export type AnyTableName = TableName | NftTableName;

/** Is it a table of iptables? */
export function isXtTable(name: AnyTableName): name is TableName {
  return TABLES.some((table) => table === name);
}

/** Answer of a rule, a policy or a whole table to a packet. */
export type Verdict =
  | { readonly kind: 'ACCEPT' }
  | { readonly kind: 'DROP' }
  | { readonly kind: 'REJECT'; readonly with: string }
  | { readonly kind: 'JUMP'; readonly chain: string }
  | { readonly kind: 'GOTO'; readonly chain: string }
  | { readonly kind: 'RETURN' }
  | { readonly kind: 'CONTINUE' }
  | { readonly kind: 'STOLEN'; readonly by: string };

export const NF_ACCEPT: Verdict = { kind: 'ACCEPT' };
export const NF_DROP: Verdict = { kind: 'DROP' };
export const XT_RETURN: Verdict = { kind: 'RETURN' };
export const CONTINUE: Verdict = { kind: 'CONTINUE' };

/**
 * The iptables tables at each hook in the kernel's order. Priorities: raw -300, conntrack -200,
 * mangle -150, nat(dst) -100, filter 0, security 50, nat(src) 100
 * (include/uapi/linux/netfilter_ipv4.h). nat at INPUT comes after filter; at OUTPUT before it.
 */
export const TABLE_ORDER: Readonly<Record<Hook, readonly TableName[]>> = {
  PREROUTING: ['raw', 'mangle', 'nat'],
  INPUT: ['mangle', 'filter', 'security', 'nat'],
  FORWARD: ['mangle', 'filter', 'security'],
  OUTPUT: ['raw', 'mangle', 'nat', 'filter', 'security'],
  POSTROUTING: ['mangle', 'nat'],
};

/** Where the tables are registered at a hook; nat is asked by the nat core instead (include/uapi/linux/netfilter_ipv4.h). */
export const TABLE_PRIORITY: Readonly<Record<TableName, number>> = {
  raw: -300,
  mangle: -150,
  nat: -100,
  filter: 0,
  security: 50,
};

/** Names one rule, of iptables or nftables: `index` is 0-based in its chain; people see index + 1. */
export interface RuleRef<Table extends AnyTableName = AnyTableName> {
  readonly table: Table;
  readonly chain: string;
  readonly index: number;
}
